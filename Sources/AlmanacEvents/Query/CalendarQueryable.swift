public import AlmanacTime

/// One calendar, or several that are queried together: `EventCalendar` and an array of calendars conform.
///
/// `Occurrence.calendar` is the place of its calendar among several ones.
public protocol CalendarQueryable {
  /// The calendars in their order.
  var queriedCalendars: [EventCalendar] { get }
}

extension EventCalendar: CalendarQueryable {
  public var queriedCalendars: [EventCalendar] { [self] }
}

extension Array: CalendarQueryable where Element == EventCalendar {
  public var queriedCalendars: [EventCalendar] { self }
}

extension CalendarQueryable {
  /// The occurrences that overlap a half-open range of instants, in the order of `OccurrenceOrder`.
  ///
  /// Included are long events that began before the range, instances that an override moved into it, and occurrences of no
  /// length that start in it. Dates and floating times are read in the viewer's zone. Cancelled events are included with
  /// their status; to-dos on the day on which they are due, else start, until they are done or cancelled.
  ///
  /// ```swift
  /// let week = QueryWindow(weekOf: now, in: madrid, firstWeekday: .monday).range
  /// for occurrence in try calendar.occurrences(in: week, viewer: madrid) { print(occurrence.start, occurrence.item.summary) }
  /// ```
  /// - Throws: `EventError` with code `too_many_instances` where series have more instances than `query.budget` allows.
  ///   `agenda(in:viewer:matching:)` returns the others, and reports each incomplete series with the first missing instant.
  public func occurrences(
    in window: Range<Instant>, viewer: Zone, matching query: OccurrenceQuery = .all
  ) throws(EventError) -> [Occurrence] {
    try agenda(in: window, viewer: viewer, matching: query).occurrences
  }

  /// The occurrences that overlap a range, with a report of the instances that are missing where a series has too many.
  public func agenda(
    in window: Range<Instant>, viewer: Zone, matching query: OccurrenceQuery = .all
  ) -> Agenda {
    agenda(OccurrenceCollector(query, in: window, viewer: viewer))
  }

  /// The occurrences of the items that fulfil conditions; others are not expanded.
  ///
  /// - Parameters:
  ///   - rules: Where given, only items that may be busy by them.
  ///   - condition: Where given, only items that fulfil it.
  package func agenda(
    in window: Range<Instant>, viewer: Zone, matching query: OccurrenceQuery = .all,
    counting rules: BusyRules.Prepared? = nil, where condition: ((Item) -> Bool)? = nil
  ) -> Agenda {
    agenda(OccurrenceCollector(query, in: window, viewer: viewer, counting: rules, where: condition))
  }

  fileprivate func agenda(_ empty: OccurrenceCollector) -> Agenda {
    var collector = empty
    collector.collect(queriedCalendars.map { $0.store })
    return collector.finish()
  }
}

// MARK: The next and the previous occurrences

extension CalendarQueryable {
  /// The first occurrences that start later than an instant, in the order of `OccurrenceOrder`.
  ///
  /// ```swift
  /// let upcoming = calendar.next(after: now, count: 10, viewer: madrid)
  /// ```
  public func next(
    after instant: Instant, count: Int = 1, viewer: Zone, matching query: OccurrenceQuery = .all
  ) -> [Occurrence] {
    var found: [Occurrence] = []
    var query = query
    var from = instant.adding(seconds: 1)
    // The rest of the day first, then a day, then ever longer ranges.
    let midnight = viewer.instant(of: viewer.local(at: from).date.adding(days: 1).startOfDay)
    var length = Swift.min(Swift.max(midnight.seconds(since: from), 1), 86_400)
    while found.count < count, queriedCalendars.contains(where: { $0.store.index.reaches(beyond: from) }) {
      query.limit = count - found.count
      let upTo = from.adding(seconds: length)
      found += starts(in: from..<upTo, viewer: viewer, matching: query).found
      from = upTo
      length = Swift.max(86_400, length * 2)
    }
    return found
  }

  /// The last occurrences that start earlier than an instant, the latest first.
  public func previous(
    before instant: Instant, count: Int = 1, viewer: Zone, matching query: OccurrenceQuery = .all
  ) -> [Occurrence] {
    var found: [Occurrence] = []
    var query = query
    var limit = Swift.max(10_000, Swift.min(count, 1 << 32) * 4)
    var upTo = instant
    var length = 86_400
    while found.count < count, queriedCalendars.contains(where: { $0.store.index.begins(before: upTo) }) {
      query.limit = limit
      let from = upTo.adding(seconds: -length)
      let agenda = starts(in: from..<upTo, viewer: viewer, matching: query)
      if agenda.isTruncated, length > 1 {
        // The last occurrences of the range are requested, and they were cut off.
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

  /// The occurrences that start within a range.
  private func starts(in window: Range<Instant>, viewer: Zone, matching query: OccurrenceQuery) -> Agenda {
    agenda(OccurrenceCollector(query, in: window, viewer: viewer, startsOnly: true))
  }
}
