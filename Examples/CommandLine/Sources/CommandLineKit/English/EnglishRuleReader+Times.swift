import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime

// MARK: Times of day and the end

extension EnglishRuleReader {
  mutating func readTimes() throws(RecurrenceError) {
    parts.timesOffset = next?.offset ?? length
    repeat {
      parts.times.append(try readTime())
    } while startsTime
  }

  private var startsTime: Bool {
    let isAnd = next?.text == "and"
    guard let word = peek(isAnd ? 1 : 0), Self.time(word.text) != nil else { return false }
    // "at 9, 10 times"
    guard peek(isAnd ? 2 : 1)?.text != "times" else { return false }
    return true
  }

  /// Reads `9`, `09:00`, `9:30:15`, `9am`, `9 pm`, `noon`, `midnight`.
  private mutating func readTime() throws(RecurrenceError) -> EnglishRuleParts.Time {
    _ = skip("and")
    guard let word = next, var time = Self.time(word.text) else {
      throw unexpected("a time such as 09:00 or 6pm")
    }
    index += 1
    if let half = next?.text, half == "am" || half == "pm",
      let moved = time.onHalfDay(isAfternoon: half == "pm")
    {
      time = moved
      index += 1
    }
    return time
  }

  private static func time(_ text: String) -> EnglishRuleParts.Time? {
    if text == "noon" { return EnglishRuleParts.Time(time: .noon) }
    if text == "midnight" { return EnglishRuleParts.Time(time: .midnight) }
    let half = text.utf8.suffix(2)
    let isAfternoon = half.elementsEqual("pm".utf8)
    guard isAfternoon || half.elementsEqual("am".utf8) else { return clock(text.utf8[...]) }
    return clock(text.utf8.dropLast(2))?.onHalfDay(isAfternoon: isAfternoon)
  }

  /// Parses hours, and minutes and seconds of two digits after colons.
  private static func clock(_ bytes: Substring.UTF8View) -> EnglishRuleParts.Time? {
    let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    var fields = [0, 0, 0]
    guard parts.count <= 3 else { return nil }
    for (index, part) in parts.enumerated() {
      guard part.count == 2 || (index == 0 && part.count == 1) else { return nil }
      for byte in part {
        guard (48...57).contains(byte) else { return nil }
        fields[index] = fields[index] * 10 + Int(byte - 48)
      }
    }
    guard let time = try? CivilTime(fields[0], fields[1], fields[2]) else { return nil }
    return EnglishRuleParts.Time(time: time, hasSeconds: parts.count == 3)
  }

  /// Reads a date, which is included, or a time: `2026-06-30`, `30 june 2026`, `june 30 2026`, then `at 17:00` and `utc`.
  mutating func readUntil() throws(RecurrenceError) {
    guard let word = next else { throw unexpected("a date such as 2026-06-30, 30 june or friday") }
    if let local = try? CivilDateTime(word.text) {
      index += 1
      return try setEnd(.until(skip("utc") ? .utc(local) : .local(local)), at: word)
    }
    let date = try readDate()
    guard skip("at") else { return try setEnd(.until(.date(date)), at: word) }
    let local = date.at(try readTime().time)
    try setEnd(.until(skip("utc") ? .utc(local) : .local(local)), at: word)
  }

  /// Reads the most words that are a day or a period, which is then included.
  private mutating func readDate() throws(RecurrenceError) -> CivilDate {
    _ = skip("the")
    let most = words[index...].prefix(Self.maximumWordsOfDate)
    for count in stride(from: most.count, to: 0, by: -1) {
      let text = most.prefix(count).map { $0.text }.joined(separator: " ")
      guard let date = date(text) else { continue }
      index += count
      return date
    }
    throw unexpected("a date such as 2026-06-30, 30 june or friday")
  }

  private static let maximumWordsOfDate = 6

  /// The last day that a text names, the nearest from the start on; without a start only one that has its year. A number alone
  /// is not read as a day.
  private func date(_ text: String) -> CivilDate? {
    guard text.contains(where: { !$0.isNumber }), let phrase = try? DatePhrase(text), phrase.time == nil,
      phrase.secondsAhead == nil
    else { return nil }
    if case .date(let date) = phrase.day { return date }
    return start.flatMap { phrase.days(after: $0.startOfDay)?.upperBound }
  }

  /// Reads `10 times`, or `6 weeks` from the start.
  mutating func readCountOrLength() throws(RecurrenceError) {
    guard let word = next, let number = word.number, number > 0 else { throw unexpected("a number of times") }
    index += 1
    if skip("times", "time", "occurrences", "occurrence") { return try setEnd(.count(number), at: word) }
    guard let unit = next?.frequency, unit >= .daily else { throw unexpected("'times'") }
    guard let start else {
      throw RecurrenceError(.syntax, at: word.offset, expected: "a number of times, or 'until' and a date")
    }
    index += 1
    let bounded = Swift.min(number, 4_000_000)
    let end =
      switch unit {
      case .daily: start.adding(days: bounded)
      case .weekly: start.adding(days: bounded * 7)
      case .monthly: start.adding(months: bounded)
      default: start.adding(years: bounded)
      }
    try setEnd(.until(.date(end.adding(days: -1))), at: word)
  }
}
