public import AlmanacRecurrence
public import AlmanacTime
public import Foundation

extension Calendar.RecurrenceRule {
  /// The corresponding rule of Foundation's, in a zone.
  ///
  /// Foundation expands from a date that is an instance, counts UNTIL by instants, and applies one policy to times that a zone skips
  /// and to dates that do not exist; SKIP=OMIT (`.strict`) leaves both out.
  ///
  /// ```swift
  /// let rule = try RecurrenceRule("FREQ=MONTHLY;BYDAY=-1FR;COUNT=3")
  /// let dates = try Calendar.RecurrenceRule(rule, in: Zone("Europe/Madrid")).recurrences(of: start)
  /// ```
  ///
  /// - Throws: `ConversionError`: `notExpressible` for SECONDLY, `unknownCalendar` for an RSCALE that Foundation does
  ///   not have, `unknownZone`.
  public init(_ rule: AlmanacRecurrence.RecurrenceRule, in zone: Zone) throws(ConversionError) {
    var calendar = try Self.calendar(of: rule)
    calendar.timeZone = try TimeZone(zone)
    calendar.firstWeekday = rule.weekStart.sundayBased
    calendar.minimumDaysInFirstWeek = 4
    self.init(
      calendar: calendar, frequency: try Self.frequency(rule.frequency),
      interval: Swift.max(rule.interval, 1),
      end: Self.end(rule.end, in: zone), matchingPolicy: Self.policy(rule.skip), repeatedTimePolicy: .first,
      months: try Self.months(of: rule), daysOfTheYear: rule.byYearDay, daysOfTheMonth: rule.byMonthDay,
      weeks: rule.byWeekNumber, weekdays: rule.byDay.map { Self.weekday($0) }, hours: rule.byHour,
      minutes: rule.byMinute, seconds: rule.bySecond, setPositions: rule.bySetPosition)
  }

  private static func calendar(of rule: AlmanacRecurrence.RecurrenceRule) throws(ConversionError) -> Calendar
  {
    switch rule.calendarScale?.uppercased() {
    case nil, "GREGORIAN", "GREGORY": return Calendar(identifier: .gregorian)
    case "ISO8601": return Calendar(identifier: .iso8601)
    case "BUDDHIST": return Calendar(identifier: .buddhist)
    case "JAPANESE": return Calendar(identifier: .japanese)
    case "ROC": return Calendar(identifier: .republicOfChina)
    case let name?:
      guard let scale = FoundationScale(named: name) else {
        throw ConversionError(.unknownCalendar, in: "RSCALE", expected: "a calendar of Foundation's")
      }
      return Calendar(identifier: scale.identifier)
    }
  }

  private static func frequency(
    _ frequency: AlmanacRecurrence.RecurrenceRule.Frequency
  ) throws(ConversionError) -> Frequency {
    switch frequency {
    case .secondly: throw ConversionError(.notExpressible, in: "FREQ", expected: "MINUTELY or longer")
    case .minutely: return .minutely
    case .hourly: return .hourly
    case .daily: return .daily
    case .weekly: return .weekly
    case .monthly: return .monthly
    case .yearly: return .yearly
    }
  }

  private static func end(_ end: AlmanacRecurrence.RecurrenceRule.End, in zone: Zone) -> End {
    switch end {
    case .never: .never
    case .count(let count): .afterOccurrences(count)
    case .until(.date(let date)):
      .afterDate(Date(zone.instant(of: date.at(CivilTime(uncheckedSecondOfDay: 86_399)))))
    case .until(.local(let local)): .afterDate(Date(zone.instant(of: local)))
    case .until(.utc(let utc)): .afterDate(Date(Zone.utc.instant(of: utc)))
    }
  }

  private static func policy(_ skip: AlmanacRecurrence.RecurrenceRule.Skip) -> Calendar.MatchingPolicy {
    switch skip {
    case .omit: .strict
    case .forward: .nextTimePreservingSmallerComponents
    case .backward: .previousTimePreservingSmallerComponents
    }
  }

  private static func months(of rule: AlmanacRecurrence.RecurrenceRule) throws(ConversionError) -> [Month] {
    let scale = rule.calendarScale.flatMap { FoundationScale(named: $0.uppercased()) }
    var months: [Month] = []
    for month in rule.byMonth {
      guard let scale else {
        guard !month.isLeap else {
          throw ConversionError(.notExpressible, in: "BYMONTH", expected: "no leap month in this calendar")
        }
        months.append(Month(month.number))
        continue
      }
      let (index, isLeap) = try scale.foundationMonth(month)
      months.append(Month(index, isLeap: isLeap))
    }
    return months
  }

  private static func weekday(_ day: WeekdayOrdinal) -> Weekday {
    let weekday = Locale.Weekday(day.weekday)
    return day.ordinal == 0 ? .every(weekday) : .nth(day.ordinal, weekday)
  }
}
