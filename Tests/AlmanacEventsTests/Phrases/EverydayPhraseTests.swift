import AlmanacEvents
import AlmanacTime
import Testing

@Suite("Everyday words for dates")
struct EverydayPhraseTests {
  /// A Wednesday morning.
  private let now: CivilDateTime

  init() throws {
    now = try CivilDateTime("2026-03-04T11:00")
  }

  private func start(_ text: String, _ language: String) throws -> String? {
    let phrase = try DatePhrase(text, in: Localization(identifier: language))
    return phrase.start(after: now).map {
      $0.isDate ? "\($0.date)" : String("\($0.local)".dropLast(":00".count))
    }
  }

  @Test(
    "parts of today, half an hour, months and other words, in each language",
    arguments: [
      (
        "en",
        [
          "this morning": "2026-03-04T09:00", "this afternoon": "2026-03-04T15:00",
          "this evening": "2026-03-04T20:00", "this morning at 8": "2026-03-04T08:00",
          "this afternoon 4:30": "2026-03-04T16:30", "tonight at 9": "2026-03-04T21:00",
          "5:30 p.m.": "2026-03-04T17:30", "9 a.m.": "2026-03-05T09:00",
          "in half an hour": "2026-03-04T11:30",
          "next march": "2027-03-01", "next april": "2026-04-01", "in december": "2026-12-01",
          "in june 2027": "2027-06-01", "half an hour ago": "2026-03-04T10:30",
        ]
      ),
      (
        "ca",
        [
          "aquest matí": "2026-03-04T09:00", "aquesta tarda": "2026-03-04T15:00",
          "aquest vespre": "2026-03-04T20:00", "passat demà": "2026-03-06",
          "d'aquí a mitja hora": "2026-03-04T11:30", "aquesta tarda a les 5": "2026-03-04T17:00",
          "març vinent": "2027-03-01", "pel març": "2026-03-01",
        ]
      ),
      (
        "es",
        [
          "esta mañana": "2026-03-04T09:00", "esta tarde": "2026-03-04T15:00",
          "esta noche": "2026-03-04T20:00", "dentro de media hora": "2026-03-04T11:30",
          "esta tarde a las 5": "2026-03-04T17:00", "marzo que viene": "2027-03-01",
          "en diciembre": "2026-12-01", "hoy por la mañana": "2026-03-04T09:00",
          "5:30 p.m.": "2026-03-04T17:30",
        ]
      ),
      (
        "it",
        [
          "stamattina": "2026-03-04T09:00", "questo pomeriggio": "2026-03-04T15:00",
          "stasera": "2026-03-04T20:00", "tra mezz'ora": "2026-03-04T11:30",
          "tra mezz’ora": "2026-03-04T11:30",
          "stamattina alle 8": "2026-03-04T08:00", "marzo prossimo": "2027-03-01", "a dicembre": "2026-12-01",
        ]
      ),
      (
        "fr",
        [
          "ce matin": "2026-03-04T09:00", "cet après-midi": "2026-03-04T15:00", "ce soir": "2026-03-04T20:00",
          "dans une demi-heure": "2026-03-04T11:30", "cet après-midi à 16h": "2026-03-04T16:00",
          "mars prochain": "2027-03-01", "en décembre": "2026-12-01",
        ]
      ),
      (
        "de",
        [
          "heute Morgen": "2026-03-04T09:00", "heute Nachmittag": "2026-03-04T15:00",
          "heute Abend": "2026-03-04T20:00", "in einer halben Stunde": "2026-03-04T11:30",
          "heute früh um 8": "2026-03-04T08:00", "nächsten März": "2027-03-01", "im Dezember": "2026-12-01",
        ]
      ),
      (
        "pt",
        [
          "esta manhã": "2026-03-04T09:00", "esta tarde": "2026-03-04T15:00",
          "esta noite": "2026-03-04T20:00",
          "daqui a meia hora": "2026-03-04T11:30", "esta tarde às 5": "2026-03-04T17:00",
          "próximo março": "2027-03-01", "em dezembro": "2026-12-01",
        ]
      ),
    ] as [(String, [String: String])])
  func words(language: String, cases: [String: String]) throws {
    for (text, expected) in cases { #expect(try start(text, language) == expected, "\(text)") }
  }

  @Test("the next month of a name has all of its days, and is not the present one")
  func nextMonth() throws {
    let days = try #require(try DatePhrase("next march").days(after: now))
    #expect(try days == CivilDate(2027, 3, 1)...CivilDate(2027, 3, 31))
    #expect(try DatePhrase("next february").date(after: now) == CivilDate(2027, 2, 1))
  }

  @Test("a word that means the sea is no month after a preposition")
  func homographs() {
    for text in ["al mar", "pel mar"] {
      #expect(throws: TimeError.self, "\(text)") { try DatePhrase(text, in: .catalan) }
    }
  }

  @Test(
    "the words that lead to a date are no dates", arguments: ["en", "ca", "es", "it", "fr", "de", "pt"])
  func prepositions(language: String) {
    let localization = Localization(identifier: language)
    let prepositions = DatePhrase.prepositions(in: localization)
    #expect(prepositions.count > 3)
    for text in prepositions {
      #expect(text == text.lowercased() && (try? DatePhrase(text, in: localization)) == nil, "\(text)")
    }
  }
}
