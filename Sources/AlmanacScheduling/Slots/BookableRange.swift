internal import AlmanacTime

/// The days on which slots may start at the moment, as instants and as dates.
struct BookableRange: Sendable {
  let seconds: Range<Int64>
  private let days: BookingPolicy.BookableDays
  private let availability: Availability

  /// - Parameter today: Without it, days ahead are not counted.
  init(_ days: BookingPolicy.BookableDays, today: CivilDate?, of availability: Availability) {
    self.days = days
    self.availability = availability
    var clock = WallClock(availability.zone)
    switch (days, today) {
    case (.range(let range), _):
      let lower = clock.instant(of: range.lowerBound.startOfDay)
      seconds = lower..<Swift.max(lower, clock.instant(of: range.upperBound.startOfDay))
    case (.rolling(let count), .some(let today)):
      let upper = today.adding(days: Swift.max(0, count)).adding(days: 1)
      seconds = Int64.min..<clock.instant(of: upper.startOfDay)
    case (.rollingOpenDays(let count), .some(let today)):
      let last = Self.openDay(count, from: today, forwards: true, availability)
      seconds = Int64.min..<clock.instant(of: last.adding(days: 1).startOfDay)
    case (.all, _), (.rolling, nil), (.rollingOpenDays, nil):
      seconds = Int64.min..<Int64.max
    }
  }

  /// Why a slot on a date outside of the range cannot be booked.
  func reason(for date: CivilDate) -> Unavailability {
    switch days {
    case .range(let range): return .outsideBookableDays(range)
    case .rolling(let count): return .tooEarly(from: date.adding(days: -Swift.max(0, count)))
    case .rollingOpenDays(let count):
      // The first day from which so many open days lead up to the date, the date included.
      var first = date
      var left = count
      for _ in 0..<Self.furthest where left > 0 {
        if Self.isOpen(first, availability) { left -= 1 }
        first = first.adding(days: -1)
      }
      // Closed days before that lead up to it just as well.
      for _ in 0..<Self.furthest where !Self.isOpen(first, availability) { first = first.adding(days: -1) }
      return .tooEarly(from: first)
    case .all: return .notSearched
    }
  }

  /// Ten years: the end of looking for open days in a schedule that has few.
  private static let furthest = 3_660

  /// The n-th open day after a date; the date itself when there is none to count.
  private static func openDay(
    _ count: Int, from date: CivilDate, forwards: Bool, _ availability: Availability
  ) -> CivilDate {
    var day = date
    var left = count
    for _ in 0..<furthest where left > 0 {
      day = day.adding(days: 1)
      if isOpen(day, availability) { left -= 1 }
    }
    return day
  }

  private static func isOpen(_ date: CivilDate, _ availability: Availability) -> Bool {
    var clock = WallClock(availability.zone)
    let lower = clock.instant(of: date.startOfDay)
    let upper = clock.instant(of: date.adding(days: 1).startOfDay)
    return lower < upper && !OpenTime(availability, in: lower..<upper).open.ranges.isEmpty
  }
}

/// How many bookings days and weeks already have.
struct BookingCounts: Sendable {
  private var perDay: [Int: Int] = [:]
  private var perWeek: [Int: Int] = [:]
  private let firstWeekday: Weekday

  init(_ busy: BusyTime?, policy: BookingPolicy, zone: Zone) {
    firstWeekday = policy.firstWeekday
    guard let busy, policy.dailyLimit != nil || policy.weeklyLimit != nil else { return }
    for item in busy.items where item.isBooking {
      let date = zone.local(at: item.interval.lowerBound).date
      perDay[date.daysSinceEpoch, default: 0] += 1
      perWeek[date.startOfWeek(from: firstWeekday).daysSinceEpoch, default: 0] += 1
    }
  }

  func bookings(on date: CivilDate) -> Int {
    perDay[date.daysSinceEpoch] ?? 0
  }

  func bookings(inWeekOf date: CivilDate) -> Int {
    perWeek[date.startOfWeek(from: firstWeekday).daysSinceEpoch] ?? 0
  }
}
