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
    var result = reasons(at: start).map { reason -> SessionRefusal in
      if case .conflict(let item, let name) = reason {
        .conflict(item, of: name)
      } else {
        .notOffered(reason)
      }
    }
    if end(of: start.secondsSinceEpoch) != session.interval.upperBound.secondsSinceEpoch {
      result.append(.otherDuration(duration))
    }
    return result
  }
}

/// A start of a series of sessions with the outcome of planning it.
public struct PlannedSession: Sendable, Hashable {
  public let start: ZonedDateTime
  /// The session, or the one that would have been planned without the refusals of others; `nil` when it is refused.
  public let session: Session?
  public let refusals: [SessionRefusal]
}

extension SessionBook {
  /// The most sessions that one series plans.
  package static let longestSeries = 500

  /// Plans a session on each instance of a rule: all or none of them, or those that are not refused.
  ///
  /// - Parameters:
  ///   - rule: The rule; one without an end gives `longestSeries` sessions.
  ///   - key: The idempotency key from which each session's own is made.
  public mutating func requestSeries(
    client: String, from start: ZonedDateTime, repeating rule: RecurrenceRule,
    lasting duration: CalendarDuration = .hours(1), _ mode: BatchMode = .allOrNothing, title: String = "",
    place: String = "", note: String = "", by coach: String, now: Instant, key: String? = nil,
    uids: UIDSource = .random, checking context: BookingContext = .open
  ) -> BatchOutcome<PlannedSession> {
    let set = RecurrenceSet(start: .zoned(start), Recurrence([rule]))
    var attempt = self
    var planned: [PlannedSession] = []
    for instance in RecurrenceExpansion(set).prefix(Self.longestSeries) {
      guard let start = instance.start.zonedStart else { continue }
      let decision = attempt.request(
        .schedule(client: client, at: start, lasting: duration, title: title, place: place, note: note),
        by: coach, now: now, key: key.map { "\($0)/\(start.instant.secondsSinceEpoch)" }, uids: uids,
        checking: context)
      planned.append(PlannedSession(start: start, session: decision.session, refusals: decision.refusals))
    }
    let outcome = BatchOutcome(planned, mode) { !$0.refusals.isEmpty }
    if outcome.isBooked { self = attempt }
    return outcome
  }
}
