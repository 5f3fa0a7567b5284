public import AlmanacTime

/// When somebody is taken.
extension Sequence where Element == EventCalendar {
  /// The stretches of a range that events take up, merged, in order, none overlapping another.
  ///
  /// Events count that are neither cancelled nor transparent, and that the attendee has not declined. A time that
  /// only tentative events take is tentative. To-dos, journal entries and what takes no time do not count, nor what
  /// the calendars' VFREEBUSY say.
  ///
  /// - Parameter attendee: The calendar address of the person in question; without one, answers are not looked at.
  /// - Throws: `EventError` with code `too_many_instances`; see `EventCalendar.occurrences(in:viewer:matching:)`.
  public func busyPeriods(
    in window: Range<Instant>, viewer: Zone, of attendee: String = "", matching query: OccurrenceQuery = .all
  ) throws(EventError) -> [BusyPeriod] {
    let address = PersonKey(attendee).folded
    var busy: [Range<Instant>] = []
    var tentative: [Range<Instant>] = []
    for occurrence in try taking(in: window, viewer: viewer, of: address, query) {
      let part = occurrence.interval(in: viewer).clamped(to: window)
      guard !part.isEmpty, let kind = occurrence.item.busyKind(of: address) else { continue }
      if kind == .tentative { tentative.append(part) } else { busy.append(part) }
    }
    busy = busy.merged()
    let periods =
      busy.map { BusyPeriod(from: $0.lowerBound, to: $0.upperBound) }
      + tentative.merged().subtracting(busy).map {
        BusyPeriod(from: $0.lowerBound, to: $0.upperBound, .tentative)
      }
    return periods.sorted { $0.start < $1.start }
  }

  /// The pairs of events that take up the same time, in the order of the first and then of the second.
  ///
  /// What counts is what counts for `busyPeriods`; an event that takes no time is in conflict with those that begin
  /// then or go on. A limit of the query is one of pairs. O(n log n + pairs).
  ///
  /// - Throws: `EventError` with code `too_many_instances`, also where there are more pairs than `query.budget`.
  public func conflicts(
    in window: Range<Instant>, viewer: Zone, of attendee: String = "", matching query: OccurrenceQuery = .all
  ) throws(EventError) -> [OccurrenceConflict] {
    let address = PersonKey(attendee).folded
    var open: [Occurrence] = []
    var found: [OccurrenceConflict] = []
    pairs: for occurrence in try taking(in: window, viewer: viewer, of: address, query) {
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

extension Sequence where Element == EventCalendar {
  /// What takes somebody's time. Nothing else is expanded.
  private func taking(
    in window: Range<Instant>, viewer: Zone, of address: String, _ query: OccurrenceQuery
  ) throws(EventError) -> [Occurrence] {
    var query = query
    query.limit = nil
    let isTaking: ((Item) -> Bool)? = address.isEmpty ? nil : { $0.busyKind(of: address) != nil }
    return try agenda(in: window, viewer: viewer, matching: query, takingTime: .atAll, where: isTaking)
      .occurrences
  }
}

extension EventCalendar {
  /// The stretches of a range that events take up. See the same of several calendars.
  public func busyPeriods(
    in window: Range<Instant>, viewer: Zone, of attendee: String = "", matching query: OccurrenceQuery = .all
  ) throws(EventError) -> [BusyPeriod] {
    try CollectionOfOne(self).busyPeriods(in: window, viewer: viewer, of: attendee, matching: query)
  }

  /// The pairs of events that take up the same time. See the same of several calendars.
  public func conflicts(
    in window: Range<Instant>, viewer: Zone, of attendee: String = "", matching query: OccurrenceQuery = .all
  ) throws(EventError) -> [OccurrenceConflict] {
    try CollectionOfOne(self).conflicts(in: window, viewer: viewer, of: attendee, matching: query)
  }
}

/// Two occurrences that take up the same time; the first is the one that is listed first.
public struct OccurrenceConflict: Sendable, Hashable {
  public let first: Occurrence
  public let second: Occurrence
}

extension Item {
  /// How it takes up its time whoever attends it, `nil` when it does not: only events do that are neither cancelled
  /// nor transparent.
  package var busyKind: BusyKind? {
    guard case .event(let event) = self, event.content.takesTime else { return nil }
    return event.content.fields.status == .tentative ? .tentative : .busy
  }
}

extension Item {
  /// How it takes up its time, `nil` when it does not.
  ///
  /// - Parameter address: Of the person in question, folded; may be empty.
  fileprivate func busyKind(of address: String) -> BusyKind? {
    guard let kind = busyKind else { return nil }
    if address.isEmpty { return kind }
    let answer = event?.attendees.first { PersonKey($0.address).folded == address }?.status
    if answer == .declined || answer == .delegated { return nil }
    return answer == .tentative ? .tentative : kind
  }
}

extension [Range<Instant>] {
  /// The same time in as few ranges as possible, in order.
  fileprivate func merged() -> [Range<Instant>] {
    var result: [Range<Instant>] = []
    for range in sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, range.lowerBound <= last.upperBound {
        result[result.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }

  /// What is left without the time of others; both merged.
  fileprivate func subtracting(_ others: [Range<Instant>]) -> [Range<Instant>] {
    var result: [Range<Instant>] = []
    var index = 0
    for range in self {
      var start = range.lowerBound
      while index < others.count, others[index].upperBound <= start { index += 1 }
      var next = index
      while next < others.count, others[next].lowerBound < range.upperBound {
        if start < others[next].lowerBound { result.append(start..<others[next].lowerBound) }
        start = Swift.max(start, others[next].upperBound)
        next += 1
      }
      if start < range.upperBound { result.append(start..<range.upperBound) }
    }
    return result
  }
}
