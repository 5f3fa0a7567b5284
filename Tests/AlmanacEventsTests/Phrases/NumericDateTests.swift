import AlmanacEvents
import AlmanacTime
import Testing

@Suite("Dates in numbers as people type them")
struct NumericDateTests {
  /// A Wednesday morning.
  private let now: CivilDateTime

  init() throws {
    now = try CivilDateTime("2026-03-04T11:00")
  }

  /// The short and the long dates of a language that is not included, whose words are those of English.
  private func localization(_ code: String, short: String) -> Localization {
    var localization = Localization.english
    localization.language = .init(rawValue: code)
    localization.dates.short = short
    return localization
  }

  private func date(_ text: String, _ localization: Localization) throws -> String? {
    try DatePhrase(text, in: localization).date(after: now).map { "\($0)" }
  }

  @Test(
    "the day is first where short dates have it first; elsewhere what has two meanings is refused",
    arguments: [
      ("nl", "{D}-{N}-{y}", true), ("bg", "{d}.{m}.{y} г.", true), ("ja", "{y}/{N}/{D}", false),
      ("zh", "{y}/{N}/{D}", false), ("ko", "{y}. {N}. {D}.", false), ("hu", "{y}. {N}. {D}.", false),
      ("sv", "{y}-{N}-{D}", false), ("xx", "", false), ("xx", "{d} {b} {y}", true),
    ])
  func order(code: String, short: String, isDayFirst: Bool) throws {
    let localization = localization(code, short: short)
    for text in ["3/10", "3/10/2026", "3/10 10:00", "3.10."] {
      if isDayFirst {
        #expect(try date(text, localization) == "2026-10-03", "\(text)")
      } else {
        do throws(TimeError) {
          _ = try DatePhrase(text, in: localization)
          Issue.record("\(text)")
        } catch { #expect(error.code == .ambiguousPhrase, "\(text)") }
      }
    }
    // There is one meaning where only one of the numbers can be a month, or where both are the same.
    #expect(try date("13/10", localization) == "2026-10-13" && date("10/13", localization) == "2026-10-13")
    #expect(try date("5/5", localization) == "2026-05-05")
  }

  @Test("the year may come first, with units too, whatever the language is")
  func yearFirst() throws {
    let japanese = localization("ja", short: "{y}/{N}/{D}")
    let japaneseWeekdays = ["月曜日", "火曜日", "水曜日", "木曜日", "金曜日", "土曜日", "日曜日"]
    var named = japanese
    named.weekdays.long = japaneseWeekdays
    for text in [
      "2026/3/10", "2026/03/10", "2026.3.10", "2026-3-10", "2026年3月10日", "2026. 03. 10.", "2026. 3. 10",
      "2026년 3월 10일",
    ] {
      for localization in [japanese, .english, .german, .catalan] {
        #expect(try date(text, localization) == "2026-03-10", "\(text)")
      }
      #expect(try DatePhrase(text + " 10:00", in: japanese).time == CivilTime(10, 0), "\(text)")
    }
    #expect(try date("3月10日", japanese) == "2026-03-10" && date("3月1日", .english) == "2027-03-01")
    #expect(try date("2026年3月10日火曜日", named) == "2026-03-10")
    #expect(try date("3月10日火曜日", named) == "2026-03-10")
    #expect(try date("2026-2-9", .english) == "2026-02-09")
    for text in ["2026年2月30日", "2026/13/1", "2026年3月10日月曜日", "2026/2/30", "3月", "10日"] {
      #expect(throws: TimeError.self, "\(text)") { try DatePhrase(text, in: named) }
    }
    // Two digits of a year may come first or last.
    #expect(throws: TimeError.self) { try DatePhrase("26/3/10", in: japanese) }
  }

  @Test(
    "a day that a month does not have is refused with the days that it has",
    arguments: [
      ("feb 30", "en", 4, "1 to 29 in February"), ("30 feb", "en", 0, "1 to 29 in February"),
      ("29 feb 2027", "en", 0, "1 to 28 in February"), ("31 nov", "en", 0, "1 to 30 in November"),
      ("friday 31 november 10:00", "en", 7, "1 to 30 in November"),
      ("32 nov", "en", 0, "1 to 30 in November"),
      ("28-31 nov", "en", 3, "1 to 30 in November"), ("31.11.2026", "de", 0, "1 to 30 in November"),
      ("30 de febrero", "es", 0, "1 to 29 in febrero"), ("31/11", "fr", 0, "1 to 30 in novembre"),
    ])
  func missingDays(text: String, language: String, offset: Int, expected: String) throws {
    do throws(TimeError) {
      _ = try DatePhrase(text, in: Localization(identifier: language))
      Issue.record("\(text)")
    } catch {
      #expect(
        error.code == .outOfRange && error.offset == offset && error.expected == "a day from \(expected)")
    }
  }
}
