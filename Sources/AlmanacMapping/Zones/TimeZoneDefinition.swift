package import AlmanacRecurrence
package import AlmanacTime

/// What a VTIMEZONE says (RFC 5545 §3.6.5), and the zone that it makes.
package struct TimeZoneDefinition: Sendable {
  /// STANDARD or DAYLIGHT: one offset and the times at which it begins.
  package struct Observance: Sendable, Hashable {
    package var isDaylight: Bool
    /// On the clock of the offset before.
    package var start: CivilDateTime
    package var offsetFrom: Int
    package var offsetTo: Int
    package var name = ""
    package var rules: [RecurrenceRule] = []
    package var additions: [CivilDateTime] = []

    package init(isDaylight: Bool, start: CivilDateTime = .min, offsetFrom: Int = 0, offsetTo: Int = 0) {
      (self.isDaylight, self.start) = (isDaylight, start)
      (self.offsetFrom, self.offsetTo) = (offsetFrom, offsetTo)
    }
  }

  var tzid = ""
  /// X-LIC-LOCATION: the IANA name that some programs write beside their own.
  var location = ""
  let line: Int
  package var observances: [Observance] = []
  /// Later VTIMEZONEs of the same TZID that are worded otherwise, the first few of them.
  private(set) var rivals: [TimeZoneDefinition] = []

  package init(tzid: String = "", line: Int = 0) { (self.tzid, self.line) = (tzid, line) }

  /// Adds another VTIMEZONE of the same TZID: the first that says anything holds.
  mutating func add(_ other: TimeZoneDefinition) {
    if observances.isEmpty {
      self = other
    } else if rivals.count < 4, !other.observances.isEmpty, other.observances != observances,
      !rivals.contains(where: { $0.observances == other.observances })
    {
      rivals.append(other)
    }
  }

  /// The zone; `nil` without any observance.
  ///
  /// Rules without an end are written out until 2437, after which the calendar repeats itself.
  package func zone() -> Zone? {
    var transitions: [ZoneTransition] = []
    var first: (onset: Instant, observance: Observance)?
    // No true zone has changed so often.
    for observance in observances where transitions.count < 20_000 {
      let phase = observance.phase
      for onset in observance.onsets {
        transitions.append(ZoneTransition(onset, phase))
        if first.map({ onset < $0.onset }) ?? true { first = (onset, observance) }
      }
    }
    guard let before = first?.observance.offsetFrom else { return nil }
    // Nobody says whether daylight saving time was in force before the first onset.
    let initial = ZonePhase(offset: before, isDaylight: false, abbreviation: Zone.offsetName(before))
    let repeats = observances.contains { $0.rules.contains { $0.end == .never } }
    return Zone(name: tzid, initial: initial, transitions: transitions, repeats: repeats)
  }
}

extension TimeZoneDefinition.Observance {
  /// More onsets than any true zone has; what goes beyond is no zone.
  private static let limit = 2000
  private static let horizon = CivilDateTime(CivilDate(uncheckedDaysSinceEpoch: 170_567), .midnight)

  /// The one that a change of a zone begins.
  init(_ phase: ZonePhase, from offset: Int, at start: CivilDateTime) {
    self.init(isDaylight: phase.isDaylight, start: start, offsetFrom: offset, offsetTo: phase.offset)
    name = phase.abbreviation
  }

  var phase: ZonePhase {
    ZonePhase(
      offset: offsetTo, isDaylight: isDaylight, abbreviation: name.isEmpty ? Zone.offsetName(offsetTo) : name)
  }

  /// The instants at which it begins.
  var onsets: [Instant] {
    var locals = [start] + additions.prefix(Self.limit)
    for rule in rules {
      var local = rule
      // UNTIL is in UTC; the rule runs on the clock of the offset before.
      if case .until(.utc(let utc)) = rule.end { local.end = .until(.local(utc.adding(seconds: offsetFrom))) }
      locals += local.occurrences(from: start).prefix(Self.limit).prefix { $0 <= Self.horizon }
    }
    return locals.map(instant)
  }

  /// - Parameter local: On the clock of the offset before.
  func instant(of local: CivilDateTime) -> Instant {
    Instant(secondsSinceEpoch: local.secondsSinceEpoch - Int64(offsetFrom))
  }
}
