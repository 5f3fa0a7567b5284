/// How an item stands (STATUS, RFC 5545 §3.8.1.11). The raw value is iCalendar's word.
///
/// RFC 5545 closes this list; a file's other word is kept among the unmodelled properties. Each kind of item has
/// its own part of the list: `Event.Status`, `Todo.Status`, `Journal.Status`.
public enum ItemStatus: String, Sendable, Hashable, CaseIterable {
  case tentative = "TENTATIVE"
  case confirmed = "CONFIRMED"
  case needsAction = "NEEDS-ACTION"
  case inProcess = "IN-PROCESS"
  case completed = "COMPLETED"
  case draft = "DRAFT"
  case final = "FINAL"
  case cancelled = "CANCELLED"
}

/// Whether an event takes up the time it covers (TRANSP, RFC 5545 §3.8.2.7). The raw value is iCalendar's word.
public enum Transparency: String, Sendable, Hashable, CaseIterable {
  /// Counts as busy; what holds when nothing is said.
  case opaque = "OPAQUE"
  /// Does not count as busy.
  case transparent = "TRANSPARENT"
}

/// Who may see an item (CLASS, RFC 5545 §3.8.1.3). Open: other words are kept, and taken as private.
public struct Classification: RawRepresentable, Sendable, Hashable {
  /// iCalendar's word in upper case.
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue.uppercased()
  }

  public static let `public` = Classification(rawValue: "PUBLIC")
  public static let `private` = Classification(rawValue: "PRIVATE")
  public static let confidential = Classification(rawValue: "CONFIDENTIAL")
}
