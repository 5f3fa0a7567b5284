public import AlmanacTime

/// The input for a task, complete or not: a form for a new task, or for changing an event. It is checked as a whole when
/// an event is made of it.
///
/// ```swift
/// let draft = TaskDraft(name: "1st essay", date: day, color: .crimson)
/// try draft.event(in: zurich)        // throws leading_digit, missing_time and reserved_color at once
///
/// var form = TaskDraft(event)
/// form.time = .noon
/// try calendar.update(form.event(), at: now)   // UID, alarms and everything else that the form lacks are preserved
/// ```
public struct TaskDraft: Sendable, Hashable {
  /// The name (SUMMARY); ``ValidationPolicy/task`` refuses a blank one and one that begins with a digit.
  public var name: String
  /// The day of the task; `nil` while it is missing, so that no event can be made.
  public var date: CivilDate?
  /// The time of day; `nil` for whole days, which ``ValidationPolicy/task`` refuses.
  public var time: CivilTime?
  /// The length; `nil` for none, or for one day where there is no time.
  public var duration: CalendarDuration?
  /// The colour; `nil` for none. ``ValidationPolicy/task`` refuses a red.
  public var color: CalendarColor?
  /// The long description (DESCRIPTION).
  public var details: String
  /// The categories, such as the subject to which the task belongs.
  public var categories: [String]
  /// The event that the form changes.
  private var original: Event?

  /// Creates a form for a new task; nothing is checked before an event is made of it.
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

  /// A form for changing an event: date and time are those of its start in its own zone, and the duration is its length
  /// if it states a length or an end. An event on a date has no time.
  ///
  /// To change an occurrence of a series, make the form of the item that `edit` passes to its change.
  public init(_ event: Event) {
    self.init(
      name: event.summary, date: event.start.date, time: event.start.isDate ? nil : event.start.local.time,
      lasting: event.item.length.duration, color: event.color, details: event.details,
      categories: event.categories)
    original = event
  }

  /// The task as an event, marked as a task (`isTask`): a new one, or the event of the form with its changes.
  ///
  /// - Parameters:
  ///   - zone: The zone of date and time; `nil` for that of the event of the form, and for floating times of a new
  ///     task.
  ///   - policy: The rules for the input, beside those of RFC 5545; by default those of tasks.
  /// - Throws: `EventError` with every reason: the task rules and those of RFC 5545.
  public func event(in zone: Zone? = nil, policy: ValidationPolicy = .task) throws(EventError) -> Event {
    let reasons = violations(policy)
    guard let date, reasons.isEmpty else {
      throw EventError(reasons) ?? EventError(.missingDate, "DTSTART", expected: "a date")
    }
    return event(from: start(on: date, at: time, in: zone))
  }

  private func event(from start: EventTime) -> Event {
    guard var event = original else {
      var event = Event(name, at: start, color: color, categories: categories, details: details)
      if let duration { event.extent = .duration(duration) }
      event.isTask = true
      return event
    }
    let form = TaskDraft(event)
    if name != form.name { event.summary = name }
    if color != form.color { event.color = color }
    if details != form.details { event.details = details }
    if categories != form.categories { event.categories = categories }
    event.move(to: start)
    if duration != form.duration { event.extent = duration.map { .duration($0) } ?? .implied }
    event.isTask = true
    return event
  }

  private func start(on date: CivilDate, at time: CivilTime?, in zone: Zone?) -> EventTime {
    guard let time else { return .date(date) }
    let local = date.at(time)
    if zone == nil, let start = original?.start, start.local == local, !start.isDate { return start }
    return (zone ?? original?.start.zone).map { .zoned(local.in($0)) } ?? .floating(local)
  }
}

extension InstanceShape.Length {
  /// The length as a form shows it; `nil` for none, and for one between times of different forms.
  fileprivate var duration: CalendarDuration? {
    switch self {
    case .none, .shifted: nil
    case .days(let days): .days(days)
    case .wall(let seconds): CalendarDuration(civilSeconds: seconds)
    case .exact(let seconds, _): CalendarDuration(.seconds(seconds))
    case .nominal(let duration): duration
    }
  }
}

// MARK: Faults

extension TaskDraft {
  /// A field of the form.
  public enum Field: Sendable, Hashable, CaseIterable {
    /// The name, with the faults of SUMMARY.
    case name
    /// The date, with the faults of DTSTART and of all that the form does not show.
    case date
    /// The time of day, with the fault that it is missing.
    case time
    /// The duration, with the faults of DURATION and DTEND.
    case duration
    /// The colour, with the faults of COLOR.
    case color
    /// The long description, with the faults of DESCRIPTION.
    case details
    /// The categories, with the faults of CATEGORIES.
    case categories
  }

  /// All rules of the policy and of RFC 5545 that the draft breaks; empty when it can become an event. Faults that the event
  /// of the form has already, in what the form does not show, are not among them.
  public func violations(_ policy: ValidationPolicy = .task) -> [EventError.Reason] {
    let uid = original?.uid ?? ""
    var reasons = policy.violations(
      name: name, hasDate: date != nil, hasTime: time != nil, color: color, uid: uid)
    if date == nil, !policy.contains(.requiresDate) {
      reasons.append(.init(.missingDate, "DTSTART", uid: uid, expected: "a date"))
    }
    // Defaults replace missing input, so that the rest is checked too.
    let time = time ?? (policy.contains(.requiresTime) ? .midnight : nil)
    let event = event(from: start(on: date ?? CivilDate(daysSinceEpoch: 0), at: time, in: nil))
    let known = original?.violations(.standard) ?? []
    return reasons + event.violations(.standard).filter { !known.contains($0) }
  }

  /// The rules that a field breaks, for a message beside it; the colour's are those of `COLOR`, and so on.
  ///
  /// Faults of what the form does not show, such as alarms that count from a start, belong to the date.
  public func violations(of field: Field, _ policy: ValidationPolicy = .task) -> [EventError.Reason] {
    violations(policy).filter { Field($0) == field }
  }
}

extension TaskDraft.Field {
  fileprivate init(_ reason: EventError.Reason) {
    self =
      switch (reason.code, reason.property) {
      case (.missingTime, _): .time
      case (_, "SUMMARY"): .name
      case (_, "COLOR"): .color
      case (_, "DESCRIPTION"): .details
      case (_, "CATEGORIES"): .categories
      case (_, "DURATION"), (_, "DTEND"): .duration
      default: .date
      }
  }
}
