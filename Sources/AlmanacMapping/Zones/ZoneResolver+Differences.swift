import AlmanacTime

/// What the file says against what the names say.
extension ZoneResolver {
  /// A TZID whose definition in the file has other offsets, at times used, than the zone it was taken for.
  struct Difference {
    let tzid: String
    let zone: Zone
    /// Whether the name stands against the file.
    let nameHolds: Bool
    let line: Int
  }

  func differences() -> [Difference] {
    var patience = ZoneSeries.patience
    return uses.compactMap { use in
      guard let zone = use.zone, let definition = definition(of: use.name), use.rung != .file,
        !Self.agree(zone, definition, in: use, &patience)
      else { return nil }
      return Difference(
        tzid: use.name, zone: zone, nameHolds: use.rung == .name, line: definition.line)
    }
  }

  /// A definition in the file that does not hold and says something else, at times used, than what holds.
  struct Contradiction {
    let tzid: String
    /// Where the definition stands that holds; `nil` where the name does.
    let holding: Int?
    let line: Int
  }

  /// Further VTIMEZONEs of TZIDs in use that have other offsets.
  func contradictions() -> [Contradiction] {
    var patience = ZoneSeries.patience
    return uses.flatMap { use -> [Contradiction] in
      guard let zone = use.zone, let definition = definition(of: use.name) else { return [] }
      let others = definition.rivals.filter { !Self.agree(zone, $0, in: use, &patience) }
      let holding = use.rung == .file ? definition.line : nil
      return others.map { Contradiction(tzid: use.name, holding: holding, line: $0.line) }
    }
  }

  /// Names in use that state an offset which their VTIMEZONEs never have: `GMT+2` with `TZOFFSETTO:+0500`.
  func misnomers() -> [(tzid: String, offset: Int, line: Int)] {
    uses.compactMap { use in
      guard use.rung == .file, use.hasTimes, let definition = definition(of: use.name),
        let offset = StatedOffset.seconds(in: Self.plain(use.name)),
        !definition.observances.contains(where: { $0.offsetTo == offset })
      else { return nil }
      return (use.name, offset, definition.line)
    }
  }

  /// Whether a zone has the offsets of a definition at the times of a use.
  private static func agree(
    _ zone: Zone, _ definition: TimeZoneDefinition, in use: Use, _ patience: inout Int
  ) -> Bool {
    guard use.hasTimes, let stated = definition.zone() else { return true }
    // Where something repeats without end, rules go on: the year after the last start tells whether they are the same.
    let (latest, nextYear) = (zone.instant(of: use.latest), zone.instant(of: use.latest.adding(days: 366)))
    // The calendar repeats itself after 400 years.
    let horizon = zone.instant(of: use.latest.adding(days: 146_097))
    let end = min(max(use.isEndless ? nextYear : latest, use.seriesEnd), horizon)
    let farthest = use.counted.isEmpty ? end : horizon
    guard
      let difference = difference(zone, stated, from: zone.instant(of: use.earliest), through: farthest)
    else { return true }
    guard difference > end else { return false }
    // What cannot be counted counts as endless.
    return !use.counted.contains { $0.outlasts(difference, &patience) ?? (difference <= nextYear) }
  }

  /// The first instant of a range at which two zones have different offsets.
  private static func difference(
    _ one: Zone, _ other: Zone, from start: Instant, through end: Instant
  ) -> Instant? {
    var instant = start
    for _ in 0..<10_000 {
      guard instant <= end else { return nil }
      let (mine, theirs) = (one.offsetRange(at: instant), other.offsetRange(at: instant))
      guard mine.offset == theirs.offset else { return instant }
      instant = min(mine.range.upperBound, theirs.range.upperBound)
    }
    return nil
  }
}
