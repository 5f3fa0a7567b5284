internal import AlmanacEvents
public import AlmanacTime

/// A slot with those who serve in it, and why the others do not.
public struct SlotChoice: Sendable, Hashable {
  /// One requirement with those who serve.
  public struct Part: Sendable, Hashable {
    /// The name of the requirement.
    public let requirement: String
    public let chosen: [String]
    /// The amount that is taken of a resource; `nil` for all of it.
    public let amount: Int?
    /// The capacity of the resource; 1 for people.
    public let capacity: Int
    /// The other candidates, in the order of the pool, each with every reason.
    public let others: [CandidateVerdict]
  }

  public let slot: Slot
  /// The requirements in order; none where the slot cannot be booked.
  public let parts: [Part]
  /// Every reason why the slot cannot be booked; empty where it can.
  public let reasons: [Unavailability]

  public var isAvailable: Bool { reasons.isEmpty }

  /// Those who serve in a requirement.
  public func chosen(for requirement: String) -> [String] {
    parts.first { $0.requirement == requirement }?.chosen ?? []
  }

  /// All who serve, in order of the requirements.
  public var everyone: [String] { parts.flatMap { $0.chosen } }
}

extension SlotGrid {
  /// Chooses who serves in a slot: for each requirement in order the first by the policy with whom the other requirements
  /// can still be met.
  ///
  /// The slot is decided as `slots` and `reasons(at:)` do, so what was listed has a choice.
  ///
  /// - Parameter history: The bookings by which the policy chooses.
  /// - Complexity: As `reasons(at:)`, and O(*c* log *c*) for *c* candidates.
  public func choice(
    at start: Instant, by policy: ChoicePolicy = .fewestBookings(), history: BookingHistory = BookingHistory()
  ) -> SlotChoice {
    choice(at: start, by: policy, history: history, checking: nil)
  }

  /// - Parameter context: The commitments of candidates beside their busy time.
  func choice(
    at start: Instant, by policy: ChoicePolicy, history: BookingHistory, checking context: BookingContext?
  ) -> SlotChoice {
    var search = SlotSearch(self, checking: context)
    var verdict = ReasonCollector(most: ReasonCollector.maximumPerStart)
    search.examine(start.secondsSinceEpoch, &verdict)
    let slot = slot(at: start.secondsSinceEpoch)
    guard !verdict.isRefused else { return SlotChoice(slot: slot, parts: [], reasons: verdict.reasons) }
    search.choose { requirement in
      policy.order(participants[requirement.candidates], for: slot, history).map {
        requirement.candidates.lowerBound + $0
      }
    }
    var taken = search.candidateOfSeat[...]
    let parts = requirements.indices.map { number -> SlotChoice.Part in
      let requirement = requirements[number]
      guard case .any(let count) = requirement.demand else {
        let names = PersonKey.unique(requirement.candidates.map { participants[$0].name })
        let first = requirement.candidates.first
        var (amount, capacity): (Int?, Int) = (nil, 1)
        if case .amount(let own) = requirement.demand, let first {
          (amount, capacity) = (own, participants[first].capacity)
        }
        return SlotChoice.Part(
          requirement: requirement.name, chosen: names, amount: amount, capacity: capacity, others: [])
      }
      let chosen = taken.prefix(count).compactMap { $0.map { participants[$0].name } }
      taken = taken.dropFirst(count)
      let reason = [Unavailability.notChosen(before: chosen)]
      return SlotChoice.Part(
        requirement: requirement.name, chosen: chosen, amount: nil, capacity: 1,
        others: search.verdicts(of: number) { _ in reason })
    }
    return SlotChoice(slot: slot, parts: parts, reasons: [])
  }
}
