internal import AlmanacEvents
internal import AlmanacTime

/// The score of slots: the sum of its parts, each times its weight, from −1 000 000 to 1 000 000. The lowest is the best. Who
/// is chosen from a pool is not known, so the candidates of pools do not count.
///
/// ```swift
/// var score = SlotScore()
/// score.preferred = ["eva": mornings]
/// score.gaps = 3                                   // rather later than with idle time
/// for found in grid.ranked(by: score, limit: 5) { print(found.slot.start, found.score, found.missing) }
/// ```
public struct SlotScore: Sendable, Hashable {
  /// The weight of the hours from the begin of the search to the slot: one a day later costs 24.
  public var early = 1
  /// The weight of idle minutes: those between the slot and the nearest busy time before and after it, of each
  /// participant, where they are less than `idleLimit`.
  public var gaps = 1
  /// The weight of minutes outside of the preferred hours, of each participant who has some.
  public var outsidePreferred = 2
  /// The minutes from which time between two commitments is free time, not a gap: from 0 to 1 440.
  public var idleLimit = 120
  /// The hours that participants prefer, by name or address, compared as `PersonKey` does.
  public var preferred: [String: Availability] = [:]

  /// Creates a score of the standard weights: 1 for `early` and `gaps`, 2 for `outsidePreferred`, without preferred
  /// hours.
  public init() {}
}

/// A slot with its score, and those who cannot take part.
public struct RankedSlot: Sendable, Hashable {
  /// The slot, which can be booked if `missing` is empty.
  public let slot: Slot
  /// The lower the better; see `SlotScore`.
  public let score: Int
  /// The blocking candidates with all their reasons; empty for a slot that can be booked. A pool or a resource is named by its
  /// requirement.
  public let missing: [CandidateVerdict]
}

/// The best slots for what is required, or what comes nearest to it.
public struct SlotRanking: Sendable, Hashable {
  /// The best first. Where no slot can be booked, those with the fewest in the way.
  public let slots: [RankedSlot]
  /// Every reason, each once, for which times cannot be booked whoever takes part, such as notice; where `slots` is empty,
  /// the reasons why. Of a notice it is the latest instant by which one of the times had to be booked, of days ahead the
  /// first on which one can be.
  public let excluded: [Unavailability]

  /// Whether the slots can be booked.
  public var isComplete: Bool { slots.first?.missing.isEmpty ?? false }
}

extension SlotGrid {
  /// The slots in order of a score: an hour for these five people in the next two weeks. They begin at the starting times of
  /// everybody, which are those of `onStartsOfEverybody`.
  ///
  /// If no slot can be booked, the slots with the fewest participants who cannot be there, the best by score first, each
  /// with those participants and their reasons. The reasons are those by which `slots` excludes a slot.
  ///
  /// At most `limit` slots are listed; less than 1 counts as 1.
  ///
  /// - Complexity: O(*s* *p* log *n*) for *s* starts and *p* participants with *n* busy items.
  public func ranked(by score: SlotScore = SlotScore(), limit: Int = 10) -> SlotRanking {
    let grid = onStartsOfEverybody
    var search = SlotSearch(grid)
    let preferred = preferredTime(score)
    var best: [(missing: Int, score: Int, start: Int64)] = []
    var excluded: [Unavailability] = []
    for start in grid.startsWithinHours {
      var verdict = ReasonCollector(most: ReasonCollector.maximumPerStart)
      guard search.begin(at: start, &verdict), !verdict.isRefused else {
        verdict.reasons.forEach { $0.join(&excluded) }
        continue
      }
      let missing = search.countMissing()
      best.append((missing, points(of: start, score, preferred), start))
    }
    let fewest = best.map { $0.missing }.min() ?? 0
    let chosen = best.filter { $0.missing == fewest }.sorted { ($0.score, $0.start) < ($1.score, $1.start) }
    if best.isEmpty, excluded.isEmpty { excluded = [.noStarts(in: searched)] }
    let slots = chosen.prefix(Swift.max(1, limit)).map { entry in
      RankedSlot(slot: slot(at: entry.start), score: entry.score, missing: search.missing(at: entry.start))
    }
    return SlotRanking(slots: slots, excluded: excluded)
  }

  /// The participants who take part in every slot.
  private var required: [Int] {
    requirements.filter { !$0.isPool }.flatMap { Array($0.candidates) }
  }

  private func preferredTime(_ score: SlotScore) -> [(participant: Int, time: IntervalSet)] {
    let reach = searched.lowerBound.secondsSinceEpoch..<end(of: searched.upperBound.secondsSinceEpoch)
    let hoursOfPerson = Dictionary(score.preferred.map { (PersonKey($0), $1) }) { one, _ in one }
    return required.uniqued { participants[$0].person }.compactMap { index in
      hoursOfPerson[participants[index].key].map { (index, OpenTime($0, in: reach).open) }
    }
  }

  private func points(
    of start: Int64, _ score: SlotScore, _ preferred: [(participant: Int, time: IntervalSet)]
  ) -> Int {
    let slot = start..<end(of: start)
    let early = Int(start - searched.lowerBound.secondsSinceEpoch) / 3600
    let gaps = required.reduce(0) {
      $0
        + participants[$1].idleMinutes(
          around: slot, lessThan: Swift.max(0, Swift.min(score.idleLimit, 1_440)))
    }
    let outside = preferred.reduce(0) { sum, entry in
      let inside = entry.time.ranges(within: slot).reduce(0) { $0 + $1.count }
      return sum + (slot.count - inside) / 60
    }
    func weighed(_ minutes: Int, _ weight: Int) -> Int {
      minutes * Swift.max(-1_000_000, Swift.min(weight, 1_000_000))
    }
    return weighed(early, score.early) + weighed(gaps, score.gaps) + weighed(outside, score.outsidePreferred)
  }
}

extension Unavailability {
  /// Adds the reason to others, unless they have it. Starts have one notice with different instants, and one number of days
  /// ahead with different days: the latest instant and the first day stand for all.
  fileprivate func join(_ reasons: inout [Unavailability]) {
    for index in reasons.indices {
      switch (reasons[index], self) {
      case (.tooLate(let latest, let name), .tooLate(let other, let own)) where name == own:
        reasons[index] = .tooLate(latest: Swift.max(latest, other), of: name)
        return
      case (.tooEarly(let first, let name), .tooEarly(let other, let own)) where name == own:
        reasons[index] = .tooEarly(from: Swift.min(first, other), of: name)
        return
      default:
        if reasons[index] == self { return }
      }
    }
    reasons.append(self)
  }
}
