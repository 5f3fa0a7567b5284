import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime

/// The typed times of an item, in the zone of `--zone`.
struct ItemTimes: Sendable {
  let zone: Zone
  let today: CivilDate
  var options: ItemOptions

  /// The time of `--at`.
  ///
  /// - Parameter date: The day if none is stated; where it is `nil`, the nearest day ahead.
  func start(else date: CivilDate? = nil) -> EventTime? { options.at?.eventTime(in: zone, else: date) }

  /// The extent from a start on, by `--for` or `--until`; `nil` without them.
  ///
  /// An end is read in the zone of `--zone`, or the zone that `--at` names, and converted to the zone of the start.
  ///
  /// - Parameter includesDate: Whether the end of a whole-day extent is its last day, as it is typed, rather than the day
  ///   after.
  func extent(from start: EventTime, includesDate: Bool) -> Extent? {
    if let length = options.length { return .duration(length) }
    guard let until = options.until else { return nil }
    let zone = options.at?.namesZone == true ? start.zone ?? zone : zone
    let day = start.isDate ? start.date : zone.local(at: start.instant(in: zone)).date
    let end = until.eventTime(in: zone, else: day)
    switch (start, end) {
    case (_, .date): return .end(includesDate ? end : end.adding(.days(1)))
    case (.zoned(let start), .zoned(let end)) where !until.namesZone: return .end(.zoned(end.in(start.zone)))
    case (.floating, .zoned(let end)) where until.zoned == nil: return .end(.floating(end.local))
    default: return .end(end)
    }
  }
}

extension ItemTimes {
  /// The extent of a to-do from a start on, by `--for` or `--until`. A length is converted to DUE, which more programs show
  /// than DURATION, unless it has days and the to-do repeats: days follow the clock and so differ in length.
  func extentOfTodo(from start: EventTime, isRecurring: Bool) -> Extent? {
    let extent = extent(from: start, includesDate: true)
    guard case .duration(let length) = extent else { return extent }
    let isExact = start.isDate ? length.exactSeconds == 0 : length.nominalDays == 0 || !isRecurring
    return isExact ? .end(start.adding(length)) : extent
  }
}

extension ItemTimes {
  /// Sets the start and the due time by `--start` and `--due`. A time of day alone is on the day that the to-do had, or that the
  /// other one has.
  ///
  /// - Throws: A refusal if one is a date and the other a time, or the due time is not later.
  func setTimes(of todo: inout Todo) throws(CommandError) {
    let (oldStart, oldDue) = (todo.start, todo.due)
    func day(_ time: EventTime?) -> CivilDate? {
      time.map { $0.isDate ? $0.date : zone.local(at: $0.instant(in: zone)).date }
    }
    let start = options.start.map { $0.eventTime(in: zone, else: day(oldStart)) } ?? oldStart
    let due = options.due.map { $0.eventTime(in: zone, else: day(oldDue) ?? day(start)) } ?? oldDue
    if let start, let due {
      if start.isDate != due.isDate {
        throw .refused(
          "different_forms", "one of the start, \(start), and the due time, \(due), is a date",
          expected: "two dates or two times (RFC 5545 §3.8.2.3)", uid: todo.uid)
      }
      // The same day is one on which it is begun and done.
      guard start.instant(in: zone) < due.instant(in: zone) || start.isDate && start == due else {
        throw .refused(
          "due_before_start", "it is due at \(due), not after its start, \(start)", expected: "a later --due",
          uid: todo.uid)
      }
    }
    if let start, start != oldStart {
      if oldStart == nil { todo.start = start } else { todo.move(to: start) }
    }
    if let due { todo.extent = start == due ? .implied : .end(due) }
    if start == due, todo.recurrence == .none { (todo.start, todo.due) = (nil, due) }
  }
}

extension RecurrenceRule {
  /// Whether the rule produces a start; assumed for a rule of a calendar system that is not known here.
  func produces(_ start: EventTime) -> Bool {
    var endless = self
    endless.end = .never
    guard isSupported(by: .gregorian) else { return true }
    return endless.occurrences(from: start).first { _ in true } == start.local
  }
}
