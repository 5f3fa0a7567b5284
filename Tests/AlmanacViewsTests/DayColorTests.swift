import AlmanacEvents
import AlmanacTime
import AlmanacViews
import Testing

@Suite("The colour of a day (row U2)")
struct DayColorTests {
  func day(
    _ date: String, _ occurrences: [Occurrence], calendars: [CalendarLabel] = [],
    options: ViewOptions = .standard
  ) throws -> DayCell {
    let view = MonthView(
      of: Sample.date(date).yearMonth, showing: ViewContents(occurrences, calendars: calendars),
      in: Sample.madrid, options: options)
    return try #require(view[Sample.date(date)])
  }

  @Test("is none, the one item's, or red from two on, and the mark says how many")
  func multiple() throws {
    let items = [
      Sample.timed("one", "2026-03-02T09:00", color: .orange),
      Sample.timed("two", "2026-03-03T09:00"), Sample.timed("three", "2026-03-03T15:00"),
    ]
    let days = try ["2026-03-01", "2026-03-02", "2026-03-03"].map { try day($0, items) }
    #expect(days.map(\.color) == [nil, .orange, .reservedRed])
    #expect(days.map(\.mark) == [.none, .single, .several])
    #expect(days.map(\.count) == [0, 1, 2])
  }

  @Test("is red only for differing colours if the caller chooses so")
  func differing() throws {
    var options = ViewOptions()
    options.dayColor = .differing
    let same = [Sample.timed("one", "2026-03-02T09:00"), Sample.timed("two", "2026-03-02T15:00")]
    #expect(try day("2026-03-02", same, options: options).color == .teal)
    // Two items of one colour are two.
    #expect(try day("2026-03-02", same, options: options).mark == .several)
    #expect(try day("2026-03-02", [same[0]], options: options).mark == .single)
    let other = same + [Sample.timed("three", "2026-03-02T18:00", color: .orange)]
    #expect(try day("2026-03-02", other, options: options).color == .reservedRed)
    #expect(try day("2026-03-02", other, options: options).markers == [.teal, .orange])
  }

  @Test("counts each day of an item of several days, and two occurrences of one series as two")
  func severalDays() throws {
    let trip = Sample.allDay("trip", "2026-03-10", "2026-03-13")
    for date in ["2026-03-10", "2026-03-11", "2026-03-12"] { #expect(try day(date, [trip]).color == .teal) }
    #expect(try day("2026-03-13", [trip]).color == nil)
    let event = Event("pill", from: Sample.date("2026-03-10"), color: .teal, uid: "pill")
    let series = ["2026-03-10T08:00", "2026-03-10T20:00"].map { text -> Occurrence in
      let start = ZonedDateTime(try! CivilDateTime(text), in: Sample.madrid)
      return Occurrence(event, from: .zoned(start), to: .zoned(start), recurrenceID: .zoned(start))
    }
    #expect(try day("2026-03-10", series).color == .reservedRed)
  }

  @Test("counts no cancelled events, closed to-dos or journal entries")
  func uncounted() throws {
    var cancelled = Event("off", from: Sample.date("2026-03-10"), color: .teal, uid: "off")
    cancelled.status = .cancelled
    let note = Occurrence(
      Journal("note", on: Sample.date("2026-03-10"), uid: "note"), from: .date(Sample.date("2026-03-10")),
      to: .date(Sample.date("2026-03-11")))
    let items = [
      Sample.occurrence(cancelled), note, Sample.due("done", "2026-03-10") { $0.status = .completed },
      Sample.due("dropped", "2026-03-10") { $0.status = .cancelled },
    ]
    let empty = try day("2026-03-10", items)
    #expect(empty.color == nil)
    #expect(empty.count == 0)
    #expect(Set(empty.items.map(\.item.summary)) == ["off", "note"])
    #expect(try day("2026-03-10", items + [Sample.due("essay", "2026-03-10")]).color == .teal)
    var options = ViewOptions()
    options.showsCancelledEvents = false
    options.showsClosedTodos = true
    #expect(
      Set(try day("2026-03-10", items, options: options).items.map(\.item.summary)) == [
        "note", "done", "dropped",
      ])
  }

  @Test("comes from the item, else its calendar, else the palette, and an item's is never red")
  func precedence() throws {
    let calendars = [CalendarLabel(color: .gold), CalendarLabel(), CalendarLabel(color: .crimson)]
    func shown(_ color: CalendarColor?, calendar: Int, category: String = "Algebra") throws -> CalendarColor?
    {
      let event = Event(
        "x", from: Sample.date("2026-03-10"), color: color, categories: [category], uid: "\(calendar)")
      return try day("2026-03-10", [Sample.occurrence(event, calendar: calendar)], calendars: calendars).color
    }
    #expect(try shown(.orange, calendar: 0) == .orange)
    #expect(try shown(nil, calendar: 0) == .gold)
    #expect(try shown(nil, calendar: 1) == Palette.standard.shade(for: "Algebra"))
    #expect(try shown(nil, calendar: 9) == Palette.standard.shade(for: "Algebra"))
    #expect(try shown(nil, calendar: 2) == CalendarColor.crimson.shown)
    #expect(try shown(.red, calendar: 0)?.isRed == false)
  }

  @Test("is red exactly where two items or more count", arguments: 0..<20 as Range<UInt64>)
  func redExactly(seed: UInt64) {
    let month = Sample.month(2026, 3)
    let view = MonthView(
      of: month, showing: ViewContents(Sample.occurrences(40, around: month, seed: seed)), in: Sample.madrid)
    for day in view.days {
      #expect((day.color?.isRed ?? false) == (day.items.count(where: \.countsForColor) > 1))
    }
  }
}
