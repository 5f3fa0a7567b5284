import Almanac
import AlmanacICS
import Testing

@Test("A season: planned from its teams, played, a match moved, exported")
func season() throws {
  let madrid = try Zone("Europe/Madrid")
  var plan = SeasonPlan(
    "Liga",
    of: [
      .init("Alcoyano", at: "Collao"), .init("Betis", at: "Park"), .init("Cádiz", at: "Park"),
      .init("Denia", at: "Hall"),
    ])
  let saturday = try CivilDate("2026-09-05")
  #expect(plan.roundCount == 6)  // four teams, home and away
  plan.days = SeasonPlan.weekly(from: saturday, count: plan.roundCount, lasting: 2)
  guard case .planned(var season) = try plan.outcome() else {
    Issue.record("no season for four teams")
    return
  }
  #expect(season.rounds.count == 6)
  #expect(season.rounds.allSatisfy { $0.fixtures.count == 2 })
  for round in season.rounds {
    #expect(Set(round.fixtures.flatMap { [$0.home, $0.away] }).count == 4)
  }
  // Each pair meets once at the home of each.
  let pairs = Set(season.rounds.flatMap(\.fixtures).map { "\($0.home)-\($0.away)" })
  #expect(pairs.count == 12)

  // The first match is played; the table has three points for its winner.
  let first = season.rounds[0].matches[0]
  let (home, away) = (first.fixture.home, first.fixture.away)
  try season.edit(first.id) { $0.score = Fixture.Score(3, 1) }
  #expect(season.match(first.id)?.fixture.outcome(for: home) == .won)
  #expect(season.match(first.id)?.fixture.outcome(for: away) == .lost)
  let standings = season.standings()
  #expect(standings.first?.side == home)
  #expect(standings.last?.side == away)
  #expect(standings.first?.points == 3)
  #expect(standings.map(\.played).reduce(0, +) == 2)

  // The second match is postponed; the days that the plan allows for it.
  let second = season.rounds[0].matches[1]
  let november = try CivilDate("2026-11-02")..<CivilDate("2026-11-09")
  let days = try plan.dates(for: second.id, of: season, in: november)
  #expect(days.count == 7)
  #expect(days[0].broken.isEmpty)
  try season.edit(second.id) { $0.date = .fixed(.date(days[2].date)) }
  #expect(season.match(second.id)?.fixture.date == .fixed(.date(try CivilDate("2026-11-04"))))

  // As a calendar: six rounds and twelve matches, in November the one that was moved.
  let calendar = season.calendar(at: try Instant("2026-09-06T10:00:00Z"))
  #expect(calendar.events.count == 18)
  let range = QueryWindow(days: november, in: madrid).range
  #expect(try calendar.occurrences(in: range, viewer: madrid).count == 1)
  let text = ICSDocument([calendar]).text
  let again = Season(try ICSDocument(parsing: text).calendars[0])
  #expect(again.matches.map(\.id) == season.matches.map(\.id))
  #expect(again.matches.map(\.fixture.date) == season.matches.map(\.fixture.date))
  #expect(again.standings() == standings)
}
