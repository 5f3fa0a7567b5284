public import AlmanacTime

/// The alarms that a search found, and the series of which some are missing.
public struct FoundAlarms: Sendable, Hashable {
  /// The signals, in the order of `AlarmSignal.isBefore`.
  public let signals: [AlarmSignal]
  /// The series whose alarms are not among them, since they repeat too often.
  public let unexpanded: [UnexpandedSeries]

  init(_ signals: [AlarmSignal], _ unexpanded: [UnexpandedSeries] = []) {
    (self.signals, self.unexpanded) = (signals, unexpanded)
  }
}

extension CalendarQueryable {
  /// The alarms that go off within a half-open range of instants, without those of series that repeat too often, which are
  /// reported. Such a series hides no other alarm, and those of items that happen once are all found.
  ///
  /// ```swift
  /// let found = calendar.availableAlarms(in: now..<now.adding(seconds: 60), viewer: madrid)
  /// for signal in found.signals { print(signal.instant, signal.item.summary) }
  /// ```
  ///
  /// - Parameters:
  ///   - window: The range in which the alarms go off.
  ///   - viewer: The zone in which floating times and those of whole days are read.
  ///   - query: The items; a limit is one of signals, by default 100 000.
  /// - Complexity: That of `alarms(in:viewer:matching:defaults:)` with a budget of 20 000, and for each series that needs more,
  ///   a part of it.
  public func availableAlarms(
    in window: Range<Instant>, viewer: Zone, matching query: OccurrenceQuery = .all
  ) -> FoundAlarms {
    let query = GivenUpSeries.limited(query)
    let limit = query.limit ?? 0
    let all = try? alarms(in: window, viewer: viewer, matching: query)
    if let all, all.count < limit { return FoundAlarms(all) }
    let others = alarmsInShares(from: window.lowerBound, upTo: window.upperBound, viewer, query)
    // One series alone is listed as far as it can be.
    if let all, others.signals.isEmpty { return FoundAlarms(all) }
    return others
  }

  /// The first `count` alarms that go off later than an instant, without those of series that repeat too often, which are
  /// reported, as `availableAlarms(in:viewer:matching:)` does.
  public func nextAvailableAlarms(
    after instant: Instant, count: Int = 1, viewer: Zone, matching query: OccurrenceQuery = .all
  ) -> FoundAlarms {
    var query = query
    query.limit = count
    query = GivenUpSeries.limited(query)
    if let next = try? nextAlarms(after: instant, count: count, viewer: viewer, matching: query) {
      return FoundAlarms(next)
    }
    return alarmsInShares(from: instant.adding(seconds: 1), upTo: .max, viewer, query)
  }

  /// The first signals of a range, in which each series has a share of the work.
  private func alarmsInShares(
    from: Instant, upTo: Instant, _ viewer: Zone, _ query: OccurrenceQuery
  ) -> FoundAlarms {
    let limit = query.limit ?? 0
    var (from, length, givenUp, found) = (from, 86_400, GivenUpSeries(most: limit), [AlarmSignal]())
    while found.count < limit, from < upTo,
      queriedCalendars.contains(where: { $0.store.mayAlarm(from: from, .none) })
    {
      let end = Swift.min(from.adding(seconds: length), upTo)
      var search = AlarmSearch(from..<end, viewer, query, .none, most: .max, work: 0, givenUp: givenUp)
      for (number, calendar) in queriedCalendars.enumerated() {
        search.search(calendar.store, calendar: number)
      }
      found += search.signals.sorted(by: AlarmSignal.isBefore)
      givenUp = search.givenUp ?? givenUp
      (from, length) = (end, Swift.min(length, 1 << 60) * 2)
    }
    return FoundAlarms(Array(found.prefix(limit)), givenUp.series)
  }
}

/// The series that a search for alarms gives up, so that the others are found.
struct GivenUpSeries: Sendable, Hashable {
  private struct Place: Sendable, Hashable {
    let calendar: Int
    let series: SeriesID
  }

  /// The most signals of a series in a range.
  let signals: Int
  private(set) var series: [UnexpandedSeries] = []
  private var places: Set<Place> = []

  /// - Parameter most: The most signals of all.
  init(most: Int) { signals = Swift.max(1, most / 2) }

  /// The instances of a series that may be visited; fewer after many series that needed more.
  var work: Int { series.count < 50 ? 20_000 : 2_000 }

  func contains(_ item: Item, _ calendar: Int) -> Bool {
    places.contains(Place(calendar: calendar, series: SeriesID(item)))
  }

  mutating func insert(_ item: Item, _ calendar: Int, from: Instant) {
    places.insert(Place(calendar: calendar, series: SeriesID(item)))
    series.append(
      UnexpandedSeries(
        uid: item.uid, kind: item.kind, calendar: calendar, summary: item.summary, from: from))
  }

  /// A query whose first search ends soon if a series repeats too often, and that has a limit.
  static func limited(_ query: OccurrenceQuery) -> OccurrenceQuery {
    modified(query) {
      $0.budget = Swift.min($0.budget, 20_000)
      $0.limit = Swift.min($0.limit ?? 100_000, 100_000)
    }
  }
}
