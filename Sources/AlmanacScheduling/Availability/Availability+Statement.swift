public import AlmanacEvents
internal import AlmanacRecurrence
public import AlmanacTime

extension Availability {
  /// The availability as VAVAILABILITY statements, for exchange with other programs (RFC 7953).
  ///
  /// Each range of the weekly hours is a window that repeats weekly from `first` on. Dates with hours of their own are
  /// exceptions with single windows, and so are, for ten years, dates on which the clocks change during the hours: a
  /// repeated window is equally long each time (RFC 5545 §3.8.5.3), hours on the wall clock are not. Each closure is a
  /// statement of priority 1, which overrules the others.
  ///
  /// Hours that begin in a gap past midnight start at the time at which the gap begins, so that they stay hours of their
  /// date.
  ///
  /// An availability created from statements returns them, with statements of priority 1 for closures and of priority 2
  /// for the time of dates with hours of their own. Original statements of these priorities are cut around the added
  /// ones, so that their combination is unambiguous. In the added statements adjoining windows become one, which
  /// belongs to the first date.
  ///
  /// - Parameters:
  ///   - uid: The UID of the statement; the UIDs of its parts begin with it.
  ///   - first: The date from which on the weekly hours apply.
  ///   - now: The DTSTAMP of components that have none.
  public func statements(
    uid: String, from first: CivilDate, at now: Instant
  ) -> [AvailabilityStatement] {
    unstamped(uid: uid, from: first).map { statement in
      var statement = statement
      statement.stamp = statement.stamp ?? now
      for index in statement.windows.indices {
        statement.windows[index].stamp = statement.windows[index].stamp ?? now
      }
      return statement
    }
  }

  private func unstamped(uid: String, from first: CivilDate) -> [AvailabilityStatement] {
    let closed = closures.enumerated().map { index, closure in
      AvailabilityStatement(
        uid: "\(uid)/closed-\(index)", from: bound(closure.start), extent: .end(bound(closure.end)),
        busyKind: .unavailable, priority: 1, summary: closure.reason)
    }
    switch pattern {
    case .weekly(let hours): return [weekly(hours, uid: uid, from: first)] + closed
    case .statements(let statements):
      let changed = changedStatements(uid: uid)
      let changes = IntervalSet(changed.map { $0.coveredRange(in: zone) })
      let all = changes.union(IntervalSet(closed.map { $0.coveredRange(in: zone) }))
      let own = statements.flatMap { statement in
        switch statement.rank {
        case 1: statement.parts(around: all, in: zone)
        case 2: statement.parts(around: changes, in: zone)
        default: [statement]
        }
      }
      return own + changed + closed
    }
  }

  /// The statements for the time of dates with hours of their own; adjacent ones are joined.
  private func changedStatements(uid: String) -> [AvailabilityStatement] {
    var unclosed = self
    unclosed.closures = []
    let reaches = overrides.keys.sorted().compactMap { date -> (date: CivilDate, range: Range<Int64>)? in
      let days = QueryWindow(days: date..<date.adding(days: 3), in: zone).range.seconds
      let own = OpenTime(unclosed, in: days).windows.filter { $0.date == date }.map { $0.range }
      return own.first.map { (date, own.reduce($0) { $0.hull(with: $1) }) }
    }
    return reaches.joiningNeighbours { last, next in
      next.range.lowerBound <= last.range.upperBound ? (last.date, last.range.hull(with: next.range)) : nil
    }.map { date, range in
      let uid = "\(uid)/\(date)"
      let open = OpenTime(unclosed, in: range).hours.ranges.enumerated()
      return AvailabilityStatement(
        uid: uid, from: time(at: range.lowerBound), extent: .end(time(at: range.upperBound)), priority: 2,
        windows: open.map { index, window in
          AvailabilityStatement.Window(
            from: time(at: window.lowerBound), extent: .end(time(at: window.upperBound)),
            uid: "\(uid)-\(index)")
        })
    }
  }

  private func weekly(_ hours: WeeklyHours, uid: String, from first: CivilDate) -> AvailabilityStatement {
    var statement = AvailabilityStatement(uid: uid, from: time(first, 0), busyKind: .unavailable)
    for weekday in Weekday.allCases {
      let start = first.adding(days: weekday.days(after: first.weekday))
      let replaced = overrides.keys.filter { $0.weekday == weekday && $0 >= start }
      for (index, span) in hours[weekday].spans.enumerated() {
        let uid = "\(uid)/\(weekday.code)-\(index)"
        let changed = changedDates(span, from: start).filter { overrides[$0] == nil }
        statement.windows.append(
          AvailabilityStatement.Window(
            from: time(start, span.lowerBound), extent: extent(span),
            recurrence: Recurrence(
              [RecurrenceRule(.weekly, on: [weekday])],
              exceptions: (replaced + changed).sorted().map { time($0, span.lowerBound) }),
            uid: uid))
        statement.windows += changed.map { window(span, on: $0, uid: "\(uid)/\($0)") }
      }
    }
    for date in overrides.keys.sorted() where date >= first {
      statement.windows += (overrides[date] ?? []).inOrder.spans.enumerated().map {
        window($1, on: date, uid: "\(uid)/\(date)-\($0)")
      }
    }
    return statement
  }

  /// The dates, a week apart, on which hours last longer or shorter than on the first or begin in a gap.
  private func changedDates(_ span: Range<Int>, from start: CivilDate) -> [CivilDate] {
    var clock = WallClock(zone)
    let length = extent(span)
    return (0..<Self.weeksWithChanges).map { start.adding(days: $0 * 7) }.filter { date in
      let hours = clock.window(span, on: date).range.instants
      let stated = time(date, span.lowerBound)
      return stated.instant(in: zone) != hours.lowerBound
        || length.end(from: stated).instant(in: zone) != hours.upperBound
    }
  }

  private static let weeksWithChanges = 522

  /// The duration of hours: exact, except a nominal day for a whole day.
  private func extent(_ span: Range<Int>) -> Extent {
    span.count == 86_400 ? .duration(.days(1)) : .duration(CalendarDuration(.seconds(span.count)))
  }

  /// The hours of one date as instants.
  private func window(_ span: Range<Int>, on date: CivilDate, uid: String) -> AvailabilityStatement.Window {
    var clock = WallClock(zone)
    let hours = clock.window(span, on: date)
    return AvailabilityStatement.Window(
      from: clock.start(of: hours), extent: .end(time(at: hours.range.upperBound)), uid: uid)
  }

  private func time(_ date: CivilDate, _ second: Int) -> EventTime {
    .zoned(date.startOfDay.adding(seconds: second).in(zone))
  }

  private func time(at second: Int64) -> EventTime {
    .zoned(Instant(secondsSinceEpoch: second).in(zone))
  }

  /// The time as DTSTART or DTEND of a statement, which cannot be dates (RFC 7953 §3.1): a date is its midnight.
  private func bound(_ time: EventTime) -> EventTime {
    if case .zoned = time { return time }
    return .zoned(time.local.in(zone))
  }
}

extension AvailabilityStatement {
  /// The statement without some time: itself, or the parts before, between and after.
  fileprivate func parts(around time: IntervalSet, in zone: Zone) -> [AvailabilityStatement] {
    let covered = coveredRange(in: zone)
    let rest = IntervalSet([covered]).subtracting(time).ranges
    if rest == [covered] { return [self] }
    return rest.enumerated().map { index, range in
      var part = self
      if range.lowerBound != covered.lowerBound {
        part.start = .zoned(Instant(secondsSinceEpoch: range.lowerBound).in(zone))
      }
      if range.upperBound != covered.upperBound || range.lowerBound != covered.lowerBound,
        range.upperBound != .max
      {
        part.extent = .end(.zoned(Instant(secondsSinceEpoch: range.upperBound).in(zone)))
      }
      guard index > 0 else { return part }
      part.uid += "/\(index)"
      for place in windows.indices where !windows[place].uid.isEmpty {
        part.windows[place].uid += "/\(index)"
      }
      return part
    }
  }
}
