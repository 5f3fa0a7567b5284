import AlmanacScheduling
import AlmanacTime
import Testing

@Suite("Rosters")
struct RosterTests {
  let monday: Instant

  init() throws {
    monday = try Gym.at("2026-03-02T12:00")
  }

  @Test("a full class with a full waiting list refuses for both")
  func fullList() throws {
    var roster = try Gym.roster(places: 1, policy: ClassPolicy(waitlistLimit: 1))
    let now = try Gym.at("2026-03-01T12:00")
    #expect(try roster.perform(.book("a"), at: now) == .confirmed)
    #expect(try roster.perform(.book("b", waitlist: true), at: now) == .waitlisted(position: 1))
    let refused = try roster.perform(.book("c", waitlist: true), at: now)
    #expect(refused == .refused([.full(free: 0, waiting: 1), .waitlistFull(1)]))
  }

  @Test("a mail address or a name is one member however it is written")
  func addresses() throws {
    var roster = try Gym.roster(places: 5, policy: ClassPolicy(placesPerBooking: 1))
    let now = try Gym.at("2026-03-01T12:00")
    #expect(try roster.perform(.book("mailto:Ana@Example.org"), at: now) == .confirmed)
    for same in ["ana@example.org", "MAILTO:ana@example.org", "mailto:Ana@Example.org"] {
      #expect(try roster.perform(.book(same), at: now).codes == ["already_booked"])
    }
    #expect(try roster.perform(.book("bob"), at: now) == .confirmed)
    #expect(try roster.perform(.book("Bob"), at: now).codes == ["already_booked"])
    #expect(try roster.perform(.cancel("ANA@example.org"), at: now) == .cancelled(isLate: false))
    #expect(roster.takenPlaces == 1)
  }

  @Test(
    "nobody is booked under a name that is blank or has control characters", arguments: ["", " ", "a\tb"])
  func names(name: String) throws {
    var roster = try Gym.roster(places: 5)
    #expect(try roster.perform(.book(name), at: try Gym.at("2026-03-01T12:00")) == .refused([.invalidMember]))
    #expect(try roster.perform(.hold(name), at: try Gym.at("2026-03-01T12:00")) == .refused([.invalidMember]))
    #expect(roster.bookings.isEmpty)
  }

  @Test("K3 a class is never oversold")
  func full() throws {
    var roster = try Gym.roster(places: 2)
    #expect(try roster.perform(.book("a"), at: monday) == .confirmed)
    #expect(try roster.perform(.book("b"), at: monday) == .confirmed)
    #expect(try roster.perform(.book("c"), at: monday) == .refused([.full(free: 0, waiting: 0)]))
    #expect(try roster.perform(.book("c", waitlist: true), at: monday) == .waitlisted(position: 1))
    #expect(try roster.perform(.book("d", waitlist: true), at: monday) == .waitlisted(position: 2))
    #expect(
      try roster.perform(.book("a"), at: monday) == .refused([.alreadyBooked, .full(free: 0, waiting: 2)]))
    #expect(
      try roster.perform(.book("d"), at: monday)
        == .refused([.alreadyWaiting(position: 2), .full(free: 0, waiting: 2)]))
    #expect(roster.takenPlaces == 2)
    #expect(roster.waitlist.map { $0.member } == ["c", "d"])
  }

  @Test("K6 a booking can be undone; the place is free again, first to those who wait")
  func cancelling() throws {
    var roster = try Gym.roster(places: 1)
    _ = try roster.perform(.book("a"), at: monday)
    #expect(try roster.perform(.cancel("a"), at: monday) == .cancelled(isLate: false))
    #expect(roster.freePlaces(at: monday) == 1)
    #expect(try roster.perform(.cancel("a"), at: monday) == .refused([.notBooked]))
    for member in ["a", "b", "c"] { _ = try roster.perform(.book(member, waitlist: true), at: monday) }
    let decision = roster.decide(.cancel("a"), at: monday)
    #expect(decision.promoted.map { roster.bookings[$0].member } == ["b"])
    try roster.apply(decision)
    #expect(roster.states == ["a cancelled", "a cancelled", "b confirmed", "c waiting"])
  }

  @Test("a cancellation is late after the policy's time, and impossible after the start")
  func late() throws {
    var roster = try Gym.roster(policy: ClassPolicy(freeCancellationBefore: .hours(2)))
    for member in ["a", "b", "c"] { _ = try roster.perform(.book(member), at: monday) }
    #expect(try roster.perform(.cancel("a"), at: Gym.at("2026-03-02T16:00")) == .cancelled(isLate: false))
    #expect(try roster.perform(.cancel("b"), at: Gym.at("2026-03-02T16:00:01")) == .cancelled(isLate: true))
    #expect(try roster.perform(.cancel("c"), at: Gym.at("2026-03-02T18:00")).codes == ["too_late"])
    #expect(roster.statistics.cancelledLate == 1)
    #expect(roster.statistics.cancelledInTime == 1)
  }

  @Test("booking opens and closes, and all reasons are given at once")
  func times() throws {
    let policy = ClassPolicy(opensBefore: .days(7), closesBefore: .minutes(30))
    let roster = try Gym.roster(places: 0, policy: policy)
    let early = try Gym.at("2026-02-23T17:59:59")
    let context = BookingContext(ineligibility: { "\($0) has not paid" })
    #expect(
      roster.decide(.book("a", places: 2), at: early, checking: context).refusals == [
        .tooEarly(opens: early.adding(seconds: 1)), .invalidPlaces(most: 1), .notEligible("a has not paid"),
        .full(free: 0, waiting: 0),
      ])
    #expect(
      roster.decide(.book("a"), at: try Gym.at("2026-03-02T17:30")).refusals.map { $0.code } == ["full"])
    #expect(
      roster.decide(.book("a"), at: try Gym.at("2026-03-02T17:30:01")).refusals.map { $0.code } == [
        "too_late", "full",
      ])
  }

  @Test("a hold reserves places until its end, then they go to the waiting list")
  func holds() throws {
    var roster = try Gym.roster(places: 1, policy: ClassPolicy(holdsFor: .minutes(10)))
    let end = monday.adding(seconds: 600)
    #expect(try roster.perform(.hold("a"), at: monday) == .held(until: end))
    #expect(try roster.perform(.book("b"), at: end.adding(seconds: -1)).codes == ["full"])
    #expect(roster.freePlaces(at: end) == 1)
    #expect(try roster.perform(.book("c", waitlist: true), at: monday) == .waitlisted(position: 1))
    // The hold is over: the place is c's, who waits, and not b's, who asks.
    #expect(roster.freePlaces(at: end) == 0)
    #expect(try roster.perform(.book("b"), at: end).codes == ["full"])
    #expect(try roster.perform(.confirm("a"), at: end) == .refused([.notBooked]))
    #expect(try roster.perform(.settle, at: end) == .done)
    #expect(roster.states == ["a expired", "c confirmed"])
    #expect(try roster.perform(.cancel("c"), at: end) == .cancelled(isLate: false))
    #expect(try roster.perform(.hold("a"), at: end) == .held(until: end.adding(seconds: 600)))
    #expect(try roster.perform(.confirm("a"), at: end) == .confirmed)
  }

  @Test("after the cut-off free places go to the first who books them")
  func claims() throws {
    var roster = try Gym.roster(places: 1, policy: ClassPolicy(promotesUntilBefore: .hours(1)))
    for member in ["a", "b", "c"] { _ = try roster.perform(.book(member, waitlist: true), at: monday) }
    let late = try Gym.at("2026-03-02T17:00:01")
    #expect(try roster.perform(.cancel("a"), at: late) == .cancelled(isLate: false))
    #expect(roster.states == ["a cancelled", "b waiting", "c waiting"])
    #expect(try roster.perform(.book("c"), at: late) == .confirmed)
    #expect(try roster.perform(.book("b"), at: late).codes == ["already_waiting", "full"])
  }

  @Test("a member who may not have a place is skipped with the reason and stays in the list")
  func skipping() throws {
    var roster = try Gym.roster(places: 2, policy: ClassPolicy(placesPerBooking: 2))
    for member in ["a", "b"] { _ = try roster.perform(.book(member), at: monday) }
    _ = try roster.perform(.book("pair", places: 2, waitlist: true), at: monday)
    for member in ["c", "d"] { _ = try roster.perform(.book(member, waitlist: true), at: monday) }
    let context = BookingContext(ineligibility: { $0 == "c" ? "suspended" : nil })
    let decision = roster.decide(.cancel("a"), at: monday, checking: context)
    #expect(decision.skipped.map { $0.member } == ["pair", "c"])
    #expect(decision.skipped.map { $0.reasons.map { $0.code } } == [["full"], ["not_eligible"]])
    try roster.apply(decision)
    #expect(roster.waitlist.map { $0.member } == ["pair", "c"])
    #expect(roster.booking(of: "d")?.state == .confirmed)
  }

  @Test("all free places are filled at once")
  func filling() throws {
    var roster = try Gym.roster(places: 1)
    for member in ["a", "b", "c", "d"] { _ = try roster.perform(.book(member, waitlist: true), at: monday) }
    var terms = roster.occurrence
    terms.places = 3
    #expect(try roster.perform(.revise(terms), at: monday) == .done)
    #expect(roster.states == ["a confirmed", "b confirmed", "c confirmed", "d waiting"])
    terms.places = 2
    #expect(try roster.perform(.revise(terms), at: monday) == .refused([.placesTaken(3)]))
    terms.status = .cancelled(reason: "Works")
    #expect(try roster.perform(.revise(terms), at: monday) == .done)
    #expect(roster.bookings.allSatisfy { $0.state == .calledOff })
    #expect(try roster.perform(.book("a"), at: monday) == .refused([.classCancelled(reason: "Works")]))
  }

  @Test("a channel has its own limit among the places")
  func channels() throws {
    var yoga = try Gym.yoga(places: 3)
    yoga.channelLimits = ["web": 1]
    var roster = Roster(of: try yoga.occurrences(on: date("2026-03-02"))[0])
    #expect(try roster.perform(.book("a", channel: "web"), at: monday) == .confirmed)
    #expect(
      try roster.perform(.book("b", channel: "web"), at: monday) == .refused([.channelFull("web", limit: 1)]))
    #expect(try roster.perform(.book("b", channel: "desk"), at: monday) == .confirmed)
    #expect(try roster.perform(.cancel("a"), at: monday) == .cancelled(isLate: false))
    #expect(try roster.perform(.book("c", channel: "web"), at: monday) == .confirmed)
  }

  @Test("absurd numbers are refused, not computed with")
  func absurd() throws {
    var yoga = try Gym.yoga(places: .max, policy: ClassPolicy(placesPerBooking: .max))
    yoga.channelLimits = ["web": .min, "desk": .max]
    var roster = Roster(of: try yoga.occurrences(on: date("2026-03-02"))[0])
    #expect(
      try roster.perform(.book("a", places: .max, channel: "web"), at: monday).codes == ["channel_full"])
    #expect(try roster.perform(.book("a", places: .max, channel: "desk"), at: monday) == .confirmed)
    #expect(
      try roster.perform(.book("b", places: .max, channel: "desk"), at: monday).codes == [
        "full", "channel_full",
      ])
    #expect(try roster.perform(.book("b", places: .min), at: monday).codes == ["invalid_places"])
    #expect(yoga.nextOccurrences(from: yoga.start.instant, limit: -1).isEmpty)
    var restored = Roster(of: roster.occurrence, version: .max, bookings: [])
    #expect(try restored.perform(.book("a"), at: monday) == .confirmed)
  }

  @Test("checking in, not coming, and the places of those absent")
  func attendance() throws {
    var roster = try Gym.roster(places: 2, policy: ClassPolicy(closesBefore: .minutes(-30)))
    for member in ["a", "b"] { _ = try roster.perform(.book(member), at: monday) }
    #expect(try roster.perform(.checkIn("a"), at: monday).codes == ["too_early"])
    #expect(try roster.perform(.checkIn("a"), at: Gym.at("2026-03-02T17:00")) == .checkedIn)
    #expect(try roster.perform(.checkIn("a"), at: Gym.at("2026-03-02T17:00")).codes == ["wrong_state"])
    #expect(try roster.perform(.cancel("a"), at: Gym.at("2026-03-02T17:00")).codes == ["wrong_state"])
    #expect(try roster.perform(.markMissed("b"), at: Gym.at("2026-03-02T17:59:59")).codes == ["too_early"])
    #expect(try roster.perform(.releaseAbsent, at: Gym.at("2026-03-02T18:15")).codes == ["too_early"])
    #expect(try roster.perform(.releaseAbsent, at: Gym.at("2026-03-02T18:15:01")) == .done)
    #expect(roster.states == ["a checked_in", "b missed"])
    #expect(try roster.perform(.book("walk-in"), at: Gym.at("2026-03-02T18:16")) == .confirmed)
    #expect(roster.statistics.missed == 1)
    #expect(roster.statistics.checkedIn == 1)
  }

  @Test("a decision made on another version is not applied")
  func versions() throws {
    var roster = try Gym.roster(places: 1)
    let first = roster.decide(.book("a"), at: monday)
    let second = roster.decide(.book("b"), at: monday)
    try roster.apply(first)
    let error = #expect(throws: SchedulingError.self) { try roster.apply(second) }
    #expect(error?.code == .staleVersion)
    #expect(roster.states == ["a confirmed"])
    #expect(roster.decide(.book("b"), at: monday).refusals.map { $0.code } == ["full"])
  }

  @Test("a request asked again with its key is answered as the first time and changes nothing")
  func idempotency() throws {
    var roster = try Gym.roster(places: 1)
    #expect(try roster.perform(.book("a"), at: monday, key: "1") == .confirmed)
    let version = roster.version
    #expect(try roster.perform(.book("a"), at: monday.adding(seconds: 99), key: "1") == .confirmed)
    #expect(roster.version == version)
    #expect(try roster.perform(.cancel("a"), at: monday, key: "1") == .refused([.keyReused]))
    #expect(try roster.perform(.book("b"), at: monday, key: "2").codes == ["full"])
    _ = try roster.perform(.cancel("a"), at: monday, key: "3")
    #expect(try roster.perform(.book("b"), at: monday, key: "2") == .confirmed)
  }
}
