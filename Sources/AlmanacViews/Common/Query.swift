internal import AlmanacEvents
internal import AlmanacTime

extension ClosedRange<CivilDate> {
  /// The instants of the days in a zone, half-open.
  func instants(in zone: Zone) -> Range<Instant> {
    let start = zone.instant(of: lowerBound.startOfDay)
    let end = zone.instant(of: upperBound.startOfDay.adding(seconds: 86_400))
    return start..<Swift.max(start, end)
  }
}

extension [EventCalendar] {
  /// What happens on any of the days, as far as it is shown.
  func agenda(on days: ClosedRange<CivilDate>, in zone: Zone, _ options: ViewOptions) -> Agenda {
    let query = OccurrenceQuery(includesClosedTodos: options.showsClosedTodos)
    return agenda(
      in: days.instants(in: zone), viewer: zone, matching: query,
      where: options.showsCancelledEvents ? nil : { $0.event.map { !$0.isCancelled } ?? true })
  }

  /// The to-dos and notes that are on no day, with the number of their calendar.
  var undated: [(Item, calendar: Int)] {
    var undated: [(Item, calendar: Int)] = []
    for (number, calendar) in enumerated() {
      for item in calendar.currentItems where item.isUndated { undated.append((item, number)) }
    }
    return undated
  }
}

extension Item {
  fileprivate var isUndated: Bool {
    start == nil && recurrenceID == nil && todo?.due == nil
  }
}
