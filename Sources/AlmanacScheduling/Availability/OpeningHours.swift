public import AlmanacTime

/// A stretch of a day on the wall clock, its end not included.
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

  /// Seconds after the day's midnight, the end up to a day later than the start.
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

  /// Day and night.
  public static let always = WeeklyHours(on: Weekday.allCases, [.wholeDay])

  /// The hours of a weekday. They are kept in order of their start.
  public subscript(weekday: Weekday) -> [OpeningHours] {
    get { days[weekday.daysAfterMonday] }
    set { days[weekday.daysAfterMonday] = newValue.inOrder }
  }
}

extension [OpeningHours] {
  var inOrder: [OpeningHours] {
    sorted { ($0.from, $0.seconds.upperBound) < ($1.from, $1.seconds.upperBound) }
  }

  /// Seconds after midnight without overlaps: what overlaps is one stretch, what only touches stays two, since
  /// each stretch starts its own grid of slots.
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
