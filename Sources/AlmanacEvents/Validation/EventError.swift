/// The reasons for which an item, a task or a change was refused, all at once.
///
/// Each reason has an open code for the kind of fault, the item and the property, and a phrase that states what would be
/// accepted.
public struct EventError: Error, Sendable, Hashable {
  /// A rule that is broken.
  public struct Reason: Sendable, Hashable {
    public let code: Code
    /// The iCalendar name of the property, such as `SUMMARY`; empty for a fault of the whole item.
    public let property: String
    /// The UID of the item; empty when it has none yet.
    public let uid: String
    /// A phrase for a person that states what would be accepted.
    public let expected: String

    public init(_ code: Code, _ property: String = "", uid: String = "", expected: String) {
      self.code = code
      self.property = property
      self.uid = uid
      self.expected = expected
    }
  }

  /// The reasons, at least one.
  public private(set) var reasons: [Reason]

  public init(_ code: Code, _ property: String = "", uid: String = "", expected: String) {
    reasons = [Reason(code, property, uid: uid, expected: expected)]
  }

  init(_ reasons: [Reason], and last: Reason) {
    self.reasons = reasons + [last]
  }

  /// - Returns: `nil` when there are no reasons.
  public init?(_ reasons: [Reason]) {
    guard !reasons.isEmpty else { return nil }
    self.reasons = reasons
  }

  /// The same error with another UID in place of the UID of an item that was not made.
  func naming(_ uid: String, insteadOf new: String) -> EventError {
    var error = self
    error.reasons = reasons.map { reason in
      reason.uid == new ? Reason(reason.code, reason.property, uid: uid, expected: reason.expected) : reason
    }
    return error
  }
}

extension EventError {
  /// The kind of a fault; new kinds may be added.
  public struct Code: RawRepresentable, Sendable, Hashable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// A task without a name.
    public static let emptyName = Code(rawValue: "empty_name")
    /// A task whose name begins with a digit.
    public static let leadingDigit = Code(rawValue: "leading_digit")
    /// A task without a date.
    public static let missingDate = Code(rawValue: "missing_date")
    /// A task without a time of day.
    public static let missingTime = Code(rawValue: "missing_time")
    /// A red, which is reserved for days with several items.
    public static let reservedColor = Code(rawValue: "reserved_color")

    /// An end or a due time that is not after the start.
    public static let endNotAfterStart = Code(rawValue: "end_not_after_start")
    /// A date together with a time, or a time with a zone together with one without.
    public static let mixedTimeForms = Code(rawValue: "mixed_time_forms")
    /// A duration that is negative, has hours on a date, or has no start.
    public static let badDuration = Code(rawValue: "bad_duration")
    /// A number that its property does not allow.
    public static let outOfRange = Code(rawValue: "out_of_range")
    /// A rule on an item that has no start, or on an override.
    public static let misplacedRecurrence = Code(rawValue: "misplaced_recurrence")
    /// A property that items of this kind do not have, such as the location of a journal entry.
    public static let misplacedProperty = Code(rawValue: "misplaced_property")
    /// An address or a link that is not a URI.
    public static let badURI = Code(rawValue: "bad_uri")
    /// A control character in a text.
    public static let controlCharacter = Code(rawValue: "control_character")
    /// An alarm that lacks what its action or its trigger needs.
    public static let incompleteAlarm = Code(rawValue: "incomplete_alarm")
    /// A status and a completion that contradict each other.
    public static let contradictoryCompletion = Code(rawValue: "contradictory_completion")

    /// An identity that is not in the calendar.
    public static let notFound = Code(rawValue: "not_found")
    /// An identity that another item of the calendar has.
    public static let alreadyExists = Code(rawValue: "already_exists")
    /// A change that starts from another state of the calendar.
    public static let conflict = Code(rawValue: "conflict")
    /// A series with more instances in a range than a query expands.
    public static let tooManyInstances = Code(rawValue: "too_many_instances")

    /// A part of a rule that cannot move with the series; `property` is the name of the part.
    public static let immovablePart = Code(rawValue: "immovable_part")
    /// An instance of a series that counts by a calendar (RSCALE, RFC 7529) that is not among the `calendarSystems`.
    public static let unsupportedCalendar = Code(rawValue: "unsupported_calendar")
    /// An item that is not a to-do, where a to-do is needed.
    public static let notATodo = Code(rawValue: "not_a_todo")
    /// A to-do that is done or cancelled.
    public static let alreadyClosed = Code(rawValue: "already_closed")
    /// A to-do that is not done.
    public static let notCompleted = Code(rawValue: "not_completed")
    /// A change that makes an item one of another kind.
    public static let otherKind = Code(rawValue: "other_kind")
  }
}

extension EventError.Reason: CustomStringConvertible {
  public var description: String {
    let place = [uid, property].filter { !$0.isEmpty }.joined(separator: " ")
    return place.isEmpty
      ? "\(code.rawValue) (expected \(expected))" : "\(place): \(code.rawValue) (expected \(expected))"
  }
}

extension EventError: CustomStringConvertible {
  public var description: String {
    reasons.map { $0.description }.joined(separator: "; ")
  }
}

extension EventError {
  static func unsupportedCalendar(_ name: String, uid: String) -> EventError {
    EventError(
      .unsupportedCalendar, "RRULE", uid: uid, expected: "the calendar \(name) among the calendar's systems")
  }
}
