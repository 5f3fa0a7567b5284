import AlmanacEvents
import AlmanacICS
import AlmanacRecurrence
import AlmanacSync
import AlmanacTime
import Testing

/// An organizer's weekly meeting and the calendars of those who are invited to it, or to one of its dates.
@Suite("Messages about a series and its changed instances")
struct InvitedInstanceTests {
  let ann = "mailto:ann@example.org"
  let ben = "mailto:ben@example.org"
  let cai = "mailto:cai@example.org"
  let dan = "mailto:dan@example.org"

  /// The organizer's calendar, those of the others, and the clock.
  struct Office {
    var calendar: EventCalendar
    var others: [String: EventCalendar] = [:]
    var now: Instant
  }

  let main = ItemID(uid: "retro")

  func date(_ day: String) throws -> ItemID {
    ItemID(uid: "retro", recurrenceID: .zoned(try Instant("2026-\(day)T15:00:00Z").in(.utc)))
  }

  func office(_ people: [String]) throws -> Office {
    let text = file(
      event(
        "retro", "DTSTART:20260309T150000Z", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;UNTIL=20260525T150000Z",
        "SUMMARY:Retro", "ORGANIZER:\(ann)", "ATTENDEE:\(ann)",
        people.map { "ATTENDEE:\($0)" }.joined(separator: "\r\n")))
    var office = Office(calendar: try calendar(text), now: try Instant("2026-03-02T09:00:00Z"))
    try send(office.calendar.messages(since: EventCalendar(), by: [ann], at: office.now), &office)
    return office
  }

  /// Delivers messages as text to each recipient, who accepts them.
  func send(_ messages: [SchedulingMessage], from sender: String? = nil, _ office: inout Office)
    throws
  {
    for message in messages {
      for person in message.recipients {
        let text = try ICSDocument(parsing: message.text)
        let received = try #require(SchedulingMessage.messages(in: text).first)
        let receipt =
          person == ann
          ? office.calendar.receive(received, from: sender, me: [ann], at: office.now)
          : office.others[person, default: EventCalendar()].receive(
            received, from: sender ?? ann, me: [person], at: office.now)
        #expect(receipt.refusals == [], "\(message.method) to \(person)")
      }
    }
  }

  /// Changes the organizer's calendar and informs the others.
  func change(
    _ office: inout Office, _ body: (inout EventCalendar, Instant) throws -> Void
  ) throws {
    let before = office.calendar
    office.now = office.now.adding(seconds: 3_600)
    try body(&office.calendar, office.now)
    office.now = office.now.adding(seconds: 60)
    try send(office.calendar.messages(since: before, by: [ann], at: office.now), &office)
  }

  func move(_ item: inout Item, to text: String) {
    // An edit throws errors of items alone.
    guard let instant = try? Instant("2026-\(text):00Z") else {
      Issue.record("\(text) is not a time")
      return
    }
    item.move(to: instant.in(.utc))
  }

  /// The starts in March and April that a calendar shows.
  func starts(_ calendar: EventCalendar?) throws -> [String] {
    let window = try Instant("2026-03-01T00:00:00Z")..<Instant("2026-04-01T00:00:00Z")
    return try #require(calendar).occurrences(in: window, viewer: .utc).filter { !$0.item.isCancelled }.map {
      String($0.start.local.description.dropFirst(5).prefix(11))
    }.sorted()
  }

  func answer(_ person: String, to id: ItemID, in calendar: EventCalendar) throws -> Attendee.Status? {
    let shown = try id.recurrenceID == nil ? calendar.item(id) : calendar.item(inEffectAt: id)
    return shown?.attendees.first { $0.address == person }?.status
  }

  // MARK: Cancelled dates

  /// RFC 5546 §3.2.2: the STATUS of a REQUEST is TENTATIVE or CONFIRMED.
  @Test("a request for a series has its cancelled instances as exceptions")
  func cancelledDate() throws {
    var office = try office([ben])
    let id = try date("03-16")
    try change(&office) {
      try $0.edit(id, scope: .this, at: $1, by: [ann]) { item throws(EventError) in
        guard var event = item.event else { return }
        event.status = .cancelled
        item = .event(event)
      }
    }
    let before = office.calendar
    try change(&office) { try $0.edit(main, scope: .all, at: $1, by: [ann]) { $0.summary = "Renamed" } }
    let messages = office.calendar.messages(since: before, by: [ann], at: office.now)
    let whole = try office.calendar.request(for: main, by: [ann], at: office.now)
    for message in messages + [whole] {
      #expect(message.items.map(\.id) == [main] && message.method == .request)
      #expect(message.items[0].recurrence.exceptions == [try #require(id.recurrenceID)])
    }
    #expect(try starts(office.others[ben]) == starts(office.calendar))
    var own = EventCalendar()
    #expect(own.receive(whole, me: [ben], at: office.now).isAccepted)
    #expect(try starts(own) == starts(office.calendar))
  }

  /// RFC 5546 §2.1.5: SEQUENCE is compared for one UID and RECURRENCE-ID.
  @Test("a later state of a series of a program that counts SEQUENCE apart replaces its instances by DTSTAMP")
  func countedApart() throws {
    let rule = "RRULE:FREQ=WEEKLY;COUNT=3"
    let series = try message(0, "20260302T090000Z", "DTSTART:20260309T150000Z", rule)
    let date = try message(
      2, "20260302T110000Z", "RECURRENCE-ID:20260316T150000Z", "DTSTART:20260316T093000Z")
    let later = try message(
      1, "20260302T120000Z", "DTSTART:20260309T150000Z", rule, "EXDATE:20260316T150000Z")
    let earlier = try message(1, "20260302T100000Z", "DTSTART:20260309T150000Z", rule)
    for (messages, expected) in [
      ([series, date, later], ["03-09T15:00", "03-23T15:00"]),
      ([series, date, earlier], ["03-09T15:00", "03-16T09:30", "03-23T15:00"]),
    ] {
      var calendar = EventCalendar()
      for message in messages { #expect(calendar.receive(message, me: [ben], at: now).isAccepted) }
      #expect(try starts(calendar) == expected)
    }
  }

  /// A request of ann to ben.
  private func message(_ sequence: Int, _ stamp: String, _ lines: String...) throws -> SchedulingMessage {
    let head = [
      "UID:retro", "SEQUENCE:\(sequence)", "DTSTAMP:\(stamp)", "ORGANIZER:\(ann)", "ATTENDEE:\(ben)",
      "SUMMARY:M",
    ]
    let text = messageText("REQUEST", "VEVENT", head + lines)
    return try #require(SchedulingMessage.messages(in: ICSDocument(parsing: text)).first)
  }

  @Test(
    "a date that was invited before its series stays with my answer, unless the series is of a later SEQUENCE"
  )
  func dateBeforeSeries() throws {
    let rule = "RRULE:FREQ=WEEKLY;COUNT=3"
    let moved = try message(
      0, "20260302T090000Z", "RECURRENCE-ID:20260316T150000Z", "DTSTART:20260316T180000Z")
    for (sequence, exceptions, expected) in [
      (0, [], "03-16T18:00"), (1, [], "03-16T15:00"), (0, ["EXDATE:20260316T150000Z"], nil),
    ] as [(Int, [String], String?)] {
      let lines = ["DTSTART:20260309T150000Z", rule] + exceptions
      let series = try message(sequence, "20260302T100000Z", lines.joined(separator: "\r\n"))
      var own = EventCalendar()
      #expect(own.receive(moved, me: [ben], at: now).isAccepted)
      _ = try own.answer(date("03-16"), .accepted, by: [ben], at: now)
      #expect(own.receive(series, me: [ben], at: now).isAccepted)
      #expect(try starts(own) == ["03-09T15:00", expected, "03-23T15:00"].compactMap { $0 })
      if sequence == 0, exceptions.isEmpty {
        #expect(try answer(ben, to: date("03-16"), in: own) == .accepted)
      }
      #expect(own.receive(series, me: [ben], at: now).change.isEmpty)
    }
  }

  @Test(
    "a request that is received again is accepted also where I removed one of its instances, which stays removed"
  )
  func removedHere() throws {
    let office = try office([ben])
    var calendar = office.calendar
    try calendar.edit(date("03-16"), scope: .this, at: office.now, by: [ann]) { move(&$0, to: "03-16T18:00") }
    let request = try calendar.request(for: main, by: [ann], at: office.now)
    var own = EventCalendar()
    #expect(own.receive(request, me: [ben], at: office.now).isAccepted)
    try own.delete(date("03-16"), scope: .this, at: now, by: [ben])
    let again = own.receive(request, me: [ben], at: now)
    #expect(again.refusals == [] && again.change.isEmpty)
    #expect(try !starts(own).contains { $0.hasPrefix("03-16") })
  }

  // MARK: Recipients

  @Test("who is invited to one date of a series gets that date alone, and its cancellation")
  func oneDate() throws {
    var office = try office([ben])
    let id = try date("03-23")
    try change(&office) {
      try $0.edit(id, scope: .this, at: $1, by: [ann]) { $0.attendees.append(Attendee(cai)) }
    }
    #expect(try starts(office.others[cai]) == ["03-23T15:00"])
    try change(&office) { try $0.edit(main, scope: .all, at: $1, by: [ann]) { $0.summary = "Renamed" } }
    #expect(try starts(office.others[cai]) == ["03-23T15:00"])
    #expect(office.others[cai]?.items.map(\.summary) == ["Renamed"])
    #expect(office.others[ben]?.item(main)?.summary == "Renamed")
    let before = office.calendar
    try change(&office) { try $0.delete(id, scope: .this, at: $1, by: [ann]) }
    let messages = office.calendar.messages(since: before, by: [ann], at: office.now)
    #expect(messages.map(\.method) == [.cancel, .request] && messages.map(\.recipients) == [[cai], [ben]])
    #expect(messages[0].items.map(\.id) == [id])
    #expect(try starts(office.others[cai]) == [])
  }

  @Test(
    "who is not invited to one date does not get it with a change of the series, and can be invited again")
  func withoutOneDate() throws {
    var office = try office([ben, cai])
    let id = try date("03-16")
    let invited = office.calendar.item(main)?.attendees ?? []
    try change(&office) {
      try $0.edit(id, scope: .this, at: $1, by: [ann]) { $0.attendees.removeAll { $0.address == cai } }
    }
    for title in ["Review", "Outlook"] {
      #expect(try starts(office.others[cai]) == ["03-09T15:00", "03-23T15:00", "03-30T15:00"])
      try change(&office) { try $0.edit(main, scope: .all, at: $1, by: [ann]) { $0.summary = title } }
    }
    #expect(try starts(office.others[ben]) == starts(office.calendar))
    try change(&office) {
      try $0.edit(main, scope: .all, at: $1, by: [ann]) {
        $0.recurrence.exceptions.append(.zoned(((try? Instant("2026-03-30T15:00:00Z")) ?? .min).in(.utc)))
      }
    }
    try change(&office) { try $0.edit(id, scope: .this, at: $1, by: [ann]) { $0.attendees = invited } }
    #expect(try starts(office.others[cai]) == ["03-09T15:00", "03-16T15:00", "03-23T15:00"])
  }

  @Test("a series that does not invite me is not accepted, and a message with it gives me my instances alone")
  func foreignSeries() throws {
    var office = try office([ben])
    try office.calendar.edit(date("03-23"), scope: .this, at: office.now, by: [ann]) {
      $0.attendees.append(Attendee(cai))
    }
    let whole = try office.calendar.request(for: main, by: [ann], at: office.now)
    #expect(whole.items.count == 2)
    var own = EventCalendar()
    #expect(own.receive(whole, me: [cai], at: office.now).isAccepted)
    #expect(try starts(own) == ["03-23T15:00"])
    #expect(own.receive(whole, me: [dan], at: office.now).refusals == [.meNotInvited])
  }

  @Test("who is removed from a series loses it and its moved instances, and can be invited again")
  func removed() throws {
    var office = try office([ben, cai])
    let invited = office.calendar.item(main)?.attendees ?? []
    try change(&office) {
      try $0.edit(date("03-16"), scope: .this, at: $1, by: [ann]) { move(&$0, to: "03-16T16:00") }
    }
    try change(&office) {
      try $0.edit(main, scope: .all, at: $1, by: [ann]) { $0.attendees.removeAll { $0.address == cai } }
    }
    #expect(try starts(office.others[cai]) == [])
    #expect(try starts(office.others[ben]) == starts(office.calendar))
    try change(&office) { try $0.edit(main, scope: .all, at: $1, by: [ann]) { $0.attendees = invited } }
    #expect(try starts(office.others[cai]) == starts(office.calendar))
  }

  @Test("who is removed from a series and still invited to one date has that date")
  func removedButOnce() throws {
    var office = try office([ben, cai])
    try change(&office) { calendar, now in
      try calendar.edit(main, scope: .all, at: now, by: [ann]) {
        $0.attendees.removeAll { $0.address == cai }
      }
      try calendar.edit(date("03-16"), scope: .this, at: now, by: [ann]) {
        $0.attendees.append(Attendee(cai))
      }
    }
    #expect(try starts(office.others[cai]) == ["03-16T15:00"])
    let reply = try office.others[cai]?.answer(date("03-16"), .accepted, by: [cai], at: office.now)
    try send(reply?.messages ?? [], from: cai, &office)
    #expect(try answer(cai, to: date("03-16"), in: office.calendar) == .accepted)
  }

  @Test("attendees added to a series and removed from it are so on instances that others have answered")
  func answeredDate() throws {
    var office = try office([ben, cai])
    let id = try date("03-16")
    let reply = try office.others[ben]?.answer(id, .declined, by: [ben], at: office.now)
    try send(reply?.messages ?? [], from: ben, &office)
    try change(&office) {
      try $0.edit(main, scope: .all, at: $1, by: [ann]) {
        $0.attendees.removeAll { $0.address == cai }
        $0.attendees.append(Attendee(dan))
      }
    }
    #expect(try starts(office.others[cai]) == [])
    #expect(try answer(ben, to: id, in: office.calendar) == .declined)
    #expect(try starts(office.others[dan]) == starts(office.calendar))
    let own = try office.others[dan]?.answer(id, .declined, by: [dan], at: office.now)
    try send(own?.messages ?? [], from: dan, &office)
    #expect(try answer(dan, to: id, in: office.calendar) == .declined)
  }

  // MARK: Answers

  private func officeWithMovedDate() throws -> (office: Office, id: ItemID) {
    var office = try office([ben])
    let id = try date("03-16")
    try change(&office) {
      try $0.edit(id, scope: .this, at: $1, by: [ann]) { move(&$0, to: "03-17T10:00") }
    }
    return (office, id)
  }

  @Test(
    "an answer to a series reaches the organizer's moved instances too",
    arguments: [Attendee.Status.accepted, .declined])
  func answerToMoved(_ status: Attendee.Status) throws {
    var (office, id) = try officeWithMovedDate()
    let before = try #require(office.others[ben])
    let reply = try office.others[ben]?.answer(main, status, by: [ben], at: office.now)
    try send(reply?.messages ?? [], from: ben, &office)
    for shown in [main, id] { #expect(try answer(ben, to: shown, in: office.calendar) == status) }
    // The same from the difference of two states of the attendee's calendar.
    var (other, _) = try officeWithMovedDate()
    let own = try #require(office.others[ben])
    try send(own.messages(since: before, by: [ben], at: office.now), from: ben, &other)
    for shown in [main, id] { #expect(try answer(ben, to: shown, in: other.calendar) == status) }
    // A later answer to the series is one to the date, too.
    office.now = office.now.adding(seconds: 60)
    let again = try office.others[ben]?.answer(main, .tentative, by: [ben], at: office.now)
    try send(again?.messages ?? [], from: ben, &office)
    for shown in [main, id] { #expect(try answer(ben, to: shown, in: office.calendar) == .tentative) }
  }

  @Test("an answer to a series that crosses a move of a date is not one to the new time")
  func crossing() throws {
    var (office, id) = try officeWithMovedDate()
    let reply = try office.others[ben]?.answer(main, .accepted, by: [ben], at: office.now)
    try office.calendar.edit(id, scope: .this, at: office.now, by: [ann]) { move(&$0, to: "03-18T10:00") }
    try send(reply?.messages ?? [], from: ben, &office)
    #expect(try answer(ben, to: main, in: office.calendar) == .accepted)
    #expect(try answer(ben, to: id, in: office.calendar) != .accepted)
  }

  @Test("a delegate gets the moved instances, and their answer is one to these")
  func delegated() throws {
    var (office, id) = try officeWithMovedDate()
    let reply = try office.others[ben]?.answer(
      main, .delegated, delegatingTo: [dan], by: [ben], at: office.now)
    for message in reply?.messages ?? [] { try send([message], from: ben, &office) }
    #expect(try starts(office.others[dan]) == starts(office.calendar))
    let accepted = try office.others[dan]?.answer(main, .accepted, by: [dan], at: office.now)
    try send(accepted?.messages ?? [], from: dan, &office)
    for shown in [main, id] {
      #expect(try answer(dan, to: shown, in: office.calendar) == .accepted)
      #expect(try answer(ben, to: shown, in: office.calendar) == .delegated)
    }
  }
}
