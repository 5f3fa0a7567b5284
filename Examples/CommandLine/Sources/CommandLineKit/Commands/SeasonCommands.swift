import AlmanacEvents
import AlmanacICS
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import ArgumentParser

/// `almanac season`
struct SeasonCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "season", abstract: "Plan the season of a league.", subcommands: [PlanSeason.self])
}

/// `almanac season plan`
struct PlanSeason: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Plan the rounds of a season from a list of teams.",
    discussion: """
      Each line of the file is a team, with its venue after a comma; # begins a comment. Each meets each other at home and away, \
      with --single once. Constraints name teams or venues and days: --not-home "Betis:2026-09-05/2026-09-06". Where not all can \
      hold, the fewest that cannot hold together are the refusals.
      """)

  @Argument(help: "The teams, a file of lines team,venue.")
  var teams: String

  @Option(help: "The first day of the first round.", transform: CivilDate.init(argument:))
  var from: CivilDate

  @Flag(help: "Each meets each other once.")
  var single = false

  @Option(help: ArgumentHelp("The days of a round. [default: 2]", valueName: "number"))
  var roundDays: Int?

  @Option(help: ArgumentHelp("The days from one round to the next. [default: 7]", valueName: "number"))
  var everyDays: Int?

  @Option(
    help: ArgumentHelp("The start of each match, such as 18:00.", valueName: "time"), transform: clock(_:))
  var kickOff: CivilTime?

  @Option(
    name: .customLong("for"), help: ArgumentHelp("The length of a match.", valueName: "length"),
    transform: Length.read(_:))
  var length: CalendarDuration?

  @Option(help: ArgumentHelp("The days of rest between two matches of a team.", valueName: "number"))
  var rest: Int?

  @Option(
    help: ArgumentHelp("A team without home matches on days.", valueName: "team:days"),
    transform: NamedDays.init(argument:))
  var notHome: [NamedDays] = []

  @Option(
    help: ArgumentHelp("A venue that cannot be had on days.", valueName: "venue:days"),
    transform: NamedDays.init(argument:))
  var taken: [NamedDays] = []

  @Option(
    help: ArgumentHelp("Two teams that meet on days.", valueName: "team,team:days"),
    transform: NamedDays.init(argument:))
  var meeting: [NamedDays] = []

  @Option(
    help: ArgumentHelp("Two teams that do not meet on days.", valueName: "team,team:days"),
    transform: NamedDays.init(argument:))
  var notMeeting: [NamedDays] = []

  @Option(help: ArgumentHelp("The name of the season.", valueName: "text"))
  var name = "Season"

  @Flag(help: "Print the season as iCalendar.")
  var ics = false

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    for (option, number) in [("round-days", roundDays), ("every-days", everyDays)] {
      if let number, !(1...64).contains(number) {
        throw ValidationError("--\(option) \(number) is out of range (expected 1 to 64)")
      }
    }
    if (roundDays ?? 2) > (everyDays ?? 7) {
      throw ValidationError("rounds overlap (expected --round-days up to --every-days)")
    }
    for entry in meeting + notMeeting where entry.names.count != 2 {
      throw ValidationError("a meeting has two teams (expected team,team:days)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    let zone = invocation.zone(common)
    var plan = SeasonPlan(name, of: try readTeams(&invocation), legs: single ? .single : .double, in: zone)
    plan.days = (0..<plan.roundCount).map { round in
      let first = from.adding(days: round * (everyDays ?? 7))
      return first..<first.adding(days: roundDays ?? 2)
    }
    plan.uid = invocation.environment.uids.uid(number: 0)
    (plan.kickOff, plan.duration) = (kickOff, length)
    plan.constraints =
      notHome.map { .notHome($0.text, on: $0.days) } + taken.map { .venueTaken($0.text, on: $0.days) }
      + meeting.map { .meeting($0.names[0], $0.names[1], on: $0.days) }
      + notMeeting.map { .notMeeting($0.names[0], $0.names[1], on: $0.days) }
      + (rest.map { [.rest(days: $0)] } ?? [])
    let outcome: SeasonOutcome
    do throws(SchedulingError) { outcome = try plan.outcome() } catch {
      throw .usage("the season cannot be planned: \(error.code.rawValue)", expected: error.expected)
    }
    switch outcome {
    case .impossible(let constraints):
      throw .refused(
        constraints.map {
          Refusal(
            $0.code, $0.description,
            expected: constraints.count == 1
              ? "a season without it" : "without one of these \(constraints.count)")
        })
    case .planned(let season) where ics:
      let calendar = season.calendar(at: invocation.now(common, in: zone)) { "Round \($0.number)" }
      invocation.output.write(
        document: ICSDocument([calendar]).bytes(.normalized, at: invocation.now(common, in: zone)))
    case .planned(let season): show(season, &invocation)
    }
  }

  /// Reads the lines of the file.
  private func readTeams(_ invocation: inout Invocation) throws(CommandError) -> [SeasonPlan.Team] {
    let text = String(decoding: try invocation.read(teams), as: UTF8.self)
    var result: [SeasonPlan.Team] = []
    for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: { $0.isNewline })
      .enumerated()
    {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmed }
      if fields[0].isEmpty && fields.count == 1 || fields[0].hasPrefix("#") { continue }
      guard fields.count <= 2, !fields[0].isEmpty, !result.contains(where: { $0.name == fields[0] }) else {
        throw .badData(
          Complaint(
            "this is not a further team", expected: "team or team,venue, each team once", file: teams,
            line: number + 1))
      }
      result.append(SeasonPlan.Team(fields[0], at: fields.count == 2 && !fields[1].isEmpty ? fields[1] : nil))
    }
    guard (2...64).contains(result.count) else {
      throw .badData(
        Complaint("there are \(result.count) teams", expected: "from 2 to 64, one a line", file: teams))
    }
    return result
  }

  private func show(_ season: Season, _ invocation: inout Invocation) {
    func when(_ fixture: Fixture) -> EventTime? {
      if case .fixed(let time) = fixture.date { time } else { nil }
    }
    switch common.format {
    case .text:
      for round in season.rounds {
        invocation.output.writeLine("Round \(round.number)")
        for match in round.fixtures {
          let time =
            when(match).map { "\($0.date)" + ($0.isDate ? "" : " \($0.local.time.description.prefix(5))") }
            ?? ""
          let place = match.location == match.home ? "" : "  \(match.location)"
          invocation.output.writeLine(SafeText.singleLine("  \(time)  \(match.home) – \(match.away)\(place)"))
        }
      }
    default:
      let rounds = season.rounds.map { round -> JSON in
        [
          "number": .int(round.number),
          "matches": .array(
            round.fixtures.map { match in
              [
                "home": .string(match.home), "away": .string(match.away), "venue": .string(match.location),
                "date": JSON(
                  when(match).map {
                    $0.isDate ? "\($0.date)" : "\($0.instant(in: .utc).in(season.zone(else: .utc, $0)))"
                  }),
              ]
            }),
        ]
      }
      let value: JSON = ["version": 1, "name": .string(season.name), "rounds": .array(rounds)]
      invocation.output.writeLine(value.text())
    }
  }
}

extension Season {
  /// The zone of a time.
  fileprivate func zone(else other: Zone, _ time: EventTime) -> Zone {
    if case .zoned(let zoned) = time { zoned.zone } else { other }
  }
}

/// The value of a constraint: names, and the days that it is about.
struct NamedDays {
  let text: String
  let days: Range<CivilDate>

  /// The names with commas between them.
  var names: [String] { text.split(separator: ",").map { String($0).trimmed } }

  init(argument text: String) throws {
    guard let colon = text.lastIndex(of: ":") else {
      throw ArgumentFault(
        "\(text) has no days", expected: "a name and days, such as Betis:2026-09-05/2026-09-06")
    }
    self.text = String(text[..<colon]).trimmed
    let ends = text[text.index(after: colon)...].split(separator: "/", omittingEmptySubsequences: false).map(
      String.init)
    guard !self.text.isEmpty, let first = ends.first, let last = ends.last, ends.count <= 2 else {
      throw ArgumentFault("\(text) is not a name with days", expected: "such as Betis:2026-09-05/2026-09-06")
    }
    let (lower, upper) = (try CivilDate(argument: first), try CivilDate(argument: last))
    guard lower <= upper else {
      throw ArgumentFault("\(text) ends before it begins", expected: "a later end")
    }
    days = lower..<upper.adding(days: 1)
  }
}

private func clock(_ text: String) throws -> CivilTime {
  do throws(TimeError) { return try CivilTime(text) } catch { throw ArgumentFault(error) }
}
