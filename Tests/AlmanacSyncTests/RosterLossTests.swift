import AlmanacEvents
import AlmanacScheduling
import AlmanacSync
import AlmanacTime
import Testing

extension RosterMergeTests {
  @Test(
    "Dates that a program without overrides dropped keep their bookings, and follow the series' new title")
  func droppedDates() throws {
    let base = try booked(book(places: 2), ["ana", "bob"], at: "2026-03-01T09:00").calendar()
    let main = try #require(base.item(uid: "yoga"))
    var renamed = main
    renamed.summary = "Yoga flow"
    var dropped = base
    for item in base.items where item.recurrenceID != nil { try dropped.remove(item.id) }
    dropped.put(renamed)
    let changed = try booked(ClassBook(base), ["cleo"], at: "2026-03-01T10:00").calendar()
    for (ours, theirs, waiting) in [
      (base, dropped, []), (dropped, base, []), (changed, dropped, ["cleo waiting"]),
      (dropped, changed, ["cleo waiting"]),
    ] {
      let merge = CalendarMerge(base: base, ours: ours, theirs: theirs)
      #expect(merge.conflicts.isEmpty && merge.displaced.isEmpty)
      #expect(try states(merge.calendar) == ["ana confirmed", "bob confirmed"] + waiting)
      #expect(merge.calendar.items.map(\.summary) == ["Yoga flow", "Yoga flow"])
    }
  }

  @Test("A date that is deleted with its bookings stays deleted where nobody changed it")
  func deletedDate() throws {
    let base = try booked(book(places: 2), ["ana"], at: "2026-03-01T09:00").calendar()
    let date = try #require(base.items.first { $0.recurrenceID != nil })
    var deleted = base
    try deleted.delete(date.id, scope: .this)
    for (ours, theirs) in [(base, deleted), (deleted, base)] {
      let merge = CalendarMerge(base: base, ours: ours, theirs: theirs)
      #expect(merge.conflicts.isEmpty)
      #expect(merge.calendar.items.allSatisfy { $0.recurrenceID == nil })
    }
  }
}
