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
  /// From where starts are counted.
  public enum Anchor: String, Sendable, Hashable, Codable {
    /// From the start of each stretch of opening hours, on its wall clock.
    case opening
    /// From midnight of each day, on the wall clock.
    case midnight
  }

  /// How far ahead a slot may be booked, in days of the schedule's zone.
  public enum BookableDays: Sendable, Hashable, Codable {
    case all
    /// Today and so many days after it.
    case rolling(days: Int)
    /// Today and so many days after it that have opening hours.
    case rollingOpenDays(Int)
    /// Only slots that start on these days.
    case range(Range<CivilDate>)
  }

  /// From one start to the next; without it, the duration of the slot. Less than a minute counts as a minute.
  public var step: CalendarDuration?
  public var anchor: Anchor
  public var buffers: Buffers
  /// How long before its start a slot must be booked; days are days on the wall clock.
  public var minimumNotice: CalendarDuration
  public var bookable: BookableDays
  /// How many bookings one day may have, the new one included.
  public var dailyLimit: Int?
  /// How many bookings one week may have, the new one included.
  public var weeklyLimit: Int?
  /// The day with which a week of `weeklyLimit` begins.
  public var firstWeekday: Weekday

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
}

/// Time that must stay free around a booking. It may lie outside of opening hours.
public struct Buffers: Sendable, Hashable, Codable {
  /// What holds between two neighbours that both ask for time between them.
  public enum Meeting: String, Sendable, Hashable, Codable {
    /// They share it: the longer of the two buffers stays free.
    case shared
    /// Each has its own: both together stay free.
    case adding
  }

  public var before: CalendarDuration
  public var after: CalendarDuration
  public var meeting: Meeting

  public init(
    before: CalendarDuration = .zero, after: CalendarDuration = .zero, meeting: Meeting = .shared
  ) {
    self.before = before
    self.after = after
    self.meeting = meeting
  }

  public static let none = Buffers()

  /// Seconds between two neighbours of which the earlier asks for `after` and the later for `before`.
  func gap(_ after: CalendarDuration, _ before: CalendarDuration) -> Int64 {
    let one = Int64(Swift.max(0, after.civilSeconds))
    let other = Int64(Swift.max(0, before.civilSeconds))
    return meeting == .shared ? Swift.max(one, other) : one + other
  }
}
