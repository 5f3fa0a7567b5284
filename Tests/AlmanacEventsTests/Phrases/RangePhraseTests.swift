import AlmanacEvents
import AlmanacTime
import Testing

@Suite("Ranges as people type them")
struct RangePhraseTests {
  /// A Wednesday morning.
  private let now: CivilDateTime

  init() throws {
    now = try CivilDateTime("2026-03-04T11:00")
  }

  /// The days of a phrase, or its start and its end.
  private func read(_ text: String, _ language: String) throws -> String? {
    let phrase = try DatePhrase(text, in: Localization(identifier: language))
    guard let time = phrase.time else {
      return phrase.days(after: now).map { "\($0.lowerBound)/\($0.upperBound)" }
    }
    let end = try #require(phrase.end)
    return phrase.date(after: now).map { "\($0) \(short(time))–\(short(end))" }
  }

  /// A time without minutes where it has none: `9`, `9:30`.
  private func short(_ time: CivilTime) -> String {
    time.minute == 0 ? "\(time.hour)" : "\(time.hour):\(time.minute)"
  }

  @Test(
    "days after or before their month are the days of that month, in each language",
    arguments: [
      ("en", "march 10-12", "2026-03-10/2026-03-12"), ("en", "dec 10-12", "2026-12-10/2026-12-12"),
      ("en", "december 10 to 12", "2026-12-10/2026-12-12"), ("en_US", "dec 24 - 26", "2026-12-24/2026-12-26"),
      ("en", "december 24-26", "2026-12-24/2026-12-26"), ("en", "Dec 10-12, 2026", "2026-12-10/2026-12-12"),
      ("en", "march 10th-12th", "2026-03-10/2026-03-12"),
      ("en", "from march 10 to 12", "2026-03-10/2026-03-12"),
      ("en", "dec 10-12 2027", "2027-12-10/2027-12-12"), ("en", "10-12 march", "2026-03-10/2026-03-12"),
      ("en", "march 30 - april 2", "2026-03-30/2026-04-02"),
      ("en", "from 10 to 12 march", "2026-03-10/2026-03-12"),
      ("fr", "du 10 au 12 avril", "2026-04-10/2026-04-12"),
      ("it", "dal 5 all'8 aprile", "2026-04-05/2026-04-08"),
      ("it", "dall’8 all’11 aprile", "2026-04-08/2026-04-11"),
      ("fr", "du 10 au 12 mars", "2026-03-10/2026-03-12"),
      ("fr", "du 10 au 12 mai", "2026-05-10/2026-05-12"), ("fr", "10-12 avril", "2026-04-10/2026-04-12"),
      ("it", "dal 10 al 12 marzo", "2026-03-10/2026-03-12"),
      ("it", "dal 10 al 12 aprile", "2026-04-10/2026-04-12"),
      ("pt", "de 10 a 12 de março", "2026-03-10/2026-03-12"),
      ("pt", "de 10 a 12 de abril", "2026-04-10/2026-04-12"),
      ("pt", "de 1 a 15 de agosto", "2026-08-01/2026-08-15"),
      ("es", "del 10 al 12 de abril", "2026-04-10/2026-04-12"),
      ("es", "de 10 a 12 de abril", "2026-04-10/2026-04-12"),
      ("ca", "del 10 al 12 d'abril", "2026-04-10/2026-04-12"),
      ("de", "10.-12. März", "2026-03-10/2026-03-12"),
      ("de", "vom 10. bis 12. März", "2026-03-10/2026-03-12"),
    ])
  func days(language: String, text: String, expected: String) throws {
    #expect(try read(text, language) == expected)
  }

  @Test(
    "hours of which the last one is marked are hours, with and without a day, in each language",
    arguments: [
      ("de", "10-12 Uhr", "2026-03-05 10–12"), ("de", "10–12 Uhr", "2026-03-05 10–12"),
      ("de", "14-16 Uhr", "2026-03-04 14–16"), ("de", "10 bis 12 Uhr", "2026-03-05 10–12"),
      ("de", "von 10 bis 12 Uhr", "2026-03-05 10–12"), ("de", "Freitag 10-12 Uhr", "2026-03-06 10–12"),
      ("de", "morgen 10-12 Uhr", "2026-03-05 10–12"), ("de", "20-24 Uhr", "2026-03-04 20–0"),
      ("en", "5-6pm", "2026-03-04 17–18"), ("en", "10-11am", "2026-03-05 10–11"),
      ("en", "tomorrow 5-6pm", "2026-03-05 17–18"), ("en", "20:00-24:00", "2026-03-04 20–0"),
      ("fr", "10-12h", "2026-03-05 10–12"), ("fr", "de 10h à 12h", "2026-03-05 10–12"),
      ("es", "10-12h", "2026-03-05 10–12"), ("es", "de 10 a 12h", "2026-03-05 10–12"),
      ("ca", "10-12h", "2026-03-05 10–12"), ("ca", "14-16h", "2026-03-04 14–16"),
      ("pt", "das 14 às 16h", "2026-03-04 14–16"), ("it", "dalle 14 alle 16", "2026-03-04 14–16"),
      ("es", "de 14 a las 16", "2026-03-04 14–16"),
    ])
  func hours(language: String, text: String, expected: String) throws {
    #expect(try read(text, language) == expected)
  }

  @Test(
    "hours before a day without a month are hours as after it, in each language",
    arguments: [
      ("en", "9-10 tomorrow", "2026-03-05 9–10"), ("en", "9 to 10 tomorrow", "2026-03-05 9–10"),
      ("en", "14-16 fri", "2026-03-06 14–16"), ("en", "9-5 next monday", "2026-03-09 9–17"),
      ("en", "9-10 in 3 days", "2026-03-07 9–10"), ("en", "8-10 tonight", "2026-03-04 20–22"),
      ("es", "9-10 mañana", "2026-03-05 9–10"), ("es", "de 9 a 10 mañana", "2026-03-05 9–10"),
      ("ca", "9-10 demà", "2026-03-05 9–10"), ("fr", "9-10 demain", "2026-03-05 9–10"),
      ("it", "9-10 venerdì", "2026-03-06 9–10"), ("de", "9-10 morgen", "2026-03-05 9–10"),
      ("pt", "9-10 amanhã", "2026-03-05 9–10"),
    ])
  func hoursBeforeDay(language: String, text: String, expected: String) throws {
    #expect(try read(text, language) == expected)
  }

  @Test("numbers before a name of a weekday and of a month are days")
  func daysBeforeAmbiguousName() throws {
    #expect(try read("10-12 mar", "es") == "2026-03-10/2026-03-12")
  }

  @Test(
    "an end before the start is in the next half of the day, unless the start is one of a clock of 24 hours",
    arguments: [
      ("tomorrow 9-5", "9–17"), ("tomorrow 11am-1", "11–13"), ("tomorrow 12pm-1", "12–13"),
      ("tomorrow 9:30-5:30", "9:30–17:30"), ("tomorrow 6-2", "6–14"), ("tomorrow 12-1", "12–13"),
      ("tomorrow 9 to 5", "9–17"), ("tomorrow 9pm-12", "21–0"),
      ("tomorrow 22-2", "22–2"), ("tomorrow 23:00-6:00", "23–6"), ("tomorrow 10pm-2", "22–2"),
      ("tomorrow 10pm-2am", "22–2"), ("tomorrow 20-9", "20–9"), ("tomorrow 09:00-05:00", "9–5"),
      ("tomorrow 9am-5am", "9–5"), ("tomorrow 9-midnight", "9–0"), ("tomorrow 9-11", "9–11"),
      ("tomorrow 18-6", "18–6"),
    ])
  func halves(text: String, expected: String) throws {
    #expect(try read(text, "en") == "2026-03-05 " + expected)
  }

  @Test("a month has no time of day, and numbers alone are no hours")
  func refused() {
    for text in ["march 10:00", "december morning", "9:00 december", "10-12", "10 to 12", "may 5-6pm"] {
      #expect(throws: TimeError.self, "\(text)") { try DatePhrase(text) }
    }
    #expect(throws: TimeError.self) { try DatePhrase("mar 10-12", in: .spanish) }
  }
}
