import Almanac
import Observation

private let words = SchedulingWords(.spanish, in: .utc)

/// L1 and L4: the rounds by month and the sides, each list with the way into it where it was left.
@MainActor @Observable
final class SeasonModel {
  enum List: Hashable { case rounds, sides }
  enum Place: Hashable { case round(Int), match(Match.ID), side(String, in: Match.ID?), players(String) }

  let season: Season
  var positions = ViewPositions<List, [Place]>(showing: .rounds, at: [])

  init(_ season: Season) { self.season = season }

  var months: [(title: String, rounds: [Round])] {
    season.roundsByMonth.map { (Localization.spanish.date($0.month), $0.rounds) }
  }
  var sides: [String] { season.sides(in: .spanish) }

  /// `Jornada 7 · 31 ene – 1 feb`
  func title(_ round: Round) -> String {
    "Jornada \(round.number) · \(Localization.spanish.dates(round.days, .mediumDayAndMonth))"
  }

  /// The match of the way, for its screen; it stays while one of its sides is open.
  var match: MatchModel? {
    for case .match(let id) in positions.position.reversed() {
      return season.match(id).map { MatchModel($0, in: season) }
    }
    return nil
  }

  /// The side of the way, with the match from which it was opened.
  var side: SideModel? {
    for case .side(let name, let id) in positions.position.reversed() {
      return SideModel(name, in: id.flatMap { season.match($0) })
    }
    return nil
  }

  /// The matches of the round of the way.
  var matches: [Match] {
    for case .round(let number) in positions.position.reversed() {
      return season.round(number)?.matches ?? []
    }
    return []
  }

  func open(_ place: Place) { positions.position.append(place) }
  func back() { _ = positions.position.popLast() }
}

/// L2 and L3: a match with its date, its result in words and colours, and the way to the next matches of its sides.
@MainActor @Observable
final class MatchModel {
  let match: Match
  private let season: Season

  init(_ match: Match, in season: Season) { (self.match, self.season) = (match, season) }

  var sides: [SideModel] { match.sides.map { SideModel($0, in: match) } }
  var score: String { match.fixture.score.map { "\($0.home)–\($0.away)" } ?? "" }

  /// `sábado, 31 de enero de 2026, 17:00–18:45` on the clocks of a zone, or the days of the round where the date is open.
  func date(in zone: Zone) -> String {
    guard let (start, end) = match.fixture.times(in: zone) else {
      return Localization.spanish.dates(match.round.days)
    }
    let day = Localization.spanish.date(start.date, .full)
    if start.isDate { return day }
    let times = end.map { Localization.spanish.times(start.local.time, $0.local.time) }
    return "\(day), \(times ?? start.local.time.clock)"
  }

  func next(of side: String) -> Match? { season.match(of: side, after: match) }
}

/// A side and its players, in the colour of its result in the match from which it was opened.
@MainActor @Observable
final class SideModel {
  struct Player: Hashable { let number: Int, name: String }

  let name: String
  let match: Match?
  var players: [Player] = []

  init(_ name: String, in match: Match?) { (self.name, self.match) = (name, match) }

  var color: CalendarColor? { OutcomeTheme.standard.color(of: match?.fixture.outcome(for: name)) }
  var message: String { match?.fixture.description(for: name, in: words) ?? "" }
  var squad: [Player] { players.sorted { $0.number < $1.number } }
}
