/// The search for the fewest constraints with which some round has fewer teams that can be at home than matches.
///
/// The teams that share venues, or share them with such teams, form a part, whose hosts depend on its own constraints alone. For
/// each part the fewest constraints for each number of missing hosts are found by trial, and the parts are added up.
struct HostShortage {
  /// Constraints with which a part lacks hosts in a round.
  private struct Choice {
    let constraints: [Int]
    let missing: Int
  }

  /// The most constraints of a part in a round of which all selections are tried.
  private static let mostConstraints = 8

  private let frame: SeasonFrame
  private let parts: [[Int]]

  init(_ frame: SeasonFrame) {
    self.frame = frame
    parts = frame.teamsByVenues { _ in true }
  }

  /// The indexes of the fewest constraints in order, none if they are enough in no round.
  ///
  /// - Parameter rounds: Those in which all constraints together leave too few hosts.
  /// - Returns: `nil` where a part has too many constraints, or the steps do not suffice.
  func run(_ rounds: [Int], _ steps: inout SearchSteps) -> [Int]? {
    var fewest: [Int] = []
    for round in rounds {
      guard let found = fewestConstraints(round, &steps) else { return nil }
      if fewest.isEmpty || found.count < fewest.count { fewest = found }
    }
    return fewest
  }

  private func fewestConstraints(_ round: Int, _ steps: inout SearchSteps) -> [Int]? {
    let needed = frame.teamCount - frame.roundSize + 1
    // For each number of missing hosts, the last one for all higher ones.
    var best: [[Int]?] = [[]] + Array(repeating: nil, count: needed)
    for part in parts {
      guard let choices = choices(of: part, round, &steps) else { return nil }
      let before = best
      for (missing, constraints) in before.enumerated() {
        guard let constraints else { continue }
        for choice in choices {
          let all = constraints + choice.constraints
          let sum = Swift.min(missing + choice.missing, needed)
          if best[sum].map({ all.count < $0.count }) ?? true { best[sum] = all }
        }
      }
    }
    return best[needed]?.sorted()
  }

  /// The selections of constraints, smaller ones first, each with more missing hosts than those before.
  private func choices(of teams: [Int], _ round: Int, _ steps: inout SearchSteps) -> [Choice]? {
    let own = constraints(of: teams, round)
    guard own.count <= Self.mostConstraints,
      steps.take(frame.teamCount * frame.roundCount << own.count)
    else { return nil }
    var choices: [Choice] = []
    let selections = (1..<(1 << own.count)).sorted {
      ($0.nonzeroBitCount, $0) < ($1.nonzeroBitCount, $1)
    }
    for selection in selections {
      let active = own.indices.filter { selection >> $0 & 1 == 1 }.map { own[$0] }
      let rules = SeasonRules(frame, active)
      let groups = rules.groups.filter { teams.contains($0[0]) }
      let missing = teams.count - groups.reduce(0) { $0 + rules.mostHosts($1, round) }
      if missing > choices.last?.missing ?? 0 {
        choices.append(Choice(constraints: active, missing: missing))
      }
    }
    return choices
  }

  /// The constraints on which the hosts of a part in a round depend, by their indexes.
  private func constraints(of teams: [Int], _ round: Int) -> [Int] {
    let venues = Set(teams.flatMap { frame.venues[$0] })
    func has(_ venue: String) -> Bool { frame.venueIndex[venue].map(venues.contains) ?? false }
    return frame.constraints.indices.filter { index in
      let isOnDays = frame.constraintDays[index][round] != 0
      return switch frame.constraints[index] {
      case .notHome(let team, _): isOnDays && frame.teamIndex[team].map(teams.contains) ?? false
      case .venueTaken(let venue, _): isOnDays && has(venue)
      case .venueCapacity(let venue, _): has(venue)
      default: false
      }
    }
  }
}
