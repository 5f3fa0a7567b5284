import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import AlmanacViews
import Testing

@Suite("Week and year")
struct WeekAndYearTests {
  static let week = Sample.date("2026-03-09")...Sample.date("2026-03-15")

  /// Capability U3 of `Systems.md`.
  @Test("A week has a row a day with nothing, the one item, or a note of several")
  func summaries() {
    let items = [
      Sample.timed("one", "2026-03-10T09:00"), Sample.timed("two", "2026-03-11T09:00"),
      Sample.timed("three", "2026-03-11T10:00"), Sample.allDay("trip", "2026-03-11", "2026-03-13"),
    ]
    let view = WeekView(days: Self.week, showing: ViewContents(items), in: Sample.madrid)
    #expect(view.number == 11)
    #expect(view.days.map(\.date) == Array(Self.week))
    let summaries = view.days.map { day in
      switch day.summary {
      case .nothing: ""
      case .single(let item): item.item.summary
      case .several(let count): "\(count)"
      }
    }
    #expect(summaries == ["", "one", "3", "trip", "", "", ""])
    #expect(view.segments.map(\.item.item.summary) == ["trip"])
    #expect(view.segments.map(\.columns) == [2..<4])
    #expect(view.items.map(\.item.summary) == ["one", "trip", "two", "three"])
  }

  @Test("A week of calendars is the one in which the day lies, by the first weekday")
  func ofCalendars() throws {
    var calendar = EventCalendar(name: "Term", color: .gold)
    let start = ZonedDateTime(try CivilDateTime("2026-03-02T09:00"), in: Sample.madrid)
    try calendar.add(
      Event("Algebra", from: start, lasting: .minutes(90), repeating: .init(.weekly)),
      at: Instant(secondsSinceEpoch: 1_767_225_600))
    let view = WeekView(
      of: Sample.date("2026-03-11"), showing: [calendar], in: Sample.madrid, firstWeekday: .sunday)
    #expect(view.days.first?.date == Sample.date("2026-03-08"))
    #expect(view.days.map(\.color) == [nil, .gold, nil, nil, nil, nil, nil])
    #expect(view.columns[1].boxes.map(\.time) == [(9 * 3600)..<(10 * 3600 + 1800)])
    let month = MonthView(of: Sample.month(2026, 3), showing: [calendar], in: Sample.madrid)
    #expect(month.days.filter { $0.count > 0 }.map(\.date.dayOfMonth) == [2, 9, 16, 23, 30])
    let list = ListView(of: Self.week, showing: [calendar], in: Sample.madrid)
    #expect(list.items.map(\.localStart.date) == [Sample.date("2026-03-09")])
    let day = DayView(of: Sample.date("2026-03-09"), showing: [calendar], in: Sample.madrid)
    #expect(day.cell.items == list.items)
    let year = YearView(of: 2026, showing: [calendar], in: Sample.madrid)
    #expect(year.days.count { $0.count == 1 } == 44)
  }

  @Test("A run of days can be of any length, without hidden weekdays, and is cut at its maximum")
  func runs() {
    var options = ViewOptions()
    options.hiddenWeekdays = [.saturday, .sunday]
    let first = Sample.date("2026-03-13")
    let view = WeekView(
      days: first...first.adding(days: 3), showing: ViewContents([]), in: .utc, options: options)
    #expect(view.days.map(\.date.dayOfMonth) == [13, 16])
    #expect(view.columns.count == 2)
    let long = WeekView(
      days: CivilDate.min...CivilDate.max,
      showing: ViewContents([
        Occurrence(Event("all", from: CivilDate.min), from: .date(.min), to: .date(.max))
      ]), in: .utc)
    #expect(long.days.count == WeekView.maximumDays)
    #expect(long.segments.map(\.columns.count) == [WeekView.maximumDays])
  }

  @Test("A run of weeks is a month view all of whose days belong to it")
  func runOfWeeks() {
    let view = MonthView(weeks: 3, from: Sample.date("2026-03-25"), showing: [], in: .utc)
    #expect(view.isRunOfWeeks)
    #expect(view.days.map(\.date) == Array(Sample.date("2026-03-23")...Sample.date("2026-04-12")))
    #expect(view.days.allSatisfy { $0.isInMonth })
  }

  @Test("A year has the colours and counts that its months have", arguments: 0..<5 as Range<UInt64>)
  func yearAgrees(seed: UInt64) {
    let occurrences = (1...12).flatMap { month in
      Sample.occurrences(20, around: Sample.month(2026, month), seed: seed * 12 + UInt64(month))
    }
    let year = YearView(
      of: 2026, showing: ViewContents(occurrences), in: Sample.madrid, today: Sample.date("2026-07-01"))
    for (index, month) in year.months.enumerated() {
      let view = MonthView(
        of: Sample.month(2026, index + 1), showing: ViewContents(occurrences), in: Sample.madrid,
        today: Sample.date("2026-07-01"))
      let own = view.days.filter(\.isInMonth)
      let days = month.days
      #expect(month.weeks.map(\.number) == view.weeks.map(\.number))
      #expect(days.map(\.date) == own.map(\.date))
      #expect(days.map(\.count) == own.map(\.count))
      #expect(days.map(\.items) == own.map(\.items))
      #expect(days.map(\.color) == own.map(\.color))
      #expect(days.map(\.isToday) == own.map(\.isToday))
    }
    #expect(year.maximumCount == year.days.map(\.count).max())
    #expect(
      year.days.allSatisfy { $0.count == 0 ? year.level(of: $0) == 0 : (1...4).contains(year.level(of: $0)) })
    #expect(year.days.filter { $0.count == year.maximumCount }.allSatisfy { year.level(of: $0) == 4 })
  }

  @Test("A year of the calendar's ends is still a year", arguments: [-9999, 9999, 123_456])
  func limits(year: Int) {
    let view = YearView(of: year, showing: ViewContents([]), in: .utc, firstWeekday: .saturday)
    #expect(view.months.count == 12)
    #expect(view.days.count == 365)
  }
}
