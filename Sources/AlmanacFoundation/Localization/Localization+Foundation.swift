public import AlmanacTime
public import AlmanacViews
public import Foundation

extension Localization {
  /// Creates the words of any locale, from Foundation's locale data.
  ///
  /// Names, dates and direction are the locale's. Lists and ordinals are the library's own where it has the language,
  /// as they distinguish more (`y` and `e`, genders); else the word between the last two and the endings of digits. Numbers
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
      ordinals: own?.ordinals ?? OrdinalForms(locale))
  }

  private static func fromMonday(_ names: [String]) -> [String] {
    Array(names.dropFirst() + names.prefix(1))
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
    func pattern(_ template: String) -> DatePattern {
      DatePattern(DateFormatter.dateFormat(fromTemplate: template, options: 0, locale: locale) ?? template)
    }
    let long = pattern("yMMMMd")
    // A locale that writes the month as a number (`2026年6月30日`) has numbers in the table too.
    let hasNumbers = long.hasNumericMonth
    self.init(
      long: long.text(numericMonths: hasNumbers),
      dayAndMonth: pattern("MMMMd").text(numericMonths: hasNumbers),
      monthAndYear: pattern("yMMMM").text(numericMonths: hasNumbers),
      weekday: pattern("EEEEyMMMMd").weekdayPrefix,
      months: hasNumbers ? (1...12).map { "\($0)" } : calendar.monthSymbols,
      shortMonths: calendar.shortMonthSymbols,
      medium: pattern("yMMMd").compact, mediumDayAndMonth: pattern("MMMd").compact,
      short: pattern("yMMdd").compact)
  }
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
  /// Creates the phrases of any locale: the library's own where it has the language, else as far as locale data has them.
  ///
  /// These are the words for today, now and a week. Data has no "all day" or "several tasks": the other phrases are
  /// those of `words`.
  ///
  /// ```swift
  /// var dutch = ViewPhrases(Locale(identifier: "nl_NL"))
  /// dutch.today                     // vandaag
  /// dutch.week(12)                  // Week 12
  /// dutch.allDay = "hele dag"
  /// ```
  ///
  /// - Parameter words: The phrases that locale data does not have.
  public init(_ locale: Locale, otherwise words: ViewPhrases = .english) {
    let localization = Localization(locale)
    guard !Localization.all.contains(where: { $0.language == localization.language }) else {
      self.init(localization)
      return
    }
    self = words
    today = Self.named([.day], locale)
    now = Self.named([.second], locale)
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
