extension ZonedDateTime: CustomStringConvertible {
  /// Reads the form of RFC 9557, `2026-03-02T09:00:00+01:00[Europe/Madrid]`.
  ///
  /// The offset chooses between the two passes of a fold; one that the zone does not have at that time is an
  /// error, but an offset in whole minutes stands for one with seconds, as others round it. `Z` and `-00:00` state
  /// the instant and leave the clock to the zone. Without an offset a fold is its first pass; without a zone the
  /// offset is one. Further tags such as `[u-ca=gregory]` are skipped unless marked critical (`!`).
  ///
  /// - Throws: `TimeError` with the offset of the fault, or what `zones` throws for the name.
  public init(_ text: String, zones: ZoneDatabase = .system) throws(TimeError) {
    self = try TimeError.reading(text) { (scanner) throws(TimeError) in try scanner.zonedDateTime(zones) }
  }

  /// The form of RFC 9557. The time is what the zone's clocks show at the instant.
  public var description: String {
    let shown = zone.local(at: instant)
    guard zone != .utc else { return "\(shown)Z" }
    return "\(shown)\(Zone.offsetName(zone.offset(at: instant)))[\(zone.name)]"
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

  /// The first tag, when it names a zone: tags with a key (`u-ca=`) do not.
  private mutating func zoneTag(_ zones: ZoneDatabase) throws(TimeError) -> Zone? {
    let tag = bytes[offset...].prefix { $0 != UInt8(ascii: "]") }
    guard !tag.contains(UInt8(ascii: "=")), take("[") else { return nil }
    _ = take("!")
    let start = offset
    guard let name = text(upTo: "]") else {
      throw TimeError(.syntax, at: bytes.count, expected: "']' after a zone")
    }
    do {
      if let first = name.utf8.first, first == UInt8(ascii: "+") || first == UInt8(ascii: "-") {
        return Zone(
          offset: try TimeError.reading(name) { (inner) throws(TimeError) in try inner.utcOffset() })
      }
      return try zones.zone(named: name)
    } catch {
      // A fault inside the zone's file has no place in this text.
      let place = error.code == .badZoneData ? start : start + error.offset
      throw TimeError(error.code, at: place, expected: error.expected)
    }
  }

  private mutating func skipTags() throws(TimeError) {
    while take("[") {
      let start = offset
      if take("!") { throw TimeError(.syntax, at: start, expected: "no critical tag other than the zone") }
      guard let tag = text(upTo: "]"), tag.utf8.contains(UInt8(ascii: "=")) else {
        throw TimeError(.syntax, at: start, expected: "a tag such as [u-ca=gregory]")
      }
    }
  }
}

extension Zone {
  /// The instant of a wall-clock time that was written with its offset, exact or rounded to the minute; `nil` when
  /// the zone has another at that time.
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
