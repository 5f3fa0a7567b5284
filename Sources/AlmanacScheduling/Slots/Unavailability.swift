public import AlmanacTime

/// One reason why a slot cannot be booked.
public enum Unavailability: Sendable, Hashable {
  /// It does not lie within the opening hours of a participant.
  case outsideHours(of: String)
  /// It touches a closed period of a participant.
  case closed(ClosedPeriod, of: String)
  /// It is within opening hours, but starts are counted differently.
  case offGrid
  /// A participant is taken.
  case conflict(BusyTime.Item, of: String)
  /// It is not known whether a participant is taken: a series repeats too often to be expanded so far.
  case unexpanded(BusyTime.Item, of: String)
  /// A participant is free, but too little time would stay free before or after.
  case buffer(BusyTime.Item, of: String)
  /// It had to be booked by this instant.
  case tooLate(latest: Instant)
  /// It can be booked from this day on, which is a day of the schedule's zone.
  case tooEarly(from: CivilDate)
  /// Only slots on these days can be booked.
  case outsideBookableDays(Range<CivilDate>)
  /// The day has as many bookings as it may have.
  case dailyLimit(Int)
  /// The week has as many bookings as it may have.
  case weeklyLimit(Int)
  /// It lies outside of the time that was searched, about which nothing is known.
  case notSearched

  /// The stable code that scripts rely on.
  public var code: String {
    switch self {
    case .outsideHours: "outside_hours"
    case .closed: "closed"
    case .offGrid: "off_grid"
    case .conflict: "conflict"
    case .unexpanded: "too_many_instances"
    case .buffer: "buffer"
    case .tooLate: "too_late"
    case .tooEarly: "too_early"
    case .outsideBookableDays: "outside_bookable_days"
    case .dailyLimit: "daily_limit"
    case .weeklyLimit: "weekly_limit"
    case .notSearched: "not_searched"
    }
  }
}

extension Unavailability: CustomStringConvertible {
  /// A phrase for a person, with instants in UTC.
  public var description: String { description { "\($0)" } }

  /// A phrase for a person.
  ///
  /// - Parameter moment: How an instant is told: on the reader's clock.
  public func description(_ moment: (Instant) -> String) -> String {
    switch self {
    case .outsideHours(let name): "outside of the hours\(Self.of(name))"
    case .closed(let period, let name):
      period.reason.isEmpty ? "closed\(Self.of(name))" : "closed\(Self.of(name)): \(period.reason)"
    case .offGrid: "not one of the starting times"
    case .conflict(let item, let name): "taken\(Self.of(name))\(Self.by(item))"
    case .unexpanded(let item, let name):
      "not known, as this repeats too often\(Self.of(name))\(Self.by(item))"
    case .buffer(let item, let name): "too close\(Self.of(name))\(Self.by(item))"
    case .tooLate(let latest): "had to be booked by \(moment(latest))"
    case .tooEarly(let day): "can be booked from \(day) on"
    case .outsideBookableDays(let days):
      "can be booked only from \(days.lowerBound) to before \(days.upperBound)"
    case .dailyLimit(let limit): "the day has its \(limit) bookings"
    case .weeklyLimit(let limit): "the week has its \(limit) bookings"
    case .notSearched: "outside of the time that was searched"
    }
  }

  private static func of(_ name: String) -> String { name.isEmpty ? "" : " (\(name))" }

  private static func by(_ item: BusyTime.Item) -> String {
    item.summary.isEmpty ? "" : ": \(item.summary)"
  }
}
