public import AlmanacTime

/// A range of time that can be booked.
public struct Slot: Sendable, Hashable, Codable {
  /// The half-open range of instants.
  public let interval: Range<Instant>
  /// The zone in which it is shown.
  public let zone: Zone

  /// Creates a slot of a half-open range, shown in a zone.
  public init(_ interval: Range<Instant>, in zone: Zone) {
    self.interval = interval
    self.zone = zone
  }

  /// The start on the clocks of `zone`.
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
  /// The slot that begins at the start.
  public let slot: Slot
  /// Every reason against the slot; empty where it can be booked.
  public let reasons: [Unavailability]

  /// Creates a candidate, which is available by default.
  public init(slot: Slot, reasons: [Unavailability] = []) {
    (self.slot, self.reasons) = (slot, reasons)
  }

  /// Whether the slot can be booked.
  public var isAvailable: Bool { reasons.isEmpty }
}

/// A candidate of a requirement with every reason why it does not serve.
public struct CandidateVerdict: Sendable, Hashable {
  /// The name of the candidate; in `RankedSlot.missing` that of the requirement for a pool or a resource.
  public let name: String
  /// Every reason why it does not serve.
  public let reasons: [Unavailability]

  /// Creates a verdict from the name of a candidate and the reasons against it.
  public init(_ name: String, _ reasons: [Unavailability]) {
    self.name = name
    self.reasons = reasons
  }

  /// The candidate and its reasons, for a person.
  public func description(in words: SchedulingWords) -> String {
    let reasons = reasons.map { $0.wording(in: words, about: name).phrase }
    return words.phrase("because", ["reason": words.name(name), "detail": reasons.joined(separator: ", ")])
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
  /// A participant may be busy: the instances of a series are not known so far, as it repeats too often, or by an unknown
  /// calendar system.
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
  /// Without the skills, tags or whatever else the request asks of candidates.
  case unsuitable
  /// The start is outside the range that was searched.
  case notSearched
  /// No start of a search is within the hours.
  case noStarts(in: Range<Instant>)
}

extension Unavailability: SchedulingRefusal {
  public func wording(in words: SchedulingWords) -> (code: String, phrase: String) {
    wording(in: words, about: "")
  }

  /// - Parameter subject: The person or thing that the phrase is about, which it does not name.
  fileprivate func wording(in words: SchedulingWords, about subject: String) -> (code: String, phrase: String)
  {
    func of(_ name: String) -> String { name == subject ? "" : name }
    switch self {
    case .outsideHours(let name): return ("outside_hours", words.phrase("outside hours", of: of(name)))
    case .closed(let period, let name):
      return ("closed", words.phrase("closed", of: of(name), because: period.reason))
    case .offGrid: return ("off_grid", words.phrase("off grid"))
    case .conflict(let item, let name):
      return ("conflict", words.phrase("busy", of: of(name), because: item.summary))
    case .unexpanded(let item, let name) where item.unknownCalendar != nil:
      return ("unsupported_calendar", words.phrase("unknown calendar", of: of(name), because: item.summary))
    case .unexpanded(let item, let name) where item.unreadProperty != nil:
      return ("unread", words.phrase("unread", of: of(name), because: item.summary))
    case .unexpanded(let item, let name):
      return ("too_many_instances", words.phrase("unexpanded", of: of(name), because: item.summary))
    case .buffer(let item, let name):
      return ("buffer", words.phrase("buffer", of: of(name), because: item.summary))
    case .travel(let item, let name):
      return ("travel", words.phrase("travel", of: of(name), because: item.summary))
    case .insufficient(let free, let needed, let name):
      let numbers: [Substring: String] = ["free": "\(Swift.max(0, free))", "needed": "\(needed)"]
      return ("insufficient", words.phrase("insufficient", numbers, of: of(name)))
    case .tooLate(let latest, let name):
      return ("too_late", words.phrase("notice", ["time": words.moment(latest)], of: of(name)))
    case .tooEarly(let day, let name):
      return ("too_early", words.phrase("bookable from", ["day": words.day(day)], of: of(name)))
    case .outsideBookableDays(let days, let name):
      let (first, last) = (words.day(days.lowerBound), words.day(days.upperBound.adding(days: -1)))
      return (
        "outside_bookable_days", words.phrase("bookable days", ["first": first, "last": last], of: of(name))
      )
    case .dailyLimit(let limit, let name):
      return ("daily_limit", words.phrase("daily limit", ["limit": "\(limit)"], of: of(name)))
    case .weeklyLimit(let limit, let name):
      return ("weekly_limit", words.phrase("weekly limit", ["limit": "\(limit)"], of: of(name)))
    case .tooFew(let name, let needed, let others):
      let verdicts = others.map { $0.description(in: words) }
      return (
        "too_few",
        words.phrase(
          "too few", ["needed": "\(needed)"], count: needed, of: of(name),
          because: verdicts.joined(separator: "; "))
      )
    case .serves(let requirement):
      return (
        "serves",
        requirement.isEmpty ? words.phrase("takes part") : words.phrase("serves", ["role": requirement])
      )
    case .notChosen(let chosen):
      let names = chosen.map { words.name($0) }.joined(separator: ", ")
      return ("not_chosen", words.phrase("not chosen", ["names": names]))
    case .notACandidate: return ("not_a_candidate", words.phrase("not a candidate"))
    case .unsuitable: return ("unsuitable", words.phrase("unsuitable"))
    case .notSearched: return ("not_searched", words.phrase("not searched"))
    case .noStarts(let range):
      let (from, until) = (words.moment(range.lowerBound), words.moment(range.upperBound))
      return ("outside_hours", words.phrase("no start", ["from": from, "until": until]))
    }
  }
}
