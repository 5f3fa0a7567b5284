internal import AlmanacRecurrence
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
  /// - Throws: `EventError` with code `too_many_instances` where series have more instances than `query.budget` allows, and
  ///   `unsupported_calendar` where their rules count by a calendar system that is not among those of their calendar.
  ///   `agenda(in:viewer:matching:)` returns the others, and reports each incomplete series with the first missing instant.
  public func occurrences(
    in window: Range<Instant>, viewer: Zone, matching query: OccurrenceQuery = .all
  ) throws(EventError) -> [Occurrence] {
    try agenda(in: window, viewer: viewer, matching: query).occurrences
  }

  /// The occurrences on days of the viewer's zone, a half-open range: `monday..<monday.adding(days: 7)`. Otherwise as
  /// `occurrences(in:viewer:matching:)`.
  ///
  /// ```swift
  /// let monday = try CivilDate("2026-03-02")
  /// let week = try calendars.occurrences(in: monday..<monday.adding(days: 7), viewer: madrid)
  /// let today = try calendars.occurrences(on: monday, viewer: madrid)
  /// ```
  @_disfavoredOverload  // `.min..<.max` is a range of instants.
  public func occurrences(
    in days: Range<CivilDate>, viewer: Zone, matching query: OccurrenceQuery = .all
  ) throws(EventError) -> [Occurrence] {
    try occurrences(in: QueryWindow(days: days, in: viewer).range, viewer: viewer, matching: query)
  }

  /// The occurrences on one day of the viewer's zone. Otherwise as `occurrences(in:viewer:matching:)`.
  public func occurrences(
    on day: CivilDate, viewer: Zone, matching query: OccurrenceQuery = .all
  ) throws(EventError) -> [Occurrence] {
    try occurrences(in: QueryWindow(1, daysFrom: day, in: viewer).range, viewer: viewer, matching: query)
  }

  /// The colour of an occurrence that a query of these calendars found: its own, else that of its calendar; `nil` if neither
  /// has one.
  public func color(of occurrence: Occurrence) -> CalendarColor? {
    let calendars = queriedCalendars
    let isFound = calendars.indices.contains(occurrence.calendar)
    return occurrence.item.color ?? (isFound ? calendars[occurrence.calendar].color : nil)
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

// MARK: Everything still to come

/// The occurrences from an instant on, without an end.
public struct OpenAgenda: Sendable, Hashable {
  /// The occurrences, in the order of `OccurrenceOrder`.
  public let found: [Occurrence]
  /// The series of which only the first instances are in `found`; see `Agenda.unexpanded`.
  public let unexpanded: [UnexpandedSeries]
  /// The instant from which further instances of series without an end are not in `found`; `nil` where there is no such
  /// series.
  public let continuesFrom: Instant?

  init(found: [Occurrence], unexpanded: [UnexpandedSeries], continuesFrom: Instant?) {
    self.found = found
    self.unexpanded = unexpanded
    self.continuesFrom = continuesFrom
  }

  /// The occurrences of a range, of which nothing goes on.
  public init(_ agenda: Agenda) {
    self.init(found: agenda.found, unexpanded: agenda.unexpanded, continuesFrom: nil)
  }

  /// The occurrences that fulfil a condition.
  public func filter(_ isIncluded: (Occurrence) -> Bool) -> OpenAgenda {
    OpenAgenda(found: found.filter(isIncluded), unexpanded: unexpanded, continuesFrom: continuesFrom)
  }
}

extension CalendarQueryable {
  /// Everything that happens from an instant on: all that ends, and of series without an end the instances up to a limit.
  ///
  /// ```swift
  /// let now = try Instant("2026-03-02T08:00:00Z")
  /// let coming = calendars.agenda(from: now, endlessUntil: now + .days(365), viewer: madrid)
  /// if let more = coming.continuesFrom { print("more from \(more)") }
  /// ```
  ///
  /// The limit is not included: an instance of a series without an end that starts at the limit is not found.
  public func agenda(
    from start: Instant, endlessUntil limit: Instant, viewer: Zone, matching query: OccurrenceQuery = .all
  ) -> OpenAgenda {
    agenda(from: start, endlessUntil: limit, viewer: viewer, matching: query, where: nil)
  }

  package func agenda(
    from start: Instant, endlessUntil limit: Instant, viewer: Zone, matching query: OccurrenceQuery,
    where condition: ((Item) -> Bool)?
  ) -> OpenAgenda {
    let limit = Swift.max(start, limit)
    let near = agenda(in: start..<limit, viewer: viewer, matching: query, where: condition)
    var rest = query
    rest.limit = query.limit.map { Swift.max(0, $0 - near.found.count) }
    rest.budget = Swift.max(1, query.budget - near.found.count)
    let far = agenda(
      OccurrenceCollector(rest, in: limit..<Instant.max, viewer: viewer, startsOnly: true) {
        !$0.isEndless && condition?($0) ?? true
      })
    let isContinued = queriedCalendars.contains { calendar in
      calendar.items.contains { $0.isEndless && condition?($0) ?? true }
    }
    return OpenAgenda(
      found: near.found + far.found, unexpanded: (near.unexpanded + far.unexpanded).earliest,
      continuesFrom: isContinued ? limit : nil)
  }
}

extension Item {
  /// Whether a rule of the series never ends.
  fileprivate var isEndless: Bool { recurrence.rules.contains { $0.end == .never } }
}

extension [UnexpandedSeries] {
  /// Each series once, from the earliest instant at which instances are missing.
  public var earliest: [UnexpandedSeries] { sorted().uniqued { $0.key } }
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
    var limit = Swift.max(10_000, Swift.min(Swift.max(count, 0), 1 << 32) * 4)
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
