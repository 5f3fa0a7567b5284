internal import AlmanacEvents
public import AlmanacTime

/// A plan for the sessions of somebody who falls ill, or of a room that is closed: the substitute for each, and the sessions
/// without one. The book is not changed yet.
public struct Reassignment: Sendable, Hashable {
  /// A session that another takes over.
  public struct Change: Sendable, Hashable {
    /// The session as it was.
    public let session: Session
    public let substitute: String
    /// The other candidates, each with every reason.
    public let others: [CandidateVerdict]
  }

  /// A session that nobody can take over.
  public struct Impossible: Sendable, Hashable {
    public let session: Session
    public let refusals: [SessionRefusal]
  }

  /// By start.
  public let changes: [Change]
  public let impossible: [Impossible]
  /// The decision to make the changes.
  public let decision: SessionDecision
}

extension SessionBook {
  /// Decides who takes over the planned sessions of a coach or a thing that begin in a range and not before now.
  ///
  /// Each session in turn, by start, goes to one whom the policy chooses among those who can serve at its time, the changes
  /// before included. Times need not be starting times of anybody's hours.
  ///
  /// ```swift
  /// let ill = book.reassignment(of: "eva", in: week, among: coaches, now: now)
  /// ill.impossible                                   // call these clients
  /// try book.apply(ill.decision)
  /// ```
  ///
  /// - Parameters:
  ///   - name: The coach or the resource. A session of a coach gets another coach, one of a resource another resource.
  ///   - window: The half-open range in which the sessions begin.
  ///   - pool: The candidates, with their busy time apart from the sessions of this book.
  ///   - policy: The buffers and limits of candidates without their own.
  ///   - choice: The rule by which a substitute is chosen.
  ///   - isSuitable: Whether a candidate may take over a session.
  /// - Complexity: O(*s* *c* log *n*) for *s* sessions, *c* candidates and their *n* bookings, and the busy items of the
  ///   candidates near the sessions.
  public func reassignment(
    of name: String, in window: Range<Instant>, among pool: [SlotParticipant],
    policy: BookingPolicy = BookingPolicy(), choosing choice: ChoicePolicy = .fewestBookings(), now: Instant,
    checking context: BookingContext = .open,
    where isSuitable: (SlotParticipant, Session) -> Bool = { _, _ in true }
  ) -> Reassignment {
    let affected = sessions(with: name) { session in
      session.state == .scheduled && session.interval.lowerBound >= now
        && window.contains(session.interval.lowerBound)
        && !session.clients.contains { PersonKey.areSame($0, name) }
    }
    var draft = SessionDraft(book: self, coach: "", now: now, uids: .random, context: context)
    var changes: [Reassignment.Change] = []
    var impossible: [Reassignment.Impossible] = []
    for session in affected {
      draft.begin(by: session.coach)
      let taken = draft.substitute(
        name, in: session, among: pool.filter { isSuitable($0, session) }, policy, choice)
      if let taken, draft.refusals.isEmpty {
        changes.append(
          Reassignment.Change(session: session, substitute: taken.everyone[0], others: taken.parts[0].others))
      } else {
        impossible.append(Reassignment.Impossible(session: session, refusals: draft.refusals))
      }
    }
    return Reassignment(
      changes: changes, impossible: impossible,
      decision: SessionDecision(
        version: version, session: nil, refusals: changes.isEmpty ? impossible.flatMap { $0.refusals } : [],
        events: draft.events))
  }
}

extension SessionDraft {
  /// Gives a session to a substitute, or refuses it.
  fileprivate mutating func substitute(
    _ name: String, in session: Session, among pool: [SlotParticipant], _ policy: BookingPolicy,
    _ rule: ChoicePolicy
  ) -> SlotChoice? {
    let role = session.resource(name)?.requirement ?? SessionBook.coachRole
    let own = session.everyone
    let others = pool.filter { candidate in !own.contains { PersonKey.areSame($0, candidate.name) } }
    let reach = policy.reach(around: session.interval, lasting: session.plan?.duration ?? .hours(1))
    let requirement: Requirement
    do {
      requirement = try .any(of: participants(others, in: reach), as: role)
    } catch {
      refuse(.invalidRequest(expected: error.expected))
      return nil
    }
    let start = session.interval.lowerBound
    let grid = SlotGrid(
      lasting: session.plan?.duration ?? .hours(1), in: start..<start.adding(seconds: 1),
      requiring: [requirement],
      policy: policy, at: now, place: session.place, viewer: session.zone
    ).onAnyStart
    let choice = grid.choice(at: start, by: rule, history: history)
    choice.reasons.forEach { refuse(SessionRefusal($0)) }
    guard let substitute = choice.everyone.first else { return nil }
    if PersonKey.areSame(session.coach, name) {
      perform(.reassign(session.uid, coach: substitute))
    } else {
      let resources = session.resources.map { resource in
        var resource = resource
        if PersonKey.areSame(resource.name, name) { resource.name = substitute }
        return resource
      }
      perform(.reassign(session.uid, resources: resources))
    }
    return choice
  }
}
