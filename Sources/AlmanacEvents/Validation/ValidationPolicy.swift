public import AlmanacTime

/// The rules, beyond those of RFC 5545, that an item has to obey to be added to a calendar.
///
/// The rules of RFC 5545 always apply to added items; imported items (`EventCalendar.insert`) are not checked.
///
/// ```swift
/// try calendar.add(event, at: now)                // RFC 5545
/// try calendar.add(task, policy: .task, at: now)  // and a name, a time, no red
/// ```
public struct ValidationPolicy: Sendable, Hashable {
  /// Requires a name that is not blank; else `empty_name`.
  public var requiresName: Bool
  /// Refuses a name whose first character, blanks aside, is a decimal digit of any script: `leading_digit`.
  public var refusesLeadingDigit: Bool
  /// Requires a date; else `missing_date`.
  public var requiresDate: Bool
  /// Requires a time of day; else `missing_time`.
  public var requiresTime: Bool
  /// Refuses a red: `reserved_color`. See `CalendarColor.isRed`.
  public var reservesRed: Bool

  public init(
    requiresName: Bool = false, refusesLeadingDigit: Bool = false, requiresDate: Bool = false,
    requiresTime: Bool = false, reservesRed: Bool = false
  ) {
    self.requiresName = requiresName
    self.refusesLeadingDigit = refusesLeadingDigit
    self.requiresDate = requiresDate
    self.requiresTime = requiresTime
    self.reservesRed = reservesRed
  }

  /// The rules of RFC 5545 alone.
  public static let standard = ValidationPolicy()

  /// The rules of tasks: a name that does not begin with a digit, a date and a time, no red.
  public static let task = ValidationPolicy(
    requiresName: true, refusesLeadingDigit: true, requiresDate: true, requiresTime: true, reservesRed: true)
}

extension ValidationPolicy {
  /// The faults of a name, a time and a colour, in this order.
  func violations(name: String, hasDate: Bool, hasTime: Bool, color: CalendarColor?, uid: String)
    -> [EventError.Reason]
  {
    var check = ItemCheck(uid: uid)
    let first = requiresName || refusesLeadingDigit ? name.first { !$0.isWhitespace } : nil
    if requiresName, first == nil { check.fail(.emptyName, "SUMMARY", expected: "a name") }
    if refusesLeadingDigit, first?.unicodeScalars.first?.properties.numericType == .decimal {
      check.fail(.leadingDigit, "SUMMARY", expected: "a name that does not begin with a digit")
    }
    if requiresDate, !hasDate { check.fail(.missingDate, "DTSTART", expected: "a date") }
    if requiresTime, !hasTime { check.fail(.missingTime, "DTSTART", expected: "a time of day") }
    if reservesRed, let color, color.isRed {
      check.fail(
        .reservedColor, "COLOR",
        expected: "a colour that is not a red, which is reserved for days with several items")
    }
    return check.reasons
  }
}

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
    // Defaults replace missing input, so that the rest is checked too.
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
