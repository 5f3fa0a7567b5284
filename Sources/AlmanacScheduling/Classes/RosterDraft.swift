internal import AlmanacTime

/// A decision in the making: the roster as it is, and beside it only what the events so far change, so that deciding
/// costs nothing for the bookings that it is not about.
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

  var free: Int { occurrence.places - tally.taken }

  mutating func record(_ change: RosterEvent.Change) {
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

  /// The booking of a member that is on, after the events so far.
  func booking(of member: String) -> Booking? {
    guard var booking = roster.booking(of: member) else { return nil }
    if let state = changed[booking.number] {
      guard state.isActive else { return nil }
      booking.state = state
    }
    return booking
  }

  /// How many wait, after the events so far.
  var waitingCount: Int {
    var count = roster.waiting.count
    for (number, state) in changed where roster.bookings[number].state == .waiting && state != .waiting {
      count -= 1
    }
    return count
  }

  /// Ends the holds whose time is over, and gives what is free to those who wait: also to those who were passed over
  /// before and may have a place now.
  mutating func settle() {
    for hold in roster.holds {
      if hold.until > now { break }
      change(roster.bookings[hold.number], to: .expired)
    }
    promote()
  }

  /// Whether a booking that waited has been given its places by what time brings.
  func wasPromoted(_ booking: Booking) -> Bool {
    booking.state == .confirmed && roster.booking(of: booking.member)?.state == .waiting
  }

  /// Gives all free places to those who wait, in order. One who may not have one, or who wants more than there are,
  /// is passed over with the reasons and keeps the place in the list.
  mutating func promote() {
    guard free > 0, !roster.waiting.isEmpty, occurrence.status == .scheduled, now <= occurrence.promotionEnds
    else { return }
    // Once for a request: the last time tells who was passed over.
    skipped = []
    for number in roster.waiting {
      if free <= 0 { break }
      if let state = changed[number], state != .waiting { continue }
      let booking = roster.bookings[number]
      let reasons =
        capacityReasons(places: booking.places, channel: booking.channel) + personalReasons(booking.member)
      if reasons.isEmpty {
        change(booking, to: .confirmed)
      } else {
        skipped.append(.init(member: booking.member, reasons: reasons))
      }
    }
  }
}

/// Why somebody cannot have places.
extension RosterDraft {
  func capacityReasons(places: Int, channel: String) -> [BookingRefusal] {
    var reasons: [BookingRefusal] = []
    if places > free { reasons.append(.full(free: Swift.max(0, free), waiting: waitingCount)) }
    if let limit = occurrence.channelLimits[channel],
      places > Swift.max(0, limit) - tally.taken(through: channel)
    {
      reasons.append(.channelFull(channel, limit: limit))
    }
    return reasons
  }

  func personalReasons(_ member: String) -> [BookingRefusal] {
    var reasons: [BookingRefusal] = []
    if let reason = context.ineligibility(member) { reasons.append(.notEligible(reason)) }
    reasons += context.commitments(member, occurrence.interval).map { .conflict($0) }
    return reasons
  }

  var statusReasons: [BookingRefusal] {
    switch occurrence.status {
    case .scheduled: []
    case .cancelled(let reason): [.classCancelled(reason: reason)]
    case .closed(let period): [.closed(period)]
    }
  }

  var bookingTimeReasons: [BookingRefusal] {
    var reasons: [BookingRefusal] = []
    if let opens = occurrence.opens, now < opens { reasons.append(.tooEarly(opens: opens)) }
    if now > occurrence.closes { reasons.append(.tooLate(closed: occurrence.closes)) }
    return reasons
  }
}
