/// A time of day on a 24-hour clock, without a date and without a zone, to the second.
///
/// The library counts in whole seconds: iCalendar has nothing finer, and a date with a time then fits in one integer.
/// Finer measurements (a repetition, a rest) are a `Swift.Duration`.
///
/// ```swift
/// let nine = try CivilTime(9, 30)
/// nine.secondOfDay                  // 34200
/// "\(nine)"                         // 09:30:00
/// ```
public struct CivilTime: Sendable, Hashable {
  @usableFromInline let second32: Int32

  /// Creates a time without checking it: the number has to be within 0 ..< 86 400.
  public init(uncheckedSecondOfDay second: Int) {
    second32 = Int32(truncatingIfNeeded: second)
  }

  /// - Returns: `nil` for a number outside 0 ..< 86 400.
  public init?(secondOfDay second: Int) {
    guard (0..<86_400).contains(second) else { return nil }
    self.init(uncheckedSecondOfDay: second)
  }

  /// - Throws: `TimeError` with code `outOfRange` for an hour, a minute or a second that the clock does not have.
  public init(_ hour: Int, _ minute: Int = 0, _ second: Int = 0) throws(TimeError) {
    try TimeError.require("an hour", hour, in: 0...23)
    try TimeError.require("a minute", minute, in: 0...59)
    try TimeError.require("a second", second, in: 0...59)
    self.init(uncheckedSecondOfDay: hour * 3600 + minute * 60 + second)
  }

  /// 00:00:00.
  public static let midnight = CivilTime(uncheckedSecondOfDay: 0)
  /// 12:00:00.
  public static let noon = CivilTime(uncheckedSecondOfDay: 43_200)

  /// Seconds since midnight, 0 ..< 86 400.
  public var secondOfDay: Int { Int(second32) }

  /// 0…23.
  public var hour: Int { Int(second32) / 3600 }

  /// 0…59.
  public var minute: Int { Int(second32) / 60 % 60 }

  /// 0…59.
  public var second: Int { Int(second32) % 60 }
}

extension CivilTime: Comparable {
  public static func < (lhs: CivilTime, rhs: CivilTime) -> Bool { lhs.second32 < rhs.second32 }
}

extension CivilTime: CustomStringConvertible {
  /// Reads `09:00`, `09:00:30` or `090030`.
  ///
  /// - Throws: `TimeError` with the offset of the fault.
  public init(_ text: String) throws(TimeError) {
    self = try TimeError.reading(text) { (scanner) throws(TimeError) in try scanner.time() }
  }

  /// The time as a clock shows it: `09:30`, with seconds only where there are any.
  public var clock: String {
    DigitWriter.text { $0.append(clock: secondOfDay) }
  }

  /// Writes `093000` or `09:30:00`, always with seconds.
  public func formatted(_ form: CivilForm) -> String {
    DigitWriter.text { $0.append(self, form) }
  }

  public var description: String { formatted(.extended) }
}

/// A date with a time of day, without a zone: a wall-clock time.
///
/// It is stored as seconds since 1970-01-01T00:00:00 of the same clock, every day having 86 400, so that recurrence
/// is integer arithmetic. Values are compared by their digits; with a zone they have an `Instant`.
///
/// ```swift
/// let start = try CivilDateTime("2026-03-02T09:00")
/// start.date.weekday                        // .monday
/// start.adding(.minutes(90))                // 2026-03-02T10:30:00
/// let instant = try start.in(Zone("Europe/Madrid")).instant
/// ```
public struct CivilDateTime: Sendable, Hashable {
  /// Seconds since 1970-01-01T00:00:00 of the same wall clock.
  public let secondsSinceEpoch: Int64

  /// Creates a value without checking it: the number has to be within `CivilDateTime.min ... CivilDateTime.max`.
  public init(uncheckedSecondsSinceEpoch seconds: Int64) {
    secondsSinceEpoch = seconds
  }

  /// Creates the wall-clock time a number of seconds after 1970-01-01T00:00:00, bounded to the range.
  public init(secondsSinceEpoch seconds: Int64) {
    secondsSinceEpoch = Swift.min(Swift.max(seconds, Self.min.secondsSinceEpoch), Self.max.secondsSinceEpoch)
  }

  /// Creates the wall-clock time of a date and a time of day.
  public init(_ date: CivilDate, _ time: CivilTime) {
    secondsSinceEpoch = Int64(date.day) &* 86_400 &+ Int64(time.second32)
  }

  /// - Throws: `TimeError` with code `outOfRange` for a field that the calendar or the clock does not have.
  public init(_ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int = 0, _ second: Int = 0)
    throws(TimeError)
  {
    self.init(try CivilDate(year, month, day), try CivilTime(hour, minute, second))
  }

  /// -9999-01-01T00:00:00.
  public static let min = CivilDateTime(CivilDate.min, .midnight)
  /// 9999-12-31T23:59:59.
  public static let max = CivilDateTime(CivilDate.max, CivilTime(uncheckedSecondOfDay: 86_399))

  /// The date of the day that contains the time.
  public var date: CivilDate {
    CivilDate(uncheckedDaysSinceEpoch: Int(secondsSinceEpoch.flooredQuotient(86_400)))
  }

  /// The time of day, 00:00:00…23:59:59.
  public var time: CivilTime {
    CivilTime(uncheckedSecondOfDay: Int(secondsSinceEpoch.flooredRemainder(86_400)))
  }
}

extension CivilDateTime {
  /// The wall-clock time a number of seconds later, every day having 86 400; bounded to the range.
  public func adding(seconds: Int) -> CivilDateTime {
    CivilDateTime(secondsSinceEpoch: secondsSinceEpoch.saturatingAdd(Int64(seconds)))
  }

  /// The wall-clock time a duration later: days first, then hours, minutes and seconds.
  public func adding(_ duration: CalendarDuration) -> CivilDateTime {
    adding(seconds: duration.civilSeconds)
  }

  /// The same time of day a number of days later.
  public func adding(days: Int) -> CivilDateTime {
    date.adding(days: days).at(time)
  }

  /// Seconds from another wall-clock time to this one.
  public func seconds(since other: CivilDateTime) -> Int {
    Int(secondsSinceEpoch - other.secondsSinceEpoch)
  }

  /// This wall-clock time in a zone: in a fold the first of the two, in a gap moved forward by the gap.
  public func `in`(_ zone: Zone) -> ZonedDateTime {
    ZonedDateTime(self, in: zone)
  }
}

extension CivilDateTime: Comparable {
  public static func < (lhs: CivilDateTime, rhs: CivilDateTime) -> Bool {
    lhs.secondsSinceEpoch < rhs.secondsSinceEpoch
  }
}

extension CivilDateTime: CustomStringConvertible {
  /// Reads `2026-03-02T09:00`, with seconds or without, or `20260302T090000`.
  ///
  /// - Throws: `TimeError` with the offset of the fault, also for an offset or a `Z` after the time, which a
  ///   wall-clock time does not have.
  public init(_ text: String) throws(TimeError) {
    self = try TimeError.reading(text) { (scanner) throws(TimeError) in try scanner.dateTime() }
  }

  /// Writes `20260302T090000` or `2026-03-02T09:00:00`, without an offset.
  public func formatted(_ form: CivilForm) -> String {
    DigitWriter.text(capacity: 24) { $0.append(self, form) }
  }

  public var description: String { formatted(.extended) }
}
