import AlmanacEvents
import AlmanacICS
import AlmanacSync
import AlmanacTime
import Testing

/// Two copies of an organizer's item that received different answers: the merge is the item that received all of them.
@Suite("Merges of recorded answers")
struct AnswerMergeTests {
  private static let boss = "mailto:boss@example.org"

  private static func item(_ component: String = "VEVENT") throws -> EventCalendar {
    try calendar(
      file([
        "BEGIN:\(component)", "UID:m", "DTSTAMP:20260101T000000Z", "DTSTART:20260303T090000Z", "SUMMARY:S",
        "ORGANIZER:\(boss)", "ATTENDEE;RSVP=TRUE:mailto:ana@example.org",
        "ATTENDEE;RSVP=TRUE:mailto:bob@example.org", "END:\(component)",
      ]))
  }

  /// A reply of a day of February 2026.
  private struct Reply {
    let person: String
    let parameters: String
    let day: Int
    var lines: [String] = []
  }

  private func receive(_ replies: [Reply], in calendar: inout EventCalendar) throws {
    for reply in replies {
      let component = calendar.items.contains { $0.kind == .todo } ? "VTODO" : "VEVENT"
      let attendee = "ATTENDEE;\(reply.parameters):mailto:\(reply.person)@example.org"
      let text = messageText(
        "REPLY", component,
        [
          "UID:m", "ORGANIZER:\(Self.boss)", "DTSTAMP:202602\(reply.day)T000000Z", "SEQUENCE:0", attendee,
        ] + reply.lines)
      let document = try ICSDocument(parsing: text)
      let message = try #require(SchedulingMessage.messages(in: document).first)
      let receipt = calendar.receive(
        message, from: "mailto:\(reply.person)@example.org", me: [Self.boss], at: now)
      #expect(receipt.isAccepted)
    }
  }

  /// RFC 5546 §3.2.2.1: a new time asks again.
  @Test("an answer to the time before does not count after a merge with a move; one to the new time does")
  func movedMeanwhile() throws {
    let base = try Self.item()
    var (phone, laptop) = (base, base)
    try receive([Reply(person: "ana", parameters: "PARTSTAT=ACCEPTED", day: 10)], in: &phone)
    try laptop.edit(ItemID(uid: "m"), scope: .all, at: now, by: [Self.boss]) { item in
      item.move(to: ((try? Instant("2026-03-03T17:00:00Z")) ?? .min).in(.utc))
    }
    var asked = laptop
    var item = try #require(asked.item(uid: "m"))
    item.attendees = item.attendees.map { attendee in
      var attendee = attendee
      if attendee.address.contains("bob") { attendee.status = .tentative }
      return attendee
    }
    asked = asked.with(items: [item])
    for (moved, bob) in [(laptop, nil), (asked, Attendee.Status.tentative)] {
      for (one, other) in [(phone, moved), (moved, phone)] {
        let merge = CalendarMerge(base: base, ours: one, theirs: other)
        let people = try #require(merge.calendar.item(uid: "m")).attendees
        #expect(merge.conflicts.isEmpty)
        #expect(people.map { $0.status == .needsAction ? nil : $0.status } == [nil, bob])
      }
    }
    // Other changes of the organizer do not ask again.
    laptop = base
    try laptop.edit(ItemID(uid: "m"), scope: .all, at: now, by: [Self.boss]) { $0.location = "Room 2" }
    let merge = CalendarMerge(base: base, ours: phone, theirs: laptop)
    #expect(merge.calendar.item(uid: "m")?.attendees.first?.status == .accepted)
  }

  /// What the organizer sees of the item and the records that refuse earlier answers.
  private func state(_ item: Item) -> [String] {
    let people = item.attendees.map { "\($0.address) \($0.status?.rawValue ?? "") \($0.delegates)" }.sorted()
    let todo = item.todo
    let text = item.unmodelled.properties.map(\.value).sorted().joined(separator: " ")
    let days = text.split(separator: " ").filter { $0.hasPrefix("stamp=") || $0.hasPrefix("percent=") }
    return people + [
      "\(todo?.status?.rawValue ?? "") \(todo?.percentComplete ?? -1) \(days.sorted())"
    ]
  }

  private func expectAll(
    _ ours: [Reply], _ theirs: [Reply], known: [Reply] = [], _ component: String = "VEVENT",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var base = try Self.item(component)
    try receive(known, in: &base)
    var (sides, all) = ([base, base], base)
    for (index, replies) in [ours, theirs].enumerated() { try receive(replies, in: &sides[index]) }
    try receive((ours + theirs).sorted { $0.day < $1.day }, in: &all)
    let expected = state(try #require(all.item(uid: "m")))
    for policy in [MergePolicy.ask, .newer] {
      for (one, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
        let merge = CalendarMerge(base: base, ours: one, theirs: other, policy: policy)
        #expect(merge.conflicts.isEmpty, sourceLocation: sourceLocation)
        #expect(
          state(try #require(merge.calendar.item(uid: "m"))) == expected, sourceLocation: sourceLocation)
      }
    }
  }

  @Test("answers of different people are all recorded")
  func people() throws {
    let (ana, bob) = (
      Reply(person: "ana", parameters: "PARTSTAT=ACCEPTED", day: 12),
      Reply(person: "bob", parameters: "PARTSTAT=DECLINED", day: 11)
    )
    try expectAll([bob], [ana])
    try expectAll(
      [bob], [ana],
      known: [
        Reply(person: "ana", parameters: "PARTSTAT=TENTATIVE", day: 10),
        Reply(person: "bob", parameters: "PARTSTAT=TENTATIVE", day: 10),
      ])
  }

  @Test("of two answers of one person the later one is used, and earlier ones are refused afterwards")
  func onePerson() throws {
    let (first, later) = (
      Reply(person: "ana", parameters: "PARTSTAT=ACCEPTED", day: 11),
      Reply(person: "ana", parameters: "PARTSTAT=DECLINED", day: 12)
    )
    try expectAll([first], [later])
    try expectAll([first], [later], known: [Reply(person: "ana", parameters: "PARTSTAT=TENTATIVE", day: 10)])
  }

  @Test("a later answer takes the delegation along")
  func delegation() throws {
    let delegated = "PARTSTAT=DELEGATED;DELEGATED-TO=\"mailto:cleo@example.org\""
    for days in [(11, 12), (12, 11)] {
      try expectAll(
        [Reply(person: "ana", parameters: delegated, day: days.0)],
        [Reply(person: "ana", parameters: "PARTSTAT=TENTATIVE", day: days.1)])
    }
  }

  @Test("how much of a to-do is done follows from the answers of both sides")
  func progress() throws {
    func part(_ person: String, _ percent: Int, _ day: Int) -> Reply {
      Reply(
        person: person, parameters: "PARTSTAT=\(percent == 100 ? "COMPLETED" : "IN-PROCESS")", day: day,
        lines: ["PERCENT-COMPLETE:\(percent)"])
    }
    try expectAll([part("ana", 100, 11)], [part("bob", 100, 12)], "VTODO")
    try expectAll([part("ana", 100, 11)], [part("bob", 50, 12)], "VTODO")
    try expectAll([part("ana", 20, 11)], [part("ana", 60, 12), part("bob", 40, 13)], "VTODO")
  }
}
