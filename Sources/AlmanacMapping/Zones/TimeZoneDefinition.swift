package import AlmanacRecurrence
package import AlmanacTime

/// What a VTIMEZONE says (RFC 5545 §3.6.5), and the zone that it makes.
package struct TimeZoneDefinition: Sendable {
  /// STANDARD or DAYLIGHT: one offset and the times at which it begins.
  package struct Observance: Sendable, Hashable {
    var isDaylight: Bool
    /// On the clock of the offset before.
    var start: CivilDateTime
    var offsetFrom: Int
    var offsetTo: Int
    package var name = ""
    package var rules: [RecurrenceRule] = []
    package var additions: [CivilDateTime] = []

    package init(
      isDaylight: Bool, start: CivilDateTime, offsetFrom: Int, offsetTo: Int, name: String = "",
      rules: [RecurrenceRule] = [], additions: [CivilDateTime] = []
    ) {
      (self.isDaylight, self.start, self.name) = (isDaylight, start, name)
      (self.offsetFrom, self.offsetTo) = (offsetFrom, offsetTo)
      (self.rules, self.additions) = (rules, additions)
    }
  }

  let tzid: String
  /// X-LIC-LOCATION: the IANA name that some programs write beside their own.
  var location = ""
  let line: Int
  package var observances: [Observance] = []
  /// Later VTIMEZONEs of the same TZID that are worded otherwise, the first few of them.
  private(set) var rivals: [TimeZoneDefinition] = []

  package init(tzid: String, location: String = "", line: Int, observances: [Observance] = []) {
    (self.tzid, self.location, self.line, self.observances) = (tzid, location, line, observances)
  }

  /// Takes another VTIMEZONE of the same TZID: the first that says anything stands.
  mutating func meet(_ other: TimeZoneDefinition) {
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
    guard !observances.isEmpty else { return nil }
    var transitions: [ZoneTransition] = []
    var initial: (onset: Instant, phase: ZonePhase)?
    var repeats = false
    // No true zone has changed so often.
    for observance in observances where transitions.count < 20_000 {
      let phase = ZonePhase(
        offset: observance.offsetTo, isDaylight: observance.isDaylight,
        abbreviation: observance.name.isEmpty ? Zone.offsetName(observance.offsetTo) : observance.name)
      for onset in observance.onsets {
        transitions.append(ZoneTransition(onset, phase))
        if initial.map({ onset < $0.onset }) ?? true {
          initial = (onset, observance.phaseBefore)
        }
      }
      repeats = repeats || observance.isEndless
    }
    guard let initial else { return nil }
    return Zone(name: tzid, initial: initial.phase, transitions: transitions, repeats: repeats)
  }
}

extension TimeZoneDefinition.Observance {
  /// More onsets than any true zone has; what goes beyond is no zone.
  private static let limit = 2000
  private static let horizon = CivilDateTime(CivilDate(uncheckedDaysSinceEpoch: 170_567), .midnight)

  var isEndless: Bool { rules.contains { $0.end == .never } }

  /// What is in force before the first onset: nobody says whether daylight saving time, so the opposite.
  var phaseBefore: ZonePhase {
    ZonePhase(
      offset: offsetFrom, isDaylight: false, abbreviation: Zone.offsetName(offsetFrom))
  }

  /// The instants at which it begins.
  var onsets: [Instant] {
    var locals = [start] + additions.prefix(Self.limit)
    for rule in rules {
      var local = rule
      // UNTIL is in UTC; the rule runs on the clock of the offset before.
      if case .until(.utc(let utc)) = rule.end { local.end = .until(.local(utc.adding(seconds: offsetFrom))) }
      for onset in local.occurrences(from: start).prefix(Self.limit) {
        guard onset <= Self.horizon else { break }
        locals.append(onset)
      }
    }
    return locals.map { Instant(secondsSinceEpoch: $0.secondsSinceEpoch - Int64(offsetFrom)) }
  }
}
