import AlmanacScheduling
import AlmanacTime

/// All timetables of a few teams, whatever their form: every order of the matches, every home team, venue and day is tried.
///
/// This knows nothing of the circle method or of the planner. A timetable is built match by match and given up as soon as a
/// constraint cannot hold any more.
struct NaiveSeasons {
  private struct Entry {
    let home: Int
    let away: Int
    let venue: String
    let day: CivilDate
  }

  private let plan: SeasonPlan
  private let constraints: [SeasonConstraint]
  private var entries: [Entry] = []
  private var met: Set<[Int]> = []

  /// Whether a timetable satisfies the constraints; no others hold.
  static func exists(_ plan: SeasonPlan, under constraints: [SeasonConstraint]) -> Bool {
    var seasons = NaiveSeasons(plan: plan, constraints: constraints)
    return seasons.fill(0, free: Array(plan.teams.indices), hasBye: plan.teams.count % 2 == 0)
  }

  private init(plan: SeasonPlan, constraints: [SeasonConstraint]) {
    self.plan = plan
    self.constraints = constraints
  }

  /// Fills a round with matches of the teams that are free in it, then the next rounds.
  ///
  /// - Parameter hasBye: Whether nobody can have the bye any more.
  private mutating func fill(_ round: Int, free: [Int], hasBye: Bool) -> Bool {
    guard let team = free.first else {
      if round + 1 < plan.roundCount {
        return fill(round + 1, free: Array(plan.teams.indices), hasBye: plan.teams.count % 2 == 0)
      }
      return derbiesHold
    }
    let rest = Array(free.dropFirst())
    if !hasBye, fill(round, free: rest, hasBye: true) { return true }
    for other in rest {
      for (home, away) in [(team, other), (other, team)] where !met.contains(key(home, away)) {
        met.insert(key(home, away))
        if place(home, away, round, free: rest.filter { $0 != other }, hasBye) { return true }
        met.remove(key(home, away))
      }
    }
    return false
  }

  private func key(_ home: Int, _ away: Int) -> [Int] {
    plan.legs == .double ? [home, away] : [min(home, away), max(home, away)]
  }

  private mutating func place(_ home: Int, _ away: Int, _ round: Int, free: [Int], _ hasBye: Bool) -> Bool {
    for venue in plan.teams[home].venues {
      var day = plan.days[round].lowerBound
      while day < plan.days[round].upperBound {
        let entry = Entry(home: home, away: away, venue: venue, day: day)
        if fits(entry) {
          entries.append(entry)
          if fill(round, free: free, hasBye: hasBye) { return true }
          entries.removeLast()
        }
        day = day.adding(days: 1)
      }
    }
    return false
  }

  private func fits(_ entry: Entry) -> Bool {
    let sides = [plan.teams[entry.home].name, plan.teams[entry.away].name]
    return constraints.allSatisfy { constraint in
      switch constraint {
      case .venueTaken(let venue, let days): entry.venue != venue || !days.contains(entry.day)
      case .notHome(let team, let days): sides[0] != team || !days.contains(entry.day)
      case .notMeeting(let one, let other, let days): Set(sides) != [one, other] || !days.contains(entry.day)
      case .venueCapacity(let venue, let count):
        entry.venue != venue || entries.count { $0.venue == venue && $0.day == entry.day } < count
      case .rest(let rest):
        entries.allSatisfy { other in
          Set([other.home, other.away]).isDisjoint(with: [entry.home, entry.away])
            || abs(other.day.days(since: entry.day)) > rest
        }
      case .meeting: true
      }
    }
  }

  /// Whether the pairs that have to meet on certain days do.
  private var derbiesHold: Bool {
    constraints.allSatisfy { constraint in
      guard case .meeting(let one, let other, let days) = constraint else { return true }
      return entries.contains { entry in
        Set([plan.teams[entry.home].name, plan.teams[entry.away].name]) == [one, other]
          && days.contains(entry.day)
      }
    }
  }
}
