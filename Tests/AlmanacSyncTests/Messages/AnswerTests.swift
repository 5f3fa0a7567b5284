import AlmanacEvents
import AlmanacICS
import AlmanacSync
import AlmanacTime
import TestSupport
import Testing

@Suite("Answers of attendees")
struct AnswerTests {
  private let boss = "mailto:boss@example.org"
  private let ana = "mailto:ana@example.org"

  private func invitation() throws -> EventCalendar {
    try calendar(
      file(
        event(
          "m", "DTSTART:20260303T090000Z", "DTEND:20260303T100000Z", "SUMMARY:Meeting", "SEQUENCE:1",
          "ORGANIZER:\(boss)", "ATTENDEE;RSVP=TRUE:\(ana)", "ATTENDEE:mailto:bob@example.org")))
  }

  private func reply(
    _ status: String, _ stamp: String, sequence: Int = 1, uid: String = "m"
  ) throws -> SchedulingMessage {
    let text = messageText(
      "REPLY", "VEVENT",
      [
        "UID:\(uid)", "ORGANIZER:\(boss)", "DTSTAMP:\(stamp)", "SEQUENCE:\(sequence)",
        "ATTENDEE;PARTSTAT=\(status):\(ana)",
      ])
    return try #require(SchedulingMessage.messages(in: ICSDocument(parsing: text)).first)
  }

  private func status(_ calendar: EventCalendar) -> Attendee.Status? {
    calendar.item(uid: "m")?.attendees.first { $0.address == ana }?.status
  }

  @Test(
    "an earlier answer that arrives later does not replace a later one, also after the file was written and read"
  )
  func order() throws {
    var organizer = try invitation()
    let first = organizer.receive(
      try reply("DECLINED", "20260202T000000Z"), from: ana, me: [boss], at: now)
    #expect(first.isAccepted && status(organizer) == .declined)
    organizer = try calendar(ICSDocument([organizer]).text)
    let late = organizer.receive(
      try reply("ACCEPTED", "20260201T000000Z"), from: ana, me: [boss], at: now)
    #expect(late.refusals == [.stale] && status(organizer) == .declined)
    let again = organizer.receive(
      try reply("ACCEPTED", "20260203T000000Z"), from: ana, me: [boss], at: now)
    #expect(again.isAccepted && status(organizer) == .accepted)
  }

  /// RFC 5546 §2.1.5: the order of arrival does not matter.
  @Test("answers in any order leave the latest one", arguments: 1...20)
  func anyOrder(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let statuses = ["ACCEPTED", "DECLINED", "TENTATIVE"]
    var answers = (0..<6).map { (day: $0 + 10, status: random.one(of: statuses)) }
    let latest = Attendee.Status(rawValue: answers[5].status)
    answers.shuffle(using: &random)
    var organizer = try invitation()
    for answer in answers {
      let message = try reply(answer.status, "202602\(answer.day)T000000Z")
      _ = organizer.receive(message, from: ana, me: [boss], at: now)
    }
    #expect(status(organizer) == latest)
    #expect(organizer.item(uid: "m")?.sequence == 1)
  }

  /// A new UID has a new numbering of revisions (RFC 5546 §2.1.4).
  @Test("the second part of a split series takes answers to its own revisions, and the first part to its own")
  func split() throws {
    var organizer = try calendar(
      file(
        event(
          "m", "DTSTART:20260303T090000Z", "RRULE:FREQ=WEEKLY;COUNT=6", "SEQUENCE:3", "ORGANIZER:\(boss)",
          "ATTENDEE:\(ana)")))
    let first = try reply("ACCEPTED", "20260202T000000Z", sequence: 3)
    #expect(organizer.receive(first, from: ana, me: [boss], at: now).isAccepted)
    let id = ItemID(uid: "m", recurrenceID: .zoned(try Instant("2026-03-17T09:00:00Z").in(.utc)))
    let change = try organizer.edit(id, scope: .thisAndFuture, at: now, by: [boss], uids: .seeded(1)) {
      $0.location = "Room 2"
    }
    let part = try #require(change.identities[id]?.uid)
    let answer = try reply("DECLINED", "20260203T000000Z", sequence: 0, uid: part)
    #expect(organizer.receive(answer, from: ana, me: [boss], at: now).isAccepted)
    #expect(organizer.item(uid: part)?.attendees.map(\.status) == [.declined])
    let late = try reply("TENTATIVE", "20260201T000000Z", sequence: 3)
    #expect(organizer.receive(late, from: ana, me: [boss], at: now).refusals == [.stale])
  }

  @Test("a message about more instances than a thousand is refused")
  func tooMany() throws {
    let answer = [
      "BEGIN:VEVENT", "UID:m", "ORGANIZER:\(boss)", "DTSTAMP:20260202T000000Z",
      "ATTENDEE;PARTSTAT=ACCEPTED:\(ana)", "END:VEVENT",
    ]
    let text = file(Array(repeating: answer, count: 1_001).flatMap { $0 })
      .replacing("PRODID:", with: "METHOD:REPLY\r\nPRODID:")
    let message = try #require(SchedulingMessage.messages(in: ICSDocument(parsing: text)).first)
    var organizer = try invitation()
    let receipt = organizer.receive(message, me: [boss], at: now)
    #expect(receipt.refusals.map(\.code) == ["too_many_instances"])
  }

  /// RFC 5545 §3.2.12, RFC 5546 §3.5.
  @Test("journal entries are not answered, and events not by what has been done")
  func kinds() throws {
    let lines = ["UID:j", "DTSTAMP:20260201T000000Z", "ORGANIZER:\(boss)", "ATTENDEE:\(ana)"]
    var own = try calendar(file(["BEGIN:VJOURNAL"] + lines + ["END:VJOURNAL"]))
    let before = own
    let journal = #expect(throws: EventError.self) {
      try own.answer(ItemID(uid: "j", kind: .journal), .accepted, by: [ana], at: now)
    }
    #expect(journal?.reasons.map(\.code) == [.misplacedProperty] && own == before)
    var meeting = try invitation()
    for status in [Attendee.Status.completed, .inProcess] {
      let error = #expect(throws: EventError.self) {
        try meeting.answer(ItemID(uid: "m"), status, by: [ana], at: now)
      }
      #expect(error?.reasons.map(\.code) == [.misplacedProperty])
    }
  }

  @Test("a person who is not invited is reported, and not added")
  func uninvited() throws {
    var organizer = try invitation()
    let text = messageText(
      "REPLY", "VEVENT",
      [
        "UID:m", "ORGANIZER:\(boss)", "DTSTAMP:20260202T000000Z", "SEQUENCE:1",
        "ATTENDEE;PARTSTAT=ACCEPTED:mailto:eve@example.org",
      ])
    let message = try #require(SchedulingMessage.messages(in: ICSDocument(parsing: text)).first)
    let receipt = organizer.receive(message, me: [boss], at: now)
    #expect(receipt.refusals == [.notInvited("mailto:eve@example.org")])
    #expect(receipt.refusals.first?.description == "eve@example.org is not invited")
    #expect(organizer.item(uid: "m")?.attendees.count == 2)
  }

  @Test("an update of the same revision keeps my alarms and my answer; a new revision asks again")
  func update() throws {
    var mine = try invitation()
    try mine.edit(ItemID(uid: "m"), scope: .all, at: nil, by: [ana]) {
      $0.alarms = [Alarm(.before(.minutes(5)))]
    }
    _ = try mine.answer(ItemID(uid: "m"), .accepted, by: [ana], at: now)
    // The organizer's update was sent before the answer came.
    for (sequence, expected) in [(1, Attendee.Status.accepted), (2, nil)] {
      let text = messageText(
        "REQUEST", "VEVENT",
        [
          "UID:m", "ORGANIZER:\(boss)", "DTSTAMP:2026010\(sequence + 1)T000000Z", "SEQUENCE:\(sequence)",
          "SUMMARY:Renamed", "DTSTART:20260303T090000Z", "ATTENDEE;RSVP=TRUE:\(ana)",
        ])
      let message = try #require(SchedulingMessage.messages(in: ICSDocument(parsing: text)).first)
      let receipt = mine.receive(message, from: boss, me: [ana], at: now)
      #expect(receipt.isAccepted, "\(receipt.refusals)")
      #expect(mine.item(uid: "m")?.summary == "Renamed" && status(mine) == expected)
      #expect(mine.item(uid: "m")?.alarms == [Alarm(.before(.minutes(5)))])
    }
  }

  private func request(_ stamp: String, _ lines: String...) throws -> SchedulingMessage {
    let text = messageText(
      "REQUEST", "VEVENT",
      ["UID:m", "ORGANIZER:\(boss)", "DTSTAMP:\(stamp)", "SEQUENCE:1", "DTSTART:20260303T090000Z"] + lines
        + ["ATTENDEE;RSVP=TRUE:\(ana)"])
    return try #require(SchedulingMessage.messages(in: ICSDocument(parsing: text)).first)
  }

  // RFC 5546 §2.1.5: of one SEQUENCE the later DTSTAMP, which only the organizer sets.
  @Test("an attendee's own edit does not make the organizer's next state stale")
  func attendeesEdit() throws {
    var mine = try invitation()
    try mine.edit(ItemID(uid: "m"), scope: .all, at: Instant("2026-02-01T00:00:00Z"), by: [ana]) {
      ($0.alarms, $0.categories) = ([Alarm(.before(.minutes(5)))], ["work"])
    }
    let receipt = mine.receive(
      try request("20260115T000000Z", "SUMMARY:Renamed"), from: boss, me: [ana], at: now)
    #expect(receipt.isAccepted && mine.item(uid: "m")?.summary == "Renamed")
    #expect(mine.item(uid: "m")?.alarms.count == 1)
  }

  @Test(
    "removing an item declines it; removing an instance declines the instance; a second removal sends nothing"
  )
  func removing() throws {
    let before = try invitation()
    var after = before
    try after.remove(uid: "m")
    let messages = after.messages(since: before, by: [ana], at: now)
    #expect(messages.map(\.method) == [.reply] && messages[0].recipients == [boss])
    #expect(messages[0].items[0].attendees.map(\.status) == [.declined])
    var declined = before
    _ = try declined.answer(ItemID(uid: "m"), .declined, by: [ana], at: now)
    #expect(declined.messages(since: before, by: [ana], at: now).map(\.method) == [.reply])
    var gone = declined
    try gone.remove(uid: "m")
    #expect(gone.messages(since: declined, by: [ana], at: now).isEmpty)
  }

  @Test("a message has no alarms, no records of answers, and a new DTSTAMP")
  func ownContent() throws {
    var organizer = try invitation()
    _ = organizer.receive(try reply("ACCEPTED", "20260202T000000Z"), from: ana, me: [boss], at: now)
    try organizer.edit(ItemID(uid: "m"), scope: .all, at: nil, by: [boss]) {
      $0.alarms = [Alarm(.before(.minutes(5)))]
    }
    let request = try organizer.request(for: ItemID(uid: "m"), by: [boss], at: now)
    #expect(!request.text.contains("VALARM") && !request.text.contains("X-ALMANAC-ANSWER"))
    #expect(request.items[0].stamp == now)
    #expect(throws: EventError.self) {
      try organizer.request(for: ItemID(uid: "m"), by: [ana], at: now)
    }
    let published = try organizer.publication(of: "m", at: now)
    #expect(published.items[0].attendees.isEmpty && !published.text.contains("ATTENDEE"))
  }

  @Test("a mail has a text and the message with its method, in base64 between boundaries (RFC 6047 §2.4)")
  func mail() throws {
    let request = try invitation().request(for: ItemID(uid: "m"), by: [boss], at: now)
    let mail = try request.mail(text: "Réunion", boundary: "b1")
    #expect(mail.sender == "boss@example.org" && mail.subject == "Meeting")
    #expect(mail.recipients == ["ana@example.org", "bob@example.org"])
    #expect(mail.headers.map(\.value) == ["1.0", "multipart/alternative; boundary=\"b1\""])
    let parts = mail.body.replacing("\r\n", with: "\n").split(separator: "--b1")
    #expect(parts.count == 3 && parts[2] == "--\n")
    #expect(parts[1].contains("Content-Type: text/calendar; method=REQUEST; charset=UTF-8; component=VEVENT"))
    #expect(parts[0].contains("UsOpdW5pb24="))
    #expect(mail.body.utf8.allSatisfy { $0 < 0x80 })
    for boundary in ["", "a b", String(repeating: "x", count: 71), "é"] {
      #expect(throws: SyncError.self) { try request.mail(text: "", boundary: boundary) }
    }
  }

  // MARK: Series and instances

  private let bob = "mailto:bob@example.org"

  private func weekly(_ override: [String] = []) throws -> EventCalendar {
    let series = event(
      "m", "DTSTART:20260303T090000Z", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;COUNT=6", "SUMMARY:Meeting",
      "SEQUENCE:1",
      "ORGANIZER:\(boss)", "ATTENDEE;RSVP=TRUE:\(ana)", "ATTENDEE;RSVP=TRUE:\(bob)")
    guard !override.isEmpty else { return try calendar(file(series)) }
    let instance = ["BEGIN:VEVENT", "UID:m", "DTSTAMP:20260101T000000Z", "DURATION:PT1H", "SEQUENCE:1"]
    return try calendar(file(series, instance + ["ORGANIZER:\(boss)"] + override + ["END:VEVENT"]))
  }

  private func reply(
    of person: String, _ status: String, _ stamp: String, instance: String? = nil
  ) throws -> SchedulingMessage {
    let text = messageText(
      "REPLY", "VEVENT",
      [
        "UID:m", "ORGANIZER:\(boss)", "DTSTAMP:202602\(stamp)T000000Z", "SEQUENCE:1",
        "ATTENDEE;PARTSTAT=\(status):\(person)",
      ] + (instance.map { ["RECURRENCE-ID:\($0)"] } ?? []))
    return try #require(SchedulingMessage.messages(in: ICSDocument(parsing: text)).first)
  }

  /// The answers to the series and to the instance of 24 March: `ana bob, ana bob`.
  private func answers(_ calendar: EventCalendar) throws -> String {
    let instance = EventTime.zoned(try Instant("2026-03-24T09:00:00Z").in(.utc))
    let items = [
      calendar.item(uid: "m"),
      try calendar.item(inEffectAt: ItemID(uid: "m", kind: .event, recurrenceID: instance)),
    ]
    return items.map { item in
      [ana, bob].map { person in
        item?.attendees.first { $0.address == person }?.status?.rawValue.prefix(3).lowercased() ?? "-"
      }.joined(separator: " ")
    }.joined(separator: ", ")
  }

  /// RFC 5546 §2.1.5: messages are ordered by UID and RECURRENCE-ID; an answer to an instance is one of its own.
  @Test(
    "answers of several people to a series and to one of its instances are the same in any order of arrival")
  func instancesInAnyOrder() throws {
    let messages = [
      try reply(of: bob, "DECLINED", "01", instance: "20260324T090000Z"),
      try reply(of: ana, "ACCEPTED", "02"),
      try reply(of: bob, "TENTATIVE", "03"),
      try reply(of: ana, "DECLINED", "04", instance: "20260324T090000Z"),
      try reply(of: ana, "TENTATIVE", "05"),
    ]
    var random = SeededGenerator(seed: 21)
    for _ in 0..<rounds(15) {
      var organizer = try weekly()
      var refusals: [MessageRefusal] = []
      for message in messages.shuffled(using: &random) {
        refusals += organizer.receive(message, me: [boss], at: now).refusals
        organizer = try calendar(ICSDocument([organizer]).text)
      }
      // Of the two answers of ana to the series the earlier one is stale where it arrives last.
      #expect(try answers(organizer) == "ten ten, dec dec" && refusals.allSatisfy { $0 == .stale })
      #expect(refusals.count <= 1)
    }
  }

  @Test("an answer to a series is one to the instances whose attendees are others, too, in both calendars")
  func otherAttendees() throws {
    let alone = [
      "RECURRENCE-ID:20260324T090000Z", "DTSTART:20260324T110000Z", "SUMMARY:Only ana",
      "ATTENDEE;RSVP=TRUE:\(ana)",
    ]
    var mine = try weekly(alone)
    let (change, messages) = try mine.answer(ItemID(uid: "m"), .accepted, by: [ana], at: now)
    #expect(try answers(mine) == "acc -, acc -")
    var organizer = try weekly(alone)
    let message = try #require(messages.first)
    #expect(organizer.receive(message, me: [boss], at: now).isAccepted)
    #expect(try answers(organizer) == "acc -, acc -")
    try mine.apply(change.inverse)
    #expect(try answers(mine) == "- -, - -")
    // One that was answered by itself stays.
    let instance = ItemID(
      uid: "m", kind: .event, recurrenceID: .zoned(try Instant("2026-03-24T09:00:00Z").in(.utc)))
    for status in [Attendee.Status.tentative, .accepted] {
      var mine = try weekly(alone)
      _ = try mine.answer(ItemID(uid: "m"), .accepted, by: [ana], at: now)
      _ = try mine.answer(instance, status, by: [ana], at: now)
      _ = try mine.answer(ItemID(uid: "m"), .declined, by: [ana], at: now)
      #expect(try answers(mine) == "dec -, \(status.rawValue.prefix(3).lowercased()) -")
    }
  }

  /// RFC 5546 §2.1.4, §2.1.5.
  @Test("after I was removed with a higher SEQUENCE an earlier request does not bring the item back")
  func removed() throws {
    func message(_ method: String, _ stamp: String, _ sequence: Int, _ lines: [String]) throws
      -> SchedulingMessage
    {
      let text = messageText(
        method, "VEVENT",
        [
          "UID:m", "ORGANIZER:\(boss)", "DTSTAMP:202602\(stamp)T000000Z", "SEQUENCE:\(sequence)",
          "ATTENDEE;RSVP=TRUE:\(ana)",
        ] + lines)
      return try #require(SchedulingMessage.messages(in: ICSDocument(parsing: text)).first)
    }
    let content = ["DTSTART:20260303T090000Z", "DTEND:20260303T100000Z", "SUMMARY:Meeting"]
    var mine = try invitation()
    #expect(mine.receive(try message("CANCEL", "05", 2, []), me: [ana], at: now).isAccepted)
    let stale = mine.receive(try message("REQUEST", "09", 1, content), me: [ana], at: now)
    #expect(stale.refusals == [.stale] && mine.item(uid: "m")?.isCancelled == true)
    #expect(mine.receive(try message("REQUEST", "09", 2, content), me: [ana], at: now).isAccepted)
    #expect(mine.item(uid: "m")?.isCancelled == false)
  }
}
