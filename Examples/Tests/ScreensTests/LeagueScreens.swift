import Almanac
import Observation

/// L1 and L4: the rounds by month and the sides, each list where it was left.
@MainActor @Observable
final class SeasonModel {
  enum List: Hashable { case rounds, sides }
  enum Place: Hashable { case list, match(Match.ID), side(String) }

  let season: Season
  var positions: ViewPositions<List, Place>

  init(_ season: Season) {
    self.season = season
    positions = ViewPositions(showing: .rounds, at: .list)
  }

  var months: [(title: String, rounds: [Round])] {
    season.roundsByMonth.map { (Localization.spanish.date($0.month), $0.rounds) }
  }

  /// `Jornada 7 · 31 ene – 1 feb`
  func title(_ round: Round) -> String {
    "Jornada \(round.number) · \(Localization.spanish.dates(round.days, .mediumDayAndMonth))"
  }

  /// The match that is open, with the side from whose list it was opened.
  var match: MatchModel? {
    guard case .match(let id) = positions.position, let match = season.match(id) else { return nil }
    return MatchModel(match, in: season)
  }

  func open(_ match: Match) { positions.position = .match(match.id) }
  func open(_ side: String) { positions.show(.sides, at: .side(side)) }
  func back() { positions.position = .list }
}

/// L2 and L3: a match with its date, its result in words and colours, and the way to the next matches of its sides.
@MainActor @Observable
final class MatchModel {
  let match: Match
  private let season: Season

  init(_ match: Match, in season: Season) {
    (self.match, self.season) = (match, season)
  }

  private var words: SchedulingWords { SchedulingWords(.spanish, in: .utc) }

  var sides: [String] { match.sides }
  var colors: [CalendarColor?] {
    sides.map { OutcomeTheme.standard.color(of: match.fixture.outcome(for: $0)) }
  }

  func result(for side: String) -> String { match.fixture.description(for: side, in: words) }
  func next(of side: String) -> Match? { season.match(of: side, after: match) }
}
