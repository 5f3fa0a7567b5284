import AlmanacComponents
package import AlmanacTime

/// Diagnostics of zones, reported when the lines that use them are read. They concern earlier lines, and the
/// limit of diagnostics does not apply to them here.
extension ModelReader {
  /// Reports TZIDs used since the last call that were not resolved, or not as IANA names.
  package mutating func reportZoneNames() {
    if let excess = zones.newExcess.take() {
      report(
        .error, .unknownZone, line: excess.line, excess.property,
        "more than \(ZoneResolver.limit) names of zones", repair: "times in others are read without a zone")
    }
    for use in zones.drainNewUses() {
      guard let finding = use.source.finding(excerpt(use.tzid), use.zone) else { continue }
      report(
        finding.severity, finding.code, line: use.line, use.property, finding.message, repair: finding.repair,
        isLimited: false)
    }
  }

  /// Reports definitions in the file whose offsets, at the times used, differ from those of the
  /// zones found for their TZIDs.
  ///
  /// - Returns: The TZIDs for which the definition in the file takes precedence.
  package mutating func reportDifferences() -> Set<String> {
    var budget = ZoneSeries.countBudget
    var tzidsOfFile: Set<String> = []
    for use in zones.uses where use.source != .file {
      guard let zone = use.zone, let definition = zones.definition(of: use.name),
        !use.agrees(zone, with: zones.comparedZone(of: definition), &budget)
      else { continue }
      let usesNamedZone = use.source == .step(.name)
      if !usesNamedZone { tzidsOfFile.insert(use.name) }
      report(
        usesNamedZone ? .note : .warning, .zoneDiffers, line: definition.line, "TZID",
        "the offsets of \(use.name) in the file are not those of \(zone.name)",
        repair: usesNamedZone ? "the zone of that name is used" : "the offsets in the file are used",
        isLimited: false)
    }
    return tzidsOfFile
  }

  /// Reports unused further VTIMEZONEs with other offsets for a TZID in use, and names that state an offset
  /// which their VTIMEZONEs never have: `GMT+2` with `TZOFFSETTO:+0500`.
  package mutating func reportContradictions() {
    var budget = ZoneSeries.countBudget
    for use in zones.uses {
      guard let zone = use.zone, let definition = zones.definition(of: use.name) else { continue }
      for rival in definition.rivals where !use.agrees(zone, with: zones.comparedZone(of: rival), &budget) {
        let usesFile = use.source == .file
        report(
          usesFile ? .warning : .note, .zoneDiffers, line: rival.line, "TZID",
          "\(use.name) is defined once more, with other offsets",
          repair: usesFile
            ? "the definition on line \(definition.line) is used" : "the zone of that name is used",
          isLimited: false)
      }
      if use.source == .file, use.hasTimes,
        let offset = OffsetText(statedBy: ZoneResolver.plain(use.name))?.seconds,
        !definition.observances.contains(where: { $0.offsetTo == offset })
      {
        report(
          .warning, .zoneDiffers, line: definition.line, "TZID",
          "the offsets of \(use.name) in the file are not \(Zone.offsetName(offset))",
          repair: "the offsets in the file are used", isLimited: false)
      }
    }
  }
}

extension ZoneResolver.Source {
  /// The report about a name that is not an IANA name, by the step that resolved it; `nil` where there is none to make.
  ///
  /// - Parameter name: The start of the name.
  package func finding(
    _ name: String, _ zone: Zone?
  ) -> (severity: Diagnostic.Severity, code: Diagnostic.Code, message: String, repair: String)? {
    let reading = "read as \(zone?.name ?? "")"
    return switch self {
    case .step(.name), .file: nil
    case .step(.offset) where name.bracketed?.place.contains(where: \.isLetter) ?? false:
      (.warning, .zoneName, "no place is known as \(name)", reading + " all year")
    case .step, .location: (.note, .zoneName, "\(name) is not an IANA name", reading)
    case .nothing:
      (.warning, .unknownZone, "no zone is known as \(name)", "its times are read without a zone")
    }
  }
}

extension ZoneResolver.Use {
  /// Whether a zone has the offsets of the zone that the file states at the times of the use.
  fileprivate func agrees(
    _ zone: Zone, with stated: @autoclosure () -> Zone?, _ budget: inout Int
  ) -> Bool {
    guard hasTimes, let stated = stated() else { return true }
    // For an endless recurrence the rules continue: the year after the last time
    // shows whether they are equal.
    let (last, nextYear) = (zone.instant(of: latest), zone.instant(of: latest.adding(days: 366)))
    // The calendar repeats after 400 years.
    let horizon = zone.instant(of: latest.adding(days: 146_097))
    let end = min(max(isEndless ? nextYear : last, seriesEnd), horizon)
    let (first, farthest) = (zone.instant(of: earliest), counted.isEmpty ? end : horizon)
    guard let difference = zone.difference(from: stated, after: first, through: farthest) else { return true }
    guard difference > end else { return false }
    // A COUNT that would take long to expand is treated as lasting one more year.
    return !counted.contains { $0.outlasts(difference, &budget) ?? (difference <= nextYear) }
  }
}

extension Zone {
  /// The first instant from `start` through `end` at which another zone has another offset.
  fileprivate func difference(from other: Zone, after start: Instant, through end: Instant) -> Instant? {
    var (instant, count) = (start, 0)
    while instant <= end, count < 10_000 {
      count += 1
      let (mine, theirs) = (offsetRange(at: instant), other.offsetRange(at: instant))
      guard mine.offset == theirs.offset else { return instant }
      instant = min(mine.range.upperBound, theirs.range.upperBound)
    }
    return nil
  }
}
