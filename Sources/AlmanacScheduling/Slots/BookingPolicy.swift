public import AlmanacTime

/// The rules under which a slot may be booked.
///
/// ```swift
/// var policy = BookingPolicy(every: .minutes(15))
/// policy.buffers = Buffers(before: .minutes(5), after: .minutes(10))
/// policy.minimumNotice = .hours(2)
/// policy.bookable = .rolling(days: 30)
/// ```
public struct BookingPolicy: Sendable, Hashable, Codable {
  /// The time from which starts are counted.
  public enum Anchor: String, Sendable, Hashable, Codable {
    /// The start of each range of opening hours, on its wall clock.
    case opening
    /// The midnight of each day, on the wall clock.
    case midnight
  }

  /// The days ahead on which a slot may be booked, in the schedule's zone.
  public enum BookableDays: Sendable, Hashable, Codable {
    /// Every day, without a limit ahead.
    case all
    /// Today and this many days after it.
    case rolling(days: Int)
    /// Today and the days after it up to the one that is this number of days with opening hours away.
    case rollingOpenDays(Int)
    /// These days only.
    case range(Range<CivilDate>)

    private enum RollingOpenDaysCodingKeys: String, CodingKey { case _0 = "days" }
    private enum RangeCodingKeys: String, CodingKey { case _0 = "days" }
  }

  /// The time from one start to the next; `nil` for the duration of the slot. A search of slots throws
  /// `SchedulingError` for one of less than a minute.
  public var step: CalendarDuration?
  /// The time from which `step` is counted; by default the start of the opening hours.
  public var anchor: Anchor
  /// The time that must stay free around each booking; by default none.
  public var buffers: Buffers
  /// The time before its start until which a slot can be booked; days are days on the wall clock.
  public var minimumNotice: CalendarDuration
  /// The days on which a slot may be booked; by default all.
  public var bookable: BookableDays
  /// The most bookings of one day, the new one included.
  public var dailyLimit: Int?
  /// The most bookings of one week, the new one included.
  public var weeklyLimit: Int?
  /// The day with which a week of `weeklyLimit` begins.
  public var firstWeekday: Weekday
  private var schema = StoredSchema()

  /// Creates a policy, by default of slots one after the other from the start of the opening hours, without buffers,
  /// notice and limits.
  public init(
    every step: CalendarDuration? = nil, from anchor: Anchor = .opening, buffers: Buffers = .none,
    minimumNotice: CalendarDuration = .zero, bookable: BookableDays = .all, dailyLimit: Int? = nil,
    weeklyLimit: Int? = nil, firstWeekday: Weekday = .monday
  ) {
    self.step = step
    self.anchor = anchor
    self.buffers = buffers
    self.minimumNotice = minimumNotice
    self.bookable = bookable
    self.dailyLimit = dailyLimit
    self.weeklyLimit = weeklyLimit
    self.firstWeekday = firstWeekday
  }

  /// Decodes a policy. A term that is not stated has its default.
  public init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try container.decode(.step, into: &step)
    try container.decode(.anchor, into: &anchor)
    try container.decode(.buffers, into: &buffers)
    try container.decode(.minimumNotice, into: &minimumNotice)
    try container.decode(.bookable, into: &bookable)
    try container.decode(.dailyLimit, into: &dailyLimit)
    try container.decode(.weeklyLimit, into: &weeklyLimit)
    try container.decode(.firstWeekday, into: &firstWeekday)
    try container.decode(.schema, into: &schema)
  }
}

extension BookingPolicy {
  /// Whether days or weeks have at most so many bookings.
  var isLimited: Bool { dailyLimit != nil || weeklyLimit != nil }

  /// A policy with the same limits and no other terms.
  var limitsAlone: BookingPolicy {
    BookingPolicy(dailyLimit: dailyLimit, weeklyLimit: weeklyLimit, firstWeekday: firstWeekday)
  }

  /// The range whose busy time decides on the slots of a duration in a half-open range: limits count whole weeks, and
  /// buffers and the last slot go beyond it.
  public func reach(around window: Range<Instant>, lasting duration: CalendarDuration) -> Range<Instant> {
    let margin = Int(buffers.gap(buffers.before, buffers.after)) + (isLimited ? 8 : 1) * 86_400
    let upper = window.upperBound.adding(seconds: margin &+ Swift.max(0, duration.civilSeconds))
    return window.lowerBound.adding(seconds: -margin)..<Swift.max(window.lowerBound, upper)
  }
}

/// Time that must stay free around a booking. It may lie outside of opening hours.
public struct Buffers: Sendable, Hashable, Codable {
  /// The rule for the time between two neighbours with buffers.
  public enum Combination: String, Sendable, Hashable, Codable {
    /// The longer of the two buffers applies.
    case shared
    /// Both buffers apply.
    case adding
  }

  /// The time before a booking; below zero it counts as zero.
  public var before: CalendarDuration
  /// The time after a booking; below zero it counts as zero.
  public var after: CalendarDuration
  /// The rule for the `after` of one booking and the `before` of the next; by default the longer applies.
  public var combination: Combination

  /// Creates buffers, by default none.
  public init(
    before: CalendarDuration = .zero, after: CalendarDuration = .zero, combination: Combination = .shared
  ) {
    self.before = before
    self.after = after
    self.combination = combination
  }

  private enum CodingKeys: String, CodingKey {
    case before, after
    /// The stored key of `combination`.
    case combination = "meeting"
  }

  /// Decodes buffers. A time that is not stated is none.
  public init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try container.decode(.before, into: &before)
    try container.decode(.after, into: &after)
    try container.decode(.combination, into: &combination)
  }

  /// No buffers: bookings may follow each other at once.
  public static let none = Buffers()

  /// The seconds between two neighbours, of `after` for the earlier and `before` for the later one.
  func gap(_ after: CalendarDuration, _ before: CalendarDuration) -> Int64 {
    let one = Int64(Swift.max(0, after.civilSeconds))
    let other = Int64(Swift.max(0, before.civilSeconds))
    return combination == .shared ? Swift.max(one, other) : one + other
  }
}

/// The days of `BookingPolicy.bookable` at one moment, as instants and as dates.
struct BookableRange: Sendable {
  let seconds: Range<Int64>
  private let days: BookingPolicy.BookableDays
  /// The open days after today, ascending, for `rollingOpenDays`.
  private let openDays: [CivilDate]

  /// - Parameters:
  ///   - today: The present day; without it, the days ahead are not limited.
  ///   - searched: The range in which slots start.
  init(
    _ days: BookingPolicy.BookableDays, today: CivilDate?, of availability: Availability,
    searched: Range<Int64>
  ) {
    self.days = days
    var clock = WallClock(availability.zone)
    var openDays: [CivilDate] = []
    switch (days, today) {
    case (.range(let range), _):
      let lower = clock.instant(of: range.lowerBound.startOfDay)
      seconds = lower..<Swift.max(lower, clock.instant(of: range.upperBound.startOfDay))
    case (.rolling(let count), .some(let today)):
      let last = today.adding(days: Swift.max(0, count)).startOfDay
      seconds = Int64.min..<clock.instant(of: last.adding(seconds: 86_400))
    case (.rollingOpenDays(let count), .some(let today)):
      let end = availability.zone.local(at: Instant(secondsSinceEpoch: searched.upperBound)).date
      let upper = Swift.min(end.adding(days: 1), today.adding(days: Self.furthest))
      openDays = Self.openDays(after: today, before: upper, availability)
      var last = today
      if count > 0 { last = openDays.count < count ? upper : openDays[count - 1] }
      seconds = Int64.min..<clock.instant(of: last.startOfDay.adding(seconds: 86_400))
    case (.all, _), (.rolling, nil), (.rollingOpenDays, nil):
      seconds = Int64.min..<Int64.max
    }
    self.openDays = openDays
  }

  /// The reason why a slot on a date outside the range cannot be booked.
  ///
  /// - Parameter name: The participant whose terms they are; empty for those of the slots.
  func reason(for date: CivilDate, of name: String) -> Unavailability {
    switch days {
    case .range(let range): return .outsideBookableDays(range, of: name)
    case .rolling(let count): return .tooEarly(from: date.adding(days: -Swift.max(0, count)), of: name)
    case .rollingOpenDays(let count):
      // The date is the last of `count` open days after the result; a closed date lies before the last of them.
      let upTo = openDays.partitioningIndex { $0 > date }
      let isOpen = upTo > 0 && openDays[upTo - 1] == date
      let index = isOpen ? upTo - 1 - count : upTo - count
      return .tooEarly(
        from: count > 0 && openDays.indices.contains(index) ? openDays[index] : date, of: name)
    case .all: return .notSearched
    }
  }

  /// Ten years in days: the end of the search for open days.
  private static let furthest = 3_660

  /// The dates with opening hours between two dates, neither included.
  private static func openDays(
    after today: CivilDate, before end: CivilDate, _ availability: Availability
  ) -> [CivilDate] {
    let first = today.adding(days: 1)
    guard first < end else { return [] }
    var clock = WallClock(availability.zone)
    let searched = clock.instant(of: first.startOfDay)..<clock.instant(of: end.startOfDay)
    let dates = OpenTime(availability, in: searched).open.ranges.flatMap { range in
      let last = clock.local(at: range.upperBound - 1).date
      return clock.local(at: range.lowerBound).date..<last.adding(days: 1)
    }
    return dates.joiningNeighbours { $0 == $1 ? $0 : nil }
  }
}

/// The numbers of bookings that days and weeks already have.
struct BookingCounts: Sendable {
  private var perDay: [CivilDate: Int] = [:]
  private let firstWeekday: Weekday
  private let zone: Zone

  init(_ busy: BusyTime?, policy: BookingPolicy, zone: Zone) {
    firstWeekday = policy.firstWeekday
    self.zone = zone
    guard let busy, policy.isLimited else { return }
    for item in busy.items { add(item) }
  }

  mutating func add(_ item: BusyTime.Item) {
    guard item.isBooking else { return }
    perDay[zone.local(at: item.interval.lowerBound).date, default: 0] += 1
  }

  func bookings(on date: CivilDate) -> Int { perDay[date] ?? 0 }

  func bookings(inWeekOf date: CivilDate) -> Int {
    let first = date.startOfWeek(from: firstWeekday)
    return (0..<7).reduce(0) { $0 + bookings(on: first.adding(days: $1)) }
  }
}
