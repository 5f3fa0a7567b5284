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

  /// When it happens in a year.
  func local(in year: Int) -> CivilDateTime? {
    let start = YearMonth(year, 1).firstDay.at(time)
    guard let onset = rule.occurrences(from: start).first(where: { _ in true }), onset.date.year == year
    else {
      return nil
    }
    return onset
  }

  func instant(in year: Int) -> Instant? {
    local(in: year).map { Instant(secondsSinceEpoch: $0.secondsSinceEpoch - Int64(offsetFrom)) }
  }

  /// The onsets that a zone has in every year of the far future; empty where it changes no more, `nil` where its changes
  /// follow no rule that a VTIMEZONE could state.
  static func all(of zone: Zone) -> [YearlyOnset]? {
    let first = YearMonth(2400, 1).firstDay.startOfDay
    // Weekdays and leap years take all their turns in 28 years.
    let last = YearMonth(2428, 1).firstDay.startOfDay
    let era =
      Instant(
        secondsSinceEpoch: first.secondsSinceEpoch)..<Instant(
        secondsSinceEpoch: last.secondsSinceEpoch)
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
      guard group.locals.count == 28, let rule = rule(of: group.locals) else { return nil }
      onsets.append(
        YearlyOnset(
          offsetFrom: group.offsetFrom, phase: group.phase, rule: rule, time: group.locals[0].time))
    }
    return onsets
  }

  /// The rule behind one onset a year for 28 years.
  private static func rule(of locals: [CivilDateTime]) -> RecurrenceRule? {
    let dates = locals.map(\.date)
    let month = dates[0].month
    guard dates.allSatisfy({ $0.month == month }), locals.allSatisfy({ $0.time == locals[0].time }) else {
      return nil
    }
    var rule = RecurrenceRule(.yearly)
    rule.byMonth = [MonthNumber(month)]
    let days = dates.map(\.dayOfMonth)
    guard let low = days.min(), let high = days.max() else { return nil }
    if low == high {
      rule.byMonthDay = [low]
      return rule
    }
    let weekday = dates[0].weekday
    guard high - low == 6, dates.allSatisfy({ $0.weekday == weekday }) else { return nil }
    if dates.allSatisfy({ $0.yearMonth.length - $0.dayOfMonth < 7 }) {
      rule.byDay = [WeekdayOrdinal(weekday, ordinal: -1)]
    } else if low % 7 == 1 {
      rule.byDay = [WeekdayOrdinal(weekday, ordinal: low / 7 + 1)]
    } else {
      rule.byDay = [WeekdayOrdinal(weekday)]
      rule.byMonthDay = Array(low...high)
    }
    return rule
  }
}
