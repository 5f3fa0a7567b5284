/// Why an item, a task or a change was refused: every reason at once.
///
/// One error type serves the module. Each reason says what kind of fault it is (the codes are open and are what
/// the command line prints), at which item and property it lies, and what would be accepted.
public struct EventError: Error, Sendable, Hashable {
  /// One rule that is broken.
  public struct Reason: Sendable, Hashable {
    public let code: Code
    /// iCalendar's name of the property, such as `SUMMARY`; empty when it is about the whole item.
    public let property: String
    /// The item, as far as it has an identity yet.
    public let uid: String
    /// A phrase for a person: what would be accepted.
    public let expected: String

    public init(_ code: Code, _ property: String = "", uid: String = "", expected: String) {
      self.code = code
      self.property = property
      self.uid = uid
      self.expected = expected
    }
  }

  /// Never empty.
  public private(set) var reasons: [Reason]

  public init(_ code: Code, _ property: String = "", uid: String = "", expected: String) {
    reasons = [Reason(code, property, uid: uid, expected: expected)]
  }

  init(_ reasons: [Reason], and last: Reason) {
    self.reasons = reasons + [last]
  }

  /// - Returns: `nil` when there is nothing to complain about.
  public init?(_ reasons: [Reason]) {
    guard !reasons.isEmpty else { return nil }
    self.reasons = reasons
  }

  /// The same of an item that is not there yet, named by the one of which it was to become.
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

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A task without a name.
    public static let emptyName = Code(rawValue: "empty_name")
    /// A task whose name begins with a digit.
    public static let leadingDigit = Code(rawValue: "leading_digit")
    /// A task without a date.
    public static let missingDate = Code(rawValue: "missing_date")
    /// A task without a time of day.
    public static let missingTime = Code(rawValue: "missing_time")
    /// A red, which is kept for days with several items.
    public static let reservedColor = Code(rawValue: "reserved_color")

    /// An end or a due time that is not after the start.
    public static let endNotAfterStart = Code(rawValue: "end_not_after_start")
    /// A date where a time stands beside it, or the reverse, or a time with a zone beside one without.
    public static let mixedTimeForms = Code(rawValue: "mixed_time_forms")
    /// A duration that cannot stand here: negative, with hours on a date, or without a start.
    public static let badDuration = Code(rawValue: "bad_duration")
    /// A number that its property does not allow.
    public static let outOfRange = Code(rawValue: "out_of_range")
    /// A rule on an item that has no start, or on an override.
    public static let misplacedRecurrence = Code(rawValue: "misplaced_recurrence")
    /// Something that items of this kind do not have, such as the place of a journal entry.
    public static let misplacedProperty = Code(rawValue: "misplaced_property")
    /// An address or a link that is not a URI.
    public static let badURI = Code(rawValue: "bad_uri")
    /// A control character in a text.
    public static let controlCharacter = Code(rawValue: "control_character")
    /// An alarm that lacks what its action or its trigger needs.
    public static let incompleteAlarm = Code(rawValue: "incomplete_alarm")
    /// A status and a completion that contradict each other.
    public static let contradictoryCompletion = Code(rawValue: "contradictory_completion")

    /// Nothing with this identity is in the calendar.
    public static let notFound = Code(rawValue: "not_found")
    /// The calendar already has an item with this identity.
    public static let alreadyExists = Code(rawValue: "already_exists")
    /// The calendar is not in the state that a change starts from.
    public static let conflict = Code(rawValue: "conflict")
    /// A series with more instances in a range than a query expands.
    public static let tooManyInstances = Code(rawValue: "too_many_instances")
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
