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

  @Test("The year of a range stands where the language has it, once where both days share it")
  func ranges() throws {
    let (first, last) = (try CivilDate(2026, 1, 31), try CivilDate(2026, 2, 1))
    let japanese = Localization(Locale(identifier: "ja_JP"))
    #expect(japanese.dates(first...last) == "2026年1月31日 – 2月1日")
    #expect(japanese.dates(first...last, .monthAndYear) == "2026年1月 – 2026年2月")
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

  @Test("Phrases are the library's, else the locale's, else the caller's")
  func phrases() {
    #expect(ViewPhrases(Locale(identifier: "ca_ES")) == ViewPhrases(.catalan))
    let dutch = ViewPhrases(Locale(identifier: "nl_NL"))
    #expect(dutch.today == "vandaag" && dutch.now == "nu" && dutch.week(12) == "Week 12")
    #expect(dutch.weekAbbreviation == "wk" && dutch.allDay == ViewPhrases.english.allDay)
    var words = ViewPhrases.english
    words.allDay = "終日"
    words.morePattern = "他{n}件"
    let japanese = ViewPhrases(Locale(identifier: "ja_JP"), otherwise: words)
    #expect(japanese.today == "今日" && japanese.allDay == "終日" && japanese.more(3) == "他3件")
    #expect(ViewPhrases(Locale(identifier: "he_IL")).today == "היום")
    // CLDR's pattern is y年 ('週': w): the year has a word of its own.
    #expect(japanese.week(12) == "週 12" && japanese.weekAbbreviation == "週")
    #expect(ViewPhrases(Locale(identifier: "ko_KR")).week(12) == "주 12")
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
