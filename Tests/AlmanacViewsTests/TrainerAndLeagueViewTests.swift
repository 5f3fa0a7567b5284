import AlmanacEvents
import AlmanacTime
import AlmanacViews
import Testing

/// The views of a trainer's app (G) and a league's (L); those of a university's are in UniversityViewTests.
@Suite("The views of a trainer's and a league's calendar")
struct TrainerAndLeagueViewTests {
  let today = Sample.date("2026-03-17")

  func month(_ calendar: EventCalendar, selected: CivilDate? = nil) -> MonthView {
    MonthView(
      of: Sample.month(2026, 3), showing: [calendar], in: Sample.madrid, today: today, selected: selected)
  }

  @Test("G2 days with sessions have a dot; month and year steps; the day's sessions; an empty day is empty")
  func g2() throws {
    var calendar = EventCalendar(name: "Sessions")
    for start in ["2026-03-17T08:00", "2026-03-17T10:00", "2026-03-19T09:00"] {
      let time = ZonedDateTime(try CivilDateTime(start), in: Sample.madrid)
      try calendar.add(
        Event("Client", from: time, lasting: .hours(1), color: .teal, uid: start),
        at: Instant(secondsSinceEpoch: 1_767_225_600))
    }
    let view = month(calendar, selected: today)
    #expect(view.days.filter { !$0.markers.isEmpty }.map(\.date.dayOfMonth) == [17, 19])
    #expect(view[Sample.date("2026-03-19")]?.markers == [.teal])
    #expect(view.selectedDay?.items.map(\.localStart.time.hour) == [8, 10])
    let free = try #require(month(calendar, selected: Sample.date("2026-03-18")).selectedDay)
    #expect(free.items.isEmpty && free.mark == .none && free.summary == .nothing)
    var navigator = CalendarNavigator(at: today)
    navigator.step(by: 1)
    navigator.step(years: 1)
    #expect(navigator.month == Sample.month(2027, 4))
    navigator.step(years: -2)
    #expect(navigator.month == Sample.month(2025, 4))
  }

  @Test("L1 rounds by month, each with its weekend and its number")
  func l1() throws {
    var calendar = EventCalendar(name: "Lega")
    let rounds = [(21, "2026-02-28"), (22, "2026-03-07"), (23, "2026-03-14"), (24, "2026-04-11")]
    for (number, saturday) in rounds {
      let first = Sample.date(saturday)
      try calendar.add(
        Event("Giornata \(number)", from: first, to: first.adding(days: 2), uid: "\(number)"),
        at: Instant(secondsSinceEpoch: 1_767_225_600))
    }
    let days = Sample.date("2026-02-01")...Sample.date("2026-04-30")
    let view = ListView(of: days, showing: [calendar], in: Sample.madrid, by: .month)
    let listed = view.sections.map { section -> [String] in
      section.entries.map { "\($0.item.item.summary): \($0.item.days.lowerBound)–\($0.item.days.upperBound)" }
    }
    #expect(view.sections.map(\.key) == [2, 3, 4].map { .month(Sample.month(2026, $0)) })
    #expect(
      listed == [
        ["Giornata 21: 2026-02-28–2026-03-01"],
        ["Giornata 22: 2026-03-07–2026-03-08", "Giornata 23: 2026-03-14–2026-03-15"],
        ["Giornata 24: 2026-04-11–2026-04-12"],
      ])
  }

  @Test("L4 switching between rounds and teams keeps the place in both")
  func l4() {
    var positions = ViewPositions<String, Int>(showing: "rounds", at: 1)
    positions.position = 24
    positions.show("teams")
    positions.position = 7
    positions.show("rounds")
    #expect(positions.position == 24)
    positions.show("teams")
    #expect(positions.position == 7)
  }
}
