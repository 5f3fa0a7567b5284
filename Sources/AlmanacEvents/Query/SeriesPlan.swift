internal import AlmanacRecurrence
internal import AlmanacTime

/// A series made ready to be asked: the expansion of its rules without the instances that overrides replace, and
/// what each stretch of it looks like.
///
/// An override with RANGE=THISANDFUTURE opens a stretch: later instances, up to the next such override, are shown as
/// it says, moved on its clock as far as it moved its own instance, and as long as it is.
final class SeriesPlan: Sendable {
  let expansion: RecurrenceExpansion
  /// In order; the first is the series itself.
  let stretches: [Stretch]
  /// Wall-clock seconds of the series' own clock: nothing starts earlier, nothing ends later. `nil` for a series that
  /// has no instances.
  let reach: ClosedRange<Int64>?
  /// The calendars by which rules count that this plan cannot expand (RSCALE, RFC 7529), in order; and what is needed
  /// to plan again with more of them.
  let unknownCalendars: [String]
  /// Whether occurrences come in the order of their instances: a to-do is when it is due, and an added PERIOD has a
  /// length of its own.
  let isInOrder: Bool
  private let overrides: [Item]

  struct Stretch: Sendable {
    /// The instances whose keys are greater; the first stretch has all up to the next.
    let after: Int64
    let item: Item
    let shape: InstanceShape
    /// From the digits of an instance to those of its start; `nil` for the series itself.
    let move: Move?
    /// An upper bound of the seconds from an instance to the end of its occurrence, and a lower one to its start.
    let reach: Int
    let lead: Int
  }

  struct Move: Sendable {
    let from: CivilDateTime
    let to: EventTime
  }

  /// - Parameters:
  ///   - main: An item with a moment.
  ///   - overrides: Those that hold.
  init(
    _ main: Item, from start: EventTime, overrides: [Item], calendars: CalendarSystems = .gregorian
  ) {
    var set = main.recurrence.set(from: start)
    if main.recurrenceID != nil { set = RecurrenceSet(start: start) }
    set.exceptions += overrides.compactMap { $0.recurrenceID }
    expansion = RecurrenceExpansion(set, calendars: calendars)
    let names = (set.rules + set.exclusionRules).compactMap { $0.calendarScale }
    unknownCalendars = Set(names.filter { !calendars.supports($0) }).sorted()
    self.overrides = unknownCalendars.isEmpty ? [] : overrides
    var longest = InstanceShape(main, from: start).reach
    for addition in set.additions {
      guard let extent = addition.extent else { continue }
      let length = InstanceShape.Length(from: addition.start.conformed(to: start), Extent(extent))
      longest = Swift.max(longest, length.reach + EventTime.longestDay)
    }
    isInOrder = main.kind != .todo || !set.additions.contains { $0.extent != nil }
    var stretches = [
      Stretch(
        after: .min, item: main, shape: InstanceShape(main, from: start), move: nil, reach: longest, lead: 0)
    ]
    for override in overrides where override.overridesFuture {
      if let stretch = Stretch(override, in: start) { stretches.append(stretch) }
    }
    stretches.sort { $0.after < $1.after }
    self.stretches = stretches
    let reach = Self.reach(of: expansion, stretches)
    // What is not known may go on for ever.
    self.reach = unknownCalendars.isEmpty ? reach : (reach?.lowerBound ?? .min)...Int64.max
  }

  /// The plan in which more calendars are known.
  func knowing(_ calendars: CalendarSystems) -> SeriesPlan {
    let set = expansion.set
    guard !unknownCalendars.isEmpty, unknownCalendars.contains(where: { calendars.supports($0) }) else {
      return self
    }
    return SeriesPlan(stretches[0].item, from: set.start, overrides: overrides, calendars: calendars)
  }

  private static func reach(of expansion: RecurrenceExpansion, _ stretches: [Stretch]) -> ClosedRange<Int64>?
  {
    var first = expansion.set.start.local.secondsSinceEpoch
    for addition in expansion.set.additions {
      first = Swift.min(first, addition.start.conformed(to: expansion.set.start).local.secondsSinceEpoch)
    }
    first += Int64(stretches.reduce(0) { Swift.min($0, $1.lead) })
    let longest = Int64(stretches.reduce(0) { Swift.max($0, $1.reach) })
    switch expansion.bound {
    case .empty: return nil
    case .last(let last): return first...Swift.max(first, last.local.secondsSinceEpoch + longest + 1)
    case .endless: return first...Int64.max
    }
  }
}

extension SeriesPlan.Stretch {
  /// What an override with RANGE=THISANDFUTURE makes of the instances after its own.
  fileprivate init?(_ override: Item, in series: EventTime) {
    guard let id = override.recurrenceID?.conformed(to: series), let stated = override.anchor else {
      return nil
    }
    // A time in UTC says nothing about the clock: it moves on the clock of the series.
    var start = stated
    if case .zoned(let zoned) = stated, case .zoned(let first) = series, zoned.zone.fixedOffset != nil {
      start = .zoned(zoned.in(first.zone))
    }
    after = id.key
    item = override
    shape = InstanceShape(override, from: stated)
    move = SeriesPlan.Move(from: id.local, to: start)
    let shift = start.instant(in: series.zone ?? .utc).seconds(since: id.instant(in: series.zone ?? .utc))
    reach = shift + shape.reach + EventTime.longestDay
    lead = shift - EventTime.longestDay
  }

  /// The start that an instance has here.
  func start(of instance: EventTime) -> EventTime {
    guard let move else { return instance }
    let seconds = instance.local.seconds(since: move.from)
    return move.to.with(local: move.to.local.adding(seconds: seconds))
  }

  /// Whether an override that began with an instance would say the same of later ones: not where a date has lost the
  /// time of day.
  func isWhole(at instance: EventTime) -> Bool {
    guard let move else { return true }
    let seconds = instance.local.seconds(since: move.from)
    return start(of: instance).local == move.to.local.adding(seconds: seconds)
  }
}

extension SeriesPlan {
  /// Gives every occurrence of a stretch that may overlap a window, and some that do not, in order of instance, until
  /// the body returns `false`.
  ///
  /// - Returns: Whether those were all: not where a rule finds none for so long that its expansion gives up.
  @discardableResult
  func occurrences(
    of stretchIndex: Int, in window: Range<Instant>, viewer: Zone,
    _ body: (_ id: EventTime, _ start: EventTime, _ end: EventTime) -> Bool
  ) -> Bool {
    let stretch = stretches[stretchIndex]
    let before = stretchIndex + 1 < stretches.count ? stretches[stretchIndex + 1].after : Int64.max
    let from = window.lowerBound.adding(seconds: -stretch.reach)
    let upTo = window.upperBound.adding(seconds: -Swift.min(stretch.lead, 0))
    guard from < upTo else { return true }
    var instances = expansion.instances(in: from..<upTo, viewer: viewer).makeIterator()
    while let instance = instances.next() {
      let key = instance.start.key
      if key <= stretch.after { continue }
      if key > before { return true }
      let isMoved = stretch.move != nil
      let start = isMoved ? stretch.start(of: instance.start) : instance.start
      let times = stretch.shape.times(of: start, extent: isMoved ? nil : instance.extent)
      if !body(instance.start, times.start, times.end) { return true }
    }
    return !instances.isBudgetExceeded
  }
}

extension SeriesPlan {
  /// The first instance that looks as a stretch says, its override's own left out.
  ///
  /// - Parameter key: Of an instance; nothing before it is looked at.
  func firstInstance(of place: Int, from key: Int64 = .min) -> EventTime? {
    let after = stretches[place].after
    let end = place + 1 < stretches.count ? stretches[place + 1].after : Int64.max
    // Dates and floating times have keys as if they were in UTC.
    let from = Instant(secondsSinceEpoch: Swift.max(key, after == .min ? .min : after + 1))
    let instances = expansion.instances(from: from, viewer: .utc)
    return instances.first { _ in true }.flatMap { $0.start.key < end ? $0.start : nil }
  }
}

extension EventTime {
  /// By what instances of a series are ordered: the instant in a zone, else the digits.
  var key: Int64 {
    if case .zoned(let zoned) = self { zoned.instant.secondsSinceEpoch } else { local.secondsSinceEpoch }
  }
}

extension Item {
  /// From where its instances are counted: its start, else what it is due; an override without either happens when
  /// the instance would.
  var anchor: EventTime? { moment ?? recurrenceID }
}
