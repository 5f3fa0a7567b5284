internal import AlmanacEvents
public import AlmanacTime

extension Booking.State {
  /// The state in one or two words: `checked in`.
  public func description(in words: SchedulingWords) -> String {
    words.phrase(code)
  }
}

extension SessionBook.Session.State {
  /// The state in one or two words: `in progress`.
  public func description(in words: SchedulingWords) -> String {
    words.phrase(code)
  }
}

extension SessionCommand {
  /// The effect of the granted request on a session, in a word or two: `moved`, `cancelled late`, `in progress`.
  public func result(for session: SessionBook.Session, in words: SchedulingWords) -> String {
    switch self {
    case .join: words.phrase("joined")
    case .leave: words.phrase("left")
    case .move, .reassign: words.phrase("moved")
    case .edit: words.phrase("changed")
    default: session.state.description(in: words)
    }
  }
}

extension RosterOutcome {
  /// The stable word for scripts.
  public var code: String {
    switch self {
    case .confirmed: "confirmed"
    case .held: "held"
    case .waitlisted: "waitlisted"
    case .cancelled(let isLate): isLate ? "cancelled_late" : "cancelled"
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
      case .classCancelled, .closed, .placesUnknown, .unmatchedBookings: return reason.description(in: words)
      default: break
      }
    }
    if occurrence.interval.upperBound <= now { return words.phrase("class over") }
    if occurrence.interval.lowerBound <= now { return words.phrase("class begun") }
    if free == 1 {
      return words.phrase("one place free", ["places": "\(occurrence.places)"], count: occurrence.places)
    }
    if free > 0 {
      return words.phrase("places free", ["free": "\(free)", "places": "\(occurrence.places)"])
    }
    return waiting > 0
      ? words.phrase("class waiting", ["waiting": "\(waiting)"]) : words.phrase("class full")
  }
}

extension Roster {
  /// The state of the class at a moment, for anybody: `3 of 12 places free`, `the class is full, 2 waiting`.
  public func description(at now: Instant, in words: SchedulingWords) -> String {
    offer(to: "", at: now).description(at: now, in: words)
  }
}

extension BookingStatistics {
  /// The numbers by state: `3 bookings (checked in: 1; missed: 2)`.
  public func description(in words: SchedulingWords) -> String {
    let parts = byState.map { "\($0.state.description(in: words)): \($0.count)" }
    let total = words.phrase("bookings", ["count": "\(made)"], count: made)
    return parts.isEmpty ? total : "\(total) (\(parts.joined(separator: "; ")))"
  }
}

extension ClassEditImpact {
  /// The effect of a change on the bookings, a line for each: `Ana (Yoga, 2 March, 10:00): moved to 2 March, 19:00`; that none is
  /// affected where there are none. The dates with too few places: `Yoga, 2 March, 10:00: 7 places are booked already`. The other
  /// commitments of instructors: `Yoga, 2 March, 10:00: Eva is busy: Core`.
  public func sentences(in words: SchedulingWords) -> [String] {
    func line(_ affected: Affected, _ effect: String) -> String {
      let time = words.moment(affected.from.start.instant)
      return "\(words.name(affected.booking.member)) (\(affected.from.summary), \(time)): \(effect)"
    }
    var sentences = moved.map { one in
      line(one, words.phrase("moved to", ["time": one.to.map { words.moment($0.start.instant) } ?? ""]))
    }
    sentences += calledOff.map { line($0, Booking.State.calledOff.description(in: words)) }
    sentences += promoted.map { line($0, Booking.State.confirmed.description(in: words)) }
    for conflict in conflicts {
      sentences += conflict.items.map {
        line(conflict.affected, BookingRefusal.conflict($0).description(in: words))
      }
    }
    func line(_ date: ClassOccurrence, _ fact: String) -> String {
      "\(date.summary), \(words.moment(date.start.instant)): \(fact)"
    }
    sentences += overbooked.map {
      line($0.occurrence, BookingRefusal.placesTaken($0.taken).description(in: words))
    }
    if !merged.isEmpty { sentences.append(words.phrase("dates become one")) }
    for one in busyInstructors {
      sentences += one.items.map { item in
        let fields: [Substring: String] = [
          "name": words.name(one.occurrence.instructor), "title": item.summary,
        ]
        return line(one.occurrence, words.phrase("person busy", fields))
      }
    }
    return sentences.isEmpty ? [words.phrase("not affected")] : sentences
  }
}

extension Round {
  /// The name of the round: `Round 7`.
  public func description(in words: SchedulingWords) -> String {
    words.phrase("round", ["number": "\(number)"])
  }
}

extension Fixture {
  /// The match in a sentence: `Ourense drew 2–2 with Vigo`, `Ourense plays Vigo`.
  ///
  /// The result is that of `side`; if it is `nil`, that of the winner, or of the home side in a draw and in a match
  /// to be played. For any other name it is that of the home side.
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
