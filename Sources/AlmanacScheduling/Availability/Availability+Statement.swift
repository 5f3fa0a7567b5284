public import AlmanacEvents
internal import AlmanacRecurrence
public import AlmanacTime

extension Availability {
  /// The same availability as VAVAILABILITY statements, for exchange with other programs (RFC 7953).
  ///
  /// Each stretch of the weekly hours is a window that repeats weekly from `first` on, without the dates that have
  /// hours of their own; those are single windows. Each closure is a statement of priority 1, which overrules the
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
            AvailabilityStatement(
              uid: "\(uid)/\(date)", from: time(date, 0), extent: .end(time(date, 86_400)), priority: 2,
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
      for (index, span) in hours[weekday].spans.enumerated() {
        let replaced = overrides.keys.filter { $0.weekday == weekday && $0 >= start }.sorted()
        statement.windows.append(
          AvailabilityStatement.Window(
            from: time(start, span.lowerBound), extent: .end(time(start, span.upperBound)),
            recurrence: Recurrence(
              [RecurrenceRule(.weekly, on: [weekday])], exceptions: replaced.map { time($0, span.lowerBound) }
            ),
            uid: "\(uid)/\(weekday.code)-\(index)"))
      }
    }
    for date in overrides.keys.sorted() where date >= first {
      statement.windows += singleWindows(on: date, uid: uid)
    }
    return statement
  }

  private func singleWindows(on date: CivilDate, uid: String) -> [AvailabilityStatement.Window] {
    (overrides[date] ?? []).inOrder.spans.enumerated().map { index, span in
      AvailabilityStatement.Window(
        from: time(date, span.lowerBound), extent: .end(time(date, span.upperBound)),
        uid: "\(uid)/\(date)-\(index)")
    }
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
