import AlmanacRecurrence
import AlmanacTime

/// Any text as a rule: reading ends, what is read is printed and read as the same rule, and its expansion is in order and
/// within its budget.
struct RuleText {
  private let text: String

  init(_ input: [UInt8]) { text = String(decoding: input, as: UTF8.self) }

  func check() {
    let strict = try? RecurrenceRule(text)
    guard let (rule, issues) = try? RecurrenceRule.repairing(text) else {
      return require(strict == nil, "a rule that cannot be repaired is read")
    }
    if let strict { require(strict == rule && issues.isEmpty, "\(strict) is repaired to \(rule): \(issues)") }
    let printed = "\(rule)"
    guard let again = try? RecurrenceRule(printed) else { fatalError("\(printed) is not read") }
    require(again == rule, "\(rule) becomes \(again)")
    _ = rule.validate()
    expand(rule)
  }

  private func expand(_ rule: RecurrenceRule) {
    let start = CivilDateTime(secondsSinceEpoch: 1_772_442_000)
    _ = rule.validate(for: .floating(start))
    var sequence = rule.occurrences(from: start)
    sequence.budget = 20_000
    var last: CivilDateTime?
    for time in sequence.prefix(50) {
      require(last.map { $0 < time } ?? (time >= start), "\(rule): \(time) after \(String(describing: last))")
      last = time
    }
    _ = sequence.count(in: start..<start.adding(days: 40))
  }
}

/// A legal rule from choices, compared with the definition in its plainest form, and the sequence with itself.
struct RuleExpansion {
  private let rule: RecurrenceRule
  private let start: CivilDateTime
  private let horizon: CivilDateTime
  private let point: CivilDateTime

  init(_ input: [UInt8]) {
    var choices = Choices(input)
    start = CivilDate(daysSinceEpoch: choices.number(7_000...20_000)).startOfDay
      .adding(seconds: choices.chance(2) ? choices.number(0...86_399) : 32_400)
    var rule = RecurrenceRule(choices.one(of: RecurrenceRule.Frequency.allCases))
    rule.interval = choices.chance(2) ? choices.number(1...40) : 1
    if choices.chance(3) { rule.weekStart = Weekday(daysAfterMonday: choices.number(0...6)) }
    func signed(_ limit: Int) -> (inout Choices) -> Int {
      { choices in choices.chance(3) ? -choices.number(1...limit) : choices.number(1...limit) }
    }
    let isLarge = rule.frequency >= .monthly
    rule.byMonth = choices.list { MonthNumber($0.number(1...12)) }
    rule.byDay = choices.list { choices in
      let weekday = Weekday(daysAfterMonday: choices.number(0...6))
      return WeekdayOrdinal(weekday, ordinal: isLarge && choices.chance(2) ? signed(5)(&choices) : 0)
    }
    if rule.frequency != .weekly { rule.byMonthDay = choices.list(signed(31)) }
    if [.yearly, .hourly, .minutely, .secondly].contains(rule.frequency) {
      rule.byYearDay = choices.list(signed(366))
    }
    if rule.frequency == .yearly, rule.byDay.allSatisfy({ $0.ordinal == 0 }) {
      rule.byWeekNumber = choices.list(signed(53))
    }
    rule.byHour = choices.list { $0.number(0...23) }
    rule.byMinute = choices.list { $0.number(0...59) }
    rule.bySecond = choices.list { $0.number(0...59) }
    if !rule.byMonth.isEmpty || !rule.byDay.isEmpty || !rule.byMonthDay.isEmpty || !rule.byHour.isEmpty {
      rule.bySetPosition = choices.list(signed(12))
    }
    let days = [.secondly, .minutely].contains(rule.frequency) ? 2 : rule.frequency == .hourly ? 40 : 2_500
    horizon = start.adding(days: days)
    point = start.adding(seconds: choices.number(0...horizon.seconds(since: start)))
    switch choices.number(0...2) {
    case 0: rule.end = .count(choices.number(1...30))
    case 1: rule.end = .until(.local(point))
    default: break
    }
    self.rule = rule
  }

  func check() {
    guard rule.validate().isEmpty else { return }
    let limit = 20
    let naive = NaiveExpansion(rule, from: start).instances(limit: limit, upTo: horizon, periods: 20_000)
    let sequence = rule.occurrences(from: start)
    let found = Array(sequence.prefix(limit).filter { $0 <= naive.end })
    require(
      found == naive.instances, "RRULE:\(rule) DTSTART:\(start)\n\(found)\nexpected\n\(naive.instances)")
    let all = sequence.collect(limit)
    require(Array(sequence.prefix(limit)) == all, "RRULE:\(rule) DTSTART:\(start): collected otherwise")
    checkParts(sequence, all)
  }

  private func checkParts(_ sequence: RecurrenceSequence, _ all: [CivilDateTime]) {
    let name = "RRULE:\(rule) DTSTART:\(start) from \(point)"
    let isWhole = all.count < 20
    let later = all.filter { $0 >= point }
    if isWhole || !later.isEmpty {
      require(sequence.starting(at: point).first == later.first, "\(name): seeks another")
      require(
        isWhole ? sequence.previous(before: point) == all.last { $0 < point } : true,
        "\(name): another before")
    }
    for (index, time) in all.enumerated() {
      require(sequence.occurrence(at: index) == time, "\(name): another at \(index)")
      require(sequence.contains(time), "\(name): \(time) is not contained")
    }
    if isWhole {
      let counted = sequence.count(in: start..<point)
      require(counted == all.filter { $0 < point }.count, "\(name): counts \(counted)")
    }
  }
}
