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

  /// What `--for` or `--until` says of an item that starts then; `nil` when they say nothing.
  ///
  /// - Parameter includesDate: Whether an end that is a date is the last day, as it is typed, or the first day after.
  func extent(from start: EventTime, includesDate: Bool) -> Extent? {
    if let length = options.length { return .duration(length) }
    guard let end = options.until?.eventTime(in: start.zone ?? zone, today: today, else: start.date) else {
      return nil
    }
    return .end(end.isDate && !includesDate ? end.adding(.days(1)) : end)
  }

  /// The rule that is meant, with its end in the form that the start asks for.
  ///
  /// - Throws: A refusal for each thing in which it does not go with the start.
  func recurrence(from start: EventTime) throws(CommandError) -> RecurrenceRule? {
    guard let rule = try options.recurrence(from: start.date)?.conforming(to: start) else { return nil }
    let violations = rule.validate(for: start)
    guard violations.isEmpty else {
      throw .refused(
        violations.map { violation in
          Refusal(
            violation.code.rawValue, "\(violation.part.name): \(violation.code.words)",
            expected: violation.expected, property: "RRULE")
        })
    }
    return rule
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
