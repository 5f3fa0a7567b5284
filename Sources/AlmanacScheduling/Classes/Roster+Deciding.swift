public import AlmanacTime

extension Roster {
  /// Decides a request at a moment, changing nothing.
  ///
  /// First, what time brings is done: holds that are over end, and free places go to those who wait and may have them.
  /// So a place that is free by then is not refused to anybody, nor given past those who wait.
  ///
  /// - Parameters:
  ///   - key: Makes the request idempotent: asked again with the same key, it is answered as the first time and
  ///     changes nothing. A refusal is not kept: the next attempt is judged anew.
  ///   - context: Who may take part, and what else people have at the time.
  /// - Returns: The outcome and the events that make it so. Cost: O(1) beside what ends, is promoted or passed over;
  ///   `releaseAbsent` and a `revise` that calls the class off look at all bookings.
  public func decide(
    _ command: RosterCommand, at now: Instant, key: String? = nil, checking context: BookingContext = .open
  ) -> RosterDecision {
    if let key, let answer = answers[key] {
      let outcome = answer.command == command ? answer.outcome : .refused([.keyReused])
      return RosterDecision(version: version, outcome: outcome, events: [], skipped: [])
    }
    var draft = RosterDraft(self, at: now, context)
    draft.settle()
    let outcome = draft.perform(command)
    if case .refused = outcome {
      return RosterDecision(version: version, outcome: outcome, events: [], skipped: draft.skipped)
    }
    if let key { draft.record(.answered(key: key, command, outcome)) }
    return RosterDecision(version: version, outcome: outcome, events: draft.events, skipped: draft.skipped)
  }

  /// How many places somebody new finds free at a moment: what has expired is free, unless it goes to those who wait.
  ///
  /// - Parameter context: Who of those who wait may have a place.
  public func freePlaces(at now: Instant, checking context: BookingContext = .open) -> Int {
    var draft = RosterDraft(self, at: now, context)
    draft.settle()
    return Swift.max(0, draft.free)
  }
}

extension RosterDraft {
  mutating func perform(_ command: RosterCommand) -> RosterOutcome {
    switch command {
    case .book(let member, let places, let channel, let waitlist):
      return book(member, places, channel, waitlist: waitlist)
    case .hold(let member, let places, let channel): return hold(member, places, channel)
    case .confirm(let member): return confirm(member)
    case .cancel(let member): return cancel(member)
    case .checkIn(let member): return checkIn(member)
    case .markMissed(let member): return markMissed(member)
    case .releaseAbsent: return releaseAbsent()
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
    var reasons = reasonsAgainst(member, places, own)
    let shortage = capacityReasons(places: places, channel: channel)
    guard !shortage.isEmpty else { return grant(member, places, channel, .confirmed, .confirmed, reasons) }
    guard waitlist else { return .refused(reasons + shortage) }
    // Those who wait are served from what others give back: more than there is can never be served.
    if places > occurrence.places { reasons += shortage }
    let position = waitingCount + 1
    if let limit = occurrence.policy.waitlistLimit, position > limit {
      reasons += (places > occurrence.places ? [] : shortage) + [.waitlistFull(limit)]
    }
    return grant(member, places, channel, .waiting, .waitlisted(position: position), reasons)
  }

  private mutating func hold(_ member: String, _ places: Int, _ channel: String) -> RosterOutcome {
    let reasons =
      reasonsAgainst(member, places, booking(of: member))
      + (booking(of: member)?.state == .waiting
        ? [.alreadyWaiting(position: position(of: member))] : [])
      + capacityReasons(places: places, channel: channel)
    let until = now.in(occurrence.start.zone).adding(occurrence.policy.holdsFor).instant
    return grant(member, places, channel, .held(until: until), .held(until: until), reasons)
  }

  private mutating func grant(
    _ member: String, _ places: Int, _ channel: String, _ state: Booking.State, _ outcome: RosterOutcome,
    _ reasons: [BookingRefusal]
  ) -> RosterOutcome {
    guard reasons.isEmpty else { return .refused(reasons) }
    add(member, places: places, channel: channel, state: state)
    return outcome
  }

  /// All reasons against a new booking but a lack of places.
  private func reasonsAgainst(_ member: String, _ places: Int, _ own: Booking?) -> [BookingRefusal] {
    var reasons = statusReasons + bookingTimeReasons
    let most = Swift.max(1, occurrence.policy.placesPerBooking)
    if !(1...most).contains(places) { reasons.append(.invalidPlaces(most: most)) }
    if let own, own.state.takesPlaces { reasons.append(.alreadyBooked) }
    return reasons + personalReasons(member)
  }

  /// One who waits takes places that are free, as anybody may.
  private mutating func claim(_ own: Booking) -> RosterOutcome {
    var reasons = statusReasons + bookingTimeReasons + personalReasons(own.member)
    let shortage = capacityReasons(places: own.places, channel: own.channel)
    if !shortage.isEmpty { reasons += [.alreadyWaiting(position: position(of: own.member))] + shortage }
    guard reasons.isEmpty else { return .refused(reasons) }
    change(own, to: .confirmed)
    return .confirmed
  }

  private mutating func confirm(_ member: String) -> RosterOutcome {
    guard let own = booking(of: member) else { return .refused([.notBooked]) }
    guard case .held = own.state else { return .refused([.wrongState(own.state)]) }
    let reasons = statusReasons + personalReasons(member)
    guard reasons.isEmpty else { return .refused(reasons) }
    change(own, to: .confirmed)
    return .confirmed
  }

  private mutating func cancel(_ member: String) -> RosterOutcome {
    guard let own = booking(of: member) else { return .refused([.notBooked]) }
    if own.state == .checkedIn { return .refused([.wrongState(own.state)]) }
    guard now < occurrence.start.instant else {
      return .refused([.tooLate(closed: occurrence.start.instant)])
    }
    // Nobody has been told yet of places that came just now.
    let isLate = own.state == .confirmed && !wasPromoted(own) && now > occurrence.freeCancellationEnds
    change(own, to: .cancelled(isLate: isLate))
    if own.state.takesPlaces { promote() }
    return .cancelled(isLate: isLate)
  }

  private mutating func checkIn(_ member: String) -> RosterOutcome {
    guard let own = booking(of: member) else { return .refused([.notBooked]) }
    var reasons = statusReasons
    if own.state != .confirmed { reasons.append(.wrongState(own.state)) }
    if now < occurrence.checkInOpens { reasons.append(.tooEarly(opens: occurrence.checkInOpens)) }
    if now > occurrence.checkInCloses { reasons.append(.tooLate(closed: occurrence.checkInCloses)) }
    guard reasons.isEmpty else { return .refused(reasons) }
    change(own, to: .checkedIn)
    return .checkedIn
  }

  private mutating func markMissed(_ member: String) -> RosterOutcome {
    guard let own = booking(of: member) else { return .refused([.notBooked]) }
    var reasons = statusReasons
    if own.state != .confirmed { reasons.append(.wrongState(own.state)) }
    if now < occurrence.start.instant { reasons.append(.tooEarly(opens: occurrence.start.instant)) }
    guard reasons.isEmpty else { return .refused(reasons) }
    change(own, to: .missed)
    promote()
    return .missed
  }

  private mutating func releaseAbsent() -> RosterOutcome {
    let opens = occurrence.checkInCloses.adding(seconds: 1)
    let reasons = statusReasons + (now < opens ? [.tooEarly(opens: opens)] : [])
    guard reasons.isEmpty else { return .refused(reasons) }
    for booking in roster.bookings where booking.state == .confirmed { change(booking, to: .missed) }
    promote()
    return .done
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
    guard terms.places >= tally.taken else { return .refused([.placesTaken(tally.taken)]) }
    if terms != occurrence { record(.revised(terms)) }
    occurrence = terms
    promote()
    return .done
  }

  private func position(of member: String) -> Int {
    roster.booking(of: member).flatMap { roster.position(of: $0.number) } ?? 0
  }
}
