public import AlmanacTime

/// The input for a task, complete or not: a form for a new task, or for changing an event. It is checked as a whole when
/// an event is made of it.
///
/// ```swift
/// let draft = TaskDraft(name: "1st essay", date: day, color: .crimson)
/// try draft.event(in: zurich)        // throws leading_digit, missing_time and reserved_color at once
///
/// var form = TaskDraft(event, in: zurich)
/// form.time = .noon
/// try calendar.update(form.event(), at: now)   // UID, alarms, the event's zone and everything else are preserved
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
  /// The zone of date and time in a form of an event, unless it is that of the event.
  private var viewer: Zone?

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

  /// A form for changing an event. The duration is its length if it states a length or an end; an event on a date has no
  /// time.
  ///
  /// The start is shown in the zone of the viewer, or without one in its own; floating times and dates are the same in
  /// every zone. To change an occurrence of a series, make the form of the item that `edit` passes to its change.
  public init(_ event: Event, in viewer: Zone? = nil) {
    var local = event.start.local
    if let viewer, case .zoned(let start) = event.start { local = start.in(viewer).local }
    self.init(
      name: event.summary, date: local.date, time: event.start.isDate ? nil : local.time,
      lasting: event.item.length.duration, color: event.color, details: event.details,
      categories: event.categories)
    (original, self.viewer) = (event, viewer)
  }

  /// The task as an event: a new one, marked as a task (`isTask`), or the event of the form with its changes, which is a
  /// task if it was one.
  ///
  /// An event of the form has its own zone; its start changes only with date or time, which are read in the zone in which
  /// the form shows them.
  ///
  /// - Parameters:
  ///   - zone: The zone of a new task, and of an event of the form that gets a time; `nil` for floating times.
  ///   - policy: The rules of a new task, and of the fields that a form changes; `nil` for those of tasks, and for other
  ///     events those of RFC 5545 alone.
  /// - Throws: `EventError` with every reason: the rules of the policy and those of RFC 5545.
  public func event(in zone: Zone? = nil, policy: ValidationPolicy? = nil) throws(EventError) -> Event {
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
    let changed = changedFields
    if changed.contains(.name) { event.summary = name }
    if changed.contains(.color) { event.color = color }
    if changed.contains(.details) { event.details = details }
    if changed.contains(.categories) { event.categories = categories }
    if changed.contains(.date) { event.move(to: start) }
    if changed.contains(.duration) { event.extent = duration.map { .duration($0) } ?? .implied }
    return event
  }

  private func start(on date: CivilDate, at time: CivilTime?, in zone: Zone?) -> EventTime {
    guard let time else { return .date(date) }
    let local = date.at(time)
    guard let start = original?.start else { return zone.map { .zoned(local.in($0)) } ?? .floating(local) }
    if !changedFields.contains(.date) { return start }
    switch start {
    case .zoned(let former): return .zoned(local.in(viewer ?? former.zone).in(former.zone))
    case .floating: return .floating(local)
    case .date: return (viewer ?? zone).map { .zoned(local.in($0)) } ?? .floating(local)
    }
  }

  /// The fields that are not as in the event of the form, date and time changing together; all of a new task.
  private var changedFields: Set<Field> {
    guard let original else { return Set(Field.allCases) }
    let form = TaskDraft(original, in: viewer)
    var changed: Set<Field> = []
    if name != form.name { changed.insert(.name) }
    if date != form.date || time != form.time { changed.formUnion([.date, .time]) }
    if duration != form.duration { changed.insert(.duration) }
    if color != form.color { changed.insert(.color) }
    if details != form.details { changed.insert(.details) }
    if categories != form.categories { changed.insert(.categories) }
    return changed
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

  /// All rules of the policy and of RFC 5545 that the draft breaks; empty when it can become an event. In a form of an event
  /// these are those that its changes break.
  ///
  /// - Parameter policy: The rules; `nil` for those of tasks, and for other events those of RFC 5545 alone.
  public func violations(_ policy: ValidationPolicy? = nil) -> [EventError.Reason] {
    let uid = original?.uid ?? ""
    let policy = policy ?? original?.item.ownPolicy ?? .task
    let changed = changedFields
    var reasons = policy.violations(
      name: name, hasDate: date != nil, hasTime: time != nil, color: color, uid: uid
    ).filter { changed.contains(Field($0)) }
    if date == nil, !policy.contains(.requiresDate) {
      reasons.append(.init(.missingDate, "DTSTART", uid: uid, expected: "a date"))
    }
    // Defaults replace missing input, so that the rest is checked too.
    let time = time ?? (policy.contains(.requiresTime) && changed.contains(.time) ? .midnight : nil)
    let event = event(from: start(on: date ?? CivilDate(daysSinceEpoch: 0), at: time, in: nil))
    let known = original?.violations(.standard) ?? []
    return reasons + event.violations(.standard).filter { !known.contains($0) }
  }

  /// The rules that a field breaks, for a message beside it; the colour's are those of `COLOR`, and so on.
  ///
  /// Faults of what the form does not show, such as alarms that count from a start, belong to the date.
  public func violations(of field: Field, _ policy: ValidationPolicy? = nil) -> [EventError.Reason] {
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
