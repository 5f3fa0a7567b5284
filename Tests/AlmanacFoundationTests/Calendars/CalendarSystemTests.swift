import AlmanacFoundation
import AlmanacRecurrence
import AlmanacTime
import Foundation
import TestSupport
import Testing

/// Systems against Foundation asked the other way round: from fields to dates.
@Suite("Calendar systems from Foundation")
struct CalendarSystemTests {
  static let systems: [(name: String, identifier: Calendar.Identifier)] = [
    ("CHINESE", .chinese), ("DANGI", .dangi), ("HEBREW", .hebrew), ("COPTIC", .coptic),
    ("ETHIOPIC", .ethiopicAmeteMihret), ("INDIAN", .indian), ("PERSIAN", .persian), ("ISLAMIC", .islamic),
    ("ISLAMIC-CIVIL", .islamicCivil), ("ISLAMIC-TBLA", .islamicTabular),
    ("ISLAMIC-UMALQURA", .islamicUmmAlQura),
  ]

  @Test("Every month is where Foundation puts its first day", arguments: systems.map(\.name))
  func months(name: String) throws {
    let system = try #require(CalendarSystems.foundation[name])
    var calendar = Calendar(identifier: try #require(Self.systems.first { $0.name == name }?.identifier))
    calendar.timeZone = .gmt
    var generator = SeededGenerator(seed: 7529)
    for _ in 0..<60 {
      let day = Int.random(in: -40_000...60_000, using: &generator)
      let year = try #require(system.year(containing: day))
      #expect(year.contains(day))
      // ICU begins 5807 a day late; pyluach and convertdate have 1 October 2046, as the feasts' test does.
      if name == "HEBREW", (5806...5807).contains(year.number) { continue }
      let noon = Date(timeIntervalSince1970: Double(day) * 86_400 + 43_200)
      var fields = calendar.dateComponents([.era, .year], from: noon)
      for month in year.months {
        // RFC 7529's numbers, written down here once more.
        let raw = name == "HEBREW" && (month.number.isLeap || month.number.number > 5)
        fields.month = month.number.number + (raw ? 1 : 0)
        fields.isLeapMonth = month.number.isLeap && !raw
        fields.day = 1
        fields.hour = 12
        let date = try #require(calendar.date(from: fields))
        #expect(Instant(date).utc.date.daysSinceEpoch == month.firstDay, "\(name) \(month)")
      }
    }
  }

  @Test("Years follow one another, numbers and months counted through", arguments: systems.map(\.name))
  func succession(name: String) throws {
    let system = try #require(CalendarSystems.foundation[name])
    var year = try #require(system.year(containing: -70_000))
    while year.endDay < 60_000 {
      let next = try #require(system.year(containing: year.endDay))
      #expect(next.firstDay == year.endDay)
      #expect(next.number == year.number + 1)
      #expect(next.monthsBefore == year.monthsBefore + year.months.count)
      #expect(system.year(containing: next.firstDay - 1) == year)
      year = next
    }
  }

  @Test("Far years end, they do not hang", arguments: systems.map(\.name))
  func farYears(name: String) throws {
    let system = try #require(CalendarSystems.foundation[name])
    for day in [Int.min, -50_000_000, -4_371_587, 5_000_000, 50_000_000, .max] {
      #expect(system.year(containing: day) == nil)
    }
    let never = try RecurrenceRule("RSCALE=\(name);FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=31")
    var iterator = never.occurrences(from: try CivilDate(2026, 1, 1), calendars: .foundation).makeIterator()
    #expect(iterator.next() == nil)
    #expect(iterator.outcome == .budgetExceeded || iterator.outcome == .finished)
    let forever = try RecurrenceRule("RSCALE=\(name);FREQ=YEARLY;INTERVAL=2000000000")
    let sequence = forever.occurrences(from: try CivilDate(2026, 1, 1), calendars: .foundation)
    #expect(sequence.count(in: .min ..< .max) == 1)
  }
}
