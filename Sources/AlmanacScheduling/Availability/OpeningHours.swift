public import AlmanacTime

/// A half-open range of a day on the wall clock.
///
/// An end that is not later than the start lies on the next day: 22:00–02:00 is a night, 09:00–00:00 lasts until
/// midnight, 00:00–00:00 is the whole day.
public struct OpeningHours: Sendable, Hashable {
  /// The time at which the hours begin, included.
  public let from: CivilTime
  /// The time at which the hours end, not included; on the next day where it is not later than `from`.
  public let to: CivilTime

  /// Creates hours; equal times are a whole day, from the time to the same time on the next day.
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

/// Coded as its text: `09:00:00-13:00:00`.
extension OpeningHours: CustomStringConvertible, Codable {
  /// `09:00:00-13:00:00`.
  public var description: String { "\(from)-\(to)" }

  /// Reads `9-13`, `09:00-13:00`, `09:00:00-13:00:00`; `24:00` is the next midnight.
  fileprivate init(_ text: some StringProtocol, at position: Int = 0) throws(SchedulingError) {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let from = Self.time(ends[0]), let to = Self.time(ends[1]) else {
      throw SchedulingError(.syntax, at: position, expected: "hours such as 09:00-13:00")
    }
    self.init(from: from, to: to)
  }

  private static func time(_ text: some StringProtocol) -> CivilTime? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      (1...2).contains(part.utf8.count) && part.utf8.allSatisfy { (48...57).contains($0) } ? Int(part) : nil
    }
    guard numbers.count == parts.count, (1...3).contains(numbers.count) else { return nil }
    let fields = numbers + [0, 0]
    return fields[...2] == [24, 0, 0] ? .midnight : try? CivilTime(fields[0], fields[1], fields[2])
  }

  public init(from decoder: any Decoder) throws {
    self = try decoder.text { (text) throws(SchedulingError) in try OpeningHours(text) }
  }

  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

/// The hours of each weekday.
///
/// ```swift
/// var hours = WeeklyHours(on: [.monday, .tuesday], [OpeningHours(from: nine, to: one)])
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
    map { $0.seconds }.joiningNeighbours { $1.lowerBound < $0.upperBound ? $0.hull(with: $1) : nil }
  }
}

/// Hours as people type them: `mon-fri 09:00-13:00,15:00-19:00; sat 10:00-14:00`, or `9-13` of every day.
extension WeeklyHours: CustomStringConvertible {
  /// Reads groups separated by `;`, each of days (`mon`, `mon-fri`, `mon,wed`), a space, and hours separated by `,`. A group
  /// of hours alone is for every day.
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
      let isEveryDay = days.utf8.first.map { (48...57).contains($0) } ?? false
      guard isEveryDay || words.count > 1 else {
        throw SchedulingError(.syntax, at: position, expected: "hours after the days, such as 09:00-13:00")
      }
      let hours = try words.dropFirst(isEveryDay ? 0 : 1).joined().split(
        separator: ",", omittingEmptySubsequences: false
      ).map {
        (part) throws(SchedulingError) in try OpeningHours(part, at: position)
      }
      let weekdays = isEveryDay ? Weekday.allCases : try Self.weekdays(String(days), at: position)
      for weekday in weekdays { self[weekday] += hours }
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

  private static let names = Localization(identifier: "en").weekdays.long.map { $0.lowercased() }

  /// `mon` … `sun`.
  fileprivate static func name(_ weekday: Weekday) -> String {
    String(names[weekday.daysAfterMonday].prefix(3))
  }

  private static func weekday(_ text: Substring?) -> Weekday? {
    guard let text = text?.lowercased(), text.utf8.count >= 2 else { return nil }
    return names.firstIndex { $0.hasPrefix(text) }.map { Weekday(daysAfterMonday: $0) }
  }

  /// The hours to the minute in the form that `init(_:)` reads, a group for each weekday that has some.
  public var description: String {
    let groups = Weekday.allCases.filter { !self[$0].isEmpty }.map { weekday in
      let hours = self[weekday].map { "\("\($0.from)".prefix(5))-\("\($0.to)".prefix(5))" }
      return "\(Self.name(weekday)) \(hours.joined(separator: ","))"
    }
    return groups.joined(separator: "; ")
  }
}

/// Coded as an object with the days that have hours: `{"mon": ["09:00:00-13:00:00"]}`.
extension WeeklyHours: Codable {
  public init(from decoder: any Decoder) throws {
    self.init()
    for (name, hours) in try [String: [OpeningHours]](from: decoder) {
      guard let weekday = Weekday.allCases.first(where: { Self.name($0) == name }) else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "\(name): expected days from mon to sun"))
      }
      self[weekday] = hours
    }
  }

  public func encode(to encoder: any Encoder) throws {
    let days = Weekday.allCases.filter { !self[$0].isEmpty }.map { (Self.name($0), self[$0]) }
    try Dictionary(days) { first, _ in first }.encode(to: encoder)
  }
}
