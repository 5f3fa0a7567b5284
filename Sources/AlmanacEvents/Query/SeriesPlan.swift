internal import AlmanacRecurrence
package import AlmanacTime

/// A series prepared for queries: the expansion of its rules without the instances that overrides replace, and the
/// stretches of instances that show one item.
///
/// An override with RANGE=THISANDFUTURE begins a stretch: later instances, up to the next such override, show its content,
/// with its length, moved on its clock as far as it moved its own instance.
final class SeriesPlan: Sendable {
  let expansion: RecurrenceExpansion
  /// The stretches in order; the first one is that of the main item.
  let stretches: [Stretch]
  /// Bounds of all occurrences in wall-clock seconds of the series' zone; `nil` for a series without instances.
  let reach: ClosedRange<Int64>?
  /// The calendar systems of rules that this plan cannot expand (RSCALE, RFC 7529), in order.
  let unknownCalendars: [String]
  /// Whether occurrences are in the order of their instances: not where added PERIODs give to-dos due times of their own.
  let isInOrder: Bool
  /// The overrides, where the plan may have to be made again with more calendar systems.
  private let overrides: [Item]

  /// The instances of a series that one item shows: the main item, or an override with RANGE=THISANDFUTURE, up to the next
  /// such override.
  struct Stretch: Sendable {
    /// The instance of the override, after which the stretch begins; `nil` for the series itself.
    let after: InstanceKey?
    let item: Item
    let shape: InstanceShape
    /// The move from the digits of an instance to those of its start; `nil` for the main item.
    let move: Move?
    /// An upper bound of the seconds from an instance to the end of its occurrence.
    let reach: Int
    /// A lower bound of the seconds from an instance to the start of its occurrence.
    let earliestShift: Int
  }

  struct Move: Sendable {
    let from: CivilDateTime
    let to: EventTime
  }

  /// - Parameters:
  ///   - main: The main item.
  ///   - start: The time from which its instances are counted.
  ///   - overrides: The current overrides.
  init(_ main: Item, from start: EventTime, overrides: [Item], calendars: CalendarSystems = .gregorian) {
    var set = RecurrenceSet(start: start, main.recurrenceID == nil ? main.recurrence : .none)
    set.recurrence.exceptions += overrides.compactMap { $0.recurrenceID }
    expansion = RecurrenceExpansion(set, calendars: calendars)
    let names = (set.recurrence.rules + set.recurrence.exclusionRules).compactMap { $0.calendarScale }
    unknownCalendars = Set(names.filter { !calendars.supports($0) }).sorted()
    self.overrides = unknownCalendars.isEmpty ? [] : overrides
    var longest = InstanceShape(main, from: start).reach
    for addition in set.recurrence.additions {
      guard let extent = addition.extent else { continue }
      let length = InstanceShape.Length(from: addition.start.conformed(to: start), Extent(extent))
      longest = Swift.max(longest, length.reach + EventTime.longestDay)
    }
    isInOrder = main.kind != .todo || !set.recurrence.additions.contains { $0.extent != nil }
    var stretches = [
      Stretch(
        after: nil, item: main, shape: InstanceShape(main, from: start), move: nil, reach: longest,
        earliestShift: 0)
    ]
    for override in overrides where override.overridesFuture {
      if let stretch = Stretch(override, in: start) { stretches.append(stretch) }
    }
    stretches.sort { ($0.after?.seconds ?? .min) < ($1.after?.seconds ?? .min) }
    self.stretches = stretches
    let reach = Self.reach(of: expansion, stretches)
    let unknown = set.recurrence.rules.filter { !$0.isSupported(by: calendars) }
    let last = unknown.map { $0.latestStart.saturatingAdd(Int64(longest)) }.max() ?? .min
    self.reach =
      unknown.isEmpty ? reach : (reach?.lowerBound ?? .min)...Swift.max(reach?.upperBound ?? .max, last)
  }

  /// The same plan with more calendar systems.
  func expanded(by calendars: CalendarSystems) -> SeriesPlan {
    let set = expansion.set
    guard !unknownCalendars.isEmpty, unknownCalendars.contains(where: { calendars.supports($0) }) else {
      return self
    }
    return SeriesPlan(stretches[0].item, from: set.start, overrides: overrides, calendars: calendars)
  }

  private static func reach(of expansion: RecurrenceExpansion, _ stretches: [Stretch]) -> ClosedRange<Int64>?
  {
    var first = expansion.set.start.local.secondsSinceEpoch
    for addition in expansion.set.recurrence.additions {
      first = Swift.min(first, addition.start.conformed(to: expansion.set.start).local.secondsSinceEpoch)
    }
    first += Int64(stretches.reduce(0) { Swift.min($0, $1.earliestShift) })
    let longest = Int64(stretches.reduce(0) { Swift.max($0, $1.reach) })
    switch expansion.bound {
    case .empty: return nil
    case .last(let last): return first...Swift.max(first, last.local.secondsSinceEpoch + longest + 1)
    case .endless: return first...Int64.max
    }
  }
}

extension RecurrenceRule {
  /// An upper bound of the starts of its instances, in wall-clock seconds of any zone, without an expansion.
  fileprivate var latestStart: Int64 {
    guard case .until(let until) = end else { return .max }
    let last =
      switch until {
      case .date(let date): date.adding(days: 1).startOfDay
      case .local(let time), .utc(let time): time
      }
    return last.secondsSinceEpoch.saturatingAdd(Int64(EventTime.longestDay))
  }
}

extension SeriesPlan.Stretch {
  /// The stretch that an override with RANGE=THISANDFUTURE begins.
  init?(_ override: Item, in series: EventTime) {
    guard let id = override.recurrenceID?.conformed(to: series), let stated = override.anchor else {
      return nil
    }
    // An override in UTC does not state a zone: its instances move on the clock of the series.
    var start = stated
    if case .zoned(let zoned) = stated, case .zoned(let first) = series, zoned.zone.fixedOffset != nil {
      start = .zoned(zoned.in(first.zone))
    }
    after = InstanceKey(id)
    item = override
    shape = InstanceShape(override, from: stated)
    move = SeriesPlan.Move(from: id.local, to: start)
    let shift = start.instant(in: series.zone ?? .utc).seconds(since: id.instant(in: series.zone ?? .utc))
    reach = shift + shape.reach + EventTime.longestDay
    earliestShift = shift - EventTime.longestDay
  }

  /// The start of an instance in this stretch.
  func start(of instance: EventTime) -> EventTime {
    guard let move else { return instance }
    let seconds = instance.local.seconds(since: move.from)
    return move.to.with(local: move.to.local.adding(seconds: seconds))
  }

  /// Whether an override that begins with an instance has the same effect on later ones: not where the time of day is lost
  /// in a date.
  func isWhole(at instance: EventTime) -> Bool {
    guard let move else { return true }
    let seconds = instance.local.seconds(since: move.from)
    return start(of: instance).local == move.to.local.adding(seconds: seconds)
  }
}

extension SeriesPlan {
  /// Calls a closure with every occurrence of a stretch that may overlap a window, in order of instance, until it returns
  /// `false`. Some of them do not overlap the window.
  ///
  /// - Parameter maximumPassedOver: The most times that may be passed over: see `RecurrenceInstances.isBudgetExceeded`.
  /// - Returns: Whether these were all, `false` where a rule has no instance within its budget; and the number of times
  ///   that were passed over.
  func occurrences(
    of stretchIndex: Int, in window: Range<Instant>, viewer: Zone, maximumPassedOver: Int,
    _ body: (_ id: EventTime, _ start: EventTime, _ end: EventTime) -> Bool
  ) -> (isWhole: Bool, passedOver: Int) {
    let stretch = stretches[stretchIndex]
    let last = stretchIndex + 1 < stretches.count ? stretches[stretchIndex + 1].after : nil
    var from = window.lowerBound.adding(seconds: -stretch.reach)
    var upTo = window.upperBound.adding(seconds: -Swift.min(stretch.earliestShift, 0))
    // Floating times and dates have keys as if they were in UTC.
    let margin = expansion.set.start.zone == nil ? Zone.longestShift : 0
    if let first = stretch.after {
      from = Swift.max(from, Instant(secondsSinceEpoch: first.seconds).adding(seconds: -margin))
    }
    // Excluded instances of later stretches are not visited.
    if let last {
      upTo = Swift.min(upTo, Instant(secondsSinceEpoch: last.seconds).adding(seconds: margin + 1))
    }
    guard from < upTo else { return (true, 0) }
    var instances = expansion.instances(in: from..<upTo, viewer: viewer).makeIterator()
    instances.limit(passedOver: maximumPassedOver)
    while let instance = instances.next() {
      let key = InstanceKey(instance.start)
      if let first = stretch.after, key <= first { continue }
      if let last, key > last { return (true, instances.passedOver) }
      let isMoved = stretch.move != nil
      let start = isMoved ? stretch.start(of: instance.start) : instance.start
      let times = stretch.shape.times(of: start, extent: isMoved ? nil : instance.extent)
      if !body(instance.start, times.start, times.end) { return (true, instances.passedOver) }
      if instances.passedOver > maximumPassedOver { return (false, instances.passedOver) }
    }
    return (!instances.isBudgetExceeded, instances.passedOver)
  }
}

extension SeriesPlan {
  /// The first instance that a stretch shows, without the one of its own override.
  ///
  /// - Parameter id: An instance; earlier ones are not considered.
  func firstInstance(of place: Int, from id: EventTime? = nil) -> EventTime? {
    let own = stretches[place].after
    let next = place + 1 < stretches.count ? stretches[place + 1].after : nil
    // Dates and floating times have keys as if they were in UTC.
    let earliest = Swift.max(id?.seconds ?? .min, own.map { $0.seconds + 1 } ?? .min)
    let end = next.map { $0.seconds } ?? .max
    guard earliest < end else { return nil }
    let window = Instant(secondsSinceEpoch: earliest)..<Instant(secondsSinceEpoch: end)
    return expansion.instances(in: window, viewer: .utc).first { _ in true }?.start
  }
}

extension Item {
  /// The time from which its instances are counted: the start, else the due time; of an override without either the time of
  /// its instance.
  package var anchor: EventTime? { moment ?? recurrenceID }
}
