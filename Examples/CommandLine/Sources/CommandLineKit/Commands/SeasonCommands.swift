import AlmanacEvents
import AlmanacICS
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import ArgumentParser

/// `almanac season`
struct SeasonCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "season", abstract: "Plan the season of a league, and dates for postponed matches.",
    subcommands: [PlanSeason.self, SeasonDates.self])
}

/// `almanac season plan`
struct PlanSeason: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Plan the rounds of a season from a list of teams.",
    discussion: """
      Each line of the file is a team, with its venues after commas; a line that begins with # is a comment, and a name that has a \
      comma is between quotation marks. Each team meets each at home and away, with --single once. With an even number of teams the second half \
      begins with the return matches of the last round, which has the fewest breaks (2n − 4 for n teams), or with --mirrored is in the \
      order of the first (3n − 6); with an odd number it is in that order, with one break for each team. Constraints name teams or venues and days: \
      --not-home "Betis:2026-09-05/2026-09-06". A venue has one match a day, unless --capacity "Hall:3" states another number. \
      Where not all can hold, the fewest that are proven not to hold together are the refusals; if the steps end before these are found, \
      more are, and the refusals say so. Where neither a season nor a \
      proof is found, budget_exceeded is the refusal.
      """)

  @OptionGroup(title: "Teams and constraints")
  var terms: SeasonTerms

  @Option(help: "The first day of the first round.", transform: CivilDate.init(argument:))
  var from: CivilDate

  @Flag(help: "Each meets each other once.")
  var single = false

  @Flag(
    help:
      "The second half is the first with home and away exchanged, in the same order, which has more breaks.")
  var mirrored = false

  @Option(help: ArgumentHelp("The days of a round. [default: 2]", valueName: "number"))
  var roundDays: Int?

  @Option(help: ArgumentHelp("The days from one round to the next. [default: 7]", valueName: "number"))
  var everyDays: Int?

  @Option(
    help: ArgumentHelp("The start of each match, such as 18:00.", valueName: "time"),
    transform: CivilTime.init(argument:))
  var kickOff: CivilTime?

  @Option(
    name: .customLong("for"), help: ArgumentHelp("The length of a match.", valueName: "length"),
    transform: Length.read(_:))
  var length: CalendarDuration?

  @Option(help: ArgumentHelp("The name of the season.", valueName: "text"))
  var name = "Season"

  @Option(
    help: ArgumentHelp(
      "The most steps of the search. [default: \(SeasonPlan.defaultBudget), about two seconds]",
      valueName: "number"))
  var steps: Int?

  @Flag(help: "Print the season as iCalendar.")
  var ics = false

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    try requireRange("--round-days", roundDays, 1...64)
    try requireRange("--every-days", everyDays, 1...64)
    if (roundDays ?? 2) > (everyDays ?? 7) {
      throw ValidationError("rounds overlap (expected --round-days up to --every-days)")
    }
    if single && mirrored {
      throw ValidationError(
        "a season of single meetings has no second half (expected --single or --mirrored)")
    }
    if ics && common.format != .text {
      throw ValidationError("--ics and --format both say the form (expected one)")
    }
    try requireRange("--steps", steps, 1...1_000_000_000_000)
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    let zone = invocation.zone(common)
    let teams = try terms.readTeams(&invocation)
    var plan = SeasonPlan(name, of: teams, legs: single ? .single : .double, in: zone)
    plan.days = (0..<plan.roundCount).map { round in
      let first = from.adding(days: round * (everyDays ?? 7))
      return first..<first.adding(days: roundDays ?? 2)
    }
    (plan.kickOff, plan.duration, plan.isMirrored) = (kickOff, length, mirrored)
    plan.constraints = try terms.constraints(of: teams, from: from, common, &invocation)
    let words = try invocation.schedulingWords(common)
    switch try outcome(of: plan, invocation.environment.uids) {
    case .impossible(let constraints, let isProvenSmallest):
      let expected: Phrase =
        !isProvenSmallest
        ? "more --steps, to find which of these \(constraints.count) cannot hold together"
        : constraints.count == 1
          ? "a season without it" : "a season without one of these \(constraints.count)"
      throw .refused(
        constraints.map { Refusal($0.code, $0.description(in: words), in: words, expected: expected) })
    case .planned(let season) where ics:
      let calendar = season.calendar(at: invocation.now(common, in: zone)) {
        $0.description(in: words)
      }
      invocation.output.write(
        document: ICSDocument([calendar]).bytes(.normalized, at: invocation.now(common, in: zone)))
    case .planned(let season): show(season, in: words, &invocation)
    }
  }

  private func outcome(of plan: SeasonPlan, _ uids: UIDSource) throws(CommandError) -> SeasonOutcome {
    do throws(SchedulingError) {
      return try plan.outcome(budget: steps ?? SeasonPlan.defaultBudget, uids: uids)
    } catch {
      guard error.code == .budgetExceeded else {
        throw .usage("the season cannot be planned: \(error.code.rawValue)", expected: error.expected)
      }
      throw .refused(
        error.code.rawValue, "neither a season nor a proof that there is none was found",
        expected: mirrored
          ? "no --mirrored, more --steps, or fewer constraints" : "more --steps, or fewer constraints")
    }
  }

  private func show(_ season: Season, in words: SchedulingWords, _ invocation: inout Invocation) {
    guard common.format == .text else {
      invocation.write(common.format.hasRows ? season.matchesJSON : season.json)
      return
    }
    let early = single ? 0 : season.pairsWithinHalves
    if early > 0 {
      invocation.complain(
        Complaint(
          "\(early) pairs meet twice in one half of the season: no other one was found",
          expected: "--mirrored, more --steps or fewer constraints"))
    }
    for round in season.rounds {
      invocation.output.writeLine(round.description(in: words))
      for match in round.inOrder { invocation.output.writeLine(SafeText.singleLine("  \(match.line)")) }
      for team in season.byes(in: round) {
        invocation.output.writeLine(
          SafeText.singleLine("  " + ("bye: \(team)" as Phrase).text(in: words.localization)))
      }
    }
  }
}

extension Season {
  fileprivate var json: JSON {
    ["version": .version, "name": .string(name), "rounds": .array(rounds.map { $0.json(in: self) })]
  }

  /// The matches of all rounds, each with the number of its round.
  fileprivate var matchesJSON: JSON {
    let matches = rounds.flatMap { round in round.inOrder.map { $0.json(ofRound: round.number) } }
    return ["version": .version, "matches": .array(matches)]
  }
}

extension Round {
  /// The matches by their dates, then those without one.
  fileprivate var inOrder: [Fixture] {
    let dated = fixtures.filter { $0.start != nil }.enumerated().sorted { one, other in
      guard let start = one.element.start?.local, let later = other.element.start?.local, start != later
      else { return one.offset < other.offset }
      return start < later
    }
    return dated.map { $0.element } + fixtures.filter { $0.start == nil }
  }

  fileprivate func json(in season: Season) -> JSON {
    [
      "number": .int(number), "matches": .array(inOrder.map { $0.json }),
      "byes": .array(season.byes(in: self).map(JSON.string)),
    ]
  }
}

extension Fixture {
  fileprivate var start: EventTime? {
    if case .fixed(let time) = date { time } else { nil }
  }

  /// The date and time, the teams, and the venue unless it is the home team's own.
  fileprivate var line: String {
    let time = start.map { "\($0.date)" + ($0.isDate ? "" : " \($0.local.time.description.prefix(5))") } ?? ""
    return "\(time)  \(home) – \(away)" + (location == home ? "" : "  \(location)")
  }

  fileprivate var json: JSON {
    ["home": .string(home), "away": .string(away), "venue": .string(location), "date": JSON(dateText)]
  }

  fileprivate func json(ofRound number: Int) -> JSON {
    [
      "round": .int(number), "date": JSON(dateText), "home": .string(home), "away": .string(away),
      "venue": .string(location),
    ]
  }

  private var dateText: String? {
    start.map { time in if case .zoned(let zoned) = time { "\(zoned)" } else { "\(time.date)" } }
  }
}

extension Season {
  /// The number of pairs whose two matches are in one half of a double round robin.
  fileprivate var pairsWithinHalves: Int {
    let half = rounds.count / 2
    return [rounds[..<half], rounds[half...]].reduce(0) { sum, rounds in
      let pairs = rounds.flatMap { $0.fixtures }.map { Set([$0.home, $0.away]) }
      return sum + pairs.count - Set(pairs).count
    }
  }
}
