internal import AlmanacEvents
public import AlmanacTime

/// A slot with those who serve in it, and why the others do not.
public struct SlotChoice: Sendable, Hashable {
  /// One requirement with those who serve.
  public struct Part: Sendable, Hashable {
    /// The name of the requirement.
    public let requirement: String
    /// The names of those who serve: each participant of a requirement that is no pool, else those that the policy
    /// selected.
    public let chosen: [String]
    /// The amount that is taken of a resource; `nil` for all of it.
    public let amount: Int?
    /// The least capacity that was asked for; `nil` for none.
    let holds: Int?
    /// The capacity of each of the chosen; 1 for people.
    public let capacities: [Int]
    /// The other candidates, in the order of the pool, each with every reason.
    public var others: [CandidateVerdict] { exclusions.verdicts }
    let exclusions: Exclusions
  }

  /// The slot that begins at the requested start, whether or not it can be booked.
  public let slot: Slot
  /// The requirements in order; none where the slot cannot be booked.
  public let parts: [Part]
  /// Every reason why the slot cannot be booked; empty where it can.
  public let reasons: [Unavailability]

  /// Whether the slot can be booked.
  public var isAvailable: Bool { reasons.isEmpty }

  /// The candidates who serve in a requirement.
  public func chosen(for requirement: String) -> [String] {
    parts.first { $0.requirement == requirement }?.chosen ?? []
  }

  /// All who serve, in order of the requirements.
  public var everyone: [String] { parts.flatMap { $0.chosen } }
}

/// The candidates who are not chosen, with their reasons, which may be found when they are first asked for.
final class Exclusions: Sendable, Hashable {
  private enum State: Sendable {
    case found([CandidateVerdict])
    case open(@Sendable () -> [CandidateVerdict])
  }

  private let state: LockedState<State>

  init(_ verdicts: [CandidateVerdict] = []) { state = LockedState(.found(verdicts)) }
  init(_ find: @escaping @Sendable () -> [CandidateVerdict]) { state = LockedState(.open(find)) }

  var verdicts: [CandidateVerdict] {
    state.withLock { state in
      switch state {
      case .found(let verdicts): return verdicts
      case .open(let find):
        let verdicts = find()
        state = .found(verdicts)
        return verdicts
      }
    }
  }

  static func == (one: Exclusions, other: Exclusions) -> Bool {
    one === other || one.verdicts == other.verdicts
  }
  func hash(into hasher: inout Hasher) { hasher.combine(verdicts) }
}

extension SlotSearch {
  /// Those of a requirement who are not chosen. Other commitments are asked for at once, as they may change.
  ///
  /// - Parameter reason: That of one who could serve.
  fileprivate mutating func exclusions(of number: Int, _ reason: [Unavailability]) -> Exclusions {
    if hasContext { return Exclusions(verdicts(of: number) { _ in reason }) }
    return Exclusions { [self] in
      var search = self
      return search.verdicts(of: number) { _ in reason }
    }
  }
}

extension SlotGrid {
  /// Chooses who serves in a slot: for each requirement in order the first by the policy with whom the other requirements
  /// can still be met.
  ///
  /// The slot is decided as `slots` and `reasons(at:)` do, so what was listed has a choice.
  ///
  /// - Parameters:
  ///   - start: The start of the slot.
  ///   - policy: The policy, which chooses by the bookings of the history.
  ///   - history: The bookings so far.
  ///   - explaining: Whether the answer has those who are not chosen, with their reasons; without them many slots of many
  ///     candidates take less time. The reasons are found when they are first asked for.
  /// - Complexity: As `reasons(at:)`, and O(*c* log *c*) for *c* candidates.
  public func choice(
    at start: Instant, by policy: ChoicePolicy = .fewestBookings(),
    history: BookingHistory = BookingHistory(), explaining: Bool = true
  ) -> SlotChoice {
    choice(at: start, by: policy, history: history, checking: nil, explaining: explaining)
  }

  /// - Parameters:
  ///   - context: The commitments of candidates beside their busy time.
  ///   - roles: Those who served before: each goes first in their role, and last in others.
  ///   - explaining: Whether the answer has those who are not chosen.
  func choice(
    at start: Instant, by policy: ChoicePolicy, history: BookingHistory, checking context: BookingContext?,
    keeping roles: [SessionBook.Session.Role] = [], explaining: Bool = true
  ) -> SlotChoice {
    var search = SlotSearch(self, checking: context)
    var verdict = ReasonCollector(most: ReasonCollector.maximumPerStart)
    search.examine(start.secondsSinceEpoch, &verdict)
    let slot = slot(at: start.secondsSinceEpoch)
    guard !verdict.isRefused else { return SlotChoice(slot: slot, parts: [], reasons: verdict.reasons) }
    search.choose { requirement in
      let candidates = participants[requirement.candidates]
      let order = policy.order(candidates, placedByName: requirement.placesByName, for: slot, history)
        .map { requirement.candidates.lowerBound + $0 }
      return roles.isEmpty ? order : self.order(order, in: requirement.name, keeping: roles)
    }
    var taken = search.candidateOfSeat[...]
    let parts = requirements.indices.filter { requirements[$0].takesPart }.map { number -> SlotChoice.Part in
      guard case .any(let count) = requirements[number].demand else { return part(number) }
      let chosen = taken.prefix(count).compactMap { $0 }
      taken = taken.dropFirst(count)
      let names = chosen.map { participants[$0].name }
      let reason = [Unavailability.notChosen(before: names)]
      return SlotChoice.Part(
        requirement: requirements[number].name, chosen: names,
        amount: chosen.first.flatMap { participants[$0].amount }, holds: requirements[number].holds,
        capacities: chosen.map { participants[$0].capacity },
        exclusions: explaining ? search.exclusions(of: number, reason) : Exclusions())
    }
    return SlotChoice(slot: slot, parts: parts, reasons: [])
  }

  /// The part of a requirement that leaves no choice.
  private func part(_ number: Int) -> SlotChoice.Part {
    let requirement = requirements[number]
    let chosen = participants[requirement.candidates].uniqued { $0.person }
    let amount: Int? = if case .amount(let amount) = requirement.demand { amount } else { nil }
    return SlotChoice.Part(
      requirement: requirement.name, chosen: chosen.map { $0.name }, amount: amount, holds: nil,
      capacities: chosen.map { $0.capacity }, exclusions: Exclusions())
  }

  /// The candidates of a role: at first those who had it, as before, then the others in order, at last those who had another
  /// role.
  private func order(_ candidates: [Int], in role: String, keeping roles: [SessionBook.Session.Role]) -> [Int]
  {
    func rank(_ place: Int) -> (Int, Int) {
      let key = participants[candidates[place]].key
      if let own = roles.firstIndex(where: { $0.person == key && $0.isIn(role) }) { return (0, own) }
      return (roles.contains { $0.person == key } ? 2 : 1, place)
    }
    return candidates.indices.sorted { rank($0) < rank($1) }.map { candidates[$0] }
  }
}
