import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import Testing

@Suite("SEQUENCE and DTSTAMP after changes by the organizer and by others (RFC 5546 §2.1.4, §2.1.5)")
struct RevisionTests {
  private static let now = Samples.stamp
  /// The DTSTAMP of the organizer's state.
  private static let sent = Samples.stamp.adding(seconds: -86_400)

  /// A weekly meeting with SEQUENCE 3 that boss@example.org organizes, and that somebody may send for the boss.
  private func meeting(organizer: Organizer? = Organizer("mailto:Boss@example.org")) throws -> EventCalendar {
    var event = Event(
      "Meeting", from: try Samples.madrid("2026-03-02T09:00"), lasting: .hours(1),
      repeating: RecurrenceRule(.weekly), uid: "m")
    event.organizer = organizer
    event.attendees = [Attendee("mailto:ana@example.org")]
    (event.sequence, event.stamp) = (3, Self.sent)
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
    #expect(states.allSatisfy { $0.lastModified == Self.now })
    // RFC 5546 §2.1.5: DTSTAMP is the organizer's.
    let isOrganizers = states.allSatisfy { $0.sequence > 3 }
    #expect(states.allSatisfy { $0.stamp == (isOrganizers ? Self.now : Self.sent) })
    return states.map { $0.sequence }
  }

  @Test(
    "an attendee's change raises neither SEQUENCE nor DTSTAMP, so that the organizer's next one takes precedence"
  )
  func attendee() throws {
    for me: Set<String> in [[], ["ana@example.org"], ["ana@example.org", "mailto:eva@example.org"]] {
      #expect(try sequences(meeting(), by: me) == [3, 3, 3, 3])
    }
  }

  @Test("the parts of a series that an attendee splits have the organizer's DTSTAMP")
  func splitByAttendee() throws {
    var calendar = try meeting()
    let change = try calendar.edit(
      instance(), scope: .thisAndFuture, at: Self.now, by: ["ana@example.org"], uids: .seeded(1)
    ) { $0.summary = "Mine" }
    #expect(change.added.count == 2 && change.added.allSatisfy { $0.stamp == Self.sent })
  }

  /// The answers of the attendees after an edit by the organizer, who takes part too.
  private func answers(
    _ scope: RecurrenceScope, organizer: Organizer? = Organizer("mailto:boss@example.org"),
    concept: String? = nil, _ edit: (inout Item) -> Void
  ) throws -> [[Attendee.Status?]] {
    var calendar = try meeting(organizer: organizer)
    var event = try #require(calendar.item(uid: "m")?.event)
    event.attendees = [
      Attendee("mailto:boss@example.org", status: .accepted),
      Attendee("mailto:ana@example.org", status: .declined),
      Attendee("mailto:bob@example.org", status: .delegated, delegates: ["mailto:eva@example.org"]),
      Attendee("mailto:eva@example.org", status: .tentative, delegators: ["mailto:bob@example.org"]),
    ]
    event.concepts = [concept].compactMap { $0 }
    try calendar.update(event, at: nil)
    try calendar.edit(
      instance(), scope: scope, at: Self.now, by: ["boss@example.org"], uids: .seeded(1), change: edit)
    return calendar.items.map { item in item.attendees.map { $0.status } }
  }

  // RFC 5546 §3.2.2.1; Exchange, Google and iCloud reset the answers when the time of a meeting changes.
  @Test(
    "attendees who answered are asked again when the organizer changes the time, and not for other changes")
  func askedAgain() throws {
    let kept: [Attendee.Status?] = [.accepted, .declined, .delegated, .tentative]
    let asked: [Attendee.Status?] = [.accepted, .needsAction, .delegated, .needsAction]
    let later = { (item: inout Item) in item.start = item.start?.adding(.hours(1)) }
    let longer = { (item: inout Item) in item.extent = .duration(.hours(2)) }
    #expect(try answers(.all, later) == [asked] && answers(.all, longer) == [asked])
    #expect(try answers(.this, later) == [kept, asked])
    #expect(try answers(.thisAndFuture, later) == [kept, asked])
    #expect(try answers(.all) { $0.recurrence.rules = [RecurrenceRule(.daily)] } == [asked])
    #expect(try answers(.all) { $0.recurrence.rules[0].end = .count(9) } == [kept])
    #expect(try answers(.all) { $0.location = "Room 2" } == [kept])
    #expect(try answers(.thisAndFuture) { $0.location = "Room 2" } == [kept, kept])
    // Nobody was asked before.
    #expect(try answers(.all, organizer: nil, later) == [kept])
    // Who has booked a class stays booked.
    #expect(try answers(.all, concept: "urn:x-almanac:class", later) == [kept])
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

  @Test("an item without an organizer is treated as organized by anyone")
  func own() throws {
    #expect(try sequences(meeting(organizer: nil), by: []) == [4, 4, 4, 4])
  }

  @Test("a to-do of another organizer is completed without a new SEQUENCE")
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

  @Test(
    "what repeats a text follows it: alarms that show the title, and the alternate form (RFC 5545 §3.2.1)")
  func copies() throws {
    var event = Event("Dentist", from: try Samples.madrid("2026-03-02T09:00"), lasting: .hours(1), uid: "d")
    event.details = "Floor 2"
    event.alarms = ["Dentist", "Leave now"].map { Alarm(.before(.hours(1)), details: $0) }
    let alternate = KeptParameters(
      "DESCRIPTION", [Parameter("ALTREP", "cid:a"), Parameter("LANGUAGE", "en")])
    event.unmodelled.parameters = [alternate]
    var calendar = EventCalendar()
    calendar.insert(event)
    let change = try calendar.edit(ItemID(uid: "d"), scope: .all, at: Self.now) { $0.summary = "Garage" }
    var edited = try #require(calendar.item(uid: "d"))
    #expect(edited.alarms.map { $0.details } == ["Garage", "Leave now"])
    #expect(edited.unmodelled.parameters == [alternate])
    try calendar.edit(ItemID(uid: "d"), scope: .all, at: Self.now) { $0.details = "Floor 3" }
    edited = try #require(calendar.item(uid: "d"))
    #expect(edited.unmodelled.parameters == [KeptParameters("DESCRIPTION", [Parameter("LANGUAGE", "en")])])
    // A new alternate form that comes with the text stays.
    try calendar.edit(ItemID(uid: "d"), scope: .all, at: Self.now) {
      $0.details = "Floor 4"
      $0.unmodelled.parameters = [KeptParameters("DESCRIPTION", [Parameter("ALTREP", "cid:b")])]
    }
    #expect(
      calendar.item(uid: "d")?.unmodelled.parameters.first?.parameters == [Parameter("ALTREP", "cid:b")])
    #expect(change.removed.first?.alarms.first?.details == "Dentist")
  }
}
