import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime

/// The typed times of an item, in the zone of `--zone`.
struct ItemTimes: Sendable {
  let zone: Zone
  let today: CivilDate
  var options: ItemOptions
  /// The time that an event of whole days takes on its last day when it gets a time of day.
  var usualLength = CalendarDuration.hours(1)

  /// The time of `--at`.
  ///
  /// - Parameter date: The day if none is stated; where it is `nil`, the nearest day ahead.
  func start(else date: CivilDate? = nil) -> EventTime? {
    options.at?.value?.eventTime(in: zone, else: date, isRepeating: options.repeating.repeats)
  }

  /// The extent from a start on, by `--for` or `--until`; `nil` without them.
  ///
  /// An end is read in the zone of `--zone`, or the zone that `--at` names, and converted to the zone of the start.
  ///
  /// - Parameter includesDate: Whether the end of a whole-day extent is its last day, as it is typed, rather than the day
  ///   after.
  func extent(from start: EventTime, includesDate: Bool) -> Extent? {
    if let length = options.length { return .duration(length) }
    guard let until = options.until else { return nil }
    guard let until = until.value else { return .implied }
    let zone = options.at?.value?.namesZone == true ? start.zone ?? zone : zone
    let begin = start.isDate ? start.local : zone.local(at: start.instant(in: zone))
    // --at "friday 22:00" --until 2:00 is over midnight; without --at, an end before the start is an error.
    let isMorning = until.time.map { until.day == nil && $0 < .noon } ?? false
    let isNight = isMorning && options.at?.value?.time != nil && begin.time >= .noon
    let end = until.eventTime(in: zone, else: begin.date.adding(days: isNight ? 1 : 0), after: begin)
    switch (start, end) {
    case (.zoned(let start), .date(let last)):
      return .end(.zoned(zone.instant(of: last.adding(days: 1).startOfDay).in(start.zone)))
    case (.floating, .date(let last)): return .end(.floating(last.adding(days: 1).startOfDay))
    case (.date, .date): return .end(includesDate ? end : end.adding(.days(1)))
    case (.zoned(let start), .zoned(let end)) where !until.namesZone: return .end(.zoned(end.in(start.zone)))
    case (.floating, .zoned(let end)) where until.zoned == nil: return .end(.floating(end.local))
    default: return .end(end)
    }
  }
}

extension ItemTimes {
  /// The extent of an event of whole days that gets a time of day: its days stay, and the last one has the usual length.
  func extent(ofWholeDays event: Event, from start: EventTime) -> Extent {
    let days = event.end.date.days(since: event.start.date) - 1
    return .end(start.adding(.days(max(0, days))).adding(usualLength))
  }

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
  /// Sets or removes the start and the due time by `--start` and `--due`. A time of day alone is on the day that the to-do had, or
  /// that the other one has. A start that is the due time, as of a series without another, moves with it.
  ///
  /// - Throws: A refusal if one is a date and the other a time, the due time is not later, or a to-do that repeats loses
  ///   its start.
  func setTimes(of todo: inout Todo) throws(CommandError) {
    let (oldStart, oldDue) = (todo.start, todo.due)
    func day(_ time: EventTime?) -> CivilDate? {
      time.map { $0.isDate ? $0.date : zone.local(at: $0.instant(in: zone)).date }
    }
    func time(_ option: Removable<When>?, else old: EventTime?, on day: CivilDate?) -> EventTime? {
      option.map { $0.value?.eventTime(in: zone, else: day) } ?? old
    }
    var start = time(options.start, else: oldStart, on: day(oldStart))
    let due = time(options.due, else: oldDue, on: day(oldDue) ?? day(start))
    if options.start == nil, oldStart != nil, oldStart == oldDue, let due { start = due }
    try todo.checkOrder(of: start, due, in: zone)
    if let start, start != oldStart, oldStart != nil {
      todo.move(to: start)
    } else {
      todo.start = start
    }
    todo.due = due
    if start == due, todo.recurrence == .none { todo.start = nil }
    if todo.start == nil, oldStart != nil, todo.recurrence != .none, !options.repeating.endsSeries {
      throw .refused(
        "missing_date", "there is no start to repeat from", expected: Phrase(verbatim: "--repeat never"),
        uid: todo.uid)
    }
  }
}

extension Todo {
  /// Checks its start and its due time.
  func checkOrder(in zone: Zone) throws(CommandError) { try checkOrder(of: start, due, in: zone) }

  /// Checks a start and a due time.
  ///
  /// - Throws: A refusal if one is a date and the other a time, or the due time is before the start.
  func checkOrder(of start: EventTime?, _ due: EventTime?, in zone: Zone) throws(CommandError) {
    guard let start, let due else { return }
    if start.isDate != due.isDate {
      throw .refused(
        "different_forms", "one of the start, \(start), and the due time, \(due), is a date",
        expected: "two dates or two times (RFC 5545 §3.8.2.3)", uid: uid)
    }
    guard start.instant(in: zone) <= due.instant(in: zone) else {
      throw .refused(
        "due_before_start", "it is due at \(due), before its start, \(start)",
        expected: "a later --due, or an earlier --start", uid: uid)
    }
  }

  /// Checks that alarms have a time to count from.
  ///
  /// - Throws: A refusal if they have none.
  func checkAlarms() throws(CommandError) {
    let isRelative = alarms.contains { if case .relative = $0.trigger { true } else { false } }
    guard isRelative, start == nil, due == nil else { return }
    throw .refused(
      "misplaced_alarm", "an alarm has no time to count from", expected: "--alarm none, or a time", uid: uid)
  }
}

extension ItemOptions {
  /// Whether `--at` and `--until` are days, without a time of day.
  var areWholeDays: Bool { at?.value?.isWholeDay == true && until?.value?.isWholeDay == true }

  /// Checks that an instance of a series ends before the next one begins, where `--until` states the end.
  ///
  /// - Throws: A refusal otherwise, as the end of the series is then meant.
  func checkEnd(of item: Item, in zone: Zone) throws(CommandError) {
    guard let until = until?.value, let (start, end) = item.span, let rule = item.recurrence.rules.first,
      rule.isSupported(by: .gregorian),
      let next = rule.occurrences(from: start).first(where: { $0 > start.local }),
      EventTime.floating(next).instant(in: start.zone ?? zone) < end.instant(in: zone)
    else { return }
    throw .refused(
      "overlapping_instances",
      "each instance would last until \(end.isDate ? "\(end.date)" : "\(end.local)"), after the start of the next one",
      expected: until.isWholeDay
        ? "--repeat with until and the last date, such as \"every monday until 2026-06-30\", or --for"
        : "an earlier --until, or --for", uid: item.uid)
  }
}

extension Complaint {
  /// A warning that the rule of an item does not produce its start; `nil` if it does.
  init?(ofRuleOf item: Item) {
    guard let start = item.start ?? item.todo?.due, let rule = item.recurrence.rules.first,
      !rule.produces(start)
    else { return nil }
    self.init(
      "the rule does not match \(start.isDate ? "\(start.date)" : "\(start.local)"), which is the first instance all the same"
    )
  }
}

extension RecurrenceRule {
  /// Whether the rule produces a start; assumed for a rule of a calendar system that is not known here.
  fileprivate func produces(_ start: EventTime) -> Bool {
    var endless = self
    endless.end = .never
    guard isSupported(by: .gregorian) else { return true }
    return endless.occurrences(from: start).first { _ in true } == start.local
  }
}
