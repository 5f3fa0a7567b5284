import AlmanacTime

/// Lengths of time in a short form, `90m`, `1h30m`, `2d`, `1w`, or the form of iCalendar, `PT90M`.
enum Length {
  /// The longest length, in seconds: a thousand years.
  private static let longest = 1_000 * 366 * 86_400

  /// - Throws: `ArgumentFault` for a length that is invalid, negative, zero or longer than a thousand years.
  static func read(_ text: String) throws -> CalendarDuration {
    let duration = try readGap(text)
    guard !duration.isZero else {
      throw ArgumentFault("\(text) is zero", expected: "a length of time such as 90m, 1h30m, 2d or 1w")
    }
    return duration
  }

  /// A length that may be zero, as that of a pause.
  ///
  /// - Throws: `ArgumentFault` for a length that is invalid, negative or longer than a thousand years.
  static func readGap(_ text: String) throws -> CalendarDuration {
    let duration = try unbounded(text)
    guard duration.civilSeconds <= longest else {
      throw ArgumentFault("\(text) is too long", expected: "a thousand years at most")
    }
    return duration
  }

  private static func unbounded(_ text: String) throws -> CalendarDuration {
    if let first = text.utf8.first, "Pp+-".utf8.contains(first) {
      do throws(TimeError) {
        let duration = try CalendarDuration(text)
        if !duration.isNegative { return duration }
      } catch { throw ArgumentFault(error) }
    }
    guard let duration = typed(text) else { throw fault(text) }
    return duration
  }

  private static func fault(_ text: String) -> ArgumentFault {
    ArgumentFault("\(text) is not a length of time", expected: "such as 90m, 1h30m, 2d or 1w")
  }

  private static func typed(_ text: String) -> CalendarDuration? {
    var parts = [Int](repeating: 0, count: 5)
    var rest = text[...].drop { $0 == " " }
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest[digits.endIndex...].drop { $0 == " " }
      let word = rest.prefix { $0.isLetter }
      rest = rest[word.endIndex...].drop { $0 == " " }
      guard let number = Int32(digits), let unit = unit(word.lowercased()), parts[unit] == 0 else {
        return nil
      }
      parts[unit] = Int(number)
    }
    return CalendarDuration(
      weeks: parts[0], days: parts[1], hours: parts[2], minutes: parts[3], seconds: parts[4])
  }

  private static func unit(_ word: String) -> Int? {
    switch word {
    case "w", "week", "weeks": 0
    case "d", "day", "days": 1
    case "h", "hour", "hours": 2
    case "m", "min", "mins", "minute", "minutes": 3
    case "s", "sec", "secs", "second", "seconds": 4
    default: nil
    }
  }

  /// The short form of a length, without its sign.
  static func text(_ duration: CalendarDuration) -> String {
    let parts = [
      (duration.weeks, "w"), (duration.days, "d"), (duration.hours, "h"), (duration.minutes, "m"),
      (duration.seconds, "s"),
    ]
    let text = parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined()
    return text.isEmpty ? "0m" : text
  }
}
