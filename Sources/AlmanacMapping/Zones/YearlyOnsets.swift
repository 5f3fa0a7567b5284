import AlmanacRecurrence
import AlmanacTime

/// The rule by which a zone changes once in every year to one phase, as a VTIMEZONE can state it.
struct YearlyOnset {
  /// In force before and after it.
  let offsetFrom: Int
  let phase: ZonePhase
  let rule: RecurrenceRule
  /// On the clock of the offset before.
  let time: CivilTime

  /// When it happens, on the clock of the offset before.
  func locals(from start: CivilDateTime, until end: CivilDateTime) -> [CivilDateTime] {
    rule.occurrences(from: start.date.at(time)).prefix { $0 < end }.filter { $0 >= start }
  }

  func instant(of local: CivilDateTime) -> Instant {
    Instant(secondsSinceEpoch: local.secondsSinceEpoch - Int64(offsetFrom))
  }

  /// The onsets that a zone has in every year of the far future; empty where it changes no more, `nil` where its changes
  /// follow no rule that a VTIMEZONE could state.
  static func all(of zone: Zone) -> [YearlyOnset]? {
    // Weekdays and leap years take all their turns in 28 years.
    let era =
      Instant(
        utc: YearMonth(2400, 1).firstDay.startOfDay)..<Instant(
        utc: YearMonth(2428, 1).firstDay.startOfDay)
    var groups: [(offsetFrom: Int, phase: ZonePhase, locals: [CivilDateTime])] = []
    var offset = zone.offset(at: era.lowerBound.adding(seconds: -1))
    for transition in zone.transitions(in: era) {
      let local = CivilDateTime(
        secondsSinceEpoch: transition.instant.secondsSinceEpoch + Int64(offset))
      if let index = groups.firstIndex(where: { $0.offsetFrom == offset && $0.phase == transition.phase }) {
        groups[index].locals.append(local)
      } else {
        groups.append((offset, transition.phase, [local]))
      }
      offset = transition.phase.offset
    }
    var onsets: [YearlyOnset] = []
    for group in groups {
      // One around the new year may fall into 27 or 29 of them.
      guard (27...29).contains(group.locals.count), let rule = rule(of: group.locals) else { return nil }
      onsets.append(
        YearlyOnset(
          offsetFrom: group.offsetFrom, phase: group.phase, rule: rule, time: group.locals[0].time))
    }
    return onsets
  }

  /// The first of the rules that could be behind one onset a year for 28 years and has these very onsets.
  private static func rule(of locals: [CivilDateTime]) -> RecurrenceRule? {
    candidates(locals.map(\.date)).first { rule in
      rule.occurrences(from: locals[0]).prefix(locals.count).elementsEqual(locals)
    }
  }

  /// One date in each year; or one weekday within a run of seven days, which lies within a month, counted from its start
  /// or its end, or else is counted from the start or the end of the year: days from the start are the same in all years
  /// up to the end of February, days from the end after it.
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
      // Days 1 to 7 have the first such weekday of a month, -7 to -1 its last.
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
    // Around the new year, the first day of a year follows the last one of the year before.
    let around = zip(fromStart, fromEnd).map { $0 < 8 ? $0 - 1 : $1 }
    for run in [run(fromStart), run(fromEnd), run(around)?.map { $0 < 0 ? $0 : $0 + 1 }] {
      guard let run else { continue }
      var rule = RecurrenceRule(.yearly)
      rule.byYearDay = run
      rule.byDay = [WeekdayOrdinal(weekday)]
      rules.append(rule)
    }
    return rules
  }

  /// The seven days in a row that days of all the years make together.
  private static func run(_ days: [Int]) -> [Int]? {
    guard let low = days.min(), let high = days.max(), high - low == 6 else { return nil }
    return Array(low...high)
  }
}
