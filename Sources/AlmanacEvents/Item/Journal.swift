public import AlmanacTime

/// A note, on a day or on none: VJOURNAL of RFC 5545 §3.6.3.
public struct Journal: CalendarItem {
  public var content: ItemContent

  package init(content: ItemContent) {
    self.content = content
  }

  public init(
    _ summary: String, details: String = "", color: CalendarColor? = nil, categories: [String] = [],
    uid: String = ""
  ) {
    self.init(
      content: ItemContent(
        ItemFields(uid: uid, summary: summary, details: details, categories: categories, color: color)))
  }

  /// A note on a day, or at a time.
  public init(
    _ summary: String, on start: some EventTimeConvertible, details: String = "",
    color: CalendarColor? = nil, categories: [String] = [], uid: String = ""
  ) {
    self.init(summary, details: details, color: color, categories: categories, uid: uid)
    self.start = start.eventTime
  }

  public var item: Item { .journal(self) }

  /// The day or the time to which the note belongs (DTSTART).
  public var start: EventTime? {
    get { content.fields.start }
    set { content.fields.start = newValue }
  }

  public enum Status: String, Sendable, Hashable, CaseIterable {
    case draft = "DRAFT"
    case final = "FINAL"
    case cancelled = "CANCELLED"
  }

  public var status: Status? {
    get { content.fields.status.flatMap { Status(rawValue: $0.rawValue) } }
    set {
      if newValue != nil { content.dropUnmodelled("STATUS") }
      content.fields.status = newValue.flatMap { ItemStatus(rawValue: $0.rawValue) }
    }
  }
}
