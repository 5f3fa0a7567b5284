extension Localization {
  /// The patterns of a language's dates: `{E}` weekday, `{d}` day, `{m}` month within a date, `{M}` month alone,
  /// `{b}` the short name of a month within a date, `{y}` year, `{D}` and `{N}` day and month as two digits; other text is literal.
  public struct DateForms: Sendable, Hashable {
    /// `30 June 2026`
    public var long: String
    /// `30 June`
    public var dayAndMonth: String
    /// `June 2026`
    public var monthAndYear: String
    /// The text before a date with its weekday: `{E}, `; empty where the weekday is after the date.
    public var weekday: String
    /// The text after a date with its weekday, as in Japanese; empty where the weekday is before the date.
    public var weekdayAfter: String
    /// The months within dates, with their preposition where there is one: `d’abril`; empty where they are the names of
    /// months outside of dates.
    public var months: [String]
    /// The short names of months within dates: `Jan.`; empty where they are those outside of dates.
    public var shortMonths: [String]
    /// The first day of a month: `1er`.
    public var firstDay: String
    /// `30 Jun 2026`
    public var medium: String
    /// `30 Jun`
    public var mediumDayAndMonth: String
    /// `30/06/2026`
    public var short: String
    /// The days of a range within a month, the first one as `{f}`: `7–8`
    public var days: String
    /// The text between the first and the last day of a range that are written in full: ` – `
    public var between: String

    /// Creates the patterns of a language. The defaults write `30 Jun 2026`, `30/06/2026` and `7–8`, with the names
    /// of months outside of dates.
    public init(
      long: String, dayAndMonth: String, monthAndYear: String, weekday: String, weekdayAfter: String = "",
      months: [String] = [], shortMonths: [String] = [], firstDay: String = "1",
      medium: String = "{d} {b} {y}",
      mediumDayAndMonth: String = "{d} {b}",
      short: String = "{D}/{N}/{y}", days: String = "{f}–{d}", between: String = " – "
    ) {
      self.long = long
      self.dayAndMonth = dayAndMonth
      self.monthAndYear = monthAndYear
      self.weekday = weekday
      self.weekdayAfter = weekdayAfter
      self.months = months
      self.shortMonths = shortMonths
      self.firstDay = firstDay
      self.medium = medium
      self.mediumDayAndMonth = mediumDayAndMonth
      self.short = short
      self.days = days
      self.between = between
    }

    fileprivate func withWeekday(_ date: String) -> String {
      weekdayAfter.isEmpty ? weekday + date : weekday + date + weekdayAfter
    }

    /// Whether the year stands before the month, as in Japanese.
    fileprivate var beginsWithYear: Bool {
      var isField = false
      for letter in long.utf8 {
        if isField, letter == UInt8(ascii: "y") || letter == UInt8(ascii: "d") {
          return letter == UInt8(ascii: "y")
        }
        isField = letter == UInt8(ascii: "{")
      }
      return false
    }
  }

  /// The parts and the length of a date.
  public enum DateStyle: Sendable, Hashable {
    /// `Tuesday, 30 June 2026`
    case full
    /// `30 June 2026`
    case long
    /// `30 Jun 2026`
    case medium
    /// `30/06/2026`
    case short
    /// `Tuesday, 30 June`
    case weekdayAndDay
    /// `30 June`
    case dayAndMonth
    /// `30 Jun`
    case mediumDayAndMonth
    /// `June 2026`
    case monthAndYear
  }

  /// Writes a date in a style, by default as `30 June 2026`, in the digits of the localization.
  public func date(_ date: CivilDate, _ style: DateStyle = .long) -> String {
    self.date(date, from: date, style)
  }

  /// The first and the last day of a range, which share their month and year where they are the same: `7–8 March 2026`,
  /// `31 January – 1 February 2026`, `31 December 2026 – 1 January 2027`, `January – February 2026`. A style without a year
  /// has none, unless there are two.
  ///
  /// A single day is as `date(_:_:)` writes it. In the styles `full`, `short` and `weekdayAndDay` both days are complete.
  public func dates(_ days: ClosedRange<CivilDate>, _ style: DateStyle = .long) -> String {
    let (first, last) = (days.lowerBound, days.upperBound)
    let isShared = first.yearMonth == last.yearMonth
    let isOneYear = first.year == last.year
    func joined(_ first: String, _ last: String) -> String { first + dates.between + last }
    switch style {
    case .long, .medium, .dayAndMonth, .mediumDayAndMonth:
      if isShared, first < last, dates.beginsWithYear, let tail = dayPattern(style) {
        return joined(date(first, style), date(last, from: last, pattern: tail))
      }
      if isShared { return date(last, from: first, style) }
      let isMedium = style == .medium || style == .mediumDayAndMonth
      let (plain, dated): (DateStyle, DateStyle) =
        isMedium ? (.mediumDayAndMonth, .medium) : (.dayAndMonth, .long)
      guard isOneYear else { return joined(date(first, dated), date(last, dated)) }
      return dates.beginsWithYear
        ? joined(date(first, style), date(last, plain)) : joined(date(first, plain), date(last, style))
    case .monthAndYear:
      if isShared { return date(last, style) }
      let isYearWritten = !isOneYear || dates.beginsWithYear
      return joined(
        isYearWritten ? date(first, style) : name(ofMonth: first.fields.month), date(last, style))
    case .full, .short, .weekdayAndDay:
      return first == last ? date(last, style) : joined(date(first, style), date(last, style))
    }
  }

  /// The days of a half-open range, such as `Round.days`; an empty one is its first day.
  public func dates(_ days: Range<CivilDate>, _ style: DateStyle = .long) -> String {
    dates(days.lowerBound...max(days.lowerBound, days.upperBound.adding(days: -1)), style)
  }

  /// - Parameter first: The first day of a range within a month; the day itself for a single one.
  private func date(_ date: CivilDate, from first: CivilDate, _ style: DateStyle) -> String {
    let pattern =
      switch style {
      case .full: dates.withWeekday(dates.long)
      case .long: dates.long
      case .medium: dates.medium
      case .short: dates.short
      case .weekdayAndDay: dates.withWeekday(dates.dayAndMonth)
      case .dayAndMonth: dates.dayAndMonth
      case .mediumDayAndMonth: dates.mediumDayAndMonth
      case .monthAndYear: dates.monthAndYear
      }
    return self.date(date, from: first, pattern: pattern)
  }

  /// The end of a pattern from the day on, where it comes last: `{d}日`; `nil` where the day has another place.
  private func dayPattern(_ style: DateStyle) -> String? {
    let pattern =
      switch style {
      case .long: dates.long
      case .dayAndMonth: dates.dayAndMonth
      default: ""
      }
    let parts = pattern.split(separator: "{", omittingEmptySubsequences: false)
    return parts.last.flatMap { $0.first == "d" ? "{" + $0 : nil }
  }

  private func date(_ date: CivilDate, from first: CivilDate, pattern: String) -> String {
    let (year, month, day) = date.fields
    func number(_ day: Int) -> String { day == 1 ? withDigits(dates.firstDay) : self.number(day) }
    return pattern.filled { field in
      switch field.count == 1 ? field[0] : nil {
      case UInt8(ascii: "E"): name(of: date.weekday)
      case UInt8(ascii: "M"): name(ofMonth: month)
      case UInt8(ascii: "m"): monthInDate(month)
      case UInt8(ascii: "b"):
        dates.shortMonths.indices.contains(month - 1)
          ? dates.shortMonths[month - 1] : name(ofMonth: month, .short)
      case UInt8(ascii: "D"): withDigits(DigitWriter.text { $0.append(day) })
      case UInt8(ascii: "N"): withDigits(DigitWriter.text { $0.append(month) })
      case UInt8(ascii: "d"):
        date == first
          ? number(day) : dates.days.filled { number($0.first == UInt8(ascii: "f") ? first.fields.day : day) }
      case UInt8(ascii: "y"): self.number(year)
      default: nil
      }
    }
  }

  /// A month, 1…12, within a date: `June`, `de juny`, `d’abril`; empty for any other number.
  public func monthInDate(_ month: Int) -> String {
    if dates.months.isEmpty { return name(ofMonth: month) }
    return 1...dates.months.count ~= month ? dates.months[month - 1] : ""
  }

  /// The month and its year, for a heading.
  public func date(_ month: YearMonth) -> String { date(month.firstDay, .monthAndYear) }
}

extension String {
  /// A pattern with its fields `{name}` replaced; a field without a value is literal.
  package func filled(_ fields: [Substring: String]) -> String {
    filled { fields[Substring(decoding: $0, as: UTF8.self)] }
  }

  /// - Parameter value: The value of a field, whose name is UTF-8.
  fileprivate func filled(with value: (UnsafeBufferPointer<UInt8>) -> String?) -> String {
    var pattern = self
    return pattern.withUTF8 { bytes in
      var (text, written) = ("", 0)
      func part(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[range])
      }
      var open: Int?
      for index in bytes.indices {
        if bytes[index] == UInt8(ascii: "{") { open = index }
        guard bytes[index] == UInt8(ascii: "}"), let first = open else { continue }
        open = nil
        guard let value = value(part(first + 1..<index)) else { continue }
        if written < first { text += String(decoding: part(written..<first), as: UTF8.self) }
        text += value
        written = index + 1
      }
      return written < bytes.count
        ? text + String(decoding: part(written..<bytes.count), as: UTF8.self) : text
    }
  }
}
