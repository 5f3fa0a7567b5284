import Almanac
import Testing

@MainActor
@Suite("L: the screens of a league")
struct LeagueScreensTests {
  private let model: SeasonModel

  /// Two rounds: Vigo 3–1 Ávila on a weekend across two months, then Ávila – Vigo to play.
  init() throws {
    let first = try CivilDate("2026-01-31")
    let kickoff = try CivilDateTime("2026-01-31T17:00").in(try Zone("Europe/Madrid"))
    model = SeasonModel(
      Season(
        "2026",
        rounds: [
          Round(
            7, on: first..<first.adding(days: 2),
            fixtures: [
              Fixture(
                "Vigo", "Ávila", on: .fixed(.zoned(kickoff)), lasting: .minutes(105), score: .init(3, 1))
            ]),
          Round(8, on: first.adding(days: 7)..<first.adding(days: 9), fixtures: [Fixture("Ávila", "Vigo")]),
        ]))
  }

  @Test("rounds are by month, with their weekend as people say it; sides are in the order of the language")
  func seasonScreen() {
    #expect(model.months.map(\.title) == ["enero de 2026", "febrero de 2026"])
    #expect(model.title(model.season.rounds[0]) == "Jornada 7 · 31 ene – 1 feb")
    #expect(model.sides == ["Ávila", "Vigo"])
  }

  @Test("a match has its date and score, and for each side the colour and the words of its result")
  func matchScreen() throws {
    model.open(.match(model.season.matches[0].id))
    let match = try #require(model.match)
    let madrid = try Zone("Europe/Madrid")
    #expect(match.date(in: madrid) == "sábado, 31 de enero de 2026, 17:00–18:45" && match.score == "3–1")
    #expect(match.sides.map(\.message) == ["Vigo ganó 3–1 a Ávila", "Ávila perdió 1–3 contra Vigo"])
    #expect(match.sides.map(\.color) == [OutcomeTheme.standard.won, OutcomeTheme.standard.lost])
    let next = MatchModel(try #require(match.next(of: "Ávila")), in: model.season)
    #expect(next.date(in: madrid) == "7–8 de febrero de 2026" && next.score.isEmpty)
    #expect(next.sides.map(\.color) == [nil, nil])
    #expect(next.sides.map(\.message) == ["Ávila jugará contra Vigo", "Vigo jugará contra Ávila"])
  }

  @Test(
    "a side opened from a match has the theme of the match, the way back leads to it, and each list keeps its place"
  )
  func ways() throws {
    let id = model.season.matches[0].id
    for place in [.round(7), .match(id), .side("Ávila", in: id), .players("Ávila")] as [SeasonModel.Place] {
      model.open(place)
    }
    #expect(model.matches.map(\.id) == [id])
    let side = try #require(model.side)
    #expect(side.color == OutcomeTheme.standard.lost && side.message == "Ávila perdió 1–3 contra Vigo")
    side.players = [.init(number: 9, name: "Íñigo"), .init(number: 1, name: "Oier")]
    #expect(side.squad.map(\.name) == ["Oier", "Íñigo"])

    model.positions.show(.sides)
    model.open(.side("Vigo", in: nil))
    #expect(model.side?.name == "Vigo" && model.side?.color == nil && model.side?.message == "")
    model.positions.show(.rounds)
    #expect(model.positions.position.last == .players("Ávila") && model.side?.name == "Ávila")
    for _ in 0..<2 { model.back() }
    #expect(model.positions.position.last == .match(id) && model.match?.match.id == id && model.side == nil)
    for _ in 0..<3 { model.back() }
    #expect(model.positions.position.isEmpty && model.match == nil)
  }
}
