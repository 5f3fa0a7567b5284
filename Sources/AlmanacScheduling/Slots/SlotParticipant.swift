internal import AlmanacEvents
internal import AlmanacTime

/// A person or a thing that a slot needs: the coach, the client, the room, the mats.
///
/// ```swift
/// var eva = SlotParticipant("eva", availability: mornings, busy: book.busy(of: "eva"), tags: ["yoga", "catalan"])
/// eva.policy = BookingPolicy(buffers: Buffers(after: .minutes(10)), minimumNotice: .days(1), dailyLimit: 6)
/// let mats = SlotParticipant("mats", busy: book.busy(of: "mats"), capacity: 10)
/// ```
public struct SlotParticipant: Sendable, Hashable {
  /// The name in reasons and answers. Participants of one name are one person or thing, which serves once at a time.
  public var name: String
  /// The opening hours; `nil` for all hours.
  public var availability: Availability?
  /// The time in which it cannot serve; of a resource, items with an amount occupy only that much of its capacity.
  public var busy: BusyTime
  /// Buffers, notice, days ahead and limits of its own. Its buffers replace those of the slots, and the others apply
  /// beside those of the slots; `step` and `anchor` are ignored. `nil` for the terms of the slots alone.
  public var policy: BookingPolicy?
  /// Skills, languages, equipment, kinds: by what a pool is selected.
  public var tags: Set<String>
  /// How much of it there is: ten mats, two lanes, a room for twelve. It is from 1 to 1 000 000 000; other numbers become
  /// the nearest.
  public var capacity: Int { didSet { capacity = Self.bounded(capacity) } }

  /// Creates a participant, by default at all hours, without busy time and of capacity 1.
  public init(
    _ name: String, availability: Availability? = nil, busy: BusyTime = .none, policy: BookingPolicy? = nil,
    tags: Set<String> = [], capacity: Int = 1
  ) {
    self.name = name
    self.availability = availability
    self.busy = busy
    self.policy = policy
    self.tags = tags
    self.capacity = Self.bounded(capacity)
  }

  private static func bounded(_ capacity: Int) -> Int { Swift.max(1, Swift.min(capacity, 1_000_000_000)) }

  /// The range whose busy time decides whether it can serve, where a range decides for one without a policy of its own.
  func reach(around range: Range<Instant>) -> Range<Instant> {
    policy?.reach(around: range, lasting: .zero) ?? range
  }
}

/// A part of what a slot needs.
///
/// ```swift
/// let needs = [
///   try Requirement.any(of: coaches, as: "coach") { $0.tags.contains("yoga") },
///   try Requirement.any(of: rooms, as: "room") { $0.capacity >= 12 },
///   try Requirement.any(of: pools, as: "lanes", taking: 2),
///   try Requirement.amount(3, of: "mats", among: resources),
///   Requirement.all([client]),
///   Requirement.free([SlotParticipant("work", busy: BusyTime([work], in: week))]),
/// ]
/// let grid = try SlotGrid(lasting: .hours(1), in: week, requiring: needs, policy: policy, at: now)
/// ```
public struct Requirement: Sendable, Hashable {
  /// The number of candidates that serve, or the amount of a resource.
  public enum Demand: Sendable, Hashable {
    /// Each of the candidates.
    case all
    /// So many of the candidates, each for itself.
    case any(Int)
    /// So much of the only candidate, shared with others up to its capacity.
    case amount(Int)
  }

  /// The role in reasons and answers: `coach`, `room`. A resource without one has its own name.
  public let name: String
  /// The number of candidates that serve, or the amount of the only one.
  public let demand: Demand
  /// The participants that may serve: of a pool the eligible ones, of a resource the resource alone.
  public let candidates: [SlotParticipant]
  /// The candidates of the pool who may not serve, and why.
  let ineligible: [CandidateVerdict]
  /// The amount of each candidate that serves; `nil` for all of it.
  let amount: Int?
  /// The least capacity of each candidate; `nil` for any.
  let holds: Int?
  /// Whether the candidates are part of what is booked.
  let takesPart: Bool

  private init(
    name: String, demand: Demand, candidates: [SlotParticipant], ineligible: [CandidateVerdict] = [],
    amount: Int? = nil, holds: Int? = nil, takesPart: Bool = true
  ) {
    (self.ineligible, self.holds) = (ineligible, holds)
    (self.name, self.demand, self.candidates, self.amount) = (name, demand, candidates, amount)
    self.takesPart = takesPart
  }

  /// All of some participants. One that is named twice is busy when either entry is.
  public static func all(_ participants: [SlotParticipant], as name: String = "") -> Requirement {
    Requirement(name: name, demand: .all, candidates: participants)
  }

  /// Participants who must have time but are no part of what is booked, such as the client's calendar at work.
  public static func free(_ participants: [SlotParticipant]) -> Requirement {
    Requirement(name: "", demand: .all, candidates: participants, takesPart: false)
  }

  /// So many of a pool, whichever are free.
  ///
  /// - Parameters:
  ///   - count: How many, from 1 to the number of those that are eligible.
  ///   - pool: The participants to choose from, each name once.
  ///   - name: The role in reasons and answers: `coach`, `room`.
  ///   - amount: How much of each that serves, which others may use at the same time up to its capacity, 1 or more; `nil` for
  ///     all of it.
  ///   - holds: The least capacity of one who may serve, which a substitute has too; `nil` for any.
  ///   - isEligible: Which of the pool may serve.
  /// - Throws: `SchedulingError` with code `emptyPool` where none of the pool may serve, `outOfRange` for a count that the
  ///   pool cannot give or an amount below 1, or `duplicate` at the index of a name that the pool has already.
  public static func any(
    _ count: Int = 1, of pool: [SlotParticipant], as name: String = "", taking amount: Int? = nil,
    holding holds: Int? = nil, where isEligible: (SlotParticipant) -> Bool = { _ in true }
  ) throws(SchedulingError) -> Requirement {
    var (candidates, ineligible): ([SlotParticipant], [CandidateVerdict]) = ([], [])
    for participant in pool {
      var reasons: [Unavailability] = isEligible(participant) ? [] : [.unsuitable]
      if let holds, participant.capacity < holds {
        reasons.append(.insufficient(free: participant.capacity, needed: holds, of: participant.name))
      }
      if reasons.isEmpty {
        candidates.append(participant)
      } else {
        ineligible.append(CandidateVerdict(participant.name, reasons))
      }
    }
    guard !candidates.isEmpty else {
      throw SchedulingError(.emptyPool, expected: "a candidate\(name.isEmpty ? "" : " for \(name)")")
    }
    guard (1...candidates.count).contains(count) else {
      throw SchedulingError(
        .outOfRange, expected: "from 1 to \(candidates.count), the candidates of the pool")
    }
    if let amount, amount < 1 { throw SchedulingError(.outOfRange, expected: "an amount of 1 or more") }
    var names: Set<PersonKey> = []
    for (index, candidate) in pool.enumerated() where !names.insert(PersonKey(candidate.name)).inserted {
      throw SchedulingError(.duplicate, at: index, expected: "\(candidate.name) once in the pool")
    }
    return Requirement(
      name: name, demand: .any(count), candidates: candidates, ineligible: ineligible, amount: amount,
      holds: holds)
  }

  /// So much of a resource, which others may use at the same time up to its capacity. Busy time without an amount takes
  /// all of it.
  ///
  /// - Parameters:
  ///   - amount: How much, from 1 to the resource's capacity.
  ///   - resource: The name of the resource, compared as `PersonKey` does.
  ///   - resources: The resources, one of which has the name.
  ///   - role: The name of the requirement; `nil` for that of the resource.
  /// - Throws: `SchedulingError` with code `notFound` where no resource has the name, or `outOfRange`.
  public static func amount(
    _ amount: Int, of resource: String, among resources: [SlotParticipant], as role: String? = nil
  ) throws(SchedulingError) -> Requirement {
    guard let found = resources.first(where: { PersonKey.areSame($0.name, resource) }) else {
      let names = resources.map { $0.name }.joined(separator: ", ")
      throw SchedulingError(.notFound, expected: names.isEmpty ? "a resource" : "one of \(names)")
    }
    guard (1...found.capacity).contains(amount) else {
      throw SchedulingError(
        .outOfRange, expected: "from 1 to \(found.capacity), the capacity of \(found.name)")
    }
    return Requirement(
      name: role ?? found.name, demand: .amount(amount), candidates: [found], amount: amount)
  }
}
