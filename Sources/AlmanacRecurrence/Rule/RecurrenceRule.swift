@_exported public import AlmanacTime

/// A recurrence rule: the RRULE of RFC 5545 §3.3.10 with the additions of RFC 7529, as a value.
///
/// A rule has no start of its own: expand it from one with `occurrences(from:)`, or put it in a `RecurrenceSet`.
/// Empty lists are absent parts. Initializers accept any values: `validate(for:)` reports every part that breaks RFC
/// 5545, and expansion ignores values without a meaning.
///
/// ```swift
/// let rule = RecurrenceRule(.weekly, on: [.monday, .wednesday], until: .count(24))
/// "\(rule)"                         // FREQ=WEEKLY;COUNT=24;BYDAY=MO,WE
/// let first = rule.occurrences(from: try CivilDateTime("2026-03-02T09:00")).prefix(2)
/// ```
public struct RecurrenceRule: Sendable, Hashable {
  /// The length of a period (FREQ).
  public var frequency: Frequency
  /// The number of periods from one to the next that is used, from 1.
  public var interval: Int
  /// The end of the rule: COUNT or UNTIL, which exclude each other, or none.
  public var end: End
  /// 0…60.
  public var bySecond: [Int] = []
  /// 0…59.
  public var byMinute: [Int] = []
  /// 0…23.
  public var byHour: [Int] = []
  /// The weekdays. Numbers count within the month, in a YEARLY rule without BYMONTH within the year; in rules of
  /// shorter periods, and in YEARLY ones with BYWEEKNO, expansion ignores them.
  public var byDay: [WeekdayOrdinal]
  /// 1…31 or -31…-1.
  public var byMonthDay: [Int] = []
  /// 1…366 or -366…-1.
  public var byYearDay: [Int] = []
  /// 1…53 or -53…-1.
  public var byWeekNumber: [Int] = []
  /// 1…12; a 13 or a leap month only with the RSCALE of a calendar that has one (RFC 7529 §4.2).
  public var byMonth: [MonthNumber] = []
  /// 1…366 or -366…-1: the selected instances of each period's set, counted from its start or its end.
  public var bySetPosition: [Int] = []
  /// The first day of weeks (WKST): it decides which days are one period of a WEEKLY rule, and the numbers of
  /// BYWEEKNO.
  public var weekStart = Weekday.monday
  /// The treatment of dates that a month or a year does not have (RFC 7529 §4.1).
  public var skip = Skip.omit
  /// The name of the calendar system in which the rule counts (RSCALE, RFC 7529), in upper case; `nil` is Gregorian
  /// without RSCALE.
  public var calendarScale: String?

  /// The length of a rule's periods (FREQ, RFC 5545 §3.3.10), in ascending order.
  public enum Frequency: UInt8, Sendable, Hashable, CaseIterable, Comparable {
    /// `SECONDLY`: periods of a second.
    case secondly
    /// `MINUTELY`: periods of a minute.
    case minutely
    /// `HOURLY`: periods of an hour.
    case hourly
    /// `DAILY`: periods of a day.
    case daily
    /// `WEEKLY`: periods of seven days from `weekStart` on.
    case weekly
    /// `MONTHLY`: periods of a month of the rule's calendar.
    case monthly
    /// `YEARLY`: periods of a year of the rule's calendar.
    case yearly

    public static func < (lhs: Frequency, rhs: Frequency) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  /// The end of a rule.
  public enum End: Sendable, Hashable {
    /// Neither COUNT nor UNTIL: the instances have no end.
    case never
    /// After this number of instances.
    case count(Int)
    /// With the last instance that is not later than this.
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

  /// The treatment of dates that do not exist, such as 30 February (SKIP, RFC 7529 §4.1).
  public enum Skip: UInt8, Sendable, Hashable, CaseIterable {
    /// Such dates are skipped, as in RFC 5545.
    case omit
    /// The last valid date before.
    case backward
    /// The first valid date after.
    case forward
  }

  /// - Parameters:
  ///   - frequency: The unit of the periods (FREQ).
  ///   - interval: The number of periods from one to the next that is used, from 1 (INTERVAL).
  ///   - weekdays: Weekdays, each of them as often as it occurs in a period (BYDAY); empty for no BYDAY.
  ///   - end: The end of the rule: a number of instances, such as `.count(24)`, a last time, or `.never`.
  public init(
    _ frequency: Frequency, every interval: Int = 1, on weekdays: [Weekday] = [], until end: End = .never
  ) {
    self.frequency = frequency
    self.interval = interval
    self.end = end
    byDay = weekdays.map { WeekdayOrdinal($0) }
  }

  /// Creates a rule whose last instance is on a day or before it, in the zone of the start.
  public init(
    _ frequency: Frequency, every interval: Int = 1, on weekdays: [Weekday] = [], until day: CivilDate
  ) {
    self.init(frequency, every: interval, on: weekdays, until: .until(.date(day)))
  }
}

/// A weekday, or the n-th of a month or a year: `MO`, `1FR`, `-2SU`.
public struct WeekdayOrdinal: Sendable, Hashable {
  /// The day of the week, of which `ordinal` selects all or one.
  public let weekday: Weekday
  /// 1…53 or -53…-1; 0 is every one.
  public let ordinal: Int

  /// Creates a weekday with its number in a month or a year, negative from the end; by default every one.
  public init(_ weekday: Weekday, ordinal: Int = 0) {
    self.weekday = weekday
    self.ordinal = ordinal
  }
}

/// A month of a calendar system: 1…12, or 13 where there is one, and `L` for a leap month (RFC 7529 §4.2).
public struct MonthNumber: Sendable, Hashable {
  /// 1…13; any other number is accepted and matches no month.
  public let number: Int
  /// Whether it is the leap month after the month of this number: the `L` of `5L`.
  public let isLeap: Bool

  /// Creates a month without checking its number, which `RecurrenceRule.validate(for:)` does.
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

extension RecurrenceRule: CustomStringConvertible {
  /// The value of an RRULE property in canonical form.
  ///
  /// RSCALE, FREQ, UNTIL or COUNT, INTERVAL, the BY-parts from seconds to positions, WKST, SKIP; defaults
  /// (INTERVAL=1, WKST=MO, SKIP=OMIT) are not written, nor is a smaller INTERVAL, which is expanded as 1. The order of lists is
  /// preserved. Reading the text returns an equal rule when all numbers are within their limits and UNTIL within the years 0…9999.
  public var description: String {
    var text = calendarScale.map { "RSCALE=\($0);" } ?? ""
    text += "FREQ=\(frequency.code)"
    switch end {
    case .never: break
    case .count(let count): text += ";COUNT=\(count)"
    case .until(let until): text += ";UNTIL=\(until)"
    }
    if interval > 1 { text += ";INTERVAL=\(interval)" }
    for part in Part.selecting {
      switch part {
      case .byDay: text += listed(part, byDay)
      case .byMonth: text += listed(part, byMonth)
      default: text += listed(part, self[numbers: part])
      }
    }
    if weekStart != .monday { text += ";WKST=\(weekStart.code)" }
    if skip != .omit { text += ";SKIP=\(skip.code)" }
    return text
  }

  private func listed<Value: CustomStringConvertible>(_ part: Part, _ values: [Value]) -> String {
    values.isEmpty ? "" : ";\(part.name)=" + values.map { $0.description }.joined(separator: ",")
  }
}

extension RecurrenceRule.Until: CustomStringConvertible {
  /// `20260630`, `20260630T235959` or `20260630T215959Z`.
  public var description: String {
    switch self {
    case .date(let date): date.formatted(.basic)
    case .local(let local): local.formatted(.basic)
    case .utc(let utc): utc.formatted(.basic) + "Z"
    }
  }
}
