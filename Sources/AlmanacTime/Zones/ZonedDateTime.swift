/// A wall-clock time in a zone together with its instant.
///
/// For a wall-clock time in a gap `local` has its digits and `instant` is moved by the gap: an appointment at a
/// skipped time is still identified by that time (its recurrence id), and happens later.
///
/// ```swift
/// let start = try ZonedDateTime("2026-03-02T09:00:00+01:00[Europe/Madrid]")
/// start.adding(.days(30)).local           // 09:00 again, across the change of clocks
/// ```
public struct ZonedDateTime: Sendable, Hashable {
  /// The wall-clock digits; in a gap those of the skipped time. The clocks then show
  /// `zone.local(at: instant)`.
  public let local: CivilDateTime
  /// The zone of the clocks, `.utc` for a time in UTC.
  public let zone: Zone
  /// The instant at which it happens.
  public let instant: Instant

  /// Creates the time of a wall clock in a zone: in a fold the first, in a gap moved forward by the gap.
  public init(_ local: CivilDateTime, in zone: Zone) {
    self.local = local
    self.zone = zone
    instant = zone.instant(of: local)
  }

  /// Creates a value without checking it: the instant has to be that of the wall-clock time in the zone.
  public init(unchecked local: CivilDateTime, in zone: Zone, at instant: Instant) {
    self.local = local
    self.zone = zone
    self.instant = instant
  }

  /// Creates the wall-clock time in a zone at an instant.
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

  /// A duration later, as `adding(_:)`: `start + .hours(1)`.
  public static func + (time: ZonedDateTime, duration: CalendarDuration) -> ZonedDateTime {
    time.adding(duration)
  }

  /// A duration earlier, as `adding(_:)`.
  public static func - (time: ZonedDateTime, duration: CalendarDuration) -> ZonedDateTime {
    time.adding(-duration)
  }
}

extension ZonedDateTime: Comparable {
  /// Whether a time is before another one: by instant, then by wall-clock time and by the name of the zone.
  public static func < (lhs: ZonedDateTime, rhs: ZonedDateTime) -> Bool {
    if lhs.instant != rhs.instant { return lhs.instant < rhs.instant }
    return (lhs.local, lhs.zone.name) < (rhs.local, rhs.zone.name)
  }
}

extension ZonedDateTime: CustomStringConvertible {
  /// Reads the form of RFC 9557, `2026-03-02T09:00:00+01:00[Europe/Madrid]`.
  ///
  /// The offset selects one of the two times of a fold; one that the zone does not have at that time is an error, but
  /// an offset in whole minutes is accepted for one with seconds, as other programs round it. With `Z` and `-00:00`
  /// the digits are those of UTC. Without an offset a fold is its first time; without a zone the offset is the zone.
  /// Further tags such as `[u-ca=gregory]` are skipped unless marked critical (`!`).
  ///
  /// - Throws: `TimeError` with the offset of the fault, or what `zones` throws for the name.
  public init(_ text: String, zones: ZoneDatabase = .system) throws(TimeError) {
    self = try TimeError.reading(text) { (scanner) throws(TimeError) in try scanner.zonedDateTime(zones) }
  }

  /// The form of RFC 9557, with the wall-clock time of the zone at the instant.
  public var description: String {
    let text = DigitWriter.text(capacity: DigitWriter.timeCapacity) { $0.append(self) }
    return zone == .utc ? text : "\(text)[\(zone.name)]"
  }
}

extension TextScanner {
  fileprivate mutating func zonedDateTime(_ zones: ZoneDatabase) throws(TimeError) -> ZonedDateTime {
    let local = try dateTime()
    let offsetStart = offset
    let mayBeUnknown = next != UInt8(ascii: "+")
    let stated: Int? = next == UInt8(ascii: "[") ? nil : try utcOffset()
    let zone = try zoneTag(zones) ?? stated.map { $0 == 0 ? .utc : Zone(offset: $0) }
    guard let zone else { throw TimeError(.syntax, at: offset, expected: "a zone such as [Europe/Madrid]") }
    try skipTags()
    guard let stated else { return ZonedDateTime(local, in: zone) }
    if stated == 0 && mayBeUnknown {
      return ZonedDateTime(Instant(secondsSinceEpoch: local.secondsSinceEpoch), in: zone)
    }
    guard let instant = zone.instant(of: local, statedOffset: stated) else {
      throw TimeError(.outOfRange, at: offsetStart, expected: "an offset that \(zone.name) has at that time")
    }
    return ZonedDateTime(instant, in: zone)
  }

  /// The zone of the first tag; `nil` for a tag with a key (`u-ca=`).
  private mutating func zoneTag(_ zones: ZoneDatabase) throws(TimeError) -> Zone? {
    let tag = bytes[offset...].prefix { $0 != UInt8(ascii: "]") }
    guard !tag.contains(UInt8(ascii: "=")), skip("[") else { return nil }
    _ = skip("!")
    let start = offset
    guard let name = text(upTo: "]") else {
      throw TimeError(.syntax, at: bytes.count, expected: "']' after a zone")
    }
    do {
      if let first = name.utf8.first, first == UInt8(ascii: "+") || first == UInt8(ascii: "-") {
        return Zone(offset: try Zone.offset(named: name))
      }
      return try zones.zone(named: name)
    } catch {
      // The offset of a fault in the zone's file is not one in this text.
      let place = error.code == .badZoneData ? start : start + error.offset
      throw TimeError(error.code, at: place, expected: error.expected)
    }
  }

  private mutating func skipTags() throws(TimeError) {
    while skip("[") {
      let start = offset
      if skip("!") { throw TimeError(.syntax, at: start, expected: "no critical tag other than the zone") }
      guard let tag = text(upTo: "]"), tag.utf8.contains(UInt8(ascii: "=")) else {
        throw TimeError(.syntax, at: start, expected: "a tag such as [u-ca=gregory]")
      }
    }
  }
}

extension Zone {
  /// The instant of a wall-clock time that is written with its offset, exact or rounded to the minute; `nil` when the
  /// zone has another offset at that time.
  fileprivate func instant(of local: CivilDateTime, statedOffset stated: Int) -> Instant? {
    let exact = Instant(secondsSinceEpoch: local.secondsSinceEpoch - Int64(stated))
    if offset(at: exact) == stated { return exact }
    let candidates: [Instant]
    switch resolve(local) {
    case .unique(let instant): candidates = [instant]
    case .fold(let first, let second): candidates = [first, second]
    case .gap: candidates = []
    }
    return candidates.first { abs(offset(at: $0) - stated) <= 30 && stated % 60 == 0 }
  }
}
