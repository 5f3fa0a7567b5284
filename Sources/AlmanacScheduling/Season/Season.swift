public import AlmanacEvents
public import AlmanacTime

/// A season of matches: rounds, each with its weekend, of fixtures between two sides.
///
/// ```swift
/// let season = Season("Liga", rounds: rounds)
/// for (month, rounds) in season.roundsByMonth { … }
/// season.matches(of: "Alcoyano").map { $0.fixture.outcome(for: "Alcoyano") }
/// ```
public struct Season: Sendable, Hashable, Codable {
  /// The UID of the season's calendar, with which the UIDs of its rounds and of matches without one begin. Two seasons of
  /// one calendar need different ones.
  public var uid: String
  /// The name of the season, and of its calendar.
  public var name: String
  /// In the order in which they are played.
  public var rounds: [Round]
  private var schema = StoredSchema()

  /// Creates a season; an empty UID is enough where a calendar has one season only.
  public init(_ name: String, rounds: [Round] = [], uid: String = "") {
    self.uid = uid
    self.name = name
    self.rounds = rounds
  }
}

/// The matches of one round of a league, usually on a weekend.
public struct Round: Sendable, Hashable, Codable, Identifiable {
  /// The number of the round, another one for each round of the season.
  public var number: Int
  /// The days on which it is played, the end not included.
  public var days: Range<CivilDate>
  /// The matches of the round, in the order in which they are listed.
  public var fixtures: [Fixture]

  /// Creates a round on a half-open range of days.
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
    /// At a known start: a zoned or floating time, or a date alone.
    case fixed(EventTime)
    /// Postponed without a new date, from its former start if that was known.
    case postponed(from: EventTime?)

    private enum FixedCodingKeys: String, CodingKey { case _0 = "start" }
  }

  /// The goals or points of both sides, by which the match was won, lost or drawn.
  public struct Score: Sendable, Hashable, Codable {
    /// The goals or points of the home side.
    public var home: Int
    /// The goals or points of the away side.
    public var away: Int

    /// Creates a score, the home side first.
    public init(_ home: Int, _ away: Int) {
      self.home = home
      self.away = away
    }
  }

  /// The UID of the event; if empty, one is made of the UID of the season and the place in the round.
  public var uid: String
  /// The name of the home side, compared exactly as written.
  public var home: String
  /// The name of the away side, compared exactly as written.
  public var away: String
  /// The date, which may be open, or postponed without a new one.
  public var date: Date
  /// The length; `nil` if it is not known.
  public var duration: CalendarDuration?
  /// `nil` until it is played.
  public var score: Score?
  /// The venue: LOCATION (RFC 5545 §3.8.1.7); empty if unknown.
  public var location: String

  /// Creates a match, by default without a date, a length, a score and a venue.
  public init(
    _ home: String, _ away: String, on date: Date = .open, lasting duration: CalendarDuration? = nil,
    score: Score? = nil, location: String = "", uid: String = ""
  ) {
    self.uid = uid
    self.home = home
    self.away = away
    self.date = date
    self.duration = duration
    self.score = score
    self.location = location
  }

  public var id: String { uid }

  /// The start and the end on the clocks of a zone, of a match with a date; a date without a time stays as it is. The end is `nil`
  /// where the length is not known.
  ///
  /// ```swift
  /// if let (start, end) = match.fixture.times(in: madrid) { print(start.date, start.local.time, end?.local.time ?? "") }
  /// ```
  public func times(in zone: Zone) -> (start: EventTime, end: EventTime?)? {
    guard case .fixed(let start) = date else { return nil }
    func shown(_ time: EventTime) -> EventTime {
      time.isDate ? time : .zoned(time.instant(in: zone).in(zone))
    }
    return (shown(start), duration.map { shown(start.adding($0)) })
  }

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

  /// The round of a number; `nil` if there is none.
  public func round(_ number: Int) -> Round? {
    rounds.first { $0.number == number }
  }

  /// The place of a round in the season, from 1, in order of time.
  public func place(ofRound number: Int) -> Int? {
    roundsByMonth.flatMap { $0.rounds }.firstIndex { $0.number == number }.map { $0 + 1 }
  }

  /// All sides, alphabetically in the order that most languages share.
  public var sides: [String] { sides(in: nil) }

  /// All sides, alphabetically.
  ///
  /// - Parameter localization: The language of the alphabetical order; `nil` for the order that most languages share.
  public func sides(in localization: Localization?) -> [String] {
    Set(rounds.flatMap { $0.fixtures }.flatMap { [$0.home, $0.away] }).alphabetical {
      AlphabeticalKey($0, in: localization?.language)
    }
  }

  /// The teams that have the bye in a round: the sides of the season without a match in it, in the alphabetical order of a
  /// language, or without one in that which most languages share.
  public func byes(in round: Round, in localization: Localization? = nil) -> [String] {
    let playing = Set(round.fixtures.flatMap { [$0.home, $0.away] })
    return sides(in: localization).filter { !playing.contains($0) }
  }

  /// The round of a day, else the next one, else the last.
  public func currentRound(on day: CivilDate) -> Round? {
    rounds.filter { $0.days.upperBound > day }.min { $0.days.lowerBound < $1.days.lowerBound }
      ?? rounds.max { $0.days.lowerBound < $1.days.lowerBound }
  }
}

/// A match in its season, with the ways from it to its round and to the other matches of its sides.
///
/// ```swift
/// let match = season.matches(of: "Alcoyano")[0]
/// match.round.number                                // the round
/// match.opponent(of: "Alcoyano")                    // the other side
/// season.match(of: "Alcoyano", after: match)        // the side's next match
/// ```
public struct Match: Sendable, Hashable, Identifiable {
  /// The round and the sides of a match, for a screen to store. They stay the same when other matches are added or removed and
  /// when the match gets another date or a score.
  public struct ID: Sendable, Hashable, Codable {
    /// The number of the round.
    public let round: Int
    /// The name of the home side.
    public let home: String
    /// The name of the away side.
    public let away: String
    /// The number of the match, from 1, among those of the same sides in the round.
    public let game: Int

    /// Creates an identity; `game` is above 1 only where the same sides play several matches in one round.
    public init(round: Int, home: String, away: String, game: Int = 1) {
      self.round = round
      self.home = home
      self.away = away
      self.game = game
    }
  }

  public let id: ID
  /// The round with all its fixtures.
  public let round: Round
  /// The match itself: sides, date and score.
  public let fixture: Fixture

  /// The home side, then the away side.
  public var sides: [String] { [fixture.home, fixture.away] }

  /// The side that a side plays against; `nil` for one that is not in the match.
  public func opponent(of side: String) -> String? {
    side == fixture.home ? fixture.away : side == fixture.away ? fixture.home : nil
  }
}

extension Round {
  /// The matches of the round, in the order of its fixtures.
  public var matches: [Match] {
    var games: [[String]: Int] = [:]
    return fixtures.map { fixture in
      let game = games[[fixture.home, fixture.away], default: 0] + 1
      games[[fixture.home, fixture.away]] = game
      return Match(
        id: Match.ID(round: number, home: fixture.home, away: fixture.away, game: game), round: self,
        fixture: fixture)
    }
  }
}

extension Season {
  /// All matches, in order of the rounds.
  public var matches: [Match] { rounds.flatMap { $0.matches } }

  /// The match of an identity; `nil` if the season has none.
  public func match(_ id: Match.ID) -> Match? {
    round(id.round)?.matches.first { $0.id == id }
  }

  /// Changes a match: its score, its date, its venue.
  ///
  /// ```swift
  /// try season.edit(match.id) { $0.score = Fixture.Score(3, 1) }
  /// try season.edit(postponed.id) { $0.date = .fixed(.date(free.date)) }
  /// ```
  ///
  /// - Throws: `SchedulingError` with code `notFound` for a match that the season does not have.
  public mutating func edit(_ id: Match.ID, _ change: (inout Fixture) -> Void) throws(SchedulingError) {
    guard let round = rounds.firstIndex(where: { $0.number == id.round }),
      let place = rounds[round].matches.firstIndex(where: { $0.id == id })
    else { throw .noMatch(id) }
    change(&rounds[round].fixtures[place])
  }

  /// Changes a match by a closure that may throw any error; the season is then unchanged.
  @_disfavoredOverload
  public mutating func edit(_ id: Match.ID, _ change: (inout Fixture) throws -> Void) throws {
    try rethrowing(change) { try edit(id, $0) }
  }

  /// The matches of one side, in order of the rounds.
  public func matches(of side: String) -> [Match] { matches.filter { $0.sides.contains(side) } }

  /// A side's match after another of its matches; `nil` after the last one.
  public func match(of side: String, after match: Match) -> Match? {
    matches(of: side).drop { $0.id != match.id }.dropFirst().first
  }

  /// A side's match before another of its matches; `nil` before the first one.
  public func match(of side: String, before match: Match) -> Match? {
    matches(of: side).prefix { $0.id != match.id }.last
  }
}

extension SchedulingError {
  static func noMatch(_ id: Match.ID) -> SchedulingError {
    SchedulingError(
      .notFound, at: id.round,
      expected: "a match of the season, not \(id.home) – \(id.away) of round \(id.round)")
  }
}
