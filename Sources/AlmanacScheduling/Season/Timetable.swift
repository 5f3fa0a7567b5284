internal import AlmanacComponents

/// The rounds of a season without days: who meets whom in each round, and who is at home.
///
/// With an odd number of teams, the last number stands for the bye. Each change leaves a timetable in which each team has
/// one match a round and each pair meets once, or once at the home of each.
struct Timetable: Sendable {
  /// The teams and the bye; an even number.
  let count: Int
  let teamCount: Int
  let roundCount: Int
  let isDouble: Bool
  /// By round and team.
  private var opponents: [Int]
  /// The rounds in which a team is at home.
  private var homeRounds: [RoundSet]
  /// The teams that are at home in each round against another team, as bits.
  private var hosts: [UInt64]
  /// The round of a match, by its home and its away team; −1 for none.
  private var rounds: [Int]

  /// - Parameter pairings: The matches of each round.
  init(_ pairings: [[(home: Int, away: Int)]], teams: Int, isDouble: Bool) {
    let count = (teams + 1) / 2 * 2
    (self.count, teamCount, roundCount, self.isDouble) = (count, teams, pairings.count, isDouble)
    opponents = Array(repeating: -1, count: count * pairings.count)
    homeRounds = Array(repeating: RoundSet(), count: count)
    hosts = Array(repeating: 0, count: pairings.count)
    rounds = Array(repeating: -1, count: count * count)
    for (round, matches) in pairings.enumerated() {
      for match in matches { place(match.home, match.away, round) }
      guard teams < count, let resting = (0..<teams).first(where: { opponent($0, round) < 0 }) else {
        continue
      }
      // The second bye of a team is the match the other way.
      if self.round(resting, teams) == nil {
        place(resting, teams, round)
      } else {
        place(teams, resting, round)
      }
    }
  }

  private mutating func place(_ home: Int, _ away: Int, _ round: Int) {
    opponents[round * count + home] = away
    opponents[round * count + away] = home
    homeRounds[home].insert(round)
    homeRounds[away].remove(round)
    hosts[round] &= ~(1 << UInt64(home) | 1 << UInt64(away))
    if !isBye(home), !isBye(away) { hosts[round] |= 1 << UInt64(home) }
    rounds[home * count + away] = round
  }

  func opponent(_ team: Int, _ round: Int) -> Int { opponents[round * count + team] }
  func isHome(_ team: Int, _ round: Int) -> Bool { homeRounds[team].contains(round) }
  func hosts(_ round: Int) -> UInt64 { hosts[round] }
  func isBye(_ team: Int) -> Bool { team >= teamCount }

  /// The round of a match; `nil` where the pair has none with this home team.
  func round(_ home: Int, _ away: Int) -> Int? {
    let round = rounds[home * count + away]
    return round < 0 ? nil : round
  }

  /// The matches of a round, by home teams, without the bye's.
  func matches(_ round: Int) -> [(home: Int, away: Int)] {
    (0..<teamCount).filter { isHome($0, round) && !isBye(opponent($0, round)) }.map {
      ($0, opponent($0, round))
    }
  }
}

/// Balance.
extension Timetable {
  /// The breaks of a team: two home or two away matches in succession, byes left out.
  func breaks(_ team: Int) -> Int {
    guard count > teamCount else { return roundCount - 1 - homeRounds[team].changes(below: roundCount) }
    let pattern = (0..<roundCount).filter { !isBye(opponent(team, $0)) }.map { isHome(team, $0) }
    return zip(pattern, pattern.dropFirst()).count { $0 == $1 }
  }

  /// The breaks of all teams.
  var allBreaks: Int { (0..<teamCount).reduce(0) { $0 + breaks($1) } }

  /// The distance of the home and the away matches of a team from balance: 0 for numbers that are equal, or differ by one where the
  /// number of matches is odd.
  func imbalance(_ team: Int) -> Int {
    if isDouble { return 0 }
    let isHomeInBye = count > teamCount && round(team, teamCount) != nil
    return abs(2 * (homeRounds[team].count - (isHomeInBye ? 1 : 0)) - (teamCount - 1)) / 2
  }
}

/// Changes, each of which undoes itself.
extension Timetable {
  enum Change {
    /// Two teams exchange all their matches.
    case teams(Int, Int)
    /// Two rounds exchange their places.
    case rounds(Int, Int)
    /// A pair exchanges home and away: of the match of a team in a round, in a double round robin of both matches.
    case homes(team: Int, round: Int)
    /// Some teams exchange their matches of two rounds.
    case matches(of: [Int], Int, Int)
    /// Some teams exchange their matches of two rounds of the first half, and those of the same rounds of the second one.
    case inBothHalves([Int], Int, Int)
  }

  mutating func apply(_ change: Change) {
    switch change {
    case .teams(let one, let other): exchange(one, other)
    case .rounds(let one, let other): exchange(Array(0..<count), one, other)
    case .homes(let team, let round): turn(team, opponent(team, round), round)
    case .matches(let teams, let one, let other): exchange(teams, one, other)
    case .inBothHalves(let teams, let one, let other):
      for shift in [0, roundCount / 2] { exchange(teams, one + shift, other + shift) }
    }
  }

  private mutating func exchange(_ one: Int, _ other: Int) {
    func renamed(_ team: Int) -> Int { team == one ? other : team == other ? one : team }
    // Cleared first, since the new matches can be those of another round.
    for round in 0..<roundCount {
      for team in [one, other] {
        let opponent = opponent(team, round)
        rounds[team * count + opponent] = -1
        rounds[opponent * count + team] = -1
      }
    }
    for round in 0..<roundCount {
      let (first, second) = (opponent(one, round), opponent(other, round))
      let (isFirstHome, isSecondHome) = (isHome(one, round), isHome(other, round))
      set(one, renamed(second), isHome: isSecondHome, round)
      if first != other { set(other, first, isHome: isFirstHome, round) }
    }
  }

  private mutating func set(_ team: Int, _ opponent: Int, isHome: Bool, _ round: Int) {
    if isHome { place(team, opponent, round) } else { place(opponent, team, round) }
  }

  private mutating func exchange(_ teams: [Int], _ one: Int, _ other: Int) {
    var exchanged: UInt64 = 0
    for team in teams {
      opponents.swapAt(one * count + team, other * count + team)
      homeRounds[team].exchange(one, other)
      exchanged |= 1 << UInt64(team)
    }
    let different = (hosts[one] ^ hosts[other]) & exchanged
    hosts[one] ^= different
    hosts[other] ^= different
    for round in [one, other] {
      for team in teams where isHome(team, round) {
        rounds[team * count + opponent(team, round)] = round
      }
    }
  }

  private mutating func turn(_ one: Int, _ other: Int, _ round: Int) {
    let (first, second) = (rounds[one * count + other], rounds[other * count + one])
    rounds[one * count + other] = -1
    rounds[other * count + one] = -1
    if first >= 0 { place(other, one, first) }
    if second >= 0 { place(one, other, second) }
  }

  /// The teams that have to exchange their matches of two rounds along with a team: its opponents in them, theirs, and so
  /// on.
  func chain(of team: Int, _ one: Int, _ other: Int) -> [Int] {
    var teams = [team]
    var next = team
    repeat {
      let opponent = opponent(next, one)
      teams.append(opponent)
      next = self.opponent(opponent, other)
      if next != team { teams.append(next) }
    } while next != team
    return teams
  }
}
