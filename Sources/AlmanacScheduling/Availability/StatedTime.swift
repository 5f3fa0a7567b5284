internal import AlmanacEvents
internal import AlmanacTime

/// The time that VAVAILABILITY statements leave open within a range of seconds (RFC 7953 §5).
///
/// Time outside all statements is open. A statement closes its time except its windows and overrules statements of lower
/// priority.
///
/// Statements of one priority, in any order, are combined: the window of any of them is open. Time that several of them
/// close has the first of their kinds in this order: BUSY, BUSY-UNAVAILABLE, other words, BUSY-TENTATIVE.
///
/// All windows together have as many instances as a query expands; further ones, and those by an unknown calendar system, are
/// not opened, so their time stays closed, and their statement is `unexpanded`.
struct StatedTime {
  /// One instance of a window.
  struct Grant {
    /// The whole instance.
    let stated: Range<Int64>
    /// The date of its start on the viewer's clock; in a gap that of the stated time.
    let date: CivilDate
    /// The part that no statement of higher priority overrules, within the range.
    let range: Range<Int64>
  }

  /// The closed time by its BUSYTYPE; no two sets overlap.
  private(set) var closed: [BusyKind: IntervalSet] = [:]
  /// The parts of windows outside statements of higher priority.
  private(set) var grants: [Grant] = []
  /// The time outside all statements.
  let unstated: IntervalSet
  /// The statements with windows that are not opened, and the first instant from which they are missing.
  private(set) var unexpanded: [UnexpandedSeries] = []

  init(_ statements: [AvailabilityStatement], in range: Range<Int64>, viewer: Zone) {
    // 1 is the highest priority, then 2 up to 9, then 0.
    var unstated = IntervalSet([range])
    var budget = OccurrenceQuery.defaultBudget
    for priority in Array(1...9) + [0] {
      var own: [Grant] = []
      var closing: [BusyKind: [Range<Int64>]] = [:]
      for statement in statements where statement.rank == priority {
        let reach = IntervalSet([statement.coveredRange(in: viewer)]).intersection(unstated)
        guard !reach.ranges.isEmpty else { continue }
        let windows = statement.windows(in: range, viewer: viewer, &budget)
        if let missing = windows.missing {
          unexpanded.append(
            UnexpandedSeries(
              uid: statement.uid, summary: statement.summary, from: missing.from,
              unknownCalendar: missing.unknownCalendar, until: missing.until,
              unreadProperty: missing.unreadProperty))
        }
        for stated in windows.found {
          own += reach.ranges(within: stated.range).map { part in
            Grant(stated: stated.range, date: stated.date, range: part)
          }
        }
        closing[statement.busyKind ?? .unavailable, default: []] += reach.ranges
      }
      var decided = IntervalSet(own.map { $0.range })
      for kind in BusyKind.ordered(closing.keys, from: [.busy, .unavailable]) {
        let time = IntervalSet(closing[kind] ?? [])
        closed[kind] = (closed[kind] ?? .empty).union(time.subtracting(decided))
        decided = decided.union(time)
      }
      grants += own
      unstated = unstated.subtracting(IntervalSet(Array(closing.values.joined())))
    }
    self.unstated = unstated
  }
}

extension BusyKind {
  /// Kinds in the order in which they count for time that has several: the strongest ones, then other words, then
  /// BUSY-TENTATIVE.
  static func ordered(_ kinds: some Sequence<BusyKind>, from strongest: [BusyKind]) -> [BusyKind] {
    let ranked = kinds.map { kind in
      (rank: kind == .tentative ? .max : strongest.firstIndex(of: kind) ?? strongest.count, kind: kind)
    }
    return ranked.sorted { ($0.rank, $0.kind.rawValue) < ($1.rank, $1.kind.rawValue) }.map { $0.kind }
  }
}

extension AvailabilityStatement {
  /// The priority; a number outside RFC 5545's scale counts as the lowest.
  var rank: Int { (1...9).contains(priority) ? priority : 0 }

  /// The seconds to which it applies.
  func coveredRange(in viewer: Zone) -> Range<Int64> {
    let lower = start?.instant(in: viewer).secondsSinceEpoch ?? .min
    let upper: Int64 =
      switch (extent, start) {
      case (.end(let end), _): end.instant(in: viewer).secondsSinceEpoch
      case (.duration(let duration), .some(let start)):
        start.adding(duration).instant(in: viewer).secondsSinceEpoch
      default: .max
      }
    return lower..<Swift.max(lower, upper)
  }

  /// The instances of its windows, which repeat and are overridden like events.
  ///
  /// - Parameter budget: The most instances; reduced by those that are returned.
  fileprivate func windows(
    in range: Range<Int64>, viewer: Zone, _ budget: inout Int
  ) -> (found: [(range: Range<Int64>, date: CivilDate)], missing: UnexpandedSeries?) {
    var calendar = EventCalendar()
    for (index, window) in windows.enumerated() {
      var event = Event("", at: window.start, uid: window.uid.isEmpty ? "window \(index)" : window.uid)
      event.extent = window.extent
      event.recurrence = window.recurrence
      event.recurrenceID = window.recurrenceID
      calendar.insert(event)
    }
    let agenda = calendar.agenda(
      in: range.instants, viewer: viewer, matching: OccurrenceQuery(budget: budget))
    budget -= Swift.min(budget, agenda.found.count)
    let found = agenda.found.map { occurrence in
      let interval = occurrence.interval(in: viewer)
      let isOnClock = occurrence.start.zone.map { $0 == viewer } ?? true
      let start = isOnClock ? occurrence.start.local : viewer.local(at: interval.lowerBound)
      return (interval.seconds, start.date)
    }
    return (found, agenda.unexpanded.first)
  }
}

extension StatedTime {
  /// The windows, and the time outside all statements, as opening hours by start.
  ///
  /// A window belongs to the date on which it begins, as weekly hours do. A window longer than a day is cut at each
  /// midnight, and so is the time outside all statements: each part belongs to its own date.
  func windows(_ clock: inout WallClock) -> [OpenWindow] {
    var result: [OpenWindow] = []
    for grant in grants {
      let start = clock.local(at: grant.stated.lowerBound)
      if grant.stated.upperBound <= clock.instant(of: start.adding(seconds: 86_400)) {
        result.append(OpenWindow(range: grant.range, date: grant.date, anchor: start.secondsSinceEpoch))
      } else {
        result += Self.days(of: grant.range, &clock)
      }
    }
    for range in unstated.ranges { result += Self.days(of: range, &clock) }
    return Self.joined(result)
  }

  /// A range of time cut at each midnight.
  private static func days(of range: Range<Int64>, _ clock: inout WallClock) -> [OpenWindow] {
    var result: [OpenWindow] = []
    var date = clock.local(at: range.lowerBound).date
    var lower = range.lowerBound
    while lower < range.upperBound {
      let next = date.adding(days: 1)
      let upper = next > date ? clock.instant(of: next.startOfDay) : range.upperBound
      if upper > lower {
        let anchor = clock.local(at: lower).secondsSinceEpoch
        result.append(
          OpenWindow(range: lower..<Swift.min(upper, range.upperBound), date: date, anchor: anchor))
        lower = upper
      }
      date = next
    }
    return result
  }

  /// The windows with those of one date that overlap joined; windows that only touch are not, since each starts its own
  /// grid of slots.
  private static func joined(_ windows: [OpenWindow]) -> [OpenWindow] {
    windows.sorted(by: OpenWindow.isEarlier).joiningNeighbours { last, window in
      guard last.date == window.date, window.range.lowerBound < last.range.upperBound else { return nil }
      return modified(last) { $0.range = last.range.hull(with: window.range) }
    }
  }
}
