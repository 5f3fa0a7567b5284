internal import AlmanacEvents
public import AlmanacTime

/// A season to be planned: the rounds in which each team meets each other, by the circle method, on given days and under
/// constraints.
///
/// Home and away matches of a team alternate as far as can be: in a single round robin of an even number *n* of teams there
/// are *n* − 2 breaks – two home or two away matches in succession –, which is the least (de Werra, 1981), and none with an odd
/// number. A double round robin repeats the first half with home and away exchanged, and has 3*n* − 6 breaks.
///
/// ```swift
/// var plan = SeasonPlan("Liga", of: [.init("Alcoyano"), .init("Betis"), .init("Cádiz"), .init("Deportivo")])
/// plan.days = SeasonPlan.weekly(from: try CivilDate("2026-09-05"), count: plan.roundCount, lasting: 2)
/// plan.constraints = [.notHome("Betis", on: fair), .meeting("Alcoyano", "Cádiz", on: holidays), .rest(days: 4)]
/// switch try plan.outcome() {
/// case .planned(let season): season.calendar(at: now)
/// case .impossible(let constraints): for constraint in constraints { print(constraint) }
/// }
/// ```
public struct SeasonPlan: Sendable, Hashable {
  public struct Team: Sendable, Hashable {
    public var name: String
    /// The venue of its home matches. Teams may share one.
    public var venue: String

    /// - Parameter venue: The venue; `nil` for one of the team's own, of its name.
    public init(_ name: String, at venue: String? = nil) {
      self.name = name
      self.venue = venue ?? name
    }
  }

  /// The number of matches between two teams.
  public enum Legs: Sendable, Hashable {
    case single
    /// Once at home, once away.
    case double
  }

  public var name: String
  public var uid: String
  /// From 2 to 64 teams. Their order is that of the draw: another order gives another season.
  public var teams: [Team]
  public var legs: Legs
  /// The days of each round, half-open ranges of 1 to 64 days, ascending; more than there are rounds stay free.
  public var days: [Range<CivilDate>] = []
  /// The start of each match; `nil` for matches with a date alone.
  public var kickOff: CivilTime?
  public var duration: CalendarDuration?
  /// The zone of `kickOff`.
  public var zone: Zone
  public var constraints: [SeasonConstraint] = []

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
  ///   - length: The days of each round: 2 for a weekend.
  public static func weekly(from first: CivilDate, count: Int, lasting length: Int = 1) -> [Range<CivilDate>]
  {
    (0..<Swift.max(0, Swift.min(count, 1_000))).map { number in
      let day = first.adding(days: 7 * number)
      return day..<day.adding(days: Swift.max(1, length))
    }
  }

  /// The number of rounds: one less than the teams, or as many if their number is odd and one pauses in each round; twice
  /// that in a double round robin.
  public var roundCount: Int {
    let single = teams.count < 2 ? 0 : (teams.count + 1) / 2 * 2 - 1
    return legs == .single ? single : 2 * single
  }

  /// The rounds without dates, teams in the order of the draw.
  ///
  /// - Throws: `SchedulingError` as `outcome(budget:)` does for teams.
  /// - Complexity: O(*n*²) for *n* teams.
  public func pairings() throws(SchedulingError) -> [[(home: String, away: String)]] {
    try checkTeams()
    let table = RoundRobin(teams.count, legs)
    return table.rounds.map { round in
      round.map { (home: teams[$0.home].name, away: teams[$0.away].name) }
    }
  }
}

/// What a plan leads to.
public enum SeasonOutcome: Sendable, Hashable {
  case planned(Season)
  /// The fewest constraints that cannot hold together, in their order: whoever is drawn which number of the circle method, no
  /// season with as few breaks satisfies them. Any of them left out, the others of these can.
  case impossible([SeasonConstraint])
}

extension SeasonPlan {
  /// The most steps of a search for a season.
  public static let defaultBudget = 5_000_000

  /// Plans the season: draws the numbers of the teams and the dates of the matches so that all constraints hold. The first
  /// team that can have it gets the lowest number, each match the first day that it can have.
  ///
  /// - Parameter budget: The most steps: teams and dates that are tried.
  /// - Throws: `SchedulingError` with code `outOfRange` for fewer than 2 or more than 64 teams, fewer days than rounds, or a round
  ///   without days or before the one before; `duplicate` for a team that is named twice; `notFound` at the index of a
  ///   constraint about an unknown team or venue; `budgetExceeded` where the steps do not suffice to decide.
  /// - Complexity: O(*n*²) without constraints; exponential at worst, within the budget.
  public func outcome(budget: Int = defaultBudget) throws(SchedulingError) -> SeasonOutcome {
    try check()
    var search = SeasonSearch(self, budget: budget)
    let all = search.constraints.indices
    if let season = try search.season(under: Array(all)) { return .planned(season) }
    return .impossible(try search.smallestConflict().map { search.constraints[$0] })
  }

  private func checkTeams() throws(SchedulingError) {
    guard (2...64).contains(teams.count) else {
      throw SchedulingError(.outOfRange, at: teams.count, expected: "from 2 to 64 teams")
    }
    var names: Set<String> = []
    for (index, team) in teams.enumerated() where team.name.isEmpty || !names.insert(team.name).inserted {
      throw SchedulingError(.duplicate, at: index, expected: "a name for each team, once")
    }
  }

  private func check() throws(SchedulingError) {
    try checkTeams()
    guard days.count >= roundCount else {
      throw SchedulingError(.outOfRange, at: days.count, expected: "the days of \(roundCount) rounds")
    }
    for (index, range) in days.enumerated() {
      guard (1...64).contains(range.upperBound.days(since: range.lowerBound)),
        index == 0 || days[index - 1].upperBound <= range.lowerBound
      else {
        throw SchedulingError(
          .outOfRange, at: index, expected: "from 1 to 64 days after those of the round before")
      }
    }
    let known = Set(teams.map { $0.name })
    let venues = Set(teams.map { $0.venue })
    for (index, constraint) in constraints.enumerated() {
      let (own, places) = constraint.names
      guard own.allSatisfy(known.contains), Set(own).count == own.count else {
        throw SchedulingError(
          .notFound, at: index,
          expected: "teams of the season: \(teams.map { $0.name }.joined(separator: ", "))")
      }
      guard places.allSatisfy(venues.contains) else {
        throw SchedulingError(
          .notFound, at: index, expected: "one of \(venues.sorted().joined(separator: ", "))")
      }
      if case .rest(let days) = constraint, !(0...366).contains(days) {
        throw SchedulingError(.outOfRange, at: index, expected: "from 0 to 366 days of rest")
      }
    }
  }
}

/// A day on which a match could be played, with the constraints that it would break.
public struct FixtureDate: Sendable, Hashable {
  public let date: CivilDate
  /// Empty for a day on which the match can be played.
  public let broken: [SeasonConstraint]
}

extension SeasonPlan {
  /// The days of a range as dates for a match, such as one that was postponed: each with every constraint that stands in the
  /// way, by the dates of the other matches.
  ///
  /// That a team plays once a day, and a venue has one match a day, holds without being stated.
  ///
  /// ```swift
  /// let dates = plan.dates(for: postponed.id, of: season, in: march)
  /// dates.first { $0.broken.isEmpty }?.date
  /// ```
  ///
  /// - Returns: The days in order, at most 3 660; none for a match that the season does not have.
  /// - Complexity: O(days × matches of the two teams and at the venue).
  public func dates(for id: Match.ID, of season: Season, in range: Range<CivilDate>) -> [FixtureDate] {
    guard let match = season.match(id), range.lowerBound < range.upperBound else { return [] }
    let fixture = match.fixture
    let venue = teams.first { $0.name == fixture.home }?.venue ?? fixture.location
    let others = season.matches.filter { $0.id != id }
    let played = others.filter { !Set($0.sides).isDisjoint(with: match.sides) }.compactMap {
      $0.fixture.day
    }
    let hosted = Set(others.filter { $0.fixture.location == venue }.compactMap { $0.fixture.day })
    let stated =
      constraints.contains { if case .rest = $0 { true } else { false } }
      ? [] : [SeasonConstraint.rest(days: 0)]
    return (0..<Swift.min(3_660, range.upperBound.days(since: range.lowerBound))).map { offset in
      let day = range.lowerBound.adding(days: offset)
      var broken = (constraints + stated).filter { constraint in
        switch constraint {
        case .venueTaken(let taken, let days): taken == venue && days.contains(day)
        case .notHome(let team, let days): team == fixture.home && days.contains(day)
        case .notMeeting(let one, let other, let days):
          Set([one, other]) == Set(match.sides) && days.contains(day)
        case .rest(let days): played.contains { abs(day.days(since: $0)) <= days }
        case .meeting, .oneMatchADay: false
        }
      }
      if hosted.contains(day) { broken.append(.oneMatchADay(at: venue)) }
      return FixtureDate(date: day, broken: broken)
    }
  }
}

extension Fixture {
  /// The day on which it is played, if that is known.
  fileprivate var day: CivilDate? {
    guard case .fixed(let time) = date else { return nil }
    return time.date
  }
}
