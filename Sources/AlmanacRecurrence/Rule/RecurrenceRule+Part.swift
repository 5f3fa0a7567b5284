internal import AlmanacTime

extension RecurrenceRule {
  /// The parts of a rule by name, in the order in which they are printed.
  public enum Part: UInt8, Sendable, Hashable, CaseIterable {
    /// RSCALE: the calendar system in which the rule counts (RFC 7529 §4).
    case calendarScale
    /// FREQ: the length of a period. The only part that every rule has.
    case frequency
    /// UNTIL: the last time at which there may be an instance; excludes COUNT.
    case until
    /// COUNT: the number of instances, from 1; excludes UNTIL.
    case count
    /// INTERVAL: the number of periods from one to the next that is used, from 1.
    case interval
    /// BYSECOND: 0…60.
    case bySecond
    /// BYMINUTE: 0…59.
    case byMinute
    /// BYHOUR: 0…23.
    case byHour
    /// BYDAY: weekdays, or the n-th of a month or a year.
    case byDay
    /// BYMONTHDAY: 1…31, or -31…-1 from the end of the month.
    case byMonthDay
    /// BYYEARDAY: 1…366, or -366…-1 from the end of the year.
    case byYearDay
    /// BYWEEKNO: 1…53, or -53…-1 from the end of the year, in YEARLY rules.
    case byWeekNumber
    /// BYMONTH: 1…12, and those of the calendar system such as `5L`.
    case byMonth
    /// BYSETPOS: 1…366 or -366…-1, among the instances of a period.
    case bySetPosition
    /// WKST: the first day of weeks, Monday where it is absent.
    case weekStart
    /// SKIP: the treatment of dates that do not exist (RFC 7529 §4.1).
    case skip

    /// The name in iCalendar, such as `BYMONTHDAY`.
    public var name: String { Self.names[Int(rawValue)] }

    private static let names = [
      "RSCALE", "FREQ", "UNTIL", "COUNT", "INTERVAL", "BYSECOND", "BYMINUTE", "BYHOUR", "BYDAY", "BYMONTHDAY",
      "BYYEARDAY", "BYWEEKNO", "BYMONTH", "BYSETPOS", "WKST", "SKIP",
    ]
  }
}

/// The range of a part's numbers.
struct PartLimits {
  let range: ClosedRange<Int>
  /// Whether negative numbers count from the end; zero is then outside.
  var isSigned = false

  func contains(_ value: Int) -> Bool {
    range.contains(isSigned ? Int(clamping: value.magnitude) : value)
  }

  /// A phrase such as "1 or more" or "1 to 31, or -31 to -1", to state beside a number that is outside the limits.
  func phrase(beside number: Int = 0) -> String {
    let (low, high) = (range.lowerBound, range.upperBound)
    if high == Int(Int32.max), number <= high { return "\(low) or more" }
    return isSigned ? "\(low) to \(high), or -\(high) to -\(low)" : "\(low) to \(high)"
  }
}

extension RecurrenceRule.Part {
  /// The parts that select times of day.
  static let times: [RecurrenceRule.Part] = [.bySecond, .byMinute, .byHour]

  /// The BY-parts, in the order in which they are printed.
  static let selecting: [RecurrenceRule.Part] =
    times + [.byDay, .byMonthDay, .byYearDay, .byWeekNumber, .byMonth, .bySetPosition]

  /// The limits of RFC 5545 §3.3.10; `nil` for parts without numbers.
  ///
  /// - Parameter scaled: Whether the rule has RSCALE with a calendar other than the Gregorian, whose years have up to
  ///   13 months, 55 weeks and 385 days.
  func limits(scaled: Bool) -> PartLimits? {
    switch self {
    case .count, .interval: PartLimits(range: 1...Int(Int32.max))
    case .bySecond: PartLimits(range: 0...60)
    case .byMinute: PartLimits(range: 0...59)
    case .byHour: PartLimits(range: 0...23)
    case .byDay: PartLimits(range: 1...(scaled ? 55 : 53), isSigned: true)
    case .byMonthDay: PartLimits(range: 1...31, isSigned: true)
    case .byYearDay, .bySetPosition: PartLimits(range: 1...(scaled ? 385 : 366), isSigned: true)
    case .byWeekNumber: PartLimits(range: 1...(scaled ? 55 : 53), isSigned: true)
    case .byMonth: PartLimits(range: 1...(scaled ? 13 : 12))
    case .calendarScale, .frequency, .until, .weekStart, .skip: nil
    }
  }
}

extension RecurrenceRule {
  /// The rule with its lists sorted, each value once, and a weekday with a number only where it is not present without
  /// one.
  var withSortedLists: RecurrenceRule {
    var rule = self
    for part in Part.allCases { rule[numbers: part] = Set(self[numbers: part]).sorted() }
    rule.byMonth = Set(byMonth).sorted { $0.precedes($1) }
    let days = Set(byDay).sorted { ($0.ordinal, $0.weekday.rawValue) < ($1.ordinal, $1.weekday.rawValue) }
    let every = days.filter { $0.ordinal == 0 }
    rule.byDay =
      byWeekNumber.isEmpty
      ? days.filter { day in day.ordinal == 0 || !every.contains { $0.weekday == day.weekday } } : days
    return rule
  }

  /// Whether a BY-part is present; `false` for other parts.
  func has(_ part: Part) -> Bool {
    switch part {
    case .byDay: !byDay.isEmpty
    case .byMonth: !byMonth.isEmpty
    default: !self[numbers: part].isEmpty
    }
  }

  /// The numbers of a part that is a list of plain numbers; empty for other parts, which setting leaves unchanged.
  subscript(numbers part: Part) -> [Int] {
    get {
      switch part {
      case .bySecond: bySecond
      case .byMinute: byMinute
      case .byHour: byHour
      case .byMonthDay: byMonthDay
      case .byYearDay: byYearDay
      case .byWeekNumber: byWeekNumber
      case .bySetPosition: bySetPosition
      default: []
      }
    }
    set {
      switch part {
      case .bySecond: bySecond = newValue
      case .byMinute: byMinute = newValue
      case .byHour: byHour = newValue
      case .byMonthDay: byMonthDay = newValue
      case .byYearDay: byYearDay = newValue
      case .byWeekNumber: byWeekNumber = newValue
      case .bySetPosition: bySetPosition = newValue
      default: break
      }
    }
  }
}

extension RecurrenceRule.Frequency {
  /// `SECONDLY` … `YEARLY`.
  public var code: String { Self.codes[Int(rawValue)] }

  private static let codes = ["SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"]
}

extension RecurrenceRule.Skip {
  /// `OMIT`, `BACKWARD`, `FORWARD`.
  public var code: String { Self.codes[Int(rawValue)] }

  private static let codes = ["OMIT", "BACKWARD", "FORWARD"]
}
