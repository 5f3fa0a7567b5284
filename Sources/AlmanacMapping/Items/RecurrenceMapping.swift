package import AlmanacComponents
import AlmanacEvents
package import AlmanacRecurrence
package import AlmanacTime

/// RRULE, EXRULE, RDATE, EXDATE.
extension ComponentMapping<ItemDraft> {
  /// - Parameter lines: Where the lines of the rules are noted.
  static func rule(
    _ property: PropertyName, _ place: @autoclosure @escaping Row.Place<[RecurrenceRule]>,
    _ lines: @autoclosure @escaping Row.Place<[Int]>
  ) -> Row {
    Row(property) { reader, view, draft in
      guard let rule = reader.rule(view) else { return .dropped }
      draft.unmodelled.keepParameters(of: view, occurrence: draft[keyPath: place()].count)
      draft[keyPath: place()].append(rule)
      draft[keyPath: lines()].append(view.line)
      return .whole
    } write: { draft, writer in
      if property == .rrule { writer.noteRepeats(of: draft) }
      for rule in draft[keyPath: place()] {
        writer.add(property, value: writer.legal(rule, draft.fields.start).description)
      }
    }
  }

  static let additions = Row(.rdate) { reader, view, draft in
    let have = draft.series.recurrence.additions.count
    reader.forEachValue(of: view, have: have) { reader, value in
      guard let date = reader.addition(value, view) else { return }
      draft.series.recurrence.additions.append(date)
    }
    let found = draft.series.recurrence.additions[have...]
    if case .floating = found.last?.start, view.hasZone {
      draft.unmodelled.keepZone(of: view, occurrence: draft.lines.additions)
    }
    draft.lines.additions += 1
    return .listed(view.hasParameters ? found.map { TimeWriting.text(of: $0, reader.door) } : [])
  } write: { draft, writer in
    writer.add(.rdate, times: writer.times.values(draft.series.recurrence.additions))
  }

  static let exceptions = Row(.exdate) { reader, view, draft in
    let have = draft.series.recurrence.exceptions.count
    reader.forEachValue(of: view, have: have) { reader, value in
      guard let read = reader.civil(value, view) else { return }
      draft.series.recurrence.exceptions.append(reader.placed(read, view))
    }
    let found = draft.series.recurrence.exceptions[have...]
    if case .floating = found.last, view.hasZone {
      draft.unmodelled.keepZone(of: view, occurrence: draft.lines.exceptions.count)
    }
    draft.lines.exceptions.append((view.line, have))
    return .listed(view.hasParameters ? found.map { TimeWriting.text(of: $0, reader.door) } : [])
  } write: { draft, writer in
    writer.add(.exdate, times: writer.times.values(draft.series.recurrence.exceptions))
  }
}

extension Unmodelled {
  /// A zone that nobody knows belongs to whatever is written there without one.
  fileprivate mutating func keepZone(of property: PropertyView, occurrence: Int) {
    let zone = property.parameters(but: []).filter { $0.name == "TZID" }
    parameters.append(KeptParameters(property.title, occurrence: occurrence, zone))
  }
}

extension ModelReader {
  fileprivate mutating func rule(_ property: PropertyView) -> RecurrenceRule? {
    let value = property.trimmed
    do {
      let (rule, issues) = try RecurrenceRule.repairing(value)
      for issue in issues {
        report(
          .warning, .of(issue.code), property,
          "\(issue.part?.name ?? value): expected \(issue.expected)", repair: issue.repair)
      }
      return rule
    } catch {
      report(
        .error, .of(error.code), property, "\(property.excerpt): expected \(error.expected)",
        repair: property.known == .rrule ? "left out: happens once" : "left out")
      return nil
    }
  }

  /// Looks at what depends on the start, once that is known.
  mutating func settleRecurrence(of draft: inout ItemDraft, _ extent: Extent, _ calendarZone: Zone?) {
    guard draft.series.recurrence != .none else { return }
    let start = draft.fields.start
    if start == nil, draft.end == nil, draft.kind != .event, let line = draft.lines.rules.first {
      report(
        .warning, .missingStart, line: line, "DTSTART", "a rule without a start to count from",
        repair: "kept, does not repeat")
    }
    for (place, line) in draft.lines.rules.enumerated() {
      settle(&draft.series.recurrence.rules[place], .rrule, line, start, calendarZone)
    }
    for (place, line) in draft.lines.exclusionRules.enumerated() {
      settle(&draft.series.recurrence.exclusionRules[place], .exrule, line, start, calendarZone)
    }
    noteSeries(draft, extent)
    reportForms(of: draft)
  }

  /// Takes out of a rule what means nothing, and gives UNTIL the form that the start asks for.
  private mutating func settle(
    _ rule: inout RecurrenceRule, _ property: PropertyName, _ line: Int, _ start: EventTime?,
    _ calendarZone: Zone?
  ) {
    settleParts(of: &rule, start, line: line, property.text)
    guard let start, case .until(let until) = rule.end else { return }
    let legal = until.conforming(to: start, calendarZone: calendarZone ?? .utc)
    rule.end = .until(legal)
    if legal != until, property == .rrule {
      report(
        .warning, .of(.untilValueType), line: line, "RRULE",
        "UNTIL=\(until) is not of the form that a start of \(start) asks for", repair: "read as \(legal)")
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
      ZoneSeries(recurrence.rules, recurrence.additions, from: start, seconds: seconds),
      use: draft.lines.startUse)
  }

  /// Reports each line of EXDATE whose times are not of the form of the start, which other programs may pass over.
  private mutating func reportForms(of draft: ItemDraft) {
    guard let start = draft.fields.start else { return }
    let exceptions = draft.series.recurrence.exceptions
    var behind = exceptions.count
    for (line, first) in draft.lines.exceptions.reversed() {
      if let other = exceptions[first..<behind].first(where: { !$0.hasSameForm(as: start) }) {
        let repair =
          switch (start, other) {
          case (.date, _): "takes out the day \(other.date)"
          case (_, .date): "takes out what begins on that day"
          default: "compared by its digits, \(other.local)"
          }
        report(
          .warning, .mixedTimeForms, line: line, "EXDATE",
          "\(other) is not of the form of the start, \(start)", repair: repair)
      }
      behind = first
    }
  }

  fileprivate mutating func addition(
    _ value: UnsafeBufferPointer<UInt8>, _ property: PropertyView
  ) -> RecurrenceDate? {
    guard value.contains(UInt8(ascii: "/")) else {
      return civil(value, property).map { RecurrenceDate(placed($0, property)) }
    }
    return period(value, property).map { RecurrenceDate($0.start, extent: $0.extent) }
  }

  /// A PERIOD: a start with an end or a duration.
  mutating func period(
    _ value: UnsafeBufferPointer<UInt8>, _ property: PropertyView
  ) -> (start: EventTime, extent: RecurrenceDate.Extent)? {
    if let slash = value.firstIndex(of: UInt8(ascii: "/")) {
      let first = UnsafeBufferPointer(rebasing: value[..<slash])
      let rest = UnsafeBufferPointer(rebasing: value[(slash + 1)...])
      if let read = stated(first), !read.isDate {
        let start = placed(read, property)
        if let duration = door.duration(rest), !duration.isNegative { return (start, .duration(duration)) }
        if let read = stated(rest), !read.isDate {
          let end = matching(placed(read, property), start, line: property.line, property.title)
          if start.isBefore(end) { return (start, .end(end)) }
        }
      }
    }
    report(.error, .badValue, property, "\(excerpt(value)) is no period", repair: "left out")
    return nil
  }
}

// MARK: Writing

extension ModelWriter {
  /// Notes until when the zone of what repeats is needed.
  fileprivate mutating func noteRepeats(of draft: ItemDraft) {
    let recurrence = draft.series.recurrence
    guard case .zoned(let start) = draft.fields.start, recurrence != .none else { return }
    let seconds = draft.extent.seconds(from: .zoned(start))
    let rules = recurrence.rules.map { legal($0, .zoned(start)) }
    let series = ZoneSeries(rules, recurrence.additions, from: start, seconds: seconds)
    times.repeats(in: start.zone, until: series.isEndless ? nil : series.end)
    guard !series.isEndless else { return }
    for var rule in series.counted {
      // A start that only another rule gives does not count for this one.
      if rules.count > 1, case .count(let count) = rule.end, count < .max { rule.end = .count(count + 1) }
      let set = RecurrenceSet(start: .zoned(start), rules: [rule])
      switch rule.isSupported(by: .gregorian) ? RecurrenceExpansion(set).bound : .endless {
      case .last(let last):
        times.repeats(in: start.zone, until: last.instant(in: .utc).adding(seconds: seconds))
      case .empty: break
      case .endless: times.repeats(in: start.zone, until: nil)
      }
    }
  }

  fileprivate func legal(_ rule: RecurrenceRule, _ start: EventTime?) -> RecurrenceRule {
    let legal = rule.removingIgnoredParts(for: start)
    return start.map { legal.conforming(to: $0, calendarZone: calendarZone ?? .utc) } ?? legal
  }
}

// MARK: Parts of rules

/// Parts of rules that RFC 5545 §3.3.10 forbids beside others.
extension ModelReader {
  /// Reports them, and takes out those that mean nothing.
  mutating func settleParts(
    of rule: inout RecurrenceRule, _ start: EventTime?, line: Int, _ property: String
  ) {
    let violations = Self.violations(of: rule, start)
    guard !violations.isEmpty else { return }
    let legal = rule.removingIgnoredParts(for: start)
    for violation in violations {
      report(
        .warning, .of(violation.code), line: line, property,
        "\(violation.part.name): expected \(violation.expected)",
        repair: Self.repair(of: violation, in: rule, legal))
    }
    rule = legal
  }

  package static func violations(of rule: RecurrenceRule, _ start: EventTime?) -> [RecurrenceViolation] {
    rule.validate(for: start).filter { codesOfParts.contains($0.code) }
  }

  private static let codesOfParts: Set<RecurrenceError.Code> = [
    .numberedWeekday, .numberedWeekdayInWeek, .partNotForFrequency, .positionAlone, .timeOnDate,
    .skipWithoutScale, .monthWithoutScale,
  ]

  /// How the expansion takes it.
  package static func repair(
    of violation: RecurrenceViolation, in rule: RecurrenceRule, _ legal: RecurrenceRule
  ) -> String {
    switch violation.code {
    case .numberedWeekday, .numberedWeekdayInWeek:
      "read without the numbers, as BYDAY=\(legal.byDay.map(\.description).joined(separator: ","))"
    case .positionAlone where legal.bySetPosition.isEmpty: "read without it: there is one instance to choose"
    case .positionAlone: "read as it stands: there is no such instance"
    case .timeOnDate where violation.part == .frequency: "read as giving no instance but the start"
    case .timeOnDate: "left out: a date has no time of day"
    case .skipWithoutScale: "read as beside RSCALE=GREGORIAN"
    case .monthWithoutScale: "read as a month that never comes"
    default: "read as a limit: what is not in \(violation.part.name) is no instance"
    }
  }
}

extension Diagnostic.Code {
  /// The code of a fault of a rule.
  package static func of(_ code: RecurrenceError.Code) -> Self { Self(rawValue: code.rawValue) }
}
