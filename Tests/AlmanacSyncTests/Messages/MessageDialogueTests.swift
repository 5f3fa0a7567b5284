import AlmanacEvents
import AlmanacICS
import AlmanacRecurrence
import AlmanacSync
import AlmanacTime
import Testing

/// The examples of RFC 5546 §4.1 and §4.2 as dialogues between calendars.
@Suite("Dialogues of RFC 5546 §4.1, §4.2")
struct MessageDialogueTests: MessageDialogue {
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

  private func status(_ person: String, _ calendar: EventCalendar) -> Attendee.Status? {
    calendar.item(uid: group)?.attendees.first { $0.address == person }?.status
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
    #expect([messages[2], messages[0], messages[1]].inOrderOfRevision == messages)
    // Out of order, each message gives the same state.
    var late = EventCalendar()
    for message in [messages[0], messages[2], messages[1]] { _ = late.receive(message, me: [b], at: now) }
    #expect(late.item(uid: item.uid)?.isCancelled == true)
  }

  @Test("§4.2.1 to §4.2.3 an invitation, an answer, and an update")
  func invitationAndAnswer() throws {
    var (organizer, others) = try calendars([b], invitation)
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
    var (organizer, others) = try calendars([b], invitation)
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
    try organizer.accept(proposed, by: [a], at: time("19970613T190000Z"))
    let accepted = try #require(organizer.item(uid: group))
    #expect(accepted.start == proposed.start && accepted.location == proposed.location)
    #expect(accepted.comments.isEmpty)
    let update = organizer.messages(since: before, by: [a], at: try time("19970613T190000Z"))
    #expect(update.map(\.items[0].sequence) == [1])
    try deliver(update[0], from: a, to: &others[0], of: b)
    #expect(differs(organizer, others[0]) == [])
  }

  @Test("a proposal that is accepted changes what it states, and nothing else of the organizer's item")
  func acceptance() throws {
    var (organizer, others) = try calendars([b], invitation)
    try organizer.edit(ItemID(uid: group), scope: .all, at: now, by: [a]) { item throws(EventError) in
      item.alarms = [Alarm(.before(.minutes(15)))]
      item.details = "Bring figures"
    }
    var proposal = try #require(others[0].item(uid: group))
    proposal.move(to: try time("19970701T160000Z").in(.utc))
    let counter = try others[0].counter(proposal, comment: "Earlier?", by: [b], at: now)
    let receipt = organizer.receive(try delivered(counter), from: b, me: [a], at: now)
    let before = try #require(organizer.item(uid: group))
    let proposed = try #require(receipt.proposals.first)
    var unorganized = organizer
    try unorganized.edit(ItemID(uid: group), scope: .all, at: now, by: [a]) { item throws(EventError) in
      item.organizer = nil
    }
    for (calendar, me) in [(organizer, b), (unorganized, a)] {
      var calendar = calendar
      let error = #expect(throws: EventError.self) { try calendar.accept(proposed, by: [me], at: now) }
      #expect(error?.reasons.map { $0.code } == [.notTheOrganizer])
      #expect(error?.reasons.map { $0.expected } == ["one of your addresses as the organizer"])
    }
    try organizer.accept(proposed, by: [a], at: now)
    let after = try #require(organizer.item(uid: group))
    #expect(after.start == proposed.start && after.sequence == before.sequence + 1)
    #expect(after.alarms == before.alarms && after.details == before.details && after.comments.isEmpty)
    #expect(after.attendees.map { $0.address } == before.attendees.map { $0.address })
  }

  @Test(
    "§4.2.5 to §4.2.7 a delegation that is accepted, or declined and taken back", arguments: [true, false])
  func delegation(isAccepted: Bool) throws {
    var (organizer, others) = try calendars([c], invitation)
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

  @Test("§3.2.2.3, §4.2.5 a delegation that returns to somebody who delegated is refused, by each calendar")
  func delegationRing() throws {
    var (organizer, others) = try calendars([c], invitation)
    var chain: [String: EventCalendar] = [c: others[0]]
    // From c to d to e, who delegates to c or d in a program that does not check it.
    for (person, delegate) in [(c, d), (d, e)] {
      var own = try #require(chain[person])
      let delegation = try own.answer(
        ItemID(uid: group), .delegated, delegatingTo: [delegate], by: [person], at: now)
      try deliver(delegation.messages[0], from: person, to: &organizer, of: a)
      var next = EventCalendar()
      try deliver(delegation.messages[1], from: person, to: &next, of: delegate)
      (chain[person], chain[delegate]) = (own, next)
    }
    others = try [c, d, e].map { try #require(chain[$0]) }
    for (index, person) in [c, d, e].enumerated() {
      let error = #expect(throws: EventError.self) {
        _ = try others[2].answer(
          ItemID(uid: group), .delegated, delegatingTo: [person], by: [e], at: now)
      }
      #expect(error?.reasons.map(\.code.rawValue) == ["delegation_ring"], "\(index)")
    }
    for back in [c, d] {
      let people = [
        "ATTENDEE;PARTSTAT=DELEGATED;DELEGATED-TO=\"\(d)\":\(c)",
        "ATTENDEE;PARTSTAT=DELEGATED;DELEGATED-TO=\"\(e)\";DELEGATED-FROM=\"\(c)\":\(d)",
        "ATTENDEE;PARTSTAT=DELEGATED;DELEGATED-TO=\"\(back)\";DELEGATED-FROM=\"\(d)\":\(e)",
      ]
      let lines = [
        "UID:\(group)", "DTSTAMP:20350101T000000Z", "ORGANIZER:\(a)", "DTSTART:19970701T200000Z", "SUMMARY:S",
        "SEQUENCE:0",
      ]
      var before = organizer
      let reply = try read("REPLY", lines + people.filter { $0.hasSuffix(e) })
      #expect(organizer.receive(reply, from: e, me: [a], at: now).refusals == [.delegationRing(back, by: e)])
      #expect(organizer == before)
      let mine = back == c ? 0 : 1
      before = others[mine]
      let request = try read("REQUEST", lines + people)
      #expect(
        others[mine].receive(request, from: e, me: [back], at: now).refusals
          == [.delegationRing(back, by: e)])
      #expect(others[mine] == before)
      // The organizer's own state is believed.
      #expect(others[mine].receive(request, from: a, me: [back], at: now).isAccepted)
    }
    // Another delegate is none in the chain.
    _ = try others[2].answer(ItemID(uid: group), .delegated, delegatingTo: [b], by: [e], at: now)
  }

  @Test("§4.2.9 a cancelled event stays cancelled whatever arrives late")
  func cancellation() throws {
    var (organizer, others) = try calendars([b, c], invitation)
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
    var (organizer, others) = try calendars([b, c], invitation)
    let whole = organizer
    try organizer.edit(
      ItemID(uid: group), scope: .all, at: time("19970613T193000Z"), by: [a]
    ) { item throws(EventError) in
      item.attendees.removeAll { $0.address == "mailto:b@example.com" }
    }
    let messages = organizer.messages(since: whole, by: [a], at: try time("19970613T193000Z"))
    #expect(messages.map(\.method) == [.cancel, .request])
    #expect(messages.map(\.recipients) == [[b], [c, d]])
    // SEQUENCE is incremented each time the organizer uses CANCEL (§2.1.4).
    #expect(messages.map { $0.items[0].sequence } == [1, 1] && organizer.item(uid: group)?.sequence == 1)
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
}
