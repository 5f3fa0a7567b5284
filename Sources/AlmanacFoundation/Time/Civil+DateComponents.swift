public import AlmanacTime
public import Foundation

// Both sides of these conversions are wall-clock values with the same digits. Civil dates are proleptic Gregorian,
// while Foundation's Gregorian calendar is Julian before 15 October 1582, so components of earlier dates should not
// be passed to it.

extension CivilDate {
  /// Creates the date of components with year, month and day.
  ///
  /// Components with a calendar other than the Gregorian are read by that calendar; else their digits are used, with the
  /// year counting back from 1 BC where `era` is 0.
  ///
  /// - Throws: `ConversionError` with code `missingField` or `outOfRange`, naming the field.
  public init(_ components: DateComponents) throws(ConversionError) {
    if let calendar = components.calendar, !calendar.isGregorian {
      self = try Self.date(components, by: calendar)
      return
    }
    let year = try components.civilYear()
    let month = try components.required(components.month, "month")
    let day = try components.required(components.day, "day")
    do throws(TimeError) {
      self = try CivilDate(year, month, day)
    } catch {
      throw ConversionError(.outOfRange, in: "day", expected: error.expected)
    }
  }

  private static func date(_ components: DateComponents, by calendar: Calendar) throws(ConversionError)
    -> CivilDate
  {
    _ = try components.required(components.year, "year")
    _ = try components.required(components.month, "month")
    _ = try components.required(components.day, "day")
    var calendar = calendar
    calendar.timeZone = .gmt
    var noon = DateComponents(
      era: components.era, year: components.year, month: components.month, day: components.day, hour: 12)
    noon.isLeapMonth = components.isLeapMonth
    guard let date = calendar.date(from: noon),
      case let found = calendar.dateComponents([.year, .month, .day], from: date),
      found.year == components.year, found.month == components.month, found.day == components.day
    else { throw ConversionError(.outOfRange, in: "day", expected: "a date that the calendar has") }
    return Instant(date).utc.date
  }
}

extension CivilTime {
  /// Creates the time of components with an hour; a missing minute or second is 0, fractions are ignored.
  ///
  /// - Throws: `ConversionError` with code `missingField` or `outOfRange`.
  public init(_ components: DateComponents) throws(ConversionError) {
    let hour = try components.required(components.hour, "hour")
    do throws(TimeError) {
      self = try CivilTime(hour, components.minute ?? 0, components.second ?? 0)
    } catch {
      throw ConversionError(.outOfRange, in: "hour, minute, second", expected: error.expected)
    }
  }
}

extension CivilDateTime {
  /// Creates the wall-clock time of components with year, month, day and hour; their zone is ignored.
  ///
  /// - Throws: `ConversionError` with code `missingField` or `outOfRange`, naming the field.
  public init(_ components: DateComponents) throws(ConversionError) {
    self.init(try CivilDate(components), try CivilTime(components))
  }
}

extension YearMonth {
  /// Creates the Gregorian month of components with year and month.
  ///
  /// - Throws: `ConversionError` with code `missingField`, `outOfRange` or `unknownCalendar`.
  public init(_ components: DateComponents) throws(ConversionError) {
    if let calendar = components.calendar, !calendar.isGregorian {
      throw ConversionError(.unknownCalendar, in: "calendar", expected: "the Gregorian calendar")
    }
    let year = try components.civilYear()
    let month = try components.required(components.month, "month")
    guard (1...12).contains(month) else {
      throw ConversionError(.outOfRange, in: "month", expected: "a month from 1 to 12")
    }
    self.init(clampingYear: year, month)
  }
}

extension DateComponents {
  /// Creates components with year, month and day, without a calendar and a zone.
  public init(_ date: CivilDate) {
    let (year, month, day) = date.fields
    self.init(year: year, month: month, day: day)
  }

  /// Creates components with hour, minute and second.
  public init(_ time: CivilTime) {
    self.init(hour: time.hour, minute: time.minute, second: time.second)
  }

  /// Creates components from year to second, without a calendar and a zone.
  public init(_ local: CivilDateTime) {
    let (year, month, day) = local.date.fields
    let time = local.time
    self.init(year: year, month: month, day: day, hour: time.hour, minute: time.minute, second: time.second)
  }

  /// Creates components with year and month.
  public init(_ month: YearMonth) {
    self.init(year: month.year, month: month.month)
  }

  fileprivate func required(_ value: Int?, _ field: String) throws(ConversionError) -> Int {
    guard let value else { throw ConversionError(.missingField, in: field, expected: "a \(field)") }
    return value
  }

  /// The astronomical year: 0 is 1 BC.
  fileprivate func civilYear() throws(ConversionError) -> Int {
    let stated = try required(year, "year")
    let year = era == 0 ? 1 - Swift.max(stated, -10_000) : stated
    guard (-9999...9999).contains(year) else {
      throw ConversionError(.outOfRange, in: "year", expected: "a year from -9999 to 9999")
    }
    return year
  }
}

extension Calendar {
  /// Whether years, months and days are the Gregorian ones.
  fileprivate var isGregorian: Bool { identifier == .gregorian || identifier == .iso8601 }
}
