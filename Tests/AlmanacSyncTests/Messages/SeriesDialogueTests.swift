import AlmanacEvents
import AlmanacICS
import AlmanacRecurrence
import AlmanacSync
import AlmanacTime
import Testing

/// The examples of RFC 5546 §4.4 as dialogues between calendars.
@Suite("Dialogues of RFC 5546 §4.4")
struct SeriesDialogueTests: MessageDialogue {
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

  @Test("a cancellation or an answer with RANGE=THISANDFUTURE that is received again changes nothing")
  func futureAgain() throws {
    let endless = series.map { $0.hasPrefix("RRULE") ? "RRULE:FREQ=MONTHLY;BYMONTHDAY=1" : $0 }
    var (organizer, others) = try calendars([b], endless)
    let future = [
      "UID:guid-1@example.com", "ORGANIZER:mailto:a@example.com", "DTSTAMP:19970721T093000Z",
      "RECURRENCE-ID;RANGE=THISANDFUTURE:19970901T210000Z",
    ]
    let cancellation = try read("CANCEL", future + ["SEQUENCE:3", "STATUS:CANCELLED"])
    let answer = try read("REPLY", future + ["ATTENDEE;PARTSTAT=DECLINED:mailto:b@example.com"])
    try deliver(cancellation, from: a, to: &others[0], of: b)
    try deliver(answer, from: b, to: &organizer, of: a)
    let (cancelled, answered) = (others[0], organizer)
    for _ in 1...2 {
      #expect(others[0].receive(cancellation, from: a, me: [b], at: now).change.isEmpty)
      #expect(organizer.receive(answer, from: b, me: [a], at: now).change.isEmpty)
    }
    #expect(others[0] == cancelled && organizer == answered)
    // One that begins earlier changes what it begins with, and the later instances stay one group.
    let earlier = future.map { $0.replacing("19970901", with: "19970801") }
    try deliver(
      try read("CANCEL", earlier + ["SEQUENCE:4", "STATUS:CANCELLED"]), from: a, to: &others[0], of: b)
    #expect(Array(others[0].items).count == 3)
    #expect(try starts(others[0]) == ["06", "07"].map { "1997-\($0)-01T21:00" })
  }

  @Test("§3.2.4 an added instance that overtakes another is added, and the present state asked for")
  func additionsOutOfOrder() throws {
    var (organizer, others) = try calendars([b], series)
    let additions = try ["19970815T210000Z", "19970816T210000Z"].map { text in
      let extra = EventTime.zoned(try time(text).in(.utc))
      try organizer.edit(
        ItemID(uid: "guid-1@example.com"), scope: .all, at: time("19970721T093000Z"), by: [a]
      ) { $0.recurrence.additions.append(.init(extra)) }
      return try organizer.addition(
        of: ItemID(uid: "guid-1@example.com", recurrenceID: extra), by: [a], at: time("19970721T093000Z"))
    }
    #expect(additions.map { $0.items[0].sequence } == [1, 2])
    let receipt = others[0].receive(try delivered(additions[1]), from: a, me: [b], at: now)
    #expect(receipt.isAccepted && receipt.replies.map(\.method) == [.refresh])
    #expect(try starts(others[0]).contains("1997-08-16T21:00"))
    let question = try delivered(try #require(receipt.replies.first))
    let answer = organizer.receive(question, from: b, me: [a], at: try time("19970722T000000Z"))
    try deliver(try #require(answer.replies.first), from: a, to: &others[0], of: b)
    #expect(differs(organizer, others[0]) == [])
    // Both arrive again, the first one for the first time.
    for addition in additions {
      let again = others[0].receive(try delivered(addition), from: a, me: [b], at: now)
      #expect(again.isAccepted && again.change.isEmpty && again.replies.isEmpty)
    }
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

  @Test("§4.7.2 who missed the extension of a series asks for the series, not for an instance of it")
  func missedExtension() throws {
    let short = series.map { $0.replacing("UNTIL=19980901T210000Z", with: "UNTIL=19970901T210000Z") }
    let uid = "guid-1@example.com"
    let known = ItemID(uid: uid, recurrenceID: .zoned(try time("19970701T210000Z").in(.utc)))
    let unknown = ItemID(uid: uid, recurrenceID: .zoned(try time("19971101T210000Z").in(.utc)))
    for moved in [[unknown], [known, unknown]] {
      for isCancelled in [false, true] {
        var (organizer, others) = try calendars([b], short)
        let rule = try RecurrenceRule("FREQ=MONTHLY;BYMONTHDAY=1;UNTIL=19971201T210000Z")
        try organizer.edit(ItemID(uid: uid), scope: .all, at: time("19970612T090000Z"), by: [a]) {
          $0.recurrence.rules = [rule]
        }
        let before = organizer
        for id in moved {
          try organizer.edit(id, scope: .this, at: time("19970613T090000Z"), by: [a]) {
            item throws(EventError) in
            guard var event = item.event else { return }
            if isCancelled { event.status = .cancelled } else { event.location = "Elsewhere" }
            item = .event(event)
          }
        }
        let sent = organizer.messages(since: before, by: [a], at: try time("19970613T090000Z"))
        let receipts = try sent.map { others[0].receive(try delivered($0), from: a, me: [b], at: now) }
        let receipt = try #require(receipts.first { !$0.isAccepted })
        #expect(receipt.refusals.map(\.code) == ["unknown_instance"])
        let question = try delivered(try #require(receipt.replies.first))
        #expect(question.method == .refresh && question.items.map(\.recurrenceID) == [nil])
        let answer = organizer.receive(question, from: b, me: [a], at: now)
        try deliver(try #require(answer.replies.first), from: a, to: &others[0], of: b)
        #expect(try starts(others[0]) == starts(organizer))
        #expect(try starts(others[0]).count == 7 - (isCancelled ? moved.count : 0))
      }
    }
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
      return try organizer.item(inEffectAt: id).attendees.first { $0.address == c }?.status
    }
    #expect(shown == [nil, .tentative, .tentative])
  }
}
