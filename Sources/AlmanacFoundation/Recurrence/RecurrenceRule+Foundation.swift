public import AlmanacRecurrence
import AlmanacTime
public import Foundation

@available(macOS 15.4, iOS 18.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *)
extension RecurrenceRule {
  /// The rule with the meaning of one of Foundation's.
  ///
  /// An end by a date becomes UNTIL in UTC. Foundation's policy for dates that do not exist becomes SKIP in monthly and
  /// yearly rules, which alone make such dates, together with RSCALE as RFC 7529 requires. The first weekday is the
  /// calendar's; RFC 5545 counts weeks from the first one with four days in any calendar.
  ///
  /// - Throws: `ConversionError` with code `unknownCalendar`, or `notExpressible` for a matching policy
  ///   (`.nextTime`) that SKIP has no word for.
  public init(_ rule: Calendar.RecurrenceRule) throws(ConversionError) {
    self.init(Self.frequency(rule.frequency), every: rule.interval)
    if let count = rule.end.occurrences {
      end = .count(count)
    } else if let date = rule.end.date {
      end = .until(.utc(Instant(date).utc))
    }
    bySecond = rule.seconds
    byMinute = rule.minutes
    byHour = rule.hours
    byDay = rule.weekdays.map { Self.weekday($0) }
    byMonthDay = rule.daysOfTheMonth
    byYearDay = rule.daysOfTheYear
    byWeekNumber = rule.weeks
    bySetPosition = rule.setPositions
    weekStart = Weekday(sundayBased: rule.calendar.firstWeekday)
    let scale = try Self.scaleName(of: rule.calendar)
    byMonth = rule.months.map { Self.month($0, scale: scale) }
    if frequency >= .monthly { skip = try Self.skip(rule.matchingPolicy) }
    calendarScale = scale ?? (skip == .omit ? nil : "GREGORIAN")
  }

  private static func frequency(_ frequency: Calendar.RecurrenceRule.Frequency) -> Frequency {
    switch frequency {
    case .minutely: .minutely
    case .hourly: .hourly
    case .daily: .daily
    case .weekly: .weekly
    case .monthly: .monthly
    case .yearly: .yearly
    @unknown default: .daily
    }
  }

  private static func weekday(_ weekday: Calendar.RecurrenceRule.Weekday) -> WeekdayOrdinal {
    switch weekday {
    case .every(let day): WeekdayOrdinal(Weekday(day))
    case .nth(let ordinal, let day): WeekdayOrdinal(Weekday(day), ordinal: ordinal)
    @unknown default: WeekdayOrdinal(.monday)
    }
  }

  private static func month(_ month: Calendar.RecurrenceRule.Month, scale: String?) -> MonthNumber {
    let known = scale.flatMap { FoundationScale(named: $0) }
    let number = known?.monthNumber(month: month.index, isLeap: month.isLeap) ?? (month.index, month.isLeap)
    return MonthNumber(number.0, isLeap: number.1)
  }

  private static func skip(_ policy: Calendar.MatchingPolicy) throws(ConversionError) -> Skip {
    switch policy {
    case .strict: return .omit
    case .nextTimePreservingSmallerComponents: return .forward
    case .previousTimePreservingSmallerComponents: return .backward
    default:
      throw ConversionError(
        .notExpressible, in: "matchingPolicy",
        expected: "strict, or a policy that preserves smaller components")
    }
  }

  /// `nil` for the Gregorian calendar.
  private static func scaleName(of calendar: Calendar) throws(ConversionError) -> String? {
    switch calendar.identifier {
    case .gregorian, .iso8601: return nil
    case .buddhist: return "BUDDHIST"
    case .japanese: return "JAPANESE"
    case .republicOfChina: return "ROC"
    case .ethiopicAmeteAlem: return "ETHIOAA"
    case let identifier:
      guard let name = FoundationScale.name(of: identifier) else {
        throw ConversionError(
          .unknownCalendar, in: "calendar", expected: "a calendar that RSCALE has a name for")
      }
      return name
    }
  }
}
