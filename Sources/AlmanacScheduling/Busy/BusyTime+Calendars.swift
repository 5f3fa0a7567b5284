public import AlmanacEvents
public import AlmanacTime

extension BusyTime {
  /// The busy time of several calendars within a half-open range: their events, the busy periods of their VFREEBUSYs
  /// and, where the rules count it, the time that their VAVAILABILITYs close.
  ///
  /// Dates and floating times happen on the viewer's clock. Items that take no time are not expanded. Where instances of a
  /// series are not known (`Agenda.unexpanded`), an item of kind `BusyKind.unexpanded` takes the rest of the range. So does one
  /// for the time at which an event may be whose start, length or zone could not be read: for an unreadable length, the rest of the
  /// day on which the event ends without it.
  ///
  /// - Parameters:
  ///   - calendars: The calendars whose items take time.
  ///   - window: The half-open range that the items overlap.
  ///   - viewer: The zone in which dates and floating times are read.
  ///   - rules: The rules that decide which events are busy, and whether VAVAILABILITYs count.
  ///   - countsSessions: Whether sessions (see `Session`) count as bookings.
  ///   - budget: The most instances of series to be expanded.
  /// - Complexity: O(*n* log *n*) in the number of items, plus the cost of `occurrences(in:viewer:)`.
  public init(
    _ calendars: [EventCalendar], in window: Range<Instant>, viewer: Zone, rules: BusyRules = .standard,
    countsSessions: Bool = true, budget: Int = OccurrenceQuery.defaultBudget
  ) {
    let prepared = BusyRules.Prepared(rules)
    let agenda = calendars.agenda(
      in: window, viewer: viewer, matching: OccurrenceQuery(budget: budget), counting: prepared)
    var items = (agenda.unexpanded + agenda.doubtful).map { Item($0, upTo: window.upperBound) }
    for period in calendars.flatMap({ $0.freeBusy }).flatMap({ $0.periods }) {
      guard period.start < period.end, period.start < window.upperBound, period.end > window.lowerBound,
        period.kind != .tentative || rules.countsTentative
      else { continue }
      items.append(Item(period.interval, kind: period.kind))
    }
    if rules.countsUnavailability {
      items += Self.unavailability(calendars.flatMap { $0.availabilities }, in: window, viewer, rules)
    }
    items.removeAll { $0.kind == .free || $0.interval.isEmpty }
    let spans = agenda.busySpans(viewer: viewer, prepared)
    let (found, others) = (agenda.found, items)
    let kinds = rules.owner.isEmpty ? nil : prepared.kinds(of: found)
    self.init(spans + others.enumerated().map { BusySpan($1.interval.seconds, place: found.count + $0) }) {
      span in
      guard span.place < found.count else { return others[span.place - found.count] }
      let occurrence = found[span.place]
      let kind = if let kinds { kinds[span.place] } else { prepared.kind(of: occurrence) }
      return Item(
        (span.start..<span.end).instants, id: occurrence.id, summary: occurrence.item.summary,
        kind: kind ?? .busy,
        isBooking: countsSessions && occurrence.item.isSession,
        location: occurrence.item.location.isEmpty ? nil : occurrence.item.location)
    }
  }
}

extension BusyTime.Item {
  /// The time in which a series may have instances that were not expanded.
  init(_ series: UnexpandedSeries, upTo end: Instant) {
    self.init(
      series.from..<Swift.max(series.from, Swift.min(end, series.until)), id: series.id,
      summary: series.summary, kind: .unexpanded)
    (unknownCalendar, unreadProperty) = (series.unknownCalendar, series.unreadProperty)
  }
}

extension BusyTime {
  /// The series whose times are unknown from some instant on, which the items of kind `BusyKind.unexpanded` stand for.
  public var unexpanded: [UnexpandedSeries] {
    items.filter { $0.kind == .unexpanded }.map {
      UnexpandedSeries(
        uid: $0.id?.uid ?? "", kind: $0.id?.kind ?? .event, summary: $0.summary, from: $0.interval.lowerBound,
        unknownCalendar: $0.unknownCalendar, until: $0.interval.upperBound, unreadProperty: $0.unreadProperty)
    }
  }

  /// The time that statements of availability close.
  private static func unavailability(
    _ statements: [AvailabilityStatement], in window: Range<Instant>, _ viewer: Zone, _ rules: BusyRules
  ) -> [Item] {
    guard !statements.isEmpty else { return [] }
    let stated = StatedTime(statements, in: window.seconds, viewer: viewer)
    var items: [Item] = []
    for (kind, time) in stated.closed where kind != .tentative || rules.countsTentative {
      items += time.ranges.map { Item($0.instants, kind: kind) }
    }
    return items.sorted {
      ($0.interval.lowerBound, $0.kind.rawValue) < ($1.interval.lowerBound, $1.kind.rawValue)
    }
  }
}

extension BusyTime {
  /// The busy time, joined: no two periods overlap, and none touches another of its kind. Time that several items take
  /// has one kind: unavailable goes before busy, busy before other words, those before tentative.
  ///
  /// - Complexity: O(*n* log *n*).
  public var periods: [BusyPeriod] {
    var taken = IntervalSet.empty
    var result: [BusyPeriod] = []
    for kind in BusyKind.ordered(Set(items.map { $0.kind }), from: [.unavailable, .busy]) {
      let own = IntervalSet(items.filter { $0.kind == kind }.map { $0.interval.seconds })
      for range in own.subtracting(taken).ranges {
        let instants = range.instants
        result.append(BusyPeriod(from: instants.lowerBound, to: instants.upperBound, kind))
      }
      taken = taken.union(own)
    }
    return result.sorted { $0.start < $1.start }
  }

  /// A VFREEBUSY for others: the joined periods within a half-open range, without what takes them.
  public func freeBusy(
    in window: Range<Instant>, uid: String = "", organizer: Organizer? = nil, at now: Instant
  ) -> FreeBusy {
    let within = periods.compactMap { period -> BusyPeriod? in
      let clipped = period.interval.clamped(to: window)
      return clipped.isEmpty
        ? nil : BusyPeriod(from: clipped.lowerBound, to: clipped.upperBound, period.kind)
    }
    return FreeBusy(
      uid: uid, stamp: now, from: window.lowerBound, to: window.upperBound, periods: within,
      organizer: organizer)
  }
}

extension BusySpan {
  init(_ seconds: Range<Int64>, place: Int) {
    self.init(start: seconds.lowerBound, end: seconds.upperBound, place: place)
  }
}
