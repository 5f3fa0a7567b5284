public import AlmanacEvents
internal import AlmanacRecurrence
public import AlmanacTime

extension Availability {
  /// The same availability as VAVAILABILITY statements, for exchange with other programs (RFC 7953).
  ///
  /// Each stretch of the weekly hours is a window that repeats weekly from `first` on, without the dates that have
  /// hours of their own; those are single windows, and so are, for ten years, those on dates on which the clocks change
  /// meanwhile: a repeated window is equally long each time (RFC 5545 §3.8.5.3), hours on the wall clock are not. Each
  /// closure is a statement of priority 1, which overrules the
  /// others. Statements that the availability was made of come out as they came in, closures beside them; overrides
  /// of theirs are statements of priority 2, one a date.
  ///
  /// - Parameters:
  ///   - uid: The identity of the statement; the parts' identities are made of it.
  ///   - first: The date from which on the statement speaks.
  public func statements(uid: String, from first: CivilDate) -> [AvailabilityStatement] {
    let own: [AvailabilityStatement] =
      switch pattern {
      case .weekly(let hours): [weekly(hours, uid: uid, from: first)]
      case .statements(let statements):
        statements
          + overrides.keys.sorted().map { date in
            // Hours that last into the next day are spoken about to their end.
            let end = (overrides[date] ?? []).inOrder.spans.last.map { Swift.max($0.upperBound, 86_400) }
            return AvailabilityStatement(
              uid: "\(uid)/\(date)", from: time(date, 0), extent: .end(time(date, end ?? 86_400)),
              priority: 2,
              windows: singleWindows(on: date, uid: "\(uid)/\(date)"))
          }
      }
    let closed = closures.enumerated().map { index, closure in
      AvailabilityStatement(
        uid: "\(uid)/closed-\(index)", from: bound(closure.start), extent: .end(bound(closure.end)),
        busyKind: .unavailable, priority: 1, summary: closure.reason)
    }
    return own + closed
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
            from: time(start, span.lowerBound), extent: extent(span, on: start),
            recurrence: Recurrence(
              [RecurrenceRule(.weekly, on: [weekday])],
              exceptions: (replaced + changed).sorted().map { time($0, span.lowerBound) }),
            uid: uid))
        statement.windows += changed.map { window(span, on: $0, uid: "\(uid)/\($0)") }
      }
    }
    for date in overrides.keys.sorted() where date >= first {
      statement.windows += singleWindows(on: date, uid: uid)
    }
    return statement
  }

  /// The dates, a week apart, on which a stretch of hours lasts longer or shorter than on the first or begins in a gap.
  private func changedDates(_ span: Range<Int>, from start: CivilDate) -> [CivilDate] {
    var clock = WallClock(zone)
    let length = extent(span, on: start)
    return (0..<Self.weeksWithChanges).map { start.adding(days: $0 * 7) }.filter { date in
      let hours = clock.window(span, on: date, isReplaced: false).range.instants
      let stated = time(date, span.lowerBound)
      return stated.instant(in: zone) != hours.lowerBound
        || length.end(from: stated).instant(in: zone) != hours.upperBound
    }
  }

  private static let weeksWithChanges = 522

  /// The same length on each date; of a whole day, whatever the clocks do.
  private func extent(_ span: Range<Int>, on date: CivilDate) -> Extent {
    span.count == 86_400 ? .duration(.days(1)) : .duration(CalendarDuration(.seconds(span.count)))
  }

  private func singleWindows(on date: CivilDate, uid: String) -> [AvailabilityStatement.Window] {
    (overrides[date] ?? []).inOrder.spans.enumerated().map { index, span in
      window(span, on: date, uid: "\(uid)/\(date)-\(index)")
    }
  }

  /// The hours of one date as instants.
  private func window(_ span: Range<Int>, on date: CivilDate, uid: String) -> AvailabilityStatement.Window {
    var clock = WallClock(zone)
    let range = clock.window(span, on: date, isReplaced: false).range.instants
    return AvailabilityStatement.Window(
      from: range.lowerBound.in(zone), extent: .end(.zoned(range.upperBound.in(zone))), uid: uid)
  }

  private func time(_ date: CivilDate, _ second: Int) -> EventTime {
    .zoned(date.startOfDay.adding(seconds: second).in(zone))
  }

  /// RFC 7953 has times only, so a day is its midnight.
  private func bound(_ time: EventTime) -> EventTime {
    if case .zoned = time { return time }
    return .zoned(time.local.in(zone))
  }
}
