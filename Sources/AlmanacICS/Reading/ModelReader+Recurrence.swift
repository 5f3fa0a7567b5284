import AlmanacComponents
import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime

/// RRULE, EXRULE, RDATE, EXDATE.
extension ModelReader {
  mutating func rule(
    _ property: KnownProperty, _ index: Int, _ lines: [ContentLine], _ bytes: LineBytes,
    into draft: inout ItemDraft
  ) {
    let value = raw(lines[index], bytes)
    let rule: RecurrenceRule
    do {
      let (read, issues) = try RecurrenceRule.repairing(value)
      rule = read
      for issue in issues {
        report(
          .warning, Diagnostic.Code(rawValue: issue.code.rawValue), lines[index], property.text,
          "\(issue.part?.name ?? value): expected \(issue.expected)", repair: issue.repair)
      }
    } catch {
      report(
        .error, Diagnostic.Code(rawValue: error.code.rawValue), lines[index], property.text,
        "\(excerpt(bytes.value(of: lines[index]))): expected \(error.expected)",
        repair: property == .rrule ? "left out: happens once" : "left out")
      return
    }
    if property == .rrule {
      draft.series.recurrence.rules.append(rule)
      draft.ruleLines.append(index)
    } else {
      draft.series.recurrence.exclusionRules.append(rule)
      draft.exclusionRuleLines.append(index)
    }
  }

  /// Looks at what depends on the start, once that is known.
  mutating func settleRecurrence(
    of draft: inout ItemDraft, _ extent: Extent, _ lines: [ContentLine], _ calendarZone: Zone?
  ) {
    settleRules(of: &draft, lines, calendarZone)
    noteSeries(draft, extent)
    tellForms(of: draft, lines)
  }

  /// Gives UNTIL the form that the start asks for.
  private mutating func settleRules(of draft: inout ItemDraft, _ lines: [ContentLine], _ calendarZone: Zone?)
  {
    guard !draft.series.recurrence.rules.isEmpty || !draft.series.recurrence.exclusionRules.isEmpty else {
      return
    }
    settleParts(of: &draft, lines)
    guard let start = draft.fields.start else { return }
    for place in draft.series.recurrence.rules.indices {
      guard case .until(let until) = draft.series.recurrence.rules[place].end else { continue }
      let legal = until.legal(for: start, calendarZone: calendarZone)
      guard legal != until else { continue }
      report(
        .warning, Diagnostic.Code(rawValue: RecurrenceError.Code.untilValueType.rawValue),
        lines[draft.ruleLines[place]], "RRULE",
        "UNTIL=\(until) is not of the form that a start of \(start) asks for", repair: "read as \(legal)")
      draft.series.recurrence.rules[place].end = .until(legal)
    }
    for place in draft.series.recurrence.exclusionRules.indices {
      if case .until(let until) = draft.series.recurrence.exclusionRules[place].end {
        draft.series.recurrence.exclusionRules[place].end = .until(
          until.legal(for: start, calendarZone: calendarZone))
      }
    }
  }

  /// Notes until when its start's zone is needed.
  private mutating func noteSeries(_ draft: ItemDraft, _ extent: Extent) {
    let recurrence = draft.series.recurrence
    guard case .zoned(let start) = draft.fields.start,
      !recurrence.rules.isEmpty || !recurrence.additions.isEmpty
    else { return }
    let seconds = extent.seconds(from: .zoned(start))
    zones.note(
      ZoneSeries(recurrence.rules, recurrence.additions, from: start, seconds: seconds), use: draft.startUse)
  }

  /// Tells of each line of EXDATE whose times are not of the form of the start, which other programs may pass over.
  private mutating func tellForms(of draft: ItemDraft, _ lines: [ContentLine]) {
    guard let start = draft.fields.start else { return }
    let exceptions = draft.series.recurrence.exceptions
    var behind = exceptions.count
    for (line, first) in draft.exceptionLines.reversed() {
      if let other = exceptions[first..<behind].first(where: { !$0.hasSameForm(as: start) }) {
        let repair =
          switch (start, other) {
          case (.date, _): "takes out the day \(other.date)"
          case (_, .date): "takes out what begins on that day"
          default: "compared by its digits, \(other.local)"
          }
        report(
          .warning, .mixedTimeForms, lines[line], "EXDATE",
          "\(other) is not of the form of the start, \(start)", repair: repair)
      }
      behind = first
    }
  }

  mutating func exceptions(
    _ index: Int, _ lines: [ContentLine], _ bytes: LineBytes, have: Int
  ) -> [EventTime] {
    var found: [EventTime] = []
    forEachValue(lines[index], bytes, "EXDATE", have: have) { reader, place, value in
      let line = lines[index]
      guard let read = reader.civil(index, place, value, line, "EXDATE") else { return }
      found.append(reader.placed(read, line, bytes, "EXDATE"))
    }
    return found
  }

  mutating func additions(
    _ index: Int, _ lines: [ContentLine], _ bytes: LineBytes, have: Int
  ) -> [RecurrenceDate] {
    var found: [RecurrenceDate] = []
    forEachValue(lines[index], bytes, "RDATE", have: have) { reader, place, value in
      let line = lines[index]
      if value.contains(UInt8(ascii: "/")) {
        if let period = reader.period(value, line, bytes, "RDATE") {
          found.append(RecurrenceDate(period.start, extent: period.extent))
        }
      } else if let read = reader.civil(index, place, value, line, "RDATE") {
        found.append(RecurrenceDate(reader.placed(read, line, bytes, "RDATE")))
      }
    }
    return found
  }

  /// A PERIOD: a start with an end or a duration. libical's own reading of it is checked part by part.
  mutating func period(
    _ value: UnsafeBufferPointer<UInt8>, _ line: ContentLine, _ bytes: LineBytes, _ property: String
  ) -> (start: EventTime, extent: RecurrenceDate.Extent)? {
    guard let slash = value.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    var first = PatientTime(UnsafeBufferPointer(rebasing: value[..<slash]))
    let rest = UnsafeBufferPointer(rebasing: value[(slash + 1)...])
    guard let read = first.read(), !read.isDate else { return badPeriod(value, line, property) }
    let start = placed(read, line, bytes, property)
    if let duration = try? CalendarDuration(String(decoding: rest, as: UTF8.self)), !duration.isNegative {
      return (start, .duration(duration))
    }
    var second = PatientTime(rest)
    guard let read = second.read(), !read.isDate else { return badPeriod(value, line, property) }
    let end = matching(placed(read, line, bytes, property), start, line, property)
    return start.isBefore(end) ? (start, .end(end)) : badPeriod(value, line, property)
  }

  private mutating func badPeriod(
    _ value: UnsafeBufferPointer<UInt8>, _ line: ContentLine, _ property: String
  ) -> (start: EventTime, extent: RecurrenceDate.Extent)? {
    report(.error, .badValue, line, property, "\(excerpt(value)) is no period", repair: "left out")
    return nil
  }
}

extension RecurrenceRule.Until {
  /// The form that RFC 5545 §3.3.10 asks for beside a start, with the same last instance: see `RecurrenceSet`.
  func legal(for start: EventTime, calendarZone: Zone?) -> RecurrenceRule.Until {
    switch (start, self) {
    case (.date, .date), (.floating, .local), (.zoned, .utc): return self
    case (.date, .local(let local)): return .date(local.date)
    case (.date, .utc(let utc)):
      return .date((calendarZone ?? .utc).local(at: Instant(utc: utc)).date)
    case (.floating, .date(let date)): return .local(date.lastSecond)
    case (.floating, .utc(let utc)): return .local(utc)
    case (.zoned(let zoned), .date(let date)): return .utc(zoned.zone.instant(of: date.lastSecond).utc)
    case (.zoned(let zoned), .local(let local)): return .utc(zoned.zone.instant(of: local).utc)
    }
  }
}

extension CivilDate {
  fileprivate var lastSecond: CivilDateTime { startOfDay.adding(seconds: 86_399) }
}
