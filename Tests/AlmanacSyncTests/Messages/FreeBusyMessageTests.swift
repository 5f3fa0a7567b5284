import AlmanacEvents
import AlmanacICS
import AlmanacScheduling
import AlmanacSync
import AlmanacTime
import Testing

@Suite("Messages about busy time (RFC 5546 §3.3)")
struct FreeBusyMessageTests {
  private let a = "mailto:a@example.com"
  private let b = "mailto:b@example.com"
  private let c = "mailto:c@example.com"

  private func read(_ method: String, _ lines: [String]) throws -> SchedulingMessage {
    let text = messageText(method, "VFREEBUSY", lines)
    return try #require(SchedulingMessage.messages(in: ICSDocument(parsing: text)).first)
  }

  /// The request of RFC 5546 §4.3.2.
  private let question = [
    "ORGANIZER:mailto:a@example.com", "ATTENDEE;ROLE=CHAIR:mailto:a@example.com",
    "ATTENDEE:mailto:b@example.com", "ATTENDEE:mailto:c@example.com", "DTSTAMP:19970613T190000Z",
    "DTSTART:19970701T080000Z", "DTEND:19970701T200000Z",
    "UID:calsrv.example.com-873970198738777@example.com",
  ]

  /// B's calendar: the busy time of the answer in §4.3.3, tentative and free time, and that of others.
  private func calendar(_ more: [String]...) throws -> EventCalendar {
    let invited = ["ORGANIZER:\(c)", "ATTENDEE;PARTSTAT=DECLINED:\(b)"]
    return try AlmanacSyncTests.calendar(
      file(
        event("1", "DTSTART:19970701T090000Z", "DTEND:19970701T100000Z"),
        event("2", "DTSTART:19970701T140000Z", "DTEND:19970701T143000Z"),
        event("3", "DTSTART;TZID=Europe/Madrid:19970701T100000", "DURATION:PT2H", "TRANSP:TRANSPARENT"),
        event("4", "DTSTART:19970701T160000Z", "DURATION:PT1H").dropLast() + invited + ["END:VEVENT"],
        event("5", "DTSTART:19970701T190000Z", "DURATION:PT3H", "STATUS:TENTATIVE"), more.flatMap { $0 }))
  }

  private func answer(_ calendar: EventCalendar, _ lines: [String]? = nil, me: String? = nil) throws
    -> MessageReceipt
  {
    var calendar = calendar
    let before = calendar
    let receipt = calendar.receive(
      try read("REQUEST", lines ?? question), from: a, me: [me ?? b], at: now)
    #expect(calendar == before)
    return receipt
  }

  private func replaced(_ name: String, _ line: String?) -> [String] {
    question.filter { !$0.hasPrefix(name) } + [line].compactMap { $0 }
  }

  @Test("§4.3.2, §4.3.3 a request is answered with the busy time of its range")
  func request() throws {
    let receipt = try answer(calendar())
    #expect(receipt.isAccepted, "\(receipt.refusals)")
    let reply = try #require(receipt.replies.first)
    #expect(receipt.replies.count == 1 && reply.recipients == [a] && reply.method == .reply)
    let lines = try storedLines(reply.calendar)
    for line in [
      "METHOD:REPLY", "ORGANIZER:mailto:a@example.com", "ATTENDEE:mailto:b@example.com",
      "UID:calsrv.example.com-873970198738777@example.com", "DTSTART:19970701T080000Z",
      "DTEND:19970701T200000Z",
      "FREEBUSY:19970701T090000Z/19970701T100000Z,19970701T140000Z/19970701T143000Z",
      "FREEBUSY;FBTYPE=BUSY-TENTATIVE:19970701T190000Z/19970701T200000Z",
    ] { #expect(lines.contains(line), "\(line) in \(lines)") }
    #expect(lines.count { $0.hasPrefix("FREEBUSY") } == 2)
    for name in ["DURATION", "SEQUENCE", "BEGIN:VEVENT", "BEGIN:VTIMEZONE", "SUMMARY"] {
      #expect(!lines.contains { $0.hasPrefix(name) }, "\(name)")
    }
    let mail = try reply.mail(text: "Busy", boundary: "b")
    #expect(mail.body.contains("text/calendar; method=REPLY; charset=UTF-8; component=VFREEBUSY"))
    #expect(mail.sender == "b@example.com" && mail.recipients == ["a@example.com"])
  }

  @Test("the busy time of all my calendars is in the answer, that of other people is not")
  func calendars() throws {
    let other = try AlmanacSyncTests.calendar(
      file(event("w", "DTSTART:19970701T100000Z", "DTEND:19970701T110000Z")))
    let stated = [
      "BEGIN:VFREEBUSY", "UID:f", "DTSTAMP:19970601T000000Z", "DTSTART:19970701T000000Z",
      "DTEND:19970702T000000Z", "ORGANIZER:mailto:c@example.com", "FREEBUSY:19970701T120000Z/PT1H",
      "END:VFREEBUSY",
    ]
    let mine = stated.map {
      $0.replacing("c@example.com", with: "B@example.com").replacing("T12", with: "T17")
    }
    var own = try calendar(stated, mine.map { $0 == "UID:f" ? "UID:g" : $0 })
    let message = try read("REQUEST", question)
    let receipt = own.receive(message, me: [b], at: now, beside: [other])
    let periods = receipt.replies.first?.freeBusy.first?.periods ?? []
    #expect(periods.map { $0.start.in(.utc).local.time.hour } == [9, 14, 17, 19])
    #expect(periods.first?.end.description == "1997-07-01T11:00:00Z")
  }

  @Test("a request for another's time, without a range, or of a method that there is not, is refused")
  func refusals() throws {
    let own = try calendar()
    #expect(try answer(own, me: "mailto:d@example.com").refusals == [.meNotInvited])
    for name in ["DTSTAMP", "DTSTART", "DTEND", "ORGANIZER", "ATTENDEE"] {
      #expect(
        try answer(own, replaced(name, nil)).refusals == [.missingProperty(name, section: "3.3.2")])
    }
    let empty = try answer(own, replaced("DTEND", "DTEND:19970701T080000Z"))
    #expect(empty.refusals.map(\.code) == ["end_not_after_start"])
    var calendar = own
    let forged = calendar.receive(try read("REQUEST", question), from: c, me: [b], at: now)
    #expect(forged.refusals.map(\.code) == ["wrong_sender"])
    for method in ["ADD", "CANCEL", "REFRESH", "COUNTER", "DECLINECOUNTER"] {
      let receipt = calendar.receive(try read(method, question), me: [b], at: now)
      #expect(receipt.refusals.map(\.code) == ["misplaced_method"])
      #expect(receipt.refusals.first?.expected == "METHOD:PUBLISH, REQUEST or REPLY")
    }
    let more = try answer(
      own,
      question + ["FREEBUSY:19970701T090000Z/PT1H", "URL:https://a.example/", "REQUEST-STATUS:2.0;Success"])
    #expect(more.isAccepted && more.ignored == ["FREEBUSY", "URL", "REQUEST-STATUS"])
  }

  /// The answer of RFC 5546 §4.3.3, of one of two who were asked.
  private func reply(_ person: String, _ stamp: String, _ periods: String, uid: String = "q") throws
    -> SchedulingMessage
  {
    try read(
      "REPLY",
      [
        "ORGANIZER:\(a)", "ATTENDEE:\(person)", "DTSTAMP:\(stamp)", "DTSTART:19970701T080000Z",
        "DTEND:19970701T200000Z", "UID:\(uid)", "FREEBUSY:\(periods)",
      ])
  }

  @Test("an answer is stored for the organizer, a later one in its place, an earlier one not")
  func answers() throws {
    var own = EventCalendar()
    let asking = try read("REQUEST", replaced("UID", "UID:q"))
    #expect(own.receive(asking, me: [a], at: now).freeBusy.count == 1 && own.freeBusy.count == 1)
    let (early, late) = ("19970613T190000Z", "19970614T190000Z")
    for person in [b, c] {
      let receipt = own.receive(
        try reply(person, early, "19970701T090000Z/PT1H"), from: person, me: [a], at: now)
      #expect(receipt.isAccepted && receipt.freeBusy.count == 1, "\(receipt.refusals)")
    }
    #expect(own.freeBusy.count == 3)
    #expect(own.receive(try reply(b, late, "19970701T110000Z/PT1H"), from: b, me: [a], at: now).isAccepted)
    let stored = own
    #expect(own.freeBusy.flatMap(\.periods).map { $0.start.in(.utc).local.time.hour } == [9, 11])
    let again = own.receive(try reply(b, late, "19970701T110000Z/PT1H"), from: b, me: [a], at: now)
    #expect(again.isAccepted && own == stored)
    let stale = own.receive(try reply(b, early, "19970701T120000Z/PT1H"), from: b, me: [a], at: now)
    #expect(stale.refusals == [.stale] && stale.freeBusy.isEmpty && own == stored)
    let other = own.receive(try reply(b, late, "19970701T120000Z/PT1H"), from: b, me: [c], at: now)
    #expect(other.refusals == [.organizedBy(a)] && own == stored)
    let forged = own.receive(try reply(b, late, "19970701T120000Z/PT1H"), from: c, me: [a], at: now)
    #expect(forged.refusals.map(\.code) == ["wrong_sender"] && own == stored)
    let range = try Instant("1997-07-01T00:00:00Z")..<Instant("1997-07-02T00:00:00Z")
    #expect(BusyTime([own], in: range, viewer: .utc).periods.count == 2)
    #expect(try AlmanacSyncTests.calendar(ICSDocument([own]).text).freeBusy == own.freeBusy)
  }

  @Test("§4.3.1 a publication replaces earlier ones about the same time, and is not the owner's")
  func publications() throws {
    func publication(_ uid: String, _ day: Int, _ stamp: String, until: Int = 8) throws -> SchedulingMessage {
      try read(
        "PUBLISH",
        [
          "ORGANIZER:\(b)", "DTSTAMP:\(stamp)", "DTSTART:1997070\(day)T000000Z", "UID:\(uid)",
          "DTEND:1997070\(until)T000000Z", "FREEBUSY:1997070\(day)T090000Z/PT1H", "ATTENDEE:\(c)",
        ])
    }
    var own = EventCalendar()
    let first = own.receive(try publication("1", 1, "19970601T000000Z", until: 2), me: [a], at: now)
    #expect(first.isAccepted && first.ignored == ["ATTENDEE"])
    for uid in ["2", "3"] {
      let receipt = own.receive(try publication(uid, 3, "1997060\(uid)T000000Z"), me: [a], at: now)
      #expect(receipt.isAccepted)
    }
    #expect(own.freeBusy.map(\.uid) == ["1", "3"])
    #expect(own.receive(try publication("4", 1, "19970605T000000Z"), me: [a], at: now).isAccepted)
    #expect(own.freeBusy.map(\.uid) == ["4"])
    let late = own.receive(try publication("3", 3, "19970603T000000Z"), me: [a], at: now)
    #expect(late.refusals == [.stale])
    #expect(
      own.receive(try publication("5", 1, "19970606T000000Z"), me: [b], at: now).refusals
        == [.organizedByMe])
    // The parts of one message, by month.
    let parts = try ["1", "2"].map { month in
      try publication("6", 1, "19970607T000000Z").freeBusy.map { part in
        var part = part
        part.start = try Instant("1997-1\(month)-01T00:00:00Z")
        part.end = try Instant("1997-1\(month)-20T00:00:00Z")
        return part
      }
    }
    var whole = EventCalendar()
    (whole.method, whole.freeBusy) = ("PUBLISH", parts.flatMap { $0 })
    let both = try #require(
      SchedulingMessage.messages(in: ICSDocument(parsing: ICSDocument([whole]).text)).first)
    #expect(own.receive(both, me: [a], at: now).freeBusy.count == 2)
    #expect(own.freeBusy.map(\.uid) == ["4", "6", "6"])
  }

  @Test("a question, its answer and what is left of it: a dialogue of two calendars")
  func dialogue() throws {
    let range = try Instant("1997-07-01T08:00:00Z")..<Instant("1997-07-01T20:00:00Z")
    let question = SchedulingMessage(
      askingBusyTimeOf: [b], in: range, by: Organizer(a), at: try Instant("1997-06-13T19:00:00Z"),
      uids: .seeded(1))
    #expect(question.recipients == [b])
    var theirs = try calendar()
    func delivered(_ message: SchedulingMessage) throws -> SchedulingMessage {
      let document = try ICSDocument(parsing: message.text)
      #expect(document.diagnostics.filter { $0.severity > .note } == [])
      return try #require(SchedulingMessage.messages(in: document).first)
    }
    let asked = theirs.receive(
      try delivered(question), from: a, me: [b], at: try Instant("1997-06-13T20:00:00Z"))
    var own = EventCalendar()
    let answer = try delivered(try #require(asked.replies.first))
    #expect(own.receive(answer, from: b, me: [a], at: now).refusals == [.notAsked(b)] && own.freeBusy.isEmpty)
    own.freeBusy = question.freeBusy
    let receipt = own.receive(answer, from: b, me: [a], at: now)
    #expect(receipt.isAccepted, "\(receipt.refusals)")
    let busy = BusyTime([own], in: range, viewer: .utc)
    #expect(
      busy.periods.map(\.start)
        == BusyTime([theirs], in: range, viewer: .utc, rules: BusyRules(owner: b)).periods.map(\.start))
    let published = SchedulingMessage(
      publishing: busy.freeBusy(in: range, uid: "p", organizer: Organizer(b), at: now),
      at: try Instant("1997-06-14T20:00:00Z"))
    var others = EventCalendar()
    #expect(others.receive(try delivered(published), from: b, me: [c], at: now).isAccepted)
    #expect(others.freeBusy.first?.periods.map(\.start) == busy.periods.map(\.start))
  }
}
