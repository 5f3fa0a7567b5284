public import AlmanacTime

extension EventCalendar {
  /// The first occurrences that start later than an instant, in the order of `OccurrenceOrder`.
  ///
  /// ```swift
  /// let upcoming = calendar.next(after: now, count: 10, viewer: madrid)
  /// ```
  public func next(
    after instant: Instant, count: Int = 1, viewer: Zone, matching query: OccurrenceQuery = .all
  ) -> [Occurrence] {
    CollectionOfOne(self).next(after: instant, count: count, viewer: viewer, matching: query)
  }

  /// The last occurrences that start earlier than an instant, the latest first.
  public func previous(
    before instant: Instant, count: Int = 1, viewer: Zone, matching query: OccurrenceQuery = .all
  ) -> [Occurrence] {
    CollectionOfOne(self).previous(before: instant, count: count, viewer: viewer, matching: query)
  }
}

/// Several calendars together.
extension Collection where Element == EventCalendar {
  /// The first occurrences in any of the calendars that start later than an instant, in the order of
  /// `OccurrenceOrder`.
  public func next(
    after instant: Instant, count: Int = 1, viewer: Zone, matching query: OccurrenceQuery = .all
  ) -> [Occurrence] {
    var found: [Occurrence] = []
    var query = query
    var from = instant.adding(seconds: 1)
    // The rest of the day, a day, and then ever longer stretches.
    let midnight = viewer.instant(of: viewer.local(at: from).date.adding(days: 1).startOfDay)
    var length = Swift.min(Swift.max(midnight.seconds(since: from), 1), 86_400)
    while found.count < count, contains(where: { $0.store.index.reaches(beyond: from) }) {
      query.limit = count - found.count
      let upTo = from.adding(seconds: length)
      found += starts(in: from..<upTo, viewer: viewer, matching: query).found
      from = upTo
      length = Swift.max(86_400, length * 2)
    }
    return found
  }

  /// The last occurrences in any of the calendars that start earlier than an instant, the latest first.
  public func previous(
    before instant: Instant, count: Int = 1, viewer: Zone, matching query: OccurrenceQuery = .all
  ) -> [Occurrence] {
    var found: [Occurrence] = []
    var query = query
    var limit = Swift.max(10_000, Swift.min(count, 1 << 32) * 4)
    var upTo = instant
    var length = 86_400
    while found.count < count, contains(where: { $0.store.index.begins(before: upTo) }) {
      query.limit = limit
      let from = upTo.adding(seconds: -length)
      let agenda = starts(in: from..<upTo, viewer: viewer, matching: query)
      if agenda.isTruncated, length > 1 {
        // Too much at once, and the last of it is wanted.
        length /= 2
      } else if agenda.isTruncated {
        limit *= 2
      } else {
        found += agenda.found.reversed().prefix(count - found.count)
        upTo = from
        length *= 2
      }
    }
    return found
  }

  /// What starts within a range.
  private func starts(in window: Range<Instant>, viewer: Zone, matching query: OccurrenceQuery) -> Agenda {
    var collector = OccurrenceCollector(query, in: window, viewer: viewer, startsOnly: true)
    for (index, calendar) in enumerated() {
      collector.calendar = Int32(clamping: index)
      calendar.collect(into: &collector)
    }
    return collector.finish()
  }
}
