internal import AlmanacTime

/// Reading and printing hours as people type them: `mon-fri 09:00-13:00,15:00-19:00; sat 10:00-14:00`.
extension WeeklyHours: CustomStringConvertible {
  /// Groups parted by `;`, each of days (`mon`, `mon-fri`, `mon,wed`), a space, and hours parted by `,`.
  ///
  /// Days are English names of at least two letters; hours are `H:MM-H:MM` or `H-H`, and `24:00` is the next
  /// midnight. A day named twice has the hours of both.
  ///
  /// - Throws: `SchedulingError` with code `syntax` at the group that cannot be read.
  public init(_ text: String) throws(SchedulingError) {
    self.init()
    var position = 0
    for group in text.split(separator: ";", omittingEmptySubsequences: false) {
      defer { position += group.utf8.count + 1 }
      let words = group.split(separator: " ")
      guard let days = words.first else { continue }
      guard words.count > 1 else {
        throw SchedulingError(.syntax, at: position, expected: "hours after the days, such as 09:00-13:00")
      }
      let hours = try Self.hours(words.dropFirst().joined(), at: position)
      for weekday in try Self.weekdays(String(days), at: position) { self[weekday] += hours }
    }
  }

  private static func weekdays(_ text: String, at position: Int) throws(SchedulingError) -> [Weekday] {
    var result: [Weekday] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false)
      guard ends.count <= 2, let from = weekday(ends.first), let to = weekday(ends.last) else {
        throw SchedulingError(.syntax, at: position, expected: "days such as mon, mon-fri or mon,wed")
      }
      for step in 0...to.days(after: from) where !result.contains(from.advanced(by: step)) {
        result.append(from.advanced(by: step))
      }
    }
    return result
  }

  private static let names = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  private static func weekday(_ text: Substring?) -> Weekday? {
    guard let text = text?.lowercased(), text.utf8.count >= 2 else { return nil }
    return names.firstIndex { $0.hasPrefix(text) }.map { Weekday(daysAfterMonday: $0) }
  }

  private static func hours(_ text: String, at position: Int) throws(SchedulingError) -> [OpeningHours] {
    var result: [OpeningHours] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false)
      guard ends.count == 2, let from = time(ends[0]), let to = time(ends[1]) else {
        throw SchedulingError(.syntax, at: position, expected: "hours such as 09:00-13:00")
      }
      result.append(OpeningHours(from: from, to: to))
    }
    return result
  }

  private static func time(_ text: Substring) -> CivilTime? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, let hour = parts.first.flatMap(number),
      let minute = parts.count == 2 ? number(parts[1]) : 0
    else { return nil }
    if hour == 24, minute == 0 { return .midnight }
    return try? CivilTime(hour, minute)
  }

  private static func number(_ text: Substring) -> Int? {
    guard (1...2).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    return Int(text)
  }

  /// In the form that is read, one group for each weekday that has hours; to the minute.
  public var description: String {
    let groups = Weekday.allCases.filter { !self[$0].isEmpty }.map { weekday in
      let hours = self[weekday].map { "\(Self.text($0.from))-\(Self.text($0.to))" }
      return "\(Self.names[weekday.daysAfterMonday].prefix(3)) \(hours.joined(separator: ","))"
    }
    return groups.joined(separator: "; ")
  }

  private static func text(_ time: CivilTime) -> String { String(time.description.prefix(5)) }
}
