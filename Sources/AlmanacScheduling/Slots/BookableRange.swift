internal import AlmanacTime

/// The days on which slots may start at the moment, as instants and as dates.
struct BookableRange: Sendable {
  let seconds: Range<Int64>
  private let days: BookingPolicy.BookableDays
  /// Where open days are counted: those after today, in order.
  private let openDays: [CivilDate]

  /// - Parameters:
  ///   - today: Without it, days ahead are not counted.
  ///   - searched: Nothing is asked about later starts.
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
      let upper = today.adding(days: Swift.max(0, count)).adding(days: 1)
      seconds = Int64.min..<clock.instant(of: upper.startOfDay)
    case (.rollingOpenDays(let count), .some(let today)):
      let end = availability.zone.local(at: Instant(secondsSinceEpoch: searched.upperBound)).date
      let upper = Swift.min(end.adding(days: 1), today.adding(days: Self.furthest))
      openDays = Self.openDays(after: today, before: upper, availability)
      var last = today
      if count > 0 { last = openDays.count < count ? upper : openDays[count - 1] }
      seconds = Int64.min..<clock.instant(of: last.adding(days: 1).startOfDay)
    case (.all, _), (.rolling, nil), (.rollingOpenDays, nil):
      seconds = Int64.min..<Int64.max
    }
    self.openDays = openDays
  }

  /// Why a slot on a date outside of the range cannot be booked.
  func reason(for date: CivilDate) -> Unavailability {
    switch days {
    case .range(let range): return .outsideBookableDays(range)
    case .rolling(let count): return .tooEarly(from: date.adding(days: -Swift.max(0, count)))
    case .rollingOpenDays(let count):
      // The day after which so many open days lead up to the date, the date included; one that is not open itself
      // must lie before the last of them.
      let upTo = openDays.partitioningIndex { $0 > date }
      let isOpen = upTo > 0 && openDays[upTo - 1] == date
      let index = isOpen ? upTo - 1 - count : upTo - count
      return .tooEarly(from: count > 0 && openDays.indices.contains(index) ? openDays[index] : date)
    case .all: return .notSearched
    }
  }

  /// Ten years: the end of looking for open days in a schedule that has few.
  private static let furthest = 3_660

  /// The dates between two, neither included, on which anything is open.
  private static func openDays(
    after today: CivilDate, before end: CivilDate, _ availability: Availability
  ) -> [CivilDate] {
    let first = today.adding(days: 1)
    guard first < end else { return [] }
    var clock = WallClock(availability.zone)
    let range = clock.instant(of: first.startOfDay)..<clock.instant(of: end.startOfDay)
    var result: [CivilDate] = []
    for stretch in OpenTime(availability, in: range).open.ranges {
      var date = availability.zone.local(at: Instant(secondsSinceEpoch: stretch.lowerBound)).date
      let last = availability.zone.local(at: Instant(secondsSinceEpoch: stretch.upperBound - 1)).date
      while date <= last {
        if result.last.map({ $0 < date }) ?? true { result.append(date) }
        date = date.adding(days: 1)
      }
    }
    return result
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
