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

  /// Creates an event on whole days, from a first day to the day after the last; without that, of one day.
  ///
  /// The UID of an event made without one is made by the calendar to which the event is added.
  public init(
    _ summary: String, from start: CivilDate, to end: CivilDate? = nil, repeating rule: RecurrenceRule? = nil,
    color: CalendarColor? = nil, categories: [String] = [], location: String = "", details: String = "",
    uid: String = ""
  ) {
    self.init(
      summary, at: start, repeating: rule, color: color, categories: categories, location: location,
      details: details, uid: uid)
    if let end { extent = .end(.date(end)) }
  }

  /// Creates an event from a start to an end, which is not included: two `CivilDateTime`s for times in the viewer's
  /// zone, two `ZonedDateTime`s, of which each has a zone, or two `EventTime`s.
  public init(
    _ summary: String, from start: some EventTimeConvertible, to end: some EventTimeConvertible,
    repeating rule: RecurrenceRule? = nil, color: CalendarColor? = nil, categories: [String] = [],
    location: String = "", details: String = "", uid: String = ""
  ) {
    self.init(
      summary, at: start, repeating: rule, color: color, categories: categories, location: location,
      details: details, uid: uid)
    extent = .end(end.eventTime)
  }

  /// Creates an event from a start, of a duration: whole days from a date.
  public init(
    _ summary: String, from start: some EventTimeConvertible, lasting duration: CalendarDuration,
    repeating rule: RecurrenceRule? = nil, color: CalendarColor? = nil, categories: [String] = [],
    location: String = "", details: String = "", uid: String = ""
  ) {
    self.init(
      summary, at: start, repeating: rule, color: color, categories: categories, location: location,
      details: details, uid: uid)
    extent = .duration(duration)
  }

  /// Creates an event without an end: at a moment, such as a deadline, or for the whole of a date.
  public init(
    _ summary: String, at time: some EventTimeConvertible, repeating rule: RecurrenceRule? = nil,
    color: CalendarColor? = nil, categories: [String] = [], location: String = "", details: String = "",
    uid: String = ""
  ) {
    content = ItemContent(summary, details: details, color: color, categories: categories, uid: uid)
    self.location = location
    start = time.eventTime
    if let rule { recurrence = Recurrence(rule) }
  }

  public var item: Item { .event(self) }
}

extension Event {
  /// The start; of a series, that of its first instance (DTSTART).
  public var start: EventTime {
    // The storage allows items without a start, but no event is made without one.
    get { content.fields.start ?? .date(.min) }
    set { content.setStart(newValue) }
  }

  /// The end as it is stated: by DTEND, by DURATION or not at all.
  public var extent: Extent {
    get { content.fields.extent }
    set { content.setExtent(newValue) }
  }

  /// The end of the first instance, not included. Setting it states an end.
  public var end: EventTime {
    get { extent.end(from: start) }
    set { extent = .end(newValue) }
  }

  /// Whether it covers whole days.
  public var isAllDay: Bool { start.isDate }

  /// The statuses of events (STATUS, RFC 5545 §3.8.1.11). The raw value is iCalendar's word.
  public enum Status: String, Sendable, Hashable, CaseIterable {
    /// `TENTATIVE`: not certain to happen; tentatively busy time.
    case tentative = "TENTATIVE"
    /// `CONFIRMED`: certain to happen.
    case confirmed = "CONFIRMED"
    /// `CANCELLED`: does not happen; queries find it nevertheless, and it is never busy time.
    case cancelled = "CANCELLED"
  }

  /// The status (STATUS); `nil` when not stated. A new value also replaces a word that could not be read.
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
