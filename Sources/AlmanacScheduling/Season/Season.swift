public import AlmanacEvents
public import AlmanacTime

/// A season of matches: rounds, each with its weekend, of fixtures between two sides.
///
/// ```swift
/// let season = Season("Liga", rounds: rounds)
/// for (month, rounds) in season.roundsByMonth { … }
/// season.fixtures(of: "Alcoyano").map { $0.fixture.outcome(for: "Alcoyano") }
/// ```
public struct Season: Sendable, Hashable, Codable {
  public var uid: String
  public var name: String
  /// In the order in which they are played.
  public var rounds: [Round]
  private var schema = StoredSchema()

  public init(_ name: String, rounds: [Round] = [], uid: String = "") {
    self.uid = uid
    self.name = name
    self.rounds = rounds
  }
}

/// One day of a league, usually a weekend.
public struct Round: Sendable, Hashable, Codable, Identifiable {
  public var number: Int
  /// The days on which it is played, the end not included.
  public var days: Range<CivilDate>
  public var fixtures: [Fixture]

  public init(_ number: Int, on days: Range<CivilDate>, fixtures: [Fixture] = []) {
    self.number = number
    self.days = days
    self.fixtures = fixtures
  }

  public var id: Int { number }

  /// Whether every match has been played.
  public var isPlayed: Bool { !fixtures.isEmpty && fixtures.allSatisfy { $0.score != nil } }
}

/// A match between two sides.
public struct Fixture: Sendable, Hashable, Codable, Identifiable {
  /// The date of a match.
  public enum Date: Sendable, Hashable, Codable {
    /// On an unknown day of its round.
    case open
    case fixed(EventTime)
    /// Postponed without a new date, from its former start if that was known.
    case postponed(from: EventTime?)
  }

  public struct Score: Sendable, Hashable, Codable {
    public var home: Int
    public var away: Int

    public init(_ home: Int, _ away: Int) {
      self.home = home
      self.away = away
    }
  }

  public var uid: String
  public var home: String
  public var away: String
  public var date: Date
  /// `nil` until it is played.
  public var score: Score?
  public var location: String

  public init(
    _ home: String, _ away: String, on date: Date = .open, score: Score? = nil, location: String = "",
    uid: String = ""
  ) {
    self.uid = uid
    self.home = home
    self.away = away
    self.date = date
    self.score = score
    self.location = location
  }

  public var id: String { uid }

  /// The outcome for the home side; `nil` until the match is played.
  public var outcome: Outcome? {
    score.map { Outcome(score: $0.home, against: $0.away) }
  }

  /// The outcome for one of the sides; `nil` until the match is played, and for any other side.
  public func outcome(for side: String) -> Outcome? {
    if side == home { return outcome }
    return side == away ? outcome?.opposite : nil
  }
}

extension Season {
  /// The rounds by the month in which they begin, both in order of time.
  public var roundsByMonth: [(month: YearMonth, rounds: [Round])] {
    rounds.sorted { ($0.days.lowerBound, $0.number) < ($1.days.lowerBound, $1.number) }
      .map { (month: $0.days.lowerBound.yearMonth, rounds: [$0]) }
      .joiningNeighbours { $0.month == $1.month ? ($0.month, $0.rounds + $1.rounds) : nil }
  }

  public func round(_ number: Int) -> Round? {
    rounds.first { $0.number == number }
  }

  /// All sides, alphabetically.
  public var sides: [String] {
    Set(rounds.flatMap { $0.fixtures }.flatMap { [$0.home, $0.away] }).alphabetical { AlphabeticalKey($0) }
  }

  /// The matches of one side with their rounds, in order of the rounds.
  public func fixtures(of side: String) -> [(round: Round, fixture: Fixture)] {
    rounds.flatMap { round in
      round.fixtures.filter { $0.home == side || $0.away == side }.map { (round: round, fixture: $0) }
    }
  }

  /// The round of a day, else the next one, else the last.
  public func currentRound(on day: CivilDate) -> Round? {
    rounds.filter { $0.days.upperBound > day }.min { $0.days.lowerBound < $1.days.lowerBound }
      ?? rounds.max { $0.days.lowerBound < $1.days.lowerBound }
  }
}
