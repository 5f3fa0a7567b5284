public import AlmanacTime

/// A stretch of time that can be booked.
public struct Slot: Sendable, Hashable {
  /// Half-open.
  public let interval: Range<Instant>
  /// On whose clocks it is shown.
  public let zone: Zone

  public init(_ interval: Range<Instant>, in zone: Zone) {
    self.interval = interval
    self.zone = zone
  }

  public var start: ZonedDateTime { interval.lowerBound.in(zone) }

  /// Not included.
  public var end: ZonedDateTime { interval.upperBound.in(zone) }

  /// The same slot on the clocks of another zone.
  public func `in`(_ zone: Zone) -> Slot { Slot(interval, in: zone) }
}

extension Slot: Comparable {
  public static func < (lhs: Slot, rhs: Slot) -> Bool {
    (lhs.interval.lowerBound, lhs.interval.upperBound) < (rhs.interval.lowerBound, rhs.interval.upperBound)
  }
}

/// A start that was considered, with every reason why it cannot be booked; without a reason it can.
public struct SlotCandidate: Sendable, Hashable {
  public let slot: Slot
  public let reasons: [Unavailability]

  public var isAvailable: Bool { reasons.isEmpty }
}

/// Somebody or something that a slot needs: the coach, the client, the room.
public struct SlotParticipant: Sendable, Hashable {
  /// As it stands in reasons.
  public var name: String
  /// Without one, at all hours.
  public var availability: Availability?
  public var busy: BusyTime

  public init(_ name: String, availability: Availability? = nil, busy: BusyTime = .none) {
    self.name = name
    self.availability = availability
    self.busy = busy
  }
}
