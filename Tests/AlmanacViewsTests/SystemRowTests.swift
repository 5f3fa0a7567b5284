import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import AlmanacViews
import Testing

/// What five real apps need of views, row by row: a university calendar (U), a trainer's (G) and a league's (L).
@Suite("Rows of the systems: views")
struct SystemRowTests {
  let today = Sample.date("2026-03-17")

  func university() throws -> EventCalendar {
    var calendar = EventCalendar(name: "Universitat")
    func add(_ title: String, _ start: String, _ color: CalendarColor, every rule: RecurrenceRule? = nil)
      throws
    {
      let start = ZonedDateTime(try CivilDateTime(start), in: Sample.madrid)
      try calendar.add(
        Event(title, from: start, lasting: .minutes(90), repeating: rule, color: color, uid: title))
    }
    try add(
      "Àlgebra", "2026-03-02T09:00", .steelBlue, every: RecurrenceRule(.weekly, on: [.monday, .wednesday]))
    try add("Lliurament", "2026-03-18T12:00", .orange)
    try add("Física", "2026-03-20T10:00", .seaGreen)
    return calendar
  }

  func month(_ calendar: EventCalendar, selected: CivilDate? = nil, options: ViewOptions = .standard)
    -> MonthView
  {
    MonthView(
      of: YearMonth(2026, 3), showing: [calendar], in: Sample.madrid, today: today, selected: selected,
      options: options)
  }

  @Test(
    "U1 the month: whole weeks from Monday or another day, neighbours filled in, today and the selected day")
  func u1() throws {
    let selected = Sample.date("2026-03-18")
    let view = month(try university(), selected: selected)
    #expect(view.days.count == 42 && view.days.first?.date == Sample.date("2026-02-23"))
    #expect(view.weekdays.first == .monday && view.weeks.allSatisfy { $0.days.count == 7 })
    #expect(
      view.days.filter { !$0.isInMonth }.map(\.date.month) == Array(repeating: 2, count: 6)
        + Array(repeating: 4, count: 5))
    #expect(view.days.filter(\.isToday).map(\.date) == [today])
    #expect(view.days.filter(\.isSelected).map(\.date) == [selected])
    #expect(view.selectedDay?.items.map(\.item.summary) == ["Àlgebra", "Lliurament"])
    let sunday = month(try university(), options: ViewOptions(firstWeekday: .sunday))
    #expect(sunday.days.count == 35 && sunday.days.first?.date == Sample.date("2026-03-01"))
  }

  @Test("U2 a day takes its one task's colour, red is for several; or for differing colours alone")
  func u2() throws {
    var calendar = try university()
    let view = month(calendar)
    #expect(view[Sample.date("2026-03-16")]?.color == .steelBlue)
    #expect(view[Sample.date("2026-03-18")]?.color == .reservedRed)
    #expect(view[today]?.color == nil)
    var event = Event("Seminari", from: Sample.date("2026-03-16"), color: .steelBlue, uid: "seminari")
    try calendar.add(event)
    #expect(month(calendar)[Sample.date("2026-03-16")]?.color == .reservedRed)
    var differing = ViewOptions()
    differing.dayColor = .differing
    #expect(month(calendar, options: differing)[Sample.date("2026-03-16")]?.color == .steelBlue)
    // A red that came in a file is shown as another colour.
    event = Event("Vermell", from: today, color: .crimson, uid: "vermell")
    try calendar.add(event)
    let color = try #require(month(calendar)[today]?.color)
    #expect(!color.isRed)
  }

  @Test("U3 the week: a row a day, its number, and a day with several reads so")
  func u3() throws {
    let view = WeekView(of: today, showing: [try university()], in: Sample.madrid, today: today)
    #expect(view.number == 12 && view.days.count == 7)
    let told = view.days.map { day -> String in
      switch day.summary {
      case .nothing: ""
      case .single(let item): item.item.summary
      case .several: ViewPhrases.catalan.several
      }
    }
    #expect(told == ["Àlgebra", "", "diverses tasques", "", "Física", "", ""])
    // It leads to the day.
    var navigator = CalendarNavigator(showing: .week, at: today)
    let several = try #require(view.days.first { $0.count > 1 })
    navigator.show(.day, at: several.date)
    #expect(DayView(of: navigator.date, showing: [try university()], in: Sample.madrid).cell.count == 2)
  }

  @Test("U4 the day: hours 0 to 24, each task at its hour, overlapping ones side by side")
  func u4() throws {
    var calendar = try university()
    let start = ZonedDateTime(try CivilDateTime("2026-03-18T09:30"), in: Sample.madrid)
    try calendar.add(Event("Tutoria", from: start, lasting: .hours(1), uid: "tutoria"))
    let column = DayView(of: Sample.date("2026-03-18"), showing: [calendar], in: Sample.madrid).column
    #expect(column.hours.map(\.local.time.hour) == Array(0..<24) && column.length == 86_400)
    #expect(column.boxes.map(\.item.item.summary) == ["Àlgebra", "Tutoria", "Lliurament"])
    #expect(column.boxes.map { $0.time.lowerBound / 60 } == [540, 570, 720])
    #expect(column.boxes.map { [$0.leading, $0.trailing] } == [[0, 0.5], [0.5, 1], [0, 1]])
  }

  @Test("U5 the list: all from today on, ascending")
  func u5() throws {
    let days = today...today.adding(days: 13)
    let view = ListView(of: days, showing: [try university()], in: Sample.madrid)
    #expect(
      view.items.map { "\($0.localStart.date) \($0.item.summary)" } == [
        "2026-03-18 Àlgebra", "2026-03-18 Lliurament", "2026-03-20 Física", "2026-03-23 Àlgebra",
        "2026-03-25 Àlgebra", "2026-03-30 Àlgebra",
      ])
  }

  @Test("U6 steps; switching keeps each view where it was; after a change every view shows it")
  func u6() throws {
    var calendar = try university()
    var navigator = CalendarNavigator(at: today)
    navigator.step(by: 1)
    navigator.show(.week)
    navigator.step(by: 1)
    navigator.show(.day)
    navigator.step(by: -1)
    navigator.show(.month)
    #expect(navigator.month == YearMonth(2026, 4))
    #expect(navigator[.week] == today.adding(days: 7) && navigator[.day] == today.adding(days: -1))
    let (before, date) = (month(calendar), Sample.date("2026-03-20"))
    try calendar.remove(uid: "Física")
    #expect(month(calendar).changes(since: before).days == [date])
    #expect(month(calendar)[date]?.count == 0)
    #expect(WeekView(of: date, showing: [calendar], in: Sample.madrid).days[4].summary == .nothing)
    #expect(DayView(of: date, showing: [calendar], in: Sample.madrid).cell.items.isEmpty)
    #expect(ListView(of: date...date, showing: [calendar], in: Sample.madrid).isEmpty)
    #expect(
      !YearView(of: 2026, showing: [calendar], in: Sample.madrid).days.contains {
        $0.date == date && $0.count > 0
      })
  }

  @Test("U10 names in the user's language")
  func u10() throws {
    let days = WeekView(of: today, showing: [], in: Sample.madrid).days.map(\.date)
    func names(_ localization: Localization) -> [String] { days.map { localization.name(of: $0.weekday) } }
    #expect(
      names(.catalan) == ["dilluns", "dimarts", "dimecres", "dijous", "divendres", "dissabte", "diumenge"])
    #expect(names(.italian).first == "lunedì" && names(.german).last == "Sonntag")
    #expect(Localization.catalan.date(Sample.date("2026-04-03")) == "3 d'abril de 2026")
    #expect(Localization.all.allSatisfy { !ViewPhrases($0).several.isEmpty })
  }

  @Test("G2 days with sessions have a dot; month and year steps; the day's sessions; an empty day is empty")
  func g2() throws {
    var calendar = EventCalendar(name: "Sessions")
    for start in ["2026-03-17T08:00", "2026-03-17T10:00", "2026-03-19T09:00"] {
      let time = ZonedDateTime(try CivilDateTime(start), in: Sample.madrid)
      try calendar.add(Event("Client", from: time, lasting: .hours(1), color: .teal, uid: start))
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
    #expect(navigator.month == YearMonth(2027, 4))
    navigator.step(years: -2)
    #expect(navigator.month == YearMonth(2025, 4))
  }

  @Test("L1 rounds by month, each with its weekend and its number")
  func l1() throws {
    var calendar = EventCalendar(name: "Lega")
    let rounds = [(21, "2026-02-28"), (22, "2026-03-07"), (23, "2026-03-14"), (24, "2026-04-11")]
    for (number, saturday) in rounds {
      let first = Sample.date(saturday)
      try calendar.add(
        Event("Giornata \(number)", from: first, to: first.adding(days: 2), uid: "\(number)"))
    }
    let days = Sample.date("2026-02-01")...Sample.date("2026-04-30")
    let view = ListView(of: days, showing: [calendar], in: Sample.madrid, by: .month)
    let told = view.sections.map { section -> [String] in
      section.entries.map { "\($0.item.item.summary): \($0.item.days.lowerBound)–\($0.item.days.upperBound)" }
    }
    #expect(view.sections.map(\.key) == [2, 3, 4].map { .month(YearMonth(2026, $0)) })
    #expect(
      told == [
        ["Giornata 21: 2026-02-28–2026-03-01"],
        ["Giornata 22: 2026-03-07–2026-03-08", "Giornata 23: 2026-03-14–2026-03-15"],
        ["Giornata 24: 2026-04-11–2026-04-12"],
      ])
  }

  @Test("L4 switching between rounds and teams keeps the place in both")
  func l4() {
    var places = Places<String, Int>(showing: "rounds", at: 1)
    places.place = 24
    places.show("teams")
    places.place = 7
    places.show("rounds")
    #expect(places.place == 24)
    places.show("teams")
    #expect(places.place == 7)
  }
}
