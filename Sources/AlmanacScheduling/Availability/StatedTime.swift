internal import AlmanacEvents
internal import AlmanacTime

/// What VAVAILABILITY statements leave open within a range of seconds (RFC 7953 §5).
///
/// Time that no statement speaks about is open. A statement closes all of its time but its windows, overruling those of
/// lower priority; statements of one priority together open what any of them does.
struct StatedTime {
  let open: IntervalSet
  /// The rest, by how the statements that close it say it is taken (BUSYTYPE). Where several of one priority close
  /// the same time, it stands under each of their kinds.
  let closed: [BusyKind: IntervalSet]

  init(_ statements: [AvailabilityStatement], in range: Range<Int64>, viewer: Zone) {
    let whole = IntervalSet([range])
    var open = whole
    var closed: [BusyKind: IntervalSet] = [:]
    // 0 is the lowest priority, then 9 down to 1.
    for priority in [0] + (1...9).reversed() {
      var spoken = IntervalSet.empty
      var granted = IntervalSet.empty
      var shut: [BusyKind: IntervalSet] = [:]
      for statement in statements where statement.rank == priority {
        let reach = IntervalSet([statement.reach(in: viewer)]).intersection(whole)
        spoken = spoken.union(reach)
        granted = granted.union(statement.free(in: range, viewer: viewer).intersection(reach))
        let kind = statement.busyKind ?? .unavailable
        shut[kind] = (shut[kind] ?? .empty).union(reach)
      }
      open = open.subtracting(spoken).union(granted)
      closed = closed.mapValues { $0.subtracting(spoken) }
      for (kind, time) in shut { closed[kind] = (closed[kind] ?? .empty).union(time.subtracting(granted)) }
    }
    self.open = open
    self.closed = closed
  }
}

extension AvailabilityStatement {
  /// The priority, one outside of RFC 5545's scale counting as the lowest.
  fileprivate var rank: Int { (1...9).contains(priority) ? priority : 0 }

  /// The seconds about which it speaks.
  fileprivate func reach(in viewer: Zone) -> Range<Int64> {
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

  /// Its windows, repeated and overridden as events are.
  fileprivate func free(in range: Range<Int64>, viewer: Zone) -> IntervalSet {
    var calendar = EventCalendar()
    for (index, window) in windows.enumerated() {
      var event = Event("", from: window.start, uid: window.uid.isEmpty ? "window \(index)" : window.uid)
      event.extent = window.extent
      event.recurrence = window.recurrence
      event.recurrenceID = window.recurrenceID
      calendar.insert(event)
    }
    let found = calendar.occurrences(in: range.instants, viewer: viewer)
    return IntervalSet(
      found.map { occurrence in
        let lower = occurrence.start.instant(in: viewer).secondsSinceEpoch
        return lower..<Swift.max(lower, occurrence.end.instant(in: viewer).secondsSinceEpoch)
      })
  }
}
