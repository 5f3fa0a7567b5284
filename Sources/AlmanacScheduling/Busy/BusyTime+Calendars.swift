public import AlmanacEvents
public import AlmanacTime

extension BusyTime {
  /// What several calendars take of a half-open range: their events, and the busy periods of their VFREEBUSYs.
  ///
  /// Dates and floating times happen on the viewer's clock. What takes no time is not expanded. Where a series repeats
  /// too often to be expanded (`OccurrenceQuery.budget`), the rest of the range is taken by an item of kind
  /// `BusyKind.unexpanded`.
  ///
  /// - Parameters:
  ///   - countsSessions: Whether sessions (see `Session`) are looked for, to count as bookings.
  ///   - budget: The most instances of series to be expanded.
  /// O(answer log answer) above what `occurrences(in:viewer:)` costs.
  public init(
    _ calendars: [EventCalendar], in window: Range<Instant>, viewer: Zone, rules: BusyRules = .standard,
    countsSessions: Bool = true, budget: Int = OccurrenceQuery.defaultBudget
  ) {
    let prepared = BusyRules.Prepared(rules)
    let agenda = calendars.agenda(
      in: window, viewer: viewer, matching: OccurrenceQuery(budget: budget),
      takingTime: rules.countsTentative ? .atAll : .notTentatively,
      where: prepared.looksAtEach ? { prepared.mayCount($0) } : nil)
    let found = BusyOccurrences(agenda.found, viewer: viewer, rules: prepared, countsSessions: countsSessions)
    var items = agenda.unexpanded.map {
      Item(
        $0.from..<Swift.max($0.from, window.upperBound), id: $0.id, summary: $0.summary, kind: .unexpanded)
    }
    for period in calendars.flatMap({ $0.freeBusy }).flatMap({ $0.periods }) {
      guard period.start < period.end, period.start < window.upperBound, period.end > window.lowerBound,
        period.kind != .tentative || rules.countsTentative
      else { continue }
      items.append(Item(period.start..<period.end, kind: period.kind))
    }
    if rules.countsUnavailability {
      items += Self.unavailability(calendars.flatMap { $0.availabilities }, in: window, viewer, rules)
    }
    items.removeAll { $0.kind == .free || $0.interval.isEmpty }
    var spans = found.spans
    for (index, item) in items.enumerated() {
      let seconds = item.interval.seconds
      spans.append(
        TakenSpan(
          start: seconds.lowerBound, end: seconds.upperBound, place: found.occurrences.count + index))
    }
    self.init(spans, of: .calendars(found, items))
  }
}

extension BusyTime {
  /// What statements about when somebody can be had leave closed.
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

/// As free/busy.
extension BusyTime {
  /// The time taken, joined: no two periods overlap, and none touches another of its kind. Where several things take
  /// the same time, unavailable stands before busy, busy before other words, those before tentative.
  ///
  /// O(n log n).
  public var periods: [BusyPeriod] {
    var taken = IntervalSet.empty
    var result: [BusyPeriod] = []
    for kind in kinds {
      let own = IntervalSet(items.filter { $0.kind == kind }.map { $0.interval.seconds })
      for range in own.subtracting(taken).ranges {
        let instants = range.instants
        result.append(BusyPeriod(from: instants.lowerBound, to: instants.upperBound, kind))
      }
      taken = taken.union(own)
    }
    return result.sorted { $0.start < $1.start }
  }

  /// The kinds that are there, the one that stands first foremost.
  private var kinds: [BusyKind] {
    func rank(_ kind: BusyKind) -> Int {
      switch kind {
      case .unavailable: 0
      case .busy: 1
      case .tentative: 3
      default: 2
      }
    }
    let all = Set(items.map { $0.kind })
    return all.sorted { (rank($0), $0.rawValue) < (rank($1), $1.rawValue) }
  }

  /// A VFREEBUSY for others: when, but not by what.
  public func freeBusy(
    in window: Range<Instant>, uid: String = "", organizer: Organizer? = nil, at now: Instant? = nil
  ) -> FreeBusy {
    let within = periods.compactMap { period -> BusyPeriod? in
      let clipped = (period.start..<period.end).clamped(to: window)
      return clipped.isEmpty
        ? nil : BusyPeriod(from: clipped.lowerBound, to: clipped.upperBound, period.kind)
    }
    return FreeBusy(
      uid: uid, stamp: now, from: window.lowerBound, to: window.upperBound, periods: within,
      organizer: organizer)
  }
}
