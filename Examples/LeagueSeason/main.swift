// A league's season: rounds, matches, results and their colours. Start it with a file of your own:
//     LeagueSeason [FILE] [--now 2026-03-10T09:00]
import Almanac
import AlmanacICS
import ExampleSupport

let example = Example(file: "league.ics", now: "2026-03-10T09:00", zone: "Europe/Madrid")
let words = Localization.spanish
let calendars = Example.calendars(of: example.data)
let season = Season(calendars.first ?? EventCalendar())
let theme = OutcomeTheme.standard

/// The date of a match with its time, and its end where it has a duration; or its state if it has none.
@MainActor func date(_ fixture: Fixture) -> String {
  if case .postponed(let start) = fixture.date {
    return "postponed" + (start.map { " from \($0.date)" } ?? "")
  }
  guard let (start, end) = fixture.times(in: example.zone) else { return "date open" }
  let day = words.date(start.date, .full)
  if start.isDate { return day }
  return "\(day), \(end.map { words.times(start.local.time, $0.local.time) } ?? start.local.time.clock)"
}

func name(_ color: CalendarColor?) -> String { color.map { "\($0)" } ?? "no colour" }

// L1: rounds by month, each with its weekend and its number.
for (month, rounds) in season.roundsByMonth {
  example.show("L1", words.date(month))
  for round in rounds {
    example.show(
      "L1",
      "  Jornada \(round.number): \(words.dates(round.days, .mediumDayAndMonth))\(round.isPlayed ? "" : ", to come")"
    )
  }
}

// L2: the matches of each round with their sides and dates, played or to come.
for round in season.rounds {
  for match in round.fixtures {
    let result = match.score.map { "\($0.home)–\($0.away)" } ?? "to come"
    example.show("L2", "\(round.number): \(match.home) – \(match.away), \(result), \(date(match))")
  }
}

// L3: winner green, loser red, draw orange, for both sides of a match and for one side's season. Red is allowed here, since
// it is reserved only among the colours of tasks.
for round in season.rounds {
  for match in round.fixtures {
    let colors = theme.colors(of: match.outcome)
    example.show(
      "L3", "\(round.number): \(match.home) \(name(colors?.sideA)), \(match.away) \(name(colors?.sideB))")
  }
}
let sides = season.sides(in: words)
for side in sides {
  if let last = season.matches(of: side).last(where: { $0.fixture.score != nil }) {
    example.show("L3", last.fixture.description(for: side, in: SchedulingWords(words, in: example.zone)))
  }
  let results = season.matches(of: side).map { match in
    "\(match.round.number) \(name(theme.color(of: match.fixture.outcome(for: side))))"
  }
  example.show("L3", "\(side): \(results.joined(separator: ", "))")
}

// L4: a way into the list of rounds, through a match to one of its sides, and one into the list of sides; each is preserved
// while the other is shown. A side opened from a match has the theme and the message of its result there.
enum Subject {
  case rounds, sides
}
enum Place: Hashable {
  case match(Match.ID)
  case side(String, in: Match.ID?)
}

@MainActor func title(_ place: Place) -> String {
  switch place {
  case .match(let id): "Jornada \(id.round), \(id.home) – \(id.away)"
  case .side(let side, nil): side
  case .side(let side, let id?):
    season.match(id)?.fixture.description(for: side, in: SchedulingWords(words, in: example.zone)) ?? side
  }
}

@MainActor func show(_ positions: ViewPositions<Subject, [Place]>) {
  example.show("L4", "\(positions.view): \((positions.position.map(title)).joined(separator: " > "))")
}

var positions = ViewPositions<Subject, [Place]>(showing: .rounds, at: [])
if let match = season.currentRound(on: example.today)?.matches.last {
  positions.position = [.match(match.id), .side(match.fixture.away, in: match.id)]
}
positions.show(.sides, at: sides.prefix(1).map { .side($0, in: nil) })
show(positions)
positions.show(.rounds)
show(positions)
_ = positions.position.popLast()
show(positions)
positions.show(.sides)
show(positions)

// The season as a calendar that any program can show; read back, it is the same season.
let text = ICSDocument([season.calendar(at: example.now) { "Jornada \($0.number)" }]).text(.normalized)
let again = try ICSDocument(parsing: text).calendars.map { Season($0) }
example.show(
  "L1", "read back: \(again.first?.rounds == season.rounds ? "the same season" : "another season")")

// L1 L2: the next season of the same sides, planned: no home match at a fair, a derby on a holiday weekend, days of rest, and
// two sides with one ground, which has two matches a day.
if sides.count >= 4, let lastDay = season.rounds.map({ $0.days.upperBound }).max() {
  let autumn = lastDay.year + (lastDay.month < 9 ? 0 : 1)
  let title = "\(autumn)–\((autumn + 1) % 100)"
  let saturday = try CivilDate(autumn, 9, 7).startOfWeek(from: .saturday)
  var plan = SeasonPlan("Temporada \(title)", of: sides.map { .init($0) }, in: example.zone)
  plan.days = SeasonPlan.weekly(from: saturday, count: plan.roundCount, lasting: 2)
  plan.teams[2].venues = [sides[3]]
  plan.constraints = [
    .notHome(sides[0], on: plan.days[0]), .meeting(sides[0], sides[1], on: plan.days[2]), .rest(days: 2),
    .venueCapacity(sides[3], matchesPerDay: 2),
  ]
  if case .planned(let next) = try plan.outcome() {
    for match in next.matches(of: sides[0]) {
      example.show(
        "L2",
        "\(title), \(match.round.number): \(match.sides.joined(separator: " – ")), \(date(match.fixture))")
    }
    for round in next.rounds {
      for side in next.byes(in: round) { example.show("L1", "\(title), \(round.number): bye for \(side)") }
    }
    if let postponed = next.matches.first {
      let free = try plan.dates(
        for: postponed.id, of: next, in: plan.days[0].upperBound..<plan.days[1].lowerBound
      ).filter { $0.broken.isEmpty }
      example.show(
        "L2", "postponed, it could be played on \(free.map { "\($0.date)" }.joined(separator: ", "))")
    }
  }
  plan.constraints.append(
    .notHome(sides[1], on: plan.days[0].lowerBound..<plan.days[plan.roundCount - 1].upperBound))
  if case .impossible(let constraints, _) = try plan.outcome() {
    let reader = SchedulingWords(words, in: example.zone)
    let phrases = constraints.map { $0.description(in: reader) }
    example.show("L2", "cannot be: \(phrases.joined(separator: "; "))")
  }
} else {
  example.show("L2", "too few sides for a new season")
}
