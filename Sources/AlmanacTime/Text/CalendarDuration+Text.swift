extension CalendarDuration: CustomStringConvertible {
  /// Reads the form of RFC 5545 §3.3.6, such as `P1W`, `-P1DT2H30M` or `PT15M`.
  ///
  /// Wider than that grammar it also takes lower case, hours followed by seconds, and weeks together with other
  /// parts, as ISO 8601-2 and calendar programs write them.
  ///
  /// - Throws: `TimeError` with the offset of the fault, also for a duration without any part.
  public init(_ text: String) throws(TimeError) {
    self = try TimeError.reading(text) { (scanner) throws(TimeError) in try scanner.duration() }
  }

  /// The form of RFC 5545 §3.3.6, which wants minutes between hours and seconds: `PT1H0M30S`. Zero is `PT0S`.
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
    let sign = takeAny(of: "+-")
    guard takeAny(of: "Pp") != nil else {
      throw TimeError(.syntax, at: offset, expected: "'P' at the start of a duration")
    }
    var parts = [Int](repeating: 0, count: 5)
    var found = try durationParts(units: [("W", 0), ("D", 1)], into: &parts)
    if takeAny(of: "Tt") != nil {
      let start = offset
      guard try durationParts(units: [("H", 2), ("M", 3), ("S", 4)], into: &parts) else {
        throw TimeError(.syntax, at: start, expected: "hours, minutes or seconds after 'T'")
      }
      found = true
    }
    guard found else { throw TimeError(.syntax, at: offset, expected: "a part such as 1W, 2D or T3H") }
    return CalendarDuration(
      isNegative: sign == UInt8(ascii: "-"), weeks: parts[0], days: parts[1], hours: parts[2],
      minutes: parts[3], seconds: parts[4])
  }

  /// Takes parts whose units come in the given order, each at most once; says whether there was any.
  private mutating func durationParts(units: [(Unicode.Scalar, Int)], into parts: inout [Int])
    throws(TimeError) -> Bool
  {
    var remaining = units[...]
    while isDigit() {
      let value = try number("a number up to \(Int32.max)")
      let unit = next.map { Unicode.Scalar($0 & 0xDF) }
      guard let place = remaining.firstIndex(where: { $0.0 == unit }) else {
        throw TimeError(.syntax, at: offset, expected: "a unit of the duration, in descending order")
      }
      _ = takeAny(of: "WDHMSwdhms")
      parts[remaining[place].1] = value
      remaining = remaining[(place + 1)...]
    }
    return remaining.count < units.count
  }
}
