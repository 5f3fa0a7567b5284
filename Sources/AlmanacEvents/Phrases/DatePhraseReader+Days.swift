import AlmanacTime

extension DatePhraseReader {
  // MARK: Days

  /// The days that begin at a place, each with the place after it.
  func days(at index: Int) -> Found<DatePhrase.Day> {
    var found: Found<DatePhrase.Day> = []
    for (row, days) in [("yesterday", -1), ("today", 0), ("tomorrow", 1), ("day after tomorrow", 2)] {
      found += after(row, at: index).map { (.ahead(days: days), $0) }
    }
    found += length(at: index).compactMap { length, next in
      switch length {
      case .days(let count): (.ahead(days: count), next)
      case .months(let count): (.monthsAhead(count), next)
      case .seconds: nil
      }
    }
    for start in optionally("before a day", at: index) {
      found += weekdays(at: start) + dates(at: start)
      found += months(at: start) + nextUnits(at: start)
    }
    return found
  }

  private func weekdays(at index: Int) -> Found<DatePhrase.Day> {
    var found: Found<DatePhrase.Day> = []
    for place in names(localization.weekdays, at: index) {
      let weekday = Weekday(daysAfterMonday: place)
      found.append((.weekday(weekday), index + 1))
      found += after("next", at: index + 1).map { (.nextWeek(weekday), $0) }
      // Friday the 27th: the date has to be a Friday.
      for start in optionally("before a day", at: index + 1) {
        found += dates(at: start).compactMap { day, next in
          switch day {
          case .dayOfMonth(let day, let month, _):
            (.dayOfMonth(day: day, month: month, weekday: weekday), next)
          case .date(let date) where date.weekday == weekday: (.date(date), next)
          default: nil
          }
        }
      }
    }
    for start in after("next", at: index) {
      found += names(localization.weekdays, at: start).map {
        (.nextWeek(Weekday(daysAfterMonday: $0)), start + 1)
      }
    }
    return found
  }

  /// One unit from now: `next week`, `la semana que viene`.
  private func nextUnits(at index: Int) -> Found<DatePhrase.Day> {
    let units: [(row: String, day: DatePhrase.Day)] = [
      ("weeks", .ahead(days: 7)), ("months", .monthsAhead(1)), ("years", .monthsAhead(12)),
    ]
    return units.flatMap { row, day in
      let before = after("next", at: index).flatMap { after(row, at: $0) }
      let behind = after(row, at: index).flatMap { after("next", at: $0) }
      return (before + behind).map { (day, $0) }
    }
  }

  /// A month, in a year where one is stated.
  private func months(at index: Int) -> Found<DatePhrase.Day> {
    names(localization.months, at: index).flatMap { place in
      [(.month(place + 1, year: nil), index + 1)]
        + years(at: index + 1).map { (.month(place + 1, year: $0.value), $0.next) }
    }
  }

  private func dates(at index: Int) -> Found<DatePhrase.Day> {
    var found = numericDates(at: index)
    for (day, next) in dayNumbers(at: index) {
      found.append((.dayOfMonth(day: day, month: nil, weekday: nil), next))
      for start in optionally("of", at: next) {
        for month in names(localization.months, at: start) {
          found += dated(day, month + 1, before: start + 1)
        }
      }
    }
    for month in names(localization.months, at: index) {
      for (day, next) in dayNumbers(at: index + 1) { found += dated(day, month + 1, before: next) }
    }
    return found
  }

  /// A day of a month, with and without the year that follows.
  private func dated(_ day: Int, _ month: Int, before next: Int) -> Found<DatePhrase.Day> {
    // In a leap year.
    guard day <= YearMonth(clampingYear: 2024, month).length else { return [] }
    return [(.dayOfMonth(day: day, month: month, weekday: nil), next)]
      + years(at: next).compactMap { year, next in
        (try? CivilDate(year, month, day)).map { (.date($0), next) }
      }
  }

  private func years(at index: Int) -> Found<Int> {
    optionally("of", at: index).compactMap { start in number(at: start, 1_000...9_999).map { ($0, start + 1) }
    }
  }

  /// The number of a day: `24`, `24.`, `24th`.
  private func dayNumbers(at index: Int) -> Found<Int> {
    guard index < tokens.count else { return [] }
    let text = tokens[index].text
    guard let day = Int(text.last == "." ? text.dropLast() : text), (1...31).contains(day) else { return [] }
    return optionally("ordinals", at: index + 1).map { (day, $0) }
  }

  /// `24.11.`, `24.11.2026`, `24/11`, `2026-11-24`.
  private func numericDates(at index: Int) -> Found<DatePhrase.Day> {
    guard index < tokens.count else { return [] }
    if let year = number(at: index, 1_000...9_999), isDash(index + 1),
      let month = number(at: index + 2, 1...12),
      isDash(index + 3), let day = number(at: index + 4, 1...31), let date = try? CivilDate(year, month, day)
    {
      return [(.date(date), index + 5)]
    }
    let text = tokens[index].text
    for separator in [Character("."), "/"] {
      let parts = text.split(separator: separator).compactMap { Int($0) }
      guard text.contains(separator), parts.count == text.split(whereSeparator: { !$0.isNumber }).count,
        (2...3).contains(parts.count)
      else { continue }
      var orders = [(parts[0], parts[1])]
      // In English the month comes first or second.
      if separator == "/", localization.language == .english, parts[0] != parts[1] {
        orders.append((parts[1], parts[0]))
      }
      return orders.compactMap { day, month in
        guard (1...12).contains(month), (1...31).contains(day) else { return nil }
        if parts.count == 3 { return (try? CivilDate(parts[2], month, day)).map { (.date($0), index + 1) } }
        return dated(day, month, before: index + 1).first
      }
    }
    return []
  }

  // MARK: Lengths

  private enum Length {
    case days(Int), months(Int), seconds(Int)
  }

  /// A length from now on, or back from now: `in 3 days`, `+3d`, `3 days ago`, `hace una hora`.
  private func length(at index: Int) -> [(value: Length, next: Int)] {
    let plus = index < tokens.count && tokens[index].text == "+" ? [index + 1] : []
    return (after("in", at: index) + plus).flatMap { amounts(at: $0, sign: 1) }
      + after("before a length ago", at: index).flatMap { amounts(at: $0, sign: -1) }
      + amounts(at: index, sign: -1).flatMap { length, next in
        after("ago", at: next).map { (length, $0) }
      }
  }

  /// A number of units: `3 days`, `an hour`.
  private func amounts(at index: Int, sign: Int) -> [(value: Length, next: Int)] {
    let units: [(row: String, make: (Int) -> Length)] = [
      ("minutes", { .seconds(60 * $0) }), ("hours", { .seconds(3_600 * $0) }), ("days", { .days($0) }),
      ("weeks", { .days(7 * $0) }), ("months", { .months($0) }), ("years", { .months(12 * $0) }),
    ]
    let counts =
      (number(at: index, 0...9_999).map { [($0, index + 1)] } ?? [])
      + after("one", at: index).map { (1, $0) }
    return counts.flatMap { count, next in
      units.flatMap { row, make in after(row, at: next).map { (make(sign * count), $0) } }
    }
  }

  /// A time from now: `in 2 hours`, `+90m`, `an hour ago`.
  func ahead(at index: Int) -> Found<DatePhrase> {
    length(at: index).compactMap { length, next in
      guard case .seconds(let seconds) = length else { return nil }
      return (DatePhrase(secondsAhead: seconds), next)
    }
  }
}

extension DatePhraseReader {
  // MARK: Times

  private enum Half {
    case morning, afternoon
  }

  /// An hour that may be of either half of the day, or the time of the clock.
  private struct Clock {
    var hour: Int
    var minute = 0
    var second = 0
    var half: Half?
    /// Whether it is a number alone.
    var isBare = false

    /// `nil` for an hour that the clock does not have.
    var time: CivilTime? {
      guard let half else { return try? CivilTime(hour, minute, second) }
      guard (1...12).contains(hour) else { return nil }
      return try? CivilTime(hour % 12 + (half == .afternoon ? 12 : 0), minute, second)
    }
  }

  /// The times of day, and ranges of them, that begin at a place.
  ///
  /// - Parameter follows: Whether a day comes before, so that `12-13` are hours.
  func times(at index: Int, follows: Bool) -> Found<DatePhrase> {
    var found: Found<DatePhrase> = []
    let marked = after("at", at: index) + after("from", at: index)
    for start in [index] + marked {
      for (clock, next) in clocks(at: start) {
        if let time = clock.time, !clock.isBare || start != index {
          found.append((DatePhrase(time: time), next))
        }
        guard follows || start != index || !clock.isBare else { continue }
        for middle in (isDash(next) ? [next + 1] : []) + after("to", at: next) {
          found += clocks(at: middle).compactMap { end, next in
            Self.range(clock, end).map { (DatePhrase(time: $0.start, end: $0.end), next) }
          }
        }
      }
    }
    return found
  }

  /// The times of a range. In `9-11am` the half of the day is that of both, unless the end is then before the start: `11-1pm`.
  private static func range(_ start: Clock, _ end: Clock) -> (start: CivilTime, end: CivilTime)? {
    guard let last = end.time else { return nil }
    var start = start
    if start.half == nil, start.isBare, let half = end.half {
      start.half = half
      if let time = start.time, time >= last { start.half = .morning }
    }
    return start.time.map { ($0, last) }
  }

  private func clocks(at index: Int) -> Found<Clock> {
    var found: Found<Clock> = after("noon", at: index).map { (Clock(hour: 12), $0) }
    guard index < tokens.count else { return found }
    let text = tokens[index].text
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard text.first?.isNumber == true, parts.count <= 3, let hour = parts[0], (0...23).contains(hour),
      parts.allSatisfy({ $0 != nil }),
      text.split(separator: ":").dropFirst().allSatisfy({ $0.utf8.count == 2 })
    else { return found }
    var clock = Clock(
      hour: hour, minute: parts.count > 1 ? parts[1] ?? 0 : 0, second: parts.count > 2 ? parts[2] ?? 0 : 0)
    for (row, half) in [("morning", Half.morning), ("afternoon", .afternoon)] {
      clock.half = half
      found += after(row, at: index + 1).map { (clock, $0) }
    }
    clock.half = nil
    for next in after("o'clock", at: index + 1) {
      found.append((clock, next))
      // 9h30
      guard parts.count == 1, next < tokens.count, tokens[next].text.utf8.count == 2,
        let minute = number(at: next, 0...59)
      else { continue }
      found.append((Clock(hour: hour, minute: minute), next + 1))
    }
    clock.isBare = parts.count == 1
    found.append((clock, index + 1))
    return found
  }

  private func isDash(_ index: Int) -> Bool {
    index < tokens.count && ["-", "–", "—"].contains(tokens[index].text)
  }
}
