// A league's season: rounds, matches, results and their colours. Start it with a file of your own:
//     LeagueSeason [FILE] [--now 2026-03-10T09:00]
import Almanac
import AlmanacICS
import ExampleSupport

let example = Example(file: "league.ics", now: "2026-03-10T09:00", zone: "Europe/Madrid")
let words = Localization.spanish
let calendars = Example.reading { try ICSDocument(parsing: example.data).calendars }
let season = Season(calendars.first ?? EventCalendar())
let theme = OutcomeTheme.standard

/// `31 ene – 1 feb`: the days of a round.
func weekend(_ round: Round) -> String {
  "\(round.days.lowerBound) – \(round.days.upperBound.adding(days: -1))"
}

/// When a match is, or was to be.
@MainActor func date(_ fixture: Fixture) -> String {
  switch fixture.date {
  case .open: "date open"
  case .fixed(let start):
    words.date(start.date, .full) + (start.isDate ? "" : ", \(start.local.time)".dropLast(3))
  case .postponed(let start): "postponed" + (start.map { " from \($0.date)" } ?? "")
  }
}

func name(_ color: CalendarColor?) -> String { color.map { "\($0)" } ?? "no colour" }

// L1: rounds by month, each with its weekend and its number.
for (month, rounds) in season.roundsByMonth {
  example.show("L1", words.date(month))
  for round in rounds {
    example.show("L1", "  Jornada \(round.number): \(weekend(round))\(round.isPlayed ? "" : ", to come")")
  }
}

// L2: the matches of each round with their sides and dates, played or to come.
for round in season.rounds {
  for match in round.fixtures {
    let result = match.score.map { "\($0.home)–\($0.away)" } ?? "to come"
    example.show("L2", "\(round.number): \(match.home) – \(match.away), \(result), \(date(match))")
  }
}

// L3: winner green, loser red, draw orange, for both sides of a match and for one side's season. This theme may use red:
// it has nothing to do with the colours of tasks.
for round in season.rounds {
  for match in round.fixtures {
    let colors = theme.colors(of: match.outcome)
    example.show(
      "L3", "\(round.number): \(match.home) \(name(colors?.sideA)), \(match.away) \(name(colors?.sideB))")
  }
}
for side in season.sides {
  let results = season.fixtures(of: side).map { round, match in
    "\(round.number) \(name(theme.color(of: match.outcome(for: side))))"
  }
  example.show("L3", "\(side): \(results.joined(separator: ", "))")
}

// L4: a place among the rounds and one among the sides, each kept while the other is looked at.
var navigator = SeasonNavigator()
navigator.open(round: season.currentRound(on: example.today)?.number)
navigator.fixture = 1
navigator.open(side: season.sides.first)
example.show("L4", "\(navigator.subject): \(navigator.side ?? "all sides")")
navigator.subject = .rounds
if let round = navigator.round.flatMap({ season.round($0) }), let place = navigator.fixture,
  round.fixtures.indices.contains(place)
{
  let match = round.fixtures[place]
  example.show("L4", "\(navigator.subject): Jornada \(round.number), \(match.home) – \(match.away)")
}
navigator.subject = .sides
example.show("L4", "\(navigator.subject): \(navigator.side ?? "all sides")")

// The season as a calendar of its own, as any program shows it: it reads back as the same season.
let text = ICSDocument([season.calendar(at: example.now) { "Jornada \($0.number)" }]).text(.normalized)
let again = try ICSDocument(parsing: text).calendars.map { Season($0) }
example.show(
  "L1", "read back: \(again.first?.rounds == season.rounds ? "the same season" : "another season")")
