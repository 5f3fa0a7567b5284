import AlmanacEvents
import AlmanacScheduling
import AlmanacSync
import AlmanacTime
import Testing

extension RosterMergeTests {
  @Test(
    "Dates that a program without overrides dropped keep their bookings, and follow the series' new title")
  func droppedDates() throws {
    let base = try booked(book(places: 2), ["ana", "bob"], at: "2026-03-01T09:00").calendar(at: nil)
    let main = try #require(base.item(uid: "yoga"))
    var renamed = main
    renamed.summary = "Yoga flow"
    var dropped = base
    for item in base.items where item.recurrenceID != nil { try dropped.remove(item.id) }
    dropped.put(renamed)
    let changed = try booked(ClassBook(base), ["cleo"], at: "2026-03-01T10:00").calendar(at: nil)
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
    let base = try booked(book(places: 2), ["ana"], at: "2026-03-01T09:00").calendar(at: nil)
    let date = try #require(base.items.first { $0.recurrenceID != nil })
    var deleted = base
    try deleted.delete(date.id, scope: .this, at: nil)
    for (ours, theirs) in [(base, deleted), (deleted, base)] {
      let merge = CalendarMerge(base: base, ours: ours, theirs: theirs)
      #expect(merge.conflicts.isEmpty)
      #expect(merge.calendar.items.allSatisfy { $0.recurrenceID == nil })
    }
  }

  @Test("A program that keeps only X- properties of its own loses nothing at its second save either")
  func ownProperties() throws {
    let base = try booked(book(places: 2), ["ana"], at: "2026-03-01T09:00").calendar(at: nil)
    /// The calendar as the program saves it, with another title each time.
    func saved(_ calendar: EventCalendar, _ title: String) -> EventCalendar {
      calendar.with(
        items: calendar.items.map { item in
          var item = item
          item.unmodelled.properties.removeAll { !$0.name.hasPrefix("X-MICROSOFT-") }
          if !item.unmodelled.properties.contains(named: "X-MICROSOFT-CDO-BUSYSTATUS") {
            item.unmodelled.properties.append(Property("X-MICROSOFT-CDO-BUSYSTATUS", value: "BUSY"))
          }
          if item.recurrenceID == nil { item.summary = title }
          return item
        })
    }
    var calendar = base
    for title in ["One", "Two", "Three"] {
      let merge = CalendarMerge(base: calendar, ours: calendar, theirs: saved(calendar, title))
      #expect(merge.conflicts.isEmpty)
      calendar = merge.calendar
      #expect(try states(calendar) == ["ana confirmed"])
      for (item, former) in zip(calendar.items, base.items) {
        let own = item.unmodelled.properties.filter { !$0.name.hasPrefix("X-MICROSOFT-") }
        #expect(Set(own.map(\.name)) == Set(former.unmodelled.properties.map(\.name)))
      }
    }
    #expect(calendar.item(uid: "yoga")?.summary == "Three")
  }

  @Test(
    "A class whose places another program dropped can be changed, and is closed until they are known again")
  func changeAfterLoss() throws {
    var calendar = try booked(book(places: 2), ["ana", "bob"], at: "2026-03-01T09:00").calendar(at: nil)
    calendar = calendar.with(
      items: calendar.items.map { item in
        var item = item
        item.unmodelled.properties.removeAll { $0.name.hasPrefix("X-") }
        return item
      })
    var book = ClassBook(calendar)
    #expect(book.series("yoga")?.hasKnownPlaces == false)
    let edit = try book.editing(
      "yoga", at: at("2026-03-09T18:00"), scope: .all, uids: .seeded(1)
    ) { $0.summary = "Yoga flow" }
    #expect(book.apply(edit, now: try at("2026-03-01T10:00")).isDone)
    #expect(book.series("yoga")?.summary == "Yoga flow")
    #expect(try states(book.calendar(at: nil)) == ["ana confirmed", "bob confirmed"])
    let more = book.request(
      .book("cleo@example.org"), of: "yoga", on: try CivilDate("2026-03-09"), now: try at("2026-03-01T11:00"))
    #expect(more.outcome.refusals == [.placesUnknown])
  }
}
