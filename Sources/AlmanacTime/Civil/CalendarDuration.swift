/// A length of calendar time, the DURATION of iCalendar: weeks and days are nominal, hours and below are exact.
///
/// A day added to a wall-clock time is the same time on the next day, whether that day has 23, 24 or 25 hours; 24
/// hours are always 24 hours (RFC 5545 §3.3.6). The parts are stored separately, so `P1W` and `P7D` are different
/// values of the same length; only weeks together with other parts, which that grammar does not have, become days.
/// Each part is at most `Int32.max`.
///
/// ```swift
/// CalendarDuration.minutes(90)                       // PT90M
/// try CalendarDuration("-P1DT2H").nominalDays        // -1
/// ```
public struct CalendarDuration: Sendable, Hashable {
  /// Whether the parts count backwards: the `-` of `-PT15M`. `-PT0S` and `PT0S` are different values.
  public var isNegative: Bool
  private var weeks32: Int32
  private var days32: Int32
  private var hours32: Int32
  private var minutes32: Int32
  private var seconds32: Int32

  /// Creates a length whose parts count in the direction of the sign; each is at most `Int32.max`.
  ///
  /// Negative parts count in the other direction. Parts of both directions are added up, with days of 24 hours:
  ///
  /// ```swift
  /// CalendarDuration(days: -1)                       // -P1D
  /// CalendarDuration(hours: 1, minutes: -15)         // PT45M
  /// ```
  public init(
    isNegative: Bool = false, weeks: Int = 0, days: Int = 0, hours: Int = 0, minutes: Int = 0,
    seconds: Int = 0
  ) {
    if weeks | days | hours | minutes | seconds >= 0 {
      self.init(parts: isNegative, weeks, days, hours, minutes, seconds)
    } else if Swift.max(weeks, days, hours, minutes, seconds) <= 0 {
      func opposite(_ part: Int) -> Int { Int(clamping: part.magnitude) }
      self.init(
        parts: !isNegative, opposite(weeks), opposite(days), opposite(hours), opposite(minutes),
        opposite(seconds))
    } else {
      func length(_ part: Int, _ unit: Int) -> Int { Int(Int32(clamping: part)) * unit }
      let total =
        length(weeks, 604_800) + length(days, 86_400) + length(hours, 3600) + length(minutes, 60)
        + length(seconds, 1)
      self.init(civilSeconds: isNegative ? -total : total)
    }
  }

  /// Creates a length of parts that are not negative.
  private init(
    parts isNegative: Bool, _ weeks: Int, _ days: Int, _ hours: Int, _ minutes: Int, _ seconds: Int
  ) {
    self.isNegative = isNegative
    let hasOnlyWeeks = days | hours | minutes | seconds == 0
    weeks32 = hasOnlyWeeks ? Int32(clamping: weeks) : 0
    days32 = Int32(
      clamping: Int(Int32(clamping: days)) + (hasOnlyWeeks ? 0 : Int(Int32(clamping: weeks)) * 7))
    hours32 = Int32(clamping: hours)
    minutes32 = Int32(clamping: minutes)
    seconds32 = Int32(clamping: seconds)
  }

  /// The weeks without the sign; 0 beside other parts, where they are days.
  public var weeks: Int { Int(weeks32) }
  /// The nominal days without the sign, including seven for each week that is beside other parts.
  public var days: Int { Int(days32) }
  /// The exact hours without the sign; there may be 24 and more.
  public var hours: Int { Int(hours32) }
  /// The exact minutes without the sign; there may be 60 and more.
  public var minutes: Int { Int(minutes32) }
  /// The exact seconds without the sign; there may be 60 and more.
  public var seconds: Int { Int(seconds32) }

  /// Creates a length of nominal weeks, negative for a negative count.
  public static func weeks(_ count: Int) -> CalendarDuration { CalendarDuration(weeks: count) }

  /// Creates a length of nominal days, negative for a negative count.
  public static func days(_ count: Int) -> CalendarDuration { CalendarDuration(days: count) }

  /// Creates an exact length in hours, negative for a negative count.
  public static func hours(_ count: Int) -> CalendarDuration { CalendarDuration(hours: count) }

  /// Creates an exact length in minutes, negative for a negative count; of more than `Int32.max` some are hours.
  public static func minutes(_ count: Int) -> CalendarDuration {
    guard count.magnitude > Int32.max else { return CalendarDuration(minutes: count) }
    return CalendarDuration(hours: count / 60, minutes: count % 60)
  }

  /// Creates an exact length in seconds, negative for a negative count; of more than `Int32.max` some are hours and minutes.
  public static func seconds(_ count: Int) -> CalendarDuration {
    guard count.magnitude > Int32.max else { return CalendarDuration(seconds: count) }
    return CalendarDuration(hours: count / 3600, minutes: count / 60 % 60, seconds: count % 60)
  }

  /// `PT0S`.
  public static let zero = CalendarDuration()

  /// The nominal part in days, weeks being seven, with the sign.
  public var nominalDays: Int { sign * (weeks * 7 + days) }

  /// The exact part in seconds, with the sign.
  public var exactSeconds: Int { sign * (hours * 3600 + minutes * 60 + seconds) }

  /// The whole length in seconds on a wall clock, where each day has 86 400, with the sign.
  public var civilSeconds: Int { nominalDays * 86_400 + exactSeconds }

  /// Whether the length is zero.
  public var isZero: Bool { civilSeconds == 0 }

  /// The same length in the other direction; a length of zero is unchanged.
  public static prefix func - (duration: CalendarDuration) -> CalendarDuration {
    var negated = duration
    if !duration.isZero { negated.isNegative.toggle() }
    return negated
  }

  private var sign: Int { isNegative ? -1 : 1 }
}

extension CalendarDuration {
  /// Creates a wall-clock length from its seconds, in the shortest parts: whole days as days, the rest as hours, minutes, seconds.
  public init(civilSeconds total: Int) {
    let length = Int(Swift.min(total.magnitude, 86_400 * UInt(Int32.max)))
    self.init(
      isNegative: total < 0, days: length / 86_400, hours: length / 3600 % 24, minutes: length / 60 % 60,
      seconds: length % 60)
  }

  /// Creates an exact length in hours, minutes and seconds; a fraction of a second is dropped.
  public init(_ exact: Duration) {
    let total = exact.components.seconds
    let length = Int(Swift.min(total.magnitude, 3600 * UInt64(Int32.max)))
    self.init(isNegative: total < 0, hours: length / 3600, minutes: length / 60 % 60, seconds: length % 60)
  }
}

extension CalendarDuration: CustomStringConvertible {
  /// Reads the form of RFC 5545 §3.3.6, such as `P1W`, `-P1DT2H30M` or `PT15M`.
  ///
  /// Beyond that grammar it accepts lower case, hours followed by seconds, and weeks together with other parts, as
  /// ISO 8601-2 and calendar programs write them.
  ///
  /// - Throws: `TimeError` with the offset of the fault, also for a duration without any part.
  public init(_ text: String) throws(TimeError) {
    self = try TimeError.reading(text) { (scanner) throws(TimeError) in try scanner.duration() }
  }

  /// The form of RFC 5545 §3.3.6, which requires minutes between hours and seconds: `PT1H0M30S`. Zero is `PT0S`.
  public var description: String {
    var date = ""
    if weeks > 0 { date += "\(weeks)W" }
    if days > 0 { date += "\(days)D" }
    var time = ""
    if hours > 0 { time += "\(hours)H" }
    if minutes > 0 || (hours > 0 && seconds > 0) { time += "\(minutes)M" }
    if seconds > 0 { time += "\(seconds)S" }
    if date.isEmpty && time.isEmpty { time = "0S" }
    return (isNegative ? "-P" : "P") + date + (time.isEmpty ? "" : "T" + time)
  }
}

extension TextScanner {
  fileprivate mutating func duration() throws(TimeError) -> CalendarDuration {
    let sign = read(anyOf: "+-")
    guard read(anyOf: "Pp") != nil else {
      throw TimeError(.syntax, at: offset, expected: "'P' at the start of a duration")
    }
    // Times come after a T.
    let units = Array("WDTHMS".utf8)
    var parts = [Int](repeating: 0, count: units.count)
    var last = -1
    while !isAtEnd {
      if last < 2, read(anyOf: "Tt") != nil {
        last = 2
        guard !isDigit() else { continue }
        throw TimeError(.syntax, at: offset, expected: "hours, minutes or seconds after 'T'")
      }
      let value = try number("a number up to \(Int32.max)")
      let unit = next.map { $0 & 0xDF }
      guard let place = units.firstIndex(where: { $0 == unit }), place > last, (place < 2) == (last < 2)
      else {
        throw TimeError(.syntax, at: offset, expected: "a unit of the duration, in descending order")
      }
      _ = read(anyOf: "WDHMSwdhms")
      parts[place] = value
      last = place
    }
    guard last >= 0 else { throw TimeError(.syntax, at: offset, expected: "a part such as 1W, 2D or T3H") }
    return CalendarDuration(
      isNegative: sign == UInt8(ascii: "-"), weeks: parts[0], days: parts[1], hours: parts[3],
      minutes: parts[4], seconds: parts[5])
  }
}
