import AlmanacComponents
import AlmanacMapping
import AlmanacRecurrence
import AlmanacTime

/// Writing of recurrence rules, which have the same parts in iCalendar (RFC 8984 §4.3.3).
enum JSCalendarRule {
  /// - Parameter start: The start of the series: UNTIL is written in its zone; if `nil`, without conversion.
  static func object(_ rule: RecurrenceRule, start: EventTime?) -> JSONValue {
    func numbers(_ numbers: [Int]) -> JSONValue? { .list(numbers.map { .number(String($0)) }) }
    // GREGORIAN is required beside SKIP (RFC 7529 §4.1), but is the default beside `skip`.
    let scale = rule.calendarScale == "GREGORIAN" && rule.skip != .omit ? nil : rule.calendarScale
    let days = rule.byDay.map { day -> JSONValue in
      [
        "@type": "NDay", "day": .string(day.weekday.code.lowercased()),
        "nthOfPeriod": .integer(day.ordinal == 0 ? nil : day.ordinal),
      ]
    }
    var (count, until): (Int?, CivilDateTime?)
    switch rule.end {
    case .never: break
    case .count(let stated): count = stated
    case .until(let stated): until = local(stated, start)
    }
    return [
      "@type": "RecurrenceRule", "frequency": .string(rule.frequency.code.lowercased()),
      "interval": .integer(rule.interval == 1 ? nil : rule.interval),
      "rscale": .written(scale?.lowercased()),
      "skip": rule.skip == .omit ? nil : .string(rule.skip.code.lowercased()),
      "firstDayOfWeek": rule.weekStart == .monday ? nil : .string(rule.weekStart.code.lowercased()),
      "byDay": .list(days), "byMonth": .list(rule.byMonth.map { .string($0.description) }),
      "byMonthDay": numbers(rule.byMonthDay), "byYearDay": numbers(rule.byYearDay),
      "byWeekNo": numbers(rule.byWeekNumber), "byHour": numbers(rule.byHour),
      "byMinute": numbers(rule.byMinute), "bySecond": numbers(rule.bySecond),
      "bySetPosition": numbers(rule.bySetPosition), "count": .integer(count), "until": .written(until),
    ]
  }

  private static func local(_ until: RecurrenceRule.Until, _ start: EventTime?) -> CivilDateTime {
    switch until {
    case .date(let date):
      // Unless the start is a date, the end of the day, which is included as a whole.
      return start.map(\.isDate) ?? true ? date.startOfDay : date.startOfDay.adding(seconds: 86_399)
    case .local(let local): return local
    case .utc(let utc): return start?.zone.map { $0.local(at: Instant(utc: utc)) } ?? utc
    }
  }
}

/// Reads one RecurrenceRule (RFC 8984 §4.3.3) with the leniency and the repairs of the RRULE parser.
struct JSCalendarRuleReader {
  /// The rule, or `nil` if it could not be read.
  private(set) var rule: RecurrenceRule?
  /// Whether the rule that was read may lack instances of the intended one.
  private(set) var hidesInstances = false
  /// The faults found, with the lines of their members.
  private(set) var findings: [Diagnostic] = []
  private let value: JSONValue
  /// Whether the rule excludes instances.
  private let isExclusion: Bool

  /// - Parameter start: The start of the series, to whose form the end is converted; if `nil`, the end
  ///   remains a local time.
  init(_ value: JSONValue, start: EventTime?, isExclusion: Bool = false) {
    self.value = value
    self.isExclusion = isExclusion
    read(start)
  }

  private mutating func read(_ start: EventTime?) {
    guard value.members != nil else { return fail(.badValue, "a rule that is not an object") }
    do throws(RecurrenceError) {
      let (rule, issues) = try RecurrenceRule.repairing(parts())
      for issue in issues {
        if issue.hidesInstances { hidesInstances = true }
        report(
          .of(issue.code), Self.member(of: issue.part), "expected \(issue.expected)", repair: issue.repair)
      }
      self.rule = rule
    } catch {
      return fail(.of(error.code), "expected \(error.expected)")
    }
    readUntil(start)
    // RFC 8984 defaults to the Gregorian calendar; RFC 7529 requires its name beside SKIP.
    if let rule, rule.skip != .omit, rule.calendarScale == nil { self.rule?.calendarScale = "GREGORIAN" }
    guard var rule else { return }
    ModelReader.validateParts(of: &rule, start) { violation, repair in
      report(
        .of(violation.code), Self.member(of: violation.part), "expected \(violation.expected)", repair: repair
      )
    }
    self.rule = rule
  }

  // MARK: Findings

  private mutating func report(
    _ code: Diagnostic.Code, _ member: String, _ message: String, repair: String,
    severity: Diagnostic.Severity = .warning
  ) {
    let line = value.members?.first { $0.name == member }?.line ?? 0
    findings.append(Diagnostic(severity, code, line: line, message: "\(member): \(message)", repair: repair))
  }

  private mutating func fail(_ code: Diagnostic.Code, _ message: String) {
    (rule, hidesInstances) = (nil, true)
    let repair = isExclusion ? "kept, not followed" : "kept, not followed: happens once"
    report(code, "frequency", message, repair: repair, severity: .error)
  }

  // MARK: Parts

  /// The types of members.
  private enum Form { case word, number, month, weekday }

  private static let members: [(name: String, part: RecurrenceRule.Part, form: Form)] = [
    ("frequency", .frequency, .word), ("rscale", .calendarScale, .word), ("skip", .skip, .word),
    ("firstDayOfWeek", .weekStart, .word), ("byDay", .byDay, .weekday), ("byMonth", .byMonth, .month),
    ("interval", .interval, .number), ("count", .count, .number), ("byMonthDay", .byMonthDay, .number),
    ("byYearDay", .byYearDay, .number), ("byWeekNo", .byWeekNumber, .number), ("byHour", .byHour, .number),
    ("byMinute", .byMinute, .number), ("bySecond", .bySecond, .number),
    ("bySetPosition", .bySetPosition, .number),
  ]

  /// The member for a part of RRULE; `rule` if there is none.
  private static func member(of part: RecurrenceRule.Part?) -> String {
    members.first { $0.part == part }?.name ?? "rule"
  }

  /// The parts of the rule but its UNTIL, with their values in the form of RRULE.
  private mutating func parts() -> [(part: RecurrenceRule.Part, values: [String])] {
    var parts: [(part: RecurrenceRule.Part, values: [String])] = []
    for (name, part, form) in Self.members {
      let stated = elements(of: name)
      let values = stated.compactMap { text(of: $0, name, form) }
      if values.count < stated.count, part != .interval, part != .count { hidesInstances = true }
      if !values.isEmpty { parts.append((part, values)) }
    }
    return parts
  }

  private mutating func elements(of member: String) -> [JSONValue] {
    guard let stated = value[member] else { return [] }
    guard member.hasPrefix("by") else { return [stated] }
    if let elements = stated.elements { return elements }
    report(.badValue, member, "not a list", repair: "read as a list of one")
    return [stated]
  }

  private mutating func text(of value: JSONValue, _ member: String, _ form: Form) -> String? {
    let word = Self.word(value)
    switch form {
    case .word:
      if word == nil { report(.badValue, member, "not a value of \(member)", repair: "ignored") }
      return word
    case .number: return number(value, of: member)
    case .month:
      guard word == nil, let number = number(value, of: member) else { return word }
      report(.badValue, member, "\(number) is not a text", repair: "read as one")
      return number
    case .weekday:
      // A weekday in the form of RRULE instead of an NDay.
      if let word {
        report(.badValue, member, "\(word.prefix(20)) is not an NDay", repair: "read as BYDAY has it")
        return word
      }
      let code = value.text("day")
      guard Weekday(code: code.uppercased()) != nil else {
        report(.badValue, member, "an element without a day such as mo", repair: "ignored")
        return nil
      }
      guard let place = value["nthOfPeriod"] else { return code }
      return number(place, of: member).map { $0 + code }
    }
  }

  /// A number in the form of RRULE; its range is not checked.
  private mutating func number(_ stated: JSONValue, of member: String) -> String? {
    if case .number(let digits) = stated { return JSONNumber(digits)?.integer ?? digits }
    guard let text = Self.word(stated) else {
      report(.badValue, member, "an element that is not a number", repair: "ignored")
      return nil
    }
    report(.badValue, member, "\(text.prefix(20)) is a text, not a number", repair: "read as a number")
    return text
  }

  /// A string of the form of RRULE's words; `nil` for any other.
  private static func word(_ value: JSONValue) -> String? {
    value.text.flatMap { $0.isWord(with: "-+", upTo: 60) ? $0 : nil }
  }

  // MARK: The end

  /// Reads the end: a LocalDateTime, or with a report also a time in UTC or a date.
  private mutating func readUntil(_ start: EventTime?) {
    guard let stated = value["until"], var rule else { return }
    let form = "expected a local time such as 2026-06-30T21:59:59"
    guard let text = stated.text,
      let until = (try? CivilDateTime(text)).map(RecurrenceRule.Until.local)
        ?? RecurrenceRule.Until(repairing: text)
    else {
      return report(
        .of(.untilForm), "until", form, repair: rule.end == .never ? "ignored: no end" : "ignored")
    }
    if rule.end != .never {
      report(.of(.countWithUntil), "count", "expected count or until, not both", repair: "count ignored")
    }
    let end = start.map { until.conforming(to: $0) } ?? until
    rule.end = .until(end)
    self.rule = rule
    if case .local = until { return }
    report(.of(.untilForm), "until", form, repair: "read as \(end)")
  }
}
