public import AlmanacTime

extension EventCalendar {
  /// What happens within a half-open range of instants, in the order of `OccurrenceOrder`.
  ///
  /// Everything that overlaps the range is there: long events that began before it, instances that an override
  /// moved into it, and what takes no time if it starts in it. Dates and floating times happen on the viewer's
  /// clock. Cancelled events are there with their status; to-dos are there on the day they are due, else on the
  /// one they start, until they are done or cancelled.
  ///
  /// At most `query.limit` are given, the earliest ones; `agenda` says whether there are more.
  ///
  /// ```swift
  /// let week = QueryWindow(now: now, in: madrid, firstWeekday: .monday).range
  /// for occurrence in calendar.occurrences(in: week, viewer: madrid) { print(occurrence.start, occurrence.item.summary) }
  /// ```
  public func occurrences(
    in window: Range<Instant>, viewer: Zone, matching query: OccurrenceQuery = .all
  ) -> [Occurrence] {
    agenda(in: window, viewer: viewer, matching: query).occurrences
  }

  /// The same, saying whether the query's limit cut it short.
  public func agenda(
    in window: Range<Instant>, viewer: Zone, matching query: OccurrenceQuery = .all
  ) -> Agenda {
    CollectionOfOne(self).agenda(in: window, viewer: viewer, matching: query)
  }
}

/// Several calendars together.
extension Sequence where Element == EventCalendar {
  /// What happens in any of the calendars within a half-open range of instants, in the order of `OccurrenceOrder`;
  /// `Occurrence.calendar` says in which.
  public func occurrences(
    in window: Range<Instant>, viewer: Zone, matching query: OccurrenceQuery = .all
  ) -> [Occurrence] {
    agenda(in: window, viewer: viewer, matching: query).occurrences
  }

  /// The same, saying whether the query's limit cut it short.
  public func agenda(
    in window: Range<Instant>, viewer: Zone, matching query: OccurrenceQuery = .all
  ) -> Agenda {
    var collector = OccurrenceCollector(query, in: window, viewer: viewer)
    for (index, calendar) in enumerated() {
      collector.calendar = Int32(clamping: index)
      calendar.collect(into: &collector)
    }
    return collector.finish()
  }
}

extension EventCalendar {
  func collect(into collector: inout OccurrenceCollector) {
    collector.collect(store.index, of: store)
  }
}
