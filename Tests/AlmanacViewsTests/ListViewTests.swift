import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import AlmanacViews
import Testing

@Suite("The list view")
struct ListViewTests {
  func list(
    _ occurrences: [Occurrence], from first: String = "2026-03-01", to last: String = "2026-04-30",
    by grouping: ListView.Grouping = .day, undated: [(Item, calendar: Int)] = []
  ) -> ListView {
    ListView(
      of: Sample.date(first)...Sample.date(last), showing: ViewContents(occurrences, undated: undated),
      in: Sample.madrid, by: grouping)
  }

  func titles(_ view: ListView) -> [String] {
    view.sections.map { $0.entries.map(\.item.item.summary).joined(separator: " ") }
  }

  /// Capability U5 of `Systems.md`.
  @Test("has all items in ascending order, day by day")
  func ascending() {
    let occurrences = Sample.occurrences(100, around: Sample.month(2026, 3), seed: 3)
    let view = list(occurrences, from: "2026-03-10")
    let days = view.sections.map(\.id)
    #expect(
      days == Set(view.sections.flatMap(\.entries).map(\.day)).sorted().map { ListView.Key.day($0) })
    #expect(zip(view.items, view.items.dropFirst()).allSatisfy { $0.start <= $1.start })
    for section in view.sections {
      #expect(section.entries.allSatisfy { $0.item.days.contains($0.day) && .day($0.day) == section.key })
    }
    for item in view.items {
      let own = view.sections.flatMap(\.entries).filter { $0.item.id == item.id }.map(\.day)
      #expect(own == Array(item.days.clamped(to: view.days)))
    }
  }

  /// Capability U5 of `Systems.md`.
  @Test(
    "without an end has all that is still to come, a year of what never ends, and the day from which that goes on"
  )
  func openEnd() throws {
    let monday = try #require(try? CivilDate("2026-03-02"))
    var endless = Event("Endless", from: monday, uid: "endless")
    endless.recurrence = Recurrence(RecurrenceRule(.weekly))
    var sixty = Event("Sixty", from: monday, uid: "sixty")
    sixty.recurrence = Recurrence(RecurrenceRule(.weekly, until: .count(60)))
    let far = Event("Thesis", from: try CivilDate("2028-06-15"), uid: "far")
    let past = Event("Past", from: try CivilDate("2026-03-01"), uid: "past")
    var calendar = EventCalendar()
    calendar.insert([endless.item, sixty.item, far.item, past.item])
    func counts(_ view: ListView) -> [String: Int] {
      Dictionary(grouping: view.items) { $0.item.summary }.mapValues(\.count)
    }
    let view = ListView(from: monday, showing: [calendar], in: Sample.madrid)
    // 2 March 2026 and the 52 Mondays after it, up to 1 March 2027.
    #expect(counts(view) == ["Endless": 53, "Sixty": 60, "Thesis": 1])
    #expect(view.continuesFrom == (try CivilDate("2027-03-02")))
    #expect(view.days == monday...(try CivilDate("2028-06-15")))
    #expect(view.grouped { $0.item.uid }.continuesFrom == view.continuesFrom)
    let fortnight = ListView(from: monday, endlessDays: 14, showing: [calendar], in: Sample.madrid)
    #expect(counts(fortnight) == ["Endless": 2, "Sixty": 60, "Thesis": 1])
    #expect(fortnight.continuesFrom == (try CivilDate("2026-03-16")))
    let bounded = ListView(of: view.days, showing: [calendar], in: Sample.madrid)
    #expect(bounded.continuesFrom == nil && bounded.items.count > view.items.count)
    try calendar.remove(uid: "endless")
    let ending = ListView(from: monday, showing: [calendar], in: Sample.madrid)
    #expect(ending.continuesFrom == nil && counts(ending) == ["Sixty": 60, "Thesis": 1])
    // A calendar of each kind with one UID.
    let others = [EventCalendar().with(endless), EventCalendar().with(far.named("endless"))]
    #expect(
      counts(ListView(from: monday, showing: others, in: Sample.madrid)) == ["Endless": 53, "Thesis": 1])
  }

  @Test("repeats an item of several days under each of them, saying that it continues")
  func continuing() {
    let night = Sample.timed("night", "2026-02-28T23:00", to: "2026-03-02T04:00")
    let view = list([night])
    #expect(view.sections.map(\.key) == ["2026-03-01", "2026-03-02"].map { .day(Sample.date($0)) })
    #expect(view.sections.flatMap(\.entries).map(\.continuesBefore) == [true, true])
    #expect(view.sections.flatMap(\.entries).map(\.continuesAfter) == [true, false])
    #expect(view.sections.flatMap(\.entries).map(\.coversDay) == [true, false])
  }

  @Test("lists items of more days than the budget on their first days only, and reports it")
  func longItems() {
    let (one, two) = (
      Sample.timed("one", "2026-03-01T00:00", to: "2036-03-01T00:00"),
      Sample.timed("two", "2026-03-05T00:00", to: "2026-03-09T00:00")
    )
    var options = ViewOptions()
    options.budget = 20
    let days = Sample.date("2026-03-01")...Sample.date("2040-01-01")
    let view = ListView(of: days, showing: ViewContents([one, two]), in: Sample.madrid, options: options)
    let listed = view.sections.flatMap(\.entries)
    #expect(listed.count { $0.item.item.summary == "one" } == 11)
    let short = listed.filter { $0.item.item.summary == "two" }.map(\.day)
    #expect(short == Array(Sample.date("2026-03-05")...Sample.date("2026-03-08")))
    #expect(view.unexpanded.map(\.uid) == [one.item.uid])
    #expect(view.unexpanded.map { Sample.madrid.local(at: $0.from).date } == [Sample.date("2026-03-12")])
    #expect(view.items.count == 2)
    let whole = ListView(of: days, showing: ViewContents([one, two]), in: Sample.madrid)
    #expect(whole.unexpanded.isEmpty && whole.sections.count == 3_653)
  }

  /// Capability L1 of `Systems.md`: rounds by month, each a weekend.
  @Test("groups by week and by month, each item once")
  func weeksAndMonths() {
    let rounds = [
      Sample.allDay("R21", "2026-02-28", "2026-03-02"), Sample.allDay("R22", "2026-03-07", "2026-03-09"),
      Sample.allDay("R23", "2026-03-28", "2026-03-30"), Sample.allDay("R24", "2026-04-11", "2026-04-13"),
    ]
    let months = list(rounds, by: .month)
    #expect(months.sections.map(\.key) == [.month(Sample.month(2026, 3)), .month(Sample.month(2026, 4))])
    #expect(titles(months) == ["R21 R22 R23", "R24"])
    let weeks = list(rounds, by: .week)
    let mondays = [("2026-02-23", 9), ("2026-03-02", 10), ("2026-03-23", 13), ("2026-04-06", 15)]
    #expect(weeks.sections.map(\.key) == mondays.map { .week(Sample.date($0.0), number: $0.1) })
  }

  @Test("groups by category, an item under each of its own, those without last")
  func categories() {
    let events = [
      Event("b", from: Sample.date("2026-03-02"), categories: ["Physics", "Lab"], uid: "b"),
      Event("a", from: Sample.date("2026-03-03"), uid: "a"),
      Event("c", from: Sample.date("2026-03-04"), categories: ["Lab", "Lab"], uid: "c"),
    ]
    let view = list(events.map { Sample.occurrence($0) }, by: .category)
    #expect(view.sections.map(\.key) == [.category("Lab"), .category("Physics"), .category(nil)])
    #expect(titles(view) == ["b c", "b", "a"])
  }

  @Test("categories are in the alphabetical order of a language")
  func categoryOrder() {
    let names = ["Xarxes", "Àlgebra", "Ñandú", "nz"]
    let items = names.map { Event($0, from: Sample.date("2026-03-02"), categories: [$0], uid: $0) }
    func order(_ localization: Localization) -> [ListView.Key] {
      ListView(
        of: Sample.date("2026-03-01")...Sample.date("2026-03-08"),
        showing: ViewContents(items.map { Sample.occurrence($0) }), in: Sample.madrid, by: .category,
        options: ViewOptions(localization)
      ).sections.map(\.key)
    }
    #expect(order(.catalan) == ["Àlgebra", "Ñandú", "nz", "Xarxes"].map { .category($0) })
    #expect(order(.spanish) == ["Àlgebra", "nz", "Ñandú", "Xarxes"].map { .category($0) })
  }

  @Test("groups by the caller's key")
  func custom() {
    let occurrences = Sample.occurrences(30, around: Sample.month(2026, 3), seed: 9)
    let view = list(occurrences).grouped { $0.isAllDay ? "days" : $0.isMultiDay ? nil : "hours" }
    #expect(
      view.sections.allSatisfy { section in
        section.entries.allSatisfy { section.key == .custom($0.item.isAllDay ? "days" : "hours") }
      })
    #expect(view.sections.flatMap(\.entries).count == view.items.count { $0.isAllDay || !$0.isMultiDay })
  }

  @Test("lists items without a day apart, and is empty without any")
  func undated() {
    var done = Todo("done", uid: "done")
    done.status = .completed
    let view = list([], undated: [(.todo(Todo("some day", uid: "s")), 0), (.todo(done), 0)])
    #expect(view.undated.map(\.item.summary) == ["some day"])
    #expect(!view.isEmpty)
    #expect(list([]).isEmpty)
  }
}

extension EventCalendar {
  fileprivate func with(_ event: Event) -> EventCalendar {
    var calendar = self
    calendar.insert(event)
    return calendar
  }
}

extension Event {
  fileprivate func named(_ uid: String) -> Event {
    var event = self
    event.uid = uid
    return event
  }
}
