public import AlmanacTime

/// A day, a time of day or both as people type them: `tomorrow 9:30`, `next friday`, `in 3 days`, `2 weeks ago`, `24 nov`,
/// `10am`.
///
/// The words are those of a language, else those of English; case and accents do not matter. Dates and times in the forms of ISO
/// 8601 are read too, with an offset after `T` or after seconds: `2026-03-10 09:00-10:00` is a range. A text with two meanings is refused: "mar 3" is a Tuesday and a day of March in Spanish and Italian. A year of
/// two digits is one from 2000 to 2099. The day comes before the month in numbers such as 3/10; in English, and where the short
/// dates of the localization do not have the day first, they have two meanings. The end of a range of hours is after its start: "9-5"
/// ends at 17:00, "22-2" on the next day. Words for a part of the day have an hour: "tonight" is 20:00, "friday morning" 9:00, "tomorrow
/// afternoon" 15:00; with an hour they say in which half of the day it is: "friday evening at 8".
///
/// ```swift
/// let phrase = try DatePhrase("viernes a las 10:00", in: .spanish)
/// phrase.start(after: now, firstWeekday: .monday)      // the next Friday, 10:00; today if it is before 10:00 on a Friday
/// ```
public struct DatePhrase: Sendable, Hashable {
  /// A day, by itself or by its relation to the present day.
  public enum Day: Sendable, Hashable {
    /// A date with its year, whatever the present day is.
    case date(CivilDate)
    /// A number of days after today: 0 is today, 1 tomorrow, -1 yesterday.
    case ahead(days: Int)
    /// The same day a number of months after this one, before it if negative; the last day of a month that is too short.
    case monthsAhead(Int)
    /// A period a number of them after the present one: 0 is this one, 1 the next, -1 the last.
    case period(Period, ahead: Int)
    /// The nearest such day, which may be today.
    case weekday(Weekday)
    /// The day in the week after this one.
    case nextWeek(Weekday)
    /// The nearest such day before today.
    case lastWeekday(Weekday)
    /// A day of a month in its year, else in the nearest that is not past, with the weekday that it must be.
    case dayOfMonth(day: Int, month: Int?, weekday: Weekday?)
    /// A month in its year, else the nearest that is not past.
    case month(Int, year: Int?)
    /// The nearest such month after the present one.
    case nextMonth(Int)
  }

  /// A period of days.
  public enum Period: Sendable, Hashable {
    /// The seven days from the first weekday on.
    case week
    /// A Saturday and a Sunday.
    case weekend
    /// The days of a month.
    case month
    /// The days of a year.
    case year
  }

  /// `nil` where only a time of day is stated, or a time from now.
  public var day: Day?
  /// The last day of a range such as `24-26 dec`, of which `day` is the first.
  public var lastDay: Day?
  /// The time of day, at which a range such as `12-13` begins; `nil` where none is stated.
  public var time: CivilTime?
  /// The end of a range such as `12-13`.
  public var end: CivilTime?
  /// The seconds from now, of a phrase such as "in 2 hours"; negative for one such as "2 hours ago".
  public var secondsAhead: Int?
  /// The time with the offset or the zone that the text states.
  public var zoned: ZonedDateTime?

  /// The longest text that is read, in bytes of UTF-8.
  public static let longest = 256

  init(
    _ day: Day? = nil, until lastDay: Day? = nil, time: CivilTime? = nil, end: CivilTime? = nil,
    secondsAhead: Int? = nil
  ) {
    (self.day, self.lastDay, self.time, self.end, self.secondsAhead) = (day, lastDay, time, end, secondsAhead)
  }

  /// Reads a text.
  ///
  /// - Throws: `TimeError` with code `syntax`, with the offset of the first word that is not understood; `outOfRange` for a day that
  ///   no month has or a text of more than 256 bytes; `ambiguousPhrase` for a text with two meanings; `repeatedPhrase` for one
  ///   that names days again and again, such as "every monday 9:30".
  /// - Complexity: O(*n*) in the length of the text, which is bounded.
  public init(_ text: String, in localization: Localization = .english) throws(TimeError) {
    guard text.utf8.count <= Self.longest else {
      throw TimeError(.outOfRange, at: Self.longest, expected: "a date in \(Self.longest) bytes at most")
    }
    if let exact = Self.exact(text) {
      self = exact
      return
    }
    let reader = DatePhraseReader(text, in: localization)
    var (found, furthest) = reader.phrases()
    if found.isEmpty, let day = reader.printedDate(text) {
      self.init(day)
      return
    }
    if found.isEmpty, localization.language != .english {
      let english = DatePhraseReader(text, in: .english).phrases()
      (found, furthest) = (english.meanings, max(furthest, english.furthest))
    }
    guard let first = found.first else {
      if Self.isRepeated(text, in: localization) {
        throw TimeError(.repeatedPhrase, expected: Self.forms(in: localization))
      }
      if let (month, offset) = DatePhraseReader(text, in: localization).monthWithoutDay() {
        let name = localization.name(ofMonth: month.month)
        throw TimeError(.outOfRange, at: offset, expected: "a day from 1 to \(month.length) in \(name)")
      }
      throw TimeError(.syntax, at: furthest, expected: Self.forms(in: localization))
    }
    guard found.count == 1 else {
      let meanings = found.map { $0.description(in: localization) }.sorted().joined(separator: " or ")
      throw TimeError(
        .ambiguousPhrase, expected: "\(meanings) in one of the forms \(Self.forms(in: localization))")
    }
    self = first
  }

  /// Whether a text is "every" and a day, in the words of a language or in English.
  private static func isRepeated(_ text: String, in localization: Localization) -> Bool {
    [localization, .english].contains { DatePhraseReader(text, in: $0).isRepeated }
  }

  /// Whether a hyphen between hours and minutes is that of a range, as in `2026-03-10 09:00-10:00`. An offset follows `T`, or
  /// seconds.
  private static func isRangeOfHours(_ text: String) -> Bool {
    let text = text.prefix { $0 != "[" }
    guard let blank = text.firstIndex(of: " "), let hyphen = text[blank...].firstIndex(of: "-") else {
      return false
    }
    return text[blank..<hyphen].count { $0 == ":" } == 1
  }

  /// A date or a time in a form of ISO 8601.
  private static func exact(_ text: String) -> DatePhrase? {
    if let date = try? CivilDate(text) { return DatePhrase(.date(date)) }
    if let local = try? CivilDateTime(text) { return DatePhrase(.date(local.date), time: local.time) }
    guard !isRangeOfHours(text), let zoned = try? ZonedDateTime(text) else { return nil }
    var phrase = DatePhrase(.date(zoned.local.date), time: zoned.local.time)
    phrase.zoned = zoned
    return phrase
  }

  /// The words of phrases in a language: the names of days and months, and those such as "tomorrow", "next" and "weeks". An
  /// application offers them as completions, and in place of a misspelt word.
  public static func words(in localization: Localization) -> [String] {
    localization.weekdays.long + localization.months.long + DateWords.words(in: localization).all
  }

  /// The prepositions between a title and its date, such as "by" and "until", in lower case. An application that reads a date
  /// at the end of a title removes them.
  public static func prepositions(in localization: Localization) -> [String] {
    DateWords.words(in: localization).prepositions
  }

  /// Accepted forms, in the words of a language.
  static func forms(in localization: Localization) -> String {
    let words = DateWords.words(in: localization)
    let friday = localization.name(of: .friday).lowercased()
    let month = localization.name(ofMonth: 11, .short).filter { $0 != "." }
    return [
      "2026-11-24", "24 \(month)", "\(words.text("tomorrow")) 9:30", friday, "+3d", "10:00",
    ].joined(separator: ", ")
  }
}

extension TimeError.Code {
  /// A phrase for a date that has two meanings.
  public static var ambiguousPhrase: Self { Self(rawValue: "ambiguous_phrase") }

  /// A phrase for days that come again and again, which is a rule and not a date.
  public static var repeatedPhrase: Self { Self(rawValue: "repeated_phrase") }
}

// MARK: Days and times

extension DatePhrase {
  /// The day, seen from a moment on the clock of a zone.
  ///
  /// A weekday is the nearest ahead, today if the phrase's time is still to come. A day of a month without a year, and a month
  /// without one, is the nearest that is not past. A time alone is today's, tomorrow's where it is past. Next week, month and year
  /// are the same day in them, and a weekend is the first of its days that is not past.
  ///
  /// - Returns: `nil` if the weekday that is stated is not that of the day, or the day is out of the range of years.
  public func date(after now: CivilDateTime, firstWeekday: Weekday = .monday) -> CivilDate? {
    let today = now.date
    let isPast = time.map { $0 <= now.time } ?? false
    switch day {
    case nil:
      if let secondsAhead { return now.exactly(seconds: secondsAhead)?.date }
      return isPast ? today.exactly(days: 1) : today
    case .date(let date): return date
    case .ahead(let days): return today.exactly(days: days)
    case .monthsAhead(let count), .period(.month, let count): return today.exactly(months: count)
    case .period(.week, let count): return today.exactly(days: 7 * count)
    case .period(.year, let count): return today.exactly(months: 12 * count)
    case .period(.weekend, let count):
      let first = Self.weekend(count, after: today)?.lowerBound
      return count == 0 ? first.map { max($0, today) } : first
    case .weekday(let weekday):
      let days = weekday.days(after: today.weekday)
      return today.exactly(days: days == 0 && isPast ? 7 : days)
    case .nextWeek(let weekday):
      return Self.week(1, after: today, firstWeekday)?.lowerBound.exactly(
        days: weekday.days(after: firstWeekday))
    case .lastWeekday(let weekday): return today.exactly(days: weekday.days(after: today.weekday) - 7)
    case .month(let month, let year):
      let nearest = today.year + (month < today.month ? 1 : 0)
      return (try? YearMonth(year ?? nearest, month))?.firstDay
    case .nextMonth(let month):
      let ahead = (month - today.month + 11) % 12 + 1
      return today.yearMonth.firstDay.exactly(months: ahead)
    case .dayOfMonth(let day, let month, let weekday):
      let first = isPast ? today.adding(days: 1) : today
      // Any day comes within eight years: 29 February, over a century without a leap day.
      let months = (0...97).lazy.map { first.yearMonth.adding(months: $0) }
      let found = months.filter { month == nil || $0.month == month }.filter { day <= $0.length }
        .map { $0.firstDay.adding(days: day - 1) }.first { $0 >= first }
      return found.flatMap { weekday == nil || $0.weekday == weekday ? $0 : nil }
    }
  }

  /// All days that the phrase names, seen from a moment on the clock of a zone: those of a week, a weekend, a month or a year, or
  /// from the first day of a range to its last; else the one day.
  ///
  /// - Returns: As ``date(after:firstWeekday:)``; `nil` too if the last day is before the first, such as in `26-24 dec`.
  public func days(after now: CivilDateTime, firstWeekday: Weekday = .monday) -> ClosedRange<CivilDate>? {
    let today = now.date
    if let lastDay {
      var first = self
      first.lastDay = nil
      guard let begin = first.date(after: now, firstWeekday: firstWeekday) else { return nil }
      let last = DatePhrase(lastDay)
      let end = last.days(after: lastDay.isNearest ? begin.startOfDay : now, firstWeekday: firstWeekday)
      // The nearest 24 December after the 26th is that of the next year.
      return end.flatMap { end in
        let last = end.upperBound
        return last < begin || last.month == begin.month && last.year > begin.year ? nil : begin...last
      }
    }
    switch day {
    case .period(.week, let count): return Self.week(count, after: today, firstWeekday)
    case .period(.weekend, let count): return Self.weekend(count, after: today)
    case .period(.month, _), .month, .nextMonth: return date(after: now).map { $0.yearMonth.days }
    case .period(.year, let count):
      return (try? YearMonth(today.year + count, 1)).map { $0.firstDay...$0.adding(months: 11).lastDay }
    default: return date(after: now, firstWeekday: firstWeekday).map { $0...$0 }
    }
  }

  /// The week a number of weeks after that of a day.
  private static func week(
    _ count: Int, after day: CivilDate, _ firstWeekday: Weekday
  ) -> ClosedRange<CivilDate>? {
    let first = day.exactly(days: 7 * count - day.weekday.days(after: firstWeekday))
    return first.map { $0...$0.adding(days: 6) }
  }

  /// The weekend a number of weeks after the one that a day is in, or before.
  private static func weekend(_ count: Int, after day: CivilDate) -> ClosedRange<CivilDate>? {
    let saturday = day.exactly(days: 7 * count + Weekday.sunday.days(after: day.weekday) - 1)
    return saturday.map { $0...$0.adding(days: 1) }
  }

  /// The start, seen from a moment: as ``start(after:firstWeekday:)`` of its clock, but hours and minutes from now are those that
  /// pass, also where clocks change meanwhile.
  ///
  /// - Returns: As ``date(after:firstWeekday:)``.
  public func start(after now: ZonedDateTime, firstWeekday: Weekday = .monday) -> EventTime? {
    guard let secondsAhead else { return start(after: now.local, firstWeekday: firstWeekday) }
    let start = now.instant.adding(seconds: secondsAhead)
    return start.seconds(since: now.instant) == secondsAhead ? .zoned(start.in(now.zone)) : nil
  }

  /// The start: a date where no time is stated, a time in a zone where the text states an offset or a zone.
  ///
  /// - Returns: As ``date(after:firstWeekday:)``.
  public func start(after now: CivilDateTime, firstWeekday: Weekday = .monday) -> EventTime? {
    if let zoned { return .zoned(zoned) }
    if let secondsAhead { return now.exactly(seconds: secondsAhead).map { .floating($0) } }
    guard let date = date(after: now, firstWeekday: firstWeekday) else { return nil }
    return time.map { .floating(date.at($0)) } ?? .date(date)
  }

  /// The phrase in words, for the list of meanings.
  fileprivate func description(in localization: Localization) -> String {
    switch day {
    case .weekday(let weekday), .nextWeek(let weekday), .lastWeekday(let weekday),
      .dayOfMonth(_, _, let weekday?):
      localization.name(of: weekday)
    case .date(let date): localization.date(date)
    case .dayOfMonth(let day, let month?, nil):
      // A year that has all days.
      (try? CivilDate(2024, month, day)).map { localization.date($0, .dayAndMonth) }
        ?? localization.name(ofMonth: month)
    case .month(let month, _), .nextMonth(let month): localization.name(ofMonth: month)
    default: time.map { "\($0)" } ?? "a day"
    }
  }
}

extension DatePhrase.Day {
  /// Whether it is the nearest such day or month, of which there are others: a weekday, a day of a month, a month. The end of a
  /// period is the nearest after its beginning.
  public var isNearest: Bool {
    switch self {
    case .weekday, .dayOfMonth, .month: true
    default: false
    }
  }
}

extension YearMonth {
  fileprivate var days: ClosedRange<CivilDate> { firstDay...lastDay }
}

// Additions without the bounds of dates, at which those of `AlmanacTime` stop.

extension CivilDate {
  /// The date a number of days later; `nil` where there is none.
  fileprivate func exactly(days: Int) -> CivilDate? {
    let date = adding(days: days)
    return date.days(since: self) == days ? date : nil
  }

  /// The same day a number of months later, or the last one of a shorter month; `nil` where there is none.
  fileprivate func exactly(months: Int) -> CivilDate? {
    let date = adding(months: months)
    return date.yearMonth.months(since: yearMonth) == months ? date : nil
  }
}

extension CivilDateTime {
  /// The time a number of seconds later; `nil` where there is none.
  fileprivate func exactly(seconds: Int) -> CivilDateTime? {
    let time = adding(seconds: seconds)
    return time.seconds(since: self) == seconds ? time : nil
  }
}
