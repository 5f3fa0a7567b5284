internal import AlmanacEvents
internal import AlmanacTime

/// The checks of times.
extension SessionDraft {
  /// Refuses a request that was possible before an instant only.
  mutating func checkIsBefore(_ closing: Instant) {
    if now >= closing { refuse(.tooLate(closed: closing)) }
  }

  private mutating func checkDuration(of session: SessionBook.Session) {
    let length = session.interval.upperBound.seconds(since: session.interval.lowerBound)
    if !(1...SlotGrid.longestSlot ~= length) { refuse(.invalidDuration) }
  }

  /// Refuses a session at a time that it cannot have: an empty one, one in the past, or one of another commitment.
  mutating func checkTime(of session: SessionBook.Session) {
    checkDuration(of: session)
    let start = session.interval.lowerBound
    if offer == nil, start < now { refuse(.notOffered(.tooLate(latest: start))) }
    checkConflicts(session, of: session.everyone)
  }

  /// Refuses a session at a time at which some of its people or things have another commitment.
  ///
  /// The reasons of the slots on offer come first, but for conflicts with the session itself, which is being moved; conflicts
  /// that arose after the offer was made are added.
  mutating func checkConflicts(_ session: SessionBook.Session, of names: [String]) {
    let reported = (offer?.refusals(of: session) ?? []).filter { refusal in
      if case .conflict(let item, _) = refusal { item.id?.uid != session.uid } else { true }
    }
    refusals += reported
    for name in names {
      let others = sessions(of: name, overlapping: session.interval).filter { $0.uid != session.uid }
      if let resource = session.resource(name), let amount = resource.amount {
        // Stored numbers may be any.
        let capacity = Swift.max(0, resource.capacity ?? amount)
        let free = capacity - Self.mostTaken(of: name, by: others, else: capacity)
        if free < amount { refuse(.insufficient(free: free, needed: amount, of: name)) }
        continue
      }
      let items =
        others.map { $0.busyItem(of: name, for: coach, in: book) }
        + context.commitments(name, session.interval)
      let known = reported.compactMap { $0.conflict(of: name) }
      refusals += items.filter { !known.contains($0.interval) }.map { .conflict($0, of: name) }
    }
  }

  /// The sessions that take a person or a thing in a range, with those of the draft, by start.
  func sessions(of name: String, overlapping range: Range<Instant>) -> [SessionBook.Session] {
    history.uids(of: name, overlapping: range).compactMap { current($0) }
  }

  /// The most that overlapping sessions take of a resource at one time.
  ///
  /// - Parameter all: How much one takes that does not say.
  private static func mostTaken(of name: String, by sessions: [SessionBook.Session], else all: Int) -> Int {
    let starts = sessions.map { $0.interval.lowerBound }
    return starts.map { start in
      sessions.filter { $0.interval.contains(start) }
        .reduce(0) { $0.saturatingAdd(Swift.max(0, $1.resource(name)?.amount ?? all)) }
    }.max() ?? 0
  }

  /// Refuses a session that begins now if sessions are in progress; planned sessions do not conflict.
  ///
  /// The coach's own session is in progress until the coach ends it; another coach's as long as was planned, so that a
  /// forgotten one blocks nobody.
  mutating func checkNothingInProgress(_ session: SessionBook.Session) {
    refuse(session) { [coach] other in
      other.state == .inProgress
        && (PersonKey.areSame(other.coach, coach) || other.conflicts(with: session.interval))
    }
  }

  /// Refuses a record of a session that is not over, or of a time at which coach or client had another session; planned
  /// ones give way.
  mutating func checkPast(_ session: SessionBook.Session) {
    checkDuration(of: session)
    if session.interval.upperBound > now { refuse(.tooEarly(opens: session.interval.upperBound)) }
    refuse(session) { $0.state != .scheduled && $0.conflicts(with: session.interval) }
  }

  /// Refuses a session for other sessions of its people.
  private mutating func refuse(_ session: SessionBook.Session, for isConflict: (SessionBook.Session) -> Bool)
  {
    for person in session.everyone {
      let others = book.sessions(with: person) { $0.uid != session.uid && isConflict($0) }
      refusals += others.map { .conflict($0.busyItem(of: person, for: coach, in: book), of: person) }
    }
  }
}
