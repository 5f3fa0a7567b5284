import AlmanacEvents
import AlmanacTime
import TestSupport
import Testing

@Suite("Dates as people type them")
struct DatePhraseTests {
  /// A Thursday afternoon.
  let now: CivilDateTime

  init() throws {
    now = try CivilDateTime("2026-11-26T15:00")
  }

  func read(_ text: String, _ language: Localization = .english) throws -> String {
    let phrase = try DatePhrase(text, in: language)
    let start = try #require(phrase.start(after: now), "\(text)")
    let end = phrase.end.map { "–\("\($0)".dropLast(":00".count))" } ?? ""
    return (start.isDate ? "\(start.date)" : String("\(start.local)".dropLast(":00".count))) + end
  }

  /// The days follow from the calendar of November and December 2026: the 26th of November is a Thursday. An empty text is
  /// expected of a phrase that is refused: "in a" lacks the unit of time.
  @Test(
    "in English",
    arguments: [
      ("today", "2026-11-26"), ("tomorrow 9:30", "2026-11-27T09:30"), ("yesterday", "2026-11-25"),
      ("day after tomorrow", "2026-11-28"), ("friday 10:00", "2026-11-27T10:00"),
      ("thursday 16:00", "2026-11-26T16:00"), ("thursday 14:00", "2026-12-03T14:00"),
      ("thursday", "2026-11-26"),
      ("thu", "2026-11-26"), ("Wednes", "2026-12-02"), ("on friday at 10", "2026-11-27T10:00"),
      ("next friday", "2026-12-04"), ("next thursday", "2026-12-03"),
      ("next mon at noon", "2026-11-30T12:00"),
      ("in 3 days", "2026-11-29"), ("+3d", "2026-11-29"), ("in 2 weeks", "2026-12-10"), ("in a", ""),
      ("in 1 month", "2026-12-26"), ("in 2 hours", "2026-11-26T17:00"), ("+90m", "2026-11-26T16:30"),
      ("in 3 days at 9am", "2026-11-29T09:00"), ("9am", "2026-11-27T09:00"), ("9 PM", "2026-11-26T21:00"),
      ("12am", "2026-11-27T00:00"), ("12pm", "2026-11-27T12:00"), ("9:30pm", "2026-11-26T21:30"),
      ("10:00", "2026-11-27T10:00"), ("16:00", "2026-11-26T16:00"), ("15:00", "2026-11-27T15:00"),
      ("24 nov", "2027-11-24"), ("27 November", "2026-11-27"), ("Nov 27, 2026", "2026-11-27"),
      ("november 27th 9am", "2026-11-27T09:00"), ("24th", "2026-12-24"), ("the 31st", "2026-12-31"),
      ("26 nov", "2026-11-26"), ("26 nov 14:00", "2027-11-26T14:00"), ("29 feb", "2028-02-29"),
      ("friday 27 november", "2026-11-27"), ("Friday, November 27, 2026", "2026-11-27"),
      ("24.11.2026", "2026-11-24"), ("24.11.", "2027-11-24"), ("24/11/2026", "2026-11-24"),
      ("11/24/2026", "2026-11-24"), ("2026-11-24", "2026-11-24"), ("2026-11-24T10:00", "2026-11-24T10:00"),
      ("2026-11-24 10am", "2026-11-24T10:00"), ("december", "2026-12-01"), ("november", "2026-11-01"),
      ("march", "2027-03-01"), ("next week", "2026-12-03"), ("next month", "2026-12-26"),
      ("next year", "2027-11-26"), ("march 2030", "2030-03-01"), ("tomorrow 12-13", "2026-11-27T12:00–13:00"),
      ("tomorrow from 9 to 10:30", "2026-11-27T09:00–10:30"), ("friday 9-11am", "2026-11-27T09:00–11:00"),
      ("friday 11-1pm", "2026-11-27T11:00–13:00"), ("tomorrow 1:30-3pm", "2026-11-27T13:30–15:00"),
      ("tomorrow 9:30-11pm", "2026-11-27T21:30–23:00"), ("tomorrow 9:30-1pm", "2026-11-27T09:30–13:00"),
      ("tomorrow 12:30-3pm", "2026-11-27T12:30–15:00"), ("tomorrow 13:30-3pm", "2026-11-27T13:30–15:00"),
      ("tomorrow noon-3pm", "2026-11-27T12:00–15:00"), ("tomorrow 0:30-1am", "2026-11-27T00:30–01:00"),
      ("18:00–19:30 tomorrow", "2026-11-27T18:00–19:30"),
    ] as [(String, String)])
  func english(_ text: String, _ expected: String) throws {
    if expected.isEmpty {
      #expect(throws: TimeError.self) { try DatePhrase(text) }
    } else {
      #expect(try read(text) == expected)
    }
  }

  @Test(
    "in the other languages, with and without accents, and in English where the language has no such words",
    arguments: [
      (
        "ca",
        [
          "demà 9:30": "2026-11-27T09:30", "divendres a les 10:00": "2026-11-27T10:00",
          "divendres vinent": "2026-12-04", "la setmana que ve": "2026-12-03",
          "d’aquí a 3 dies": "2026-11-29",
          "24 de novembre de 2026": "2026-11-24",
          "3 d'abril": "2027-04-03", "demà passat": "2026-11-28", "desembre": "2026-12-01",
        ]
      ),
      (
        "es",
        [
          "mañana 9:30": "2026-11-27T09:30", "manana": "2026-11-27",
          "viernes a las 10:00": "2026-11-27T10:00",
          "próximo viernes": "2026-12-04", "el viernes que viene": "2026-12-04",
          "la semana que viene": "2026-12-03",
          "próximo mes": "2026-12-26",
          "dentro de 3 días": "2026-11-29",
          "24 de noviembre": "2027-11-24", "pasado mañana a las 8": "2026-11-28T08:00",
          "miercoles": "2026-12-02",
          "tomorrow": "2026-11-27", "friday 10am": "2026-11-27T10:00",
          "mañana 12-13": "2026-11-27T12:00–13:00",
        ]
      ),
      (
        "it",
        [
          "domani alle 9": "2026-11-27T09:00", "venerdì prossimo": "2026-12-04", "tra 3 giorni": "2026-11-29",
          "l'8 dicembre": "2026-12-08", "dopodomani": "2026-11-28", "24/11/2026": "2026-11-24",
        ]
      ),
      (
        "fr",
        [
          "demain à 9h30": "2026-11-27T09:30", "vendredi prochain": "2026-12-04",
          "dans 3 jours": "2026-11-29",
          "1er décembre": "2026-12-01", "après-demain": "2026-11-28", "aujourd’hui": "2026-11-26",
        ]
      ),
      (
        "de",
        [
          "morgen um 10 Uhr": "2026-11-27T10:00", "nächsten Freitag": "2026-12-04",
          "in 3 Tagen": "2026-11-29",
          "24. November 2026": "2026-11-24", "übermorgen": "2026-11-28", "ubermorgen": "2026-11-28",
          "am Freitag von 9 bis 11": "2026-11-27T09:00–11:00",
        ]
      ),
      (
        "pt",
        [
          "amanhã às 10h": "2026-11-27T10:00", "próxima sexta-feira": "2026-12-04", "sexta": "2026-11-27",
          "daqui a 3 dias": "2026-11-29", "depois de amanhã": "2026-11-28", "1º de dezembro": "2026-12-01",
        ]
      ),
    ] as [(String, [String: String])])
  func languages(_ language: String, _ cases: [String: String]) throws {
    for (text, expected) in cases {
      #expect(try read(text, Localization(identifier: language)) == expected, "\(text)")
    }
  }

  @Test(
    "a part of a day has an hour, or says in which half of the day an hour is; one of another part is not understood",
    arguments: [
      (
        "en",
        [
          "friday morning": "2026-11-27T09:00", "tomorrow afternoon": "2026-11-27T15:00",
          "friday night": "2026-11-27T20:00", "friday evening at 8": "2026-11-27T20:00",
          "monday morning 9:00": "2026-11-30T09:00", "friday afternoon 3pm": "2026-11-27T15:00",
          "friday evening 8-10": "2026-11-27T20:00–22:00",
          "friday afternoon noon-2": "2026-11-27T12:00–14:00",
          "friday morning 22:00": "", "friday afternoon 9am": "", "friday evening 12": "",
          "first of december 9:00": "2026-12-01T09:00",
          "first": "", "9:00 of friday": "2026-11-27T09:00",
        ]
      ),
      (
        "ca",
        [
          "divendres al matí": "2026-11-27T09:00", "demà a la tarda a les 5": "2026-11-27T17:00",
          "l'11 de gener a les 21h": "2027-01-11T21:00", "l’11 de novembre": "2027-11-11",
          "l'any vinent": "2027-11-26", "primer de gener": "2027-01-01",
          "dilluns 30 a les 10": "2026-11-30T10:00", "divendres a dos quarts de 10": "2026-11-27T09:30",
          "divendres a tres quarts d'11": "2026-11-27T10:45",
          "divendres un quart de 10 de la nit": "2026-11-27T21:15",
        ]
      ),
      (
        "es",
        [
          "sábado por la mañana": "2026-11-28T09:00", "el lunes por la tarde a las 5": "2026-11-30T17:00",
          "mañana por la mañana": "2026-11-27T09:00", "a las 9 de noviembre": "",
          "a las 9 del viernes": "2026-11-27T09:00", "lunes 30 a las 10": "2026-11-30T10:00",
          "vie 27 a las 9:30": "2026-11-27T09:30", "lunes 9 a 10": "2026-11-30T09:00–10:00",
        ]
      ),
      (
        "it",
        [
          "domani sera alle 8": "2026-11-27T20:00", "dalle 9 alle 11 di domani": "2026-11-27T09:00–11:00",
          "lunedì 30 alle ore 10": "2026-11-30T10:00", "dell'8 aprile": "2027-04-08",
        ]
      ),
      (
        "fr",
        [
          "demain soir à 20h": "2026-11-27T20:00", "vendredi après-midi": "2026-11-27T15:00",
          "lundi 30 à 14h30": "2026-11-30T14:30", "demain 9 à 11": "2026-11-27T09:00–11:00",
        ]
      ),
      (
        "de",
        [
          "Freitagabend": "2026-11-27T20:00", "morgen früh um 8": "2026-11-27T08:00",
          "Freitag morgen": "2026-11-27T09:00",
          "Freitagnachmittag 15 Uhr": "2026-11-27T15:00",
        ]
      ),
      ("pt", ["sexta à noite": "2026-11-27T20:00", "primeiro de janeiro": "2027-01-01"]),
    ] as [(String, [String: String])])
  func partsOfDays(language: String, cases: [String: String]) throws {
    for (text, expected) in cases {
      let localization = Localization(identifier: language)
      if expected.isEmpty {
        #expect(throws: TimeError.self, "\(text)") { try DatePhrase(text, in: localization) }
      } else {
        #expect(try read(text, localization) == expected, "\(text)")
      }
    }
  }

  @Test(
    "two digits of a year are those of 2000 to 2099",
    arguments: [
      ("31/12/26", "en", "2026-12-31"), ("5.1.27", "de", "2027-01-05"),
      ("5.12.26 20:00", "en", "2026-12-05T20:00"), ("13/1/99", "es", "2099-01-13"),
      ("13/1/027", "es", ""), ("13/1/7", "es", ""),
    ])
  func shortYears(text: String, language: String, expected: String) throws {
    let localization = Localization(identifier: language)
    if expected.isEmpty {
      #expect(throws: TimeError.self) { try DatePhrase(text, in: localization) }
    } else {
      #expect(try read(text, localization) == expected)
    }
  }

  @Test(
    "parts of the day, of a week and numbers in words, in each language",
    arguments: [
      (
        "en",
        [
          "midnight": "2026-11-27T00:00", "now": "2026-11-26T15:00", "last friday": "2026-11-20",
          "last thursday": "2026-11-19", "in two weeks": "2026-12-10", "in three days": "2026-11-29",
          "twelve days ago": "2026-11-14", "tonight": "2026-11-26T20:00",
          "tonight at 21:30": "2026-11-26T21:30",
          "tomorrow 10": "2026-11-27T10:00", "monday next week": "2026-11-30",
          "friday midnight": "2026-11-27T00:00", "5 in the afternoon": "2026-11-26T17:00",
          "9 in the morning": "2026-11-27T09:00", "11 at night": "2026-11-26T23:00",
          "weekend": "2026-11-28", "last week": "2026-11-19", "day before yesterday": "2026-11-24",
        ]
      ),
      (
        "es",
        [
          "anteayer": "2026-11-24", "a las 5 de la tarde": "2026-11-26T17:00",
          "mañana a las 9 de la mañana": "2026-11-27T09:00", "a las 12 de la noche": "2026-11-27T00:00",
          "esta noche": "2026-11-26T20:00", "dentro de dos semanas": "2026-12-10",
          "el viernes pasado": "2026-11-20", "lunes de la semana que viene": "2026-11-30",
          "medianoche": "2026-11-27T00:00", "24 de noviembre de 2026 a las 9": "2026-11-24T09:00",
        ]
      ),
      (
        "ca",
        [
          "demà-passat": "2026-11-28", "d'aquí 3 dies": "2026-11-29", "a les 9 del matí": "2026-11-27T09:00",
          "abans-d'ahir": "2026-11-24", "aquesta nit": "2026-11-26T20:00", "divendres passat": "2026-11-20",
          "d'aquí a dues setmanes": "2026-12-10",
        ]
      ),
      (
        "it",
        [
          "stasera": "2026-11-26T20:00", "l'altro ieri": "2026-11-24", "24/12/2026 10.30": "2026-12-24T10:30",
          "domani alle 10.30": "2026-11-27T10:30", "venerdì 10.30": "2026-11-27T10:30",
          "alle 8 di sera": "2026-11-26T20:00",
        ]
      ),
      (
        "fr",
        [
          "minuit": "2026-11-27T00:00", "ce soir": "2026-11-26T20:00", "avant-hier": "2026-11-24",
          "dans deux semaines": "2026-12-10", "demain à 5 heures du soir": "2026-11-27T17:00",
        ]
      ),
      (
        "de",
        [
          "vorgestern": "2026-11-24", "Sonnabend": "2026-11-28", "uebermorgen": "2026-11-28",
          "9 Uhr 30": "2026-11-27T09:30", "9.30 Uhr": "2026-11-27T09:30", "heute Abend": "2026-11-26T20:00",
          "3. Maerz": "2027-03-03", "letzten Freitag": "2026-11-20", "Freitag 9 Uhr 30": "2026-11-27T09:30",
        ]
      ),
      (
        "pt",
        [
          "anteontem": "2026-11-24", "esta noite": "2026-11-26T20:00", "daqui a duas semanas": "2026-12-10",
          "às 5 da tarde": "2026-11-26T17:00",
        ]
      ),
    ] as [(String, [String: String])])
  func partsAndNumbers(_ language: String, _ cases: [String: String]) throws {
    for (text, expected) in cases {
      #expect(try read(text, Localization(identifier: language)) == expected, "\(text)")
    }
  }

  @Test("an hour that some take for noon and some for midnight is refused")
  func twelve() throws {
    #expect(throws: TimeError.self) { try DatePhrase("a las 12 de la mañana", in: .spanish) }
  }

  @Test(
    "a number with a point is a date where it can be one, and an hour after a day that it cannot belong to")
  func points() throws {
    #expect(try read("3.11", .german) == "2027-11-03")
    #expect(try read("morgen 3.11", .german) == "2026-11-27T03:11")
    #expect(throws: TimeError.self) { try DatePhrase("10.30", in: .german) }
  }

  @Test("a date as the library writes it is read back, in each language")
  func written() throws {
    for (number, localization) in Localization.all.enumerated() {
      for day in sample(0..<366, oneIn: 20, seed: UInt64(number)) {
        let date = try CivilDate(2028, 1, 1).adding(days: day)
        for style in [Localization.DateStyle.full, .long, .medium] {
          let text = localization.date(date, style)
          #expect(try DatePhrase(text, in: localization).date(after: now) == date, "\(text)")
        }
      }
    }
  }

  @Test("what means two things is refused with the meanings")
  func ambiguous() throws {
    for (text, language) in [
      ("mar 3", "es"), ("mar 3", "it"), ("mar", "es"), ("mar 3", "fr"), ("3/4", "en"), ("3/4/2026", "en"),
    ] {
      #expect(throws: TimeError.self, "\(text)") {
        try DatePhrase(text, in: Localization(identifier: language))
      }
      do throws(TimeError) { _ = try DatePhrase(text, in: Localization(identifier: language)) } catch {
        #expect(error.code == .ambiguousPhrase && !error.expected.contains("a day"))
      }
    }
    // In English mar is March only, and in Spanish the longer words are clear.
    #expect(try read("mar 3") == "2027-03-03")
    #expect(try read("martes 8", .spanish) == "2026-12-08" && read("marzo 3", .spanish) == "2027-03-03")
    #expect(try read("3/4", .german) == "2027-04-03")
  }

  @Test("what is not a date is refused, with the place of the first word that is not understood")
  func refused() throws {
    for (text, offset) in [
      ("", 0), ("lunch", 0), ("tomorrow lunch", 9), ("tomorrow 25:00", 9),
      ("tomorrow 24", 9), ("tomorrow tomorrow", 9), ("friday 10:61", 7), ("in 3", 0), ("13pm", 2),
      ("in 3 days ago", 10), ("3 ago", 2), ("ago", 0), ("3 days", 2), ("an hour", 0), ("a", 0),
    ] {
      do throws(TimeError) {
        _ = try DatePhrase(text)
        Issue.record("\(text)")
      } catch {
        #expect(error.code == .syntax && error.offset == offset, "\(text): \(error)")
        #expect(error.expected.contains("2026-11-24") && error.expected.contains("tomorrow 9:30"))
      }
    }
    #expect(throws: TimeError.self) { try DatePhrase(String(repeating: " ", count: 257)) }
    // The 28th is a Saturday.
    #expect(try DatePhrase("friday 28 november").date(after: now) == nil)
  }

  @Test("a time with an offset or a zone keeps it")
  func zoned() throws {
    let text = "2026-11-24T10:00:00+01:00[Europe/Madrid]"
    #expect(try DatePhrase(text).start(after: now) == .zoned(ZonedDateTime(text)))
  }

  @Test("next week begins with the first weekday")
  func weeks() throws {
    let sunday = try CivilDateTime("2026-11-29T10:00")
    let phrase = try DatePhrase("next sunday")
    #expect(phrase.date(after: sunday) == (try CivilDate(2026, 12, 6)))
    #expect(try DatePhrase("next monday").date(after: sunday) == CivilDate(2026, 11, 30))
    #expect(
      try DatePhrase("next monday").date(after: sunday, firstWeekday: .sunday) == CivilDate(2026, 12, 7))
  }

  @Test("random words and bytes are read or refused")
  func random() throws {
    var random = SeededGenerator(seed: 26)
    let words = [
      "next", "friday", "mar", "3", "nov", "-", "9", "am", ":", "10:00", "in", "days", "+", "2026", "é",
      "\u{0}", "31",
      "12-13", "de", "at", "ago", "hace", "un", "hora", "9999", "años", "years", "99999999999999999999", ".",
      "24.11.", "feb", "29", "every", "week", "last", "weekend", "tonight", "al", "to", "10.30", "26",
    ]
    for _ in 0..<rounds(500) {
      let text = (0..<Int.random(in: 0..<8, using: &random)).map { _ in
        words.randomElement(using: &random) ?? ""
      }
      .joined(separator: Bool.random(using: &random) ? " " : "")
      for localization in [Localization.english, .spanish] {
        guard let phrase = try? DatePhrase(text, in: localization) else { continue }
        for moment in [now, .min, .max] { _ = (phrase.start(after: moment), phrase.days(after: moment)) }
      }
    }
  }

  @Test(
    "the words of a language have its weekdays, its months, today, tomorrow and yesterday, which are read as days",
    arguments: ["en", "ca", "es", "it", "fr", "de", "pt"])
  func words(language: String) throws {
    let localization = Localization(identifier: language)
    let words = DatePhrase.words(in: localization)
    #expect(words.contains(localization.name(of: .sunday)) && words.contains(localization.name(ofMonth: 12)))
    let days = words.filter { (try? DatePhrase($0, in: localization).day) != nil }
    // Seven weekdays, twelve months, and today, tomorrow, yesterday.
    #expect(days.count >= 7 + 12 + 3)
  }
}
