import AlmanacEvents
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime
import TestSupport

/// Yoga on Mondays and Wednesdays at 18:00 in Madrid from 2 March 2026 on.
enum Gym {
  static func yoga(places: Int = 3, policy: ClassPolicy = .standard) throws -> ClassSeries {
    let rule = RecurrenceRule(.weekly, on: [.monday, .wednesday])
    return ClassSeries(
      "Yoga", from: try zoned("2026-03-02T18:00", madrid), lasting: .hours(1), repeating: rule,
      places: places,
      instructor: "Ana", location: "Room 1", details: "Slow", policy: policy, uid: "yoga")
  }

  static var madrid: Zone { get throws { try Zone("Europe/Madrid") } }

  /// The roster of the first class.
  static func roster(places: Int = 3, policy: ClassPolicy = .standard) throws -> Roster {
    Roster(of: try yoga(places: places, policy: policy).occurrences(on: date("2026-03-02"))[0])
  }

  /// A wall-clock time in Madrid.
  static func at(_ text: String) throws -> Instant { try instant(text, in: madrid) }
}

extension Roster {
  /// Decides and applies.
  mutating func perform(
    _ command: RosterCommand, at now: Instant, key: String? = nil, checking context: BookingContext = .open
  ) throws -> RosterOutcome {
    let decision = decide(command, at: now, key: key, checking: context)
    try apply(decision)
    return decision.outcome
  }

  var states: [String] { bookings.map { "\($0.member) \($0.state.code)" } }
}

extension RosterCommand {
  /// A random request about one of some members.
  static func random(of members: Int, using random: inout SeededGenerator) -> Self {
    let member = "m\(Int.random(in: 0..<members, using: &random))"
    let commands: [Self] = [.book(member, waitlist: true), .hold(member), .cancel(member), .settle]
    return commands.randomElement(using: &random) ?? .settle
  }
}

extension RosterOutcome {
  var codes: [String] {
    if case .refused(let reasons) = self { reasons.map { $0.code } } else { [] }
  }
}
