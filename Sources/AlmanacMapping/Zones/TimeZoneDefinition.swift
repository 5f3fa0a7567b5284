package import AlmanacRecurrence
package import AlmanacTime

/// A VTIMEZONE (RFC 5545 §3.6.5), and its conversion to a zone.
package struct TimeZoneDefinition: Sendable {
  /// A STANDARD or DAYLIGHT subcomponent: one offset and the times at which it begins.
  package struct Observance: Sendable, Hashable {
    package var isDaylight: Bool
    /// The first onset, in local time with the preceding offset.
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
  /// X-LIC-LOCATION: the IANA name that some programs state besides their own.
  var location = ""
  fileprivate(set) var line: Int
  package var observances: [Observance] = []
  /// The first few later VTIMEZONEs of the same TZID that differ.
  private(set) var rivals: [TimeZoneDefinition] = []

  package init(tzid: String = "", line: Int = 0) { (self.tzid, self.line) = (tzid, line) }

  /// Adds another VTIMEZONE of the same TZID: the first that is not empty is used.
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
  /// Rules without an end are expanded until 2437, after which the calendar repeats.
  package func zone() -> Zone? {
    var transitions: [ZoneTransition] = []
    var first: (onset: Instant, observance: Observance)?
    // No real zone has this many transitions.
    for observance in observances where transitions.count < 20_000 {
      let phase = observance.phase
      for onset in observance.onsets {
        transitions.append(ZoneTransition(onset, phase))
        if first.map({ onset < $0.onset }) ?? true { first = (onset, observance) }
      }
    }
    guard let before = first?.observance.offsetFrom else { return nil }
    // The definition does not state whether daylight saving time was in effect before the first onset.
    let initial = ZonePhase(offset: before, isDaylight: false, abbreviation: Zone.offsetName(before))
    let repeats = observances.contains { $0.rules.contains { $0.end == .never } }
    return Zone(name: tzid, initial: initial, transitions: transitions, repeats: repeats)
  }
}

extension TimeZoneDefinition.Observance {
  /// The largest number of onsets read for each rule; no real zone has as many.
  private static let limit = 2000
  private static let horizon = CivilDateTime(CivilDate(uncheckedDaysSinceEpoch: 170_567), .midnight)

  /// Creates the observance that begins with a transition of a zone.
  init(_ phase: ZonePhase, from offset: Int, at start: CivilDateTime) {
    self.init(isDaylight: phase.isDaylight, start: start, offsetFrom: offset, offsetTo: phase.offset)
    name = phase.abbreviation
  }

  var phase: ZonePhase {
    ZonePhase(
      offset: offsetTo, isDaylight: isDaylight, abbreviation: name.isEmpty ? Zone.offsetName(offsetTo) : name)
  }

  /// The instants at which the observance begins.
  var onsets: [Instant] {
    var locals = [start] + additions.prefix(Self.limit)
    for rule in rules {
      var local = rule
      // UNTIL is in UTC; the rule is expanded in local time with the preceding offset.
      if case .until(.utc(let utc)) = rule.end { local.end = .until(.local(utc.adding(seconds: offsetFrom))) }
      locals += local.occurrences(from: start).prefix(Self.limit).prefix { $0 <= Self.horizon }
    }
    return locals.map(instant)
  }

  /// - Parameter local: A local time with the preceding offset.
  func instant(of local: CivilDateTime) -> Instant {
    Instant(secondsSinceEpoch: local.secondsSinceEpoch - Int64(offsetFrom))
  }
}

/// The definitions of zones, read once for all documents that are read with the same options, and the zones, built once:
/// thousands of files of a folder define the same few zones.
package final class DefinedZones: Sendable {
  private let stored = LockedState(Stored())

  private struct Stored {
    var zones: [Key: Zone?] = [:]
    /// Valid definitions by the lines of their components.
    var definitions: [[UInt8]: TimeZoneDefinition] = [:]
    var bytes = 0
  }

  private struct Key: Hashable {
    let tzid: String
    let observances: [TimeZoneDefinition.Observance]
  }

  /// The limit of the memory of stored zones; further zones are built each time.
  private static let limit = 3 << 20

  /// The memory that a zone with its definition takes, measured: in bytes, besides and for each of its transitions.
  private static let (zoneBytes, transitionBytes) = (800, 32)

  /// The definition that was read from the same lines.
  ///
  /// - Parameter line: The line on which they begin here.
  func definition(of lines: [UInt8], from line: Int) -> TimeZoneDefinition? {
    var definition = stored.withLock { $0.definitions[lines] }
    definition?.line = line
    return definition
  }

  func store(_ definition: TimeZoneDefinition, of lines: [UInt8]) {
    stored.withLock { stored in
      stored.bytes += Self.zoneBytes + 2 * lines.count
      if stored.bytes < Self.limit { stored.definitions[lines] = definition }
    }
  }

  func zone(of definition: TimeZoneDefinition) -> Zone? {
    let key = Key(tzid: definition.tzid, observances: definition.observances)
    if let known = stored.withLock({ $0.zones[key] }) { return known }
    let zone = definition.zone()
    stored.withLock { stored in
      stored.bytes += Self.zoneBytes + Self.transitionBytes * (zone?.transitionCount ?? 0)
      if stored.bytes < Self.limit { stored.zones[key] = .some(zone) }
    }
    return zone
  }
}
