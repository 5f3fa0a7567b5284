public import AlmanacTime

extension SlotGrid: Sequence {
  /// The most reasons of all candidates, beyond one for each.
  private static let maximumReasons = 100_000

  /// The slots that can be booked, by start.
  public func makeIterator() -> IndexingIterator<[Slot]> {
    slots.makeIterator()
  }

  /// The slots that can be booked, by start. Each can be booked by itself; booking one may make others unavailable.
  ///
  /// - Complexity: O(*s* *c* log *n*) for *s* starts, *n* busy items and the *c* participants that are looked at, of a pool
  ///   as many as it takes to find enough; where requirements compete for candidates, up to *k* times as much for *k* to
  ///   be found.
  public var slots: [Slot] { slots(limit: .max) }

  /// The first slots that can be booked, by start, at most so many: a small step in a long range has more than a million.
  ///
  /// - Complexity: As `slots`, up to the last slot that is found.
  public func slots(limit: Int) -> [Slot] {
    var result: [Slot] = []
    var search = SlotSearch(self)
    for month in months where result.count < limit {
      for start in starts(in: month, replaced: false) where result.count < limit {
        var verdict = ReasonCollector(most: 0)
        search.examine(start, &verdict)
        if !verdict.isRefused { result.append(slot(at: start)) }
      }
    }
    return result
  }

  /// Every start on the grid of the opening hours, with all reasons. Starts in hours that `Availability.overrides` replaces and
  /// in closed periods are among them. Each has at most 100 reasons; when there are 100 000 together, further starts have one
  /// each.
  public var candidates: [SlotCandidate] { candidates(limit: .max) }

  /// The first starts on the grid of the opening hours, at most so many, as in `candidates`.
  public func candidates(limit: Int) -> [SlotCandidate] {
    var search = SlotSearch(self)
    var left = Self.maximumReasons
    var first: [Int64] = []
    for month in months where first.count < limit {
      first += starts(in: month, replaced: true).prefix(limit - first.count)
    }
    return first.map { start in
      var verdict = ReasonCollector(most: Swift.max(1, Swift.min(left, ReasonCollector.maximumPerStart)))
      search.examine(start, &verdict)
      left -= verdict.reasons.reduce(0) { $0 + $1.count }
      return SlotCandidate(slot: slot(at: start), reasons: verdict.reasons)
    }
  }

  /// The searched range in parts of 31 days, so that the first slots do not need the starting times of all.
  private var months: [Range<Int64>] {
    let range = searched.seconds
    return stride(from: range.lowerBound, to: range.upperBound, by: 31 * 86_400).map {
      ($0..<$0 + 31 * 86_400).clamped(to: range)
    }
  }

  /// The starts that cannot be booked, each with all its reasons.
  public var unavailable: [SlotCandidate] {
    candidates.filter { !$0.isAvailable }
  }

  /// Every reason why a slot that begins at an instant cannot be booked, at most 100; empty when it can.
  public func reasons(at start: Instant) -> [Unavailability] {
    var search = SlotSearch(self)
    var verdict = ReasonCollector(most: ReasonCollector.maximumPerStart)
    search.examine(start.secondsSinceEpoch, &verdict)
    return verdict.reasons
  }
}

extension Unavailability {
  /// The number of reasons in it.
  fileprivate var count: Int {
    guard case .tooFew(_, _, let others) = self else { return 1 }
    return others.reduce(1) { $0 + $1.reasons.count }
  }
}
