import AlmanacFiles
import AlmanacICS
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import ArgumentParser

/// `almanac season dates`
struct SeasonDates: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "dates", abstract: "List the days on which a match of a season could be played.",
    discussion: """
      The season is a calendar such as season plan --ics prints. A day is listed if the match breaks no constraint on it, by the \
      dates of the other matches; with --explain every day is, with what the match would break.
      """)

  @OptionGroup(title: "Teams and constraints")
  var terms: SeasonTerms

  @Option(
    help: ArgumentHelp("The calendar of the season.", valueName: "file"),
    completion: .file(extensions: ["ics"]))
  var season: String

  @Option(
    help: ArgumentHelp("The match.", valueName: "home,away"), transform: TeamNames.init(argument:))
  var match: TeamNames

  @Option(help: "The first day.", transform: CivilDate.init(argument:))
  var from: CivilDate

  @Option(help: "The last day.", transform: CivilDate.init(argument:))
  var until: CivilDate

  @Flag(help: "List the other days too, each with the constraints that the match would break.")
  var explain = false

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    guard match.names.count == 2 else { throw ValidationError("--match has two teams (expected home,away)") }
    guard from <= until else { throw ValidationError("--until is before --from (expected a later day)") }
    guard until.days(since: from) < 3_660 else {
      throw ValidationError("--until is too far from --from (expected up to 3660 days)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    let teams = try terms.readTeams(&invocation)
    var plan = SeasonPlan("", of: teams)
    plan.constraints = try terms.constraints(of: teams, from: from, common, &invocation)
    let seasons = try invocation.calendarFile(season).document.calendars.map { Season($0) }
    let dates = try dates(seasons, plan)
    let free = dates.filter { $0.broken.isEmpty }
    let words = try invocation.schedulingWords(common)
    guard !free.isEmpty || explain else {
      let reasons = dates.flatMap { $0.broken }.reduce(into: [SeasonConstraint]()) {
        if !$0.contains($1) { $0.append($1) }
      }
      throw .refused(
        reasons.map { Refusal($0.code, $0.description(in: words), expected: "other days, or --explain") })
    }
    let shown = explain ? dates : free
    invocation.print(
      shown.map { $0.line(in: words) },
      ["version": .version, "dates": .array(shown.map { $0.json(in: words) })], common)
  }

  private func dates(_ seasons: [Season], _ plan: SeasonPlan) throws(CommandError) -> [FixtureDate] {
    for season in seasons {
      guard let found = season.matches.first(where: { $0.sides == match.names }) else { continue }
      do throws(SchedulingError) {
        return try plan.dates(for: found.id, of: season, in: from..<until.adding(days: 1))
      } catch {
        throw .usage("there are no dates: \(error.code.rawValue)", expected: error.expected)
      }
    }
    throw .refused(
      "not_found", "\(season) has no match \(match.names.joined(separator: " – "))",
      expected: "the home and the away team of a match")
  }
}

extension FixtureDate {
  fileprivate func line(in words: SchedulingWords) -> String {
    "\(date)  \(venue)" + (broken.isEmpty ? "" : "  " + broken.words(in: words))
  }

  fileprivate func json(in words: SchedulingWords) -> JSON {
    let reasons = broken.map {
      ["code": .string($0.code), "message": .string($0.description(in: words))] as JSON
    }
    return ["date": .string("\(date)"), "venue": .string(venue), "broken": .array(reasons)]
  }
}
