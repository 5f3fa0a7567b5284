import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import TestSupport
import Testing

@Suite("Moving an item by days") struct MovingByDaysTests {
  @Test("Time of day and length stay when clocks change; a day stays a day")
  func single() throws {
    // Clocks go forward on 29 March 2026.
    var lesson = Event("Lesson", from: try Samples.madrid("2026-03-28T09:00"), lasting: .minutes(90))
    lesson.move(byDays: 1)
    #expect(try lesson.start.local == Samples.local("2026-03-29T09:00"))
    #expect(try lesson.end.local == Samples.local("2026-03-29T10:30"))
    var trip = Event("Trip", from: try Samples.date("2026-02-27"), to: try Samples.date("2026-03-02"))
    trip.move(byDays: -27)
    #expect(try trip.start.date == Samples.date("2026-01-31"))
    #expect(try trip.end.date == Samples.date("2026-02-03"))
    var tax = Todo("Tax", due: try Samples.date("2026-03-02"))
    tax.move(byDays: 30)
    #expect(try tax.due == .date(Samples.date("2026-04-01")))
    #expect(tax.start == nil)
    var someday = Todo("Read")
    let before = someday
    someday.move(byDays: 3)
    #expect(someday == before)
  }

  @Test("A series moves with its rule: each occurrence by as many days", arguments: [-3, -1, 1, 2, 7])
  func series(days: Int) throws {
    var calendar = EventCalendar()
    let rule = RecurrenceRule(.weekly, on: [.monday, .wednesday], until: .count(10))
    try calendar.add(
      Event(
        "Lesson", from: Samples.madrid("2026-03-02T09:00"), lasting: .hours(1), repeating: rule, uid: "l"),
      at: Samples.stamp)
    func dates() throws -> [CivilDate] {
      let year = try Samples.madrid("2026-01-01T00:00").instant..<Samples.madrid("2027-01-01T00:00").instant
      return try calendar.occurrences(in: year, viewer: Samples.madrid).map(\.start.local.date)
    }
    let before = try dates()
    let change = try calendar.edit(ItemID(uid: "l"), scope: .all, at: Samples.stamp) { $0.move(byDays: days) }
    #expect(try dates() == before.map { $0.adding(days: days) })
    try calendar.apply(change.inverse)
    #expect(try dates() == before)
  }
}

@Suite("The status of an item of any kind") struct AnyStatusTests {
  @Test("An edit sets it without looking at the kind, and a calendar refuses one of another kind")
  func setting() throws {
    var calendar = EventCalendar()
    try calendar.add(Event("Lesson", from: Samples.date("2026-03-02"), uid: "l"), at: Samples.stamp)
    try calendar.add(Todo("Essay", uid: "e"), at: Samples.stamp)
    try calendar.edit(ItemID(uid: "l"), scope: .all, at: Samples.stamp) { $0.status = .cancelled }
    #expect(calendar.item(uid: "l")?.event?.status == .cancelled)
    try calendar.edit(ItemID(uid: "e", kind: .todo), scope: .all, at: Samples.stamp) {
      $0.status = .inProcess
    }
    #expect(calendar.item(uid: "e")?.todo?.status == .inProcess)
    let before = calendar
    let error = #expect(throws: EventError.self) {
      try calendar.edit(ItemID(uid: "l"), scope: .all, at: Samples.stamp) { $0.status = .completed }
    }
    #expect(error?.codes == [.misplacedProperty] && error?.reasons.first?.property == "STATUS")
    #expect(error?.reasons.first?.expected == "TENTATIVE, CONFIRMED, CANCELLED for VEVENT")
    #expect(calendar == before)
  }
}
