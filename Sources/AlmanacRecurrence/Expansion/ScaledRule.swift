internal import AlmanacTime

/// What a plan needs of a calendar system: the system, and the parts of the rule as they mean it.
struct ScaledRule: Sendable {
  let system: CalendarSystem
  let parts: RuleParts
}

/// How the periods of a rule follow one another in its calendar.
enum ScaledSteps: Sendable {
  /// Every `interval`-th year, by the numbers of years.
  case years(interval: Int, first: Int)
  /// Every `interval`-th month, by the running count of months.
  case months(interval: Int, first: Int)
  /// Every `interval`-th week, by the day number of the first week's first day.
  case weeks(interval: Int, first: Int)
  /// Every `interval`-th day, by day numbers, taken a year at a time.
  case days(interval: Int, first: Int)

  /// What a period without an instance takes off the budget, by what its calendar costs.
  var cost: Int {
    switch self {
    case .years, .days: 1000
    case .months: 80
    case .weeks: 20
    }
  }
}

extension RuleParts {
  func includes(_ month: MonthNumber) -> Bool {
    guard hasMonths else { return true }
    return (month.isLeap ? leapMonths : months) & (1 << UInt16(month.number)) != 0
  }

  /// Whether a period reaches beyond its year: by weeks that do, or by dates that SKIP moves.
  var reachesBeyondYear: Bool { hasWeeks || skip != .omit }
}
