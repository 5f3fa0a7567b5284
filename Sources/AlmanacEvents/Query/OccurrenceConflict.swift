public import AlmanacTime

/// Two occurrences that take up the same time, in the order of `OccurrenceOrder`.
public struct OccurrenceConflict: Sendable, Hashable {
  public let first: Occurrence
  public let second: Occurrence
}

extension Sequence where Element == EventCalendar {
  /// The pairs of events that take up the same time within a half-open range, in the order of the first and then of
  /// the second.
  ///
  /// An event of no length conflicts with those that begin at that instant or go on then. A limit of the query is a
  /// limit of pairs.
  ///
  /// - Parameter rules: Which events take up time. `countsUnavailability` has no effect.
  /// - Throws: `EventError` with code `too_many_instances`, also where there are more pairs than `query.budget`.
  /// - Complexity: O(*n* log *n* + pairs).
  public func conflicts(
    in window: Range<Instant>, viewer: Zone, rules: BusyRules = .standard,
    matching query: OccurrenceQuery = .all
  ) throws(EventError) -> [OccurrenceConflict] {
    var unlimited = query
    unlimited.limit = nil
    let prepared = BusyRules.Prepared(rules)
    let agenda = agenda(in: window, viewer: viewer, matching: unlimited, counting: prepared)
    var open: [Occurrence] = []
    var found: [OccurrenceConflict] = []
    pairs: for occurrence in try agenda.occurrences where !rules.excluding.contains(occurrence.id) {
      let start = occurrence.start.instant(in: viewer)
      open.removeAll { other in
        let interval = other.interval(in: viewer)
        return interval.upperBound <= start && interval.lowerBound < start
      }
      for other in open {
        if let limit = query.limit, found.count >= limit { break pairs }
        guard found.count < Swift.max(query.budget, query.limit ?? 0) else {
          throw EventError(
            .tooManyInstances, uid: occurrence.item.uid, expected: "at most \(query.budget) conflicts")
        }
        found.append(OccurrenceConflict(first: other, second: occurrence))
      }
      open.append(occurrence)
    }
    let order = OccurrenceOrder(viewer: viewer)
    return found.sorted { one, other in
      one.first == other.first
        ? order.isBefore(one.second, other.second) : order.isBefore(one.first, other.first)
    }
  }
}

extension EventCalendar {
  /// The pairs of events that take up the same time. See the method of several calendars.
  public func conflicts(
    in window: Range<Instant>, viewer: Zone, rules: BusyRules = .standard,
    matching query: OccurrenceQuery = .all
  ) throws(EventError) -> [OccurrenceConflict] {
    try CollectionOfOne(self).conflicts(in: window, viewer: viewer, rules: rules, matching: query)
  }
}
