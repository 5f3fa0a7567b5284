public import AlmanacTime

/// A recurrence rule: the RRULE of RFC 5545 §3.3.10 with the additions of RFC 7529, as a value.
///
/// A rule by itself says nothing of when it starts; expand it from a start with `occurrences(from:)`, or put it in a
/// `RecurrenceSet`. Parts that are empty are absent. The rule is not judged when it is made:
/// `validate(for:)` names every part that breaks RFC 5545, and expansion ignores what has no meaning.
///
/// ```swift
/// let rule = RecurrenceRule(.weekly, on: [.monday, .wednesday], until: .count(24))
/// "\(rule)"                         // FREQ=WEEKLY;COUNT=24;BYDAY=MO,WE
/// let first = rule.occurrences(from: try CivilDateTime("2026-03-02T09:00")).prefix(2)
/// ```
public struct RecurrenceRule: Sendable, Hashable {
  public var frequency: Frequency
  /// Every how many periods, from 1.
  public var interval: Int
  public var end: End
  /// 0…60.
  public var bySecond: [Int]
  /// 0…59.
  public var byMinute: [Int]
  /// 0…23.
  public var byHour: [Int]
  public var byDay: [WeekdayOrdinal]
  /// 1…31 or -31…-1.
  public var byMonthDay: [Int]
  /// 1…366 or -366…-1.
  public var byYearDay: [Int]
  /// 1…53 or -53…-1.
  public var byWeekNumber: [Int]
  public var byMonth: [MonthNumber]
  /// 1…366 or -366…-1: which instances of each period's set, counted from its start or its end.
  public var bySetPosition: [Int]
  public var weekStart: Weekday
  /// What happens to dates that a month or a year does not have (RFC 7529 §4.1).
  public var skip: Skip
  /// The name of the calendar system by which the rule counts (RSCALE, RFC 7529), in upper case; `nil` is
  /// Gregorian without saying so.
  public var calendarScale: String?

  public enum Frequency: UInt8, Sendable, Hashable, CaseIterable, Comparable {
    case secondly, minutely, hourly, daily, weekly, monthly, yearly

    public static func < (lhs: Frequency, rhs: Frequency) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  /// When a rule stops.
  public enum End: Sendable, Hashable {
    case never
    /// After so many instances.
    case count(Int)
    /// With the last instance not later than this.
    case until(Until)
  }

  /// The three forms of UNTIL.
  public enum Until: Sendable, Hashable {
    /// Includes this day. Right for starts that are dates.
    case date(CivilDate)
    /// A wall-clock time. Right for floating starts.
    case local(CivilDateTime)
    /// A time in UTC. Right for starts in a zone.
    case utc(CivilDateTime)
  }

  public enum Skip: UInt8, Sendable, Hashable {
    /// Such dates are left out: what RFC 5545 says.
    case omit
    /// The last valid date before.
    case backward
    /// The first valid date after.
    case forward
  }

  public init(
    _ frequency: Frequency, every interval: Int = 1, on weekdays: [Weekday] = [], until end: End = .never
  ) {
    self.frequency = frequency
    self.interval = interval
    self.end = end
    bySecond = []
    byMinute = []
    byHour = []
    byDay = weekdays.map { WeekdayOrdinal($0) }
    byMonthDay = []
    byYearDay = []
    byWeekNumber = []
    byMonth = []
    bySetPosition = []
    weekStart = .monday
    skip = .omit
    calendarScale = nil
  }
}

/// A weekday, or the n-th of a month or a year: `MO`, `1FR`, `-2SU`.
public struct WeekdayOrdinal: Sendable, Hashable {
  public let weekday: Weekday
  /// 1…53 or -53…-1; 0 is every one.
  public let ordinal: Int

  public init(_ weekday: Weekday, ordinal: Int = 0) {
    self.weekday = weekday
    self.ordinal = ordinal
  }
}

/// A month of a calendar system: 1…12, or 13 where there is one, and `L` for a leap month (RFC 7529 §4.2).
public struct MonthNumber: Sendable, Hashable {
  public let number: Int
  public let isLeap: Bool

  public init(_ number: Int, isLeap: Bool = false) {
    self.number = number
    self.isLeap = isLeap
  }
}

extension MonthNumber: ExpressibleByIntegerLiteral {
  public init(integerLiteral number: Int) {
    self.init(number)
  }
}

extension WeekdayOrdinal: CustomStringConvertible {
  public var description: String { ordinal == 0 ? weekday.code : "\(ordinal)\(weekday.code)" }
}

extension MonthNumber: CustomStringConvertible {
  public var description: String { isLeap ? "\(number)L" : "\(number)" }
}
