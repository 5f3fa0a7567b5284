public import AlmanacRecurrence
public import AlmanacTime

/// An event: VEVENT of RFC 5545 §3.6.1 with the additions of RFC 7986.
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

  /// An event from a start: a `CivilDate` for whole days, a `CivilDateTime` for a time in the viewer's zone, a
  /// `ZonedDateTime` for a time in a zone. Without an end or a duration an event on a date lasts that day, and one at a
  /// time has no length.
  ///
  /// The end is not included: of whole days it is the first day after. With an end, a duration is ignored. If the UID
  /// is empty, the calendar to which the event is added makes one.
  public init(
    _ summary: String, from start: some EventTimeConvertible, to end: (any EventTimeConvertible)? = nil,
    lasting duration: CalendarDuration? = nil, repeating rule: RecurrenceRule? = nil,
    color: CalendarColor? = nil, categories: [String] = [], location: String = "", details: String = "",
    uid: String = ""
  ) {
    content = ItemContent(summary, details: details, color: color, categories: categories, uid: uid)
    self.location = location
    self.start = start.eventTime
    extent = end.map { .end($0.eventTime) } ?? duration.map { .duration($0) } ?? .implied
    if let rule { recurrence = Recurrence(rule) }
  }

  public var item: Item { .event(self) }
}

extension Event {
  /// The start; of a series, that of its first instance (DTSTART).
  public var start: EventTime {
    // The storage allows items without a start, but no event is made without one.
    get { content.fields.start ?? .date(.min) }
    set { content.fields.start = newValue }
  }

  /// The end as it is stated: by DTEND, by DURATION or not at all.
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
    get { content.status() }
    set { content.setStatus(newValue?.rawValue) }
  }

  /// Whether the event counts as busy time (TRANSP); `nil` means that it does.
  public var transparency: Transparency? {
    get { content.fields.transparency }
    set { content.assign(newValue, to: \ItemFields.transparency, replacing: .transp) }
  }

  /// The start together with the recurrence, ready to be expanded.
  public var recurrenceSet: RecurrenceSet { RecurrenceSet(start: start, recurrence) }
}
