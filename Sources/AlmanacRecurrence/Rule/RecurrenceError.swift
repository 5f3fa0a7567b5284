/// What was wrong with a recurrence rule, where, and what would be accepted.
///
/// One error type serves the whole module: `code` says what kind of fault it is and is open for new kinds,
/// `offset` is the position of the fault in UTF-8 bytes from the start of the text that was read
/// (0 where no text was read), and `expected` is a phrase for a person.
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

/// Faults of a text.
extension RecurrenceError.Code {
  /// The text does not have the form of what is read.
  public static let syntax = Self(rawValue: "syntax")
  /// There is no FREQ.
  public static let missingFrequency = Self(rawValue: "missing_frequency")
  /// A name that is none of the rule parts, such as `X-…` of RFC 2445.
  public static let unknownPart = Self(rawValue: "unknown_part")
  /// A part stands twice.
  public static let repeatedPart = Self(rawValue: "repeated_part")
  /// A part or a place of a list has no value.
  public static let emptyValue = Self(rawValue: "empty_value")
  /// A value that is none of those that its part knows.
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
  /// A phrase that can be understood in two ways, such as "every second friday".
  public static let ambiguous = Self(rawValue: "ambiguous")
  /// Phrases that are understood one by one but make no rule together.
  public static let contradiction = Self(rawValue: "contradiction")
}

/// Parts that do not go together, or not with the start.
extension RecurrenceError.Code {
  /// BYDAY with a number outside MONTHLY and YEARLY.
  public static let numberedWeekday = Self(rawValue: "numbered_weekday")
  /// BYDAY with a number beside BYWEEKNO.
  public static let numberedWeekdayInWeek = Self(rawValue: "numbered_weekday_in_week")
  /// BYMONTHDAY with WEEKLY; BYYEARDAY with DAILY, WEEKLY or MONTHLY; BYWEEKNO outside YEARLY.
  public static let partNotForFrequency = Self(rawValue: "part_not_for_frequency")
  /// BYSETPOS without any other BY-part.
  public static let positionAlone = Self(rawValue: "position_alone")
  /// A sub-daily frequency or a time of day for a start that is a date.
  public static let timeOnDate = Self(rawValue: "time_on_date")
  /// UNTIL is not of the form that the start's asks for.
  public static let untilValueType = Self(rawValue: "until_value_type")
  /// UNTIL lies before the start.
  public static let untilBeforeStart = Self(rawValue: "until_before_start")
  /// SKIP without RSCALE.
  public static let skipWithoutScale = Self(rawValue: "skip_without_scale")
  /// A leap month, or a thirteenth, without a calendar system that has one.
  public static let monthWithoutScale = Self(rawValue: "month_without_scale")
}
