public import AlmanacTime

extension RecurrenceExpansion: Sequence {
  /// All instances from the start on, in order of time.
  public func makeIterator() -> RecurrenceInstances.Iterator {
    RecurrenceInstances(plan: plan, window: nil, viewer: nil).makeIterator()
  }

  public var underestimatedCount: Int { 0 }

  /// The instances that start within a half-open range of instants.
  ///
  /// Dates and floating times happen on the viewer's clock. It costs the same at any distance from the start.
  public func instances(in window: Range<Instant>, viewer: Zone) -> RecurrenceInstances {
    RecurrenceInstances(plan: plan, window: window, viewer: viewer)
  }

  /// The instances that start at an instant or later.
  public func instances(from instant: Instant, viewer: Zone) -> RecurrenceInstances {
    RecurrenceInstances(
      plan: plan, window: instant..<Instant(secondsSinceEpoch: Int64.max), viewer: viewer)
  }

  /// Whether a time is an instance: zoned times are compared by instant, floating ones by digits, dates by day.
  public func contains(_ time: EventTime) -> Bool {
    let keyed = SetPlan.keyed(time, addition: -1, like: plan.set.start)
    let instant = Instant(secondsSinceEpoch: keyed.key)
    for instance in instances(in: instant..<instant.adding(seconds: 1), viewer: .utc) {
      if instance.start.instant(in: .utc) == instant { return true }
    }
    return false
  }
}

/// The instances of a set within a window, in order of time.
public struct RecurrenceInstances: Sequence, Sendable {
  let plan: SetPlan
  let window: Range<Instant>?
  let viewer: Zone?

  public func makeIterator() -> Iterator {
    Iterator(plan, window: window, viewer: viewer)
  }

  public var underestimatedCount: Int { 0 }

  public struct Iterator: IteratorProtocol {
    private let plan: SetPlan
    private var merge: SetMerge
    private var cursor: ZoneCursor?
    private let window: Range<Int64>

    init(_ plan: SetPlan, window: Range<Instant>?, viewer: Zone?) {
      self.plan = plan
      guard let window, let viewer else {
        self.window = Int64.min..<Int64.max
        merge = SetMerge(plan, from: .min, upTo: .max)
        return
      }
      self.window = window.lowerBound.secondsSinceEpoch..<window.upperBound.secondsSinceEpoch
      let zoned = plan.set.start.zone != nil
      if !zoned { cursor = ZoneCursor(viewer) }
      let reach = LocalReach(window, in: zoned ? plan.zone : viewer)
      merge = SetMerge(plan, from: reach.from, upTo: reach.upTo)
    }

    public mutating func next() -> RecurrenceInstance? {
      nextTime().map { plan.instance($0) }
    }

    /// Whether the instances ended because rules found none for as long as their budgets allow, not because there is
    /// none.
    public var gaveUp: Bool { merge.gaveUp }

    /// The next instance within the window.
    mutating func nextTime() -> KeyedTime? {
      while let time = merge.next() {
        let local = CivilDateTime(uncheckedSecondsSinceEpoch: time.local)
        let instant = cursor?.instant(of: local).secondsSinceEpoch ?? time.key
        if window.contains(instant) { return time }
        // Only around a gap of the viewer's clock may a later time be earlier.
        if instant >= window.upperBound, cursor == nil { return nil }
      }
      return nil
    }
  }
}

/// The instants at which instances start, for those who need nothing else.
public struct RecurrenceInstants: Sequence, IteratorProtocol, Sendable {
  private var merge: SetMerge
  private let viewer: Zone?

  /// Instances from the start on. Dates and floating times happen on the viewer's clock.
  init(_ plan: SetPlan, viewer: Zone) {
    merge = SetMerge(plan, from: .min, upTo: .max)
    self.viewer = plan.set.start.zone == nil ? viewer : nil
  }

  public mutating func next() -> Instant? {
    guard let time = merge.next() else { return nil }
    if let viewer { return viewer.instant(of: CivilDateTime(uncheckedSecondsSinceEpoch: time.local)) }
    return Instant(secondsSinceEpoch: time.key)
  }
}

extension RecurrenceExpansion {
  /// The instants at which the instances start, in order, without making an `EventTime` of each.
  public func instants(viewer: Zone = .utc) -> RecurrenceInstants {
    RecurrenceInstants(plan, viewer: viewer)
  }
}

/// The wall-clock times, in seconds, that can happen within a window of instants.
private struct LocalReach {
  let from: Int64
  let upTo: Int64

  /// More than any zone's change of clocks: Samoa skipped a whole day.
  private static let margin: Int64 = 90_000

  init(_ window: Range<Instant>, in zone: Zone) {
    from = Self.bound(window.lowerBound, in: zone, margin: -Self.margin)
    upTo = Self.bound(window.upperBound, in: zone, margin: Self.margin)
  }

  /// The wall-clock time at an instant, and further out where clocks change nearby.
  private static func bound(_ instant: Instant, in zone: Zone, margin: Int64) -> Int64 {
    let bounded = Swift.min(
      Swift.max(instant.secondsSinceEpoch, Instant.min.secondsSinceEpoch), Instant.max.secondsSinceEpoch)
    if let offset = zone.fixedOffset { return bounded + Int64(offset) }
    let (offset, range) = zone.offsetRange(at: Instant(secondsSinceEpoch: bounded))
    let wall = bounded + Int64(offset)
    let isFarFromChange =
      range.contains(Instant(secondsSinceEpoch: bounded - Self.margin))
      && range.contains(Instant(secondsSinceEpoch: bounded + Self.margin))
    return isFarFromChange ? wall : wall + margin
  }
}
