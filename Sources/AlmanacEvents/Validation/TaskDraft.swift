public import AlmanacTime

/// The input for a new task, complete or not; it is checked as a whole when an event is made of it.
///
/// ```swift
/// let draft = TaskDraft(name: "1st essay", date: day, color: .crimson)
/// try draft.event(in: zurich)        // throws leading_digit, missing_time and reserved_color at once
/// ```
public struct TaskDraft: Sendable, Hashable {
  public var name: String
  public var date: CivilDate?
  public var time: CivilTime?
  public var duration: CalendarDuration?
  public var color: CalendarColor?
  public var details: String
  /// The categories, such as the subject to which the task belongs.
  public var categories: [String]

  public init(
    name: String = "", date: CivilDate? = nil, time: CivilTime? = nil,
    lasting duration: CalendarDuration? = nil,
    color: CalendarColor? = nil, details: String = "", categories: [String] = []
  ) {
    self.name = name
    self.date = date
    self.time = time
    self.duration = duration
    self.color = color
    self.details = details
    self.categories = categories
  }

  /// All rules of the policy and of RFC 5545 that the draft breaks; empty when it can become an event.
  public func violations(_ policy: ValidationPolicy = .task) -> [EventError.Reason] {
    var reasons = policy.violations(
      name: name, hasDate: date != nil, hasTime: time != nil, color: color, uid: "")
    if date == nil, !policy.requiresDate {
      reasons.append(.init(.missingDate, "DTSTART", expected: "a date"))
    }
    // Defaults stand in for missing input, so that the rest is checked too.
    let time = time ?? (policy.requiresTime ? .midnight : nil)
    let day = date ?? CivilDate(daysSinceEpoch: 0)
    return reasons + event(from: start(on: day, at: time, in: nil)).violations()
  }

  /// The task as an event in a zone, or at a floating time without one.
  ///
  /// - Throws: `EventError` with every reason: the task rules and those of RFC 5545.
  public func event(in zone: Zone? = nil, policy: ValidationPolicy = .task) throws(EventError) -> Event {
    let reasons = violations(policy)
    guard let date, reasons.isEmpty else {
      throw EventError(reasons) ?? EventError(.missingDate, "DTSTART", expected: "a date")
    }
    return event(from: start(on: date, at: time, in: zone))
  }

  private func event(from start: EventTime) -> Event {
    Event(name, from: start, lasting: duration, color: color, categories: categories, details: details)
  }

  private func start(on date: CivilDate, at time: CivilTime?, in zone: Zone?) -> EventTime {
    guard let time else { return .date(date) }
    let local = date.at(time)
    return zone.map { .zoned(local.in($0)) } ?? .floating(local)
  }
}
