internal import AlmanacComponents

/// The search through all timetables of few teams: one that satisfies the rules is found, or it is proven that there is
/// none.
///
/// Depth first over the rounds of the meetings, the meeting with the fewest rounds left first. Consequences are drawn
/// at once: a team has one match a round, and with an even number of teams a match in each.
struct ExhaustiveSearch {
  /// A match of two teams; of a single round robin either of the two can be at home.
  private struct Meeting {
    let one: Int
    let other: Int
    /// The meeting in which the other team is at home; `nil` in a single round robin.
    let reverse: Int?
  }

  enum Verdict {
    case found([[SeasonRules.Option]])
    /// There is no timetable.
    case impossible
    /// The steps did not suffice.
    case undecided
  }

  private let rules: SeasonRules
  private let meetings: [Meeting]
  private let meetingsOfTeam: [[Int]]
  private let allRounds: RoundSet
  private let hasContests: Bool
  /// The two meetings of each pair that has to meet on certain days, with the rounds in which they are on such days.
  private let windows: [[(meeting: Int, rounds: RoundSet)]]
  private var steps = SearchSteps(0)

  init(_ rules: SeasonRules) {
    self.rules = rules
    let count = rules.teamCount
    let isDouble = rules.frame.isDouble
    var meetings: [Meeting] = []
    for one in 0..<count {
      for other in (one + 1)..<Swift.max(count, one + 1) {
        let index = meetings.count
        meetings.append(Meeting(one: one, other: other, reverse: isDouble ? index + 1 : nil))
        if isDouble { meetings.append(Meeting(one: other, other: one, reverse: index)) }
      }
    }
    self.meetings = meetings
    var meetingsOfTeam = [[Int]](repeating: [], count: count)
    for (index, meeting) in meetings.enumerated() {
      meetingsOfTeam[meeting.one].append(index)
      meetingsOfTeam[meeting.other].append(index)
    }
    self.meetingsOfTeam = meetingsOfTeam
    allRounds = RoundSet(below: rules.roundCount)
    hasContests = rules.hasContests
    windows = rules.windows.map { window in
      meetingsOfTeam[window.one].filter { [meetings[$0].one, meetings[$0].other].contains(window.other) }
        .map { index in
          (index, rules.rounds(of: meetings[index].one, meetings[index].other, within: window))
        }
    }
  }

  /// The rounds in which each meeting can be, as far as follows at once; `nil` where one can be in none.
  func roundsAtFirst() -> [RoundSet]? {
    var domains = meetings.map { meeting in
      let rounds = rules.rounds(of: meeting.one, meeting.other)
      return meeting.reverse == nil ? rounds.union(rules.rounds(of: meeting.other, meeting.one)) : rounds
    }
    return propagate(&domains) ? domains : nil
  }

  /// The rounds in which each meeting of a team can be.
  func rounds(of team: Int, _ domains: [RoundSet]) -> [RoundSet] { meetingsOfTeam[team].map { domains[$0] } }

  /// Looks through all timetables.
  mutating func run(_ steps: inout SearchSteps) -> Verdict {
    guard let domains = roundsAtFirst() else { return .impossible }
    self.steps = steps
    defer { steps = self.steps }
    return search(domains)
  }

  private func options(_ meeting: Meeting, _ round: Int) -> [SeasonRules.Option] {
    rules.options(meeting.one, meeting.other, round)
      + (meeting.reverse == nil ? rules.options(meeting.other, meeting.one, round) : [])
  }
}

/// The search.
extension ExhaustiveSearch {
  private mutating func search(_ domains: [RoundSet]) -> Verdict {
    guard steps.take(meetings.count) else { return .undecided }
    guard !hasContests || rules.areVenuesFree(optionsByRound(domains)) else { return .impossible }
    var narrowest: Int?
    for index in domains.indices where domains[index].count > 1 {
      if narrowest.map({ domains[index].count < domains[$0].count }) ?? true { narrowest = index }
    }
    guard let meeting = narrowest else { return assignDays(domains) }
    var left = domains[meeting]
    while let round = left.removeFirst() {
      var next = domains
      next[meeting] = RoundSet(round)
      guard propagate(&next) else { continue }
      switch search(next) {
      case .impossible: continue
      case let verdict: return verdict
      }
    }
    return .impossible
  }

  private mutating func assignDays(_ domains: [RoundSet]) -> Verdict {
    var assignment = DayAssignment(rules, optionsByRound(domains))
    guard let chosen = assignment.run(&steps) else { return steps.left < 0 ? .undecided : .impossible }
    return .found(
      chosen.indices.reduce(into: Array(repeating: [], count: rules.roundCount)) { rounds, index in
        rounds[index / rules.frame.roundSize].append(chosen[index])
      })
  }

  /// The ways to play the meetings whose round is decided.
  private func optionsByRound(_ domains: [RoundSet]) -> [[[SeasonRules.Option]]] {
    var rounds = [[[SeasonRules.Option]]](repeating: [], count: rules.roundCount)
    for (index, domain) in domains.enumerated() where domain.count == 1 {
      if let round = domain.first { rounds[round].append(options(meetings[index], round)) }
    }
    return rounds
  }
}

/// The consequences that are drawn at once.
extension ExhaustiveSearch {
  /// Removes the rounds that are ruled out; `false` where a meeting or a team has none left.
  private func propagate(_ domains: inout [RoundSet]) -> Bool {
    var isDecided = [Bool](repeating: false, count: domains.count)
    var before: [RoundSet]
    repeat {
      before = domains
      guard decide(&domains, &isDecided), restrictToWindows(&domains), findSingleMatches(&domains) else {
        return false
      }
    } while domains != before
    return true
  }

  /// A meeting with one round left takes that round from the other meetings of both teams.
  private func decide(_ domains: inout [RoundSet], _ isDecided: inout [Bool]) -> Bool {
    for index in domains.indices where !isDecided[index] {
      guard let round = domains[index].first else { return false }
      guard domains[index].count == 1 else { continue }
      isDecided[index] = true
      for team in [meetings[index].one, meetings[index].other] {
        for other in meetingsOfTeam[team] where other != index {
          domains[other].remove(round)
          if domains[other].isEmpty { return false }
        }
      }
    }
    return true
  }

  /// If one of two meetings cannot be on the days on which the pair has to meet, the other one is.
  private func restrictToWindows(_ domains: inout [RoundSet]) -> Bool {
    for pair in windows {
      let possible = pair.map { domains[$0.meeting].intersection($0.rounds) }
      guard possible.contains(where: { !$0.isEmpty }) else { return false }
      for (index, other) in [(0, 1), (1, 0)] where possible[other].isEmpty {
        domains[pair[index].meeting] = possible[index]
      }
    }
    return true
  }

  /// With an even number of teams, a round in which a team can have one match alone has that match.
  private func findSingleMatches(_ domains: inout [RoundSet]) -> Bool {
    guard rules.teamCount % 2 == 0 else { return true }
    for own in meetingsOfTeam {
      var (once, again) = (RoundSet(), RoundSet())
      for index in own {
        again = again.union(once.intersection(domains[index]))
        once = once.union(domains[index])
      }
      guard once == allRounds else { return false }
      let single = once.subtracting(again)
      for index in own {
        let forced = domains[index].intersection(single)
        if forced.count > 1 { return false }
        if !forced.isEmpty { domains[index] = forced }
      }
    }
    return true
  }
}
