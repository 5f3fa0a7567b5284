/// How much of a series an edit or a deletion is about. For an item that happens once all three are the same.
public enum RecurrenceScope: String, Sendable, Hashable, CaseIterable {
  /// The occurrence alone.
  case this
  /// The occurrence and those after it: the series is split.
  case thisAndFuture
  /// The whole series.
  case all
}

extension EventError.Code {
  /// A part of a rule that does not stay true when the series moves so far; `property` is the name of the part.
  public static let immovablePart = Self(rawValue: "immovable_part")
  /// An instance of a series that counts by a calendar (RSCALE, RFC 7529) that is not among the `calendarSystems`.
  public static let unsupportedCalendar = Self(rawValue: "unsupported_calendar")
  /// What only a to-do can be asked.
  public static let notATodo = Self(rawValue: "not_a_todo")
  /// A to-do that is done or cancelled.
  public static let alreadyClosed = Self(rawValue: "already_closed")
  /// A to-do that is not done.
  public static let notCompleted = Self(rawValue: "not_completed")
  /// An event that was made a to-do or the like.
  public static let otherKind = Self(rawValue: "other_kind")
}

extension EventError {
  static func unsupportedCalendar(_ name: String, uid: String) -> EventError {
    EventError(
      .unsupportedCalendar, "RRULE", uid: uid, expected: "the calendar \(name) among the calendar's systems")
  }
}
