internal import AlmanacComponents
internal import AlmanacTime

/// The days and venues at which each match of a plan can be played under some of its constraints.
struct SeasonRules: Sendable {
  /// A way to play a match in its round.
  struct Option: Sendable, Hashable {
    let home: Int
    let away: Int
    let venue: Int
    /// The day of the round, from 0.
    let day: Int
  }

  /// Days on one of which two teams meet, in a season in which they meet twice.
  struct Window: Sendable {
    let one: Int
    let other: Int
    /// The days by round.
    let days: [UInt64]
  }

  /// Teams that share venues which can be too small.
  struct Contest: Sendable {
    /// The teams as bits.
    let teams: UInt64
    /// The matches for which there is room in each round, if all the teams have the same single venue. `nil` for others.
    let room: [Int]?
  }

  let frame: SeasonFrame
  let teamCount: Int
  let roundCount: Int
  /// The days of rest between two matches of a team.
  private(set) var rest = 0
  private(set) var windows: [Window] = []
  /// Whether a venue of a team can be too small for the teams that share it.
  private(set) var isContested: [Bool]
  /// The teams in groups such that no two groups share a venue that can be too small.
  private(set) var groups: [[Int]] = []
  /// The groups whose venues can be too small.
  private(set) var contests: [Contest] = []
  /// The teams, as bits, that cannot host in a round, or not every opponent on all its days.
  private(set) var doubtful: [UInt64] = []
  /// The teams, as bits, that can be at home in a round on some of the days of their venues only, or against some teams only.
  private(set) var limited: [UInt64] = []
  /// Whether any venue can be too small.
  var hasContests: Bool { isContested.contains(true) }
  /// The most matches a day at each venue.
  private(set) var capacities: [Int]
  /// The days on which a venue can be had, by venue and round.
  private var open: [UInt64]
  /// The days on which a team can have a home match whatever its venue, by team and round.
  private var homeDays: [UInt64]
  /// The days on which a team can have a home match at one of its venues, by team and round.
  private var hosting: [UInt64]
  /// The rounds in which a team can have a home match.
  private(set) var hostingRounds: [RoundSet] = []
  /// The index in `pairDays` for two teams; −1 for a pair without constraints of its own.
  private var pairIndex: [Int]
  /// The days on which two teams can meet, by round.
  private var pairDays: [[UInt64]] = []

  /// - Parameters:
  ///   - active: The indexes of constraints of the frame.
  ///   - days: The days of each round that are used, as bits.
  init(_ frame: SeasonFrame, _ active: [Int], on days: UInt64 = .max) {
    self.frame = frame
    (teamCount, roundCount) = (frame.teamCount, frame.roundCount)
    let all = frame.days.indices.map { frame.allDays($0) & days }
    open = Array(repeatElement(all, count: frame.venueNames.count).joined())
    homeDays = Array(repeatElement(all, count: teamCount).joined())
    hosting = []
    capacities = Array(repeating: .max, count: frame.venueNames.count)
    pairIndex = Array(repeating: -1, count: teamCount * teamCount)
    isContested = []
    for index in active { apply(frame.constraints[index], frame.constraintDays[index], all) }
    hosting = (0..<teamCount * roundCount).map { place in
      let (team, round) = (place / roundCount, place % roundCount)
      return frame.venues[team].reduce(0) { $0 | open[$1 * roundCount + round] } & homeDays[place]
    }
    hostingRounds = (0..<teamCount).map { team in
      RoundSet(below: roundCount) { hostingDays(team, $0) != 0 }
    }
    var uses = [Int](repeating: 0, count: capacities.count)
    for venue in frame.venues.flatMap({ Set($0) }) { uses[venue] += 1 }
    isContested = frame.venues.map { $0.contains { [capacities] in uses[$0] > capacities[$0] } }
    groups = frame.teamsByVenues { [isContested] in isContested[$0] }
    contests = groups.filter { isContested[$0[0]] }.map { contest($0) }
    doubtful = (0..<roundCount).map { round in teams { hostingDays($0, round) == 0 } }
    limited = (0..<roundCount).map { round in
      teams { team in
        let all = frame.venues[team].reduce(0) { $0 | open[$1 * roundCount + round] }
        return hostingDays(team, round) != all
      }
    }
    for one in 0..<teamCount {
      for other in 0..<teamCount where pairIndex[one * teamCount + other] >= 0 {
        let days = pairDays[pairIndex[one * teamCount + other]]
        for round in 0..<roundCount where days[round] != all[round] {
          doubtful[round] |= 1 << UInt64(one)
          limited[round] |= 1 << UInt64(one)
        }
      }
    }
  }

  private func teams(where condition: (Int) -> Bool) -> UInt64 {
    (0..<teamCount).reduce(0) { condition($1) ? $0 | 1 << UInt64($1) : $0 }
  }

  private func contest(_ teams: [Int]) -> Contest {
    let venues = frame.venues[teams[0]]
    let isOne = venues.count == 1 && teams.allSatisfy { frame.venues[$0] == venues }
    let room = (0..<roundCount).map { round in
      // Each team has a match a round at most.
      Swift.min(capacities[venues[0]], teamCount) * open[venues[0] * roundCount + round].nonzeroBitCount
    }
    return Contest(teams: self.teams { teams.contains($0) }, room: isOne ? room : nil)
  }

  /// The most teams of a group that can be at home in a round, on some of its days.
  func mostHosts(_ teams: [Int], _ round: Int, on days: UInt64 = .max) -> Int {
    if teams.count == 1 { return hostingDays(teams[0], round) & days != 0 ? 1 : 0 }
    let hosts = teams.filter { hostingDays($0, round) & days != 0 }
    guard hosts.count > 1, isContested[hosts[0]] else { return Swift.min(hosts.count, frame.roundSize) }
    var matching = VenueMatching(self)
    let size = hosts.count { host in
      allowVenues(of: host, round, on: hostingDays(host, round) & days, in: &matching)
      return matching.addMatch()
    }
    return Swift.min(size, frame.roundSize)
  }

  private mutating func apply(_ constraint: SeasonConstraint, _ days: [UInt64], _ all: [UInt64]) {
    switch constraint {
    case .rest(let days): rest = Swift.max(rest, days)
    case .venueCapacity(let venue, let count):
      if let venue = frame.venueIndex[venue] { capacities[venue] = Swift.min(capacities[venue], count) }
    case .venueTaken(let venue, _):
      guard let venue = frame.venueIndex[venue] else { return }
      for round in days.indices { open[venue * roundCount + round] &= ~days[round] }
    case .notHome(let team, _):
      guard let team = frame.teamIndex[team] else { return }
      for round in days.indices { homeDays[team * roundCount + round] &= ~days[round] }
    case .meeting(let one, let other, _):
      guard let one = frame.teamIndex[one], let other = frame.teamIndex[other] else { return }
      if frame.isDouble {
        windows.append(Window(one: one, other: other, days: days))
      } else {
        restrict(one, other, to: days, all)
      }
    case .notMeeting(let one, let other, _):
      guard let one = frame.teamIndex[one], let other = frame.teamIndex[other] else { return }
      restrict(one, other, to: days.map { ~$0 }, all)
    }
  }

  private mutating func restrict(_ one: Int, _ other: Int, to days: [UInt64], _ all: [UInt64]) {
    if pairIndex[one * teamCount + other] < 0 {
      pairDays.append(all)
      pairIndex[one * teamCount + other] = pairDays.count - 1
      pairIndex[other * teamCount + one] = pairDays.count - 1
    }
    let index = pairIndex[one * teamCount + other]
    for round in days.indices { pairDays[index][round] &= days[round] }
  }

  /// The days of a round on which a team can have a home match against any team.
  func hostingDays(_ team: Int, _ round: Int) -> UInt64 { hosting[team * roundCount + round] }

  /// The days of a round on which a match can be played; 0 for none.
  func days(_ home: Int, _ away: Int, _ round: Int) -> UInt64 {
    let index = pairIndex[home * teamCount + away]
    let days = hosting[home * roundCount + round]
    return index < 0 ? days : days & pairDays[index][round]
  }

  /// The ways to play a match in a round: the preferred venue first, its days in order.
  func options(_ home: Int, _ away: Int, _ round: Int) -> [Option] {
    var result: [Option] = []
    for venue in frame.venues[home] {
      var left = days(home, away, round) & open[venue * roundCount + round]
      while left != 0 {
        result.append(Option(home: home, away: away, venue: venue, day: left.trailingZeroBitCount))
        left &= left - 1
      }
    }
    return result
  }

  /// Whether the matches of each round, given by the ways to play them, get a venue and a day each.
  func areVenuesFree(_ rounds: [[[Option]]]) -> Bool {
    if !hasContests { return true }
    var matching = VenueMatching(self)
    return rounds.allSatisfy { matches in
      matching.removeAll()
      return matches.count < 2
        || matches.allSatisfy { options in
          for option in options { matching.allow(option.venue, on: 1 << UInt64(option.day)) }
          return matching.addMatch()
        }
    }
  }

  /// Allows the match that is added next to be at the venues of a team on some days of a round.
  func allowVenues(of home: Int, _ round: Int, on days: UInt64, in matching: inout VenueMatching) {
    for venue in frame.venues[home] { matching.allow(venue, on: days & open[venue * roundCount + round]) }
  }

  /// A number of the only venue and day of a team in a round, if there is room for one match alone; `nil` for others.
  func singlePlace(_ team: Int, _ round: Int) -> Int? {
    let days = hostingDays(team, round)
    let ways = frame.venues[team].lazy.map { (venue: $0, days: days & open[$0 * roundCount + round]) }
      .filter { $0.days != 0 }
    guard let way = ways.first, ways.count == 1, way.days.nonzeroBitCount == 1, capacities[way.venue] == 1
    else { return nil }
    return way.venue << 6 | way.days.trailingZeroBitCount
  }

  /// The rounds in which a match can be played.
  func rounds(of home: Int, _ away: Int) -> RoundSet {
    if pairIndex[home * teamCount + away] < 0 { return hostingRounds[home] }
    return RoundSet(below: roundCount) { days(home, away, $0) != 0 }
  }

  /// The rounds in which a match can be played on the days of a window.
  func rounds(of home: Int, _ away: Int, within window: Window) -> RoundSet {
    RoundSet(below: roundCount) { days(home, away, $0) & window.days[$0] != 0 }
  }

  /// Whether constraints name these two teams together.
  func isNamed(_ one: Int, _ other: Int) -> Bool {
    pairIndex[one * teamCount + other] >= 0 || !windows(of: one, other).isEmpty
  }

  /// The windows of which a match is a meeting.
  func windows(of one: Int, _ other: Int) -> [Window] {
    windows.filter { ($0.one, $0.other) == (one, other) || ($0.other, $0.one) == (one, other) }
  }
}
