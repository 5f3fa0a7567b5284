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
  /// When it is played.
  public enum Date: Sendable, Hashable, Codable {
    /// Some time in its round.
    case open
    case fixed(EventTime)
    /// Put off, from when it was to be played if that was known, without a new date.
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

  /// How it ended for the home side; `nil` until it is played.
  public var outcome: Outcome? {
    score.map { Outcome(score: $0.home, against: $0.away) }
  }

  /// How it ended for one of its sides; `nil` until it is played, and for a side that does not play.
  public func outcome(for side: String) -> Outcome? {
    if side == home { return outcome }
    return side == away ? outcome?.opposite : nil
  }
}

extension Season {
  /// The rounds by the month in which they begin, both in order of time.
  public var roundsByMonth: [(month: YearMonth, rounds: [Round])] {
    let ordered = rounds.sorted { ($0.days.lowerBound, $0.number) < ($1.days.lowerBound, $1.number) }
    var result: [(month: YearMonth, rounds: [Round])] = []
    for round in ordered {
      let month = round.days.lowerBound.yearMonth
      if result.last?.month == month {
        result[result.count - 1].rounds.append(round)
      } else {
        result.append((month, [round]))
      }
    }
    return result
  }

  public func round(_ number: Int) -> Round? {
    rounds.first { $0.number == number }
  }

  /// All sides, by name.
  public var sides: [String] {
    Set(rounds.flatMap { $0.fixtures }.flatMap { [$0.home, $0.away] }).sorted()
  }

  /// The matches of one side with their rounds, in order of the rounds.
  public func fixtures(of side: String) -> [(round: Round, fixture: Fixture)] {
    rounds.flatMap { round in
      round.fixtures.filter { $0.home == side || $0.away == side }.map { (round: round, fixture: $0) }
    }
  }

  /// The round that is on at a day, else the next one, else the last.
  public func currentRound(on day: CivilDate) -> Round? {
    rounds.filter { $0.days.upperBound > day }.min { $0.days.lowerBound < $1.days.lowerBound }
      ?? rounds.max { $0.days.lowerBound < $1.days.lowerBound }
  }
}

/// Where somebody is in a season: a place among the rounds and one among the sides, each kept while the other is looked
/// at.
public struct SeasonNavigator: Sendable, Hashable, Codable {
  public enum Subject: Sendable, Hashable, Codable {
    case rounds, sides
  }

  public var subject: Subject = .rounds
  /// The number of the round that is open; `nil` at the list of rounds.
  public var round: Int?
  /// The match of the round that is open, by its place.
  public var fixture: Int?
  /// The side that is open; `nil` at the list of sides.
  public var side: String?

  public init() {}

  /// Opens a round, at no match of it.
  public mutating func open(round number: Int?) {
    if number != round { fixture = nil }
    round = number
    subject = .rounds
  }

  public mutating func open(side name: String?) {
    side = name
    subject = .sides
  }
}
