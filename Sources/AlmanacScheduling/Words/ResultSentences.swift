internal import AlmanacEvents
public import AlmanacTime

extension Booking.State {
  /// The state in one or two words: `checked in`.
  public func description(in words: SchedulingWords) -> String {
    words.phrase(code)
  }
}

extension Session.State {
  /// The state in one or two words: `in progress`.
  public func description(in words: SchedulingWords) -> String {
    words.phrase(code)
  }
}

extension RosterOutcome {
  /// The stable word for scripts.
  public var code: String {
    switch self {
    case .confirmed: "confirmed"
    case .held: "held"
    case .waitlisted: "waitlisted"
    case .cancelled: "cancelled"
    case .checkedIn: "checked_in"
    case .missed: "missed"
    case .done: "done"
    case .refused: "refused"
    }
  }

  /// The outcome for the member: `confirmed`, `number 2 on the waiting list`, or the reasons of a refusal.
  public func description(in words: SchedulingWords) -> String {
    switch self {
    case .waitlisted(let position): words.phrase("place in list", ["position": "\(position)"])
    case .cancelled(true): words.phrase("cancelled_late")
    case .held(let until): words.phrase("held until", ["time": words.moment(until)])
    case .refused(let reasons): reasons.map { $0.description(in: words) }.joined(separator: "; ")
    default: words.phrase(code)
    }
  }
}

extension ClassOffer {
  /// The state of the class at a moment, for the member: `3 of 12 places free`, `the class is full, 2 waiting`, that it is over
  /// or has begun, or why it does not take place.
  public func description(at now: Instant, in words: SchedulingWords) -> String {
    for reason in refusals {
      switch reason {
      case .classCancelled, .closed, .placesUnknown: return reason.description(in: words)
      default: break
      }
    }
    if occurrence.interval.upperBound <= now { return words.phrase("class over") }
    if occurrence.interval.lowerBound <= now { return words.phrase("class begun") }
    if free > 0 {
      return words.phrase("places free", ["free": "\(free)", "places": "\(occurrence.places)"])
    }
    return waiting > 0
      ? words.phrase("class waiting", ["waiting": "\(waiting)"]) : words.phrase("class full")
  }
}

extension Fixture {
  /// The match in a sentence: `Ourense drew 2–2 with Vigo`, `Ourense plays Vigo`.
  ///
  /// - Parameter side: The side whose result it is; `nil` for the winner, or the home side. For any other it is that of the
  ///   home side.
  public func description(for side: String? = nil, in words: SchedulingWords) -> String {
    let isAway = side == away || (side == nil && outcome == .lost)
    var fields: [Substring: String] = [
      "one": words.name(isAway ? away : home), "other": words.name(isAway ? home : away),
    ]
    guard let score, let outcome = outcome(for: isAway ? away : home) else {
      return words.phrase("match to play", fields)
    }
    fields["score"] = isAway ? "\(score.away)–\(score.home)" : "\(score.home)–\(score.away)"
    return words.phrase("match \(outcome.rawValue)", fields)
  }
}
