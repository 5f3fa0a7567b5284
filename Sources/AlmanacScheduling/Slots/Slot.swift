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

/// A candidate of a requirement with every reason why it does not serve.
public struct CandidateVerdict: Sendable, Hashable {
  public let name: String
  public let reasons: [Unavailability]

  public init(_ name: String, _ reasons: [Unavailability]) {
    self.name = name
    self.reasons = reasons
  }

  /// The candidate and its reasons, for a person.
  ///
  /// - Parameter moment: Writes an instant on the reader's clock.
  public func description(_ moment: (Instant) -> String) -> String {
    // The reasons name the candidate too.
    let phrases = reasons.map { $0.description(moment).replacing(" (\(name))", with: "") }
    return "\(name): \(phrases.joined(separator: ", "))"
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
  /// A participant is free, but could not get from one place to the other in time.
  case travel(BusyTime.Item, of: String)
  /// Less of a resource is free than the slot needs, at its fullest moment.
  case insufficient(free: Int, needed: Int, of: String)
  /// The slot had to be booked by this instant, by the terms of the slots or of a participant.
  case tooLate(latest: Instant, of: String = "")
  /// The slot can be booked from this day of the schedule's zone on.
  case tooEarly(from: CivilDate, of: String = "")
  /// Only slots on these days can be booked.
  case outsideBookableDays(Range<CivilDate>, of: String = "")
  /// The day has all the bookings that it may have.
  case dailyLimit(Int, of: String = "")
  /// The week has all the bookings that it may have.
  case weeklyLimit(Int, of: String = "")
  /// Fewer candidates of a requirement can serve than it needs; every one that cannot says why.
  case tooFew(of: String, needed: Int, [CandidateVerdict])
  /// A candidate serves in this other requirement of the same slot.
  case serves(String)
  /// A candidate could serve, but these go before it.
  case notChosen(before: [String])
  /// Not one of those who are asked.
  case notACandidate
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
    case .travel(let item, let name):
      ("travel", "no time to travel\(Self.of(name))\(Self.appended(item.summary))")
    case .insufficient(let free, let needed, let name):
      ("insufficient", "\(Swift.max(0, free)) free, \(needed) needed\(Self.of(name))")
    case .tooLate(let latest, let name):
      ("too_late", "had to be booked by \(moment(latest))\(Self.of(name))")
    case .tooEarly(let day, let name): ("too_early", "can be booked from \(day) on\(Self.of(name))")
    case .outsideBookableDays(let days, let name):
      (
        "outside_bookable_days",
        "only from \(days.lowerBound) to \(days.upperBound.adding(days: -1))\(Self.of(name))"
      )
    case .dailyLimit(let limit, let name):
      ("daily_limit", "the day is full (limit: \(limit))\(Self.of(name))")
    case .weeklyLimit(let limit, let name):
      ("weekly_limit", "the week is full (limit: \(limit))\(Self.of(name))")
    case .tooFew(let name, let needed, let others):
      (
        "too_few",
        "fewer than \(needed) can serve\(Self.of(name)): "
          + others.map { $0.description(moment) }.joined(separator: "; ")
      )
    case .serves(let requirement):
      ("serves", requirement.isEmpty ? "takes part already" : "serves as \(requirement)")
    case .notChosen(let chosen): ("not_chosen", "goes after \(chosen.joined(separator: ", "))")
    case .notACandidate: ("not_a_candidate", "not one of those who are asked")
    case .notSearched: ("not_searched", "outside of the time that was searched")
    }
  }

  private static func of(_ name: String) -> String { name.isEmpty ? "" : " (\(name))" }
}
