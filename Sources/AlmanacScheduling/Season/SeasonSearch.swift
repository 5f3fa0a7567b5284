internal import AlmanacEvents
internal import AlmanacTime

/// The search for a season: which team gets which number of the circle method, then on which day of its round each match is
/// played.
///
/// Numbers: depth first with the fewest choices first, forward checking of constraints between two teams, and a look whether the
/// teams left can be matched with the numbers left. Days: depth first in order of the rounds, going back to the last match that
/// has to do with the conflict.
struct SeasonSearch {
  /// The constraints of the plan, and those that hold without being stated.
  let constraints: [SeasonConstraint]
  let plan: SeasonPlan
  let table: RoundRobin
  let days: [[CivilDate]]
  /// The rounds in which two numbers meet, and whether the first is at home, by the first and the second number.
  private var meetings: [[(round: Int, isHome: Bool)]]
  /// The rounds in which a number is at home, by the number.
  private var homeRounds: [[Int]]
  private let index: [String: Int]
  private var left: Int

  init(_ plan: SeasonPlan, budget: Int) {
    self.plan = plan
    left = budget
    let table = RoundRobin(plan.teams.count, plan.legs)
    self.table = table
    days = plan.days.prefix(table.rounds.count).map { range in
      (0..<range.upperBound.days(since: range.lowerBound)).map { range.lowerBound.adding(days: $0) }
    }
    meetings = Array(repeating: [], count: table.count * table.count)
    homeRounds = Array(repeating: [], count: table.count)
    for (number, round) in table.rounds.enumerated() {
      for pairing in round {
        meetings[pairing.home * table.count + pairing.away].append((number, true))
        meetings[pairing.away * table.count + pairing.home].append((number, false))
        homeRounds[pairing.home].append(number)
      }
    }
    index = Dictionary(plan.teams.enumerated().map { ($1.name, $0) }) { first, _ in first }
    let shared = Dictionary(grouping: plan.teams) { $0.venue }.filter { $0.value.count > 1 }.keys.sorted()
    let stated = plan.constraints.reduce(into: [SeasonConstraint]()) { if !$0.contains($1) { $0.append($1) } }
    constraints =
      stated + shared.map { .oneMatchADay(at: $0) }.filter { !stated.contains($0) } + [.rest(days: 0)]
  }

  mutating func step(_ count: Int = 1) throws(SchedulingError) {
    left -= count
    if left < 0 {
      throw SchedulingError(.budgetExceeded, expected: "a larger budget, or fewer constraints")
    }
  }

  /// The first season that satisfies some of the constraints, by their indexes; `nil` where there is none.
  mutating func season(under chosen: [Int]) throws(SchedulingError) -> Season? {
    try step(16 * chosen.count)
    let active = chosen.map { constraints[$0] }
    let hosting = hostingDays(active)
    guard isRestPossible(active) else { return nil }
    let all = table.count == 64 ? UInt64.max : (1 << UInt64(table.count)) - 1
    // The last number is the pause where a team pauses.
    let numbers = plan.teams.count == table.count ? all : all & ~(1 << UInt64(table.count - 1))
    var domains = [UInt64](repeating: numbers, count: plan.teams.count)
    for team in domains.indices {
      for number in 0..<table.count where homeRounds[number].contains(where: { hosting[team][$0] == 0 }) {
        domains[team] &= ~(1 << UInt64(number))
      }
    }
    guard let links = links(active, hosting), !domains.contains(0) else { return nil }
    let given = domains.indices.filter { domains[$0].nonzeroBitCount == 1 }
    guard Self.propagate(&domains, from: given, links) else { return nil }
    return try draw(domains, links, active, hosting)
  }
}

/// What constraints mean for numbers and days. Days of a round are bits, the first the lowest.
extension SeasonSearch {
  func bits(_ round: Int) -> UInt64 {
    days[round].count >= 64 ? .max : (1 << UInt64(days[round].count)) - 1
  }

  func bits(_ round: Int, within range: Range<CivilDate>) -> UInt64 {
    days[round].indices.reduce(0) { range.contains(days[round][$1]) ? $0 | 1 << UInt64($1) : $0 }
  }

  /// The days on which a team could be at home, by team and round.
  private func hostingDays(_ active: [SeasonConstraint]) -> [[UInt64]] {
    var result = plan.teams.map { _ in days.indices.map { bits($0) } }
    for constraint in active {
      for (team, entry) in plan.teams.enumerated() {
        let closed: Range<CivilDate>? =
          switch constraint {
          case .venueTaken(entry.venue, let range): range
          case .notHome(entry.name, let range): range
          default: nil
          }
        guard let closed else { continue }
        for round in days.indices where plan.days[round].overlaps(closed) {
          result[team][round] &= ~bits(round, within: closed)
        }
      }
    }
    return result
  }

  /// Whether the rounds are far enough apart for the days of rest.
  private func isRestPossible(_ active: [SeasonConstraint]) -> Bool {
    let rest = rest(active)
    // With an odd number, somebody pauses in each round, and the others play in the next one.
    guard plan.teams.count > 3 || plan.teams.count == 2 else { return true }
    return days.indices.dropFirst().allSatisfy { round in
      guard let first = days[round - 1].first, let last = days[round].last else { return true }
      return last.days(since: first) > rest
    }
  }

  func rest(_ active: [SeasonConstraint]) -> Int {
    active.reduce(0) { if case .rest(let days) = $1 { Swift.max($0, days) } else { $0 } }
  }

  /// For two teams, the numbers that the second may have for each number of the first.
  typealias Links = [Int: [Int: [UInt64]]]

  /// The links between teams; `nil` where two teams cannot have any numbers.
  private func links(_ active: [SeasonConstraint], _ hosting: [[UInt64]]) -> Links? {
    var links: Links = [:]
    for constraint in active {
      let pairs: [(Int, Int)]
      switch constraint {
      case .meeting(let one, let other, _), .notMeeting(let one, let other, _):
        guard let one = index[one], let other = index[other] else { return nil }
        pairs = [(one, other)]
      case .oneMatchADay(let venue):
        let sharing = plan.teams.indices.filter { plan.teams[$0].venue == venue }
        pairs = sharing.flatMap { one in sharing.filter { $0 > one }.map { (one, $0) } }
      case .venueTaken, .notHome, .rest: continue
      }
      for (one, other) in pairs {
        for (first, second) in [(one, other), (other, one)] {
          var masks = links[first]?[second] ?? Array(repeating: .max, count: table.count)
          for number in masks.indices {
            for against in masks.indices where masks[number] & 1 << UInt64(against) != 0 {
              if number == against || !allows(constraint, first, number, second, against, hosting) {
                masks[number] &= ~(1 << UInt64(against))
              }
            }
          }
          links[first, default: [:]][second] = masks
        }
      }
    }
    return links
  }

  /// Whether two teams may have two numbers, as far as one constraint can tell.
  private func allows(
    _ constraint: SeasonConstraint, _ one: Int, _ number: Int, _ other: Int, _ against: Int,
    _ hosting: [[UInt64]]
  ) -> Bool {
    let meetings = meetings[number * table.count + against]
    func free(_ meeting: (round: Int, isHome: Bool)) -> UInt64 {
      hosting[meeting.isHome ? one : other][meeting.round]
    }
    switch constraint {
    case .meeting(_, _, let range):
      return meetings.contains { free($0) & bits($0.round, within: range) != 0 }
    case .notMeeting(_, _, let range):
      return meetings.allSatisfy { free($0) & ~bits($0.round, within: range) != 0 }
    case .oneMatchADay:
      return homeRounds[number].allSatisfy { round in
        guard homeRounds[against].contains(round) else { return true }
        let both = hosting[one][round] | hosting[other][round]
        return both.nonzeroBitCount > 1
      }
    case .venueTaken, .notHome, .rest: return true
    }
  }
}

/// The draw of numbers.
extension SeasonSearch {
  /// Gives each team a number, the team with the fewest choices first, then the days; `nil` where that cannot be.
  private mutating func draw(
    _ domains: [UInt64], _ links: Links, _ active: [SeasonConstraint], _ hosting: [[UInt64]]
  ) throws(SchedulingError) -> Season? {
    guard Self.canMatch(domains) else { return nil }
    let open = domains.indices.filter { domains[$0].nonzeroBitCount > 1 }
    guard let team = open.min(by: { (domains[$0].nonzeroBitCount, $0) < (domains[$1].nonzeroBitCount, $1) })
    else {
      return try schedule(domains.map { $0.trailingZeroBitCount }, active, hosting)
    }
    var rest = domains[team]
    while rest != 0 {
      try step()
      let number = rest.trailingZeroBitCount
      rest &= rest - 1
      var next = domains
      next[team] = 1 << UInt64(number)
      if Self.propagate(&next, from: [team], links), let season = try draw(next, links, active, hosting) {
        return season
      }
    }
    return nil
  }

  /// Removes what the numbers of some teams rule out, with what follows; `false` where a team has no number left.
  private static func propagate(_ domains: inout [UInt64], from teams: [Int], _ links: Links) -> Bool {
    var queue = teams
    while let fixed = queue.popLast() {
      let number = domains[fixed].trailingZeroBitCount
      for other in domains.indices where other != fixed {
        let before = domains[other]
        domains[other] &= ~(1 << UInt64(number))
        if let masks = links[fixed]?[other] { domains[other] &= masks[number] }
        if domains[other] == 0 { return false }
        if domains[other] != before, domains[other].nonzeroBitCount == 1 { queue.append(other) }
      }
    }
    return true
  }

  /// Whether each team can have a number of its own, by augmenting paths.
  private static func canMatch(_ domains: [UInt64]) -> Bool {
    var owner = [Int](repeating: -1, count: 64)
    func place(_ team: Int, _ seen: inout UInt64) -> Bool {
      var rest = domains[team] & ~seen
      while rest != 0 {
        let number = rest.trailingZeroBitCount
        seen |= 1 << UInt64(number)
        if owner[number] < 0 || place(owner[number], &seen) {
          owner[number] = team
          return true
        }
        rest &= rest - 1
        rest &= ~seen
      }
      return false
    }
    return domains.indices.allSatisfy { team in
      var seen: UInt64 = 0
      return place(team, &seen)
    }
  }
}

/// The smallest conflict.
extension SeasonSearch {
  /// The fewest constraints that no season satisfies, by their indexes; all together have none.
  ///
  /// Each set of constraints that can hold leaves out one at least of every conflict. The smallest set with one of what each
  /// maximal such set leaves out is a conflict, or leads to another maximal set (implicit hitting sets; Ignatiev et al., 2015).
  mutating func smallestConflict() throws(SchedulingError) -> [Int] {
    var corrections: [[Int]] = []
    while true {
      let candidate = try smallestHit(of: corrections)
      guard try season(under: candidate) != nil else { return candidate }
      var held = candidate
      for index in constraints.indices where !held.contains(index) {
        if try season(under: (held + [index]).sorted()) != nil { held.append(index) }
      }
      corrections.append(constraints.indices.filter { !held.contains($0) })
    }
  }

  /// The fewest indexes with one of each set; of several the first in order.
  private mutating func smallestHit(of sets: [[Int]]) throws(SchedulingError) -> [Int] {
    for size in 0...constraints.count {
      if let hit = try hit(sets[...], with: [], size) { return hit.sorted() }
    }
    return Array(constraints.indices)
  }

  private mutating func hit(_ sets: ArraySlice<[Int]>, with chosen: [Int], _ left: Int)
    throws(SchedulingError) -> [Int]?
  {
    try step()
    guard let open = sets.firstIndex(where: { set in !set.contains { chosen.contains($0) } }) else {
      return chosen
    }
    if left == 0 { return nil }
    for index in sets[open] {
      if let hit = try hit(sets[(open + 1)...], with: chosen + [index], left - 1) { return hit }
    }
    return nil
  }
}
