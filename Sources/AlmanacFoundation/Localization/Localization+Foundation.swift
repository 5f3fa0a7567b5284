public import AlmanacTime
public import AlmanacViews
public import Foundation

extension Localization {
  /// Creates the words of any locale, from Foundation's locale data.
  ///
  /// Names, dates and direction are the locale's. Lists and ordinals are the library's own where it has the language,
  /// as they distinguish more (`y` and `e`, genders); else the word between the last two and the endings of digits. The
  /// first weekday, the clock, the digits and the decimal separator are the locale's.
  ///
  /// ```swift
  /// let dutch = Localization(Locale(identifier: "nl_NL"))
  /// dutch.date(try CivilDate(2026, 6, 30), .full)                 // dinsdag 30 juni 2026
  /// ```
  public init(_ locale: Locale) {
    let locale = locale.readable
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = locale
    let code = locale.language.languageCode?.identifier ?? "und"
    let own = Localization.all.first { $0.language.rawValue == code }
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
      dates: DateForms(locale, calendar),
      conjunction: own?.conjunction ?? Conjunction(locale),
      ordinals: own?.ordinals ?? OrdinalForms(locale), firstWeekday: WeekRule(locale).firstWeekday,
      clock: Clock(locale, calendar), digits: Self.digits(locale),
      decimalSeparator: locale.decimalSeparator ?? ".")
  }

  /// The locale's digits; empty for those of ASCII.
  private static func digits(_ locale: Locale) -> String {
    let formatter = NumberFormatter()
    formatter.locale = locale
    let digits = (0...9).map { formatter.string(from: NSNumber(value: $0)) ?? "" }.joined()
    return digits == "0123456789" ? "" : digits
  }

  private static func fromMonday(_ names: [String]) -> [String] {
    Array(names.dropFirst() + names.prefix(1))
  }
}

extension Localization.Clock {
  fileprivate init(_ locale: Locale, _ calendar: Calendar) {
    let pattern = DateFormatter.dateFormat(fromTemplate: "jmm", options: 0, locale: locale) ?? "HH:mm"
    guard let half = pattern.firstIndex(where: { "abB".contains($0) }) else {
      self = .hours24
      return
    }
    let hour = pattern.firstIndex { "hK".contains($0) } ?? pattern.startIndex
    self = .hours12(am: calendar.amSymbol, pm: calendar.pmSymbol, isBefore: half < hour)
  }
}

extension WeekRule {
  /// Creates the rule of a locale.
  public init(_ locale: Locale) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = locale
    self.init(firstWeekday: Weekday(locale.firstDayOfWeek), minimalDays: calendar.minimumDaysInFirstWeek)
  }
}

extension Localization.DateForms {
  fileprivate init(_ locale: Locale, _ calendar: Calendar) {
    // The dates are Gregorian, also in a locale with another calendar, whose patterns have other orders and an era.
    var components = Locale.Components(locale: locale)
    components.calendar = .gregorian
    let locale = Locale(components: components)
    func pattern(_ template: String) -> DatePattern {
      DatePattern(DateFormatter.dateFormat(fromTemplate: template, options: 0, locale: locale) ?? template)
    }
    let long = pattern("yMMMMd")
    // A locale that writes the month as a number (`2026年6月30日`) has numbers in the table too.
    let hasNumbers = long.hasNumericMonth
    let weekday = pattern("EEEEyMMMMd").weekday
    let date = long.text(numericMonths: hasNumbers)
    // A date may begin with a word of its own, which is between the weekday and the date too: "Thứ Bảy, ngày 28 tháng 3".
    let word = String(date.prefix { $0 != "{" })
    self.init(
      long: date,
      dayAndMonth: pattern("MMMMd").text(numericMonths: hasNumbers),
      monthAndYear: pattern("yMMMM").text(numericMonths: hasNumbers),
      weekday: word.isEmpty || !weekday.before.hasSuffix(word)
        ? weekday.before : String(weekday.before.dropLast(word.count)), weekdayAfter: weekday.after,
      months: hasNumbers ? (1...12).map { "\($0)" } : calendar.monthSymbols,
      shortMonths: calendar.shortMonthSymbols,
      medium: pattern("yMMMd").compact, mediumDayAndMonth: pattern("MMMd").compact,
      short: pattern("yMMdd").compact,
      between: Self.between[locale.language.languageCode?.identifier ?? ""] ?? " – ")
  }

  /// The texts between the days of a range in languages that do not have a dash with spaces, as CLDR has them.
  private static let between = ["ja": "～", "zh": "至", "ko": "~"]
}

extension Localization.Conjunction {
  fileprivate init(_ locale: Locale) {
    var text = ["0", "1"].formatted(.list(type: .and).locale(locale))
    // Right-to-left languages set each element off with marks that are not seen.
    text.unicodeScalars.removeAll { $0.properties.generalCategory == .format }
    self.init(text.filter { $0 != "0" && $0 != "1" }.trimmingCharacters(in: .whitespaces))
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

extension ViewPhrases {
  /// Creates the phrases of any locale: the library's own where it has the language, else the caller's, all in English
  /// without any.
  ///
  /// Locale data has the words for today, now and a week, which complete the caller's; it has no "all day" or "several
  /// tasks".
  ///
  /// ```swift
  /// ViewPhrases(Locale(identifier: "nl_NL")).allDay             // hele dag
  /// let greek = ViewPhrases(Locale(identifier: "el_GR"), otherwise: words)
  /// greek.today                                                 // σήμερα
  /// ```
  ///
  /// - Parameter words: The phrases in the locale's language that locale data does not have; `nil` for English.
  public init(_ locale: Locale, otherwise words: ViewPhrases? = nil) {
    let locale = locale.readable
    let localization = Localization(locale)
    guard let words, !ViewPhrases.hasLanguage(of: localization) else {
      self.init(localization)
      return
    }
    self = words
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      today = Self.named([.day], locale)
      now = Self.named([.second], locale)
    }
    // The part of `y年 ('週': w)` that does not belong to the year.
    let year = DateFormatter.dateFormat(fromTemplate: "y", options: 0, locale: locale) ?? ""
    var pattern = DateFormatter.dateFormat(fromTemplate: "yw", options: 0, locale: locale) ?? ""
    if pattern.hasPrefix(year) { pattern.removeFirst(year.count) }
    guard let word = DatePattern(pattern).firstWord else { return }
    weekPattern = word.prefix(1).uppercased(with: locale) + word.dropFirst() + " {n}"
    let unit = Duration.seconds(7 * 86_400).formatted(
      .units(allowed: [.weeks], width: .abbreviated).locale(locale))
    let abbreviation = unit.filter { $0.isLetter || $0 == "." }
    weekAbbreviation = abbreviation.isEmpty || abbreviation.count >= word.count ? word : abbreviation
  }

  /// The word for the present in a unit: today, now.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private static func named(
    _ fields: Set<Date.AnchoredRelativeFormatStyle.Field>, _ locale: Locale
  ) -> String {
    let present = Date(timeIntervalSinceReferenceDate: 0)
    let style = Date.AnchoredRelativeFormatStyle(
      anchor: present, allowedFields: fields, presentation: .named, unitsStyle: .wide, locale: locale,
      capitalizationContext: .middleOfSentence)
    return style.format(present)
  }
}

extension Locale {
  /// The locale, or the root locale for an identifier beyond ASCII, at which Foundation's formatters end the program on Linux.
  fileprivate var readable: Locale {
    identifier.utf8.allSatisfy { $0 < 0x80 } ? self : Locale(identifier: "")
  }
}
