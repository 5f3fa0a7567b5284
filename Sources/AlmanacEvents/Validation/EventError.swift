public import AlmanacTime

/// The reasons for which an item, a task or a change was refused, all at once.
///
/// Each reason has an open code for the kind of fault, the item and the property, and a phrase that states what would be
/// accepted.
public struct EventError: Error, Sendable, Hashable {
  /// The kind of a fault; new kinds may be added.
  public typealias Code = ErrorCode<EventError>

  /// A rule that is broken.
  public struct Reason: Sendable, Hashable {
    /// The kind of the fault.
    public let code: Code
    /// The iCalendar name of the property, such as `SUMMARY`; empty for a fault of the whole item.
    public let property: String
    /// The UID of the item; empty when it has none yet.
    public let uid: String
    /// A phrase for a person that states what would be accepted.
    public let expected: String

    /// Creates a reason; `property` is an iCalendar name, empty for a fault of the whole item.
    public init(_ code: Code, _ property: String = "", uid: String = "", expected: String) {
      self.code = code
      self.property = property
      self.uid = uid
      self.expected = expected
    }

    /// The fault of a series whose instances are needed, and of which a property could not be read.
    package static func unreadTimes(_ property: String, uid: String) -> Reason {
      Reason(.unreadTimes, property, uid: uid, expected: "\(property) as RFC 5545 has it")
    }

    /// The fault of a series whose instances are needed, and whose RSCALE (RFC 7529) names an unknown calendar.
    static func unsupportedCalendar(_ name: String, uid: String) -> Reason {
      Reason(
        .unsupportedCalendar, "RRULE", uid: uid, expected: "the calendar \(name) among the calendar's systems"
      )
    }
  }

  /// The reasons, at least one.
  public private(set) var reasons: [Reason]

  /// Creates an error with a single reason; `property` is an iCalendar name, empty for a fault of the whole item.
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

  package static func noItem(_ uid: String) -> EventError {
    EventError(.notFound, "UID", uid: uid, expected: "an item of the calendar")
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

extension EventError.Code {
  /// A task without a name.
  public static var emptyName: Self { Self(rawValue: "empty_name") }
  /// A task whose name begins with a digit.
  public static var leadingDigit: Self { Self(rawValue: "leading_digit") }
  /// A task without a date.
  public static var missingDate: Self { Self(rawValue: "missing_date") }
  /// A task without a time of day.
  public static var missingTime: Self { Self(rawValue: "missing_time") }
  /// A red, which is reserved for days with several items.
  public static var reservedColor: Self { Self(rawValue: "reserved_color") }

  /// An end or a due time that is not after the start.
  public static var endNotAfterStart: Self { Self(rawValue: "end_not_after_start") }
  /// A date together with a time, or a time with a zone together with one without.
  public static var mixedTimeForms: Self { Self(rawValue: "mixed_time_forms") }
  /// A duration that is negative, has hours on a date, or has no start.
  public static var badDuration: Self { Self(rawValue: "bad_duration") }
  /// A number that its property does not allow.
  public static var outOfRange: Self { Self(rawValue: "out_of_range") }
  /// A rule on an item that has no start, or on an override.
  public static var misplacedRecurrence: Self { Self(rawValue: "misplaced_recurrence") }
  /// A property that items of this kind do not have, such as the location of a journal entry.
  public static var misplacedProperty: Self { Self(rawValue: "misplaced_property") }
  /// An address or a link that is not a URI.
  public static var badURI: Self { Self(rawValue: "bad_uri") }
  /// A control character in a text.
  public static var controlCharacter: Self { Self(rawValue: "control_character") }
  /// An alarm that lacks what its action or its trigger needs.
  public static var incompleteAlarm: Self { Self(rawValue: "incomplete_alarm") }
  /// A status and a completion that contradict each other.
  public static var contradictoryCompletion: Self { Self(rawValue: "contradictory_completion") }

  /// An identity that is not in the calendar.
  public static var notFound: Self { Self(rawValue: "not_found") }
  /// An identity that another item of the calendar has.
  public static var alreadyExists: Self { Self(rawValue: "already_exists") }
  /// A change that starts from another state of the calendar.
  public static var conflict: Self { Self(rawValue: "conflict") }
  /// A series with more instances in a range than a query expands.
  public static var tooManyInstances: Self { Self(rawValue: "too_many_instances") }

  /// A part of a rule that cannot move with the series; `property` is the name of the part.
  public static var immovablePart: Self { Self(rawValue: "immovable_part") }
  /// A series whose RSCALE (RFC 7529) names a calendar that is not among the `calendarSystems`, where its instances are
  /// needed.
  public static var unsupportedCalendar: Self { Self(rawValue: "unsupported_calendar") }
  /// A series some of whose times could not be read.
  public static var unreadTimes: Self { Self(rawValue: "unread_times") }
  /// An item that is not a to-do, where a to-do is needed.
  public static var notATodo: Self { Self(rawValue: "not_a_todo") }
  /// A to-do that is done or cancelled.
  public static var alreadyClosed: Self { Self(rawValue: "already_closed") }
  /// A to-do that is not done.
  public static var notCompleted: Self { Self(rawValue: "not_completed") }
  /// A change that makes an item one of another kind.
  public static var otherKind: Self { Self(rawValue: "other_kind") }
}

extension EventError.Reason {
  private static let phrases = LanguageTable.tables(in: PackageResources.EventPhrases_txt)

  /// The fault in a phrase for a person, such as `falta l’hora`, in English if the library does not have the language.
  /// A fault of the program's own is described by what is expected.
  public func description(in localization: Localization) -> String {
    let phrase = Self.phrases.texts(in: localization).text(code.rawValue)
    return phrase.isEmpty ? expected : phrase
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
