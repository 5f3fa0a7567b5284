import AlmanacEvents
import AlmanacTime
import AlmanacViews
import Testing

@Suite("Navigation")
struct NavigationTests {
  let today = Sample.date("2026-03-17")

  /// Capability U6 of `Systems.md`.
  @Test("steps by the unit of the view, and each view has a place of its own")
  func keepsPlaces() {
    var navigator = CalendarNavigator(at: today)
    navigator.step(by: 2)
    #expect(navigator.month == Sample.month(2026, 5))
    navigator.show(.week)
    navigator.step(by: -1)
    navigator.show(.day, at: Sample.date("2026-12-31"))
    navigator.step(by: 1)
    navigator.show(.list)
    navigator.step(by: 1)
    #expect(navigator.date == Sample.date("2026-04-16"))
    navigator.show(.year)
    navigator.step(by: -10)
    #expect(navigator.year == 2016)
    navigator.show(.month)
    #expect(navigator.month == Sample.month(2026, 5))
    #expect(navigator[.week] == Sample.date("2026-03-10"))
    #expect(navigator[.day] == Sample.date("2027-01-01"))
    #expect(
      navigator.days(of: .week, firstWeekday: .monday) == Sample.date(
        "2026-03-09")...Sample.date("2026-03-15"))
    navigator.show(today: today)
    #expect(navigator.month == Sample.month(2026, 3))
    #expect(navigator[.day] == Sample.date("2027-01-01"))
  }

  /// Capability G2 of `Systems.md`: month and year steps, a day selected.
  @Test("steps by years in every view, and keeps the selection")
  func years() {
    var navigator = CalendarNavigator(at: Sample.date("2024-02-29"))
    navigator.select(Sample.date("2024-02-29"))
    navigator.step(years: 1)
    #expect(navigator.month == Sample.month(2025, 2))
    navigator.show(.day)
    navigator.step(years: 1)
    #expect(navigator.date == Sample.date("2025-02-28"))
    #expect(navigator.selected == Sample.date("2024-02-29"))
    navigator.select(nil)
    #expect(navigator.selected == nil)
  }

  @Test("ends months where they began, there and back", arguments: CalendarNavigator.View.allCases)
  func thereAndBack(view: CalendarNavigator.View) {
    var navigator = CalendarNavigator(showing: view, at: Sample.date("2026-01-31"))
    let days = navigator.days(of: view, firstWeekday: .monday)
    for _ in 0..<40 { navigator.step(by: 1) }
    for _ in 0..<40 { navigator.step(by: -1) }
    #expect(navigator.days(of: view, firstWeekday: .monday) == days)
  }

  @Test("does not leave its limits", arguments: CalendarNavigator.View.allCases)
  func limits(view: CalendarNavigator.View) {
    let limits = Sample.date("2026-02-10")...Sample.date("2027-04-20")
    var navigator = CalendarNavigator(showing: view, at: Sample.date("1999-01-01"), limits: limits)
    #expect(navigator.date == limits.lowerBound)
    #expect(!navigator.canStep(by: -1))
    let movedBack = navigator.step(by: -1)
    #expect(!movedBack)
    var steps = 0
    while navigator.step(by: 1), steps < 1000 {
      steps += 1
      #expect(limits.contains(navigator.date))
    }
    #expect(
      navigator.days(of: view, firstWeekday: .monday).overlaps(limits.upperBound...limits.upperBound)
        || view == .list)
    #expect(steps == [.month: 14, .week: 62, .day: 434, .list: 14, .year: 1][view])
    navigator.select(CivilDate.max)
    #expect(navigator.selected == limits.upperBound)
    #expect(!navigator.canStep(by: .max))
    #expect(!navigator.canStep(by: .min))
  }

  /// Capability L4 of `Systems.md`.
  @Test("remembers the positions of views of any kind")
  func positions() {
    var positions = ViewPositions<String, Int>(showing: "rounds", at: 1)
    positions.position = 21
    positions.show("teams", at: 4)
    #expect(positions.position == 4)
    positions.show("rounds")
    #expect(positions.position == 21)
    #expect(positions["table"] == 1)
  }
}

@Suite("Changes between two states of a view")
struct ViewChangesTests {
  static let month = Sample.month(2026, 3)

  func month(_ occurrences: [Occurrence], options: ViewOptions = .standard) -> MonthView {
    MonthView(of: Self.month, showing: ViewContents(occurrences), in: Sample.madrid, options: options)
  }

  @Test("is nothing between equal states")
  func nothing() {
    let occurrences = Sample.occurrences(50, around: Self.month, seed: 4)
    #expect(month(occurrences).changes(since: month(occurrences)).isEmpty)
  }

  @Test("is the days of the items that were added, moved or removed", arguments: 0..<20 as Range<UInt64>)
  func days(seed: UInt64) {
    let occurrences = Sample.occurrences(30, around: Self.month, seed: seed)
    let added = Sample.timed("new", "2026-03-18T09:00", minutes: 60 * 30)
    let (old, new) = (month(occurrences), month(occurrences + [added]))
    let changed = Set(new.changes(since: old).days)
    #expect(changed.isSuperset(of: [Sample.date("2026-03-18"), Sample.date("2026-03-19")]))
    #expect(changed == Set(old.changes(since: new).days))
    // Elsewhere nothing but the lanes of that week can have moved.
    #expect(changed.allSatisfy { (Sample.date("2026-03-16")...Sample.date("2026-03-22")).contains($0) })
    for day in new.days where !changed.contains(day.date) { #expect(day == old[day.date]) }
  }

  @Test("is the whole grid when it has other days")
  func relaid() {
    let view = month([])
    #expect(view.changes(since: month([], options: ViewOptions(firstWeekday: .sunday))).isRelaid)
    #expect(
      MonthView(of: Sample.month(2026, 4), showing: ViewContents([]), in: Sample.madrid).changes(since: view)
        .isRelaid)
  }

  @Test("of weeks, days and years is the day of the edit")
  func otherViews() {
    let (before, after) = ([Sample.timed("a", "2026-03-10T09:00")], [Sample.timed("a", "2026-03-10T10:00")])
    let date = Sample.date("2026-03-10")
    let days = Sample.date("2026-03-09")...Sample.date("2026-03-15")
    func week(_ items: [Occurrence]) -> WeekView {
      WeekView(days: days, showing: ViewContents(items), in: Sample.madrid)
    }
    func day(_ items: [Occurrence]) -> DayView {
      DayView(of: date, showing: ViewContents(items), in: Sample.madrid)
    }
    func year(_ items: [Occurrence]) -> YearView {
      YearView(of: 2026, showing: ViewContents(items), in: Sample.madrid)
    }
    #expect(week(after).changes(since: week(before)).days == [date])
    #expect(day(after).changes(since: day(before)).days == [date])
    #expect(year(after).changes(since: year(before)).isEmpty)
    #expect(year(after).changes(since: year([])).days == [date])
  }

  @Test("of lists is the sections")
  func lists() {
    func list(_ items: [Occurrence]) -> ListView {
      ListView(
        of: Sample.date("2026-03-01")...Sample.date("2026-03-31"), showing: ViewContents(items),
        in: Sample.madrid)
    }
    let old = list([Sample.timed("a", "2026-03-10T09:00"), Sample.timed("b", "2026-03-11T09:00")])
    let new = list([Sample.timed("b", "2026-03-11T10:00"), Sample.timed("c", "2026-03-12T09:00")])
    let changes = new.changes(since: old)
    #expect(changes.removed == [.day(Sample.date("2026-03-10"))])
    #expect(changes.changed == [.day(Sample.date("2026-03-11"))])
    #expect(changes.inserted == [.day(Sample.date("2026-03-12"))])
    #expect(new.changes(since: new).isEmpty)
  }
}
