/// A wall-clock time in a zone together with the instant it means.
///
/// Made from a wall-clock time, a time in a gap keeps its digits in `local` and means the instant moved by the gap:
/// an appointment at a skipped time is still called by that time (its recurrence id), and happens later.
///
/// ```swift
/// let start = try ZonedDateTime("2026-03-02T09:00:00+01:00[Europe/Madrid]")
/// start.adding(.days(30)).local           // 09:00 again, across the change of clocks
/// ```
public struct ZonedDateTime: Sendable, Hashable {
  public let local: CivilDateTime
  public let zone: Zone
  public let instant: Instant

  /// A wall-clock time in a zone: in a fold the first, in a gap moved forward by the gap.
  public init(_ local: CivilDateTime, in zone: Zone) {
    self.local = local
    self.zone = zone
    instant = zone.instant(of: local)
  }

  /// Trusts that the instant is what the zone makes of the wall-clock time.
  public init(unchecked local: CivilDateTime, in zone: Zone, at instant: Instant) {
    self.local = local
    self.zone = zone
    self.instant = instant
  }

  /// A wall-clock time in a zone, gaps and folds decided by the caller.
  ///
  /// - Throws: `TimeError` with code `ambiguousTime`, only with `.refuse`.
  public init(_ local: CivilDateTime, in zone: Zone, _ choice: Disambiguation) throws(TimeError) {
    self.local = local
    self.zone = zone
    instant = try zone.instant(of: local, choice)
  }

  /// What clocks in a zone show at an instant.
  public init(_ instant: Instant, in zone: Zone) {
    self.instant = instant
    self.zone = zone
    local = zone.local(at: instant)
  }

  /// The same instant on the clocks of another zone.
  public func `in`(_ other: Zone) -> ZonedDateTime {
    other == zone ? self : ZonedDateTime(instant, in: other)
  }

  /// A duration later: weeks and days on the wall clock, then hours, minutes and seconds in exact time
  /// (RFC 5545 §3.3.6).
  public func adding(_ duration: CalendarDuration) -> ZonedDateTime {
    var result = self
    if duration.nominalDays != 0 {
      result = ZonedDateTime(local.adding(days: duration.nominalDays), in: zone)
    }
    guard duration.exactSeconds != 0 else { return result }
    return ZonedDateTime(result.instant.adding(seconds: duration.exactSeconds), in: zone)
  }
}

extension ZonedDateTime: CustomStringConvertible {
  /// Reads the form of RFC 9557, `2026-03-02T09:00:00+01:00[Europe/Madrid]`, or with `Z` for the offset.
  ///
  /// The offset chooses between the two passes of a fold; one that the zone does not have at that time is an
  /// error. Without an offset a fold is its first pass. Further tags such as `[u-ca=gregory]` are skipped unless
  /// marked critical (`!`).
  ///
  /// - Throws: `TimeError` with the offset of the fault, or what `zones` throws for the name.
  public init(_ text: String, zones: ZoneDatabase = .system) throws(TimeError) {
    self = try TimeError.reading(text) { (scanner) throws(TimeError) in try scanner.zonedDateTime(zones) }
  }

  /// The form of RFC 9557. The time is what the zone's clocks show at the instant.
  public var description: String {
    let offset = zone.offset(at: instant)
    let shown = CivilDateTime(secondsSinceEpoch: instant.secondsSinceEpoch + Int64(offset))
    guard zone != .utc else { return "\(shown)Z" }
    return "\(shown)\(Zone.offsetName(offset))[\(zone.name)]"
  }
}

extension TextScanner {
  fileprivate mutating func zonedDateTime(_ zones: ZoneDatabase) throws(TimeError) -> ZonedDateTime {
    let local = try dateTime()
    let offsetStart = offset
    let isUTC = next == UInt8(ascii: "Z") || next == UInt8(ascii: "z")
    let stated: Int? = next == UInt8(ascii: "[") ? nil : try utcOffset()
    let zone = try zoneTag(zones) ?? stated.map { $0 == 0 ? .utc : Zone(offset: $0) }
    guard let zone else { throw TimeError(.syntax, at: offset, expected: "a zone such as [Europe/Madrid]") }
    try skipTags()
    guard let stated else { return ZonedDateTime(local, in: zone) }
    let instant = Instant(secondsSinceEpoch: local.secondsSinceEpoch - Int64(stated))
    guard isUTC || zone.offset(at: instant) == stated else {
      throw TimeError(.outOfRange, at: offsetStart, expected: "an offset that \(zone.name) has at that time")
    }
    return ZonedDateTime(instant, in: zone)
  }

  /// The first tag, when it names a zone.
  private mutating func zoneTag(_ zones: ZoneDatabase) throws(TimeError) -> Zone? {
    guard take("[") else { return nil }
    _ = take("!")
    let start = offset
    guard let name = text(upTo: "]") else {
      throw TimeError(.syntax, at: offset, expected: "']' after a zone")
    }
    do {
      if let first = name.utf8.first, first == UInt8(ascii: "+") || first == UInt8(ascii: "-") {
        return Zone(
          offset: try TimeError.reading(name) { (inner) throws(TimeError) in try inner.utcOffset() })
      }
      return try zones.zone(named: name)
    } catch {
      throw TimeError(error.code, at: start + error.offset, expected: error.expected)
    }
  }

  private mutating func skipTags() throws(TimeError) {
    while take("[") {
      if take("!") { throw TimeError(.syntax, at: offset, expected: "no critical tag other than the zone") }
      guard text(upTo: "]") != nil else { throw TimeError(.syntax, at: offset, expected: "']' after a tag") }
    }
  }
}
