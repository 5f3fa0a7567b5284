import AlmanacTime
import Foundation
import Testing

@Suite("Names, lists and dates in seven languages")
struct LocalizationTests {
  /// ICU has stops after short names in some places and not in others.
  private static func bare(_ name: String) -> String { name.replacing(".", with: "") }

  /// The names in Foundation's ICU data; English dates and short month names differ by region.
  @Test(arguments: Localization.all)
  func namesAgreeWithICU(_ localization: Localization) throws {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: localization.language.rawValue)
    let months: [String]? = formatter.standaloneMonthSymbols
    #expect((1...12).map { localization.name(ofMonth: $0) } == months)
    let weekdays: [String]? = formatter.standaloneWeekdaySymbols
    #expect(Weekday.week(from: .sunday).map { localization.name(of: $0) } == weekdays)
    let short: [String]? = formatter.shortWeekdaySymbols
    #expect(
      Weekday.week(from: .sunday).map { Self.bare(localization.name(of: $0, .short)) }
        == short?.map(Self.bare))
    let narrow: [String]? = formatter.veryShortStandaloneWeekdaySymbols
    // ICU adds stops to the Catalan ones, which is not narrow.
    #expect(Weekday.week(from: .sunday).map { localization.name(of: $0, .narrow) } == narrow?.map(Self.bare))
    let narrowMonths: [String]? = formatter.veryShortStandaloneMonthSymbols
    #expect((1...12).map { localization.name(ofMonth: $0, .narrow) } == narrowMonths)
    #expect(Set((1...12).map { localization.name(ofMonth: $0, .short) }).count == 12)
  }

  @Test(arguments: Localization.all)
  func longDatesAgreeWithICU(_ localization: Localization) throws {
    let formatter = DateFormatter()
    let language = localization.language == .english ? "en_GB" : localization.language.rawValue
    formatter.locale = Locale(identifier: language)
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateStyle = .long
    for month in 1...12 {
      let date = try CivilDate(2026, month, 17)
      let instant = Date(timeIntervalSince1970: Double(date.daysSinceEpoch) * 86_400)
      let expected = formatter.string(from: instant)
      // ICU writes Catalan with "del 2026"; both ways are right.
      let plain = expected.replacing(" del ", with: " de ")
      #expect(localization.date(date) == plain)
    }
  }

  @Test func dates() throws {
    let april = try CivilDate(2026, 4, 3)
    #expect(Localization.catalan.date(april) == "3 d’abril de 2026")
    #expect(Localization.catalan.date(april, .medium) == "3 abr. 2026")
    #expect(Localization.catalan.date(april, .short) == "03/04/2026")
    #expect(Localization.german.date(april, .medium) == "3. Apr. 2026")
    #expect(Localization.german.date(april, .short) == "03.04.2026")
    #expect(Localization.portuguese.date(april, .medium) == "3 de abr. de 2026")
    #expect(Localization.catalan.date(april, .full) == "divendres, 3 d’abril de 2026")
    #expect(Localization.catalan.date(april.yearMonth) == "abril de 2026")
    #expect(Localization.english.date(april, .weekdayAndDay) == "Friday, 3 April")
    #expect(Localization.german.date(april, .full) == "Freitag, 3. April 2026")
    let first = try CivilDate(2026, 5, 1)
    #expect(Localization.french.date(first, .dayAndMonth) == "1er mai")
    #expect(Localization.italian.date(first) == "1º maggio 2026")
    #expect(Localization.portuguese.date(first) == "1 de maio de 2026")
  }

  // As ICU formats the intervals of CLDR, with full spaces around the dash.
  @Test("The days of a range share their month and year as in each language")
  func ranges() throws {
    func days(_ first: (Int, Int, Int), _ last: (Int, Int, Int)) throws -> ClosedRange<CivilDate> {
      try CivilDate(first.0, first.1, first.2)...CivilDate(last.0, last.1, last.2)
    }
    let ranges = [
      try days((2026, 3, 7), (2026, 3, 8)), try days((2026, 1, 31), (2026, 2, 1)),
      try days((2026, 12, 31), (2027, 1, 1)),
    ]
    let medium: [(Localization, [String])] = [
      (.english, ["7–8 Mar 2026", "31 Jan – 1 Feb 2026", "31 Dec 2026 – 1 Jan 2027"]),
      (.spanish, ["7–8 mar 2026", "31 ene – 1 feb 2026", "31 dic 2026 – 1 ene 2027"]),
      (.italian, ["7–8 mar 2026", "31 gen – 1º feb 2026", "31 dic 2026 – 1º gen 2027"]),
      (.german, ["7.–8. März 2026", "31. Jan. – 1. Feb. 2026", "31. Dez. 2026 – 1. Jan. 2027"]),
    ]
    for (localization, expected) in medium {
      #expect(ranges.map { localization.dates($0, .medium) } == expected)
    }
    #expect(
      ranges.map { Localization.spanish.dates($0, .mediumDayAndMonth) } == [
        "7–8 mar", "31 ene – 1 feb", "31 dic 2026 – 1 ene 2027",
      ])
    #expect(
      ranges.map { Localization.spanish.dates($0) } == [
        "7–8 de marzo de 2026", "31 de enero – 1 de febrero de 2026",
        "31 de diciembre de 2026 – 1 de enero de 2027",
      ])
    #expect(Localization.french.dates(try days((2026, 5, 1), (2026, 5, 3)), .dayAndMonth) == "1er–3 mai")
    #expect(Localization.catalan.dates(ranges[0], .dayAndMonth) == "7–8 de març")
    #expect(Localization.english.dates(ranges[0], .monthAndYear) == "March 2026")
    #expect(Localization.english.dates(ranges[1], .monthAndYear) == "January – February 2026")
    #expect(Localization.spanish.dates(ranges[1], .monthAndYear) == "enero – febrero de 2026")
    #expect(
      Localization.english.dates(ranges[2], .monthAndYear) == "December 2026 – January 2027")
    #expect(Localization.english.dates(ranges[1], .short) == "31/01/2026 – 01/02/2026")
    let day = ranges[0].lowerBound
    #expect(Localization.english.dates(day...day, .full) == "Saturday, 7 March 2026")
  }

  @Test func lists() {
    let letters = ["a", "b", "c"]
    #expect(Localization.english.list(letters) == "a, b and c")
    #expect(Localization.german.list(["a", "b"]) == "a und b")
    #expect(Localization.french.list([]).isEmpty)
    #expect(Localization.french.list(["a"]) == "a")
  }

  /// The examples of the Diccionario panhispánico de dudas, and of Italian grammars.
  @Test func soundsOfConjunctions() {
    let spanish = Localization.spanish
    #expect(spanish.list(["padre", "hijo"]) == "padre e hijo")
    #expect(spanish.list(["España", "Italia"]) == "España e Italia")
    #expect(spanish.list(["agua", "hielo"]) == "agua y hielo")
    #expect(spanish.list(["lunes", "martes"]) == "lunes y martes")
    #expect(Localization.italian.list(["gioia", "entusiasmo"]) == "gioia ed entusiasmo")
    #expect(Localization.catalan.list(["gener", "juliol"]) == "gener i juliol")
  }

  @Test func ordinals() {
    #expect(
      [1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111].map { Localization.english.ordinal($0) }
        == ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "101st", "111th"])
    #expect(
      [1, 2, 3, 4, 5, 21].map { Localization.catalan.ordinal($0) } == ["1r", "2n", "3r", "4t", "5è", "21è"])
    #expect(Localization.catalan.ordinal(2, .feminine) == "2a")
    #expect(Localization.french.ordinal(1) == "1er")
    #expect(Localization.french.ordinal(21) == "21e")
    #expect(Localization.spanish.ordinal(3) == "3.º")
    #expect(Localization.italian.ordinalWord(-1, .feminine) == "ultima")
    #expect(Localization.english.ordinalWord(0) == nil)
    #expect(Localization.english.ordinalWord(6) == nil)
    #expect(Localization.english.ordinalWord(Int.min) == nil)
  }

  @Test func identifiers() {
    #expect(Localization(identifier: "ca_ES") == .catalan)
    let brazilian = Localization(identifier: "pt-BR")
    #expect(brazilian.language == .portuguese && brazilian.firstWeekday == .sunday)
    #expect(Localization(identifier: "pt") == .portuguese)
    #expect(Localization(identifier: "IT_it.UTF-8") == .italian)
    #expect(Localization(identifier: "de") == .german)
    #expect(Localization(identifier: "cat") == .english)
    #expect(Localization(identifier: "C") == .english)
    #expect(Localization(identifier: "") == .english)
  }

  @Test func namesOutsideTheTableAreEmpty() {
    #expect(Localization.english.name(ofMonth: 0).isEmpty)
    #expect(Localization.english.name(ofMonth: 13).isEmpty)
    #expect(Localization.english.name(ofMonth: Int.min).isEmpty)
    #expect(Localization.english.monthInDate(13).isEmpty)
  }
}
