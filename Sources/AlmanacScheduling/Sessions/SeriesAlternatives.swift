internal import AlmanacEvents
internal import AlmanacTime

extension SessionDraft {
  /// The most slots that are tried as alternatives of the refused dates of one series, and the most starts that are looked
  /// at.
  private static let mostTries = 2_000
  private static let mostStarts = 200_000

  /// Adds alternatives to the refused dates of a series: one to each date in turn, then the next.
  mutating func addAlternatives(
    _ planned: inout [PlannedSession], of request: SessionRequest, on offers: [SlotGrid],
    by policy: ChoicePolicy, most: Int
  ) {
    let refused = planned.indices.filter { planned[$0].choice != nil && !planned[$0].refusals.isEmpty }
    guard most > 0, !refused.isEmpty, !offers.isEmpty else { return }
    var searches = offers.map { SlotSearch($0) }
    let parts = refused.map { offers.part(around: planned[$0].start.instant) ?? 0 }
    var nearest = zip(refused, parts).map { NearestSlots(on: offers[$1], to: planned[$0].start.instant) }
    var offered: Set<Int64> = []
    var (tries, starts) = (Self.mostTries, Self.mostStarts)
    for _ in 0..<Swift.min(most, tries) where tries > 0 && starts > 0 {
      for (number, index) in refused.enumerated() {
        while tries > 0, starts > 0, let start = nearest[number].next() {
          starts -= 1
          guard !offered.contains(start), searches[parts[number]].isAvailable(start) else { continue }
          tries -= 1
          let (offer, slot) = (offers[parts[number]], offers[parts[number]].slot(at: start))
          guard grants(request, in: slot, of: offer, by: policy) else { continue }
          offered.insert(start)
          planned[index].alternatives.append(slot)
          break
        }
      }
    }
  }

  /// Whether a request would be granted in a slot. The draft stays as it is.
  private func grants(
    _ request: SessionRequest, in slot: Slot, of offer: SlotGrid, by policy: ChoicePolicy
  ) -> Bool {
    var (request, trial) = (request, trial)
    request.start = slot.interval.lowerBound.in(request.start.zone)
    _ = trial.choose(request, on: offer, by: policy)
    return trial.refusals.isEmpty
  }
}

extension SlotSearch {
  /// Whether a start can be booked.
  fileprivate mutating func isAvailable(_ start: Int64) -> Bool {
    var verdict = ReasonCollector(most: 0)
    examine(start, &verdict)
    return !verdict.isRefused
  }
}

extension [SlotGrid] {
  /// The grid that searches the most time on both sides of an instant; `nil` where there is none.
  func part(around instant: Instant) -> Int? {
    func margin(_ index: Int) -> Int {
      let searched = self[index].searched
      return Swift.min(
        instant.seconds(since: searched.lowerBound), searched.upperBound.seconds(since: instant))
    }
    return indices.max { margin($0) < margin($1) }
  }
}

/// The starting times nearest to an instant, a week away at most; of two as near the earlier first.
struct NearestSlots: IteratorProtocol {
  /// The farthest from the instant, in seconds.
  static let reach = 7 * 86_400

  /// In ascending order.
  private let starts: [Int64]
  private let instant: Int64
  private var lower: Int
  private var upper: Int

  init(on offer: SlotGrid, to instant: Instant) {
    let second = instant.secondsSinceEpoch
    self.instant = second
    starts = offer.starts(
      in: second.saturatingAdd(-Int64(Self.reach))..<second.saturatingAdd(Int64(Self.reach) + 1),
      replaced: false)
    upper = starts.partitioningIndex { $0 >= second }
    lower = upper
  }

  mutating func next() -> Int64? {
    let before = lower > 0 ? instant - starts[lower - 1] : .max
    let after = upper < starts.count ? starts[upper] - instant : .max
    if before == .max, after == .max { return nil }
    if before <= after {
      lower -= 1
      return starts[lower]
    }
    upper += 1
    return starts[upper - 1]
  }
}
