import AlmanacRecurrence
import AlmanacTime

/// The rules of a zone's yearly changes, in the form that a VTIMEZONE can state.
extension Zone {
  /// The changes of every year of the far future, each with its rule; empty if the zone no longer changes,
  /// `nil` if its changes follow no rule that a VTIMEZONE could state.
  var yearlyObservances: [TimeZoneDefinition.Observance]? {
    // Weekdays and leap years repeat after 28 years.
    let (start, end) = (YearMonth(2400, 1).firstDay.startOfDay, YearMonth(2428, 1).firstDay.startOfDay)
    var yearly = observances(in: Instant(utc: start)..<Instant(utc: end))
    for index in yearly.indices {
      let onsets = [yearly[index].start] + yearly[index].additions
      // A change around the new year can occur in 27 or 29 of them.
      guard (27...29).contains(onsets.count), let rule = Self.rule(of: onsets) else { return nil }
      (yearly[index].rules, yearly[index].additions) = ([rule], [])
    }
    return yearly
  }

  /// The first candidate rule that yields exactly the given onsets, one a year for 28 years.
  private static func rule(of locals: [CivilDateTime]) -> RecurrenceRule? {
    candidates(locals.map(\.date)).first { rule in
      rule.occurrences(from: locals[0]).prefix(locals.count).elementsEqual(locals)
    }
  }

  /// Candidate rules: one date in each year; or one weekday within seven consecutive days. These lie within a
  /// month, counted from its start or its end, or are counted from the start or the end of the year: days
  /// from the start are equal in all years until the end of February, days from the end after it.
  private static func candidates(_ dates: [CivilDate]) -> [RecurrenceRule] {
    let (month, weekday) = (dates[0].month, dates[0].weekday)
    var rules: [RecurrenceRule] = []
    if dates.allSatisfy({ $0.month == month }) {
      let days = dates.map(\.dayOfMonth)
      let runs = [run(days), run(dates.map { $0.dayOfMonth - $0.yearMonth.length - 1 })].compactMap { $0 }
      var rule = RecurrenceRule(.yearly)
      rule.byMonth = [MonthNumber(month)]
      rule.byMonthDay = [days[0]]
      rules.append(rule)
      rule.byMonthDay = []
      // Days 1 to 7 contain the first such weekday of a month, -7 to -1 its last.
      for run in runs where run[0] > 0 ? run[6] % 7 == 0 : run[0] % 7 == 0 {
        rule.byDay = [WeekdayOrdinal(weekday, ordinal: (run[0] > 0 ? run[6] : run[0]) / 7)]
        rules.append(rule)
      }
      rule.byDay = [WeekdayOrdinal(weekday)]
      for run in runs {
        rule.byMonthDay = run
        rules.append(rule)
      }
    }
    let fromStart = dates.map(\.dayOfYear)
    let fromEnd = dates.map { $0.days(since: YearMonth($0.year + 1, 1).firstDay) }
    // Around the new year, the first day of a year follows the last of the preceding year.
    let around = zip(fromStart, fromEnd).map { $0 < 8 ? $0 - 1 : $1 }
    for case let run? in [run(fromStart), run(fromEnd), run(around)?.map { $0 < 0 ? $0 : $0 + 1 }] {
      var rule = RecurrenceRule(.yearly, on: [weekday])
      rule.byYearDay = run
      rules.append(rule)
    }
    return rules
  }

  /// The seven consecutive days formed by the days of all years; `nil` if they form no such run.
  private static func run(_ days: [Int]) -> [Int]? {
    guard let low = days.min(), let high = days.max(), high - low == 6 else { return nil }
    return Array(low...high)
  }
}

extension TimeZoneDefinition.Observance {
  /// The onsets by its yearly rules, in local time with the preceding offset, in the half-open range from
  /// `first` to `end`.
  func yearlyOnsets(from first: CivilDateTime, until end: CivilDateTime) -> [CivilDateTime] {
    rules.flatMap {
      $0.occurrences(from: first.date.at(start.time)).prefix { $0 < end }.filter { $0 >= first }
    }
  }
}
