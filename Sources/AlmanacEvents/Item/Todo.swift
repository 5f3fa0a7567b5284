public import AlmanacRecurrence
public import AlmanacTime

/// A task to be done: VTODO of RFC 5545 §3.6.2.
///
/// Until it is done or cancelled, a to-do is shown on the day on which it is due, else on which it starts, else only in
/// lists.
///
/// ```swift
/// var essay = Todo("Essay", due: try CivilDate("2026-03-20"))
/// essay.percentComplete = 40
/// ```
public struct Todo: CalendarItem {
  public var content: ItemContent

  package init(content: ItemContent) {
    self.content = content
  }

  /// Creates a to-do, with the times and the rule that are given.
  ///
  /// The due time is that by which it is to be done, or the day by whose end. Without one, a to-do with a duration is
  /// due that long after its start. A rule needs a start to count from. If the UID is empty, the calendar to which the to-do is
  /// added makes one.
  public init(
    _ summary: String, from start: (any EventTimeConvertible)? = nil, due: (any EventTimeConvertible)? = nil,
    lasting duration: CalendarDuration? = nil, repeating rule: RecurrenceRule? = nil,
    color: CalendarColor? = nil, categories: [String] = [], details: String = "", uid: String = ""
  ) {
    content = ItemContent(summary, details: details, color: color, categories: categories, uid: uid)
    self.start = start?.eventTime
    extent = due.map { .end($0.eventTime) } ?? duration.map { .duration($0) } ?? .implied
    if let rule { recurrence = Recurrence(rule) }
  }

  public var item: Item { .todo(self) }
}

extension Todo {
  /// The time from which it can be begun (DTSTART).
  public var start: EventTime? {
    get { content.fields.start }
    set { content.setStart(newValue) }
  }

  /// The due time as it is stated: by DUE, by DURATION from the start, or not at all.
  public var extent: Extent {
    get { content.fields.extent }
    set { content.setExtent(newValue) }
  }

  /// The due time; a date means the end of that day. Setting it states DUE.
  public var due: EventTime? {
    get {
      switch extent {
      case .implied: nil
      case .end(let due): due
      case .duration(let duration): start?.adding(duration)
      }
    }
    set { extent = newValue.map(Extent.end) ?? .implied }
  }

  /// The statuses of to-dos (STATUS, RFC 5545 §3.8.1.11). The raw value is iCalendar's word.
  public enum Status: String, Sendable, Hashable, CaseIterable {
    /// `NEEDS-ACTION`: not begun.
    case needsAction = "NEEDS-ACTION"
    /// `IN-PROCESS`: begun and not finished.
    case inProcess = "IN-PROCESS"
    /// `COMPLETED`: done, so that the to-do is closed.
    case completed = "COMPLETED"
    /// `CANCELLED`: not to be done, so that the to-do is closed.
    case cancelled = "CANCELLED"
  }

  /// The status (STATUS); `nil` when not stated: ``completed`` and ``percentComplete`` then decide whether it is
  /// done. A new value also replaces a word that could not be read.
  public var status: Status? {
    get { content.status() }
    set { content.setStatus(newValue?.rawValue) }
  }

  /// 0 … 100 (PERCENT-COMPLETE).
  public var percentComplete: Int? {
    get { content.extras.percentComplete }
    set { content.extras.percentComplete = newValue }
  }

  /// The instant of completion (COMPLETED).
  public var completed: Instant? {
    get { content.extras.completed }
    set { content.extras.completed = newValue }
  }

  /// The time that the work is expected to take (ESTIMATED-DURATION of the IETF's draft on tasks), which does not depend on
  /// the start and the due time; `nil` when not stated.
  public var estimatedDuration: CalendarDuration? {
    get { content.extras.estimatedDuration }
    set { content.extras.estimatedDuration = newValue }
  }

  /// Whether it is done: by its status or, without one, by an instant of completion or 100 per cent.
  public var isCompleted: Bool {
    if let status { return status == .completed }
    return completed != nil || percentComplete == 100
  }
  /// Whether it is done or cancelled.
  public var isClosed: Bool { isCompleted || isCancelled }
}
