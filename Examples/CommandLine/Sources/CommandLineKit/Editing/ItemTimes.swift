import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime

/// When an item is, by what was typed, on the clocks of whoever typed it.
struct ItemTimes: Sendable {
  let zone: Zone
  let today: CivilDate
  let options: ItemOptions

  /// What `--at` says; `nil` when it says no day.
  ///
  /// - Parameter date: The day that is meant where none is said.
  func start(else date: CivilDate? = nil) -> EventTime? {
    options.at?.eventTime(in: zone, today: today, else: date)
  }

  /// The extent that `--for` or `--until` states for an item that starts then; `nil` without them.
  ///
  /// An end is read as the start is, on the clocks of whoever typed it unless `--at` names others, and put on those of
  /// the item.
  ///
  /// - Parameter includesDate: Whether an end that is a date is the last day, as it is typed, or the first day after.
  func extent(from start: EventTime, includesDate: Bool) -> Extent? {
    if let length = options.length { return .duration(length) }
    guard let until = options.until else { return nil }
    let zone = options.at?.namesZone == true ? start.zone ?? zone : zone
    let day = start.isDate ? start.date : zone.local(at: start.instant(in: zone)).date
    guard let end = until.eventTime(in: zone, today: today, else: day) else { return nil }
    switch (start, end) {
    case (_, .date): return .end(includesDate ? end : end.adding(.days(1)))
    case (.zoned(let start), .zoned(let end)) where !until.namesZone: return .end(.zoned(end.in(start.zone)))
    case (.floating, .zoned(let end)) where until.zoned == nil: return .end(.floating(end.local))
    default: return .end(end)
    }
  }
}

extension ItemTimes {
  /// The extent that `--for` or `--until` states for a to-do that starts then. A length is stated as the time when it is due, which
  /// programs show that have no place for DURATION; not so days of a to-do that repeats, as they follow the clock.
  func extentOfTodo(from start: EventTime, isRecurring: Bool) -> Extent? {
    let extent = extent(from: start, includesDate: true)
    guard case .duration(let length) = extent else { return extent }
    let isExact = start.isDate ? length.exactSeconds == 0 : length.nominalDays == 0 || !isRecurring
    return isExact ? .end(start.adding(length)) : extent
  }
}

extension RecurrenceRule {
  /// Whether a start is one of those that the rule gives. A rule of a calendar that is not known here counts as one
  /// that gives it.
  func gives(_ start: EventTime) -> Bool {
    var endless = self
    endless.end = .never
    guard isSupported(by: .gregorian) else { return true }
    return endless.occurrences(from: start).first { _ in true } == start.local
  }
}
