public import AlmanacRecurrence
public import AlmanacTime

/// Something that happens at a time: VEVENT of RFC 5545 §3.6.1 with the additions of RFC 7986.
///
/// ```swift
/// let start = try CivilDateTime("2026-03-02T09:00").in(Zone("Europe/Zurich"))
/// let algebra = Event("Algebra", from: start, lasting: .minutes(90), repeating: weekly, color: .steelBlue)
/// let holiday = Event("Sant Jordi", from: try CivilDate("2026-04-23"))        // all day
/// ```
public struct Event: CalendarItem {
  public var content: ItemContent

  package init(content: ItemContent) {
    self.content = content
  }

  /// An event from a start: a `CivilDate` for whole days, a `CivilDateTime` on whatever clock the reader has, a
  /// `ZonedDateTime` in a zone. Without a duration a date lasts that day and a time takes none.
  ///
  /// - Parameter uid: Without one, the calendar to which the event is added gives it one.
  public init(
    _ summary: String, from start: some EventTimeConvertible, lasting duration: CalendarDuration? = nil,
    repeating rule: RecurrenceRule? = nil, color: CalendarColor? = nil, categories: [String] = [],
    location: String = "", details: String = "", uid: String = ""
  ) {
    self.init(
      content: ItemContent(
        ItemFields(
          uid: uid, summary: summary, details: details, location: location, start: start.eventTime,
          extent: duration.map(Extent.duration) ?? .implied, categories: categories, color: color)))
    if let rule { recurrence = Recurrence(rule) }
  }

  /// An event from a start up to an end, which is not included: of whole days the first day after.
  public init(
    _ summary: String, from start: some EventTimeConvertible, to end: some EventTimeConvertible,
    repeating rule: RecurrenceRule? = nil, color: CalendarColor? = nil, categories: [String] = [],
    location: String = "", details: String = "", uid: String = ""
  ) {
    self.init(
      summary, from: start, repeating: rule, color: color, categories: categories, location: location,
      details: details, uid: uid)
    extent = .end(end.eventTime)
  }

  public var item: Item { .event(self) }
}

extension Event {
  /// The start; of a series, that of its first instance (DTSTART).
  public var start: EventTime {
    // Storage has room for items without a start; an event is never made without one.
    get { content.fields.start ?? .date(.min) }
    set { content.fields.start = newValue }
  }

  /// How the end is stated: DTEND, DURATION or not at all.
  public var extent: Extent {
    get { content.fields.extent }
    set { content.fields.extent = newValue }
  }

  /// The end of the first instance, not included. Setting it states an end.
  public var end: EventTime {
    get { extent.end(from: start) }
    set { extent = .end(newValue) }
  }

  /// Whether it covers whole days.
  public var isAllDay: Bool { start.isDate }

  public enum Status: String, Sendable, Hashable, CaseIterable {
    case tentative = "TENTATIVE"
    case confirmed = "CONFIRMED"
    case cancelled = "CANCELLED"
  }

  public var status: Status? {
    get { content.fields.status.flatMap { Status(rawValue: $0.rawValue) } }
    set {
      if newValue != nil { content.dropUnmodelled("STATUS") }
      content.fields.status = newValue.flatMap { ItemStatus(rawValue: $0.rawValue) }
    }
  }

  /// Whether it takes up its time; absent means that it does.
  public var transparency: Transparency? {
    get { content.fields.transparency }
    set {
      if newValue != nil { content.dropUnmodelled("TRANSP") }
      content.fields.transparency = newValue
    }
  }

  /// The start with the rules, as recurrence reads them.
  public var recurrenceSet: RecurrenceSet { recurrence.set(from: start) }
}
