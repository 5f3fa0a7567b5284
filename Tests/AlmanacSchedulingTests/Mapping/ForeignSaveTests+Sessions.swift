import AlmanacEvents
import AlmanacScheduling
import AlmanacTime
import Testing

extension ForeignSaveTests {
  @Test("a session keeps its people, its times and what a standard property can state, without any extension")
  func sessions() throws {
    let madrid = try Gym.madrid
    for (state, expected) in [
      (SessionBook.Session.State.scheduled, SessionBook.Session.State.scheduled), (.missed, .missed),
      (.cancelled(isLate: true), .cancelled(isLate: false)), (.completed, .scheduled),
    ] {
      let session = SessionBook.Session(
        uid: "s", coach: "ana@example.org", client: "bob@example.org",
        plan: .init(try zoned("2026-03-02T10:00", madrid), lasting: .minutes(45)), in: madrid, state: state)
      var event = session.event { _ in "Bob" }
      event.attendees.insert(Attendee("mailto:ana@example.org", role: .chair, status: .accepted), at: 0)
      let whole = try SessionBook.Session(event)
      #expect(whole == session)
      stripExtensions(&event)
      var stripped = session
      stripped.state = expected
      #expect(try SessionBook.Session(event) == stripped)
    }
  }

  @Test(
    "a client whose name is not a mail address, which some programs drop, stays; a new one takes their place")
  func clients() throws {
    let madrid = try Gym.madrid
    for client in ["bob, the first", "bob@example.org"] {
      let session = SessionBook.Session(
        uid: "s", coach: "ana@example.org", client: client, summary: "Legs",
        plan: .init(try zoned("2026-03-02T10:00", madrid), lasting: .minutes(45)), in: madrid)
      var event = session.event()
      saveByKDE(&event)
      #expect(try SessionBook.Session(event) == session)
      event.attendees.append(Attendee("mailto:friend@example.org", role: .optional))
      #expect(try SessionBook.Session(event) == session)
    }
    var event = SessionBook.Session(
      uid: "s", coach: "ana@example.org", client: "bob@example.org",
      plan: .init(try zoned("2026-03-02T10:00", madrid), lasting: .minutes(45)), in: madrid
    ).event()
    event.attendees = [Attendee("mailto:cleo@example.org", status: .accepted)]
    #expect(try SessionBook.Session(event).client == "cleo@example.org")
  }

  @Test("a session that another program renamed has the new title")
  func renamedSession() throws {
    let madrid = try Gym.madrid
    let session = SessionBook.Session(
      uid: "s", coach: "ana@example.org", client: "bob@example.org",
      plan: .init(try zoned("2026-03-02T10:00", madrid), lasting: .minutes(45)), in: madrid)
    var event = session.event { _ in "Bob" }
    #expect(try SessionBook.Session(event).summary == "")
    event.summary = "Legs"
    #expect(try SessionBook.Session(event).summary == "Legs")
  }
}
