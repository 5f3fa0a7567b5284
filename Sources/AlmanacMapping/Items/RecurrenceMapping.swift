import AlmanacComponents
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
      let recurrence = draft.series.recurrence
      for rule in property == .rrule ? recurrence.rules : recurrence.exclusionRules {
        writer.add(property, value: writer.legal(rule, draft.fields.start).description)
      }
    }
  }

  static let additions = Row(.rdate) { reader, view, draft in
    let found = reader.additions(view, have: draft.series.recurrence.additions.count)
    draft.series.recurrence.additions += found
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
    let found = reader.exceptions(view, have: have)
    draft.series.recurrence.exceptions += found
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
          .warning, Diagnostic.Code(rawValue: issue.code.rawValue), property,
          "\(issue.part?.name ?? value): expected \(issue.expected)", repair: issue.repair)
      }
      return rule
    } catch {
      report(
        .error, Diagnostic.Code(rawValue: error.code.rawValue), property,
        "\(property.excerpt): expected \(error.expected)",
        repair: property.known == .rrule ? "left out: happens once" : "left out")
      return nil
    }
  }

  /// Looks at what depends on the start, once that is known.
  mutating func settleRecurrence(of draft: inout ItemDraft, _ extent: Extent, _ calendarZone: Zone?) {
    guard draft.series.recurrence != .none else { return }
    settleRules(of: &draft, calendarZone)
    noteSeries(draft, extent)
    reportForms(of: draft)
  }

  /// Gives UNTIL the form that the start asks for.
  private mutating func settleRules(of draft: inout ItemDraft, _ calendarZone: Zone?) {
    settleParts(of: &draft)
    guard let start = draft.fields.start else { return }
    for place in draft.series.recurrence.rules.indices {
      guard case .until(let until) = draft.series.recurrence.rules[place].end else { continue }
      let legal = until.legal(for: start, calendarZone: calendarZone)
      guard legal != until else { continue }
      report(
        .warning, Diagnostic.Code(rawValue: RecurrenceError.Code.untilValueType.rawValue),
        line: draft.lines.rules[place], "RRULE",
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

  fileprivate mutating func exceptions(_ property: PropertyView, have: Int) -> [EventTime] {
    var found: [EventTime] = []
    forEachValue(of: property, have: have) { reader, value in
      guard let read = reader.civil(value, property) else { return }
      found.append(reader.placed(read, property))
    }
    return found
  }

  fileprivate mutating func additions(_ property: PropertyView, have: Int) -> [RecurrenceDate] {
    var found: [RecurrenceDate] = []
    forEachValue(of: property, have: have) { reader, value in
      if value.contains(UInt8(ascii: "/")) {
        if let period = reader.period(value, property) {
          found.append(RecurrenceDate(period.start, extent: period.extent))
        }
      } else if let read = reader.civil(value, property) {
        found.append(RecurrenceDate(reader.placed(read, property)))
      }
    }
    return found
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

extension RecurrenceRule.Until {
  /// The form that RFC 5545 §3.3.10 asks for beside a start, with the same last instance: see `RecurrenceSet`.
  package func legal(for start: EventTime, calendarZone: Zone?) -> RecurrenceRule.Until {
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

// MARK: Writing

extension ModelWriter {
  /// Notes until when the zone of what repeats is needed.
  fileprivate mutating func noteRepeats(of draft: ItemDraft) {
    let recurrence = draft.series.recurrence
    guard let start = draft.fields.start, let zone = start.zone, recurrence != .none else { return }
    let seconds = draft.extent.seconds(from: start)
    if !recurrence.rules.isEmpty {
      times.repeats(in: zone, until: lastStart(of: recurrence.rules, from: start)?.adding(seconds: seconds))
    }
    if let last = recurrence.additions.lastEnd(in: zone, seconds) { times.repeats(in: zone, until: last) }
  }

  /// A time by which the last instance of rules has started; `nil` where one goes on.
  private func lastStart(of rules: [RecurrenceRule], from start: EventTime) -> Instant? {
    var last = start.instant(in: .utc)
    for rule in rules {
      var rule = legal(rule, start)
      // A start that only another rule gives does not count for this one.
      if rules.count > 1, case .count(let count) = rule.end, count < .max { rule.end = .count(count + 1) }
      guard let end = lastStart(of: rule, from: start) else { return nil }
      last = max(last, end)
    }
    return last
  }

  private func lastStart(of rule: RecurrenceRule, from start: EventTime) -> Instant? {
    switch rule.end {
    case .until(.utc(let until)): return Instant(utc: until)
    case .count(let count) where rule.isSupported(by: .gregorian):
      if case .zoned(let zoned) = start, let last = rule.lastStep(of: count, from: zoned.local) {
        return zoned.zone.instant(of: last)
      }
      switch RecurrenceExpansion(RecurrenceSet(start: start, rules: [rule])).bound {
      case .last(let last): return last.instant(in: .utc)
      case .empty: return start.instant(in: .utc)
      case .endless: return nil
      }
    default: return nil
    }
  }

  fileprivate func legal(_ rule: RecurrenceRule, _ start: EventTime?) -> RecurrenceRule {
    var legal = rule.withoutIdleParts(for: start)
    guard case .until(let until) = rule.end, let start else { return legal }
    legal.end = .until(until.legal(for: start, calendarZone: calendarZone))
    return legal
  }
}
