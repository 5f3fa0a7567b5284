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
  /// let grid = try book.slots(of: coach, with: client, in: week, availability: office, policy: policy, at: now)
  /// book.request(.schedule(client: client, at: grid.slots[0].start), by: coach, now: now, offering: grid)
  /// ```
  ///
  /// - Parameters:
  ///   - coach: The coach, whose sessions in this book take time.
  ///   - client: The client, whose sessions with any coach take time; those with another coach have no title.
  ///   - duration: The duration of a slot, a minute at least.
  ///   - window: The half-open range in which slots start.
  ///   - availability: The working hours of the coach, whose sessions count towards the policy's limits.
  ///   - others: The other participants that must have time, such as the room or the client's own calendar.
  ///   - uid: A session that is being moved, which does not conflict with itself.
  ///   - policy: The terms of the slots: starting times, buffers, notice, days ahead and limits.
  ///   - now: The present, by which a slot is in the past, comes at too short notice or is too many days ahead.
  ///   - viewer: The zone in which slots are shown; `nil` for the schedule's own.
  /// - Throws: `SchedulingError` for a duration of less than a minute.
  public func slots(
    of coach: String, with client: String, lasting duration: CalendarDuration = .hours(1),
    in window: Range<Instant>, availability: Availability? = nil, others: [SlotParticipant] = [],
    moving uid: String? = nil, policy: BookingPolicy = BookingPolicy(), at now: Instant,
    viewer: Zone? = nil
  ) throws(SchedulingError) -> SlotGrid {
    // A coach may be their own client.
    var participants = [coach, client].uniqued { PersonKey($0) }.map { person in
      SlotParticipant(person, busy: busy(of: person, shownTo: coach, except: uid))
    }
    participants[0].availability = availability
    return try SlotGrid(
      lasting: duration, in: window, for: participants + others, policy: policy, at: now, viewer: viewer)
  }
}

extension SlotGrid {
  /// The reasons why a session is not one of the available slots, by its start and its length; empty when it is.
  func refusals(of session: SessionBook.Session) -> [SessionRefusal] {
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
  /// The start that the rule gives the session.
  public let start: ZonedDateTime
  /// The session, or the one that would have been planned without the refusals of others; `nil` when it is refused.
  public let session: SessionBook.Session?
  /// Every reason for the refusal of this date; empty when it is granted.
  public let refusals: [SessionRefusal]
  /// The people who serve, and the reasons against the others; `nil` for a series without an offer.
  public let choice: SlotChoice?
  /// For a refused date of a series with an offer, the slots nearest to it, a week away at most, that can be booked beside the
  /// other dates; of two as near the earlier first. A slot is an alternative of one date only.
  public internal(set) var alternatives: [Slot] = []
}

extension SessionBook {
  /// The most sessions that one series plans.
  public static let longestSeries = 500

  /// The ranges of time in which a series needs slots, half-open and in order: each of its dates with the week before and the
  /// week after, in parts that one grid can search.
  ///
  /// ```swift
  /// let parts = SessionBook.windows(ofSeries: tuesday, repeating: tuesdays)
  /// let grids = try parts.map { SlotGrid(lasting: .hours(1), in: $0, requiring: needs, policy: policy, at: now) }
  /// ```
  ///
  /// - Complexity: O(*d*) for *d* dates, of which the first `longestSeries` count.
  public static func windows(
    ofSeries start: ZonedDateTime, repeating rule: RecurrenceRule
  ) -> [Range<Instant>] {
    let set = RecurrenceSet(start: .zoned(start), Recurrence([rule]))
    var parts: [Range<Instant>] = []
    for date in RecurrenceExpansion(set).prefix(longestSeries) {
      let instant = date.start.instant(in: start.zone)
      let (lower, upper) = (
        instant.adding(seconds: -NearestSlots.reach), instant.adding(seconds: NearestSlots.reach + 1)
      )
      if let last = parts.last, upper.seconds(since: last.lowerBound) <= SlotGrid.longestSearch {
        parts[parts.count - 1] = last.lowerBound..<upper
      } else {
        parts.append(lower..<upper)
      }
    }
    return parts
  }

  /// Decides a session on each instance of a rule: all or none of them, or those that are not refused. Nothing changes.
  ///
  /// With offers, their slots are booked for those whom a policy chooses, as `decide(_:offering:choosing:by:now:key:uids:checking:)`
  /// does for one; those who served on the dates before count for the next one.
  ///
  /// ```swift
  /// let tuesdays = RecurrenceRule(.weekly, until: .count(10))
  /// let (outcome, decision) = book.decideSeries(
  ///   SessionRequest(["bob"], at: tuesday), repeating: tuesdays, by: "eva", now: now, offering: [grid])
  /// for date in outcome.refused { print(date.start, date.refusals, date.alternatives) }
  /// try book.apply(decision)
  /// ```
  ///
  /// - Parameters:
  ///   - request: The session, with the first start.
  ///   - rule: The rule, with an end.
  ///   - mode: Whether one refused date refuses all, or the others are booked.
  ///   - coach: The coach, where the offer has no requirement named `coach`.
  ///   - now: The moment of the request.
  ///   - key: The idempotency key from which each session's own is made.
  ///   - uids: The source of the UIDs of the sessions.
  ///   - context: The eligibility of clients, and the other commitments of people.
  ///   - offers: The slots on offer, of one or several ranges of time (see `windows(ofSeries:repeating:)`); none for a series
  ///     at any time.
  ///   - policy: The rule by which those who serve are chosen from the offers.
  ///   - alternatives: The most alternatives for each refused date.
  /// - Returns: Each date with its outcome, and the decision with the events of all that are booked. A series of more than
  ///   `longestSeries` dates has one date more than that, which is refused and stands for the others.
  /// - Complexity: O(*d* *c*) for *d* dates and the cost *c* of deciding one, and at most 2 000 further decisions for the
  ///   alternatives, which are searched among at most 200 000 starts.
  public func decideSeries(
    _ request: SessionRequest, repeating rule: RecurrenceRule, _ mode: BatchMode = .allOrNothing,
    by coach: String,
    now: Instant, key: String? = nil, uids: UIDSource = .random, checking context: BookingContext = .open,
    offering offers: [SlotGrid] = [], choosing policy: ChoicePolicy = .fewestBookings(), alternatives: Int = 3
  ) -> (outcome: BatchOutcome<PlannedSession>, decision: SessionDecision) {
    let set = RecurrenceSet(start: .zoned(request.start), Recurrence([rule]))
    var draft = SessionDraft(book: self, coach: coach, now: now, uids: uids, context: context)
    var (left, policy) = (offers, policy)
    var planned: [PlannedSession] = []
    for instance in RecurrenceExpansion(set).prefix(Self.longestSeries + 1) {
      guard let start = instance.start.zonedTime else { continue }
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
      let part = left.part(around: start.instant)
      draft.answer(.book(dated), key: dateKey) { draft in
        guard let part else { return draft.perform(.book(dated)) }
        choice = draft.choose(dated, on: left[part], by: policy)
      }
      if let part, let choice, draft.refusals.isEmpty {
        // The parts beside it overlap with it, and share its weeks.
        for index in left.indices where abs(index - part) <= 1 { left[index].reserve(choice) }
        policy = policy.after(choice.everyone)
      }
      planned.append(
        PlannedSession(
          start: start, session: draft.session, refusals: draft.refusals, choice: choice))
    }
    draft.begin(by: coach)
    draft.addAlternatives(&planned, of: request, on: left, by: policy, most: alternatives)
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
    offering offers: [SlotGrid] = [], choosing policy: ChoicePolicy = .fewestBookings(), alternatives: Int = 3
  ) -> BatchOutcome<PlannedSession> {
    let (outcome, decision) = decideSeries(
      request, repeating: rule, mode, by: coach, now: now, key: key, uids: uids, checking: context,
      offering: offers, choosing: policy, alternatives: alternatives)
    // The decision was made on this version just now.
    try? apply(decision)
    return outcome
  }
}
