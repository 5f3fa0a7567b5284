internal import AlmanacEvents
public import AlmanacTime

extension Roster {
  /// Decides a request at a moment, changing nothing.
  ///
  /// First holds that are over expire, and free places go to eligible waiting members. Then the request is decided, so that a
  /// free place is not refused. Up to `promotesUntilBefore` of the policy waiting members come first: places that suffice for
  /// an eligible one of them are refused to others.
  ///
  /// - Parameters:
  ///   - command: The request.
  ///   - now: The moment of the request.
  ///   - key: The idempotency key. A granted request that is repeated with its key is answered as the first time and
  ///     changes nothing. A refusal is not stored: the next attempt is decided anew.
  ///   - context: The eligibility and the other commitments of members.
  /// - Returns: The outcome and the events that bring it about.
  /// - Complexity: O(1), plus O(*k*) for *k* bookings that expire, are promoted or skipped; `releaseAbsent` and a
  ///   `revise` that calls the class off read all bookings.
  public func decide(
    _ command: RosterCommand, at now: Instant, key: String? = nil, checking context: BookingContext = .open
  ) -> RosterDecision {
    if let key, let answer = answers[key] {
      let outcome = answer.command == command ? answer.outcome : .refused([.keyReused])
      return RosterDecision(version: version, outcome: outcome, events: [], skipped: [])
    }
    var draft = RosterDraft(self, at: now, context)
    draft.expireHolds()
    let outcome = draft.perform(command)
    if let key { draft.record(.answered(key: key, command, outcome)) }
    let events = outcome.refusals.isEmpty ? draft.events : []
    return RosterDecision(version: version, outcome: outcome, events: events, skipped: draft.skipped)
  }

  /// The number of places free for a new booking at a moment, after expired holds have gone to the waiting list. The
  /// context has the eligibility and the other commitments of waiting members.
  public func freePlaces(at now: Instant, checking context: BookingContext = .open) -> Int {
    var draft = RosterDraft(self, at: now, context)
    draft.expireHolds()
    return Swift.max(0, draft.free)
  }
}

extension RosterDraft {
  mutating func perform(_ command: RosterCommand) -> RosterOutcome {
    switch command {
    case .book(let member, let places, let channel, let waitlist):
      return book(member, places, channel, waitlist: waitlist)
    case .hold(let member, let places, let channel):
      let own = booking(of: member)
      var reasons = refusals(of: member, places, own)
      if let own, own.state == .waiting { reasons.append(alreadyWaiting(own)) }
      reasons += capacityRefusals(places: places, channel: channel)
      let until = now.in(occurrence.start.zone).adding(occurrence.policy.holdsFor).instant
      return grant(member, places, channel, .held(until: until), .held(until: until), reasons)
    case .confirm(let member):
      return change(bookingOf: member, to: .confirmed, .confirmed) { own, draft in
        guard case .held = own.state else { return [.wrongState(own.state)] }
        return draft.statusRefusals + draft.personalRefusals(member)
      }
    case .cancel(let member): return cancel(member)
    case .checkIn(let member):
      return change(bookingOf: member, to: .checkedIn, .checkedIn) { own, draft in
        let (opens, closes) = (draft.occurrence.checkInOpens, draft.occurrence.checkInCloses)
        return draft.presenceRefusals(own) + draft.timeRefusals(from: opens, to: closes)
      }
    case .markMissed(let member):
      let outcome = change(bookingOf: member, to: .missed, .missed) { own, draft in
        draft.presenceRefusals(own) + draft.timeRefusals(from: draft.occurrence.start.instant)
      }
      if outcome == .missed { promote() }
      return outcome
    case .releaseAbsent:
      let reasons = statusRefusals + timeRefusals(from: occurrence.checkInCloses.adding(seconds: 1))
      guard reasons.isEmpty else { return .refused(reasons) }
      for booking in roster.bookings where booking.state == .confirmed { change(booking, to: .missed) }
      promote()
      return .done
    case .settle:
      promote()
      return .done
    case .revise(let terms): return revise(terms)
    }
  }

  private mutating func book(
    _ member: String, _ places: Int, _ channel: String, waitlist: Bool
  ) -> RosterOutcome {
    let own = booking(of: member)
    if let own, own.state == .waiting { return claim(own) }
    if let own, wasPromoted(own) { return .confirmed }
    var reasons = refusals(of: member, places, own)
    let shortage = capacityRefusals(places: places, channel: channel)
    guard !shortage.isEmpty else { return grant(member, places, channel, .confirmed, .confirmed, reasons) }
    guard waitlist else { return .refused(reasons + shortage) }
    let position = waitingCount + 1
    let limit = occurrence.policy.waitlistLimit ?? .max
    // A request for more places than the class has is refused, since it could never be granted.
    if places > occurrence.places || position > limit { reasons += shortage }
    if position > limit { reasons.append(.waitlistFull(limit)) }
    return grant(member, places, channel, .waiting, .waitlisted(position: position), reasons)
  }

  private mutating func grant(
    _ member: String, _ places: Int, _ channel: String, _ state: Booking.State, _ outcome: RosterOutcome,
    _ reasons: [BookingRefusal]
  ) -> RosterOutcome {
    guard reasons.isEmpty else { return .refused(reasons) }
    add(member, places: places, channel: channel, state: state)
    return outcome
  }

  /// Confirms a waiting booking if places are free, as for a new booking.
  private mutating func claim(_ own: Booking) -> RosterOutcome {
    change(bookingOf: own.member, to: .confirmed, .confirmed) { own, draft in
      let shortage = draft.capacityRefusals(places: own.places, channel: own.channel)
      return draft.statusRefusals + draft.bookingTimeRefusals + draft.personalRefusals(own.member)
        + (shortage.isEmpty ? [] : [draft.alreadyWaiting(own)] + shortage)
    }
  }

  private mutating func cancel(_ member: String) -> RosterOutcome {
    guard let own = booking(of: member) else { return .refused([.notBooked]) }
    if own.state == .checkedIn { return .refused([.wrongState(own.state)]) }
    guard now < occurrence.start.instant else {
      return .refused([.tooLate(closed: occurrence.start.instant)])
    }
    // A member who got the places just now cannot have cancelled earlier.
    let isLate = own.state == .confirmed && !wasPromoted(own) && now > occurrence.freeCancellationEnds
    change(own, to: .cancelled(isLate: isLate))
    if own.state.takesPlaces { promote() }
    return .cancelled(isLate: isLate)
  }

  /// Changes a member's active booking, or refuses if there is none or by the reasons against it.
  private mutating func change(
    bookingOf member: String, to state: Booking.State, _ outcome: RosterOutcome,
    unless reasons: (Booking, RosterDraft) -> [BookingRefusal]
  ) -> RosterOutcome {
    guard let own = booking(of: member) else { return .refused([.notBooked]) }
    let reasons = reasons(own, self)
    guard reasons.isEmpty else { return .refused(reasons) }
    change(own, to: state)
    return outcome
  }

  private mutating func revise(_ terms: ClassOccurrence) -> RosterOutcome {
    guard terms.status == .scheduled else {
      for booking in roster.bookings where booking.state.isActive && self.booking(of: booking.member) != nil {
        change(booking, to: .calledOff)
      }
      record(.revised(terms))
      occurrence = terms
      return .done
    }
    guard !terms.hasKnownPlaces || terms.places >= tally.taken else {
      return .refused([.placesTaken(tally.taken)])
    }
    if terms != occurrence { record(.revised(terms)) }
    occurrence = terms
    promote()
    return .done
  }
}

/// A draft of a decision: the unchanged roster, and the events so far with the values that they change.
///
/// Bookings that the request does not concern are neither copied nor read.
struct RosterDraft {
  let roster: Roster
  let now: Instant
  let context: BookingContext
  var occurrence: ClassOccurrence
  private(set) var tally: PlaceTally
  private(set) var events: [RosterEvent] = []
  private(set) var skipped: [RosterDecision.Skipped] = []
  /// The bookings that the events so far change.
  private var changed: [Int: Booking.State] = [:]
  private var added = 0

  init(_ roster: Roster, at now: Instant, _ context: BookingContext) {
    self.roster = roster
    self.now = now
    self.context = context
    occurrence = roster.occurrence
    tally = roster.tally
  }

  /// The free places; none where bookings of no date of the class may have them.
  var free: Int { roster.unmatched.isEmpty ? occurrence.places - tally.taken : 0 }

  mutating func record(_ change: RosterChange) {
    events.append(RosterEvent(number: roster.version + events.count + 1, at: now, change))
  }

  mutating func add(_ member: String, places: Int, channel: String, state: Booking.State) {
    let booking = Booking(
      number: roster.bookings.count + added, member: member, places: places, channel: channel, state: state,
      madeAt: now)
    added += 1
    if state.takesPlaces { tally.add(booking, 1) }
    record(.added(booking))
  }

  mutating func change(_ booking: Booking, to state: Booking.State) {
    let before = changed[booking.number] ?? booking.state
    if before.takesPlaces { tally.add(booking, -1) }
    if state.takesPlaces { tally.add(booking, 1) }
    changed[booking.number] = state
    record(.changed(booking: booking.number, to: state))
  }

  /// The active booking of a member after the events so far.
  func booking(of member: String) -> Booking? {
    guard var booking = roster.booking(of: member) else { return nil }
    if let state = changed[booking.number] {
      guard state.isActive else { return nil }
      (booking.state, booking.changedAt) = (state, now)
    }
    return booking
  }

  /// The number of waiting bookings after the events so far.
  var waitingCount: Int {
    var count = roster.waiting.count
    for (number, state) in changed where roster.bookings[number].state == .waiting && state != .waiting {
      count -= 1
    }
    return count
  }

  /// Ends the holds that are over and gives free places to the waiting list, also to members who were skipped before
  /// and may have a place now.
  mutating func expireHolds() {
    for hold in roster.holds {
      if hold.until > now { break }
      change(roster.bookings[hold.number], to: .expired)
    }
    promote()
  }

  /// Whether `expireHolds()` gave a waiting booking its places.
  func wasPromoted(_ booking: Booking) -> Bool {
    booking.state == .confirmed && roster.booking(of: booking.member)?.state == .waiting
  }

  /// Gives the free places to the waiting list, in order. A member who may not have one, or wants more than are free, is
  /// skipped with the reasons and stays in the list.
  mutating func promote() {
    guard free > 0, !roster.waiting.isEmpty, occurrence.status == .scheduled, now <= occurrence.promotionEnds
    else { return }
    // Each run replaces the list of the one before.
    skipped = []
    for number in roster.waiting {
      if free <= 0 { break }
      if let state = changed[number], state != .waiting { continue }
      let booking = roster.bookings[number]
      let reasons =
        capacityRefusals(places: booking.places, channel: booking.channel) + personalRefusals(booking.member)
      if reasons.isEmpty {
        change(booking, to: .confirmed)
      } else {
        skipped.append(.init(member: booking.member, reasons: reasons))
      }
    }
  }
}

/// The refusals of a request, which decide whether a booking is refused.
extension RosterDraft {
  /// The refusals of a new booking, except for a lack of places.
  func refusals(of member: String, _ places: Int, _ own: Booking?) -> [BookingRefusal] {
    var reasons = statusRefusals + bookingTimeRefusals
    let most = Swift.max(1, occurrence.policy.placesPerBooking)
    if PersonKey(validating: member) == nil { reasons.append(.invalidMember) }
    if !(1...most).contains(places) { reasons.append(.invalidPlaces(most: most)) }
    if let own, own.state.takesPlaces { reasons.append(.alreadyBooked) }
    return reasons + personalRefusals(member)
  }

  /// The refusals to mark a booking as attended or missed, whatever the time.
  func presenceRefusals(_ own: Booking) -> [BookingRefusal] {
    statusRefusals + (own.state == .confirmed ? [] : [.wrongState(own.state)])
  }

  /// The refusal of a waiting booking, with its place in the waiting list after the events so far.
  func alreadyWaiting(_ own: Booking) -> BookingRefusal {
    let served = changed.keys.count { $0 < own.number && roster.bookings[$0].state == .waiting }
    return .alreadyWaiting(position: (roster.position(of: own.number) ?? served) - served)
  }

  func capacityRefusals(places: Int, channel: String) -> [BookingRefusal] {
    if !occurrence.hasKnownPlaces { return [.placesUnknown] }
    if !roster.unmatched.isEmpty { return [.unmatchedBookings(of: roster.unmatched)] }
    var reasons: [BookingRefusal] = []
    if places > free { reasons.append(.full(free: Swift.max(0, free), waiting: waitingCount)) }
    if let limit = occurrence.channelLimits[channel],
      places > Swift.max(0, limit) - tally.taken(through: channel)
    {
      reasons.append(.channelFull(channel, limit: limit))
    }
    return reasons
  }

  func personalRefusals(_ member: String) -> [BookingRefusal] {
    var reasons: [BookingRefusal] = []
    if let reason = context.ineligibility(member) { reasons.append(.notEligible(reason)) }
    reasons += context.commitments(member, occurrence.interval).map { .conflict($0) }
    return reasons
  }

  var statusRefusals: [BookingRefusal] { occurrence.refusal.map { [$0] } ?? [] }

  var bookingTimeRefusals: [BookingRefusal] { timeRefusals(from: occurrence.opens, to: occurrence.closes) }

  /// - Parameter closes: The last instant that is not too late.
  func timeRefusals(from opens: Instant?, to closes: Instant? = nil) -> [BookingRefusal] {
    var reasons: [BookingRefusal] = []
    if let opens, now < opens { reasons.append(.tooEarly(opens: opens)) }
    if let closes, now > closes { reasons.append(.tooLate(closed: closes)) }
    return reasons
  }
}
