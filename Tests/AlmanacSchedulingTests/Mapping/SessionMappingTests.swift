import AlmanacEvents
import AlmanacScheduling
import AlmanacTime
import Foundation
import Testing

@Suite("Sessions and seasons as events")
struct SessionMappingTests {
  let madrid: Zone
  let monday: ZonedDateTime

  init() throws {
    madrid = try Zone("Europe/Madrid")
    monday = try zoned("2026-03-02T10:00", madrid)
  }

  private var sessions: [SessionBook.Session] {
    let begun = monday.instant.adding(seconds: 120)
    let plan = SessionBook.Session.Plan(monday, lasting: .minutes(45))
    func session(_ uid: String, _ state: SessionBook.Session.State) -> SessionBook.Session {
      SessionBook.Session(
        uid: uid, coach: "ana@example.org", client: "bob", summary: "Legs", plan: plan, in: madrid,
        location: "Gym; north",
        details: "Slowly", state: state)
    }
    var done = session("done", .completed)
    done.started = begun
    done.ended = begun.adding(seconds: 2500)
    var running = session("running", .inProgress)
    running.started = begun
    let free = SessionBook.Session(
      uid: "free", coach: "ana@example.org", client: "urn:someone", plan: nil, in: madrid, state: .completed,
      started: begun, ended: begun.adding(seconds: 3000))
    return [
      session("planned", .scheduled), running, done, session("missed", .missed),
      session("off", .cancelled(isLate: false)), session("late", .cancelled(isLate: true)), free,
    ]
  }

  @Test("a session of any state reads back as it was written")
  func roundTrip() throws {
    for session in sessions {
      let read = try SessionBook.Session(session.event())
      #expect(read == session)
    }
  }

  @Test("a public calendar of a coach has the same busy time, and nothing of who and what")
  func published() throws {
    var stored = EventCalendar()
    for session in sessions { stored.insert(session.event()) }
    let day = try instant("2026-03-02T00:00", in: madrid)..<instant("2026-03-03T00:00", in: madrid)
    let book = try SessionBook(stored, in: day, now: monday.instant)
    let coach = "ana@example.org"
    let organizer = Organizer("mailto:gym@example.org")
    let calendar = book.publicCalendar(of: coach, titled: "Taken", organizer: organizer, at: monday.instant)
    #expect(calendar.method == "PUBLISH" && calendar.events.count == 4)
    #expect(calendar.events.allSatisfy { $0.summary == "Taken" && $0.organizer == organizer })
    #expect(BusyTime([calendar], in: day, viewer: madrid).periods == book.busy(of: coach).periods)
    let text = String(decoding: try JSONEncoder().encode(calendar), as: UTF8.self)
    for hidden in ["ana", "bob", "someone", "Legs", "north", "Slowly"] { #expect(!text.contains(hidden)) }
  }

  @Test("whom another program invites beside the client is not the client")
  func guests() throws {
    for session in sessions {
      var event = session.event()
      event.attendees.insert(Attendee("mailto:guest@example.org", role: .required, status: .accepted), at: 0)
      #expect(try SessionBook.Session(event) == session)
      var calendar = EventCalendar()
      calendar.insert(event)
      let start = session.interval.lowerBound
      let book = try SessionBook(calendar, in: start..<start, now: start)
      #expect(book.clients(of: session.coach).map { $0.name } == [session.client])
    }
  }

  @Test("the coach organises, the client attends, and only what takes time is busy")
  func meaning() throws {
    let event = sessions[0].event { $0 == "bob" ? "Bob" : "Ana" }
    #expect(event.organizer == Organizer("mailto:ana@example.org", name: "Ana"))
    #expect(event.attendees.map { $0.name } == ["Bob"])
    #expect(event.summary == "Legs")
    var calendar = EventCalendar()
    for session in sessions { calendar.insert(session.event()) }
    let busy = BusyTime([calendar], in: try days("2026-03-02", "2026-03-03", in: madrid), viewer: madrid)
    #expect(Set(busy.items.compactMap { $0.id?.uid }) == ["planned", "running", "done", "free"])
    #expect(busy.items.allSatisfy { $0.isBooking })
  }

  @Test("changes by another program are imported: a new time, a cancellation")
  func changes() throws {
    var moved = sessions[0].event()
    moved.start = .zoned(monday.adding(.hours(2)))
    moved.end = .zoned(monday.adding(.hours(3)))
    #expect(
      try SessionBook.Session(moved).interval == monday.adding(.hours(2))
        .instant..<monday.adding(.hours(3)).instant)
    var off = sessions[0].event()
    off.status = .cancelled
    #expect(try SessionBook.Session(off).state == .cancelled(isLate: false))
    var broken = sessions[0].event()
    broken.attendees = []
    // A program that drops names other than mail addresses leaves the client in a property.
    #expect(try SessionBook.Session(broken).client == "bob")
    broken.unmodelled.properties.removeAll { $0.name == "X-ALMANAC-CLIENT" }
    #expect(throws: SchedulingError.self) { try SessionBook.Session(broken) }
    #expect(throws: SchedulingError.self) { try SessionBook.Session(Event("Legs", at: monday)) }
  }

  @Test("a coach's sessions are a calendar, with the names of their clients and of no others")
  func calendar() throws {
    var book = SessionBook()
    let now = try instant("2026-03-01T12:00", in: madrid)
    for coach in ["ana", "leo"] {
      _ = book.request(
        .addClient(SessionBook.Client("\(coach)-client", name: "Client of \(coach)")), by: coach, now: now)
      _ = book.request(
        .schedule(client: "\(coach)-client", at: monday), by: coach, now: now, uids: .seeded(5))
    }
    let calendar = try book.calendar(of: "ana", name: "Ana", at: Instant("2026-03-01T00:00:00Z"))
    #expect(calendar.items.compactMap { $0.event?.summary } == ["Client of ana"])
    let read = try calendar.items.compactMap { $0.event }.map(SessionBook.Session.init(_:))
    #expect(read == book.sessions(of: "ana"))
  }

  @Test("G1 clients without sessions and former clients round-trip with the sessions")
  func clients() throws {
    var book = SessionBook()
    let now = try instant("2026-03-02T12:00", in: madrid)
    for client in [
      SessionBook.Client("new@example.org", name: "New"), SessionBook.Client("old"),
      SessionBook.Client("kept", name: "Kept, sometimes"),
    ] {
      _ = book.request(.addClient(client), by: "ana", now: now)
    }
    let past = monday.instant..<monday.instant.adding(seconds: 3600)
    for client in ["old", "kept"] {
      let start = client == "old" ? past : past.lowerBound.adding(seconds: -7200)..<past.lowerBound
      _ = book.request(.recordUnplanned(client: client, during: start, in: madrid), by: "ana", now: now)
    }
    #expect(!book.request(.removeClient("old"), by: "ana", now: now).isRefused)
    var calendar = try book.calendar(of: "ana", at: Instant("2026-03-01T00:00:00Z"))
    let window = try days("2026-01-01", "2027-01-01", in: madrid)
    let read = try SessionBook(calendar, in: window, now: now)
    #expect(read.clients(of: "ana") == book.clients(of: "ana"))
    #expect(read.clients(of: "ana").map { $0.name } == ["Kept, sometimes", "New"])
    #expect(read.sessions(of: "ana") == book.sessions(of: "ana"))
    #expect(read.clients(of: "leo").isEmpty)
    // Another program plans a session with somebody who had left.
    calendar.insert(
      SessionBook.Session(
        uid: "again", coach: "ana", client: "old", plan: .init(monday.adding(.days(7)), lasting: .hours(1)),
        in: madrid
      )
      .event())
    #expect(try SessionBook(calendar, in: window, now: now).client("old", of: "ana") != nil)
  }

  @Test("a season reads back as it was written; open and postponed matches take no time")
  func season() throws {
    let liga = try SeasonTests.liga
    let calendar = liga.calendar(at: Instant(secondsSinceEpoch: 1_770_000_000)) { "Jornada \($0.number)" }
    #expect(Season(calendar) == liga)
    let busy = BusyTime([calendar], in: try days("2015-08-01", "2015-10-01", in: madrid), viewer: madrid)
    #expect(busy.items.compactMap { $0.id?.uid } == ["3"])
    let shown = calendar.items.map { $0.summary }
    #expect(shown.prefix(3) == ["Jornada 1", "Málaga 0–0 Sevilla", "Athletic 0–1 Barcelona"])
  }

  @Test("resources that another program writes in other letters are those of the session")
  func resourcesInOtherLetters() throws {
    let session = SessionBook.Session(
      uid: "s", coach: "eva", client: "bob", plan: .init(monday, lasting: .hours(1)), in: madrid,
      resources: [.init("r1", as: "room"), .init("mats", amount: 2, capacity: 9)],
      created: monday.instant.adding(seconds: -86_400))
    var event = session.event()
    #expect(event.created == session.created)
    event.resources = ["MATS", "R1"]
    #expect(try SessionBook.Session(event) == session)
    event.resources = ["MATS"]
    #expect(try SessionBook.Session(event).resources.map { $0.name } == ["mats"])
  }
}
