import AlmanacEvents
import AlmanacICS
import AlmanacSync
import AlmanacTime
import Testing

/// A to-do that Ann assigned to Ben and Cai: the percentage in a reply is that of the attendee's part (RFC 5545 §3.8.1.8).
@Suite("How much of an assigned to-do is done")
struct AssignedTodoTests {
  private let ann = "mailto:ann@example.org"
  private let ben = "mailto:ben@example.org"
  private let cai = "mailto:cai@example.org"
  private let id = ItemID(uid: "report", kind: .todo)

  private struct Office {
    var calendars: [String: EventCalendar] = [:]
    var now: Instant
  }

  private func office() throws -> Office {
    let lines =
      ["BEGIN:VTODO", "UID:report", "DTSTAMP:20260301T000000Z", "DUE:20260320T170000Z", "SUMMARY:Report"]
      + ["ORGANIZER:\(ann)", "ATTENDEE:\(ben)", "ATTENDEE:\(cai)", "END:VTODO"]
    var office = Office(now: try Instant("2026-03-02T09:00:00Z"))
    office.calendars[ann] = try calendar(file(lines))
    try send(from: ann, since: EventCalendar(), &office)
    return office
  }

  /// Sends what a person's calendar has since an earlier state of it, and what the recipients send in turn.
  private func send(from sender: String, since before: EventCalendar, _ office: inout Office) throws {
    office.now = office.now.adding(seconds: 60)
    let calendar = try #require(office.calendars[sender])
    for message in calendar.messages(since: before, by: [sender], at: office.now) {
      try deliver(message, from: sender, &office)
    }
  }

  private func deliver(_ message: SchedulingMessage, from sender: String, _ office: inout Office) throws {
    for person in message.recipients {
      let received = try #require(
        SchedulingMessage.messages(in: ICSDocument(parsing: message.text)).first)
      let before = office.calendars[person, default: EventCalendar()]
      let receipt = office.calendars[person, default: EventCalendar()].receive(
        received, from: sender, me: [person], at: office.now)
      #expect(receipt.refusals == [])
      if person == ann { try send(from: ann, since: before, &office) }
    }
  }

  private func progress(_ person: String, _ office: Office) -> String {
    let todo = office.calendars[person]?.item(id)?.todo
    return "\(todo?.status.map { "\($0)" } ?? "none") \(todo?.percentComplete ?? 0)"
  }

  @Test("answers without progress change nothing, and a part that is done stays done")
  func parts() throws {
    var office = try office()
    office.now = office.now.adding(seconds: 3_600)
    let before = try #require(office.calendars[ben])
    try office.calendars[ben]?.complete(id, at: office.now, by: [ben])
    try send(from: ben, since: before, &office)
    #expect(progress(ann, office) == "inProcess 50")
    #expect(progress(ben, office) == "completed 100")
    for status in [Attendee.Status.accepted, .tentative, .accepted] {
      office.now = office.now.adding(seconds: 3_600)
      let answer = try office.calendars[cai]?.answer(id, status, by: [cai], at: office.now)
      let reply = try #require(answer?.messages.first)
      #expect(reply.items.map { $0.todo?.percentComplete } == [nil])
      try deliver(reply, from: cai, &office)
      #expect(progress(ann, office) == "inProcess 50")
      #expect(progress(ben, office) == "completed 100")
      let cais = office.calendars[ann]?.item(id)?.attendees.first { $0.address == cai }
      #expect(cais?.status == status)
    }
    // Cai does a part of hers, then all.
    for (percent, whole) in [(40, "inProcess 70"), (100, "completed 100")] {
      office.now = office.now.adding(seconds: 3_600)
      let (now, before) = (office.now, try #require(office.calendars[cai]))
      try office.calendars[cai]?.edit(id, scope: .all, at: now, by: [cai]) { item in
        guard case .todo(var todo) = item else { return }
        todo.setProgress(percent, at: now)
        item = .todo(todo)
      }
      try send(from: cai, since: before, &office)
      #expect(progress(ann, office) == whole)
    }
  }
}
