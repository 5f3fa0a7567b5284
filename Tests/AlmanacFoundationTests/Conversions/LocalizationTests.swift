import AlmanacEvents
import AlmanacFoundation
import AlmanacTime
import AlmanacViews
import Foundation
import Testing

@Suite("Words of locales")
struct LocalizationTests {
  @Test(
    "Dates read as Foundation writes them",
    arguments: [
      "en_US", "en_GB", "nl_NL", "sv_SE", "pl_PL", "ja_JP", "zh_Hans_CN", "he_IL", "ca_ES", "es_MX", "ko_KR",
      "tr_TR",
    ])
  func dates(identifier: String) throws {
    let locale = Locale(identifier: identifier)
    let localization = Localization(locale)
    let formatter = DateFormatter()
    formatter.locale = locale
    formatter.calendar = Calendar(identifier: .gregorian)
    formatter.timeZone = .gmt
    for day in ["2026-06-30", "2026-04-01", "2025-12-24"] {
      let date = try CivilDate(day)
      let noon = Date(Zone.utc.instant(of: date.at(.noon)))
      formatter.setLocalizedDateFormatFromTemplate("yMMMMd")
      #expect(localization.date(date, .long) == formatter.string(from: noon))
      formatter.setLocalizedDateFormatFromTemplate("MMMMd")
      #expect(localization.date(date, .dayAndMonth) == formatter.string(from: noon))
      formatter.setLocalizedDateFormatFromTemplate("yMMMM")
      #expect(localization.date(date.yearMonth) == formatter.string(from: noon))
    }
  }

  /// CLDR's yMMMM and yMMMMd of the Gregorian calendar.
  @Test(
    "The dates of a language are read as they are printed, in each month",
    arguments: [
      "ru_RU", "pl_PL", "da_DK", "tr_TR", "he_IL", "ar_EG", "uk_UA", "ja_JP",
    ])
  func readBack(identifier: String) throws {
    let localization = Localization(Locale(identifier: identifier))
    let now = try CivilDateTime("2026-01-01T00:00")
    for month in 1...12 {
      let date = try CivilDate(2026, month, 24)
      for style: Localization.DateStyle in [.full, .long, .medium, .dayAndMonth] {
        let text = localization.date(date, style)
        let read = try? DatePhrase(text, in: localization).date(after: now)
        #expect(read == date, "\(text)")
      }
    }
  }

  @Test(
    "A month within a date may have a time after it",
    arguments: [
      ("ru_RU", "24 ноября 10:00", 11), ("ru_RU", "24 мая 10:00", 5), ("pl_PL", "24 listopada 10:00", 11),
      ("uk_UA", "24 листопада 10:00", 11), ("cs_CZ", "24. listopadu 10:00", 11),
      ("el_GR", "24 Νοεμβρίου 10:00", 11), ("ar_EG", "٢٤ نوفمبر ١٠:٠٠", 11),
    ])
  func timesAfterMonths(identifier: String, text: String, month: Int) throws {
    let phrase = try DatePhrase(text, in: Localization(Locale(identifier: identifier)))
    #expect(phrase.day == .dayOfMonth(day: 24, month: month, weekday: nil))
    #expect(phrase.time == (try CivilTime(10, 0)))
  }

  @Test("Locales with another calendar of their own have Gregorian dates")
  func otherCalendars() throws {
    let date = try CivilDate(2026, 3, 7)
    let persian = Localization(Locale(identifier: "fa_IR"))
    #expect(persian.date(try YearMonth(2026, 3)) == "مارس ۲۰۲۶")
    #expect(persian.date(date) == "۷ مارس ۲۰۲۶")
    let arabic = Localization(Locale(identifier: "ar_SA"))
    #expect(arabic.date(try YearMonth(2026, 3)) == "مارس ٢٠٢٦")
    for identifier in ["fa", "ar_SA", "th_TH", "ps", "ckb_IR", "ja_JP"] {
      let own = Localization(Locale(identifier: identifier))
      let month = own.date(try YearMonth(2026, 3))
      #expect(
        !month.hasSuffix(" ") && month.contains(own.name(ofMonth: 3)) && month.contains(own.number(2026)))
    }
  }

  /// CLDR has the word in yMMMMd of Vietnamese as well as between the weekday and that date.
  @Test("A word with which dates begin is there once after a weekday")
  func wordsOfDates() throws {
    let vietnamese = Localization(Locale(identifier: "vi_VN"))
    let date = vietnamese.date(try CivilDate(2026, 3, 28), .full)
    #expect(date.split(separator: " ").count { $0 == "ngày" } <= 1 && date.hasPrefix("Thứ Bảy, "))
  }

  @Test("The decimal separator of each region is that of Unicode's CLDR")
  func decimalSeparators() {
    let codes = Set(Localization.all.map(\.language.rawValue))
    var count = 0
    for identifier in Locale.availableIdentifiers {
      let locale = Locale(identifier: identifier)
      guard let code = locale.language.languageCode?.identifier, codes.contains(code) else { continue }
      #expect(Localization(locale).decimalSeparator == locale.decimalSeparator)
      guard let region = locale.region?.identifier, region.utf8.count == 2 else { continue }
      count += 1
      #expect(
        Localization(identifier: "\(code)_\(region)").decimalSeparator == locale.decimalSeparator,
        "\(identifier)")
    }
    #expect(count > 150)
  }

  @Test("The year of a range stands where the language has it, once where both days share it")
  func ranges() throws {
    let (first, last) = (try CivilDate(2026, 1, 31), try CivilDate(2026, 2, 1))
    let japanese = Localization(Locale(identifier: "ja_JP"))
    #expect(japanese.dates(first...last) == "2026年1月31日～2月1日")
    #expect(japanese.dates(first...last, .monthAndYear) == "2026年1月～2026年2月")
    // CLDR's interval of yMMMd that differs in the day: y年M月d日～d日.
    let (monday, sunday) = (try CivilDate(2026, 3, 16), try CivilDate(2026, 3, 22))
    #expect(japanese.dates(monday...sunday) == "2026年3月16日～22日")
    #expect(Localization(Locale(identifier: "en_US")).dates(monday...sunday) == "March 16–22, 2026")
    let swedish = Localization(Locale(identifier: "sv_SE"))
    #expect(swedish.dates(first...last) == "31 januari – 1 februari 2026")
  }

  @Test(
    "Medium and short dates read as Foundation writes them",
    arguments: ["nl_NL", "sv_SE", "pl_PL", "ja_JP", "he_IL", "ko_KR", "tr_TR", "en_GB"])
  func shorterDates(identifier: String) throws {
    let locale = Locale(identifier: identifier)
    let localization = Localization(locale)
    let formatter = DateFormatter()
    formatter.locale = locale
    formatter.calendar = Calendar(identifier: .gregorian)
    formatter.timeZone = .gmt
    for day in ["2026-06-30", "2025-12-24"] {
      let date = try CivilDate(day)
      let noon = Date(Zone.utc.instant(of: date.at(.noon)))
      formatter.setLocalizedDateFormatFromTemplate("yMMMd")
      let digits = localization.date(date, .medium).filter { $0 != "0" }
      #expect(digits == formatter.string(from: noon).filter { $0 != "0" })
      formatter.setLocalizedDateFormatFromTemplate("yMMdd")
      #expect(localization.date(date, .short) == formatter.string(from: noon))
    }
  }

  @Test("Phrases are the library's, else the caller's, else in English: none are in two languages")
  func phrases() {
    #expect(ViewPhrases(Locale(identifier: "ca_ES")) == ViewPhrases(.catalan))
    let dutch = ViewPhrases(Locale(identifier: "nl_NL"))
    #expect(dutch.today == "vandaag" && dutch.now == "nu" && dutch.week(12) == "Week 12")
    #expect(dutch.weekAbbreviation == "wk" && dutch.allDay == "hele dag")
    var words = ViewPhrases.english
    words.allDay = "όλη μέρα"
    let greek = ViewPhrases(Locale(identifier: "el_GR"), otherwise: words)
    #expect(greek.today == "σήμερα" && greek.allDay == "όλη μέρα" && greek.week(12) == "Εβδομάδα 12")
    #expect(ViewPhrases(Locale(identifier: "el_GR")) == .english)
  }

  /// The words for today and now are those of CLDR.
  @Test(
    "Phrases of languages whose names are Foundation's agree with it",
    arguments: ["ar", "he", "ja", "zh", "ko", "nl", "sv", "da", "pl", "ru", "tr"])
  func furtherPhrases(identifier: String) {
    let locale = Locale(identifier: identifier)
    let own = ViewPhrases(locale)
    let present = Date(timeIntervalSinceReferenceDate: 0)
    for (word, field) in [(own.today, Date.AnchoredRelativeFormatStyle.Field.day), (own.now, .second)] {
      let style = Date.AnchoredRelativeFormatStyle(
        anchor: present, allowedFields: [field], presentation: .named, unitsStyle: .wide, locale: locale,
        capitalizationContext: .middleOfSentence)
      #expect(word == style.format(present))
    }
    #expect(own.allDay != ViewPhrases.english.allDay && own.several != ViewPhrases.english.several)
  }

  /// CLDR by Foundation, for every region of the seven languages.
  @Test("First weekdays, clocks and the order of day and month are those of Unicode's data")
  func regions() {
    var compared = 0
    for identifier in Locale.availableIdentifiers {
      let parts = identifier.split(separator: "_")
      guard parts.count == 2, parts[1].count == 2, parts[1].allSatisfy(\.isUppercase) else { continue }
      let own = Localization(identifier: identifier)
      guard own.language.rawValue == parts[0] else { continue }
      let theirs = Localization(Locale(identifier: identifier))
      #expect(own.firstWeekday == theirs.firstWeekday, "\(identifier)")
      #expect((own.clock == .hours24) == (theirs.clock == .hours24), "\(identifier)")
      if own.language == .english {
        #expect(own.dates.long.hasPrefix("{m}") == theirs.dates.long.hasPrefix("{m}"), "\(identifier)")
      }
      compared += 1
    }
    #expect(compared > 150)
  }

  @Test(
    "Times of day as Foundation writes them",
    arguments: ["en_US", "en_GB", "ko_KR", "ja_JP", "ar_EG", "hi_IN"])
  func clocks(identifier: String) throws {
    let locale = Locale(identifier: identifier)
    let localization = Localization(locale)
    let formatter = DateFormatter()
    formatter.locale = locale
    formatter.timeZone = .gmt
    formatter.setLocalizedDateFormatFromTemplate("jmm")
    for text in ["00:05", "09:30", "12:00", "13:45", "23:59"] {
      let date = Date(Zone.utc.instant(of: try CivilDate("2026-03-02").at(try CivilTime(text))))
      let theirs = formatter.string(from: date).map { $0.isWhitespace ? " " : String($0) }.joined()
      let own = localization.time(try CivilTime(text))
      // A clock of 24 hours has two digits here.
      #expect(own == theirs || own == "0" + theirs || own == "٠" + theirs)
    }
    let american = Localization(identifier: "en_US")
    #expect(american.times(try CivilTime("09:00"), try CivilTime("10:30")) == "9:00–10:30 AM")
    #expect(american.times(try CivilTime("11:00"), try CivilTime("13:00")) == "11:00 AM–1:00 PM")
    #expect(american.time(try CivilTime("14:00"), isCompact: true) == "2 PM")
  }

  @Test("Names begin with Monday and January")
  func names() {
    let dutch = Localization(Locale(identifier: "nl_NL"))
    #expect(dutch.name(of: .monday) == "maandag" && dutch.name(of: .sunday) == "zondag")
    #expect(dutch.name(ofMonth: 3) == "maart")
    #expect(dutch.language.rawValue == "nl" && dutch.direction == .leftToRight)
    #expect(dutch.list(["een", "twee", "drie"]) == "een, twee en drie")
    #expect(Localization(Locale(identifier: "ar_EG")).direction == .rightToLeft)
    let swedish = Localization(Locale(identifier: "sv_SE"))
    #expect(swedish.ordinal(1) == "1:a" && swedish.ordinal(3) == "3:e")
    #expect(Localization(Locale(identifier: "es_ES")).list(["Ana", "Inés"]) == "Ana e Inés")
  }

  @Test("Weeks")
  func weeks() {
    #expect(WeekRule(Locale(identifier: "en_US")) == WeekRule(firstWeekday: .sunday, minimalDays: 1))
    #expect(WeekRule(Locale(identifier: "de_DE")) == .iso)
    #expect(WeekRule(Locale(identifier: "ar_EG")).firstWeekday == .saturday)
  }
}
