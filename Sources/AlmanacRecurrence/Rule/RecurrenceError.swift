public import AlmanacTime

/// A fault of a recurrence rule.
///
/// Repairs (`RecurrenceIssue`) and violations (`RecurrenceViolation`) are named by the same codes.
public typealias RecurrenceError = TextError<RecurrenceRule>

// MARK: Faults of a text

extension RecurrenceError.Code {
  /// The text, or the value of one of its parts, does not have the form of a rule.
  public static var syntax: Self { Self(rawValue: "syntax") }
  /// There is no FREQ.
  public static var missingFrequency: Self { Self(rawValue: "missing_frequency") }
  /// A name that is not a rule part, such as `X-…` of RFC 2445.
  public static var unknownPart: Self { Self(rawValue: "unknown_part") }
  /// A part is present twice.
  public static var repeatedPart: Self { Self(rawValue: "repeated_part") }
  /// A part or an element of a list is empty.
  public static var emptyValue: Self { Self(rawValue: "empty_value") }
  /// A value that its part does not have.
  public static var unknownValue: Self { Self(rawValue: "unknown_value") }
  /// A number outside the limits of its part.
  public static var outOfRange: Self { Self(rawValue: "out_of_range") }
  /// COUNT and UNTIL in one rule.
  public static var countWithUntil: Self { Self(rawValue: "count_with_until") }
  /// UNTIL is not written as `20260630`, `20260630T215959` or `20260630T215959Z`.
  public static var untilForm: Self { Self(rawValue: "until_form") }
  /// UNTIL carries an offset or the name of a zone.
  public static var untilZone: Self { Self(rawValue: "until_zone") }
  /// UNTIL is a date or a time that does not exist, such as 31 June.
  public static var untilImpossible: Self { Self(rawValue: "until_impossible") }
  /// The text is longer than 16 KiB.
  public static var tooLong: Self { Self(rawValue: "too_long") }
}

// MARK: Parts that do not go together, or not with the start

extension RecurrenceError.Code {
  /// BYDAY with a number outside MONTHLY and YEARLY.
  public static var numberedWeekday: Self { Self(rawValue: "numbered_weekday") }
  /// BYDAY with a number in a rule with BYWEEKNO.
  public static var numberedWeekdayInWeek: Self { Self(rawValue: "numbered_weekday_in_week") }
  /// BYMONTHDAY with WEEKLY; BYYEARDAY with DAILY, WEEKLY or MONTHLY; BYWEEKNO outside YEARLY.
  public static var partNotForFrequency: Self { Self(rawValue: "part_not_for_frequency") }
  /// BYSETPOS without any other BY-part.
  public static var positionAlone: Self { Self(rawValue: "position_alone") }
  /// A sub-daily frequency or a time of day for a start that is a date.
  public static var timeOnDate: Self { Self(rawValue: "time_on_date") }
  /// UNTIL does not have the form that the start requires.
  public static var untilValueType: Self { Self(rawValue: "until_value_type") }
  /// UNTIL lies before the start.
  public static var untilBeforeStart: Self { Self(rawValue: "until_before_start") }
  /// SKIP without RSCALE.
  public static var skipWithoutScale: Self { Self(rawValue: "skip_without_scale") }
  /// A leap month, or a thirteenth, without a calendar system that has one.
  public static var monthWithoutScale: Self { Self(rawValue: "month_without_scale") }
  /// A part that cannot move with the start: no other values of it produce the moved instances.
  public static var immovablePart: Self { Self(rawValue: "immovable_part") }
}

/// One fault of a text that was repaired in reading it.
///
/// Comes from `RecurrenceRule.repairing(_:)`.
public struct RecurrenceIssue: Sendable, Hashable {
  /// The kind of fault that was repaired, such as `.untilForm`.
  public let code: RecurrenceError.Code
  /// The part that was repaired; `nil` for an unknown name, a piece without `=`, and a backslash before a separator.
  public let part: RecurrenceRule.Part?
  /// UTF-8 bytes from the start of the text.
  public let offset: Int
  /// The text of a number outside its limits or of an unknown word; empty for other faults.
  public let found: String
  /// A phrase for what would have been accepted.
  public let expected: String
  /// A phrase for what was done.
  public let repair: String
  /// Whether the repaired rule may lack instances of the intended one, because a part that selects them was ignored in whole or
  /// in part.
  package let hidesInstances: Bool
}

extension RecurrenceIssue: CustomStringConvertible {
  /// The fault and the accepted values: `INTERVAL is 0; expected 1 or more`.
  public var message: String { part?.message(found, expected) ?? "expected \(expected)" }

  public var description: String { "\(code.rawValue) at offset \(offset): \(message); \(repair)" }
}

extension RecurrenceRule.Part {
  fileprivate func message(_ found: String, _ expected: String) -> String {
    found.isEmpty ? "\(name): expected \(expected)" : "\(name) is \(found); expected \(expected)"
  }
}

/// One way in which a rule breaks RFC 5545 §3.3.10 or RFC 7529, or cannot be moved or split.
public struct RecurrenceViolation: Error, Sendable, Hashable {
  /// The kind of violation, such as `.untilBeforeStart`.
  public let code: RecurrenceError.Code
  /// The part at fault; of several that are not legal together, one of them.
  public let part: RecurrenceRule.Part
  /// The value at fault; empty where the part as a whole is.
  public let found: String
  /// A phrase for what would be accepted.
  public let expected: String
}

extension RecurrenceViolation: CustomStringConvertible {
  /// The fault and the accepted values: `INTERVAL is 0; expected 1 or more`.
  public var message: String { part.message(found, expected) }

  public var description: String { "\(code.rawValue): \(message)" }
}
