internal import AlmanacTime

/// Planning of rules that count in another calendar.
extension Planner {
  /// The shape of a rule that steps by days or more.
  func scaledShape(_ scale: ScaledRule) -> ExpansionPlan.Shape {
    let startDay = start.date.daysSinceEpoch
    guard let year = scale.system.year(containing: startDay), let month = year.index(ofDay: startDay) else {
      return .empty
    }
    switch rule.frequency {
    case .yearly:
      return .scaled(.years(interval: interval, first: firstYear(scale, of: startDay, in: year)))
    case .monthly:
      return .scaled(.months(interval: interval, first: year.monthsBefore + month))
    case .weekly:
      let first = startDay - (start.date.weekday.daysAfterMonday - parts.weekStart + 7) % 7
      return .scaled(.weeks(interval: interval, first: first))
    default:
      return .scaled(.days(interval: interval, first: startDay))
    }
  }

  /// The year that YEARLY counts from, as in the Gregorian calendar: where weeks are counted, the week-based year
  /// when the start is an instance of it.
  private func firstYear(_ scale: ScaledRule, of day: Int, in year: CalendarYear) -> Int {
    guard scale.parts.hasWeeks else { return year.number }
    if interval == 1 { return year.number - 1 }
    let shape = ScaledYear(year, of: scale.system, withNeighbours: true)
    let weeks = shape.weeks(startingOn: scale.parts.weekStart)
    let bit = day - shape.origin
    guard !weeks.contains(bit) else { return year.number }
    let isBefore = bit < weeks.lowerBound
    guard let other = isBefore ? scale.system.year(before: year) : scale.system.year(after: year) else {
      return year.number
    }
    let otherShape = ScaledYear(other, of: scale.system, withNeighbours: true)
    let isInstance = scale.parts.yearlyMask(otherShape).contains(day - otherShape.origin)
    return isInstance ? other.number : year.number
  }
}

extension RuleParts {
  /// What the start says where the rule leaves it open, by the calendar's own month and day.
  mutating func fillIn(from start: CivilDate, frequency: RecurrenceRule.Frequency, by system: CalendarSystem)
  {
    let day = start.daysSinceEpoch
    guard let year = system.year(containing: day), let index = year.index(ofDay: day) else { return }
    let month = year.months[index]
    fillIn(month: month.number, day: day - month.firstDay + 1, weekday: start.weekday, frequency: frequency)
  }
}
