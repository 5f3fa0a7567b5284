import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import AlmanacViews
import Testing

/// A student's calendar as four views, row by row. March 2026 begins on a Sunday and ends on a Tuesday.
@Suite("The views of a university calendar")
struct UniversityViewTests {
  private let today = Sample.date("2026-03-11")
  private var calendar = EventCalendar(name: "Course")

  init() throws {
    for (name, start, color) in [
      ("Àlgebra", "2026-03-10T09:00", CalendarColor.steelBlue), ("Física", "2026-03-11T12:00", .gold),
      ("Seminari", "2026-03-11T13:00", .gold), ("Examen", "2026-03-29T09:00", .teal),
      ("Festa", "2026-04-05T18:00", .orchid),
    ] {
      let start = try CivilDateTime(start).in(Sample.madrid)
      try calendar.add(
        Event(name, from: start, lasting: .minutes(90), color: color, uid: name),
        at: Instant(secondsSinceEpoch: 1_767_225_600))
    }
  }

  private func march(selected: String? = nil, _ options: ViewOptions = .standard) -> MonthView {
    MonthView(
      of: Sample.month(2026, 3), showing: [calendar], in: Sample.madrid, today: today,
      selected: selected.map { Sample.date($0) }, options: options)
  }

  @Test(
    "U1 a month is whole weeks, by default from Monday, with the neighbours' days; today and the selected day's tasks"
  )
  func month() {
    let month = march(selected: "2026-03-10")
    #expect(month.weeks.allSatisfy { $0.days.count == 7 && $0.days.first?.date.weekday == .monday })
    #expect(month.days.first?.date == Sample.date("2026-02-23"))
    #expect(month.days.last?.date == Sample.date("2026-04-05"))
    #expect(month.days.filter { $0.isInMonth }.map { $0.date } == Array(Sample.month(2026, 3).days))
    // A neighbour's day shows what is on it.
    #expect(month.days.last?.items.map { $0.item.summary } == ["Festa"])
    #expect(month.days.filter { $0.isToday }.map { $0.date } == [today])
    #expect(month.selectedDay?.items.map { $0.item.summary } == ["Àlgebra"])
    let sunday = march(ViewOptions(firstWeekday: .sunday))
    #expect(sunday.days.first?.date == Sample.date("2026-03-01"))
  }

  @Test("U2 a day has its one task's colour, several make it red; or only when their colours differ")
  func colors() throws {
    let tuesday = Sample.date("2026-03-10")
    #expect(march()[tuesday]?.color == .steelBlue)
    #expect(march()[today]?.color == .reservedRed)
    #expect(march()[Sample.date("2026-03-12")]?.color == nil)
    var differing = ViewOptions.standard
    differing.dayColor = .differing
    #expect(march(differing)[today]?.color == .gold)
    // Nobody can have red for a task, nor what looks the same.
    for red in [CalendarColor.red, .crimson, CalendarColor(rgb: 0xFF0505)] {
      let draft = TaskDraft(name: "Essay", date: today, time: .noon, color: red)
      #expect(draft.violations().map { $0.code } == [.reservedColor])
    }
  }

  @Test("U3 a week has a row a day and a number; a day with several tasks is marked and links to the day")
  func week() {
    let week = WeekView(of: today, showing: [calendar], in: Sample.madrid, today: today)
    #expect(week.number == 11)
    #expect(week.days.map { $0.date } == (9...15).map { Sample.month(2026, 3).firstDay.adding(days: $0 - 1) })
    #expect(week.days[0].summary == .nothing)
    #expect(week.days[2].summary == .several(2))
    if case .single(let item) = week.days[1].summary { #expect(item.item.summary == "Àlgebra") }
    #expect(
      ViewPhrases(.catalan).several == "diverses tasques" && ViewPhrases(.english).several == "several tasks")
    var navigator = CalendarNavigator(showing: .week, at: today)
    navigator.show(.day, at: week.days[2].date)
    #expect(navigator.view == .day && navigator.date == today)
  }

  @Test("U4 a day has the hours 0 to 24, each task at its hour, overlapping ones side by side")
  func day() throws {
    let day = DayView(of: today, showing: [calendar], in: Sample.madrid)
    #expect(day.column.length == 24 * 3600)
    #expect(day.column.hours.map { $0.local.time.hour } == Array(0..<24))
    let boxes = day.column.boxes
    // 12:00–13:30 and 13:00–14:30.
    #expect(boxes.map { $0.time } == [43_200..<48_600, 46_800..<52_200])
    #expect(boxes.map { $0.columns } == [0..<1, 1..<2])
    #expect(boxes.allSatisfy { $0.columnCount == 2 })
  }

  @Test("U5 the list has all tasks from today on, in ascending order")
  func list() {
    let list = ListView(of: today...CivilDate.max, showing: [calendar], in: Sample.madrid, today: today)
    #expect(list.items.map { $0.item.summary } == ["Física", "Seminari", "Examen", "Festa"])
    #expect(
      list.sections.map { $0.key } == [
        .day(today), .day(Sample.date("2026-03-29")), .day(Sample.date("2026-04-05")),
      ])
  }

  @Test(
    "U6 each view steps by its own length and keeps its position; after a change all show the new state")
  mutating func navigation() throws {
    var navigator = CalendarNavigator(at: today)
    for (view, date) in [
      (CalendarNavigator.View.month, "2026-04-01"), (.week, "2026-03-18"), (.day, "2026-03-12"),
    ] {
      navigator.show(view)
      navigator.step(by: 1)
      #expect(navigator.date == Sample.date(date))
    }
    navigator.step(by: -2)
    navigator.show(.month)
    #expect(navigator.month == Sample.month(2026, 4))
    #expect(navigator[.week] == Sample.date("2026-03-18") && navigator[.day] == Sample.date("2026-03-10"))

    let before = march()
    try calendar.remove(uid: "Seminari")
    #expect(march().changes(since: before).days == [today])
    #expect(march()[today]?.color == .gold)
    #expect(WeekView(of: today, showing: [calendar], in: Sample.madrid).days[2].count == 1)
    #expect(DayView(of: today, showing: [calendar], in: Sample.madrid).column.boxes.count == 1)
    #expect(ListView(of: today...today, showing: [calendar], in: Sample.madrid).items.count == 1)
  }

  @Test("U10 names of weekdays and months are in the user's language")
  func names() {
    let catalan = Localization.catalan
    #expect(
      Weekday.week(from: .monday).map { catalan.name(of: $0) } == [
        "dilluns", "dimarts", "dimecres", "dijous", "divendres", "dissabte", "diumenge",
      ])
    #expect([3, 4, 8].map { catalan.name(ofMonth: $0) } == ["març", "abril", "agost"])
    #expect(catalan.date(Sample.month(2026, 4)) == "abril de 2026")
    #expect(Localization(identifier: "ca_ES").language == .catalan)
    #expect(Set(Localization.all.map { $0.name(of: .monday) }).count == Localization.all.count)
  }

  @Test("G2 a month marks the days that have sessions; an empty day or list has a note")
  func empty() {
    let month = march(selected: "2026-03-12")
    #expect(
      month.days.filter { !$0.markers.isEmpty && $0.isInMonth }.map { $0.date.dayOfMonth } == [10, 11, 29])
    #expect(month.selectedDay?.summary == .nothing)
    let list = ListView(
      of: Sample.date("2026-03-12")...Sample.date("2026-03-20"), showing: [calendar], in: Sample.madrid)
    #expect(list.isEmpty)
    #expect(ViewPhrases(.catalan).nothing == "No hi ha res")
  }
}
