import AlmanacEvents
import AlmanacICS
import AlmanacRecurrence
import AlmanacSync
import AlmanacTime
import Testing

/// The examples of RFC 5546 §4 as dialogues between calendars.
@Suite("Dialogues of RFC 5546 §4")
struct MessageDialogueTests {
  private let a = "mailto:a@example.com"
  private let b = "mailto:b@example.com"
  private let c = "mailto:c@example.com"
  private let d = "mailto:d@example.com"
  private let e = "mailto:e@example.com"
  private let group = "calsrv.example.com-873970198738777@example.com"

  /// The group event of §4.2.1, with the stray digit of its DTEND removed.
  private let invitation = [
    "ORGANIZER:mailto:a@example.com",
    "ATTENDEE;ROLE=CHAIR;PARTSTAT=ACCEPTED;CN=A:mailto:a@example.com",
    "ATTENDEE;RSVP=TRUE;CUTYPE=INDIVIDUAL;CN=B:mailto:b@example.com",
    "ATTENDEE;RSVP=TRUE;CUTYPE=INDIVIDUAL;CN=C:mailto:c@example.com",
    "ATTENDEE;RSVP=TRUE;CUTYPE=INDIVIDUAL;CN=Hal:mailto:d@example.com",
    "DTSTAMP:19970611T190000Z", "DTSTART:19970701T200000Z", "DTEND:19970701T210000Z",
    "SUMMARY:Conference", "UID:calsrv.example.com-873970198738777@example.com", "SEQUENCE:0",
    "STATUS:CONFIRMED",
  ]

  private func read(_ method: String, _ lines: [String]) throws -> SchedulingMessage {
    let text = messageText(method, "VEVENT", lines)
    return try #require(SchedulingMessage.messages(in: ICSDocument(parsing: text)).first)
  }

  /// A message after it was written and read, as another program gets it.
  private func delivered(_ message: SchedulingMessage) throws -> SchedulingMessage {
    let document = try ICSDocument(parsing: message.text)
    #expect(document.diagnostics.filter { $0.severity > .note } == [])
    return try #require(SchedulingMessage.messages(in: document).first)
  }

  private func time(_ text: String) throws -> Instant { try Instant(text) }

  /// The organizer's calendar, and those of invited people, after the invitation.
  private func calendars(
    _ people: [String], _ lines: [String]? = nil
  ) throws -> (organizer: EventCalendar, others: [EventCalendar]) {
    let request = try read("REQUEST", lines ?? invitation)
    var organizer = EventCalendar()
    organizer.insert(request.items)
    let others = try people.map { person in
      var calendar = EventCalendar()
      let receipt = calendar.receive(request, from: a, me: [person], at: try time("19970611T190100Z"))
      #expect(receipt.isAccepted, "\(receipt.refusals)")
      return calendar
    }
    return (organizer, others)
  }

  /// Delivers a message to a calendar that accepts it.
  private func deliver(
    _ message: SchedulingMessage, from sender: String, to calendar: inout EventCalendar, of me: String,
    _ when: String = "19970620T000000Z"
  ) throws {
    let receipt = calendar.receive(
      try delivered(message), from: sender, me: [me], at: try time(when))
    #expect(receipt.isAccepted, "\(receipt.refusals)")
    #expect(receipt.ignored == [])
  }

  /// The differences of two copies of a meeting, without the times of answers and of changes.
  private func differs(_ one: EventCalendar, _ other: EventCalendar) -> [String] {
    let shared = [one, other].map { calendar in
      var copy = EventCalendar()
      copy.insert(
        calendar.currentItems.map { item in
          var item = item
          item.unmodelled.properties.removeAll { $0.name == "X-ALMANAC-ANSWER" }
          return item
        })
      return copy
    }
    return differences(shared[0], shared[1], revisions: false)
  }

  private func status(_ person: String, _ calendar: EventCalendar, _ uid: String? = nil) -> Attendee.Status? {
    calendar.item(uid: uid ?? group)?.attendees.first { $0.address == person }?.status
  }

  @Test("§4.1 a published event is changed and cancelled")
  func publishing() throws {
    let own = ["UID:0981234-1234234-23@example.com", "ORGANIZER:mailto:a@example.com"]
    var calendar = EventCalendar()
    let title = "SUMMARY:ST. PAUL SAINTS -VS- DULUTH-SUPERIOR DUKES"
    let messages = [
      try read("PUBLISH", own + ["DTSTART:19970701T200000Z", "DTSTAMP:19970611T190000Z", title]),
      try read(
        "PUBLISH",
        own + [
          "DTSTAMP:19970612T190000Z", "DTSTART:19970701T210000Z", "DTEND:19970701T230000Z", "SEQUENCE:1",
          title,
        ]),
      try read(
        "CANCEL", own + ["COMMENT:DUKES forfeit the game", "SEQUENCE:2", "DTSTAMP:19970613T190000Z"]),
    ]
    for message in messages {
      let receipt = calendar.receive(message, from: a, me: [b], at: now)
      #expect(receipt.isAccepted, "\(receipt.refusals)")
    }
    let item = try #require(calendar.item(uid: "0981234-1234234-23@example.com"))
    #expect(item.isCancelled && item.sequence == 2 && item.comments == ["DUKES forfeit the game"])
    #expect(item.start?.local.description.hasPrefix("1997-07-01T21:00") == true)
    // Out of order, each message gives the same state.
    var late = EventCalendar()
    for message in [messages[0], messages[2], messages[1]] { _ = late.receive(message, me: [b], at: now) }
    #expect(late.item(uid: item.uid)?.isCancelled == true)
  }

  @Test("§4.2.1 to §4.2.3 an invitation, an answer, and an update")
  func invitationAndAnswer() throws {
    var (organizer, others) = try calendars([b])
    let answer = try others[0].answer(
      ItemID(uid: group), .accepted, by: [b], at: time("19970612T190000Z"))
    let reply = try #require(answer.messages.first)
    #expect(answer.messages.count == 1 && reply.recipients == [a])
    // As §4.2.2 has it, beside what people read.
    let lines = try storedLines(reply.calendar)
    for line in [
      "METHOD:REPLY", "ORGANIZER:mailto:a@example.com", "UID:\(group)", "SEQUENCE:0",
      "DTSTAMP:19970612T190000Z",
    ] { #expect(lines.contains(line), "\(line) in \(lines)") }
    #expect(reply.items[0].attendees.map(\.address) == [b])
    try deliver(reply, from: b, to: &organizer, of: a)
    #expect(status(b, organizer) == .accepted && organizer.item(uid: group)?.sequence == 0)
    let before = organizer
    try organizer.edit(
      ItemID(uid: group), scope: .all, at: time("19970613T190000Z"), by: [a]
    ) { item throws(EventError) in
      item.summary = "Phone Conference"
      item.start = (try? Instant("19970701T180000Z"))?.in(.utc).eventTime
      item.extent = .duration(.hours(1))
    }
    let updates = organizer.messages(since: before, by: [a], at: try time("19970613T190000Z"))
    #expect(updates.map(\.method) == [.request] && updates[0].recipients == [b, c, d])
    #expect(updates[0].items[0].sequence == 1)
    try deliver(updates[0], from: a, to: &others[0], of: b)
    #expect(differs(organizer, others[0]) == [])
    #expect(others[0].item(uid: group)?.summary == "Phone Conference")
  }

  @Test("§4.2.4 a proposal that the organizer accepts, and one that the organizer declines")
  func proposals() throws {
    var (organizer, others) = try calendars([b])
    var proposal = try #require(others[0].item(uid: group))
    proposal.move(to: try time("19970701T160000Z").in(.utc))
    proposal.location = "Blue Conference Room"
    let counter = try others[0].counter(
      proposal, comment: "This time works much better", by: [b], at: time("19970612T190000Z"))
    #expect(counter.recipients == [a] && counter.items[0].sequence == 0)
    let receipt = organizer.receive(try delivered(counter), from: b, me: [a], at: now)
    let proposed = try #require(receipt.proposals.first)
    #expect(proposed.comments == ["This time works much better"])
    let before = organizer
    let rejection = SchedulingMessage(
      declining: counter, of: b, comment: "Sorry, I cannot change this meeting time",
      at: try time("19970614T190000Z"))
    let unchanged = others[0]
    try deliver(rejection, from: a, to: &others[0], of: b)
    #expect(others[0] == unchanged)
    try organizer.edit(
      ItemID(uid: group), scope: .all, at: time("19970613T190000Z"), by: [a]
    ) { item throws(EventError) in
      (item.start, item.extent, item.location) = (proposed.start, proposed.extent, proposed.location)
    }
    let update = organizer.messages(since: before, by: [a], at: try time("19970613T190000Z"))
    #expect(update.map(\.items[0].sequence) == [1])
    try deliver(update[0], from: a, to: &others[0], of: b)
    #expect(differs(organizer, others[0]) == [])
  }

  @Test(
    "§4.2.5 to §4.2.7 a delegation that is accepted, or declined and taken back", arguments: [true, false])
  func delegation(isAccepted: Bool) throws {
    var (organizer, others) = try calendars([c])
    let delegation = try others[0].answer(
      ItemID(uid: group), .delegated, delegatingTo: [e], by: [c], at: time("19970611T193000Z"))
    #expect(delegation.messages.map(\.method) == [.reply, .request])
    #expect(delegation.messages.map(\.recipients) == [[a], [e]])
    try deliver(delegation.messages[0], from: c, to: &organizer, of: a)
    #expect(status(c, organizer) == .delegated && status(e, organizer) == .needsAction)
    var delegate = EventCalendar()
    try deliver(delegation.messages[1], from: c, to: &delegate, of: e)
    let answer = try delegate.answer(
      ItemID(uid: group), isAccepted ? .accepted : .declined, by: [e], at: time("19970614T190000Z"))
    let reply = try #require(answer.messages.first)
    #expect(reply.recipients == [a, c])
    #expect(Set(reply.items[0].attendees.map(\.address)) == [c, e])
    try deliver(reply, from: e, to: &organizer, of: a)
    try deliver(reply, from: e, to: &others[0], of: c)
    for calendar in [organizer, others[0], delegate] {
      #expect(status(e, calendar) == (isAccepted ? .accepted : .declined))
      #expect(status(c, calendar) == .delegated)
    }
    #expect(differs(organizer, others[0]) == [])
    guard !isAccepted else { return }
    // The organizer invites the delegator again, without a new revision.
    try organizer.edit(
      ItemID(uid: group), scope: .all, at: time("19970614T200000Z"), by: [a]
    ) { item throws(EventError) in
      for index in item.attendees.indices where item.attendees[index].address == "mailto:c@example.com" {
        (item.attendees[index].status, item.attendees[index].delegates) = (.needsAction, [])
      }
    }
    let again = try organizer.request(
      for: ItemID(uid: group), to: [c], by: [a], at: time("19970622T000000Z"))
    try deliver(again, from: a, to: &others[0], of: c, "19970622T000000Z")
    #expect(status(c, others[0]) == .needsAction)
  }

  @Test("§4.2.9 a cancelled event stays cancelled whatever arrives late")
  func cancellation() throws {
    var (organizer, others) = try calendars([b, c])
    let late = try organizer.request(for: ItemID(uid: group), by: [a], at: time("19970612T190000Z"))
    let before = organizer
    try organizer.edit(
      ItemID(uid: group), scope: .all, at: time("19970613T190000Z"), by: [a]
    ) { item throws(EventError) in
      guard var event = item.event else { return }
      event.status = .cancelled
      item = .event(event)
    }
    let messages = organizer.messages(since: before, by: [a], at: try time("19970613T190000Z"))
    #expect(messages.map(\.method) == [.cancel] && messages[0].recipients == [b, c, d])
    #expect(messages[0].items[0].sequence == 1)
    for (index, person) in [b, c].enumerated() {
      try deliver(messages[0], from: a, to: &others[index], of: person)
      #expect(others[index].item(uid: group)?.isCancelled == true)
      let receipt = others[index].receive(try delivered(late), from: a, me: [person], at: now)
      #expect(receipt.refusals == [.stale])
    }
  }

  @Test("§4.2.10 an attendee who is removed, and invited again")
  func removal() throws {
    var (organizer, others) = try calendars([b, c])
    let whole = organizer
    try organizer.edit(
      ItemID(uid: group), scope: .all, at: time("19970613T193000Z"), by: [a]
    ) { item throws(EventError) in
      item.attendees.removeAll { $0.address == "mailto:b@example.com" }
    }
    let messages = organizer.messages(since: whole, by: [a], at: try time("19970613T193000Z"))
    #expect(messages.map(\.method) == [.cancel, .request])
    #expect(messages.map(\.recipients) == [[b], [c, d]])
    #expect(messages.map { $0.items[0].sequence } == [0, 0] && organizer.item(uid: group)?.sequence == 0)
    // STATUS is omitted, as the meeting itself is not cancelled.
    #expect(messages[0].items[0].status == nil && messages[0].items[0].attendees.map(\.address) == [b])
    try deliver(messages[0], from: a, to: &others[0], of: b)
    #expect(others[0].item(uid: group)?.isCancelled == true)
    try deliver(messages[1], from: a, to: &others[1], of: c)
    #expect(differs(organizer, others[1]) == [])
    let alone = organizer
    try organizer.edit(
      ItemID(uid: group), scope: .all, at: time("19970615T000000Z"), by: [a]
    ) { item throws(EventError) in
      item.attendees.append(Attendee("mailto:b@example.com", wantsReply: true))
    }
    let again = organizer.messages(since: alone, by: [a], at: try time("19970615T000000Z"))
    for (index, person) in [b, c].enumerated() {
      try deliver(again[0], from: a, to: &others[index], of: person)
      #expect(differs(organizer, others[index]) == [])
    }
  }

  /// The series of §4.4.2.
  private let series = [
    "UID:guid-1@example.com", "SEQUENCE:0", "RRULE:FREQ=MONTHLY;BYMONTHDAY=1;UNTIL=19980901T210000Z",
    "ORGANIZER:mailto:a@example.com", "ATTENDEE;ROLE=CHAIR;PARTSTAT=ACCEPTED:mailto:a@example.com",
    "ATTENDEE:mailto:b@example.com", "ATTENDEE:mailto:c@example.com", "ATTENDEE:mailto:d@example.com",
    "DESCRIPTION:IETF-C&S Conference Call", "CLASS:PUBLIC",
    "SUMMARY:IETF Calendaring Working Group Meeting", "DTSTART:19970601T210000Z",
    "DTEND:19970601T220000Z", "LOCATION:Conference Call", "DTSTAMP:19970526T083000Z", "STATUS:CONFIRMED",
  ]

  private func starts(_ calendar: EventCalendar) throws -> [String] {
    let window = try time("19970601T000000Z")..<time("19971215T000000Z")
    return try calendar.occurrences(in: window, viewer: .utc).filter { !$0.item.isCancelled }.map {
      String($0.start.local.description.prefix(16))
    }
  }

  @Test("§4.4.2 to §4.4.4 an instance is moved, one is cancelled, then the series")
  func instances() throws {
    var (organizer, others) = try calendars([b], series)
    let uid = "guid-1@example.com"
    let july = ItemID(uid: uid, recurrenceID: .zoned(try time("19970701T210000Z").in(.utc)))
    let august = ItemID(uid: uid, recurrenceID: .zoned(try time("19970801T210000Z").in(.utc)))
    var before = organizer
    try organizer.edit(july, scope: .this, at: time("19970626T093000Z"), by: [a]) { item throws(EventError) in
      item.move(to: (try? Instant("19970703T210000Z"))?.in(.utc) ?? Instant.min.in(.utc))
    }
    let move = organizer.messages(since: before, by: [a], at: try time("19970626T093000Z"))
    #expect(move.map(\.method) == [.request] && move[0].items.map(\.id) == [july])
    #expect(move[0].items[0].sequence == 1)
    try deliver(move[0], from: a, to: &others[0], of: b)
    before = organizer
    try organizer.edit(august, scope: .this, at: time("19970721T093000Z"), by: [a]) {
      item throws(EventError) in
      guard var event = item.event else { return }
      event.status = .cancelled
      item = .event(event)
    }
    let cancel = organizer.messages(since: before, by: [a], at: try time("19970721T093000Z"))
    #expect(cancel.map(\.method) == [.cancel] && cancel[0].items.map(\.id) == [august])
    try deliver(cancel[0], from: a, to: &others[0], of: b)
    let expected = ["06-01", "07-03", "09-01", "10-01", "11-01", "12-01"].map { "1997-\($0)T21:00" }
    for calendar in [organizer, others[0]] { #expect(try starts(calendar) == expected) }
    let whole = try read(
      "CANCEL",
      [
        "UID:guid-1@example.com", "ORGANIZER:mailto:a@example.com",
        "ATTENDEE;ROLE=CHAIR;PARTSTAT=ACCEPTED:mailto:a@example.com", "ATTENDEE:mailto:b@example.com",
        "DTSTAMP:19970721T103000Z", "STATUS:CANCELLED", "SEQUENCE:3",
      ])
    try deliver(whole, from: a, to: &others[0], of: b)
    #expect(try starts(others[0]) == [])
  }

  @Test("§3.2.5 a cancellation with RANGE=THISANDFUTURE ends the series there")
  func cancellingFuture() throws {
    var others = try calendars([b], series).others
    let message = try read(
      "CANCEL",
      [
        "UID:guid-1@example.com", "ORGANIZER:mailto:a@example.com", "ATTENDEE:mailto:b@example.com",
        "RECURRENCE-ID;RANGE=THISANDFUTURE:19970901T210000Z", "SEQUENCE:1", "STATUS:CANCELLED",
        "DTSTAMP:19970721T093000Z",
      ])
    try deliver(message, from: a, to: &others[0], of: b)
    #expect(try starts(others[0]) == ["06", "07", "08"].map { "1997-\($0)-01T21:00" })
  }

  @Test("§4.4.5 an added instance; who missed the series asks for it")
  func addition() throws {
    var (organizer, others) = try calendars([b], series)
    let extra = try time("19970815T210000Z").in(.utc)
    try organizer.edit(
      ItemID(uid: "guid-1@example.com"), scope: .all, at: time("19970721T093000Z"), by: [a]
    ) { item throws(EventError) in
      item.recurrence.additions.append(.init(.zoned(extra)))
    }
    let message = try organizer.addition(
      of: ItemID(uid: "guid-1@example.com", recurrenceID: .zoned(extra)), by: [a],
      at: time("19970721T093000Z"))
    #expect(message.method == .add && message.items[0].sequence == 1)
    #expect(message.items[0].recurrenceID == nil)
    try deliver(message, from: a, to: &others[0], of: b)
    #expect(differs(organizer, others[0]) == [])
    var empty = EventCalendar()
    let receipt = empty.receive(try delivered(message), from: a, me: [c], at: now)
    #expect(receipt.refusals == [.unknownItem])
    let question = try #require(receipt.replies.first)
    #expect(question.method == .refresh && question.recipients == [a])
    let answer = organizer.receive(try delivered(question), from: c, me: [a], at: now)
    let state = try #require(answer.replies.first)
    #expect(state.method == .request && state.recipients == [c])
    try deliver(state, from: a, to: &empty, of: c)
    #expect(differs(organizer, empty) == [])
  }

  /// The same calendars after some instances were changed: 1 September is on the 3rd, 1 November has another title.
  private func changedSeries() throws -> (organizer: EventCalendar, others: [EventCalendar]) {
    var (organizer, others) = try calendars([b, c], series)
    let before = organizer
    let moved = ItemID(uid: "guid-1@example.com", recurrenceID: .zoned(try time("19970901T210000Z").in(.utc)))
    let named = ItemID(uid: "guid-1@example.com", recurrenceID: .zoned(try time("19971101T210000Z").in(.utc)))
    try organizer.edit(moved, scope: .this, at: time("19970612T090000Z"), by: [a]) { item in
      item.move(to: (try? Instant("19970903T210000Z"))?.in(.utc) ?? Instant.min.in(.utc))
    }
    try organizer.edit(named, scope: .this, at: time("19970612T090000Z"), by: [a]) { $0.summary = "Last" }
    for message in organizer.messages(since: before, by: [a], at: try time("19970612T090000Z")) {
      for (index, person) in [b, c].enumerated() {
        try deliver(message, from: a, to: &others[index], of: person)
      }
    }
    return (organizer, others)
  }

  /// The starts and titles of the instances, with the answer of a person.
  private func shown(_ calendar: EventCalendar, _ person: String) throws -> [String] {
    let window = try time("19970601T000000Z")..<time("19971215T000000Z")
    return try calendar.occurrences(in: window, viewer: .utc).map { occurrence in
      let status = occurrence.item.attendees.first { $0.address == person }?.status
      let title = occurrence.item.summary.prefix(4)
      let state = occurrence.item.isCancelled ? "CANCELLED" : status?.rawValue ?? "-"
      return "\(occurrence.start.date.description.suffix(5)) \(title) \(state)"
    }
  }

  @Test("an answer to an instance and all later ones leaves changed instances as they are")
  func answerToFuture() throws {
    var (organizer, _) = try changedSeries()
    let answer = try read(
      "REPLY",
      [
        "UID:guid-1@example.com", "ORGANIZER:mailto:a@example.com", "DTSTAMP:19970613T190000Z", "SEQUENCE:1",
        "ATTENDEE;PARTSTAT=TENTATIVE:mailto:b@example.com",
        "RECURRENCE-ID;RANGE=THISANDFUTURE:19970901T210000Z",
      ])
    let before = organizer
    let receipt = organizer.receive(answer, from: b, me: [a], at: now)
    #expect(receipt.isAccepted)
    #expect(
      try shown(organizer, b) == [
        "06-01 IETF -", "07-01 IETF -", "08-01 IETF -", "09-03 IETF TENTATIVE", "10-01 IETF TENTATIVE",
        "11-01 Last TENTATIVE", "12-01 IETF TENTATIVE",
      ])
    var undone = organizer
    try undone.apply(receipt.change.inverse)
    #expect(differences(undone, before) == [])
    // An earlier answer, to all, arrives later: those to instances stay.
    let late = try read(
      "REPLY",
      [
        "UID:guid-1@example.com", "ORGANIZER:mailto:a@example.com", "DTSTAMP:19970612T190000Z", "SEQUENCE:1",
        "ATTENDEE;PARTSTAT=DECLINED:mailto:b@example.com",
        "RECURRENCE-ID;RANGE=THISANDFUTURE:19970801T210000Z",
      ])
    #expect(organizer.receive(late, from: b, me: [a], at: now).isAccepted)
    #expect(
      try shown(organizer, b) == [
        "06-01 IETF -", "07-01 IETF -", "08-01 IETF DECLINED", "09-03 IETF TENTATIVE",
        "10-01 IETF TENTATIVE", "11-01 Last TENTATIVE", "12-01 IETF TENTATIVE",
      ])
  }

  @Test("an attendee who is removed from an instance and all later ones, whose changed instances stay")
  func removalFromFuture() throws {
    var (_, others) = try changedSeries()
    let removal = try read(
      "CANCEL",
      [
        "UID:guid-1@example.com", "ORGANIZER:mailto:a@example.com", "DTSTAMP:19970613T190000Z", "SEQUENCE:1",
        "ATTENDEE:mailto:c@example.com", "RECURRENCE-ID;RANGE=THISANDFUTURE:19970901T210000Z",
      ])
    try deliver(removal, from: a, to: &others[0], of: b)
    try deliver(removal, from: a, to: &others[1], of: c)
    let window = try time("19970601T000000Z")..<time("19971215T000000Z")
    let invited = try others[0].occurrences(in: window, viewer: .utc).map { occurrence in
      occurrence.start.date.description.suffix(5)
        + (occurrence.item.attendees.contains { $0.address == c } ? " c" : "")
    }
    #expect(invited == ["06-01 c", "07-01 c", "08-01 c", "09-03", "10-01", "11-01", "12-01"])
    #expect(
      try shown(others[1], c).map { $0.hasSuffix("CANCELLED") }
        == [false, false, false, true, true, true, true])
  }

  @Test("§3.2.2, §3.2.7 a new state and a proposal of an instance and all later ones")
  func futureStates() throws {
    var (organizer, others) = try calendars([b], series)
    let lines = [
      "UID:guid-1@example.com", "ORGANIZER:mailto:a@example.com", "ATTENDEE:mailto:b@example.com",
      "RECURRENCE-ID;RANGE=THISANDFUTURE:19970901T210000Z", "DTSTART:19970902T200000Z",
      "DTEND:19970902T210000Z", "SUMMARY:Later", "DTSTAMP:19970613T190000Z",
    ]
    let expected = ["06-01", "07-01", "08-01", "09-02", "10-02", "11-02", "12-02"]
    try deliver(try read("REQUEST", lines + ["SEQUENCE:1"]), from: a, to: &others[0], of: b)
    #expect(try shown(others[0], b).map { String($0.prefix(5)) } == expected)
    #expect(try shown(others[0], b).count { $0.contains("Late") } == 4)
    let receipt = organizer.receive(try read("COUNTER", lines + ["SEQUENCE:0"]), from: b, me: [a], at: now)
    let proposal = try #require(receipt.proposals.first)
    #expect(proposal.overridesFuture && proposal.summary == "Later" && receipt.change.isEmpty)
    // An earlier state of the same instances arrives late.
    let stale = try read("REQUEST", lines.map { $0.replacing("Later", with: "Stale") } + ["SEQUENCE:0"])
    #expect(others[0].receive(stale, from: a, me: [b], at: now).refusals == [.stale])
  }

  @Test("an answer to one instance, and to one and all later ones")
  func answersToInstances() throws {
    var (organizer, others) = try calendars([b], series)
    let july = ItemID(
      uid: "guid-1@example.com", recurrenceID: .zoned(try time("19970701T210000Z").in(.utc)))
    let answer = try others[0].answer(july, .declined, by: [b], at: time("19970612T190000Z"))
    try deliver(answer.messages[0], from: b, to: &organizer, of: a)
    let main = ItemID(uid: july.uid)
    let statuses = [july, main].map { id in
      organizer.item(id)?.attendees.first { $0.address == b }?.status
    }
    #expect(statuses == [.declined, nil])
    #expect(differs(organizer, others[0]) == [])
    let later = try read(
      "REPLY",
      [
        "UID:guid-1@example.com", "ORGANIZER:mailto:a@example.com",
        "ATTENDEE;PARTSTAT=TENTATIVE:mailto:c@example.com", "DTSTAMP:19970613T190000Z",
        "RECURRENCE-ID;RANGE=THISANDFUTURE:19970901T210000Z",
      ])
    try deliver(later, from: c, to: &organizer, of: a)
    let shown = try ["19970801T210000Z", "19970901T210000Z", "19971101T210000Z"].map { text in
      let id = ItemID(uid: july.uid, recurrenceID: .zoned(try time(text).in(.utc)))
      return try organizer.item(shownAt: id).attendees.first { $0.address == c }?.status
    }
    #expect(shown == [nil, .tentative, .tentative])
  }
}
