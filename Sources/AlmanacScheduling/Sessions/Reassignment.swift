internal import AlmanacEvents
public import AlmanacTime

/// A plan for the sessions of somebody who falls ill, or of a room that is closed: the substitute for each, and the sessions
/// without one. The book is not changed yet.
public struct Reassignment: Sendable, Hashable {
  /// A session that another takes over.
  public struct Change: Sendable, Hashable {
    /// The session as it was.
    public let session: SessionBook.Session
    /// The name of the candidate that the policy chose.
    public let substitute: String
    /// The other candidates, each with every reason.
    public let others: [CandidateVerdict]
  }

  /// A session that nobody can take over.
  public struct Impossible: Sendable, Hashable {
    /// The session, which the decision leaves as it is.
    public let session: SessionBook.Session
    /// Every reason why no candidate can serve in it.
    public let refusals: [SessionRefusal]
  }

  /// By start.
  public let changes: [Change]
  /// The sessions without a substitute, by start.
  public let impossible: [Impossible]
  /// The decision to make the changes.
  public let decision: SessionDecision
  /// Whether no plan gives more of the sessions to others; `false` where the search ended before that was proven, or where
  /// pauses before and after a session differ and some sessions are left.
  public fileprivate(set) var isProvenBest = true

  /// The default of the most steps of the search, which take about a second.
  public static let defaultBudget = 20_000
}

extension SessionBook {
  /// Decides who takes over the planned sessions of a coach or a thing that begin in a range and not before now, but for those
  /// in which nobody else is. A session that takes a room as a whole goes to one that holds its group, and one for which a
  /// least capacity was asked to a thing that has it.
  ///
  /// Each session in turn, by start, goes to one whom the policy chooses among those who can serve at its time, the changes
  /// before included. If some sessions have no candidate left, the search restarts with them first, and so on; if some are left
  /// then, a branch and bound search exchanges substitutes until no plan has more changes, or its steps end (`isProvenBest`).
  /// Times need not be starting times of anybody's hours.
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
  ///   - policy: The terms of the slots: limits that apply to each candidate, and buffers for those without their own.
  ///   - choice: The rule by which a substitute is chosen.
  ///   - travel: The time to travel between the places of sessions.
  ///   - now: The present, before which no session is reassigned.
  ///   - context: The other commitments of candidates and clients; the eligibility is not checked.
  ///   - budget: The most steps of the search for more changes. A step is an attempt to give a session to a candidate; it counts
  ///     more where the candidates have many bookings near the session.
  ///   - isSuitable: Whether a candidate may take over a session.
  /// - Returns: The changes, with a decision that makes them and leaves the impossible sessions as they are.
  /// - Complexity: O(*s* *c* log *n*) for *s* sessions, *c* candidates and their *n* bookings, and the busy items of the
  ///   candidates near the sessions; where nobody is left for some, also the steps of the search.
  public func reassignment(
    of name: String, in window: Range<Instant>, among pool: [SlotParticipant],
    policy: BookingPolicy = BookingPolicy(), choosing choice: ChoicePolicy = .fewestBookings(),
    travel: TravelTimes = .none, now: Instant, checking context: BookingContext = .open,
    budget: Int = Reassignment.defaultBudget,
    where isSuitable: (SlotParticipant, Session) -> Bool = { _, _ in true }
  ) -> Reassignment {
    let affected = sessions(with: name) { session in
      session.state == .scheduled && session.interval.lowerBound >= now
        && window.contains(session.interval.lowerBound)
        && (session.clients.isEmpty || !session.clients.allSatisfy { PersonKey.areSame($0, name) })
    }
    let others = pool.filter { !PersonKey.areSame($0.name, name) }
    let searches = affected.map { session in
      SubstituteSearch(of: name, in: session, among: others) { candidate in
        let needed = session.capacityNeeded(of: candidate, insteadOf: name)
        guard candidate.capacity >= needed else {
          return .insufficient(free: candidate.capacity, needed: needed, of: candidate.name)
        }
        return isSuitable(candidate, session) ? nil : .unsuitable
      }
    }
    func draft() -> SessionDraft {
      SessionDraft(book: self, coach: "", now: now, uids: .random, context: context)
    }
    var steps = SearchSteps(budget)
    func plan(_ order: [SubstituteSearch]) -> Reassignment {
      var draft = draft()
      defer { _ = steps.take(draft.steps) }
      return draft.substituting(order, policy, travel) { _ in choice }
    }
    var (order, best) = (searches, plan(searches))
    var latest = best
    for _ in 1..<16 where !latest.impossible.isEmpty && !latest.changes.isEmpty && steps.left > 0 {
      let left = Set(latest.impossible.map { $0.session.uid })
      let next =
        order.filter { left.contains($0.session.uid) } + order.filter { !left.contains($0.session.uid) }
      if next.map({ $0.session.uid }) == order.map({ $0.session.uid }) { break }
      (order, latest) = (next, plan(next))
      if latest.impossible.count < best.impossible.count { best = latest }
    }
    if best.impossible.isEmpty { return best }
    let search = SubstituteExchange(
      searches: searches, others: others, policy: policy, travel: travel, draft: draft)
    return search.improved(best, choosing: choice, within: steps)
  }
}

extension SessionBook.Session {
  /// The least capacity of a room in place of another one: as much as was asked for, and room for all of a group that takes it as
  /// a whole, if the size of either is known.
  fileprivate func capacityNeeded(of room: SlotParticipant, insteadOf name: String) -> Int {
    guard !PersonKey.areSame(coach, name), let former = resource(name) else { return 1 }
    let isSized = former.amount == nil && (room.capacity > 1 || former.capacity ?? 1 > 1)
    return Swift.max(former.holds ?? 1, isSized ? places : 1)
  }
}

/// The search for a plan in which more sessions are taken over, by exchanges of substitutes.
private struct SubstituteExchange {
  let searches: [SubstituteSearch]
  let others: [SlotParticipant]
  let policy: BookingPolicy
  let travel: TravelTimes
  let draft: () -> SessionDraft

  /// The plan, or one with more changes that leaves as many of its choices as can be.
  func improved(
    _ plan: Reassignment, choosing choice: ChoicePolicy, within budget: SearchSteps
  ) -> Reassignment {
    var (best, steps) = (plan, budget)
    let former = Dictionary(plan.changes.map { ($0.session.uid, PersonKey($0.substitute)) }) { first, _ in
      first
    }
    let candidates = searches.indices.map { session -> [Int] in
      let able = others.indices.filter { obstacle(for: $0, [session], &steps) == nil }
      let own = former[searches[session].session.uid]
      return able.filter { PersonKey(others[$0].name) == own }
        + able.filter { PersonKey(others[$0].name) != own }
    }
    var search = SubstituteAssignment(beyond: plan.changes.count, steps: steps)
    search.run(candidates) { assignment, steps in
      let found = self.plan(assignment, choice, &steps)
      if found.changes.count > best.changes.count { best = found }
      return exceeded(by: assignment, found, &steps)
    }
    // With a pause on one side only, who can serve depends on the order in which the sessions are placed.
    let policies = others.map { $0.policy ?? policy }
    best.isProvenBest = search.isProven && policies.allSatisfy { $0.buffers.before == $0.buffers.after }
    return best
  }

  /// The plan with certain substitutes, after which the other sessions are tried.
  private func plan(
    _ assignment: [Int?], _ choice: ChoicePolicy, _ steps: inout SearchSteps
  ) -> Reassignment {
    var draft = draft()
    defer { _ = steps.take(draft.steps) }
    let order =
      searches.indices.filter { assignment[$0] != nil } + searches.indices.filter { assignment[$0] == nil }
    return draft.substituting(order.map { searches[$0] }, policy, travel) { number in
      guard let own = assignment[order[number]] else { return choice }
      return .sequence([.same(as: [others[own].name]), choice])
    }
  }

  /// The limits of the first substitute whom an assignment gives more than can be.
  private func exceeded(
    by assignment: [Int?], _ plan: Reassignment, _ steps: inout SearchSteps
  ) -> [SubstituteAssignment.Limit] {
    let made = Dictionary(plan.changes.map { ($0.session.uid, PersonKey($0.substitute)) }) { first, _ in first
    }
    for (session, candidate) in assignment.enumerated() {
      guard let candidate, made[searches[session].session.uid] != PersonKey(others[candidate].name) else {
        continue
      }
      let own = assignment.indices.filter { $0 <= session && assignment[$0] == candidate }
      guard var set = excess(of: candidate, nearest(own, to: session), &steps) else {
        // Others than the substitute's own sessions are in the way.
        return [.init(candidate: candidate, sessions: [session], most: 0)]
      }
      for other in set where obstacle(for: candidate, set.filter { $0 != other }, &steps) != nil {
        set.removeAll { $0 == other }
      }
      return [extended(.init(candidate: candidate, sessions: Set(set), most: set.count - 1), &steps)]
    }
    return []
  }

  /// Sessions by the distance of their starts from that of one of them.
  private func nearest(_ sessions: [Int], to session: Int) -> [Int] {
    let start = self.start(session)
    return sessions.map { (abs(self.start($0).seconds(since: start)), $0) }.sorted { $0 < $1 }.map { $0.1 }
  }

  private func start(_ session: Int) -> Instant { searches[session].session.interval.lowerBound }

  /// The first of some sessions that a candidate cannot take over together; `nil` if all can be. Sessions that exclude each
  /// other are mostly near each other, so that few are tried.
  private func excess(of candidate: Int, _ sessions: [Int], _ steps: inout SearchSteps) -> [Int]? {
    var (possible, count) = (0, 1)
    while obstacle(for: candidate, Array(sessions.prefix(count)), &steps) == nil {
      if count >= sessions.count { return nil }
      (possible, count) = (count, min(count * 2, sessions.count))
    }
    while count - possible > 1 {
      let middle = (possible + count) / 2
      if obstacle(for: candidate, Array(sessions.prefix(middle)), &steps) == nil {
        possible = middle
      } else {
        count = middle
      }
    }
    return Array(sessions.prefix(count))
  }

  /// The limit of a day or a week with all its sessions: those that can be in the place of one and exceed it as well.
  private func extended(
    _ limit: SubstituteAssignment.Limit, _ steps: inout SearchSteps
  ) -> SubstituteAssignment.Limit {
    let own = limit.sessions.sorted()
    guard let first = own.first, let reason = obstacle(for: limit.candidate, own, &steps), reason != .other
    else { return limit }
    // Sessions of a day or of a week begin at most so far from each other, in any zone.
    let reach = (reason == .limitOfDay ? 2 : 8) * 86_400
    let further = searches.indices.filter { other in
      guard !own.contains(other), abs(start(other).seconds(since: start(first))) < reach else { return false }
      return own.allSatisfy { left in
        obstacle(for: limit.candidate, own.filter { $0 != left } + [other], &steps) == reason
      }
    }
    return .init(candidate: limit.candidate, sessions: limit.sessions.union(further), most: limit.most)
  }

  /// The reason why a candidate cannot take over a session.
  private enum Obstacle { case limitOfDay, limitOfWeek, other }

  /// The reason why a candidate cannot take over some sessions together, in the order of their starts; `nil` if all can be,
  /// and `.other` where the steps end.
  private func obstacle(for candidate: Int, _ sessions: [Int], _ steps: inout SearchSteps) -> Obstacle? {
    var draft = draft()
    defer { _ = steps.take(draft.steps) }
    for session in sessions.sorted() {
      guard draft.steps <= steps.left else { return .other }
      let search = searches[session].restricted(to: others[candidate])
      draft.begin(by: search.session.coach)
      guard draft.substitute(search, policy, .inOrder, travel) == nil else { continue }
      guard case .notOffered(.tooFew(_, _, let verdicts))? = draft.refusals.first else { return .other }
      let reasons = verdicts.flatMap { $0.reasons }
      switch reasons.first {
      case .dailyLimit where reasons.count == 1: return .limitOfDay
      case .weeklyLimit where reasons.count == 1: return .limitOfWeek
      default: return .other
      }
    }
    return nil
  }
}

extension SessionDraft {
  /// The plan that gives each session in turn to a substitute, chosen by the policy for its number.
  fileprivate mutating func substituting(
    _ searches: [SubstituteSearch], _ policy: BookingPolicy, _ travel: TravelTimes,
    choosing choice: (Int) -> ChoicePolicy
  ) -> Reassignment {
    var changes: [Reassignment.Change] = []
    var impossible: [Reassignment.Impossible] = []
    for (number, search) in searches.enumerated() {
      begin(by: search.session.coach)
      if let change = substitute(search, policy, choice(number), travel) {
        changes.append(change)
      } else {
        impossible.append(Reassignment.Impossible(session: search.session, refusals: refusals))
      }
    }
    changes.sort { SessionBook.Session.isBefore($0.session, $1.session) }
    impossible.sort { SessionBook.Session.isBefore($0.session, $1.session) }
    return Reassignment(
      changes: changes, impossible: impossible,
      decision: SessionDecision(
        version: book.version, session: nil,
        refusals: changes.isEmpty ? impossible.flatMap { $0.refusals } : [], events: events))
  }
}

/// The session for which a substitute is searched, and those who may be it.
private struct SubstituteSearch {
  let name: String
  let session: SessionBook.Session
  let pool: [SlotParticipant]
  /// The candidates of the pool who may not take over the session.
  let unsuitable: [CandidateVerdict]

  init(
    of name: String, in session: SessionBook.Session, among others: [SlotParticipant],
    unless reason: (SlotParticipant) -> Unavailability?
  ) {
    (self.name, self.session) = (name, session)
    var (pool, unsuitable): ([SlotParticipant], [CandidateVerdict]) = ([], [])
    for other in others {
      if let reason = reason(other) {
        unsuitable.append(CandidateVerdict(other.name, [reason]))
      } else {
        pool.append(other)
      }
    }
    (self.pool, self.unsuitable) = (pool, unsuitable)
  }

  /// The search for one candidate alone.
  func restricted(to candidate: SlotParticipant) -> SubstituteSearch {
    SubstituteSearch(of: name, in: session, among: [candidate]) { other in
      pool.contains { $0.name == other.name } ? nil : .notACandidate
    }
  }

  /// The refusal for a pool from which nobody can be required.
  func refusal(for error: SchedulingError) -> SessionRefusal {
    switch error.code {
    case .duplicate: .invalidRequest(.distinctCandidates)
    case .outOfRange: .invalidRequest(.amount)
    default:
      unsuitable.isEmpty
        ? .invalidRequest(.candidate) : .notOffered(.tooFew(of: role, needed: 1, unsuitable))
    }
  }

  var role: String { session.resource(name)?.requirement ?? SessionBook.coachRole }
  var duration: CalendarDuration { session.plan?.duration ?? .hours(1) }

  /// The resources of the session with a substitute for the one that is searched.
  func resources(with substitute: String) -> [SessionBook.Session.Resource] {
    let capacity = pool.first { PersonKey.areSame($0.name, substitute) }?.capacity ?? 1
    return session.resources.map { resource in
      guard PersonKey.areSame(resource.name, name) else { return resource }
      return SessionBook.Session.Resource(
        substitute, as: resource.requirement, amount: resource.amount, sized: capacity, holds: resource.holds)
    }
  }
}

extension SessionDraft {
  /// Gives a session to a substitute, or refuses it.
  fileprivate mutating func substitute(
    _ search: SubstituteSearch, _ policy: BookingPolicy, _ rule: ChoicePolicy, _ travel: TravelTimes
  ) -> Reassignment.Change? {
    let session = search.session
    let reach = policy.reach(around: session.interval, lasting: search.duration)
    let pool = participants(search.pool, in: reach)
    steps += pool.reduce(1) { $0 + 1 + $1.busy.items.count / 16 }
    let requirement: Requirement
    do throws(SchedulingError) {
      requirement = try .any(
        of: pool, as: search.role,
        taking: session.resource(search.name)?.amount)
    } catch {
      refuse(search.refusal(for: error))
      return nil
    }
    let start = session.interval.lowerBound
    // A session of another program may be shorter than any slot.
    let duration = search.duration.civilSeconds < 60 ? .minutes(1) : search.duration
    guard
      let grid = try? SlotGrid(
        lasting: duration, in: start..<start.adding(seconds: 1), requiring: [requirement], policy: policy,
        at: now, location: session.location, travel: travel, viewer: session.zone
      ).withoutLattices
    else { return nil }
    let choice = grid.choice(at: start, by: rule, history: history, checking: context)
    choice.reasons.forEach { refuse(SessionRefusal($0)) }
    guard let substitute = choice.everyone.first else { return nil }
    if PersonKey.areSame(session.coach, search.name) {
      perform(.reassign(session.uid, coach: substitute))
    } else {
      perform(.reassign(session.uid, resources: search.resources(with: substitute)))
    }
    let others = choice.parts.flatMap { $0.others } + search.unsuitable
    return refusals.isEmpty
      ? Reassignment.Change(session: session, substitute: substitute, others: others) : nil
  }
}
