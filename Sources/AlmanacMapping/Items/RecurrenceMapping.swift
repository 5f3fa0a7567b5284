package import AlmanacComponents
import AlmanacEvents
package import AlmanacRecurrence
package import AlmanacTime

/// Rows for RRULE, EXRULE, RDATE and EXDATE.
extension ComponentMapping<ItemDraft> {
  /// - Parameter lines: The member that stores the line numbers of the rules.
  static func rule(
    _ property: PropertyName, _ place: @autoclosure @escaping Row.Closure<[RecurrenceRule]>,
    _ lines: @autoclosure @escaping Row.Closure<[Int]>
  ) -> Row {
    Row(property) { reader, view, draft in
      guard let (rule, isWhole) = reader.rule(view) else { return .unread }
      if isWhole {
        draft.unmodelled.keepParameters(of: view, occurrence: draft[keyPath: place()].count)
      } else {
        draft.unmodelled.properties.append(view.property)
      }
      draft[keyPath: place()].append(rule)
      draft[keyPath: lines()].append(view.line)
      return .whole
    } write: { draft, writer in
      if property == .rrule { writer.recordRecurrence(of: draft) }
      var kept = writer.keptRules(property, draft)
      for rule in draft[keyPath: place()] {
        let legal = writer.legal(rule, draft.fields.start)
        // A partly read rule is represented by its original line.
        if let place = kept.firstIndex(of: legal) {
          kept.remove(at: place)
        } else {
          writer.add(property, value: legal.description)
        }
      }
    }
  }

  static let additions = dates(.rdate, \.series.recurrence.additions, \.lines.additions) {
    $0.addition($1, $2)
  } date: {
    $0
  }

  static let exceptions = dates(.exdate, \.series.recurrence.exceptions, \.lines.exceptions) {
    reader, value, view in
    reader.civil(value, view).map { reader.applyingZone($0, view) }
  } date: {
    RecurrenceDate($0)
  }

  /// - Parameter lines: The member that stores each line number with the index of the line's first value.
  private static func dates<Value: Sendable>(
    _ property: PropertyName, _ place: @autoclosure @escaping Row.Closure<[Value]>,
    _ lines: @autoclosure @escaping Row.Closure<[(line: Int, first: Int)]>,
    read: @escaping @Sendable (inout ModelReader, UnsafeBufferPointer<UInt8>, PropertyView) -> Value?,
    date: @escaping @Sendable (Value) -> RecurrenceDate
  ) -> Row {
    Row(property) { reader, view, draft in
      let have = draft[keyPath: place()].count
      var unread: [String] = []
      reader.forEachValue(of: view, have: have) { reader, value in
        if let value = read(&reader, value, view) {
          draft[keyPath: place()].append(value)
        } else {
          unread.append(String(decoding: value, as: UTF8.self))
        }
      }
      if !unread.isEmpty {
        var line = view.property
        line.value = unread.joined(separator: ",")
        draft.unmodelled.properties.append(line)
      }
      let found = draft[keyPath: place()][have...].map(date)
      if case .floating = found.last?.start, view.hasZone {
        draft.unmodelled.keepZone(of: view, occurrence: draft[keyPath: lines()].count)
      }
      draft[keyPath: lines()].append((view.line, have))
      return .listed(view.hasParameters ? found.map { TimeWriting.text(of: $0, reader.door) } : [])
    } write: { draft, writer in
      writer.add(property, times: writer.times.values(draft[keyPath: place()].map(date)))
    }
  }
}

extension Unmodelled {
  /// Keeps the TZID of an unknown zone for floating times on the line.
  fileprivate mutating func keepZone(of property: PropertyView, occurrence: Int) {
    let zone = property.parameters(but: []).filter { $0.name == "TZID" }
    parameters.append(KeptParameters(property.title, occurrence: occurrence, zone))
  }
}

extension ModelReader {
  /// A rule, and whether all of it that chooses instances was read.
  fileprivate mutating func rule(_ property: PropertyView) -> (rule: RecurrenceRule, isWhole: Bool)? {
    let value = property.trimmed
    do {
      let (rule, issues) = try RecurrenceRule.repairing(value)
      for issue in issues {
        report(
          .warning, .of(issue.code), property,
          issue.part == nil ? "\(value): \(issue.message)" : issue.message, repair: issue.repair)
      }
      return (rule, !issues.contains(where: \.hidesInstances))
    } catch {
      report(
        .error, .of(error.code), property, "\(property.excerpt): expected \(error.expected)",
        repair: property.known == .rrule ? "ignored: happens once" : "ignored")
      return nil
    }
  }

  /// Validates the recurrence against the start, once that is known.
  mutating func validateRecurrence(of draft: inout ItemDraft, _ extent: Extent, _ calendarZone: Zone?) {
    guard draft.isOfSeries, draft.series.recurrence != .none else { return }
    let start = draft.fields.start
    if start == nil, draft.end == nil, draft.kind != .event, let line = draft.lines.rules.first {
      report(
        .warning, .missingStart, line: line, "DTSTART", "a rule without a start to count from",
        repair: "kept, does not repeat")
    }
    for (place, line) in draft.lines.rules.enumerated() {
      validate(&draft.series.recurrence.rules[place], .rrule, line, start, calendarZone)
    }
    for (place, line) in draft.lines.exclusionRules.enumerated() {
      validate(&draft.series.recurrence.exclusionRules[place], .exrule, line, start, calendarZone)
    }
    recordSeries(draft, extent)
    reportForms(of: draft)
    if draft.series.recurrenceID != nil { reportRecurrenceOfInstance(draft.lines) }
  }

  /// Reports the rules and dates of an override, which is one instance (RFC 5545 §3.8.4.4) and does not repeat.
  private mutating func reportRecurrenceOfInstance(_ lines: ItemDraft.Lines) {
    let all: [(PropertyName, [Int])] = [
      (.rrule, lines.rules), (.exrule, lines.exclusionRules), (.rdate, lines.additions.map { $0.line }),
      (.exdate, lines.exceptions.map { $0.line }),
    ]
    for (property, lines) in all {
      for line in lines {
        report(
          .note, .misplacedProperty, line: line, property.text,
          "\(property.text) beside a RECURRENCE-ID, which is one instance", repair: "preserved, not followed")
      }
    }
  }

  /// Removes parts of a rule without effect, and converts UNTIL to the form of the start.
  private mutating func validate(
    _ rule: inout RecurrenceRule, _ property: PropertyName, _ line: Int, _ start: EventTime?,
    _ calendarZone: Zone?
  ) {
    validateParts(of: &rule, start, line: line, property.text)
    guard let start, case .until(let until) = rule.end else { return }
    let legal = until.conforming(to: start, calendarZone: calendarZone ?? .utc)
    rule.end = .until(legal)
    if legal != until, property == .rrule {
      report(
        .warning, .of(.untilValueType), line: line, "RRULE",
        "UNTIL=\(until) does not have the form of the start, \(start)", repair: "read as \(legal)")
    }
  }

  /// Records the time until which the start's zone is needed.
  private mutating func recordSeries(_ draft: ItemDraft, _ extent: Extent) {
    let recurrence = draft.series.recurrence
    guard case .zoned(let start) = draft.fields.start,
      !recurrence.rules.isEmpty || !recurrence.additions.isEmpty
    else { return }
    let seconds = extent.seconds(from: .zoned(start))
    zones.record(
      ZoneSeries(recurrence.rules, recurrence.additions, from: start, seconds: seconds),
      use: draft.lines.startUse)
  }

  /// Reports each EXDATE line with times not in the form of the start, which other programs may ignore.
  private mutating func reportForms(of draft: ItemDraft) {
    guard let start = draft.fields.start else { return }
    let exceptions = draft.series.recurrence.exceptions
    var behind = exceptions.count
    for (line, first) in draft.lines.exceptions.reversed() {
      if let other = exceptions[first..<behind].first(where: { !$0.hasSameForm(as: start) }) {
        let repair =
          switch (start, other) {
          case (.date, _): "excludes the day \(other.date)"
          case (_, .date): "excludes instances that begin on that day"
          default: "compared as the local time \(other.local)"
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
    let isDeclared = property.hasParameter("VALUE", "PERIOD")
    guard value.contains(UInt8(ascii: "/")) else {
      let start = civil(value, property).map { applyingZone($0, property) }
      if isDeclared, let start {
        report(
          .warning, .timeForm, property, "\(excerpt(value)) is not a period, as VALUE=PERIOD states",
          repair: "read as \(start)")
      }
      return start.map { RecurrenceDate($0) }
    }
    guard let (start, extent) = period(value, property) else { return nil }
    if !isDeclared {
      report(
        .warning, .timeForm, property, "a period without VALUE=PERIOD",
        repair: "read as a period from \(start)")
    }
    return RecurrenceDate(start, extent: extent)
  }

  /// Reads a PERIOD: a start with an end or a duration.
  mutating func period(
    _ value: UnsafeBufferPointer<UInt8>, _ property: PropertyView
  ) -> (start: EventTime, extent: RecurrenceDate.Extent)? {
    if let slash = value.firstIndex(of: UInt8(ascii: "/")) {
      let first = UnsafeBufferPointer(rebasing: value[..<slash])
      let rest = UnsafeBufferPointer(rebasing: value[(slash + 1)...])
      if let read = stated(first), !read.isDate {
        let start = applyingZone(read, property)
        if let duration = door.duration(rest), !duration.isNegative { return (start, .duration(duration)) }
        if let read = stated(rest), !read.isDate {
          let end = matching(applyingZone(read, property), start, line: property.line, property.title)
          if start.isBefore(end) { return (start, .end(end)) }
        }
      }
    }
    report(.error, .badValue, property, "\(excerpt(value)) is not a period")
    return nil
  }
}

// MARK: Writing

extension ModelWriter {
  /// Records the time until which the zone of a recurring item is needed.
  fileprivate mutating func recordRecurrence(of draft: ItemDraft) {
    let recurrence = draft.series.recurrence
    guard case .zoned(let start) = draft.fields.start, recurrence != .none else { return }
    let seconds = draft.extent.seconds(from: .zoned(start))
    let rules = recurrence.rules.map { legal($0, .zoned(start)) }
    let series = ZoneSeries(rules, recurrence.additions, from: start, seconds: seconds)
    times.recordRecurrence(in: start.zone, until: series.isEndless ? nil : series.end)
    guard !series.isEndless else { return }
    for var rule in series.counted {
      // If several rules yield the instances, the start may come from another rule and
      // does not count for this one.
      if rules.count > 1, case .count(let count) = rule.end, count < .max { rule.end = .count(count + 1) }
      let set = RecurrenceSet(start: .zoned(start), Recurrence([rule]))
      switch rule.isSupported(by: .gregorian) ? RecurrenceExpansion(set).bound : .endless {
      case .last(let last):
        times.recordRecurrence(in: start.zone, until: last.instant(in: .utc).adding(seconds: seconds))
      case .empty: break
      case .endless: times.recordRecurrence(in: start.zone, until: nil)
      }
    }
  }

  /// The rules that kept lines were read as in part.
  fileprivate func keptRules(_ property: PropertyName, _ draft: ItemDraft) -> [RecurrenceRule] {
    guard !draft.unmodelled.properties.isEmpty else { return [] }
    return draft.unmodelled.properties.all(named: property.text).compactMap { line in
      (try? RecurrenceRule.repairing(line.value)).map { legal($0.rule, draft.fields.start) }
    }
  }

  fileprivate func legal(_ rule: RecurrenceRule, _ start: EventTime?) -> RecurrenceRule {
    let legal = rule.removingIgnoredParts(for: start)
    return start.map { legal.conforming(to: $0, calendarZone: calendarZone ?? .utc) } ?? legal
  }
}

// MARK: Parts of rules

/// Validation of rule parts whose combination RFC 5545 §3.3.10 forbids.
extension ModelReader {
  /// Reports such parts and removes those without effect.
  mutating func validateParts(
    of rule: inout RecurrenceRule, _ start: EventTime?, line: Int, _ property: String
  ) {
    Self.validateParts(of: &rule, start) { violation, repair in
      report(
        .warning, .of(violation.code), line: line, property, violation.message, repair: repair)
    }
  }

  /// Removes parts without effect, and calls `report` with each violation and its repair.
  package static func validateParts(
    of rule: inout RecurrenceRule, _ start: EventTime?,
    report: (_ violation: RecurrenceViolation, _ repair: String) -> Void
  ) {
    let violations = rule.validate(for: start).filter { codesOfParts.contains($0.code) }
    guard !violations.isEmpty else { return }
    let legal = rule.removingIgnoredParts(for: start)
    for violation in violations { report(violation, repair(of: violation, in: rule, legal)) }
    rule = legal
  }

  private static let codesOfParts: Set<RecurrenceError.Code> = [
    .numberedWeekday, .numberedWeekdayInWeek, .partNotForFrequency, .positionAlone, .timeOnDate,
    .skipWithoutScale, .monthWithoutScale,
  ]

  /// The repair text: how the expansion interprets the part.
  private static func repair(
    of violation: RecurrenceViolation, in rule: RecurrenceRule, _ legal: RecurrenceRule
  ) -> String {
    switch violation.code {
    case .numberedWeekday, .numberedWeekdayInWeek:
      "read without the numbers, as BYDAY=\(legal.byDay.map(\.description).joined(separator: ","))"
    case .positionAlone where legal.bySetPosition.isEmpty: "read without it: there is one instance to choose"
    case .positionAlone: "read as written: there is no such instance"
    case .timeOnDate where violation.part == .frequency: "read as matching only the start"
    case .timeOnDate: "ignored: a date has no time of day"
    case .skipWithoutScale: "read as if RSCALE=GREGORIAN were stated"
    case .monthWithoutScale: "matches no month"
    default: "read as a limit: what is not in \(violation.part.name) is no instance"
    }
  }
}

extension Diagnostic.Code {
  /// The code for a fault of a rule.
  package static func of(_ code: RecurrenceError.Code) -> Self { Self(rawValue: code.rawValue) }
}
