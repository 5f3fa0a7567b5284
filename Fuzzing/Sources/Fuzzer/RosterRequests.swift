import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime

/// Requests to a roster, compared with a model that counts places and nothing else.
struct RosterRequests {
  private var choices: Choices
  private let start: ZonedDateTime

  init(_ input: [UInt8]) {
    choices = Choices(input)
    start = ZonedDateTime(Instant(secondsSinceEpoch: 1_772_442_000), in: .utc)
  }

  private enum State: Equatable { case booked, waiting, held(Instant) }

  func check() {
    var choices = choices
    let places = choices.number(0...4)
    var policy = ClassPolicy()
    policy.placesPerBooking = choices.number(1...3)
    policy.waitlistLimit = choices.chance(3) ? choices.number(0...2) : nil
    let series = ClassSeries(
      "Yoga", from: start, lasting: .hours(1), places: places, policy: policy, uid: "yoga")
    guard let occurrence = series.occurrences(on: start.local.date).first else { return }
    var roster = Roster(of: occurrence)
    var now = start.instant.adding(seconds: -86_400)
    var events: [RosterEvent] = []
    while !choices.isAtEnd {
      now = now.adding(seconds: choices.number(0...2_000))
      let request = Self.request(&choices)
      let before = roster
      let decision = roster.decide(request, at: now)
      require(roster == before, "deciding changes the roster")
      require(decision == roster.decide(request, at: now), "decided twice otherwise")
      require(!decision.isRefused || decision.events.isEmpty, "a refusal changes something")
      do { try roster.apply(decision) } catch { fatalError("a decision does not apply: \(error)") }
      events += decision.events
      require(
        roster.takenPlaces <= max(places, before.takenPlaces),
        "\(roster.takenPlaces) of \(places) places are taken")
      checkOutcome(request, decision, before, roster, at: now)
    }
    var replayed = Roster(of: occurrence)
    do { try replayed.apply(events) } catch { fatalError("events do not replay: \(error)") }
    require(replayed == roster && replayed.bookings == roster.bookings, "events replay to another roster")
  }

  private static func request(_ choices: inout Choices) -> RosterCommand {
    let member = "m\(choices.number(0...5))@example.org"
    switch choices.number(0...7) {
    case 0, 1: return .book(member, places: choices.number(0...4), waitlist: choices.chance(2))
    case 2: return .hold(member, places: choices.number(0...4))
    case 3: return .confirm(member)
    case 4: return .cancel(member)
    case 5: return .checkIn(member)
    case 6: return .markMissed(member)
    default: return choices.chance(2) ? .releaseAbsent : .settle
    }
  }

  /// The sum over the bookings, each counted by its state alone.
  private func checkOutcome(
    _ request: RosterCommand, _ decision: RosterDecision, _ before: Roster, _ after: Roster, at now: Instant
  ) {
    let taken = after.bookings.filter { $0.state.takesPlaces }.reduce(0) { $0 + $1.places }
    require(taken == after.takenPlaces, "\(after.takenPlaces) places are counted, \(taken) taken")
    let active = after.bookings.filter { $0.state.isActive }.map { $0.member }
    require(Set(active).count == active.count, "a member has two bookings")
    require(
      after.waitlist.map { $0.number } == after.bookings.filter { $0.state == .waiting }.map { $0.number },
      "another waiting list")
    guard case .book(let member, let places, _, _) = request else { return }
    switch decision.outcome {
    case .confirmed:
      let state = after.booking(of: member)?.state
      require(
        state == .confirmed || state == .checkedIn, "\(member) has no place: \(String(describing: state))")
      require(
        after.booking(of: member)?.places == places || before.booking(of: member) != nil, "other places")
    case .waitlisted(let position):
      require(position >= 1 && position <= after.waitlist.count, "place \(position) of the waiting list")
    default: break
    }
  }
}
