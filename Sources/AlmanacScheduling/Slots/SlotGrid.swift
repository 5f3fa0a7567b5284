public import AlmanacEvents
public import AlmanacTime

/// The slots of a schedule at one moment: those that can be booked, and those that cannot, with every reason.
///
/// One function decides whether a start can be booked, for the list of slots and for a single request. A listed slot can
/// therefore be booked on the same grid, and another is refused for the reasons that were listed.
///
/// ```swift
/// let grid = coach.slots(lasting: .minutes(30), in: week, around: [calendar], policy: policy, at: now)
/// for slot in grid { print(slot.start) }
/// for refused in grid.unavailable { print(refused.slot.start, refused.reasons) }
/// let reasons = grid.reasons(at: requested)          // empty: it can be booked
/// ```
public struct SlotGrid: Sendable {
  /// The half-open range in which slots start, at most 1 100 days.
  public let searched: Range<Instant>
  public let duration: CalendarDuration
  public let policy: BookingPolicy
  /// The zone of the schedule: that of the first participant with opening hours.
  public let zone: Zone
  /// The zone in which slots are shown.
  public let viewer: Zone

  /// The statements of availability and the series of which some instances are missing in the search, as they repeat too
  /// often: missing windows count as closed, and a series counts as busy from its first missing instance on.
  public var unexpanded: [UnexpandedSeries] {
    participants.flatMap { $0.unexpanded(before: searched.upperBound) }
  }

  let now: Instant?
  var participants: [PreparedParticipant]
  /// The starting times of the first participant with opening hours.
  var lattice: SlotLattice
  let bookable: BookableRange
  let counts: BookingCounts

  /// The most reasons of all candidates, beyond one for each.
  private static let maximumReasons = 100_000

  /// The longest search, in seconds, which bounds the work for any window.
  private static let longestSearch = 1_100 * 86_400

  /// - Parameters:
  ///   - duration: The duration of a slot; less than a minute counts as a minute.
  ///   - window: The half-open range in which slots start.
  ///   - participants: The participants that must have time. The bookings of the first one count towards the policy's
  ///     limits; the first with opening hours gives the grid of starting times and the zone of the schedule.
  ///   - now: The present. Without it notice, days ahead and the past are not considered.
  ///   - viewer: The zone in which slots are shown; `nil` for the schedule's own.
  public init(
    lasting duration: CalendarDuration, in window: Range<Instant>, for participants: [SlotParticipant],
    policy: BookingPolicy = BookingPolicy(), at now: Instant? = nil, viewer: Zone? = nil
  ) {
    let schedule = participants.lazy.compactMap { $0.availability }.first
    let zone = schedule?.zone ?? viewer ?? .utc
    let lower = Swift.min(Swift.max(window.lowerBound, .min), .max)
    let furthest = Swift.min(lower.adding(seconds: Self.longestSearch), .max)
    let upper = Swift.max(lower, Swift.min(window.upperBound, furthest))
    self.duration = duration.civilSeconds < 60 ? .minutes(1) : duration
    self.policy = policy
    self.zone = zone
    self.viewer = viewer ?? zone
    self.now = now
    searched = lower..<upper
    // The last slot may end in a day that a change of clocks makes longer.
    let reach = searched.lowerBound..<upper.adding(seconds: self.duration.civilSeconds &+ Zone.longestShift)
    let primary = schedule ?? Availability(.always, in: zone)
    self.participants = participants.map {
      PreparedParticipant($0, in: reach.seconds, buffers: policy.buffers)
    }
    let hours = self.participants.lazy.compactMap { $0.time }.first ?? OpenTime(primary, in: reach.seconds)
    lattice = SlotLattice(
      hours.windows, step: policy.step ?? self.duration, anchor: policy.anchor, zone: zone)
    bookable = BookableRange(
      policy.bookable, today: now.map { zone.local(at: $0).date }, of: primary, searched: searched.seconds)
    counts = BookingCounts(participants.first?.busy, policy: policy, zone: zone)
  }
}

extension SlotGrid: Sequence {
  /// The slots that can be booked, by start.
  public func makeIterator() -> IndexingIterator<[Slot]> {
    slots.makeIterator()
  }

  /// The slots that can be booked, by start. Each can be booked by itself; booking one may make others unavailable.
  ///
  /// - Complexity: O(*s* log *n*) for *s* starts and *n* busy items.
  public var slots: [Slot] {
    var result: [Slot] = []
    var grid = self
    for start in lattice.starts(in: searched.seconds, replaced: false) {
      var verdict = ReasonCollector(most: 0)
      grid.examine(start, &verdict)
      if !verdict.isRefused { result.append(slot(at: start)) }
    }
    return result
  }

  /// Every start on the grid of the opening hours, with those of hours that `Availability.overrides` replaces and those in
  /// closed periods, with all
  /// reasons, at most 100 of each; when they are 100 000 together, further starts have one each.
  public var candidates: [SlotCandidate] {
    var grid = self
    var left = Self.maximumReasons
    return lattice.starts(in: searched.seconds, replaced: true).map { start in
      var verdict = ReasonCollector(most: Swift.max(1, Swift.min(left, ReasonCollector.maximumPerStart)))
      grid.examine(start, &verdict)
      left -= verdict.reasons.count
      return SlotCandidate(slot: slot(at: start), reasons: verdict.reasons)
    }
  }

  /// The starts that cannot be booked, each with all its reasons.
  public var unavailable: [SlotCandidate] {
    candidates.filter { !$0.isAvailable }
  }

  /// Every reason why a slot that begins at an instant cannot be booked, at most 100; empty when it can.
  public func reasons(at start: Instant) -> [Unavailability] {
    var grid = self
    var verdict = ReasonCollector(most: ReasonCollector.maximumPerStart)
    grid.examine(start.secondsSinceEpoch, &verdict)
    return verdict.reasons
  }

  private func slot(at start: Int64) -> Slot {
    Slot(Instant(secondsSinceEpoch: start)..<Instant(secondsSinceEpoch: end(of: start)), in: viewer)
  }

  func end(of start: Int64) -> Int64 { Swift.max(start, second(start, adding: duration)) }

  /// The second after a duration, whose days are days on the schedule's wall clock.
  private func second(_ start: Int64, adding duration: CalendarDuration) -> Int64 {
    if duration.nominalDays == 0 { return start.saturatingAdd(Int64(duration.exactSeconds)) }
    return Instant(secondsSinceEpoch: start).in(zone).adding(duration).instant.secondsSinceEpoch
  }
}

extension Availability {
  /// The slots within a half-open range of instants around what calendars take.
  ///
  /// - Parameters:
  ///   - rules: The items of the calendars that take time, and the person whose time it is.
  ///   - now: The present. Without it notice, days ahead and the past are not considered.
  ///   - viewer: The zone in which slots are shown; `nil` for the schedule's own.
  public func slots(
    lasting duration: CalendarDuration, in window: Range<Instant>, around calendars: [EventCalendar] = [],
    rules: BusyRules = .standard, policy: BookingPolicy = BookingPolicy(), at now: Instant? = nil,
    viewer: Zone? = nil
  ) -> SlotGrid {
    let busy = BusyTime(
      calendars, in: policy.reach(around: window, lasting: duration), viewer: zone, rules: rules,
      countsSessions: policy.isLimited)
    return SlotGrid(
      lasting: duration, in: window, for: [SlotParticipant("", availability: self, busy: busy)],
      policy: policy, at: now, viewer: viewer)
  }

  /// The slots on days of the schedule's own zone.
  public func slots(
    lasting duration: CalendarDuration, on days: Range<CivilDate>, around calendars: [EventCalendar] = [],
    rules: BusyRules = .standard, policy: BookingPolicy = BookingPolicy(), at now: Instant? = nil,
    viewer: Zone? = nil
  ) -> SlotGrid {
    slots(
      lasting: duration, in: QueryWindow(days: days, in: zone).range, around: calendars, rules: rules,
      policy: policy, at: now, viewer: viewer)
  }
}

/// The reasons that `SlotGrid.examine` finds against a start: all of them, or only whether there is one.
struct ReasonCollector {
  /// The most reasons to store; 0 where it is enough to know that there is one, as for the list of slots.
  let most: Int
  private(set) var isRefused = false
  private(set) var reasons: [Unavailability] = []

  /// Whether no further reason is needed.
  var isDone: Bool { isRefused && reasons.count >= most }

  /// The most reasons of one start: thousands of items may take one slot.
  static let maximumPerStart = 100

  mutating func add(_ reason: @autoclosure () -> Unavailability) {
    add(contentsOf: [reason()])
  }

  /// - Parameter reasons: One reason or more.
  mutating func add(contentsOf reasons: @autoclosure () -> [Unavailability]) {
    isRefused = true
    if most > 0 { self.reasons += reasons().prefix(most - self.reasons.count) }
  }
}

extension SlotGrid {
  /// Decides whether a start can be booked, for lists and for requests.
  ///
  /// Updates only the search hints, so that ascending starts are fast.
  ///
  /// - Complexity: O(*p* log *n*) for *p* participants with *n* busy items.
  mutating func examine(_ start: Int64, _ reasons: inout ReasonCollector) {
    guard searched.seconds.contains(start) else { return reasons.add(.notSearched) }
    let end = end(of: start)
    examineTimeOfBooking(start, &reasons)
    if reasons.isDone { return }
    if lattice.isBetweenStarts(start) { reasons.add(.offGrid) }
    for index in participants.indices {
      if reasons.isDone { return }
      participants[index].examineHours(start, end, &reasons)
      if reasons.isDone { return }
      participants[index].examineBusy(start, end, &reasons)
    }
    if reasons.isDone { return }
    examineLimits(start, &reasons)
  }

  private func examineTimeOfBooking(_ start: Int64, _ reasons: inout ReasonCollector) {
    if let now {
      let latest = second(start, adding: -policy.minimumNotice)
      if now.secondsSinceEpoch > latest { reasons.add(.tooLate(latest: Instant(secondsSinceEpoch: latest))) }
    }
    guard !bookable.seconds.contains(start) else { return }
    let date = zone.local(at: Instant(secondsSinceEpoch: start)).date
    reasons.add(bookable.reason(for: date))
  }

  private func examineLimits(_ start: Int64, _ reasons: inout ReasonCollector) {
    guard policy.dailyLimit != nil || policy.weeklyLimit != nil else { return }
    let date = zone.local(at: Instant(secondsSinceEpoch: start)).date
    if let limit = policy.dailyLimit, counts.bookings(on: date) >= limit { reasons.add(.dailyLimit(limit)) }
    if let limit = policy.weeklyLimit, counts.bookings(inWeekOf: date) >= limit {
      reasons.add(.weeklyLimit(limit))
    }
  }
}
