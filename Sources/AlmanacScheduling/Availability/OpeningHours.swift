public import AlmanacTime

/// A half-open range of a day on the wall clock.
///
/// An end that is not later than the start lies on the next day: 22:00–02:00 is a night, 09:00–00:00 lasts until
/// midnight, 00:00–00:00 is the whole day.
public struct OpeningHours: Sendable, Hashable {
  public let from: CivilTime
  public let to: CivilTime

  public init(from: CivilTime, to: CivilTime) {
    self.from = from
    self.to = to
  }

  /// 00:00–00:00.
  public static let wholeDay = OpeningHours(from: .midnight, to: .midnight)

  /// The seconds after the day's midnight, the end up to a day after the start.
  var seconds: Range<Int> {
    let lower = from.secondOfDay
    let upper = to.secondOfDay
    return lower..<(upper > lower ? upper : upper + 86_400)
  }
}

extension OpeningHours: CustomStringConvertible {
  /// `09:00:00-13:00:00`.
  public var description: String { "\(from)-\(to)" }
}

/// The hours of each weekday.
///
/// ```swift
/// var hours = WeeklyHours(on: [.monday, .tuesday], from: nine, to: one)
/// hours[.saturday] = [OpeningHours(from: ten, to: noon)]
/// let same = try WeeklyHours("mon,tue 09:00-13:00; sat 10:00-12:00")
/// ```
public struct WeeklyHours: Sendable, Hashable {
  private var days: [[OpeningHours]]

  /// No hours at all.
  public init() {
    days = Array(repeating: [], count: 7)
  }

  /// The same hours on each of some weekdays.
  public init(on weekdays: [Weekday], _ hours: [OpeningHours]) {
    self.init()
    for weekday in weekdays { self[weekday] = hours }
  }

  /// One stretch on each of some weekdays.
  public init(on weekdays: [Weekday], from: CivilTime, to: CivilTime) {
    self.init(on: weekdays, [OpeningHours(from: from, to: to)])
  }

  /// All hours of all days.
  public static let always = WeeklyHours(on: Weekday.allCases, [.wholeDay])

  /// The hours of a weekday, sorted by start.
  public subscript(weekday: Weekday) -> [OpeningHours] {
    get { days[weekday.daysAfterMonday] }
    set { days[weekday.daysAfterMonday] = newValue.inOrder }
  }
}

extension [OpeningHours] {
  var inOrder: [OpeningHours] {
    sorted { ($0.from, $0.seconds.upperBound) < ($1.from, $1.seconds.upperBound) }
  }

  /// The seconds after midnight. Hours that overlap are joined; hours that only touch are not, since each starts its own
  /// grid of slots.
  var spans: [Range<Int>] {
    var result: [Range<Int>] = []
    for hours in self {
      let span = hours.seconds
      if let last = result.last, span.lowerBound < last.upperBound {
        result[result.count - 1] = last.lowerBound..<Swift.max(last.upperBound, span.upperBound)
      } else {
        result.append(span)
      }
    }
    return result
  }
}

/// Hours as people type them: `mon-fri 09:00-13:00,15:00-19:00; sat 10:00-14:00`.
extension WeeklyHours: CustomStringConvertible {
  /// Reads groups separated by `;`, each of days (`mon`, `mon-fri`, `mon,wed`), a space, and hours separated by `,`.
  ///
  /// Days are English names of at least two letters; hours are `H:MM-H:MM` or `H-H`, and `24:00` is the next
  /// midnight. A day in two groups has the hours of both.
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

  /// `mon` … `sun`.
  fileprivate static func name(_ weekday: Weekday) -> String {
    String(names[weekday.daysAfterMonday].prefix(3))
  }

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

  /// The hours to the minute in the form that `init(_:)` reads, a group for each weekday that has some.
  public var description: String {
    let groups = Weekday.allCases.filter { !self[$0].isEmpty }.map { weekday in
      let hours = self[weekday].map { "\(Self.text($0.from))-\(Self.text($0.to))" }
      return "\(Self.name(weekday)) \(hours.joined(separator: ","))"
    }
    return groups.joined(separator: "; ")
  }

  private static func text(_ time: CivilTime) -> String { String(time.description.prefix(5)) }
}

/// Coded as an object with the days that have hours: `{"mon": ["09:00:00-13:00:00"]}`.
extension WeeklyHours: Codable {
  private struct Day: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ weekday: Weekday) { stringValue = WeeklyHours.name(weekday) }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  public init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: Day.self)
    for weekday in Weekday.allCases {
      self[weekday] = try container.decodeIfPresent([OpeningHours].self, forKey: Day(weekday)) ?? []
    }
    let names = Weekday.allCases.map { Self.name($0) }
    for key in container.allKeys where !names.contains(key.stringValue) {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: container, debugDescription: "expected days from mon to sun")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Day.self)
    for weekday in Weekday.allCases where !self[weekday].isEmpty {
      try container.encode(self[weekday], forKey: Day(weekday))
    }
  }
}

/// Coded as its text: `09:00:00-13:00:00`.
extension OpeningHours: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let times = try container.decode(String.self).split(separator: "-", omittingEmptySubsequences: false)
    guard times.count == 2, let from = try? CivilTime(String(times[0])),
      let to = try? CivilTime(String(times[1]))
    else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected hours such as 09:00:00-13:00:00")
    }
    self.init(from: from, to: to)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
