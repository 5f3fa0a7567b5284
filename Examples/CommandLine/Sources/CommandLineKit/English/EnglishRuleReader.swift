public import AlmanacRecurrence
public import AlmanacTime

extension RecurrenceRule {
  /// Reads a rule in English, such as "every monday and wednesday until 2026-06-30".
  ///
  /// Phrases in any order and case, weekdays and months also abbreviated:
  /// - how often: `daily`, `every day`, `every other week`, `every 3 months`, `every 15 minutes`
  /// - days: `every weekday`, `every weekend`, `every mon, wed and fri`, `every other friday`,
  ///   `every first monday (of the month)`, `on the 1st and 15th`, `on the last friday of every month`,
  ///   `on the last weekday of march`, `every 6 january`, `every year on june 1`, `in may and june`
  /// - times: `at 9`, `at 09:00 and 17:00`, `at 6pm`
  /// - end: `10 times`, `until 2026-06-30`, `until 30 june 2026`, and with `start` `until friday`, `for 6 weeks`
  ///
  /// A phrase with two meanings is refused, such as "every second friday". A date after `until` is included. Every
  /// sentence of `description(in: .english)` without parentheses is read back with the same meaning.
  ///
  /// - Parameter start: The first day, from which `for 6 weeks` counts and `until friday` is the nearest.
  /// - Throws: `RecurrenceError` with the offset of the word that has no meaning there.
  public init(english text: String, from start: CivilDate? = nil) throws(RecurrenceError) {
    var reader = EnglishRuleReader(text, start: start)
    self = try reader.read()
  }
}

/// A reader of English phrases, which collects their clauses in `EnglishRuleParts`.
struct EnglishRuleReader {
  let words: [EnglishWord]
  let length: Int
  let start: CivilDate?
  var index = 0
  var parts = EnglishRuleParts()

  init(_ text: String, start: CivilDate?) {
    words = EnglishWord.words(of: text)
    length = text.utf8.count
    self.start = start
  }

  mutating func read() throws(RecurrenceError) -> RecurrenceRule {
    while let word = next { try readClause(word) }
    return try parts.rule(at: length)
  }

  private mutating func readClause(_ word: EnglishWord) throws(RecurrenceError) {
    if let (frequency, interval) = word.adverb {
      index += 1
      return try setFrequency(frequency, interval, at: word)
    }
    switch word.text {
    case "every", "each":
      index += 1
      try readEvery()
    case "on":
      index += 1
      try readDays()
    case "the": try readDays()
    case "in":
      index += 1
      try readMonths()
    case "at":
      index += 1
      try readTimes()
    case "until", "till", "through":
      index += 1
      try readUntil()
    case "for":
      index += 1
      try readCountOrLength()
    case "once":
      index += 1
      try setEnd(.count(1), at: word)
    case "and", "repeat", "repeats", "repeating": index += 1
    default:
      if word.number != nil { return try readCountOrLength() }
      guard word.weekdays != nil else {
        throw unexpected("'every', 'on', 'in', 'at', 'until' or a number of times")
      }
      try readDays()
    }
  }

  /// Reads the words after `every`.
  private mutating func readEvery() throws(RecurrenceError) {
    guard let word = next else { throw unexpected("what repeats, such as 'day', '2 weeks' or 'monday'") }
    if word.text == "other" {
      index += 1
      return try readInterval(2)
    }
    if let number = word.number, word.month == nil {
      if peek(1)?.month != nil { return try readYearlyDates(at: word) }
      index += 1
      guard number > 0 else { throw RecurrenceError(.outOfRange, at: word.offset, expected: "1 or more") }
      return try readInterval(number)
    }
    // "every second" is also a unit; "every second day" is not.
    if let ordinal = word.ordinal, word.text != "second" || peek(1).map({ startsPeriod($0) }) == true {
      return try readOrdinal(ordinal, at: word)
    }
    if let frequency = word.frequency {
      index += 1
      return try setFrequency(frequency, 1, at: word)
    }
    if word.weekdays != nil { return try readDays(after: .weekly, 1) }
    guard word.month != nil else { throw unexpected("what repeats, such as 'day', '2 weeks' or 'monday'") }
    if peek(1).map({ $0.number ?? $0.ordinal }) != nil, peek(2)?.text != "times" {
      return try readYearlyDates(at: word)
    }
    try setFrequency(.yearly, 1, at: word)
    try readMonths()
  }

  private func startsPeriod(_ word: EnglishWord) -> Bool { word.frequency != nil || word.weekdays != nil }

  private mutating func readYearlyDates(at word: EnglishWord) throws(RecurrenceError) {
    try setFrequency(.yearly, 1, at: word)
    try readDays()
  }

  /// Reads a unit or weekdays after `every 2` or `every other`.
  private mutating func readInterval(_ interval: Int) throws(RecurrenceError) {
    guard let word = next else { throw unexpected("a unit such as 'weeks', or a weekday") }
    if let frequency = word.frequency {
      index += 1
      return try setFrequency(frequency, interval, at: word)
    }
    guard word.weekdays != nil else { throw unexpected("a unit such as 'weeks', or a weekday") }
    try readDays(after: .weekly, interval)
  }

  /// Reads `every first monday`, `every third day`; `every third monday` is refused, as it may mean every three weeks.
  private mutating func readOrdinal(_ ordinal: Int, at word: EnglishWord) throws(RecurrenceError) {
    if ordinal > 1, let frequency = peek(1)?.frequency, peek(2)?.text != "of" {
      index += 2
      return try setFrequency(frequency, ordinal, at: word)
    }
    let isOfPeriod = peek(2).map { $0.text == "of" || $0.text == "in" } ?? false
    if ordinal > 1, peek(1)?.weekdays != nil, !isOfPeriod {
      let expected =
        "'every \(ordinal) weeks on' a weekday, or 'on the \(word.text)' weekday 'of every month'"
      throw RecurrenceError(.ambiguous, at: word.offset, expected: expected)
    }
    try readDays()
  }

  private mutating func readDays(
    after frequency: RecurrenceRule.Frequency, _ interval: Int
  ) throws(RecurrenceError) {
    if let word = next { try setFrequency(frequency, interval, at: word) }
    try readDays()
  }
}

// MARK: The words ahead, and clauses that may occur once

extension EnglishRuleReader {
  var next: EnglishWord? { peek(0) }

  func peek(_ distance: Int) -> EnglishWord? {
    words.indices.contains(index + distance) ? words[index + distance] : nil
  }

  mutating func skip(_ choices: String...) -> Bool {
    guard let next, choices.contains(next.text) else { return false }
    index += 1
    return true
  }

  func unexpected(_ expected: String) -> RecurrenceError {
    RecurrenceError(.syntax, at: next?.offset ?? length, expected: expected)
  }

  mutating func setFrequency(
    _ frequency: RecurrenceRule.Frequency, _ interval: Int, at word: EnglishWord
  ) throws(RecurrenceError) {
    guard parts.frequency == nil else {
      throw RecurrenceError(.contradiction, at: word.offset, expected: "one 'every'")
    }
    (parts.frequency, parts.interval) = (frequency, interval)
  }

  mutating func setEnd(_ end: RecurrenceRule.End, at word: EnglishWord) throws(RecurrenceError) {
    guard parts.end == .never else {
      throw RecurrenceError(.contradiction, at: word.offset, expected: "one end")
    }
    parts.end = end
  }
}

// MARK: Faults of phrases

extension RecurrenceError.Code {
  /// A phrase with two meanings, such as "every second friday".
  public static var ambiguous: Self { Self(rawValue: "ambiguous") }

  /// Phrases that are valid one by one but form no rule together.
  public static var contradiction: Self { Self(rawValue: "contradiction") }
}
