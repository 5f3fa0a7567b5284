public import AlmanacTime

/// A journal entry, with or without a day: VJOURNAL of RFC 5545 §3.6.3.
public struct Journal: CalendarItem {
  public var content: ItemContent

  package init(content: ItemContent) {
    self.content = content
  }

  /// Creates a journal entry, on a day or at a time where one is given.
  public init(
    _ summary: String, on start: (any EventTimeConvertible)? = nil, details: String = "",
    color: CalendarColor? = nil, categories: [String] = [], uid: String = ""
  ) {
    content = ItemContent(summary, details: details, color: color, categories: categories, uid: uid)
    self.start = start?.eventTime
  }

  public var item: Item { .journal(self) }

  /// The day or the time of the entry (DTSTART).
  public var start: EventTime? {
    get { content.fields.start }
    set { content.fields.start = newValue }
  }

  /// The statuses of journal entries (STATUS, RFC 5545 §3.8.1.11). The raw value is iCalendar's word.
  public enum Status: String, Sendable, Hashable, CaseIterable {
    /// `DRAFT`: not finished.
    case draft = "DRAFT"
    /// `FINAL`: finished.
    case final = "FINAL"
    /// `CANCELLED`: removed, without being deleted.
    case cancelled = "CANCELLED"
  }

  /// The status (STATUS); `nil` when not stated. A new value also replaces a word that could not be read.
  public var status: Status? {
    get { content.status() }
    set { content.setStatus(newValue?.rawValue) }
  }
}
