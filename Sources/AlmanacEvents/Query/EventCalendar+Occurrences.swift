public import AlmanacTime

extension EventCalendar {
  /// What happens within a half-open range of instants, in the order of `OccurrenceOrder`.
  ///
  /// Everything that overlaps the range is there: long events that began before it, instances that an override
  /// moved into it, and what takes no time if it starts in it. Dates and floating times happen on the viewer's
  /// clock. Cancelled events are there with their status; to-dos are there on the day they are due, else on the
  /// one they start, until they are done or cancelled.
  ///
  /// ```swift
  /// let week = QueryWindow(weekOf: now, in: madrid, firstWeekday: .monday).range
  /// for occurrence in try calendar.occurrences(in: week, viewer: madrid) { print(occurrence.start, occurrence.item.summary) }
  /// ```
  /// - Throws: `EventError` with code `too_many_instances` where series have more instances than `query.budget` lets
  ///   through. `agenda(in:viewer:matching:)` gives the others then, and says from when on which are missing.
  public func occurrences(
    in window: Range<Instant>, viewer: Zone, matching query: OccurrenceQuery = .all
  ) throws(EventError) -> [Occurrence] {
    try agenda(in: window, viewer: viewer, matching: query).occurrences
  }

  /// The same, with what is missing where a series has too many instances.
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
  ///
  /// - Throws: `EventError` with code `too_many_instances`; see the same of one calendar.
  public func occurrences(
    in window: Range<Instant>, viewer: Zone, matching query: OccurrenceQuery = .all
  ) throws(EventError) -> [Occurrence] {
    try agenda(in: window, viewer: viewer, matching: query).occurrences
  }

  /// What happens in any of the calendars, with a report of the instances that are missing where a series has too many.
  public func agenda(
    in window: Range<Instant>, viewer: Zone, matching query: OccurrenceQuery = .all
  ) -> Agenda {
    agenda(OccurrenceCollector(query, in: window, viewer: viewer))
  }

  /// The occurrences of the items that meet a condition; others are not expanded.
  package func agenda(
    in window: Range<Instant>, viewer: Zone, matching query: OccurrenceQuery = .all,
    where condition: ((Item) -> Bool)?
  ) -> Agenda {
    agenda(OccurrenceCollector(query, in: window, viewer: viewer, where: condition))
  }

  /// The occurrences that may take up time by some rules; others are not expanded.
  package func agenda(
    in window: Range<Instant>, viewer: Zone, matching query: OccurrenceQuery = .all,
    counting rules: BusyRules.Prepared
  ) -> Agenda {
    agenda(OccurrenceCollector(query, in: window, viewer: viewer, counting: rules))
  }

  private func agenda(_ empty: OccurrenceCollector) -> Agenda {
    var collector = empty
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
