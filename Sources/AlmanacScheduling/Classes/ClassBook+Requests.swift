internal import AlmanacEvents
public import AlmanacTime

extension ClassBook {
  /// Decides a request about a class on a date, changing nothing; `nil` when the class does not run then.
  ///
  /// A member's other bookings in this book count as commitments, beside those that the context names.
  public func decide(
    _ command: RosterCommand, of uid: String, at original: Instant, now: Instant, key: String? = nil,
    checking context: BookingContext = .open
  ) -> RosterDecision? {
    let place = Key(uid: uid, original: original)
    guard let roster = roster(of: uid, at: original) else { return nil }
    guard let command = asChange(command, at: place) else { return .refused([.termsOfSeries]) }
    return roster.decide(command, at: now, key: key, checking: checking(context, except: place))
  }

  /// Decides a request about a class on a date and does what was decided.
  ///
  /// - Parameters:
  ///   - original: The start that the recurrence gives the class.
  ///   - key: Makes the request idempotent (see `Roster.decide`).
  public mutating func request(
    _ command: RosterCommand, of uid: String, at original: Instant, now: Instant, key: String? = nil,
    checking context: BookingContext = .open
  ) -> RosterDecision {
    let decision = decide(command, of: uid, at: original, now: now, key: key, checking: context)
    guard let decision else { return .refused([notAClassDay(uid, from: max(original, now))]) }
    apply(decision.events, at: Key(uid: uid, original: original))
    return decision
  }

  /// The same on a date of the class's own zone. A date on which it does not run is refused, saying when it does; of
  /// several classes on the date, the first that grants the request does, else the last refuses it.
  public mutating func request(
    _ command: RosterCommand, of uid: String, on date: CivilDate, now: Instant, key: String? = nil,
    checking context: BookingContext = .open
  ) -> RosterDecision {
    guard let series = seriesByUID[uid] else { return .refused([.noSuchClass]) }
    var last: RosterDecision?
    for occurrence in series.occurrences(on: date) {
      let decision = request(
        command, of: uid, at: occurrence.original.instant, now: now, key: key, checking: context)
      if !decision.isRefused { return decision }
      last = decision
    }
    let midnight = date.startOfDay.in(series.zone).instant
    return last ?? .refused([notAClassDay(uid, from: max(midnight, now))])
  }

  private func notAClassDay(_ uid: String, from instant: Instant) -> BookingRefusal {
    guard let series = seriesByUID[uid] else { return .noSuchClass }
    return .notAClassDay(next: series.nextOccurrences(from: instant, limit: 3).map { $0.start.local.date })
  }

  /// The caller's context with what members have booked here.
  func checking(_ context: BookingContext, except place: Key) -> BookingContext {
    let keys = keysOfMember
    let rosters = rosters
    return BookingContext(ineligibility: context.ineligibility) { member, interval in
      let own = (keys[PersonKey(member)] ?? []).filter { $0 != place }.sorted(by: Key.isBefore)
      return own.compactMap { rosters[$0]?.commitment(of: member, in: interval) }
        + context.commitments(member, interval)
    }
  }

  /// A request for new terms as what the series can say of one of its dates, so that roster and series agree; `nil` when
  /// it cannot say it. A date that no series has any more has the terms that it is given.
  private func asChange(_ command: RosterCommand, at place: Key) -> RosterCommand? {
    guard case .revise(let terms) = command, let series = seriesByUID[place.uid],
      series.occurrence(at: place.original) != nil
    else { return command }
    return series.change(giving: terms, at: place.original).map { .revise($0.occurrence) }
  }

  /// Lets the series say of a date what its roster says.
  private mutating func follow(_ terms: ClassOccurrence, at place: Key) {
    guard let series = seriesByUID[place.uid], let before = series.occurrence(at: place.original),
      before != terms, let found = series.change(giving: terms, at: place.original)
    else { return }
    seriesByUID[place.uid]?.changes[place.original] = found.change == ClassChange() ? nil : found.change
  }

  /// Applies events that were decided on the roster as it is here.
  mutating func apply(_ events: [RosterEvent], at place: Key) {
    guard !events.isEmpty else { return }
    if rosters[place] == nil {
      rosters[place] = seriesByUID[place.uid]?.occurrence(at: place.original).map { Roster(of: $0) }
    }
    // They follow the version on which they were decided just now.
    try? rosters[place]?.apply(events)
    for event in events {
      switch event.change {
      case .added(let booking): keysOfMember[PersonKey(booking.member), default: []].insert(place)
      case .revised(let terms): follow(terms, at: place)
      case .changed, .answered: break
      }
    }
  }
}

extension Roster {
  /// What a member has here within a range, or starting when it starts; waiting is no commitment.
  fileprivate func commitment(of member: String, in interval: Range<Instant>) -> BusyTime.Item? {
    guard let booking = booking(of: member), booking.state.takesPlaces, occurrence.status == .scheduled,
      occurrence.interval.overlaps(interval) || occurrence.start.instant == interval.lowerBound
    else { return nil }
    return BusyTime.Item(occurrence.interval, id: occurrence.id, summary: occurrence.title, isBooking: true)
  }
}

extension RosterDecision {
  /// A refusal before any roster was asked.
  static func refused(_ reasons: [BookingRefusal]) -> RosterDecision {
    RosterDecision(version: 0, outcome: .refused(reasons), events: [], skipped: [])
  }
}
