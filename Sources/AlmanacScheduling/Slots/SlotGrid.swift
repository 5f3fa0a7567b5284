public import AlmanacEvents
public import AlmanacTime

/// The slots of a schedule at one moment: those that can be booked, and those that cannot, with every reason.
///
/// One function decides whether a start can be booked, for the list of slots and for a single request. A listed slot can
/// therefore be booked on the same grid, and another is refused for the reasons that were listed.
///
/// ```swift
/// let grid = try coach.slots(lasting: .minutes(30), in: week, around: [calendar], policy: policy, at: now)
/// for slot in grid { print(slot.start) }
/// for refused in grid.unavailable { print(refused.slot.start, refused.reasons) }
/// let reasons = grid.reasons(at: requested)          // empty: it can be booked
/// ```
public struct SlotGrid: Sendable {
  /// The half-open range in which slots start, at most 1 100 days: of a longer window the part from the present on, or from its
  /// start where that is later.
  public let searched: Range<Instant>
  /// The length of each slot, from a minute to 366 days; its days are days on the clocks of `zone`.
  public let duration: CalendarDuration
  /// The terms of the slots; participants may have further ones of their own.
  public let policy: BookingPolicy
  /// The zone of the schedule: that of the first participant, or candidate, with opening hours.
  public let zone: Zone
  /// The zone in which slots are shown.
  public let viewer: Zone

  /// The statements of availability and the series of which some instances are missing in the search, as they repeat too
  /// often or could not be read: missing windows count as closed, and a series counts as busy from its first missing instance on.
  public var unexpanded: [UnexpandedSeries] {
    participants.flatMap { $0.unexpanded(in: searched) }
  }

  /// The terms of the policy for the slots themselves.
  private(set) var terms: PreparedTerms
  /// Whether the limits count the bookings of one participant, not of each candidate of a pool.
  let limitsSlots: Bool
  /// The candidates of all requirements, in order.
  private(set) var participants: [PreparedParticipant] = []
  private(set) var requirements: [PreparedRequirement] = []
  /// The requirements of pools, each as often as it needs candidates.
  private(set) var seats: [Int] = []
  /// The requirement in which a person has to serve, by the number of the person; `nil` for one who is only a candidate.
  private(set) var fixed: [Int?] = []
  /// The starting times of each schedule: of the first participant with opening hours, or of each such candidate of a
  /// pool. Empty where every time is a starting time.
  private(set) var lattices: [SlotLattice] = []

  /// The longest search, in seconds, which bounds the work for any window.
  static let longestSearch = 1_100 * 86_400

  /// The longest slot, in seconds, which bounds the work for any duration.
  static let longestSlot = 366 * 86_400

  /// Creates the slots that have all that they need, by a policy.
  ///
  /// - Parameters:
  ///   - duration: The duration of a slot, from a minute to 366 days.
  ///   - window: The half-open range in which slots start.
  ///   - requirements: What a slot needs; with none every time can be booked. The policy's limits count the bookings of the first participant of the first one,
  ///     or, where that is a pool, of each candidate. The first participant with opening hours gives the grid of starting
  ///     times and the zone of the schedule; in a pool each candidate's hours give starting times.
  ///   - policy: The terms of the slots: starting times, buffers, notice, days ahead and limits.
  ///   - location: Where the slots take place, for the time to travel; empty where that does not matter.
  ///   - travel: The time to travel between that place and those of busy items. It counts as a buffer, by the rule by
  ///     which buffers are combined.
  ///   - now: The present, for the policy's notice and days ahead: a slot in the past cannot be booked.
  ///   - viewer: The zone in which slots are shown; `nil` for the schedule's own.
  /// - Throws: `SchedulingError` with code `outOfRange` for a duration or step of less than a minute, or a duration of
  ///   more than 366 days.
  public init(
    lasting duration: CalendarDuration, in window: Range<Instant>, requiring requirements: [Requirement],
    policy: BookingPolicy = BookingPolicy(), at now: Instant, location: String = "",
    travel: TravelTimes = .none, viewer: Zone? = nil
  ) throws(SchedulingError) {
    try self.init(
      lasting: duration, in: window, requiring: requirements, policy: policy, now: now, location: location,
      travel: travel, viewer: viewer)
  }

  /// The slots that have all that they need at any time, in the past too: without a policy and its limits.
  ///
  /// - Parameters:
  ///   - duration: The duration of a slot, from a minute to 366 days.
  ///   - window: The half-open range in which slots start.
  ///   - requirements: What a slot needs; with none every time can be booked.
  ///   - step: The time from one start to the next; `nil` for the duration of a slot.
  ///   - viewer: The zone in which slots are shown; `nil` for the schedule's own.
  /// - Throws: `SchedulingError` with code `outOfRange` for a duration or step of less than a minute, or a duration of
  ///   more than 366 days.
  public static func anyTime(
    lasting duration: CalendarDuration, in window: Range<Instant>, requiring requirements: [Requirement],
    every step: CalendarDuration? = nil, viewer: Zone? = nil
  ) throws(SchedulingError) -> SlotGrid {
    try SlotGrid(
      lasting: duration, in: window, requiring: requirements, policy: BookingPolicy(every: step), now: nil,
      viewer: viewer)
  }

  /// - Parameter now: The present; `nil` where neither notice nor days ahead nor the past matter.
  private init(
    lasting duration: CalendarDuration, in window: Range<Instant>, requiring requirements: [Requirement],
    policy: BookingPolicy = BookingPolicy(), now: Instant?, location: String = "",
    travel: TravelTimes = .none,
    viewer: Zone?
  ) throws(SchedulingError) {
    guard 60...Self.longestSlot ~= duration.civilSeconds else {
      throw SchedulingError(.outOfRange, expected: "a duration from a minute to 366 days")
    }
    if let step = policy.step, step.civilSeconds < 60 {
      throw SchedulingError(.outOfRange, expected: "a minute or more from one start to the next")
    }
    let first = requirements.first { $0.candidates.contains { $0.availability != nil } }
    let schedules = first?.candidates.compactMap { $0.availability } ?? []
    let zone = schedules.first?.zone ?? viewer ?? .utc
    self.duration = duration
    self.policy = policy
    self.zone = zone
    self.viewer = viewer ?? zone
    searched = Self.searched(in: window, at: now)
    // The last slot may end in a day that a change of clocks makes longer.
    let reach =
      searched
      .lowerBound..<searched.upperBound.adding(seconds: self.duration.civilSeconds &+ Zone.longestShift)
    let setting = PreparedParticipant.Setting(
      range: reach.seconds, buffers: policy.buffers, location: location, travel: travel, now: now, zone: zone,
      searched: searched.seconds)
    let primary = schedules.first ?? Availability(.always, in: zone)
    let isPool = requirements.first?.isPool ?? false
    terms = PreparedTerms(
      policy, of: primary, busy: isPool ? nil : requirements.first?.candidates.first?.busy, at: now,
      searched: searched.seconds)
    limitsSlots = !isPool
    var hours: [Availability: OpenTime] = [:]
    prepare(requirements, setting, &hours)
    for schedule in first?.isPool == true ? schedules.uniqued(by: { $0 }) : [primary] {
      lattices.append(lattice(hours[schedule] ?? OpenTime(schedule, in: reach.seconds)))
    }
  }

  /// The part of a range that is searched: at most 1 100 days, of a longer range those from the present on.
  static func searched(in window: Range<Instant>, at now: Instant?) -> Range<Instant> {
    var lower = Swift.min(Swift.max(window.lowerBound, .min), .max)
    if let now, window.upperBound.seconds(since: lower) > longestSearch {
      lower = Swift.min(Swift.max(lower, now), .max)
    }
    let furthest = Swift.min(lower.adding(seconds: longestSearch), .max)
    return lower..<Swift.max(lower, Swift.min(window.upperBound, furthest))
  }

  private func lattice(_ time: OpenTime) -> SlotLattice {
    SlotLattice(time.windows, step: policy.step ?? duration, anchor: policy.anchor, zone: time.zone)
  }

  /// The slots at which all of some participants have time.
  ///
  /// - Parameters:
  ///   - duration: The duration of a slot, from a minute to 366 days.
  ///   - window: The half-open range in which slots start.
  ///   - participants: The participants that must have time. The bookings of the first one count towards the policy's
  ///     limits; the first with opening hours gives the grid of starting times and the zone of the schedule.
  ///   - policy: The buffers, limits, notice and days ahead, by default none of them.
  ///   - now: The present, for the policy's notice and days ahead: a slot in the past cannot be booked.
  ///   - viewer: The zone in which slots are shown; `nil` for the schedule's own.
  /// - Throws: `SchedulingError` with code `outOfRange` for a duration or step of less than a minute, or a duration of
  ///   more than 366 days.
  public init(
    lasting duration: CalendarDuration, in window: Range<Instant>, for participants: [SlotParticipant],
    policy: BookingPolicy = BookingPolicy(), at now: Instant, viewer: Zone? = nil
  ) throws(SchedulingError) {
    try self.init(
      lasting: duration, in: window, requiring: [.all(participants)], policy: policy, at: now, viewer: viewer)
  }

  private mutating func prepare(
    _ requirements: [Requirement], _ setting: PreparedParticipant.Setting,
    _ hours: inout [Availability: OpenTime]
  ) {
    var persons: [PersonKey: Int] = [:]
    // Amounts that several requirements take of one resource add up.
    var amounts: [PersonKey: Int] = [:]
    for requirement in requirements {
      guard case .amount(let amount) = requirement.demand else { continue }
      for candidate in requirement.candidates { amounts[PersonKey(candidate.name), default: 0] += amount }
    }
    let terms = Self.termsOfPools(requirements)
    // The limits of the slots are those of each candidate of the first pool, in every role.
    let counted = requirements.first.map { policy.isLimited && $0.isPool ? $0.candidates : [] } ?? []
    let isCounted = Set(counted.map { PersonKey($0.name) })
    for (number, requirement) in requirements.enumerated() {
      let lower = participants.count
      for candidate in requirement.candidates {
        let key = PersonKey(candidate.name)
        let person = persons[key] ?? persons.count
        persons[key] = person
        if person == fixed.count { fixed.append(nil) }
        let isFirst = fixed[person].map { requirements[$0].demand != .all } ?? true
        if requirement.demand == .all ? isFirst : requirement.isAmount && fixed[person] == nil {
          fixed[person] = number
        }
        let own = (requirement.isPool ? terms[key] : nil) ?? PersonalTerms(candidate)
        let time = own.time { availability in
          let time = hours[availability] ?? OpenTime(availability, in: setting.range)
          hours[availability] = time
          return time
        }
        participants.append(
          PreparedParticipant(
            candidate, person: person, own, time: time,
            amount: requirement.isAmount ? amounts[key] : requirement.amount,
            limits: requirement.isPool && isCounted.contains(key) ? policy.limitsAlone : nil, setting))
      }
      let range = lower..<participants.count
      if case .any(let count) = requirement.demand { seats += Array(repeating: number, count: count) }
      self.requirements.append(
        PreparedRequirement(
          name: requirement.name, demand: requirement.demand, candidates: range,
          placesByName: requirement.isPool ? Self.placesByName(participants[range]) : [],
          ineligible: requirement.ineligible, holds: requirement.holds, takesPart: requirement.takesPart))
    }
  }

  private static func placesByName(_ candidates: ArraySlice<PreparedParticipant>) -> [Int] {
    let names = candidates.map { $0.name }
    var places = names.map { _ in 0 }
    let order = names.indices.sorted { (names[$0], $0) < (names[$1], $1) }
    for (place, index) in order.enumerated() { places[index] = place }
    return places
  }

  /// The terms of the candidates, if there are several pools, which may name one person.
  private static func termsOfPools(_ requirements: [Requirement]) -> [PersonKey: PersonalTerms] {
    let pools = requirements.filter { $0.isPool }
    guard pools.count > 1 else { return [:] }
    var terms: [PersonKey: PersonalTerms] = [:]
    for candidate in pools.flatMap({ $0.candidates }) {
      let key = PersonKey(candidate.name)
      if terms[key]?.add(candidate) == nil { terms[key] = PersonalTerms(candidate) }
    }
    return terms
  }

  /// Makes the chosen participants of a choice busy in its slot, so that further slots are listed and decided as if it
  /// were booked.
  ///
  /// - Complexity: O(*n* log *n*) in the busy items of the chosen.
  public mutating func reserve(_ choice: SlotChoice) {
    let names = Set(choice.everyone.map { PersonKey($0) })
    for index in participants.indices where names.contains(PersonKey(participants[index].name)) {
      participants[index] = participants[index].reserving(choice.slot.interval)
    }
    if limitsSlots, choice.isAvailable {
      terms = terms.counting(BusyTime.Item(choice.slot.interval, isBooking: true))
    }
  }

  func slot(at start: Int64) -> Slot {
    Slot(Instant(secondsSinceEpoch: start)..<Instant(secondsSinceEpoch: end(of: start)), in: viewer)
  }

  func end(of start: Int64) -> Int64 { Swift.max(start, zone.second(start, adding: duration)) }

  /// The starting times, ascending.
  ///
  /// - Parameters:
  ///   - range: The half-open range of those; `nil` for all that are searched.
  ///   - replaced: Whether those of hours that an override replaces are included.
  func starts(in range: Range<Int64>? = nil, replaced: Bool) -> [Int64] {
    let range = range.map { $0.clamped(to: searched.seconds) } ?? searched.seconds
    if let only = lattices.first, lattices.count == 1 {
      return only.starts(in: range, replaced: replaced)
    }
    return lattices.flatMap { $0.starts(in: range, replaced: replaced) }.sorted()
      .joiningNeighbours { $0 == $1 ? $0 : nil }
  }

  /// The grid with the starting times by the hours of each participant, not only of the first one: those among which
  /// `ranked(by:limit:)` looks for slots. Each slot that it finds can be booked on this grid.
  public var onStartsOfEverybody: SlotGrid {
    var grid = self
    let times = participants.compactMap { $0.time }.uniqued { $0.windows }
    if !times.isEmpty { grid.lattices = times.map { lattice($0) } }
    return grid
  }

  /// The starting times, ascending, at which the slot is within the hours of one of the participants. If there is a pool, or
  /// somebody without hours, these are all starting times.
  var startsWithinHours: [Int64] {
    let times = participants.compactMap { $0.time }
    let starts = starts(replaced: false)
    if times.count < participants.count || requirements.contains(where: \.isPool) { return starts }
    var hints = times.map { _ in 0 }
    return starts.filter { start in
      let slot = start..<end(of: start)
      return times.indices.contains { times[$0].hours.covers(slot, near: &hints[$0]) }
    }
  }

  /// The grid with every time as a starting time.
  var withoutLattices: SlotGrid { modified(self) { $0.lattices = [] } }
}

/// A requirement by the indexes of its candidates in the grid.
struct PreparedRequirement: Sendable {
  let name: String
  let demand: Requirement.Demand
  let candidates: Range<Int>
  /// The places of the candidates of a pool in the order of their names.
  let placesByName: [Int]
  let ineligible: [CandidateVerdict]
  let holds: Int?
  let takesPart: Bool

  var isPool: Bool { if case .any = demand { true } else { false } }
}

extension Requirement {
  fileprivate var isPool: Bool { if case .any = demand { true } else { false } }
  fileprivate var isAmount: Bool { if case .amount = demand { true } else { false } }
}
