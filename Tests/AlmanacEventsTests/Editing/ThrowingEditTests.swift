import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import Foundation
import Testing

@Suite("Edits by closures that throw errors of their own")
struct ThrowingEditTests {
  private struct Refusal: Error {}

  @Test(
    "the error reaches the caller, and nothing changes",
    arguments: [RecurrenceScope.this, .thisAndFuture, .all])
  func foreignError(scope: RecurrenceScope) throws {
    var calendar = EventCalendar()
    let start = try CivilDateTime("2026-03-02T09:00").in(.utc)
    try calendar.add(
      Event("Course", at: start, repeating: RecurrenceRule("FREQ=DAILY;COUNT=5"), uid: "c"),
      at: start.instant)
    let before = calendar
    let id = ItemID(uid: "c", recurrenceID: .zoned(start.adding(.days(2))))
    #expect(throws: Refusal.self) {
      try calendar.edit(id, scope: scope, at: nil) { item in
        item.summary = "Half done"
        throw Refusal()
      }
    }
    #expect(calendar == before)
    try calendar.edit(id, scope: scope, at: nil) { item in
      if item.summary.isEmpty { throw Refusal() }
      item.location = "Hall"
    }
    #expect(calendar != before)
  }

  @Test("the end of an item of any kind is DTEND or DUE")
  func ends() throws {
    let (day, next) = (try CivilDate("2026-03-02"), try CivilDate("2026-03-03"))
    var items: [Item] = [.event(Event("e", from: day)), .todo(Todo("t")), .journal(Journal("j"))]
    #expect(items.map(\.end) == [.date(next), nil, nil])
    for index in items.indices { items[index].end = .date(day.adding(days: 3)) }
    #expect(items[0].event?.end == .date(day.adding(days: 3)))
    #expect(items[1].todo?.due == .date(day.adding(days: 3)))
    #expect(items[2].end == nil)
  }

  @Test("occurrences are stored and read")
  func occurrences() throws {
    var calendar = EventCalendar()
    let madrid = try Zone("Europe/Madrid")
    let start = try CivilDateTime("2026-03-27T09:00").in(madrid)
    try calendar.add(
      Event(
        "Course", from: start, lasting: .hours(1), repeating: RecurrenceRule("FREQ=DAILY;COUNT=5"), uid: "c"),
      at: start.instant)
    try calendar.edit(ItemID(uid: "c", recurrenceID: .zoned(start.adding(.days(1)))), scope: .this, at: nil) {
      $0.move(byDays: 10)
    }
    try calendar.add(Todo("t", due: start.local.date), at: start.instant)
    let range = start.instant..<start.adding(.days(30)).instant
    let all = try calendar.occurrences(in: range, viewer: madrid)
    #expect(all.count == 6)
    #expect(try JSONDecoder().decode([Occurrence].self, from: JSONEncoder().encode(all)) == all)
  }
}
