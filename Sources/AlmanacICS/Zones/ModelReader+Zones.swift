import AlmanacComponents
import AlmanacRecurrence
import AlmanacTime

/// VTIMEZONE.
extension ModelReader {
  /// Takes the definition of a VTIMEZONE, whose lines libical has parsed.
  ///
  /// - Returns: the TZID that it defines.
  mutating func defineZone(_ lines: [ContentLine], _ bytes: LineBytes) -> String? {
    guard let begin = lines.first else { return nil }
    var tzid = ""
    var location = ""
    var observances: [TimeZoneDefinition.Observance] = []
    var index = 1
    while index < lines.count, lines[index].role != .end {
      let line = lines[index]
      switch line.role {
      case .begin:
        if let observance = observance(at: index, lines, bytes) { observances.append(observance) }
        index = lines.indexBehindComponent(at: index)
        continue
      case .property:
        let name = bytes.name(of: line)
        if isNamed(name, "TZID"), tzid.isEmpty { tzid = ZoneResolver.unquoted(text(index, lines, bytes)) }
        if isNamed(name, "X-LIC-LOCATION"), location.isEmpty { location = raw(line, bytes) }
      case .malformed, .end: break
      }
      index += 1
    }
    guard !tzid.isEmpty else {
      report(.error, .badTimeZone, begin, "TZID", "a VTIMEZONE without a name", repair: "passed over")
      return nil
    }
    if observances.isEmpty {
      report(
        .warning, .badTimeZone, begin, "", "the VTIMEZONE of \(tzid) says nothing",
        repair: "its name must do")
    }
    let definition = TimeZoneDefinition(
      tzid: tzid, location: location, line: begin.lineNumber, observances: observances)
    if !zones.define(definition) {
      report(
        .error, .badTimeZone, begin, "", "more zones than any calendar needs", repair: "passed over")
    }
    return tzid
  }

  /// Tells of the TZIDs that were met since this was done last.
  mutating func reportNewZoneNames() {
    reportZoneNames(from: zones.takeReported())
  }

  /// Tells which TZIDs were not understood, or not by their own names.
  mutating func reportZoneNames(from first: Int = 0) {
    if let excess = zones.takeExcess() {
      report(
        .error, .unknownZone, line: excess.line, excess.property,
        "more than \(ZoneResolver.limit) names of zones", repair: "times in others are read without a zone")
    }
    for use in zones.uses.dropFirst(first) {
      switch use.rung {
      case .name, .file: break
      case .offset where StatedOffset.namesPlace(use.name):
        tell(
          .warning, .zoneName, line: use.line, use.property, "no place is known as \(excerpt(use.tzid))",
          repair: "read as \(use.zone?.name ?? "") all year")
      case .spelling, .windows, .location, .hook, .offset:
        tell(
          .note, .zoneName, line: use.line, use.property, "\(excerpt(use.tzid)) is no IANA name",
          repair: "read as \(use.zone?.name ?? "")")
      case .nothing:
        tell(
          .warning, .unknownZone, line: use.line, use.property, "no zone is known as \(excerpt(use.tzid))",
          repair: "its times are read without a zone")
      }
    }
  }

  /// Tells where the file's own definitions say something else than the names.
  ///
  /// - Returns: the TZIDs whose name yields to the file.
  mutating func reportDifferences() -> Set<String> {
    var yielding: Set<String> = []
    for difference in zones.differences() {
      if !difference.nameHolds { yielding.insert(difference.tzid) }
      tell(
        difference.nameHolds ? .note : .warning, .zoneDiffers, line: difference.line, "TZID",
        "the offsets of \(difference.tzid) in the file are not those of \(difference.zone.name)",
        repair: difference.nameHolds ? "the name holds" : "the file holds")
    }
    return yielding
  }

  /// Tells which VTIMEZONEs do not hold, and which have other offsets than their names state.
  mutating func reportContradictions() {
    for found in zones.contradictions() {
      tell(
        found.holding == nil ? .note : .warning, .zoneDiffers, line: found.line, "TZID",
        "\(found.tzid) is defined once more, with other offsets",
        repair: found.holding.map { "the definition on line \($0) holds" } ?? "the name holds")
    }
    for found in zones.misnomers() {
      tell(
        .warning, .zoneDiffers, line: found.line, "TZID",
        "the offsets of \(found.tzid) in the file are not \(Zone.offsetName(found.offset))",
        repair: "the file holds")
    }
  }

  /// What is told when all lines are read is about lines further up: a list that is full by then has room for it.
  private mutating func tell(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, line: Int, _ property: String,
    _ message: String,
    repair: String
  ) {
    diagnostics.append(
      Diagnostic(severity, code, line: line, property: property, message: message, repair: repair))
  }

  private mutating func observance(
    at start: Int, _ lines: [ContentLine], _ bytes: LineBytes
  ) -> TimeZoneDefinition.Observance? {
    let name = bytes.componentName(of: lines[start])
    let isDaylight = isNamed(name, "DAYLIGHT")
    guard isDaylight || isNamed(name, "STANDARD") else { return nil }
    var onset: CivilDateTime?
    var from: Int?
    var to: Int?
    // An offset that is none was told of.
    var isBroken = false
    var found = TimeZoneDefinition.Observance(
      isDaylight: isDaylight, start: .min, offsetFrom: 0, offsetTo: 0)
    var index = start + 1
    while index < lines.count, lines[index].role != .end {
      let line = lines[index]
      guard line.role == .property else {
        index = line.role == .begin ? lines.indexBehindComponent(at: index) : index + 1
        continue
      }
      switch KnownProperty.named(bytes.name(of: line)) {
      case .dtstart where onset == nil:
        onset = civil(index, 0, bytes.value(of: line), line, "DTSTART")?.local
      case .tzoffsetFrom where from == nil:
        from = offset(line, bytes, "TZOFFSETFROM")
        isBroken = isBroken || from == nil
      case .tzoffsetTo where to == nil:
        to = offset(line, bytes, "TZOFFSETTO")
        isBroken = isBroken || to == nil
      case .tzname where found.name.isEmpty: found.name = text(index, lines, bytes)
      case .rrule:
        if let rule = try? RecurrenceRule.repairing(raw(line, bytes)).rule, rule.frequency == .yearly {
          found.rules.append(rule)
        } else {
          report(
            .warning, .badTimeZone, line, "RRULE", "a zone does not change by such a rule",
            repair: "left out")
        }
      case .rdate:
        forEachValue(line, bytes, "RDATE", have: found.additions.count) { _, _, value in
          var time = PatientTime(value)
          if let read = time.read() { found.additions.append(read.local) }
        }
      default: break
      }
      index += 1
    }
    guard !isBroken else { return nil }
    guard let onset, let to else {
      report(
        .warning, .badTimeZone, lines[start], "", "an observance without a start or an offset",
        repair: "passed over")
      return nil
    }
    (found.start, found.offsetTo, found.offsetFrom) = (onset, to, from ?? to)
    return found
  }

  /// What TZOFFSETFROM or TZOFFSETTO says; `nil` is told.
  private mutating func offset(_ line: ContentLine, _ bytes: LineBytes, _ property: String) -> Int? {
    let value = bytes.value(of: line)
    guard let read = PatientOffset(value) else {
      let reason = value.isEmpty ? "an empty value" : "\(excerpt(value)) is no offset from UTC"
      report(
        .warning, .badValue, line, property, reason,
        repair: "its observance is passed over")
      return nil
    }
    if read.isAltered {
      report(
        read.seconds == 0 ? .note : .warning, .badValue, line, property,
        "\(excerpt(value)) is not written as RFC 5545 §3.3.14 has it",
        repair: "read as \(Zone.offsetName(read.seconds))")
    }
    return read.seconds
  }
}
