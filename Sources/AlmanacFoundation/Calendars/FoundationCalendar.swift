public import AlmanacRecurrence
internal import AlmanacTime
internal import Foundation

/// The years of a calendar, computed from the month and day that Foundation has for single days.
///
/// Only these fields are used, as Foundation's lengths and ranges are wrong for some calendars and distant years. Each year
/// takes a bounded number of look-ups, and its lengths are checked.
struct FoundationCalendar: Sendable {
  private let scale: FoundationScale
  private let calendar: Calendar

  init(_ scale: FoundationScale) {
    self.scale = scale
    var calendar = Calendar(identifier: scale.identifier)
    calendar.timeZone = .gmt
    self.calendar = calendar
  }

  /// The year that contains a day number; `nil` beyond the calendar's reach.
  func year(containing day: Int) -> CalendarYear? {
    guard scale.reach.contains(day), let first = firstDayOfYear(containing: day) else { return nil }
    let start = fields(ofDay: first)
    var months: [(number: MonthNumber, length: Int)] = []
    var month = start
    var monthStart = first
    repeat {
      guard months.count < 14, let next = monthStartAfter(monthStart) else { return nil }
      months.append((month.month, next - monthStart))
      monthStart = next
      month = fields(ofDay: next)
    } while !month.isNewYear
    let monthsBefore = scale.monthsBefore(year: start.year, firstDay: first)
    return CalendarYear(number: start.year, monthsBefore: monthsBefore, firstDay: first, months: months)
  }

  private func firstDayOfYear(containing day: Int) -> Int? {
    var current = day
    for _ in 0..<14 {
      let fields = fields(ofDay: current)
      let monthStart = current - fields.day + 1
      if fields.month == MonthNumber(1) { return self.fields(ofDay: monthStart).isNewYear ? monthStart : nil }
      current = monthStart - 1
    }
    return nil
  }

  /// A month lasts at most 31 days, and no two in a row less than 31 together: so the day 31 days on lies in the
  /// next month.
  private func monthStartAfter(_ start: Int) -> Int? {
    let next = start + 31 - fields(ofDay: start + 31).day + 1
    guard next > start, fields(ofDay: next).day == 1 else { return nil }
    return next
  }

  private struct Fields {
    let year: Int
    let month: MonthNumber
    let day: Int

    var isNewYear: Bool { month == MonthNumber(1) && day == 1 }
  }

  private func fields(ofDay day: Int) -> Fields {
    // Noon, so that no rounding reaches a neighbouring day.
    let noon = Date(timeIntervalSince1970: Double(day) * 86_400 + 43_200)
    let parts = calendar.dateComponents([.era, .year, .month, .day], from: noon)
    let (month, isLeap) = scale.monthNumber(month: parts.month ?? 0, isLeap: parts.isLeapMonth ?? false)
    return Fields(
      year: scale.yearNumber(era: parts.era ?? 0, year: parts.year ?? 0),
      month: MonthNumber(month, isLeap: isLeap), day: parts.day ?? 0)
  }
}

/// A bounded cache of the years of one calendar.
final class CalendarYearCache: Sendable {
  private let calendar: FoundationCalendar
  /// The years in order of their first days.
  private let years = LockedState<[CalendarYear]>([])
  private static let bound = 512

  init(_ calendar: FoundationCalendar) {
    self.calendar = calendar
  }

  func year(containing day: Int) -> CalendarYear? {
    if let cached = years.withLock({ years in Self.last(of: years, upTo: day) }), cached.contains(day) {
      return cached
    }
    guard let year = calendar.year(containing: day) else { return nil }
    years.withLock { years in
      if years.count >= Self.bound { years.removeAll(keepingCapacity: true) }
      guard Self.last(of: years, upTo: year.firstDay) != year else { return }
      years.insert(year, at: years.partitioningIndex { $0.firstDay > year.firstDay })
    }
    return year
  }

  /// The last year that begins on a day or before it.
  private static func last(of years: [CalendarYear], upTo day: Int) -> CalendarYear? {
    years[..<years.partitioningIndex { $0.firstDay > day }].last
  }
}

extension CalendarSystems {
  /// The calendars of Foundation's ICU, and the Hebrew one by its own arithmetic, under their CLDR names, which RSCALE uses:
  /// CHINESE, DANGI, HEBREW, COPTIC, ETHIOPIC, ETHIOAA (or ETHIOPIC-AMETE-ALEM), INDIAN, PERSIAN, ISLAMIC,
  /// ISLAMIC-CIVIL (or ISLAMICC), ISLAMIC-TBLA, ISLAMIC-UMALQURA and ISLAMIC-RGSA, as well as those that are Gregorian in
  /// months and days.
  ///
  /// The value caches a bounded number of computed years and is safe to share between threads. Calendars that follow the moon reach from year 1 to year 3000, the others from 4700 BC
  /// to the year 9999.
  ///
  /// ```swift
  /// let calendars = CalendarSystems.foundation
  /// let feast = try RecurrenceRule("RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1")
  /// feast.occurrences(from: try CivilDate(2026, 1, 1), calendars: calendars).first        // 2026-09-12
  /// ```
  public static var foundation: CalendarSystems {
    CalendarSystems(
      FoundationScale.all.map { name, scale in
        // ICU postpones some Hebrew new years twice: 5807 begins on 1 October 2046, not on the 2nd.
        guard scale.identifier != .hebrew else { return .hebrew }
        let cache = CalendarYearCache(FoundationCalendar(scale))
        return CalendarSystem(name: name) { cache.year(containing: $0) }
      })
  }
}
