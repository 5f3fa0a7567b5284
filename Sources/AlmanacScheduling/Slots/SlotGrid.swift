public import AlmanacEvents
public import AlmanacTime

/// A schedule at one moment: what can be booked, what cannot and why, and whether a request may be booked.
///
/// One function judges a start; listing asks it of every start on the grid, a request asks it of one. What is listed
/// can therefore be booked on the same grid, and what is not listed is refused for the reasons that were shown.
///
/// ```swift
/// let grid = coach.slots(lasting: .minutes(30), in: week, around: [calendar], policy: policy, at: now)
/// for slot in grid { print(slot.start) }
/// for refused in grid.unavailable { print(refused.slot.start, refused.reasons) }
/// let reasons = grid.reasons(at: requested)          // empty: it can be booked
/// ```
public struct SlotGrid: Sendable {
  /// The range in which slots start. A search reaches over 1 100 days at most.
  public let searched: Range<Instant>
  public let duration: CalendarDuration
  public let policy: BookingPolicy
  /// The zone of the schedule: that of the first participant who has one.
  public let zone: Zone
  /// On whose clocks slots are shown.
  public let viewer: Zone

  let now: Instant?
  var parties: [SlotParty]
  /// The starting times of the first participant with opening hours.
  var lattice: SlotLattice
  let bookable: BookableRange
  let counts: BookingCounts

  /// More days than anybody books ahead; it bounds the work whatever range is asked for.
  private static let longestSearch = 1_100 * 86_400

  /// - Parameters:
  ///   - duration: How long a slot lasts; less than a minute counts as a minute.
  ///   - window: Slots start within this half-open range.
  ///   - participants: All who must have time. The first is the one whose bookings count towards the policy's limits;
  ///     the first with opening hours gives the grid of starting times and the zone of the schedule.
  ///   - now: When this is asked. Without it neither notice nor the days ahead nor the past are considered.
  ///   - viewer: On whose clocks slots are shown; without it the schedule's own.
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
    let reach = searched.lowerBound..<upper.adding(seconds: self.duration.civilSeconds &+ 90_000)
    let primary = schedule ?? Availability(.always, in: zone)
    parties = participants.map { SlotParty($0, in: reach.seconds, buffers: policy.buffers) }
    let hours = parties.lazy.compactMap { $0.time }.first ?? OpenTime(primary, in: reach.seconds)
    lattice = SlotLattice(
      hours.windows, step: policy.step ?? self.duration, anchor: policy.anchor, zone: zone)
    bookable = BookableRange(
      policy.bookable, today: now.map { zone.local(at: $0).date }, of: primary, searched: searched.seconds)
    counts = BookingCounts(participants.first?.busy, policy: policy, zone: zone)
  }
}

extension SlotGrid: Sequence {
  /// The slots that can be booked, in order of time.
  public func makeIterator() -> IndexingIterator<[Slot]> {
    slots.makeIterator()
  }

  /// The slots that can be booked, in order of time. Each can be booked by itself; booking one may take others away.
  ///
  /// O(starts log busy items).
  public var slots: [Slot] {
    var result: [Slot] = []
    var grid = self
    for start in lattice.starts(in: searched.seconds, replaced: false) {
      var verdict = FirstReason()
      grid.examine(start, &verdict)
      if !verdict.isRefused { result.append(slot(at: start)) }
    }
    return result
  }

  /// Every start on the grid of the opening hours, also of those that an override or a closure took away, with all
  /// reasons.
  public var candidates: [SlotCandidate] {
    var grid = self
    return lattice.starts(in: searched.seconds, replaced: true).map { start in
      var verdict = AllReasons()
      grid.examine(start, &verdict)
      return SlotCandidate(slot: slot(at: start), reasons: verdict.reasons)
    }
  }

  /// The starts that cannot be booked, each with all its reasons.
  public var unavailable: [SlotCandidate] {
    candidates.filter { !$0.isAvailable }
  }

  /// The slot that begins at an instant, with every reason why it cannot be booked.
  public func candidate(at start: Instant) -> SlotCandidate {
    SlotCandidate(slot: slot(at: start.secondsSinceEpoch), reasons: reasons(at: start))
  }

  /// Every reason why a slot that begins at an instant cannot be booked; empty when it can.
  public func reasons(at start: Instant) -> [Unavailability] {
    var grid = self
    var verdict = AllReasons()
    grid.examine(start.secondsSinceEpoch, &verdict)
    return verdict.reasons
  }

  private func slot(at start: Int64) -> Slot {
    Slot(Instant(secondsSinceEpoch: start)..<Instant(secondsSinceEpoch: end(of: start)), in: viewer)
  }

  /// Days of the duration are days on the schedule's wall clock.
  func end(of start: Int64) -> Int64 {
    if duration.nominalDays == 0 { return start.saturatingAdd(Int64(duration.exactSeconds)) }
    let end = Instant(secondsSinceEpoch: start).in(zone).adding(duration).instant.secondsSinceEpoch
    return Swift.max(start, end)
  }
}

extension Availability {
  /// The slots within a half-open range of instants around what calendars take.
  ///
  /// - Parameters:
  ///   - rules: What in the calendars takes time, and whose time it is.
  ///   - now: When this is asked. Without it neither notice nor the days ahead nor the past are considered.
  ///   - viewer: On whose clocks slots are shown; without it the schedule's own.
  public func slots(
    lasting duration: CalendarDuration, in window: Range<Instant>, around calendars: [EventCalendar] = [],
    rules: BusyRules = .standard, policy: BookingPolicy = BookingPolicy(), at now: Instant? = nil,
    viewer: Zone? = nil
  ) -> SlotGrid {
    // Limits count whole weeks, buffers and the last slot reach beyond the window.
    let isLimited = policy.dailyLimit != nil || policy.weeklyLimit != nil
    let gap = Int(policy.buffers.gap(policy.buffers.before, policy.buffers.after))
    let margin = gap + (isLimited ? 8 : 1) * 86_400
    let upper = window.upperBound.adding(seconds: margin &+ Swift.max(0, duration.civilSeconds))
    let busy = BusyTime(
      calendars, in: window.lowerBound.adding(seconds: -margin)..<upper, viewer: zone, rules: rules,
      countsSessions: isLimited)
    return SlotGrid(
      lasting: duration, in: window, for: [SlotParticipant("", availability: self, busy: busy)],
      policy: policy,
      at: now, viewer: viewer)
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
