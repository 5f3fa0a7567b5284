public import AlmanacEvents
public import AlmanacRecurrence
public import AlmanacTime

extension SessionBook {
  /// The slots at which both a coach and a client have time, and the reasons why they do not at the others.
  ///
  /// A listed slot can be booked in the same book at the same moment: `request(_:by:now:key:uids:checking:offering:)`
  /// with the grid grants the slots that it lists and refuses the others for the reasons that it gives.
  ///
  /// ```swift
  /// let grid = book.slots(of: coach, with: client, in: week, hours: office, policy: policy, at: now)
  /// book.request(.schedule(client: client, at: grid.slots[0].start), by: coach, now: now, offering: grid)
  /// ```
  ///
  /// - Parameters:
  ///   - window: The half-open range in which slots start.
  ///   - hours: The working hours of the coach, whose sessions count towards the policy's limits.
  ///   - others: The other participants that must have time, such as the room or the client's own calendar.
  ///   - uid: A session that is being moved, which does not conflict with itself.
  public func slots(
    of coach: String, with client: String, lasting duration: CalendarDuration = .hours(1),
    in window: Range<Instant>, hours: Availability? = nil, others: [SlotParticipant] = [],
    moving uid: String? = nil, policy: BookingPolicy = BookingPolicy(), at now: Instant? = nil,
    viewer: Zone? = nil
  ) -> SlotGrid {
    var participants = Session.people(coach, client).map { person in
      SlotParticipant(person, busy: busy(of: person, shownTo: coach, except: uid))
    }
    participants[0].availability = hours
    return SlotGrid(
      lasting: duration, in: window, for: participants + others, policy: policy, at: now, viewer: viewer)
  }
}

extension SlotGrid {
  /// The reasons why a session is not one of the available slots, by its start and its length; empty when it is.
  func refusals(of session: Session) -> [SessionRefusal] {
    let start = session.interval.lowerBound
    return reasons(at: start).map { SessionRefusal($0) } + refusals(ofLength: session.interval)
  }

  /// The reason why a session does not have the length of the slots.
  func refusals(ofLength interval: Range<Instant>) -> [SessionRefusal] {
    let start = interval.lowerBound.secondsSinceEpoch
    return end(of: start) == interval.upperBound.secondsSinceEpoch ? [] : [.otherDuration(duration)]
  }
}

extension SessionRefusal {
  init(_ reason: Unavailability) {
    if case .conflict(let item, let name) = reason {
      self = .conflict(item, of: name)
    } else {
      self = .notOffered(reason)
    }
  }
}

/// A start of a series of sessions with the outcome of planning it.
public struct PlannedSession: Sendable, Hashable {
  public let start: ZonedDateTime
  /// The session, or the one that would have been planned without the refusals of others; `nil` when it is refused.
  public let session: Session?
  public let refusals: [SessionRefusal]
  /// Who serves and why the others do not; `nil` for a series without an offer.
  public let choice: SlotChoice?
  /// For a refused date of a series with an offer, the slots nearest to it that can be booked beside the other dates, of two
  /// as near the earlier first. A slot is an alternative of one date only.
  public internal(set) var alternatives: [Slot] = []
}

extension SessionBook {
  /// The most sessions that one series plans.
  public static let longestSeries = 500

  /// The most slots that are tried as alternatives of the refused dates of one series.
  private static let mostTries = 2_000

  /// Decides a session on each instance of a rule: all or none of them, or those that are not refused. Nothing changes.
  ///
  /// With an offer, the slots of the offer are booked for those whom a policy chooses, as `decide(_:offering:choosing:by:now:key:uids:checking:)`
  /// does for one; those who served on the dates before count for the next one.
  ///
  /// ```swift
  /// let tuesdays = RecurrenceRule(.weekly, until: .count(10))
  /// let (outcome, decision) = book.decideSeries(
  ///   SessionRequest(["bob"], at: tuesday), repeating: tuesdays, by: "eva", now: now, offering: grid)
  /// for date in outcome.refused { print(date.start, date.refusals, date.alternatives) }
  /// try book.apply(decision)
  /// ```
  ///
  /// - Parameters:
  ///   - request: The session, with the first start.
  ///   - rule: The rule, with an end.
  ///   - coach: The coach, where the offer has no requirement named `coach`.
  ///   - key: The idempotency key from which each session's own is made.
  ///   - alternatives: The most alternatives for each refused date.
  /// - Returns: Each date with its outcome, and the decision with the events of all that are booked. A series of more than
  ///   `longestSeries` dates has one date more than that, which is refused and stands for the others.
  /// - Complexity: O(*d* *c*) for *d* dates and the cost *c* of deciding one, and at most 2 000 further decisions for the
  ///   alternatives.
  public func decideSeries(
    _ request: SessionRequest, repeating rule: RecurrenceRule, _ mode: BatchMode = .allOrNothing,
    by coach: String,
    now: Instant, key: String? = nil, uids: UIDSource = .random, checking context: BookingContext = .open,
    offering offer: SlotGrid? = nil, choosing policy: ChoicePolicy = .fewestBookings(), alternatives: Int = 3
  ) -> (outcome: BatchOutcome<PlannedSession>, decision: SessionDecision) {
    let set = RecurrenceSet(start: .zoned(request.start), Recurrence([rule]))
    var draft = SessionDraft(book: self, coach: coach, now: now, uids: uids, context: context)
    var left = offer
    var planned: [PlannedSession] = []
    for instance in RecurrenceExpansion(set).prefix(Self.longestSeries + 1) {
      guard let start = instance.start.zonedStart else { continue }
      if planned.count == Self.longestSeries, let last = planned.last?.start {
        let refusal = SessionRefusal.tooManyDates(most: Self.longestSeries, last: last)
        planned.append(PlannedSession(start: start, session: nil, refusals: [refusal], choice: nil))
        break
      }
      var dated = request
      dated.start = start
      let dateKey = key.map { "\($0)/\(start.instant.secondsSinceEpoch)" }
      draft.begin(by: coach)
      var choice: SlotChoice?
      draft.answer(.book(dated), key: dateKey) { draft in
        guard let grid = left else { return draft.perform(.book(dated)) }
        choice = draft.choose(dated, on: grid, by: policy)
      }
      if let choice, draft.refusals.isEmpty { left?.reserve(choice) }
      planned.append(
        PlannedSession(
          start: start, session: draft.session, refusals: draft.refusals, choice: choice))
    }
    if let left {
      draft.begin(by: coach)
      draft.addAlternatives(&planned, of: request, on: left, by: policy, most: alternatives, Self.mostTries)
    }
    let outcome = BatchOutcome(planned, mode) { !$0.refusals.isEmpty }
    return (
      outcome,
      SessionDecision(
        version: version, session: outcome.isBooked ? planned.first { $0.session != nil }?.session : nil,
        refusals: outcome.isBooked ? [] : outcome.refused.flatMap { $0.refusals },
        events: outcome.isBooked ? draft.events : [])
    )
  }

  /// Decides a session on each instance of a rule, as `decideSeries` does, and applies the decision.
  public mutating func requestSeries(
    _ request: SessionRequest, repeating rule: RecurrenceRule, _ mode: BatchMode = .allOrNothing,
    by coach: String,
    now: Instant, key: String? = nil, uids: UIDSource = .random, checking context: BookingContext = .open,
    offering offer: SlotGrid? = nil, choosing policy: ChoicePolicy = .fewestBookings(), alternatives: Int = 3
  ) -> BatchOutcome<PlannedSession> {
    let (outcome, decision) = decideSeries(
      request, repeating: rule, mode, by: coach, now: now, key: key, uids: uids, checking: context,
      offering: offer, choosing: policy, alternatives: alternatives)
    // The decision was made on this version just now.
    try? apply(decision)
    return outcome
  }
}

extension SessionDraft {
  /// Adds alternatives to the refused dates of a series: one to each date in turn, then the next.
  ///
  /// - Parameter tries: The most slots that are tried.
  fileprivate func addAlternatives(
    _ planned: inout [PlannedSession], of request: SessionRequest, on offer: SlotGrid,
    by policy: ChoicePolicy, most: Int, _ tries: Int
  ) {
    let refused = planned.indices.filter { planned[$0].choice != nil && !planned[$0].refusals.isEmpty }
    guard most > 0, !refused.isEmpty else { return }
    let slots = offer.slots
    var nearest = refused.map { NearestSlots(slots, to: planned[$0].start.instant) }
    var offered: Set<Slot> = []
    var tries = tries
    for _ in 0..<Swift.min(most, tries) where tries > 0 {
      for (number, index) in refused.enumerated() {
        while tries > 0, let slot = nearest[number].next() {
          tries -= 1
          guard !offered.contains(slot), grants(request, in: slot, of: offer, by: policy) else { continue }
          offered.insert(slot)
          planned[index].alternatives.append(slot)
          break
        }
      }
    }
  }

  /// Whether a request would be granted in a slot. The draft stays as it is.
  private func grants(
    _ request: SessionRequest, in slot: Slot, of offer: SlotGrid, by policy: ChoicePolicy
  ) -> Bool {
    var (request, trial) = (request, trial)
    request.start = slot.interval.lowerBound.in(request.start.zone)
    _ = trial.choose(request, on: offer, by: policy)
    return trial.refusals.isEmpty
  }
}

/// The slots nearest to an instant, of two as near the earlier first.
private struct NearestSlots: IteratorProtocol {
  /// In order of start.
  private let slots: [Slot]
  private let instant: Instant
  private var lower: Int
  private var upper: Int

  init(_ slots: [Slot], to instant: Instant) {
    (self.slots, self.instant) = (slots, instant)
    upper = slots.partitioningIndex { $0.interval.lowerBound >= instant }
    lower = upper
  }

  mutating func next() -> Slot? {
    let before = lower > 0 ? instant.seconds(since: slots[lower - 1].interval.lowerBound) : Int.max
    let after = upper < slots.count ? slots[upper].interval.lowerBound.seconds(since: instant) : Int.max
    if before == .max, after == .max { return nil }
    if before <= after {
      lower -= 1
      return slots[lower]
    }
    upper += 1
    return slots[upper - 1]
  }
}
