public import AlmanacTime

/// A range of time that can be booked.
public struct Slot: Sendable, Hashable {
  /// The half-open range of instants.
  public let interval: Range<Instant>
  /// The zone in which it is shown.
  public let zone: Zone

  public init(_ interval: Range<Instant>, in zone: Zone) {
    self.interval = interval
    self.zone = zone
  }

  public var start: ZonedDateTime { interval.lowerBound.in(zone) }

  /// The end, not included.
  public var end: ZonedDateTime { interval.upperBound.in(zone) }

  /// The same slot on the clocks of another zone.
  public func `in`(_ zone: Zone) -> Slot { Slot(interval, in: zone) }
}

extension Slot: Comparable {
  public static func < (lhs: Slot, rhs: Slot) -> Bool {
    (lhs.interval.lowerBound, lhs.interval.upperBound) < (rhs.interval.lowerBound, rhs.interval.upperBound)
  }
}

/// A start on the grid with every reason why it cannot be booked; without a reason it can.
public struct SlotCandidate: Sendable, Hashable {
  public let slot: Slot
  public let reasons: [Unavailability]

  public var isAvailable: Bool { reasons.isEmpty }
}

/// A person or a thing that a slot needs: the coach, the client, the room.
public struct SlotParticipant: Sendable, Hashable {
  /// The name in reasons.
  public var name: String
  /// The opening hours; `nil` for all hours.
  public var availability: Availability?
  public var busy: BusyTime

  public init(_ name: String, availability: Availability? = nil, busy: BusyTime = .none) {
    self.name = name
    self.availability = availability
    self.busy = busy
  }
}

/// One reason why a slot cannot be booked.
public enum Unavailability: Sendable, Hashable {
  /// The slot is not within the opening hours of a participant.
  case outsideHours(of: String)
  /// The slot overlaps a closed period of a participant.
  case closed(ClosedPeriod, of: String)
  /// The start is within opening hours, but is no starting time of the grid.
  case offGrid
  /// A participant is busy.
  case conflict(BusyTime.Item, of: String)
  /// A participant may be busy: a series repeats too often to be expanded so far.
  case unexpanded(BusyTime.Item, of: String)
  /// A participant is free, but the buffer before or after would be too short.
  case buffer(BusyTime.Item, of: String)
  /// The slot had to be booked by this instant.
  case tooLate(latest: Instant)
  /// The slot can be booked from this day of the schedule's zone on.
  case tooEarly(from: CivilDate)
  /// Only slots on these days can be booked.
  case outsideBookableDays(Range<CivilDate>)
  /// The day has all the bookings that it may have.
  case dailyLimit(Int)
  /// The week has all the bookings that it may have.
  case weeklyLimit(Int)
  /// The start is outside the range that was searched.
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
  /// - Parameter moment: Writes an instant on the reader's clock.
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
