import AlmanacEvents
import AlmanacScheduling
import AlmanacTime
import TestSupport
import Testing

@Suite("Books, rosters, hours and seasons in their stored forms")
struct FrozenFormTests {
  private let now: Instant
  private let start: ZonedDateTime
  private let closed: ClosedPeriod

  init() throws {
    now = try Gym.at("2026-02-20T09:00")
    start = try zoned("2026-03-02T18:00", Gym.madrid)
    closed = ClosedPeriod(on: try date("2026-03-11"), "Holiday")
  }

  private func yoga() throws -> ClassSeries {
    var yoga = try Gym.yoga(
      policy: ClassPolicy(
        opensBefore: .days(60), closesBefore: .minutes(30), freeCancellationBefore: .hours(24),
        promotesUntilBefore: .hours(2), waitlistLimit: 5, placesPerBooking: 2, holdsFor: .minutes(5),
        checkInOpensBefore: .minutes(20), checkInClosesAfter: .minutes(10)))
    yoga.channelLimits = ["web": 2]
    yoga.closures = [closed]
    (yoga.categories, yoga.color) = (["Sport"], .teal)
    yoga.relations = [Relation("old", kind: .init(rawValue: "FIRST"))]
    yoga.changes[try Gym.at("2026-03-04T18:00")] = ClassChange(
      cancellation: "Ill", start: try zoned("2026-03-05T19:30", Gym.madrid), duration: .minutes(45),
      places: 5,
      instructor: "Bea", location: "Room 2", ignoresClosures: true, note: "n")
    return yoga
  }

  private var bookings: [Booking] {
    [
      .held(until: now), .confirmed, .waiting, .checkedIn, .missed, .cancelled(isLate: true),
      .cancelled(isLate: false),
      .expired, .calledOff,
    ].enumerated().map { number, state in
      Booking(number: number, member: "m\(number)", places: 2, channel: "web", state: state, madeAt: now)
    }
  }

  private func classes(_ forms: inout FrozenForms) throws {
    let yoga = try yoga()
    try forms.check(yoga)
    let colored = try #require(yoga.occurrences(on: date("2026-03-05")).first)
    try forms.check(colored, as: "ClassOccurrence, with colour")
    // One of an earlier version has no colour, categories and own title.
    let occurrence = try forms.stored(ClassOccurrence.self)
    try forms.check(occurrence)
    var plain = colored
    (plain.color, plain.categories) = (nil, [])
    #expect(plain == occurrence)
    var guest = try self.yoga()
    guest.changes = [
      try Gym.at("2026-03-04T18:00"): ClassChange(
        summary: "Guest", details: "Mat", color: .gold, categories: ["New"])
    ]
    try forms.check(guest, as: "ClassSeries, with a date of its own description")
    try forms.check([ClassOccurrence.Status.scheduled, .cancelled(reason: "r"), .closed(closed)])
    try forms.check(yoga.policy)
    try forms.check(bookings)
    var book = ClassBook([yoga])
    for (member, day) in [("ana", "2026-03-02"), ("bob", "2026-03-02"), ("ana", "2026-03-09")] {
      let decision = book.request(.book(member), of: "yoga", on: try date(day), now: now, key: member + day)
      #expect(!decision.isRefused)
    }
    try forms.check(book, as: "ClassBook, with colours")
    try forms.check(try forms.stored(ClassBook.self))
    let roster = try #require(book.rosters(of: "yoga", on: date("2026-03-02")).first)
    try forms.check(roster, as: "Roster, with a colour")
    try forms.check(try forms.stored(Roster.self))
    let move = try book.editing("yoga", at: roster.occurrence.original.instant, scope: .all) {
      $0.start = $0.start.adding(.hours(1))
    }
    #expect(book.apply(move, now: now).isDone)
    let moved = try #require(book.rosters(of: "yoga", on: date("2026-03-02")).first)
    try forms.check(moved, as: "Roster, of a moved class")
    try forms.checkSchema(yoga)
    try forms.checkSchema(book)
    try forms.checkSchema(roster)
    for booking in bookings { try forms.checkSchema(booking) }
    try forms.checkSchema(RosterEvent(number: 1, at: now, .added(bookings[0])), as: "RosterEvent")
    let commands: [RosterCommand] = [
      .book("a", places: 2, channel: "web", waitlist: true), .hold("a"), .confirm("a"), .cancel("a"),
      .checkIn("a"),
      .markMissed("a"), .releaseAbsent, .settle, .revise(occurrence),
    ]
    try forms.check(commands)
    try forms.check([SessionCommand.abandon("u")], as: "Array<SessionCommand>, abandon")
    let item = BusyTime.Item(
      now..<now.adding(seconds: 60), id: ItemID(uid: "x"), summary: "s", kind: .tentative,
      bufferBefore: .minutes(5),
      bufferAfter: .minutes(10), isBooking: true)
    try forms.check(item)
    let mats = BusyTime.Item(now..<now.adding(seconds: 60), amount: 3, location: "Hall")
    try forms.check(mats, as: "Item, of a resource")
    let refusals: [BookingRefusal] = [
      .notAClassDay(next: [.date(try date("2026-03-04"))]), .noSuchClass, .classCancelled(reason: "r"),
      .closed(closed),
      .full(free: 0, waiting: 2), .channelFull("web", limit: 2), .waitlistFull(3), .alreadyBooked,
      .alreadyWaiting(position: 2), .conflict(item), .tooEarly(opens: now), .tooLate(closed: now),
      .notEligible("e"),
      .notBooked, .wrongState(.missed), .invalidPlaces(most: 2), .placesTaken(4), .termsOfSeries, .keyReused,
    ]
    let outcomes: [RosterOutcome] = [
      .confirmed, .held(until: now), .waitlisted(position: 1), .cancelled(isLate: true), .checkedIn, .missed,
      .done,
      .refused(refusals),
    ]
    try forms.check(outcomes)
    try forms.check(
      [
        RosterEvent(number: 1, at: now, .added(bookings[0])),
        RosterEvent(number: 2, at: now, .changed(booking: 0, to: .confirmed)),
        RosterEvent(number: 3, at: now, .revised(occurrence)),
        RosterEvent(number: 4, at: now, .answered(key: "k", .book("a"), .confirmed)),
      ], as: "Array<RosterEvent>")
  }

  private func sessions(_ forms: inout FrozenForms) throws {
    var book = SessionBook(freeCancellationBefore: .hours(24))
    let uids = UIDSource { "u\($0)" }
    _ = book.request(.addClient(SessionBook.Client("bob", name: "Bob")), by: "carla", now: now)
    _ = book.request(
      .schedule(client: "bob", at: start, summary: "t", location: "p", details: "n"), by: "carla", now: now,
      key: "k",
      uids: uids)
    _ = book.request(
      .startUnplanned(client: "bob", in: start.zone), by: "carla", now: now, uids: UIDSource { _ in "v" })
    // One of an earlier version does not say when a session was booked.
    let old = try forms.stored(SessionBook.self)
    try forms.check(old)
    try forms.check(old.sessions(of: "carla"))
    #expect(old.sessions(of: "carla").allSatisfy { $0.created == nil })
    try forms.check(book, as: "SessionBook, with moments")
    try forms.check([
      SessionBook.Session.State.scheduled, .inProgress, .completed, .missed, .cancelled(isLate: true),
      .cancelled(isLate: false),
    ])
    let during = now..<now.adding(seconds: 60)
    let commands: [SessionCommand] = [
      .addClient(SessionBook.Client("a")), .removeClient("a", cancelling: true),
      .schedule(client: "a", at: start),
      .move("u", to: start, lasting: .minutes(30)), .edit("u", summary: "t", location: nil, details: "n"),
      .cancel("u"),
      .start("u"), .startUnplanned(client: "a", in: start.zone), .complete("u"), .record("u", during: during),
      .recordUnplanned(
        client: "a", during: during, in: start.zone, summary: "t", location: "p", details: "n"),
      .markMissed("u"),
    ]
    try forms.check(commands)
    try forms.check([SessionCommand.abandon("u")], as: "Array<SessionCommand>, abandon")
    let mats = SessionBook.Session.Resource("mats", as: "mats", amount: 3, capacity: 10)
    let request = SessionRequest(
      ["a", "b"], at: start, lasting: .minutes(90), places: 4, summary: "t", location: "p", details: "n",
      resources: [mats])
    try forms.check(
      [
        SessionCommand.book(request), .join("u", client: "a"), .leave("u", client: "a"), .reassign("u"),
        .reassign("u", coach: "c", resources: [mats], to: start),
      ], as: "Array<SessionCommand>, of groups")
    let group = book.decide(.book(request), by: "zoe", now: now, uids: UIDSource { _ in "g" }).session
    try forms.check(
      forms.stored(SessionBook.Session.self, as: "Session, of a group"), as: "Session, of a group")
    try forms.check(try #require(group), as: "Session, of a group, with its moment")
    let session = try #require(old.sessions(of: "carla").first)
    try forms.checkSchema(book)
    try forms.checkSchema(session)
    try forms.checkSchema(SessionBook.Client("a", name: "A"))
    try forms.checkSchema(SessionEvent(number: 3, at: now, .saved(session)), as: "SessionEvent")
    try forms.check(
      [
        SessionEvent(number: 1, at: now, .clientAdded(SessionBook.Client("a", name: "A"), of: "c")),
        SessionEvent(number: 2, at: now, .clientRemoved("a", of: "c")),
        SessionEvent(number: 3, at: now, .saved(session)),
        SessionEvent(number: 4, at: now, .answered(key: "k", .cancel("u"), coach: "c", session: "u")),
      ], as: "Array<SessionEvent>")
  }

  private func hours(_ forms: inout FrozenForms) throws {
    let hours = try WeeklyHours("mon-fri 09:00-13:00,15:00-19:00")
    try forms.check(hours)
    let day = OpeningHours(from: try time("09:00"), to: try time("13:30"))
    try forms.check(day)
    try forms.check(
      Availability(hours, in: start.zone, overrides: [try date("2026-03-04"): [day]], closures: [closed]))
    let window = AvailabilityStatement.Window(from: start, extent: .duration(.hours(4)))
    try forms.check(
      Availability([AvailabilityStatement(windows: [window])], in: start.zone), as: "Availability, stated")
    try forms.check(closed)
    try forms.checkSchema(Availability(hours, in: start.zone))
    var policy = BookingPolicy(
      every: .minutes(15), from: .midnight,
      buffers: Buffers(before: .minutes(5), after: .minutes(10), combination: .adding),
      minimumNotice: .hours(2),
      bookable: .rolling(days: 30), dailyLimit: 3, weeklyLimit: 9, firstWeekday: .sunday)
    try forms.check(policy)
    try forms.checkSchema(policy)
    policy.bookable = .range(try date("2026-03-01")..<date("2026-04-01"))
    try forms.check(policy, as: "BookingPolicy, range")
    policy.bookable = .rollingOpenDays(3)
    try forms.check(policy, as: "BookingPolicy, open days")
  }

  private func season(_ forms: inout FrozenForms) throws {
    let days = try date("2026-03-07")..<date("2026-03-09")
    let fixtures = [
      Fixture("A", "B", on: .fixed(.date(days.lowerBound)), score: .init(2, 1), location: "l", uid: "f"),
      Fixture("C", "D", on: .open), Fixture("E", "F", on: .postponed(from: .date(days.lowerBound))),
      Fixture("G", "H", on: .postponed(from: nil)),
    ]
    try forms.check(Season("2026", rounds: [Round(1, on: days, fixtures: fixtures)], uid: "s"))
    try forms.checkSchema(Season("2026", uid: "s"))
  }

  @Test("Stored forms decode and re-encode unchanged")
  func forms() throws {
    var forms = try FrozenForms()
    try classes(&forms)
    try sessions(&forms)
    try hours(&forms)
    try season(&forms)
    let faults = try forms.end()
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
  }
}
