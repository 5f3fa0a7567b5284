import AlmanacComponents
import AlmanacMapping
import AlmanacRecurrence
import AlmanacTime

/// Reads one RecurrenceRule (RFC 8984 §4.3.3) with the patience and by the repairs of the reader of RRULE.
struct JSCalendarRuleReader {
  /// What is not as it should be, and what was done about it.
  struct Finding {
    let severity: Diagnostic.Severity
    let code: Diagnostic.Code
    let line: Int
    let message: String
    let repair: String
  }

  /// `nil` for what is no rule.
  private(set) var rule: RecurrenceRule?
  private(set) var findings: [Finding] = []
  private let value: JSONValue
  /// As iCalendar has it.
  private var text = ""
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
    readWords()
    readWeekdays()
    readNumbers()
    guard text.utf8.count <= RecurrenceRule.longestText else {
      return fail(
        .of(.tooLong),
        "a rule that is longer than any needs")
    }
    do throws(RecurrenceError) {
      let (rule, issues) = try RecurrenceRule.repairing(text)
      for issue in issues { tell(issue) }
      self.rule = rule
    } catch {
      return fail(.of(error.code), "frequency: expected \(error.expected)")
    }
    readUntil(start)
    // RFC 8984 takes the Gregorian calendar where no other is named, RFC 7529 wants its name beside SKIP.
    if let rule, rule.skip != .omit, rule.calendarScale == nil { self.rule?.calendarScale = "GREGORIAN" }
    settle(for: start)
  }

  // MARK: Telling

  private func line(_ member: String) -> Int { value.members?.first { $0.name == member }?.line ?? 0 }

  private mutating func find(
    _ code: Diagnostic.Code, _ member: String, _ message: String, repair: String
  ) {
    findings.append(
      Finding(
        severity: .warning, code: code, line: line(member), message: "\(member): \(message)", repair: repair))
  }

  private mutating func fail(_ code: Diagnostic.Code, _ message: String) {
    rule = nil
    let repair = isExclusion ? "kept, not followed" : "kept, not followed: happens once"
    findings.append(
      Finding(severity: .error, code: code, line: line("frequency"), message: message, repair: repair))
  }

  private mutating func tell(_ issue: RecurrenceIssue) {
    let member = Self.members.first { $0.part == issue.part?.name }?.member ?? "rule"
    find(
      .of(issue.code), member, "expected \(issue.expected)",
      repair: issue.repair)
  }

  private static let members: [(member: String, part: String)] = [
    ("frequency", "FREQ"), ("rscale", "RSCALE"), ("skip", "SKIP"), ("firstDayOfWeek", "WKST"),
    ("interval", "INTERVAL"), ("count", "COUNT"), ("until", "UNTIL"), ("byDay", "BYDAY"),
    ("byMonth", "BYMONTH"), ("byMonthDay", "BYMONTHDAY"), ("byYearDay", "BYYEARDAY"),
    ("byWeekNo", "BYWEEKNO"), ("byHour", "BYHOUR"), ("byMinute", "BYMINUTE"), ("bySecond", "BYSECOND"),
    ("bySetPosition", "BYSETPOS"),
  ]

  // MARK: Parts

  private mutating func add(_ part: String, _ values: [String]) {
    if !values.isEmpty { text += (text.isEmpty ? "" : ";") + part + "=" + values.joined(separator: ",") }
  }

  private mutating func readWords() {
    for (member, part) in Self.members.prefix(4) {
      guard let stated = value[member] else { continue }
      guard let word = stated.text, Self.isWord(word) else {
        find(.badValue, member, "no word of \(member)", repair: "left out")
        continue
      }
      add(part, [word])
    }
  }

  private mutating func readWeekdays() {
    let days = elements(of: "byDay").compactMap { day -> String? in
      // As RRULE has it; meant is an NDay.
      if let code = day.text, Self.isWord(code) {
        find(.badValue, "byDay", "\(code.prefix(20)) is no NDay", repair: "read as BYDAY has it")
        return code
      }
      let code = day.text("day")
      guard Weekday(code: code.uppercased()) != nil else {
        find(.badValue, "byDay", "an element without a day such as mo", repair: "left out")
        return nil
      }
      guard let place = day["nthOfPeriod"] else { return code }
      guard let number = number(place, of: "byDay") else { return nil }
      return number + code
    }
    add("BYDAY", days)
  }

  private mutating func readNumbers() {
    let months = elements(of: "byMonth").compactMap { month -> String? in
      if let text = month.text, Self.isWord(text) { return text }
      guard let number = number(month, of: "byMonth") else { return nil }
      find(.badValue, "byMonth", "\(number) is no text", repair: "read as one")
      return number
    }
    add("BYMONTH", months)
    for (member, part) in Self.members[4...] where !["until", "byDay", "byMonth"].contains(member) {
      let isList = member.hasPrefix("by")
      let stated = isList ? elements(of: member) : [value[member]].compactMap { $0 }
      add(part, stated.compactMap { number($0, of: member) })
    }
  }

  private mutating func elements(of member: String) -> [JSONValue] {
    guard let stated = value[member] else { return [] }
    if let elements = stated.elements { return elements }
    find(.badValue, member, "no list", repair: "read as a list of one")
    return [stated]
  }

  /// A number as RRULE has it, within its limits or not.
  private mutating func number(_ stated: JSONValue, of member: String) -> String? {
    if case .number(let digits) = stated { return JSONNumber(digits)?.integer ?? digits }
    if let text = stated.text, Self.isWord(text) {
      find(.badValue, member, "\(text.prefix(20)) is a text, not a number", repair: "read as a number")
      return text
    }
    find(.badValue, member, "what is no number", repair: "left out")
    return nil
  }

  private static func isWord(_ text: String) -> Bool {
    (1...60).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (48...57).contains($0) || (65...90).contains($0 & 0xDF) || $0 == 45 || $0 == 43
      }
  }

  // MARK: The end

  /// A LocalDateTime; a time in UTC and a day are understood too.
  private mutating func readUntil(_ start: EventTime?) {
    guard let stated = value["until"], var rule else { return }
    let until: RecurrenceRule.Until
    if let local = stated.text.flatMap({ try? CivilDateTime($0) }) {
      until = .local(local)
    } else if let text = stated.text, !text.contains(where: { ";,=".contains($0) }),
      case .until(let read)? = (try? RecurrenceRule.repairing("FREQ=DAILY;UNTIL=" + text))?.rule.end
    {
      until = read
    } else {
      find(
        .of(.untilForm), "until", Self.form,
        repair: "left out: no end")
      return
    }
    if rule.end != .never {
      find(
        .of(.countWithUntil), "count",
        "expected count or until, not both", repair: "count left out")
    }
    let end = start.map { until.legal(for: $0, calendarZone: nil) } ?? until
    rule.end = .until(end)
    self.rule = rule
    if case .local = until { return }
    find(
      .of(.untilForm), "until", Self.form,
      repair: "read as \(end)")
  }

  private static let form = "expected a local time such as 2026-06-30T21:59:59"

  // MARK: Parts together

  private mutating func settle(for start: EventTime?) {
    guard let rule else { return }
    let violations = ModelReader.violations(of: rule, start)
    guard !violations.isEmpty else { return }
    let legal = rule.withoutIdleParts(for: start)
    for violation in violations {
      let member = Self.members.first { $0.part == violation.part.name }?.member ?? "rule"
      find(
        .of(violation.code), member, "expected \(violation.expected)",
        repair: ModelReader.repair(of: violation, in: rule, legal))
    }
    self.rule = legal
  }
}

extension Diagnostic.Code {
  fileprivate static func of(_ code: RecurrenceError.Code) -> Self { Self(rawValue: code.rawValue) }
}
