import AlmanacEvents
import AlmanacICS
import AlmanacScheduling
import AlmanacSync
import AlmanacTime
import Testing

@Suite("Merges of group sessions and their clients")
struct GroupSessionMergeTests {
  private let coach = "eva@x.org"

  private func at(_ text: String) throws -> Instant {
    try CivilDateTime("2026-03-01T\(text)").in(Zone("Europe/Madrid")).instant
  }

  private func address(_ name: String) -> String { "\(name)@x.org" }

  /// A book with one group session.
  private func book(_ clients: String..., places: Int, title: String = "Pilates") throws -> SessionBook {
    var book = SessionBook()
    let start = try CivilDateTime("2026-03-06T10:00").in(Zone("Europe/Madrid"))
    let request = SessionRequest(clients.map(address), at: start, places: places, summary: title)
    #expect(!book.request(.book(request), by: coach, now: try at("09:00"), uids: .seeded(1)).isRefused)
    return book
  }

  private func requested(
    _ book: SessionBook, _ time: String, _ command: (String) -> SessionCommand
  ) throws -> SessionBook {
    var book = book
    let uid = try #require(book.sessions(of: coach).first).uid
    let decision = book.request(command(uid), by: coach, now: try at(time))
    #expect(!decision.isRefused, "\(decision.refusals)")
    return book
  }

  private func joined(_ book: SessionBook, _ client: String, at time: String) throws -> SessionBook {
    try requested(book, time) { .join($0, client: address(client)) }
  }

  private func left(_ book: SessionBook, _ client: String) throws -> SessionBook {
    try requested(book, "12:00") { .leave($0, client: address(client)) }
  }

  private func calendar(_ book: SessionBook) throws -> EventCalendar {
    book.calendar(of: coach, at: try at("13:00"))
  }

  private func session(_ calendar: EventCalendar) throws -> SessionBook.Session {
    let events = calendar.currentItems.compactMap(\.event)
    let event = try #require(events.first { (try? SessionBook.Session($0)) != nil })
    let session = try SessionBook.Session(event)
    #expect(
      event.attendees.map { PersonKey($0.address) }.sorted { "\($0)" < "\($1)" }
        == session.clients.map { PersonKey($0) }.sorted { "\($0)" < "\($1)" })
    return session
  }

  /// The clients of the merge in both orders, and again with each of the sides.
  private func merged(
    _ base: EventCalendar, _ one: EventCalendar, _ other: EventCalendar, _ policy: MergePolicy = .ask
  ) throws -> (clients: [String], displaced: [String], merges: [CalendarMerge]) {
    let merges = [(one, other), (other, one)].map {
      CalendarMerge(base: base, ours: $0, theirs: $1, policy: policy)
    }
    for merge in merges {
      #expect(merge.conflicts.isEmpty, "\(merge.conflicts)")
      for side in [one, other] {
        let again = CalendarMerge(base: base, ours: merge.calendar, theirs: side, policy: policy)
        #expect(again.conflicts.isEmpty)
        #expect(try session(again.calendar).clients == session(merge.calendar).clients)
      }
    }
    let names = try merges.map { try session($0.calendar).clients.map { String($0.prefix { $0 != "@" }) } }
    #expect(names[0] == names[1])
    let displaced = merges.map { $0.displaced.map { String($0.booking.member.prefix { $0 != "@" }) } }
    #expect(displaced[0] == displaced[1])
    return (names[0], displaced[0], merges)
  }

  @Test(
    "clients who joined on both sides are in the session, by the time at which they joined",
    arguments: [MergePolicy.ask, .ours, .newer])
  func joins(policy: MergePolicy) throws {
    let base = try book("a", places: 5)
    let sides = try [joined(base, "c", at: "10:30"), joined(base, "d", at: "10:00")].map(calendar)
    let merge = try merged(calendar(base), sides[0], sides[1], policy)
    #expect(merge.clients == ["a", "d", "c"] && merge.displaced.isEmpty)
    let stored = try #require(
      ICSDocument(parsing: ICSDocument([merge.merges[0].calendar]).text).calendars.first)
    var book = try SessionBook(stored, in: at("00:00")..<at("23:00"), now: at("13:00"))
    let uid = try session(stored).uid
    #expect(!book.request(.leave(uid, client: "c@x.org"), by: coach, now: try at("14:00")).isRefused)
  }

  @Test("beyond the places the first who joined have them, and who lost is reported")
  func places() throws {
    let base = try book("a", places: 3)
    let ours = try joined(joined(base, "b", at: "10:00"), "c", at: "10:45")
    let theirs = try requested(joined(base, "d", at: "10:30"), "12:00") {
      .edit($0, details: "Bring a towel")
    }
    let merge = try merged(calendar(base), calendar(ours), calendar(theirs))
    #expect(merge.clients == ["a", "b", "d"] && merge.displaced == ["c"])
    #expect(merge.merges.allSatisfy { $0.displaced.map(\.booking.state) == [.cancelled(isLate: false)] })
    #expect(try merge.merges.allSatisfy { try session($0.calendar).details == "Bring a towel" })
  }

  @Test("clients who left on both sides are out, and one who left makes room for one who joined")
  func leaves() throws {
    let base = try book("a", "b", "c", places: 3)
    #expect(try merged(calendar(base), calendar(left(base, "a")), calendar(left(base, "b"))).clients == ["c"])
    let changed = try joined(left(base, "b"), "d", at: "12:30")
    #expect(try merged(calendar(base), calendar(left(base, "a")), calendar(changed)).clients == ["c", "d"])
    #expect(
      try merged(calendar(base), calendar(left(base, "b")), calendar(changed)).clients == ["a", "c", "d"])
    // One who answered in another program and was taken out on the other side is out.
    var answered = try calendar(base)
    var item = try #require(answered.items.first { $0.event != nil })
    item.attendees[0].status = .declined
    try answered.update(item, at: at("12:15"))
    #expect(try merged(calendar(base), calendar(left(base, "a")), answered).clients == ["b", "c"])
  }

  @Test("a summary made of names is made anew, and a title of one side stays")
  func summaries() throws {
    let base = try book("a", places: 5, title: "")
    let (ours, theirs) = (try joined(base, "c", at: "10:30"), try joined(base, "d", at: "10:00"))
    for merge in try merged(calendar(base), calendar(ours), calendar(theirs)).merges {
      #expect(merge.calendar.items.compactMap(\.event).map(\.summary) == ["a@x.org, d@x.org, c@x.org"])
    }
    let titled = try requested(theirs, "12:00") { .edit($0, summary: "Yoga") }
    for merge in try merged(calendar(base), calendar(ours), calendar(titled)).merges {
      #expect(merge.calendar.items.compactMap(\.event).map(\.summary) == ["Yoga"])
    }
  }

  @Test("who joined a session that the other side cancelled is reported")
  func cancelled() throws {
    let base = try book("a", places: 5)
    let cancelled = try requested(base, "11:00") { .cancel($0) }
    let merge = try merged(calendar(base), calendar(joined(base, "c", at: "10:30")), calendar(cancelled))
    #expect(merge.displaced == ["c"])
    #expect(merge.merges.allSatisfy { $0.displaced.map(\.booking.state) == [.calledOff] })
    #expect(try merge.merges.allSatisfy { try session($0.calendar).state.code == "cancelled" })
  }

  @Test("whom another program accepted is a client while places last, after those who joined")
  func accepted() throws {
    let base = try book("a", places: 3)
    func accepting(_ names: String...) throws -> EventCalendar {
      var calendar = try calendar(base)
      var item = try #require(calendar.items.first { $0.event != nil })
      item.attendees += names.map { Attendee("mailto:\($0)@x.org", status: .accepted) }
      try calendar.update(item, at: at("09:30"))
      return calendar
    }
    let alone = try #require(accepting("f").items.compactMap(\.event).first)
    #expect(try SessionBook.Session(alone).clients == ["a@x.org", "f@x.org"])
    let many = try #require(accepting("i", "h", "g", "f").items.compactMap(\.event).first)
    #expect(try SessionBook.Session(many).clients == ["a@x.org", "f@x.org", "g@x.org"])
    let ours = try calendar(joined(base, "c", at: "10:30"))
    let merge = try merged(calendar(base), ours, accepting("f", "g"))
    #expect(merge.clients == ["a", "c", "f"] && merge.displaced == ["g"])
    // A session of one client has no other.
    var single = try #require(accepting("f").items.compactMap(\.event).first)
    single.unmodelled.properties.removeAll { $0.name == "X-ALMANAC-PLACES" }
    #expect(try SessionBook.Session(single).clients == ["a@x.org"])
  }

  private func sessionEvent(_ calendar: EventCalendar) throws -> Event {
    try #require(
      calendar.currentItems.compactMap(\.event).first { (try? SessionBook.Session($0)) != nil })
  }

  /// The calendar with attendees whom another program added or changed.
  private func answering(
    _ calendar: EventCalendar, _ answers: [String: Attendee.Status], location: String = "",
    details: String = ""
  ) throws -> EventCalendar {
    let event = try sessionEvent(calendar)
    var calendar = calendar
    try calendar.edit(event.id, scope: .all, at: at("12:30")) { item in
      if !location.isEmpty { item.location = location }
      if !details.isEmpty { item.details = details }
      for (name, status) in answers {
        let uri = "mailto:\(address(name))"
        if let index = item.attendees.firstIndex(where: { $0.address == uri }) {
          item.attendees[index].status = status
        } else {
          item.attendees.append(Attendee(uri, status: status))
        }
      }
    }
    return calendar
  }

  @Test(
    "whom another program accepted beyond the places gets none by a merge of other changes, and is not reported anew"
  )
  func acceptedBeyondPlaces() throws {
    let base = try answering(calendar(book("a", "b", places: 2)), ["c": .accepted])
    let ours = try answering(base, [:], location: "Hall")
    let theirs = try answering(base, [:], details: "Bring a towel")
    for (one, other) in [(ours, theirs), (theirs, ours)] {
      let merge = CalendarMerge(base: base, ours: one, theirs: other)
      let event = try sessionEvent(merge.calendar)
      #expect(try SessionBook.Session(event).clients == ["a", "b"].map(address))
      #expect(event.location == "Hall" && event.details == "Bring a towel")
      #expect(event.attendees.count == 3 && merge.displaced.isEmpty && merge.conflicts.isEmpty)
    }
  }

  @Test(
    "who changes the answer to a session remains an attendee with it",
    arguments: [Attendee.Status.declined, .tentative])
  func changedAnswer(status: Attendee.Status) throws {
    let base = try answering(calendar(book("a", places: 3)), ["p": .accepted])
    let ours = try answering(base, [:], location: "Hall")
    let theirs = try answering(base, ["p": status])
    for (one, other) in [(ours, theirs), (theirs, ours)] {
      let merge = CalendarMerge(base: base, ours: one, theirs: other)
      let event = try sessionEvent(merge.calendar)
      #expect(event.attendees.first { $0.address == "mailto:p@x.org" }?.status == status)
      #expect(event.location == "Hall" && merge.conflicts.isEmpty)
      #expect(try SessionBook.Session(event).clients == [address("a")])
    }
  }

  @Test(
    "numbers of places that are none are one place",
    arguments: ["-9223372036854775808", "9223372036854775807", "0"])
  func extremePlaces(number: String) throws {
    let base = try calendar(book("a", places: 5))
    let text = try #require(String(validating: ICSDocument([base]).bytes, as: UTF8.self))
    let other = try ICSDocument(
      parsing: text.replacing("X-ALMANAC-PLACES:5", with: "X-ALMANAC-PLACES:\(number)")
    ).calendars[0]
    let event = try sessionEvent(other)
    #expect(try SessionBook.Session(event).places == max(1, Int(number) ?? 0))
    let merge = CalendarMerge(
      base: base, ours: try answering(base, ["q": .accepted]), theirs: other, policy: .theirs)
    _ = try sessionEvent(merge.calendar)
    let appointment = """
      BEGIN:VEVENT\nUID:p\nDTSTAMP:20260101T000000Z\nDTSTART;TZID=Europe/Madrid:20260306T100000\nDURATION:PT1H
      ORGANIZER:mailto:eva@x.org\nATTENDEE:mailto:b@x.org\nX-ALMANAC-PLACES:\(number)\nEND:VEVENT
      """
    let plain = try ICSDocument(
      parsing: "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n\(appointment)\nEND:VCALENDAR\n")
    let read = try #require(plain.calendars[0].currentItems.compactMap(\.event).first)
    #expect(try SessionBook.Session(appointment: read, now: at("09:00")).clients == [address("b")])
  }
}
