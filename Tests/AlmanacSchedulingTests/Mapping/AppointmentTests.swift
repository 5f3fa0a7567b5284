import AlmanacEvents
import AlmanacICS
import AlmanacScheduling
import AlmanacTime
import Testing

@Suite("Appointments of another program's calendar")
struct AppointmentTests {
  private let madrid: Zone
  private let now: Instant
  private let window: Range<Instant>

  init() throws {
    madrid = try Zone("Europe/Madrid")
    now = try instant("2026-03-10T18:30", in: madrid)
    window = try days("2026-03-01", "2026-04-01", in: madrid)
  }

  private func book(_ events: String) throws -> SessionBook {
    let text =
      "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//example//example//EN\n\(events)\nEND:VCALENDAR\n"
      .replacing("\n", with: "\r\n")
    let calendar = try #require(try ICSDocument(parsing: text).calendars.first)
    return try SessionBook(calendar, in: window, now: now)
  }

  private func event(_ uid: String, _ more: String) -> String {
    """
    BEGIN:VEVENT
    UID:\(uid)
    DTSTAMP:20260101T000000Z
    SUMMARY:Strength
    ORGANIZER;CN=Eva:mailto:eva@example.org
    \(more)
    END:VEVENT
    """
  }

  private let bob = "ATTENDEE;CN=Bob:mailto:bob@example.org"

  @Test("G1 each instance is a session of its own; what is over took place, what was called off did not")
  func instances() throws {
    let main = """
      DTSTART;TZID=Europe/Madrid:20260303T180000
      DURATION:PT30M
      RRULE:FREQ=WEEKLY;COUNT=4
      LOCATION:Gym
      """
    let cancelled = """
      RECURRENCE-ID;TZID=Europe/Madrid:20260317T180000
      DTSTART;TZID=Europe/Madrid:20260317T180000
      STATUS:CANCELLED
      """
    let moved = """
      RECURRENCE-ID;TZID=Europe/Madrid:20260324T180000
      DTSTART;TZID=Europe/Madrid:20260325T090000
      DURATION:PT2H
      """
    let book = try book(
      [main, cancelled, moved].map { event("weekly", "\($0)\n\(bob)") }.joined(separator: "\n"))
    let sessions = book.sessions(of: "eva@example.org")
    // 18:00 in Madrid is 17:00 UTC in March.
    #expect(
      sessions.map { $0.uid } == [
        "weekly/20260303T170000Z", "weekly/20260310T170000Z", "weekly/20260317T170000Z",
        "weekly/20260324T170000Z",
      ])
    // The second is over at the very moment.
    #expect(sessions.map { $0.state.code } == ["completed", "completed", "cancelled", "scheduled"])
    #expect(
      sessions.map { "\($0.start.local)" } == [
        "2026-03-03T18:00:00", "2026-03-10T18:00:00", "2026-03-17T18:00:00", "2026-03-25T09:00:00",
      ])
    #expect(sessions.last.map { $0.interval.upperBound.seconds(since: $0.interval.lowerBound) } == 7200)
    #expect(sessions.first?.location == "Gym")
    #expect(book.clients(of: "eva@example.org") == [SessionBook.Client("bob@example.org", name: "Bob")])
    #expect(
      try book.lastTrained("bob@example.org", by: "eva@example.org")
        == instant("2026-03-10T18:00", in: madrid))
  }

  @Test(
    "groups, whole days, floating times and events without an organizer are no appointments, optional guests no clients"
  )
  func others() throws {
    let time = "DTSTART;TZID=Europe/Madrid:20260312T100000"
    let guest = "ATTENDEE;ROLE=OPT-PARTICIPANT:mailto:dan@example.org"
    let lone = event("lone", "\(time)\n\(bob)").replacing(
      "ORGANIZER;CN=Eva:mailto:eva@example.org\n", with: "")
    let book = try book(
      [
        event("group", "\(time)\n\(bob)\nATTENDEE:mailto:cyd@example.org"),
        event("day", "DTSTART;VALUE=DATE:20260312\n\(bob)"),
        event("floating", "DTSTART:20260312T100000\n\(bob)"),
        event("alone", time), lone,
        event("late", "DTSTART;TZID=Europe/Madrid:20260412T100000\n\(bob)"),
        event("two", "\(time)\nDURATION:PT1H\n\(bob)\n\(guest)"),
      ].joined(separator: "\n"))
    #expect(book.sessions(of: "eva@example.org").map { $0.uid } == ["two"])
    #expect(book.clients(of: "eva@example.org").map { $0.id } == ["bob@example.org"])
  }

  @Test("a session that lost its marks in another program is an appointment with the same facts")
  func withoutMarks() throws {
    let start = try zoned("2026-06-01T10:00", madrid)
    for title in ["", "Boxing"] {
      let session = SessionBook.Session(
        uid: "s", coach: "eva@example.org", client: "bob@example.org", summary: title,
        plan: SessionBook.Session.Plan(start, lasting: .hours(1)), in: madrid, location: "Gym",
        details: "Gloves")
      var event = session.event { $0 == "bob@example.org" ? "Bob" : "" }
      event.unmodelled = Unmodelled()
      event.concepts = []
      #expect(try SessionBook.Session(appointment: event, now: now) == session)
      #expect(
        try SessionBook.Session(appointment: event, now: start.adding(.hours(2)).instant).state == .completed)
      event.attendees.append(Attendee("mailto:cyd@example.org"))
      #expect(throws: SchedulingError.self) { try SessionBook.Session(appointment: event, now: now) }
    }
  }

  @Test("sessions that were written here read back as they were, whenever they are")
  func ownSessions() throws {
    var book = SessionBook()
    let start = try zoned("2026-06-01T10:00", madrid)
    _ = book.request(
      .addClient(SessionBook.Client("bob@example.org", name: "Bob")), by: "eva@example.org", now: now)
    _ = book.request(
      .schedule(client: "bob@example.org", at: start), by: "eva@example.org", now: now, uids: .seeded(1))
    _ = book.request(
      .startUnplanned(client: "bob@example.org", in: madrid), by: "eva@example.org", now: now,
      uids: .seeded(2))
    let text = try ICSDocument([book.calendar(of: "eva@example.org", at: Instant("2026-03-01T00:00:00Z"))])
      .text(
        .normalized)
    #expect(text.contains("DTSTAMP:20260301T000000Z"))
    #expect(!text.contains("DTSTAMP:1970"))
    let calendar = try #require(try ICSDocument(parsing: text).calendars.first)
    let again = try SessionBook(calendar, in: window, now: now)
    #expect(again.sessions(of: "eva@example.org") == book.sessions(of: "eva@example.org"))
    #expect(again.clients(of: "eva@example.org") == book.clients(of: "eva@example.org"))
  }
}
