import AlmanacEvents
import AlmanacScheduling
import AlmanacTime

func date(_ text: String) throws -> CivilDate { try CivilDate(text) }

func time(_ text: String) throws -> CivilTime { try CivilTime(text) }

func instant(_ text: String, in zone: Zone) throws -> Instant { try CivilDateTime(text).in(zone).instant }

func zoned(_ text: String, _ zone: Zone) throws -> ZonedDateTime { try CivilDateTime(text).in(zone) }

/// The whole days from one date to another, the second not included.
func days(_ from: String, _ to: String, in zone: Zone) throws -> Range<Instant> {
  QueryWindow(days: try CivilDate(from)..<CivilDate(to), in: zone).range
}

extension Sequence where Element == Slot {
  /// `09:00` of each start.
  var clock: [String] { map { String($0.start.local.time.description.prefix(5)) } }
}
