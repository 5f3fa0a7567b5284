import AlmanacRecurrence
import AlmanacTime
import Foundation

/// Every day of some decades as Foundation names it, for expansion by plain filtering.
struct ScaledDaysTable {
  struct Day {
    let number: Int
    /// Counts years and months from the table's first day.
    let year: Int
    let monthCount: Int
    let month: MonthNumber
    let dayOfMonth: Int
    var monthLength = 0
    let dayOfYear: Int
    var yearLength = 0
    let weekday: Int
  }

  private(set) var days: [Day] = []
  let firstDay: Int

  init(_ identifier: Calendar.Identifier, from first: Int, through last: Int) {
    firstDay = first
    var calendar = Calendar(identifier: identifier)
    calendar.timeZone = .gmt
    var (year, monthCount, dayOfYear) = (0, 0, 0)
    var previous: DateComponents?
    for number in first...last {
      let noon = Date(timeIntervalSince1970: Double(number) * 86_400 + 43_200)
      let parts = calendar.dateComponents([.era, .year, .month, .day], from: noon)
      if let previous {
        let isNewYear = parts.year != previous.year || parts.era != previous.era
        if isNewYear { year += 1 }
        if parts.day == 1 { monthCount += 1 }
        dayOfYear = isNewYear ? 1 : dayOfYear + 1
      }
      previous = parts
      days.append(
        Day(
          number: number, year: year, monthCount: monthCount, month: Self.month(parts, identifier),
          dayOfMonth: parts.day ?? 0, dayOfYear: dayOfYear, weekday: (number + 3) % 7))
    }
    measure()
  }

  private static func month(_ parts: DateComponents, _ identifier: Calendar.Identifier) -> MonthNumber {
    let month = parts.month ?? 0
    guard identifier == .hebrew else { return MonthNumber(month, isLeap: parts.isLeapMonth ?? false) }
    return month == 6 ? MonthNumber(5, isLeap: true) : MonthNumber(month > 6 ? month - 1 : month)
  }

  private mutating func measure() {
    var months: [Int: Int] = [:]
    var years: [Int: Int] = [:]
    for day in days {
      months[day.monthCount, default: 0] += 1
      years[day.year, default: 0] += 1
    }
    for index in days.indices {
      days[index].monthLength = months[days[index].monthCount] ?? 0
      days[index].yearLength = years[days[index].year] ?? 0
    }
  }

  func day(_ number: Int) -> Day { days[number - firstDay] }
}

extension ScaledDaysTable {
  /// The instances of a rule without SKIP, COUNT and UNTIL from a day, before another: each day asked by itself,
  /// as RFC 5545 §3.3.10 words it.
  func instances(of rule: RecurrenceRule, from start: Int, before end: Int) -> [Int] {
    let first = day(start)
    var chosen: [(period: Int, day: Int)] = []
    // Periods reach beyond both ends, and positions count all of them; the table's ends leave them room.
    for day in days[(start - 450 - firstDay)..<(end + 450 - firstDay)] {
      guard let period = period(of: day, from: first, rule), matches(day, first, rule) else { continue }
      chosen.append((period, day.number))
    }
    if !rule.bySetPosition.isEmpty { chosen = positions(rule.bySetPosition, of: chosen) }
    return chosen.map(\.day).filter { $0 >= start && $0 < end }
  }

  private func positions(_ positions: [Int], of chosen: [(period: Int, day: Int)]) -> [(
    period: Int, day: Int
  )] {
    Dictionary(grouping: chosen, by: \.period).values.flatMap { set in
      Set(positions.map { $0 > 0 ? $0 - 1 : set.count + $0 }).filter(set.indices.contains).map { set[$0] }
    }.sorted { $0.day < $1.day }
  }

  /// The period of a day, `nil` where INTERVAL leaves it out.
  private func period(of day: Day, from first: Day, _ rule: RecurrenceRule) -> Int? {
    let distance: Int
    switch rule.frequency {
    case .yearly: distance = (rule.byWeekNumber.isEmpty ? day : middleOfWeek(day, rule)).year - first.year
    case .monthly: distance = day.monthCount - first.monthCount
    case .weekly: distance = weekStart(day, rule) / 7 - weekStart(first, rule) / 7
    default: distance = day.number - first.number
    }
    return distance % rule.interval == 0 ? distance / rule.interval : nil
  }

  private func weekStart(_ day: Day, _ rule: RecurrenceRule) -> Int {
    day.number - (day.weekday - rule.weekStart.daysAfterMonday + 7) % 7 + 7 * 10_000
  }

  /// The day that decides to which year a week belongs.
  private func middleOfWeek(_ day: Day, _ rule: RecurrenceRule) -> Day {
    self.day(weekStart(day, rule) - 7 * 10_000 + 3)
  }

  private func matches(_ day: Day, _ first: Day, _ rule: RecurrenceRule) -> Bool {
    var months = rule.byMonth
    var monthDays = rule.byMonthDay
    var weekdays = rule.byDay
    let chooses = !monthDays.isEmpty || !weekdays.isEmpty || !rule.byYearDay.isEmpty
    if !chooses {
      switch rule.frequency {
      case .weekly: weekdays = [WeekdayOrdinal(Weekday(daysAfterMonday: first.weekday))]
      case .yearly where !rule.byWeekNumber.isEmpty:
        weekdays = [WeekdayOrdinal(Weekday(daysAfterMonday: first.weekday))]
      case .yearly, .monthly:
        monthDays = [first.dayOfMonth]
        if rule.frequency == .yearly, months.isEmpty { months = [first.month] }
      default: break
      }
    }
    return (months.isEmpty || months.contains(day.month))
      && has(monthDays, day.dayOfMonth, of: day.monthLength)
      && has(rule.byYearDay, day.dayOfYear, of: day.yearLength)
      && (weekdays.isEmpty || weekdays.contains { isOn($0, day, rule) }) && hasWeek(day, rule)
  }

  private func has(_ numbers: [Int], _ place: Int, of length: Int) -> Bool {
    numbers.isEmpty || numbers.contains(place) || numbers.contains(place - length - 1)
  }

  private func isOn(_ weekday: WeekdayOrdinal, _ day: Day, _ rule: RecurrenceRule) -> Bool {
    guard weekday.weekday.daysAfterMonday == day.weekday else { return false }
    guard weekday.ordinal != 0 else { return true }
    let inMonth = rule.frequency == .monthly || !rule.byMonth.isEmpty
    let (place, length) = inMonth ? (day.dayOfMonth, day.monthLength) : (day.dayOfYear, day.yearLength)
    return weekday.ordinal == (place - 1) / 7 + 1 || weekday.ordinal == -((length - place) / 7 + 1)
  }

  private func hasWeek(_ day: Day, _ rule: RecurrenceRule) -> Bool {
    guard !rule.byWeekNumber.isEmpty else { return true }
    let middle = middleOfWeek(day, rule)
    let week = (middle.dayOfYear - 1) / 7 + 1
    return has(rule.byWeekNumber, week, of: week + (middle.yearLength - middle.dayOfYear) / 7)
  }
}
