import AlmanacEvents
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime
import Testing

/// The examples of the documentation, with what they say comes of them.
@Suite("The documentation's examples")
struct ExampleTests {
  let madrid: Zone
  let now: Instant

  init() throws {
    madrid = try Zone("Europe/Madrid")
    now = try instant("2026-03-01T09:00", in: madrid)
  }

  @Test("availability, busy time and slots")
  func slots() throws {
    var coach = Availability(try WeeklyHours("mon-fri 09:00-13:00,15:00-19:00"), in: madrid)
    coach.closures = [ClosedPeriod(on: try CivilDate("2026-03-19"), "Sant Josep")]
    coach.overrides[try CivilDate("2026-03-20")] = []
    var calendar = EventCalendar()
    calendar.insert(
      Event("Dentist", from: try zoned("2026-03-18T09:30", madrid), lasting: .hours(2), uid: "d"))
    let week = try days("2026-03-18", "2026-03-21", in: madrid)
    let policy = BookingPolicy(
      every: .minutes(15), buffers: Buffers(after: .minutes(10)), minimumNotice: .hours(2))
    let grid = try coach.slots(lasting: .minutes(45), in: week, around: [calendar], policy: policy, at: now)
    #expect(grid.slots.first?.start.local.description == "2026-03-18T11:30:00")
    #expect(Set(grid.map { $0.start.local.date }) == [try date("2026-03-18")])
    let nine = try instant("2026-03-18T09:15", in: madrid)
    #expect(grid.reasons(at: nine).map { $0.description } == ["busy: Dentist"])
    let holiday = try instant("2026-03-19T09:00", in: madrid)
    #expect(grid.reasons(at: holiday).map { $0.description } == ["closed: Sant Josep"])
  }

  @Test("sessions")
  func sessions() throws {
    var book = SessionBook(freeCancellationBefore: .hours(24))
    let (coach, bob) = ("eva@example.org", "bob@example.org")
    let monday = try zoned("2026-03-02T10:00", madrid)
    _ = book.request(.addClient(SessionBook.Client(bob, name: "Bob")), by: coach, now: now)
    let made = book.request(.schedule(client: bob, at: monday), by: coach, now: now)
    let uid = try #require(made.session?.uid)
    let again = book.request(.schedule(client: bob, at: monday), by: coach, now: now)
    #expect(
      again.refusals.map { $0.description } == ["\(coach) is busy: Bob", "\(bob) is busy: Bob"])
    #expect(book.nextSessions(of: coach, from: now, limit: 5).map { $0.uid } == [uid])
    #expect(book.lastTrained(bob, by: coach) == nil)
    let late = book.decide(.cancel(uid), by: coach, now: now)
    #expect(late.session?.state == .cancelled(isLate: false))
    #expect(
      book.decide(.cancel(uid), by: coach, now: now.adding(seconds: 7200)).session?.state
        == .cancelled(isLate: true))
    _ = book.request(.start(uid), by: coach, now: monday.instant)
    _ = book.request(.complete(uid), by: coach, now: monday.adding(.minutes(50)).instant)
    #expect(book.lastTrained(bob, by: coach) == monday.instant)
  }

  @Test("classes and bookings")
  func classes() throws {
    let seven = try zoned("2026-03-02T07:00", madrid)
    let weekly = RecurrenceRule(.weekly, on: [.monday])
    var yoga = ClassSeries("Yoga", from: seven, lasting: .hours(1), repeating: weekly, places: 1, uid: "yoga")
    yoga.changes[seven.instant] = ClassChange(instructor: "Bea")
    var gym = ClassBook([yoga])
    let monday = try date("2026-03-02")
    #expect(gym.request(.book("ana"), of: "yoga", on: monday, now: now).outcome == .confirmed)
    #expect(
      gym.request(.book("bob", waitlist: true), of: "yoga", on: monday, now: now).outcome
        == .waitlisted(position: 1))
    let wrong = gym.request(.book("bob"), of: "yoga", on: monday.adding(days: 1), now: now)
    #expect(
      wrong.refusals.map { $0.description } == [
        "not a day of the class, which next runs on 2026-03-09, 2026-03-16, 2026-03-23"
      ])
    let offers = gym.offers(to: "cyd", in: try days("2026-03-02", "2026-03-12", in: madrid), now: now)
    #expect(offers.map { $0.refusals.map { $0.description } } == [["full (0 free, 1 waiting)"], []])
    #expect(gym.request(.cancel("ana"), of: "yoga", on: monday, now: now).promoted == [1])
    let term = monday..<monday.adding(days: 21)
    let booked = gym.bookTerm("ana", of: "yoga", on: term, .skipping, now: now)
    #expect(booked.isBooked && booked.refused.map { $0.occurrence.start.local.date } == [monday])
    #expect(
      Array(gym.calendar(of: "bob", at: now).items).count == 1
        && gym.publicCalendar(at: now).method == "PUBLISH")
    #expect(ClassBook(gym.calendar(at: now)) == gym)
  }

  @Test("a desk for the tasks of one process")
  func desk() async throws {
    let seven = try zoned("2026-03-02T07:00", madrid)
    let yoga = ClassSeries("Yoga", from: seven, lasting: .hours(1), places: 1, uid: "yoga")
    let monday = yoga.occurrences(on: try date("2026-03-02"))[0]
    let desk = BookingDesk(MemoryStore<RosterKey, Roster>())
    let first = try await desk.request(.book("ana"), of: monday, now: now, key: "1")
    let again = try await desk.request(.book("ana"), of: monday, now: now, key: "1")
    #expect(first.outcome == .confirmed && again.outcome == .confirmed && again.events.isEmpty)
  }
}
