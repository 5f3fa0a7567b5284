import Almanac
import Testing

@MainActor
@Suite("L: the screens of a league")
struct LeagueScreensTests {
  private let model: SeasonModel

  /// Two rounds: Vigo 2–2 Lugo on a weekend across two months, then Lugo – Vigo to play.
  init() throws {
    let first = try CivilDate("2026-01-31")
    model = SeasonModel(
      Season(
        "2026",
        rounds: [
          Round(
            7, on: first..<first.adding(days: 2), fixtures: [Fixture("Vigo", "Lugo", score: .init(3, 1))]),
          Round(8, on: first.adding(days: 7)..<first.adding(days: 9), fixtures: [Fixture("Lugo", "Vigo")]),
        ]))
  }

  @Test("rounds are by month, with their weekend as people say it")
  func seasonScreen() {
    #expect(model.months.map(\.title) == ["enero de 2026", "febrero de 2026"])
    #expect(model.title(model.season.rounds[0]) == "Jornada 7 · 31 ene – 1 feb")
    #expect(model.season.sides == ["Lugo", "Vigo"])
  }

  @Test("a match says its result for each side and leads to the next one, and the lists stay where they were")
  func matchScreen() throws {
    model.open(model.season.matches[0])
    let match = try #require(model.match)
    #expect(match.result(for: "Vigo") == "Vigo ganó 3–1 a Lugo")
    #expect(match.result(for: "Lugo") == "Lugo perdió 1–3 contra Vigo")
    #expect(match.colors == [OutcomeTheme.standard.won, OutcomeTheme.standard.lost])
    let next = try #require(match.next(of: "Lugo"))
    model.open("Lugo")
    #expect(model.match == nil && model.positions.position == .side("Lugo"))
    model.open(next)
    #expect(
      model.match?.result(for: "Vigo") == "Vigo jugará contra Lugo" && model.match?.colors == [nil, nil])
    model.positions.show(.rounds)
    #expect(model.match?.match.id == match.match.id)
    model.back()
    #expect(model.match == nil)
  }
}
