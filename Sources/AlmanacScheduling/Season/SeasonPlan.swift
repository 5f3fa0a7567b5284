public import AlmanacTime

/// A season to be planned: the rounds in which each team meets each other, on given days and under constraints.
///
/// The rounds are those of the circle method if the search finds that the constraints can hold with it. Home and away
/// matches of a team then alternate as far as can be: with an even number *n* of teams there are *n* − 2 breaks – two home
/// or two away matches in succession, byes left out – in a single round robin, and 2*n* − 4 in a double one, which is the
/// least (de Werra, 1981). With an odd number there are none, or few in a double one; each team has the bye once a half. The
/// second half of a double round robin is the first with home and away exchanged, its last round coming first; if it has to be in the
/// same order (`isMirrored`), there are 3*n* − 6 breaks, and *n* with an odd number of teams.
///
/// Else other orders of the rounds and other home teams are tried. There are then as few breaks, and in a single round robin
/// home and away matches as near to balance, as the search finds. In a double one each pair meets once in each half, and an odd
/// team has its bye once in each, unless only a season without halves is found.
///
/// ```swift
/// var plan = SeasonPlan("Liga", of: [.init("Alcoyano"), .init("Betis"), .init("Cádiz"), .init("Deportivo")])
/// plan.days = SeasonPlan.weekly(from: try CivilDate("2026-09-05"), count: plan.roundCount, lasting: 2)
/// plan.constraints = [.notHome("Betis", on: fair), .meeting("Alcoyano", "Cádiz", on: holidays), .rest(days: 4)]
/// switch try plan.outcome() {
/// case .planned(let season): season.calendar(at: now)
/// case .impossible(let constraints, _): for constraint in constraints { print(constraint) }
/// }
/// ```
public struct SeasonPlan: Sendable, Hashable {
  /// A team with the venues of its home matches.
  public struct Team: Sendable, Hashable {
    /// The name, another one for each team.
    public var name: String
    /// The venues of its home matches, the preferred one first: a match is at the first that it can have. Teams may share
    /// venues; see `SeasonConstraint.venueCapacity(_:matchesPerDay:)`.
    public var venues: [String]

    /// Creates a team with one venue, by default one of its own with its name.
    public init(_ name: String, at venue: String? = nil) {
      self.init(name, atAnyOf: [venue ?? name])
    }

    /// Creates a team with 1 to 16 venues, the preferred one first.
    public init(_ name: String, atAnyOf venues: [String]) {
      self.name = name
      self.venues = venues
    }
  }

  /// The number of matches between two teams.
  public enum Legs: Sendable, Hashable {
    /// One match, at the home of either team.
    case single
    /// Once at home, once away.
    case double
  }

  /// The name of the season.
  public var name: String
  /// The UID of the season; if it is empty, a planned season gets a new one.
  public var uid: String
  /// From 2 to 64 teams. Another order of the teams gives another season.
  public var teams: [Team]
  /// Whether two teams meet once or twice.
  public var legs: Legs
  /// Whether the second half of a double round robin is the first with home and away exchanged, round by round, so that all
  /// return matches are as far away. There are more breaks then, and what is impossible by the mirroring alone is not proven.
  public var isMirrored = false
  /// The days of each round, half-open ranges of 1 to 64 days, ascending; more than there are rounds stay free.
  public var days: [Range<CivilDate>] = []
  /// The start of each match; `nil` for matches with a date alone.
  public var kickOff: CivilTime?
  /// The length of each match; `nil` if it is not known.
  public var duration: CalendarDuration?
  /// The zone of `kickOff`.
  public var zone: Zone
  /// The conditions, in any order. That a team has one match a day at most holds without being stated.
  public var constraints: [SeasonConstraint] = []

  /// Creates a plan without days and constraints, by default of a double round robin.
  public init(_ name: String, of teams: [Team], legs: Legs = .double, in zone: Zone = .utc, uid: String = "")
  {
    self.name = name
    self.uid = uid
    self.teams = teams
    self.legs = legs
    self.zone = zone
  }

  /// A number of rounds, one a week.
  ///
  /// - Parameters:
  ///   - first: The first day of the first round.
  ///   - count: The rounds, at most 1 000.
  ///   - length: The days of each round, 1 or more: 2 for a weekend.
  public static func weekly(from first: CivilDate, count: Int, lasting length: Int = 1) -> [Range<CivilDate>]
  {
    (0..<Swift.max(0, Swift.min(count, 1_000))).map { number in
      let day = first.adding(days: 7 * number)
      return day..<day.adding(days: Swift.max(1, length))
    }
  }

  /// The number of rounds: one less than the teams, or as many if their number is odd and one has the bye in each round;
  /// twice that in a double round robin.
  public var roundCount: Int {
    let single = teams.count < 2 ? 0 : (teams.count + 1) / 2 * 2 - 1
    return legs == .single ? single : 2 * single
  }

  /// The rounds of the circle method without dates and constraints, the first team with its first number. In a round of an
  /// odd number of teams, the team that is not named has the bye.
  ///
  /// - Throws: `SchedulingError` as `outcome(budget:uids:)` does for teams.
  /// - Complexity: O(*n*²) for *n* teams.
  public func pairings() throws(SchedulingError) -> [[(home: String, away: String)]] {
    try checkTeams()
    let table = RoundRobin.tables(teams.count, legs, isMirrored: isMirrored)[0]
    return table.rounds.map { round in
      round.map { (home: teams[$0.home].name, away: teams[$0.away].name) }
    }
  }
}
