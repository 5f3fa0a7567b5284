import AlmanacEvents
import AlmanacTime
import TestSupport
import Testing

extension DatePhraseTests {
  private func days(_ text: String, _ language: String = "en") throws -> String? {
    let phrase = try DatePhrase(text, in: Localization(identifier: language))
    return phrase.days(after: now).map { "\($0.lowerBound)/\($0.upperBound)" }
  }

  @Test(
    "a period has all of its days",
    arguments: [
      ("this week", "2026-11-23/2026-11-29"), ("next week", "2026-11-30/2026-12-06"),
      ("last week", "2026-11-16/2026-11-22"), ("weekend", "2026-11-28/2026-11-29"),
      ("this weekend", "2026-11-28/2026-11-29"), ("next weekend", "2026-12-05/2026-12-06"),
      ("this month", "2026-11-01/2026-11-30"), ("next month", "2026-12-01/2026-12-31"),
      ("next year", "2027-01-01/2027-12-31"), ("december", "2026-12-01/2026-12-31"),
      ("in 1 week", "2026-12-03/2026-12-03"), ("tomorrow", "2026-11-27/2026-11-27"),
    ])
  func periods(text: String, expected: String) throws {
    #expect(try days(text) == expected)
  }

  @Test(
    "a day after the last that there is is none",
    arguments: [
      "next monday", "monday", "tomorrow", "in 3 days", "+2w", "in 9999 years", "next month", "next year",
      "november", "next november", "24 dec", "10:00", "next weekend", "weekend",
    ])
  func afterTheLastDay(text: String) throws {
    // A Friday.
    let last = try CivilDateTime("9999-12-31T12:00")
    #expect(try DatePhrase(text).start(after: last) == nil)
    #expect(try DatePhrase(text).start(after: last.date.at(last.time).in(.utc)) == nil)
    #expect(try DatePhrase(text).days(after: last) == nil)
  }

  @Test("hours after the last one that there is are none")
  func afterTheLastHour() throws {
    #expect(try DatePhrase("in 24 hours").start(after: CivilDateTime("9999-12-31T12:00")) == nil)
  }

  @Test("the last days that there are can be named")
  func lastDays() throws {
    let last = try CivilDateTime("9999-12-31T12:00")
    for (text, day) in [
      ("friday", "9999-12-31"), ("31 dec", "9999-12-31"), ("13:00", "9999-12-31"),
      ("last monday", "9999-12-27"),
      ("december", "9999-12-01"), ("in 2 hours", "9999-12-31"),
    ] {
      #expect(try DatePhrase(text).date(after: last) == CivilDate(day), "\(text)")
    }
  }

  @Test("a weekend is that of its Sunday; weeks begin with the first weekday")
  func firstWeekdayOfPeriods() throws {
    let sunday = try CivilDateTime("2026-11-29T10:00")
    let weekend = try DatePhrase("weekend").days(after: sunday)
    #expect(try weekend == CivilDate(2026, 11, 28)...CivilDate(2026, 11, 29))
    #expect(try DatePhrase("weekend").date(after: sunday) == CivilDate(2026, 11, 29))
    let week = try DatePhrase("this week").days(after: sunday, firstWeekday: .sunday)
    #expect(try week == CivilDate(2026, 11, 29)...CivilDate(2026, 12, 5))
  }

  @Test(
    "a range of days, in each language",
    arguments: [
      ("en", "24-26 dec", "2026-12-24/2026-12-26"), ("en", "from 24 to 26 december", "2026-12-24/2026-12-26"),
      ("en", "1 dec - 5 dec", "2026-12-01/2026-12-05"),
      ("en", "monday to wednesday", "2026-11-30/2026-12-02"),
      ("en", "30 dec - 2 jan", "2026-12-30/2027-01-02"), ("en", "24-26 dec 2027", "2027-12-24/2027-12-26"),
      ("ca", "del 24 al 26 de desembre", "2026-12-24/2026-12-26"),
      ("es", "del 24 al 26 de diciembre", "2026-12-24/2026-12-26"),
      ("it", "dal 24 al 26 dicembre", "2026-12-24/2026-12-26"),
      ("fr", "du 24 au 26 décembre", "2026-12-24/2026-12-26"),
      ("de", "vom 24. bis 26. Dezember", "2026-12-24/2026-12-26"),
      ("de", "24.12.-26.12.", "2026-12-24/2026-12-26"),
      ("pt", "de 24 a 26 de dezembro", "2026-12-24/2026-12-26"),
    ])
  func ranges(language: String, text: String, expected: String) throws {
    #expect(try days(text, language) == expected)
  }

  @Test("a range that ends before it begins has no days, and hours are not days")
  func reversed() throws {
    #expect(try days("26-24 dec") == nil)
    #expect(throws: TimeError.self) { try DatePhrase("12-13") }
  }

  @Test(
    "days that come again and again are no date",
    arguments: [
      ("en", "every monday 9:30"), ("en", "every 2 weeks"), ("ca", "cada dilluns a les 9"),
      ("es", "todos los lunes 9:30"), ("es", "todos los sábados"), ("it", "ogni lunedì"),
      ("fr", "tous les lundis"), ("de", "jeden Montag um 9 Uhr"), ("pt", "todas as segundas"),
      ("es", "every friday"),
    ])
  func repeated(language: String, text: String) throws {
    do throws(TimeError) {
      _ = try DatePhrase(text, in: Localization(identifier: language))
      Issue.record("\(text)")
    } catch {
      #expect(error.code == .repeatedPhrase)
    }
  }

  @Test("hours and minutes from now are those that pass, also where clocks change")
  func elapsed() throws {
    let madrid = try Zone("Europe/Madrid")
    for (text, now, expected) in [
      ("in 45 minutes", "2026-10-25T02:20", "2026-10-25T02:05:00+01:00[Europe/Madrid]"),
      ("in 4 hours", "2026-03-28T23:30", "2026-03-29T04:30:00+02:00[Europe/Madrid]"),
      ("in 1 day", "2026-03-28T23:30", "2026-03-29"),
    ] {
      let now = madrid.instant(of: try CivilDateTime(now)).in(madrid)
      #expect(try DatePhrase(text).start(after: now)?.description == expected)
    }
  }

  @Test(
    "lengths back from now, and of one, in each language",
    arguments: [
      ("en", ["3 days ago", "2 weeks ago", "an hour ago", "a month ago", "2 years ago", "in a week"]),
      (
        "ca",
        ["fa 3 dies", "2 setmanes enrere", "fa una hora", "fa un mes", "fa 2 anys", "d'aquí a una setmana"]
      ),
      (
        "es",
        [
          "hace 3 días", "hace 2 semanas", "hace una hora", "un mes atrás", "hace 2 años",
          "dentro de una semana",
        ]
      ),
      ("it", ["3 giorni fa", "2 settimane fa", "un'ora fa", "un mese fa", "2 anni fa", "tra una settimana"]),
      (
        "fr",
        [
          "il y a 3 jours", "il y a 2 semaines", "il y a une heure", "il y a un mois", "il y a 2 ans",
          "dans une semaine",
        ]
      ),
      (
        "de",
        [
          "vor 3 Tagen", "vor 2 Wochen", "vor einer Stunde", "vor einem Monat", "vor 2 Jahren",
          "in einer Woche",
        ]
      ),
      (
        "pt",
        ["há 3 dias", "há 2 semanas", "há uma hora", "um mês atrás", "há 2 anos", "daqui a uma semana"]
      ),
    ] as [(String, [String])])
  func ago(_ language: String, _ texts: [String]) throws {
    let dates = [
      "2026-11-23", "2026-11-12", "2026-11-26T14:00", "2026-10-26", "2024-11-26", "2026-12-03",
    ]
    for (text, expected) in zip(texts, dates) {
      #expect(try read(text, Localization(identifier: language)) == expected, "\(text)")
    }
    let time = try DatePhrase("\(texts[0]) 9:30", in: Localization(identifier: language))
    #expect(time.start(after: now) == .floating(try CivilDateTime("2026-11-23T09:30")))
  }

  @Test("the month before a longer one ends it, and long lengths count back")
  func longAgo() throws {
    let march = try CivilDateTime("2026-03-31T10:00")
    #expect(try DatePhrase("a month ago").date(after: march) == CivilDate(2026, 2, 28))
    #expect(try DatePhrase("9999 years ago").date(after: now) == CivilDate(-7973, 11, 26))
    #expect(try DatePhrase("90m ago").start(after: march) == .floating(CivilDateTime("2026-03-31T08:30")))
  }
}
