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

  public init(slot: Slot, reasons: [Unavailability] = []) {
    (self.slot, self.reasons) = (slot, reasons)
  }

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
  /// The start is within opening hours, but is not a starting time of the grid.
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
}

extension Unavailability: SchedulingRefusal {
  public func wording(_ moment: (Instant) -> String) -> (code: String, phrase: String) {
    switch self {
    case .outsideHours(let name): ("outside_hours", "outside of the hours\(Self.of(name))")
    case .closed(let period, let name): ("closed", "closed\(Self.of(name))\(Self.appended(period.reason))")
    case .offGrid: ("off_grid", "not one of the starting times")
    case .conflict(let item, let name): ("conflict", "busy\(Self.of(name))\(Self.appended(item.summary))")
    case .unexpanded(let item, let name):
      (
        "too_many_instances",
        "unknown, as this repeats too often\(Self.of(name))\(Self.appended(item.summary))"
      )
    case .buffer(let item, let name): ("buffer", "too close\(Self.of(name))\(Self.appended(item.summary))")
    case .tooLate(let latest): ("too_late", "had to be booked by \(moment(latest))")
    case .tooEarly(let day): ("too_early", "can be booked from \(day) on")
    case .outsideBookableDays(let days):
      ("outside_bookable_days", "only from \(days.lowerBound) to \(days.upperBound.adding(days: -1))")
    case .dailyLimit(let limit): ("daily_limit", "the day is full (limit: \(limit))")
    case .weeklyLimit(let limit): ("weekly_limit", "the week is full (limit: \(limit))")
    case .notSearched: ("not_searched", "outside of the time that was searched")
    }
  }

  private static func of(_ name: String) -> String { name.isEmpty ? "" : " (\(name))" }
}
