public import AlmanacTime
public import Foundation

extension Localization {
  /// The words of any locale, from Foundation's locale data.
  ///
  /// Names, dates and direction are the locale's. Lists and ordinals are the library's own where it has the language,
  /// as they know more (`y` and `e`, genders); else the word between the last two and the endings of digits. Numbers
  /// are written in ASCII digits. Languages that put the weekday after the date have it before, as `DateForms` does.
  ///
  /// ```swift
  /// let dutch = Localization(Locale(identifier: "nl_NL"))
  /// dutch.date(try CivilDate(2026, 6, 30), .full)                 // dinsdag 30 juni 2026
  /// ```
  public init(_ locale: Locale) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = locale
    let code = locale.language.languageCode?.identifier ?? "und"
    let known = Localization.all.first { $0.language.rawValue == code }
    self.init(
      language: Language(rawValue: code),
      direction: locale.language.characterDirection == .rightToLeft ? .rightToLeft : .leftToRight,
      weekdays: Names(
        long: Self.fromMonday(calendar.standaloneWeekdaySymbols),
        short: Self.fromMonday(calendar.shortStandaloneWeekdaySymbols),
        narrow: Self.fromMonday(calendar.veryShortStandaloneWeekdaySymbols)),
      months: Names(
        long: calendar.standaloneMonthSymbols, short: calendar.shortStandaloneMonthSymbols,
        narrow: calendar.veryShortStandaloneMonthSymbols),
      dates: DateForms(locale, months: calendar.monthSymbols), lists: known?.lists ?? ListForms(locale),
      ordinals: known?.ordinals ?? OrdinalForms(locale))
  }

  private static func fromMonday(_ names: [String]) -> [String] {
    Array(names.dropFirst() + names.prefix(1))
  }
}

extension WeekRule {
  /// The first weekday of a locale, and how many days its first week of a year needs.
  public init(_ locale: Locale) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = locale
    self.init(firstWeekday: Weekday(locale.firstDayOfWeek), minimalDays: calendar.minimumDaysInFirstWeek)
  }
}

extension Localization.DateForms {
  fileprivate init(_ locale: Locale, months: [String]) {
    func pattern(_ template: String) -> DatePattern {
      DatePattern(DateFormatter.dateFormat(fromTemplate: template, options: 0, locale: locale) ?? template)
    }
    let long = pattern("yMMMMd")
    // Where dates have the month as a number (`2026年6月30日`), so does the table.
    let hasNumbers = long.hasNumericMonth
    self.init(
      long: long.text(numericMonths: hasNumbers),
      dayAndMonth: pattern("MMMMd").text(numericMonths: hasNumbers),
      monthAndYear: pattern("yMMMM").text(numericMonths: hasNumbers),
      weekday: pattern("EEEEyMMMMd").weekdayPrefix, months: hasNumbers ? (1...12).map { "\($0)" } : months,
      medium: pattern("yMMMd").compact, short: pattern("yMMdd").compact)
  }
}

extension Localization.ListForms {
  fileprivate init(_ locale: Locale) {
    func word(_ type: ListFormatStyle<StringStyle, [String]>.ListType) -> String {
      var text = ["0", "1"].formatted(.list(type: type).locale(locale))
      // Right-to-left languages set each element off with marks that are not seen.
      text.unicodeScalars.removeAll { $0.properties.generalCategory == .format }
      return text.filter { $0 != "0" && $0 != "1" }.trimmingCharacters(in: .whitespaces)
    }
    self.init(and: .init(word(.and)), or: .init(word(.or)))
  }
}

extension Localization.OrdinalForms {
  fileprivate init(_ locale: Locale) {
    let formatter = NumberFormatter()
    formatter.locale = locale
    formatter.numberStyle = .ordinal
    func ending(_ number: Int) -> String {
      let text = formatter.string(from: NSNumber(value: number)) ?? ""
      let digits = "\(number)"
      return text.hasPrefix(digits) ? String(text.dropFirst(digits.count)) : ""
    }
    let endings = [ending(10)] + (1...9).map(ending)
    self.init(
      masculine: .init(words: [], fromEnd: [], endings: endings),
      lastDigitDecides: ending(21) == ending(1) && ending(21) != ending(11))
  }
}
