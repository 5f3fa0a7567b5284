import AlmanacComponents
import AlmanacMapping
import AlmanacRecurrence
import AlmanacTime

/// Recurrence rules, whose parts are the same in both (RFC 8984 §4.3.3).
enum JSCalendarRule {
  /// - Parameter start: Of the series: UNTIL is written on its clock. Without one as it stands.
  static func object(_ rule: RecurrenceRule, start: EventTime?) -> JSONValue {
    func numbers(_ numbers: [Int]) -> JSONValue? { .list(numbers.map { .number(String($0)) }) }
    // Beside SKIP it must stand (RFC 7529 §4.1), beside `skip` it need not.
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
      // A day is included as a whole.
      return start.map(\.isDate) ?? true ? date.startOfDay : date.startOfDay.adding(seconds: 86_399)
    case .local(let local): return local
    case .utc(let utc): return start?.zone.map { $0.local(at: Instant(utc: utc)) } ?? utc
    }
  }
}

/// Reads one RecurrenceRule (RFC 8984 §4.3.3) with the patience and by the repairs of the reader of RRULE.
struct JSCalendarRuleReader {
  /// `nil` for what is no rule.
  private(set) var rule: RecurrenceRule?
  /// What is not as it should be, with the lines of its members.
  private(set) var findings: [Diagnostic] = []
  private let value: JSONValue
  /// Whether a rule that cannot be read takes instances out.
  private let isExclusion: Bool

  /// - Parameter start: Of the series, whose form the end takes; without one it stays a local time.
  init(_ value: JSONValue, start: EventTime?, isExclusion: Bool = false) {
    self.value = value
    self.isExclusion = isExclusion
    read(start)
  }

  private mutating func read(_ start: EventTime?) {
    guard value.members != nil else { return fail(.badValue, "a rule that is no object") }
    let text = parts()
    guard text.utf8.count <= RecurrenceRule.longestText else {
      return fail(.of(.tooLong), "a rule that is longer than any needs")
    }
    do throws(RecurrenceError) {
      let (rule, issues) = try RecurrenceRule.repairing(text)
      for issue in issues {
        let member = Self.member(of: issue.part?.name)
        report(.of(issue.code), member, "expected \(issue.expected)", repair: issue.repair)
      }
      self.rule = rule
    } catch {
      return fail(.of(error.code), "frequency: expected \(error.expected)")
    }
    readUntil(start)
    // RFC 8984 takes the Gregorian calendar where no other is named, RFC 7529 wants its name beside SKIP.
    if let rule, rule.skip != .omit, rule.calendarScale == nil { self.rule?.calendarScale = "GREGORIAN" }
    removeIdleParts(for: start)
  }

  // MARK: Findings

  private mutating func add(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, _ member: String, _ message: String,
    repair: String
  ) {
    let line = value.members?.first { $0.name == member }?.line ?? 0
    findings.append(Diagnostic(severity, code, line: line, message: message, repair: repair))
  }

  private mutating func report(_ code: Diagnostic.Code, _ member: String, _ message: String, repair: String) {
    add(.warning, code, member, "\(member): \(message)", repair: repair)
  }

  private mutating func fail(_ code: Diagnostic.Code, _ message: String) {
    rule = nil
    let repair = isExclusion ? "kept, not followed" : "kept, not followed: happens once"
    add(.error, code, "frequency", message, repair: repair)
  }

  // MARK: Parts

  /// How the values of a member are written.
  private enum Form { case word, number, month, weekday }

  private static let members: [(name: String, part: String, form: Form)] = [
    ("frequency", "FREQ", .word), ("rscale", "RSCALE", .word), ("skip", "SKIP", .word),
    ("firstDayOfWeek", "WKST", .word), ("byDay", "BYDAY", .weekday), ("byMonth", "BYMONTH", .month),
    ("interval", "INTERVAL", .number), ("count", "COUNT", .number), ("byMonthDay", "BYMONTHDAY", .number),
    ("byYearDay", "BYYEARDAY", .number), ("byWeekNo", "BYWEEKNO", .number), ("byHour", "BYHOUR", .number),
    ("byMinute", "BYMINUTE", .number), ("bySecond", "BYSECOND", .number),
    ("bySetPosition", "BYSETPOS", .number),
  ]

  /// The member for a part of RRULE.
  private static func member(of part: String?) -> String {
    members.first { $0.part == part }?.name ?? "rule"
  }

  /// The rule but for its end as RRULE has it.
  private mutating func parts() -> String {
    var parts: [String] = []
    for (name, part, form) in Self.members {
      let texts = elements(of: name).compactMap { text(of: $0, name, form) }
      if !texts.isEmpty { parts.append(part + "=" + texts.joined(separator: ",")) }
    }
    return parts.joined(separator: ";")
  }

  private mutating func elements(of member: String) -> [JSONValue] {
    guard let stated = value[member] else { return [] }
    guard member.hasPrefix("by") else { return [stated] }
    if let elements = stated.elements { return elements }
    report(.badValue, member, "no list", repair: "read as a list of one")
    return [stated]
  }

  private mutating func text(of value: JSONValue, _ member: String, _ form: Form) -> String? {
    let word = Self.word(value)
    switch form {
    case .word:
      if word == nil { report(.badValue, member, "no word of \(member)", repair: "left out") }
      return word
    case .number: return number(value, of: member)
    case .month:
      guard word == nil, let number = number(value, of: member) else { return word }
      report(.badValue, member, "\(number) is no text", repair: "read as one")
      return number
    case .weekday:
      // As RRULE has it; meant is an NDay.
      if let word {
        report(.badValue, member, "\(word.prefix(20)) is no NDay", repair: "read as BYDAY has it")
        return word
      }
      let code = value.text("day")
      guard Weekday(code: code.uppercased()) != nil else {
        report(.badValue, member, "an element without a day such as mo", repair: "left out")
        return nil
      }
      guard let place = value["nthOfPeriod"] else { return code }
      return number(place, of: member).map { $0 + code }
    }
  }

  /// A number as RRULE has it, within its limits or not.
  private mutating func number(_ stated: JSONValue, of member: String) -> String? {
    if case .number(let digits) = stated { return JSONNumber(digits)?.integer ?? digits }
    guard let text = Self.word(stated) else {
      report(.badValue, member, "what is no number", repair: "left out")
      return nil
    }
    report(.badValue, member, "\(text.prefix(20)) is a text, not a number", repair: "read as a number")
    return text
  }

  /// A text that can stand in an RRULE; `nil` for any other.
  private static func word(_ value: JSONValue) -> String? {
    value.text.flatMap { text in
      let isWord = text.utf8.allSatisfy {
        (48...57).contains($0) || (65...90).contains($0 & 0xDF) || "-+".utf8.contains($0)
      }
      return isWord && (1...60).contains(text.utf8.count) ? text : nil
    }
  }

  // MARK: The end

  /// A LocalDateTime; a time in UTC and a day are understood too.
  private mutating func readUntil(_ start: EventTime?) {
    guard let stated = value["until"], var rule else { return }
    let form = "expected a local time such as 2026-06-30T21:59:59"
    guard let until = stated.text.flatMap(Self.until) else {
      return report(.of(.untilForm), "until", form, repair: "left out: no end")
    }
    if rule.end != .never {
      report(.of(.countWithUntil), "count", "expected count or until, not both", repair: "count left out")
    }
    let end = start.map { until.conforming(to: $0) } ?? until
    rule.end = .until(end)
    self.rule = rule
    if case .local = until { return }
    report(.of(.untilForm), "until", form, repair: "read as \(end)")
  }

  private static func until(_ text: String) -> RecurrenceRule.Until? {
    if let local = try? CivilDateTime(text) { return .local(local) }
    guard !text.contains(where: { ";,=".contains($0) }),
      case .until(let until)? = (try? RecurrenceRule.repairing("FREQ=DAILY;UNTIL=" + text))?.rule.end
    else { return nil }
    return until
  }

  // MARK: Parts together

  private mutating func removeIdleParts(for start: EventTime?) {
    guard let rule else { return }
    let violations = ModelReader.violations(of: rule, start)
    guard !violations.isEmpty else { return }
    let legal = rule.removingIgnoredParts(for: start)
    for violation in violations {
      report(
        .of(violation.code), Self.member(of: violation.part.name), "expected \(violation.expected)",
        repair: ModelReader.repair(of: violation, in: rule, legal))
    }
    self.rule = legal
  }
}
