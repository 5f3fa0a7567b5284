import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import Testing

@Suite("SEQUENCE by who makes the change (RFC 5546 §2.1.4)")
struct RevisionTests {
  private static let now = Samples.stamp

  /// A weekly meeting with SEQUENCE 3 that boss@example.org organizes, and that somebody may send for the boss.
  private func meeting(organizer: Organizer? = Organizer("mailto:Boss@example.org")) throws -> EventCalendar {
    var event = Event(
      "Meeting", from: try Samples.madrid("2026-03-02T09:00"), lasting: .hours(1),
      repeating: RecurrenceRule(.weekly), uid: "m")
    event.organizer = organizer
    event.attendees = [Attendee("mailto:ana@example.org")]
    event.sequence = 3
    var calendar = EventCalendar()
    calendar.insert(event)
    return calendar
  }

  private func instance() throws -> ItemID {
    ItemID(uid: "m", recurrenceID: .zoned(try Samples.madrid("2026-03-09T09:00")))
  }

  /// The SEQUENCE of the changed items after each kind of edit.
  private func sequences(_ calendar: EventCalendar, by me: Set<String>) throws -> [Int] {
    var results: [CalendarChange] = []
    var updated = calendar
    var event = try #require(calendar.item(uid: "m")?.event)
    event.status = .cancelled
    results.append(try updated.update(event, at: Self.now, by: me))
    for scope in [RecurrenceScope.this, .all] {
      var edited = calendar
      results.append(
        try edited.edit(instance(), scope: scope, at: Self.now, by: me) { item in
          item.start = item.start?.adding(.hours(1))
        })
    }
    var deleted = calendar
    results.append(try deleted.delete(instance(), scope: .this, at: Self.now, by: me))
    let states = results.flatMap { $0.added }
    #expect(states.allSatisfy { $0.stamp == Self.now })
    return states.map { $0.sequence }
  }

  @Test("an attendee's change has a new DTSTAMP and no new SEQUENCE, so that the organizer's next one holds")
  func attendee() throws {
    for me: Set<String> in [[], ["ana@example.org"], ["ana@example.org", "mailto:eva@example.org"]] {
      #expect(try sequences(meeting(), by: me) == [3, 3, 3, 3])
    }
  }

  @Test(
    "the organizer's change raises SEQUENCE, however the address is written, and so does that of who acts for them"
  )
  func organizer() throws {
    for me: Set<String> in [["boss@example.org"], ["ana@example.org", "MAILTO:boss@EXAMPLE.org"]] {
      #expect(try sequences(meeting(), by: me) == [4, 4, 4, 4])
    }
    let sent = Organizer("mailto:boss@example.org", sentBy: "mailto:desk@example.org")
    #expect(try sequences(meeting(organizer: sent), by: ["desk@example.org"]) == [4, 4, 4, 4])
  }

  @Test("an item without an organizer is mine")
  func own() throws {
    #expect(try sequences(meeting(organizer: nil), by: []) == [4, 4, 4, 4])
  }

  @Test("a to-do that somebody else organizes is done without a new SEQUENCE")
  func todo() throws {
    for (me, sequence) in [(Set<String>(), 0), (["boss@example.org"], 1)] {
      var todo = Todo("Report", due: try CivilDate("2026-03-05"), uid: "t")
      todo.organizer = Organizer("mailto:boss@example.org")
      var calendar = EventCalendar()
      calendar.insert(todo)
      try calendar.complete(ItemID(uid: "t"), at: Self.now, by: me)
      #expect(calendar.item(ItemID(uid: "t", kind: .todo))?.sequence == sequence)
      try calendar.reopen(ItemID(uid: "t"), at: Self.now, by: me)
      #expect(calendar.item(ItemID(uid: "t", kind: .todo))?.sequence == sequence * 2)
    }
  }
}
