import AlmanacRecurrence
import AlmanacTime

// MARK: Days and months

extension EnglishRuleReader {
  /// Reads a list of days, and the period to which they belong.
  mutating func readDays() throws(RecurrenceError) {
    guard startsDay else { throw unexpected("a weekday, 'the 15th', 'the last friday' or '6 january'") }
    parts.daysOffset = next?.offset ?? length
    while startsDay {
      try readDay()
      if next?.text == "and", startsDay(at: index + 1) { index += 1 }
    }
    try readPeriodOfDays()
  }

  private var startsDay: Bool { startsDay(at: index) }

  private func startsDay(at position: Int) -> Bool {
    let distance = position - index
    guard let word = peek(distance) else { return false }
    if word.text == "the" || word.text == "day" || word.text == "days" { return true }
    let following = peek(distance + 1)
    if word.month != nil { return following.map { ($0.number ?? $0.ordinal) != nil } ?? false }
    if word.number != nil { return following?.month != nil }
    return word.weekdays != nil || word.ordinal != nil
  }

  private mutating func readDay() throws(RecurrenceError) {
    _ = skip("the")
    guard let word = next else { throw unexpected("a day") }
    if let weekdays = word.weekdays {
      index += 1
      parts.weekdays += weekdays
    } else if skip("day", "days") {
      try readDayNumbers()
    } else if let month = word.month {
      index += 1
      guard let day = next?.number ?? next?.ordinal else { throw unexpected("a day of the month") }
      try addDate(month, day)
      index += 1
    } else if let day = word.number, let month = peek(1)?.month {
      try addDate(month, day)
      index += 2
    } else if word.ordinal != nil {
      try readOrdinals()
    } else {
      throw unexpected("a weekday, a day of the month or a date")
    }
  }

  /// Reads `day 15`, `days 1 and 15`.
  private mutating func readDayNumbers() throws(RecurrenceError) {
    repeat {
      guard let number = next?.number else { throw unexpected("the number of a day") }
      parts.monthDays.append(number)
      index += 1
    } while next?.number != nil && peek(1)?.text != "times" || (next?.text == "and" && skipAndBeforeNumber())
  }

  private mutating func skipAndBeforeNumber() -> Bool {
    guard peek(1)?.number != nil else { return false }
    index += 1
    return true
  }

  /// Reads `first and third` with the noun that they count, or as days of the month without a noun.
  private mutating func readOrdinals() throws(RecurrenceError) {
    var ordinals: [Int] = []
    while let ordinal = next?.ordinal {
      ordinals.append(ordinal)
      index += 1
      let distance = next?.text == "and" ? 1 : 0
      let article = peek(distance)?.text == "the" ? 1 : 0
      if peek(distance + article)?.ordinal != nil { index += distance + article }
    }
    guard let noun = next else { return parts.monthDays += ordinals }
    if let weekday = noun.weekday {
      guard ordinals.count == 1 || ordinals.allSatisfy({ (-5...5).contains($0) }) else {
        throw RecurrenceError(
          .ambiguous, at: noun.offset, expected: "days of the month or weekdays, not both")
      }
      index += 1
      parts.ordinals += ordinals.map { WeekdayOrdinal(weekday, ordinal: $0) }
    } else if noun.text == "weekday" || noun.text == "workday" {
      index += 1
      try addPositions(ordinals, .workdays, at: noun)
    } else if noun.text == "weekend", peek(1)?.text == "day" {
      index += 2
      try addPositions(ordinals, .weekend, at: noun)
    } else if skip("day", "days") {
      parts.monthDays += ordinals
    } else if let day = ordinals.first, ordinals.count == 1, let month = noun.month {
      try addDate(month, day)
      index += 1
    } else {
      parts.monthDays += ordinals
    }
  }

  private mutating func addPositions(
    _ positions: [Int], _ group: EnglishRuleParts.DayGroup, at word: EnglishWord
  ) throws(RecurrenceError) {
    guard parts.positions.isEmpty || parts.positionGroup == group else {
      throw RecurrenceError(.contradiction, at: word.offset, expected: "weekdays or weekend days")
    }
    parts.positions += positions
    parts.positionGroup = group
  }

  private mutating func addDate(_ month: Int, _ day: Int) throws(RecurrenceError) {
    guard let days = try? YearMonth(2000, month).length, (1...days).contains(day) else {
      throw RecurrenceError(.outOfRange, at: next?.offset ?? length, expected: "a day that the month has")
    }
    parts.dates.append((month, day))
  }

  /// Reads `of every month`, `of every 2 months`, `of march and october`, `of the year`.
  private mutating func readPeriodOfDays() throws(RecurrenceError) {
    guard let word = next, word.text == "of" || (word.text == "in" && peek(1)?.month == nil) else { return }
    index += 1
    if next?.month != nil { return try readMonths() }
    let isEach = skip("every", "each")
    if !isEach && !skip("the", "a") { throw unexpected("'every month', 'the year' or a month") }
    var interval = 1
    if isEach, let number = next?.number, number > 0 {
      interval = number
      index += 1
    } else if isEach && skip("other") {
      interval = 2
    }
    guard let unit = next, let frequency = unit.frequency, frequency >= .monthly else {
      if isEach && interval == 1 && next?.month != nil { return try readMonths() }
      throw unexpected("'month' or 'year'")
    }
    index += 1
    if frequency == .yearly { parts.isOfYear = true }
    if parts.frequency != frequency || isEach { try setFrequency(frequency, interval, at: unit) }
  }

  mutating func readMonths() throws(RecurrenceError) {
    guard next?.month != nil else { throw unexpected("a month by name") }
    while let month = next?.month {
      parts.months.append(month)
      index += 1
      if next?.text == "and", peek(1)?.month != nil { index += 1 }
    }
  }
}
