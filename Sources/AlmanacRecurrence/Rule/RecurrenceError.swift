/// A fault of a recurrence rule: its kind, its place, and what would be accepted.
///
/// One error type serves the whole module. `offset` is in UTF-8 bytes from the start of the text that was read, 0
/// where no text was read; `expected` is a phrase for a person.
public struct RecurrenceError: Error, Sendable, Hashable {
  /// The kind of fault; new kinds may be added. Repairs (`RecurrenceIssue`) and violations
  /// (`RecurrenceViolation`) are named by the same codes.
  public struct Code: RawRepresentable, Sendable, Hashable {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  public let code: Code
  public let offset: Int
  public let expected: String

  public init(_ code: Code, at offset: Int = 0, expected: String) {
    self.code = code
    self.offset = offset
    self.expected = expected
  }
}

extension RecurrenceError: CustomStringConvertible {
  public var description: String {
    "\(code.rawValue) at offset \(offset): expected \(expected)"
  }
}

// MARK: Faults of a text

extension RecurrenceError.Code {
  /// The text does not have the form of what is read.
  public static let syntax = Self(rawValue: "syntax")
  /// There is no FREQ.
  public static let missingFrequency = Self(rawValue: "missing_frequency")
  /// A name that is not a rule part, such as `X-…` of RFC 2445.
  public static let unknownPart = Self(rawValue: "unknown_part")
  /// A part is present twice.
  public static let repeatedPart = Self(rawValue: "repeated_part")
  /// A part or an element of a list is empty.
  public static let emptyValue = Self(rawValue: "empty_value")
  /// A value that its part does not have.
  public static let unknownValue = Self(rawValue: "unknown_value")
  /// A number outside the limits of its part.
  public static let outOfRange = Self(rawValue: "out_of_range")
  /// COUNT and UNTIL in one rule.
  public static let countWithUntil = Self(rawValue: "count_with_until")
  /// UNTIL is not written as `20260630`, `20260630T215959` or `20260630T215959Z`.
  public static let untilForm = Self(rawValue: "until_form")
  /// UNTIL carries an offset or the name of a zone.
  public static let untilZone = Self(rawValue: "until_zone")
  /// UNTIL is a date or a time that does not exist, such as 31 June.
  public static let untilImpossible = Self(rawValue: "until_impossible")
  /// The text is longer than a rule can be: see `RecurrenceRule.longestText`.
  public static let tooLong = Self(rawValue: "too_long")
}

// MARK: Parts that do not go together, or not with the start

extension RecurrenceError.Code {
  /// BYDAY with a number outside MONTHLY and YEARLY.
  public static let numberedWeekday = Self(rawValue: "numbered_weekday")
  /// BYDAY with a number in a rule with BYWEEKNO.
  public static let numberedWeekdayInWeek = Self(rawValue: "numbered_weekday_in_week")
  /// BYMONTHDAY with WEEKLY; BYYEARDAY with DAILY, WEEKLY or MONTHLY; BYWEEKNO outside YEARLY.
  public static let partNotForFrequency = Self(rawValue: "part_not_for_frequency")
  /// BYSETPOS without any other BY-part.
  public static let positionAlone = Self(rawValue: "position_alone")
  /// A sub-daily frequency or a time of day for a start that is a date.
  public static let timeOnDate = Self(rawValue: "time_on_date")
  /// UNTIL does not have the form that the start requires.
  public static let untilValueType = Self(rawValue: "until_value_type")
  /// UNTIL lies before the start.
  public static let untilBeforeStart = Self(rawValue: "until_before_start")
  /// SKIP without RSCALE.
  public static let skipWithoutScale = Self(rawValue: "skip_without_scale")
  /// A leap month, or a thirteenth, without a calendar system that has one.
  public static let monthWithoutScale = Self(rawValue: "month_without_scale")
  /// A part that cannot move with the start: no other values of it produce the moved instances.
  public static let immovablePart = Self(rawValue: "immovable_part")
}

/// One fault of a text that was repaired in reading it.
///
/// Comes from `RecurrenceRule.repairing(_:)`.
public struct RecurrenceIssue: Sendable, Hashable {
  public let code: RecurrenceError.Code
  /// The part that was repaired; `nil` for a name that is not a part.
  public let part: RecurrenceRule.Part?
  /// UTF-8 bytes from the start of the text.
  public let offset: Int
  /// The text of the value at fault; empty where the part as a whole is.
  public let found: String
  /// A phrase for what would have been accepted.
  public let expected: String
  /// A phrase for what was done.
  public let repair: String

  public init(
    _ code: RecurrenceError.Code, in part: RecurrenceRule.Part?, at offset: Int, found: String = "",
    expected: String, repair: String
  ) {
    self.code = code
    self.part = part
    self.offset = offset
    self.found = found
    self.expected = expected
    self.repair = repair
  }
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
  public let code: RecurrenceError.Code
  public let part: RecurrenceRule.Part
  /// The value at fault; empty where the part as a whole is.
  public let found: String
  /// A phrase for what would be accepted.
  public let expected: String

  public init(
    _ code: RecurrenceError.Code, in part: RecurrenceRule.Part, found: String = "", expected: String
  ) {
    self.code = code
    self.part = part
    self.found = found
    self.expected = expected
  }
}

extension RecurrenceViolation: CustomStringConvertible {
  /// The fault and the accepted values: `INTERVAL is 0; expected 1 or more`.
  public var message: String { part.message(found, expected) }

  public var description: String { "\(code.rawValue): \(message)" }
}
