import AlmanacTime

extension DatePhraseReader {
  /// The days that begin at a place, each with the place after it.
  func days(at index: Int) -> Found<DatePhrase.Day> {
    var found: Found<DatePhrase.Day> = []
    let rows = ["day before yesterday", "yesterday", "today", "tomorrow", "day after tomorrow"]
    for (row, days) in zip(rows, -2...2) {
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
      found += months(at: start) + periods(at: start)
    }
    return found
  }

  /// The first and the last day of a range: `24-26 dec`, `del 24 al 26 de diciembre`, `monday to friday`.
  func dayRanges(at index: Int) -> Found<DatePhrase> {
    optionally("from", at: index).flatMap { days(at: $0) }.flatMap { first, next in
      ((isDash(next) ? [next + 1] : []) + after("to", at: next)).flatMap { start in
        days(at: start).compactMap { last, end in
          first.start(ofRangeUntil: last).map { (DatePhrase($0, until: last), end) }
        } + daysOfMonth(from: first, endingAt: next, to: start)
      }
    }
  }

  /// The days of a range in the month before them, and in a year where one is stated: `march 10-12`.
  private func daysOfMonth(
    from first: DatePhrase.Day, endingAt next: Int, to index: Int
  ) -> Found<DatePhrase> {
    guard case .dayOfMonth(let day, let month?, _) = first,
      (max(0, next - 2)..<next).contains(where: { dayNumbers(at: $0).contains { $0.next == next } })
    else { return [] }
    return dayNumbers(at: index).flatMap { dated($0.value, month, before: $0.next) }.map { last, end in
      guard case .date(let date) = last else { return (DatePhrase(first, until: last), end) }
      return (DatePhrase(.date(date.adding(days: day - date.dayOfMonth)), until: last), end)
    }
  }

  /// The places after a day or a unit of time that comes again and again, of which "every" is before `index`.
  func repeatedDays(at index: Int) -> [Int] {
    let count = number(at: index, 1...9_999) == nil ? [] : [index + 1]
    let units = ([index] + count).flatMap { start in
      ["minutes", "hours", "days", "weeks", "weekend", "months", "years"].flatMap { after($0, at: start) }
    }
    let plurals = plurals(localization.weekdays, at: index).map { _ in index + 1 }
    return units + plurals + days(at: index).map { $0.next }
  }

  private func weekdays(at index: Int) -> Found<DatePhrase.Day> {
    var found: Found<DatePhrase.Day> = []
    for place in weekdayNames(at: index) {
      let weekday = Weekday(daysAfterMonday: place)
      found.append((.weekday(weekday), index + 1))
      found += after("next", at: index + 1).map { (.nextWeek(weekday), $0) }
      found += after("last", at: index + 1).map { (.lastWeekday(weekday), $0) }
      found += nextWeeks(at: index + 1).map { (.nextWeek(weekday), $0) }
      // Friday the 27th: the date has to be a Friday.
      for start in optionally("before a day", at: index + 1) {
        found += dates(at: start).compactMap { day, next in day.on(weekday).map { ($0, next) } }
      }
    }
    let before: [(row: String, day: (Weekday) -> DatePhrase.Day)] = [
      ("next", { .nextWeek($0) }), ("last", { .lastWeekday($0) }),
    ]
    for (row, day) in before {
      for start in after(row, at: index) {
        found += weekdayNames(at: start).map { (day(Weekday(daysAfterMonday: $0)), start + 1) }
      }
    }
    return found
  }

  /// The weekdays that a word names, as days after Monday. A language may have a second name for one, in a row of its English name.
  func weekdayNames(at index: Int) -> [Int] {
    names(localization.weekdays, at: index)
      + (0..<7).filter { place in
        !after(Localization.english.weekdays.long[place].lowercased(), at: index).isEmpty
      }
  }

  /// The places after words for the next week that belong to a weekday: `monday next week`, `lunes de la semana que viene`.
  private func nextWeeks(at index: Int) -> [Int] {
    optionally("of", at: index).flatMap { optionally("before a day", at: $0) }.flatMap { periods(at: $0) }
      .filter { $0.value == .period(.week, ahead: 1) }.map { $0.next }
  }

  /// A period by its distance from this one: `this week`, `next month`, `la semana pasada`, `weekend`.
  private func periods(at index: Int) -> Found<DatePhrase.Day> {
    let units: [(row: String, period: DatePhrase.Period)] = [
      ("weeks", .week), ("weekend", .weekend), ("months", .month), ("years", .year),
    ]
    var found: Found<DatePhrase.Day> = after("weekend", at: index).map { (.period(.weekend, ahead: 0), $0) }
    for (distance, ahead) in zip(["last", "this", "next"], -1...1) {
      for (unit, period) in units {
        let before = after(distance, at: index).flatMap { after(unit, at: $0) }
        let behind = after(unit, at: index).flatMap { after(distance, at: $0) }
        found += (before + behind).map { (.period(period, ahead: ahead), $0) }
      }
    }
    return found
  }

  /// A month, in a year where one is stated: `march 2027`, `in march`, `next march`.
  private func months(at index: Int) -> Found<DatePhrase.Day> {
    var found = months(at: index, isShortened: true)
    // "al mar" is the sea, not a month.
    for start in after("before a month", at: index) { found += months(at: start, isShortened: false) }
    for start in after("next", at: index) {
      found += monthNames(at: start).map { (.nextMonth($0 + 1), start + 1) }
    }
    return found
  }

  private func months(at index: Int, isShortened: Bool) -> Found<DatePhrase.Day> {
    var found: Found<DatePhrase.Day> = []
    for place in monthNames(at: index, isShortened: isShortened) {
      found.append((.month(place + 1, year: nil), index + 1))
      found += years(at: index + 1).map { (.month(place + 1, year: $0.value), $0.next) }
      found += after("next", at: index + 1).map { (.nextMonth(place + 1), $0) }
    }
    return found
  }

  /// The months that a word names, as it is alone or within a date: `ноябрь` and `ноября`.
  private func monthNames(at index: Int, isShortened: Bool = true) -> [Int] {
    let found = names(localization.months, at: index, isShortened: isShortened)
    let (long, short) = (localization.dates.months, localization.dates.shortMonths)
    guard found.isEmpty, long.first?.first?.isNumber == false else { return found }
    let dated = Localization.Names(long: long, short: short.count == long.count ? short : long, narrow: [])
    return names(dated, at: index, isShortened: isShortened)
  }

  private func dates(at index: Int) -> Found<DatePhrase.Day> {
    var found = numericDates(at: index)
    for (day, next) in dayNumbers(at: index) {
      found.append((.dayOfMonth(day: day, month: nil, weekday: nil), next))
      for start in optionally("of", at: next) {
        for month in monthNames(at: start) {
          found += dated(day, month + 1, before: start + 1)
        }
      }
    }
    for month in monthNames(at: index) {
      for (day, next) in dayNumbers(at: index + 1) { found += dated(day, month + 1, before: next) }
    }
    for start in after("first of a month", at: index).flatMap({ optionally("of", at: $0) }) {
      for month in monthNames(at: start) { found += dated(1, month + 1, before: start + 1) }
    }
    return found
  }

  /// The date that the whole text is in a form in which the language prints dates, of which no other reading knows all words:
  /// `tirsdag den 24. november 2026`, `24 בנובמבר`.
  func printedDate(_ text: String) -> DatePhrase.Day? {
    let numbers = tokens.compactMap { Int($0.text.last == "." ? $0.text.dropLast() : $0.text) }
    guard (1...2).contains(numbers.count), let day = numbers.first(where: { (1...31).contains($0) }) else {
      return nil
    }
    let year = numbers.first { (1_000...9_999).contains($0) }
    guard numbers.count == (year == nil ? 1 : 2) else { return nil }
    let typed = Word(text)
    let styles: [Localization.DateStyle] =
      year == nil ? [.dayAndMonth, .mediumDayAndMonth] : [.full, .long, .medium]
    // 2024 is a leap year.
    let date = (1...12).lazy.compactMap { try? CivilDate(year ?? 2024, $0, day) }.first { date in
      styles.contains { typed.hasSameLetters(as: localization.date(date, $0)) }
    }
    return date.map { year == nil ? .dayOfMonth(day: day, month: $0.month, weekday: nil) : .date($0) }
  }

  /// A day of a month, with and without the year that follows.
  func dated(_ day: Int, _ month: Int, before next: Int) -> Found<DatePhrase.Day> {
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

  /// A number of units, in digits or – up to twelve – in words: `3 days`, `an hour`, `two weeks`.
  private func amounts(at index: Int, sign: Int) -> [(value: Length, next: Int)] {
    let units: [(row: String, make: (Int) -> Length)] = [
      ("minutes", { .seconds(60 * $0) }), ("hours", { .seconds(3_600 * $0) }), ("days", { .days($0) }),
      ("weeks", { .days(7 * $0) }), ("months", { .months($0) }), ("years", { .months(12 * $0) }),
    ]
    let counts =
      (number(at: index, 0...9_999).map { [($0, index + 1)] } ?? [])
      + (1...12).flatMap { count in after("\(count)", at: index).map { (count, $0) } }
    return after("half an hour", at: index).map { (.seconds(sign * 1_800), $0) }
      + counts.flatMap { count, next in
        units.flatMap { row, make in after(row, at: next).map { (make(sign * count), $0) } }
      }
  }

  /// A time from now: `in 2 hours`, `+90m`, `an hour ago`, `now`.
  func timesFromNow(at index: Int) -> Found<DatePhrase> {
    after("now", at: index).map { (DatePhrase(secondsAhead: 0), $0) }
      + length(at: index).compactMap { length, next in
        guard case .seconds(let seconds) = length else { return nil }
        return (DatePhrase(secondsAhead: seconds), next)
      }
  }

  /// Whether a word is a dash, as in a range.
  func isDash(_ index: Int) -> Bool {
    index < tokens.count && ["-", "–", "—"].contains(tokens[index].text)
  }
}

extension DatePhrase.Day {
  /// Whether it is a month as a whole.
  var isMonth: Bool {
    switch self {
    case .month, .nextMonth: true
    default: false
    }
  }

  /// The same day, which must fall on a weekday; `nil` for a date that does not, and for what is no day of a month.
  func on(_ weekday: Weekday) -> DatePhrase.Day? {
    switch self {
    case .dayOfMonth(let day, let month, _): .dayOfMonth(day: day, month: month, weekday: weekday)
    case .date(let date) where date.weekday == weekday: self
    default: nil
    }
  }

  /// The month that is stated with a day, the one of a leap year where no year is stated.
  var stated: YearMonth? {
    switch self {
    case .dayOfMonth(_, let month?, _): YearMonth(clampingYear: 2_024, month)
    case .date(let date): date.yearMonth
    default: nil
    }
  }

  /// Whether a number after it can belong to it: `friday 27`, `nov 27`, `24 nov 2026`.
  var takesNumber: Bool {
    switch self {
    case .weekday, .dayOfMonth, .month: true
    default: false
    }
  }

  /// Whether hours can be before it, as in `9-10 tomorrow`; before a month they would be its days.
  var followsHours: Bool {
    switch self {
    case .ahead, .weekday, .nextWeek, .dayOfMonth(_, _, _?): true
    default: false
    }
  }

  /// The first day of a range that ends on a day: one without a month is in the month of the end. `nil` if the end has no month
  /// itself, so that `12-13` are hours.
  fileprivate func start(ofRangeUntil last: DatePhrase.Day) -> DatePhrase.Day? {
    switch (self, last) {
    case (_, .dayOfMonth(_, nil, _)): return nil
    case (.dayOfMonth(let first, nil, let weekday), .dayOfMonth(_, let month, _)):
      return .dayOfMonth(day: first, month: month, weekday: weekday)
    case (.dayOfMonth(let first, nil, _), .date(let date)):
      return .date(date.adding(days: first - date.dayOfMonth))
    default: return self
    }
  }
}
