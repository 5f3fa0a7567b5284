public import AlmanacTime

/// The alarms that a search found, and the series of which some are missing.
public struct FoundAlarms: Sendable, Hashable {
  /// The signals, in the order of `AlarmSignal.isBefore`.
  public let signals: [AlarmSignal]
  /// Whether there are as many as the limit, so that later ones may be missing.
  public let isTruncated: Bool
  /// The series whose alarms are not among them, since they repeat too often.
  public let unexpanded: [UnexpandedSeries]
}

extension CalendarQueryable {
  /// The alarms that go off within a half-open range of instants, without those of series that repeat too often, which are
  /// reported. Such a series hides no other alarm. Default alarms are not among them.
  ///
  /// A series with most of a thousand alarms or more that fill the limit is one of them too, if there are others.
  ///
  /// ```swift
  /// let found = calendar.availableAlarms(in: now..<now.adding(seconds: 60), viewer: madrid)
  /// for signal in found.signals { print(signal.instant, signal.item.summary) }
  /// ```
  ///
  /// - Parameters:
  ///   - window: The range in which the alarms go off.
  ///   - viewer: The zone in which floating times and those of whole days are read.
  ///   - query: The items; a limit is one of signals, by default 100 000. Its budget bounds each search.
  /// - Complexity: That of `alarms(in:viewer:matching:defaults:)`, at most twenty times.
  public func availableAlarms(
    in window: Range<Instant>, viewer: Zone, matching query: OccurrenceQuery = .all
  ) -> FoundAlarms {
    var search = AvailableSearch(self, window, length: AlarmSearch.someWeeks, viewer, query)
    search.run()
    let all = search.found
    search.excludeDominant()
    if search.found.signals.isEmpty { return all }
    return search.found
  }

  /// The first `count` alarms that go off later than an instant, without those of series that repeat too often, which are
  /// reported, and without default alarms. A limit of the query has no effect.
  ///
  /// - Parameters:
  ///   - instant: The instant after which they go off.
  ///   - count: The number of alarms.
  ///   - viewer: The zone in which floating times and those of whole days are read.
  ///   - query: The items; its budget bounds each search.
  /// - Complexity: That of `nextAlarms(after:count:viewer:matching:defaults:)`, at most twenty times.
  public func nextAvailableAlarms(
    after instant: Instant, count: Int = 1, viewer: Zone, matching query: OccurrenceQuery = .all
  ) -> FoundAlarms {
    var query = query
    query.limit = count
    var search = AvailableSearch(
      self, instant.adding(seconds: 1)..<Instant.max, length: AlarmSearch.day, viewer, query)
    search.run()
    return search.found
  }
}

/// A search for alarms that leaves series out for which its work is not enough, and begins again.
private struct AvailableSearch<Calendars: CalendarQueryable> {
  /// The most searches.
  private static var maximumRounds: Int { 20 }
  /// The visited instances from which on a series is excluded when the work is used up first.
  private static var manyVisits: Int { 1_000 }

  private let calendars: Calendars
  private let range: Range<Instant>
  private let length: Int
  private let viewer: Zone
  private let query: OccurrenceQuery
  private let excluded = ExcludedSeries()
  private var signals: [AlarmSignal] = []
  private var unexpanded: [UnexpandedSeries] = []

  init(
    _ calendars: Calendars, _ range: Range<Instant>, length: Int, _ viewer: Zone, _ query: OccurrenceQuery
  ) {
    (self.calendars, self.range, self.length, self.viewer) = (calendars, range, length, viewer)
    self.query = modified(query) {
      if $0.budget == OccurrenceQuery.defaultBudget { $0.budget = 20_000 }
      $0.limit = Swift.min($0.limit ?? 100_000, 100_000)
    }
  }

  private var limit: Int { query.limit ?? 0 }

  var found: FoundAlarms {
    FoundAlarms(signals: signals, isTruncated: signals.count >= limit, unexpanded: unexpanded)
  }

  mutating func run() {
    for round in 0..<Self.maximumRounds {
      do throws(EventError) {
        signals = try calendars.alarms(
          from: range.lowerBound, upTo: range.upperBound, count: limit, length: length, viewer, query, .none,
          excluding: excluded)
        return
      } catch {
        // Each time fewer visits are enough, so that it comes to an end.
        report(excluded.excludeMostVisited(from: Self.manyVisits >> round))
      }
    }
  }

  /// Leaves a series out that has most of the signals where they fill a limit of a thousand or more.
  mutating func excludeDominant() {
    guard signals.count >= limit, limit >= 1_000 else { return }
    var counts: [SeriesPlace: Int] = [:]
    for signal in signals { counts[SeriesPlace(signal.item, signal.calendar), default: 0] += 1 }
    guard let dominant = counts.first(where: { $0.value > limit / 2 })?.key, excluded.insert(dominant) else {
      return
    }
    report([dominant])
    run()
  }

  private mutating func report(_ places: [SeriesPlace]) {
    unexpanded += places.map { place in
      let series = place.series
      let main = calendars.queriedCalendars[place.calendar].series(uid: series.uid, kind: series.kind)?.main
      return UnexpandedSeries(
        uid: series.uid, kind: series.kind, calendar: place.calendar, summary: main?.summary ?? "",
        from: range.lowerBound)
    }
  }
}
