public import AlmanacEvents
public import AlmanacTime

/// The decision about a session whose people and things a policy chose.
public struct ChosenSession: Sendable, Hashable {
  /// The people who serve, and the reasons against the others.
  public let choice: SlotChoice
  /// The people who do not serve any more in the role in which they served before a session is moved, each with every reason.
  public let replaced: [CandidateVerdict]
  /// The decision to apply; refused where the slot cannot be booked.
  public let decision: SessionDecision
}

extension SessionBook {
  /// The requirement whose first chosen candidate is the coach of a session.
  public static let coachRole = "coach"

  /// Decides a session on a slot of an offer, for those whom a policy chooses.
  ///
  /// The first chosen in the requirement `coachRole` is the coach; without that requirement it is the one who makes the
  /// request. All others whom the offer requires, the clients aside, are resources of the session.
  ///
  /// ```swift
  /// let needs = [try Requirement.any(of: book.participants(coaches, in: reach), as: SessionBook.coachRole)]
  /// let grid = try SlotGrid(lasting: .hours(1), in: week, requiring: needs, policy: policy, at: now)
  /// let chosen = book.decide(SessionRequest(["bob"], at: grid.slots[0].start), offering: grid, now: now)
  /// chosen.choice.parts[0].others                                 // why not the others
  /// try book.apply(chosen.decision)
  /// ```
  ///
  /// - Parameters:
  ///   - request: The session, which starts with a slot of the offer.
  ///   - offer: The slots that can be booked, of the book as it is now.
  ///   - policy: The rule of the choice, by the sessions of this book.
  ///   - coach: Who makes the request; empty for the house. Idempotency keys are of the one who makes the request.
  ///   - now: The moment of the request.
  ///   - key: The idempotency key; see `decide(_:by:now:key:uids:checking:offering:)`.
  ///   - uids: The source of the UID of the session.
  ///   - context: The eligibility of clients, and the other commitments of people.
  public func decide(
    _ request: SessionRequest, offering offer: SlotGrid, choosing policy: ChoicePolicy = .fewestBookings(),
    by coach: String = "", now: Instant, key: String? = nil, uids: UIDSource = .random,
    checking context: BookingContext = .open
  ) -> ChosenSession {
    var draft = SessionDraft(book: self, coach: coach, now: now, uids: uids, context: context)
    var choice: SlotChoice?
    draft.answer(.book(request), key: key) { choice = $0.choose(request, on: offer, by: policy) }
    // A request that was answered before is not chosen for again; without its session, the key is that of another request.
    let shown =
      choice ?? draft.session.map { offer.repeated($0) }
      ?? offer.choice(at: request.start.instant, by: policy, history: history, checking: context)
    return ChosenSession(choice: shown, replaced: [], decision: draft.decision)
  }

  /// Decides a new start of a session. The same people and things are in the same roles where they can be, and others where they
  /// cannot; those who keep another role are chosen last. What the session takes and the offer does not require, it takes at the
  /// new time too.
  ///
  /// - Parameters:
  ///   - uid: The UID of the session.
  ///   - coach: The coach of the session.
  ///   - start: The new start, which is that of a slot of the offer.
  ///   - offer: The slots that can be booked, made without the session itself:
  ///     `participants(_:in:except:shownTo:)`.
  ///   - policy: The rule by which others are chosen.
  ///   - now: The moment of the request.
  ///   - context: The other commitments of people; the eligibility is not checked.
  /// - Complexity: As `SlotGrid.choice(at:by:history:explaining:)`.
  public func decideMove(
    of uid: String, by coach: String, to start: ZonedDateTime, offering offer: SlotGrid,
    choosing policy: ChoicePolicy = .fewestBookings(), now: Instant, checking context: BookingContext = .open
  ) -> ChosenSession {
    var draft = SessionDraft(book: self, coach: coach, now: now, uids: .random, context: context)
    let before = session(uid, of: coach)
    let roles = before?.roles ?? []
    let choice = offer.choice(
      at: start.instant, by: policy, history: history, checking: context, keeping: roles)
    choice.reasons.forEach { draft.refuse(SessionRefusal($0)) }
    if let before, let plan = before.plan {
      let interval = Session.Plan(start, lasting: plan.duration).interval
      offer.refusals(ofLength: interval).forEach { draft.refuse($0) }
    }
    let serving = choice.serving(before?.clients ?? [], else: coach)
    let kept = before?.resources.filter { !offer.requires($0) } ?? []
    if draft.refusals.isEmpty {
      draft.perform(.reassign(uid, coach: serving.coach, resources: serving.resources + kept, to: start))
    }
    let after = Session.roles(serving.coach, serving.resources + kept)
    let replaced = roles.filter { former in
      !after.contains { $0.person == former.person && $0.isIn(former.role) }
    }.map { choice.verdict(of: $0, serving: after) }
    return ChosenSession(
      choice: choice, replaced: choice.isAvailable ? replaced : [], decision: draft.decision)
  }
}

extension SessionDraft {
  /// Books a slot for those whom a policy chooses.
  mutating func choose(_ request: SessionRequest, on offer: SlotGrid, by policy: ChoicePolicy) -> SlotChoice {
    let choice = offer.choice(
      at: request.start.instant, by: policy, history: history, checking: context, explaining: !isTrial)
    choice.reasons.forEach { refuse(SessionRefusal($0)) }
    let interval = SessionBook.Session.Plan(request.start, lasting: request.duration).interval
    offer.refusals(ofLength: interval).forEach { refuse($0) }
    guard refusals.isEmpty else { return choice }
    let serving = choice.serving(request.clients, else: coach)
    var request = request
    request.resources += serving.resources
    coach = serving.coach
    perform(.book(request))
    return choice
  }
}

extension SlotChoice {
  /// The coach and the resources of a session.
  fileprivate func serving(
    _ clients: [String], else coach: String
  ) -> (coach: String, resources: [SessionBook.Session.Resource]) {
    let leader = chosen(for: SessionBook.coachRole).first ?? coach
    let people = Set((clients + [leader]).map { PersonKey($0) })
    let resources = parts.flatMap { part in
      zip(part.chosen, part.capacities).filter { !people.contains(PersonKey($0.0)) }.map { name, capacity in
        SessionBook.Session.Resource(
          name, as: part.requirement, amount: part.amount, sized: capacity, holds: part.holds)
      }
    }
    return (leader, resources)
  }
}

extension SlotGrid {
  /// Whether a requirement asks for a resource of a session, or for others in its place.
  fileprivate func requires(_ resource: SessionBook.Session.Resource) -> Bool {
    requirements.contains { requirement in
      guard requirement.takesPart else { return false }
      return !requirement.name.isEmpty && requirement.name == resource.requirement
        || participants[requirement.candidates].contains { $0.key == PersonKey(resource.name) }
    }
  }

  /// The choice of a request that was granted before: the slot of its session with those who serve in it.
  fileprivate func repeated(_ session: SessionBook.Session) -> SlotChoice {
    var parts: [SlotChoice.Part] = []
    for resource in SessionBook.Session.served(by: session.coach, session.resources) {
      let same = parts.firstIndex { $0.requirement == resource.requirement }
      let former = same.map { parts.remove(at: $0) }
      parts.append(
        SlotChoice.Part(
          requirement: resource.requirement, chosen: (former?.chosen ?? []) + [resource.name],
          amount: resource.amount, holds: resource.holds,
          capacities: (former?.capacities ?? []) + [resource.capacity ?? 1],
          exclusions: Exclusions()))
    }
    let start = session.interval.lowerBound.secondsSinceEpoch
    return SlotChoice(slot: slot(at: start), parts: parts, reasons: [])
  }
}

extension SessionBook.Session {
  /// One who serves, with the role.
  struct Role {
    let person: PersonKey
    let name: String
    /// The requirement; empty for any.
    let role: String

    func isIn(_ other: String) -> Bool { role == other || role.isEmpty || other.isEmpty }
  }

  /// The people who serve, with their roles.
  fileprivate var roles: [Role] { Self.roles(coach, resources) }

  fileprivate static func roles(_ coach: String, _ resources: [Resource]) -> [Role] {
    served(by: coach, resources).map {
      Role(person: PersonKey($0.name), name: $0.name, role: $0.requirement)
    }
  }

  /// The coach, if there is one, and the resources, each with its requirement.
  fileprivate static func served(by coach: String, _ resources: [Resource]) -> [Resource] {
    (coach.isEmpty ? [] : [Resource(coach, as: SessionBook.coachRole)]) + resources
  }
}

extension SlotChoice {
  /// The reasons why a person no longer serves in a role.
  fileprivate func verdict(of former: SessionBook.Session.Role, serving roles: [SessionBook.Session.Role])
    -> CandidateVerdict
  {
    if let other = roles.first(where: { $0.person == former.person }) {
      return CandidateVerdict(former.name, [.serves(other.role)])
    }
    let others = parts.filter { $0.requirement == former.role }.flatMap { $0.others }
    let verdict = (others + parts.flatMap { $0.others }).first { PersonKey($0.name) == former.person }
    return verdict ?? CandidateVerdict(former.name, [.notACandidate])
  }
}
