import AlmanacScheduling
import AlmanacTime
import ArgumentParser

/// The teams of a season and its constraints.
struct SeasonTerms: ParsableArguments {
  @Argument(
    help:
      "The teams, a file of lines team,venue,venue…: the venues of home matches, the preferred one first.",
    completion: .file())
  var teams: String

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
    help: ArgumentHelp("The most matches a day at a venue. [default: 1]", valueName: "venue:number"),
    transform: NamedNumber.init(argument:))
  var capacity: [NamedNumber] = []

  @Option(
    help: ArgumentHelp("Two teams that meet on days.", valueName: "team,team:days"),
    transform: NamedDays.init(argument:))
  var meeting: [NamedDays] = []

  @Option(
    help: ArgumentHelp("Two teams that do not meet on days.", valueName: "team,team:days"),
    transform: NamedDays.init(argument:))
  var notMeeting: [NamedDays] = []

  func validate() throws {
    for entry in meeting + notMeeting where entry.names.count != 2 {
      throw ValidationError("a meeting has two teams (expected team,team:days)")
    }
  }

  var constraints: [SeasonConstraint] {
    var result: [SeasonConstraint] = notHome.map { .notHome($0.text, on: $0.days) }
    result += taken.map { SeasonConstraint.venueTaken($0.text, on: $0.days) }
    result += capacity.map { SeasonConstraint.venueCapacity($0.text, matchesPerDay: $0.number) }
    result += meeting.map { SeasonConstraint.meeting($0.names[0], $0.names[1], on: $0.days) }
    result += notMeeting.map { SeasonConstraint.notMeeting($0.names[0], $0.names[1], on: $0.days) }
    if let rest { result.append(.rest(days: rest)) }
    return result
  }

  /// Reads the lines of the file.
  func readTeams(_ invocation: inout Invocation) throws(CommandError) -> [SeasonPlan.Team] {
    let text = String(decoding: try invocation.read(teams), as: UTF8.self)
    let rows: [SeparatedValues.Row]
    do throws(Complaint) { rows = try SeparatedValues(text).rows } catch {
      throw .badData(error.at(file: teams))
    }
    var lines: [String: Int] = [:]
    var result: [SeasonPlan.Team] = []
    for row in rows {
      let (name, venues) = (row.fields[0], row.fields.dropFirst().filter { !$0.isEmpty })
      func complaint(_ message: String, _ expected: String) -> CommandError {
        .badData(Complaint(message, expected: expected, file: teams, line: row.line))
      }
      if name.isEmpty { throw complaint("there is no team", "team or team,venue") }
      if let line = lines[name] { throw complaint("\(name) is in line \(line) already", "each team once") }
      if Set(venues).count < venues.count { throw complaint("a venue is given twice", "each venue once") }
      if venues.count > 16 { throw complaint("there are \(venues.count) venues", "up to 16 for a team") }
      lines[name] = row.line
      result.append(
        venues.isEmpty ? SeasonPlan.Team(name) : SeasonPlan.Team(name, atAnyOf: Array(venues)))
    }
    guard (2...64).contains(result.count) else {
      throw .badData(
        Complaint(
          "there \(result.count == 1 ? "is 1 team" : "are \(result.count) teams")",
          expected: "from 2 to 64, one a line", file: teams))
    }
    return result
  }
}

/// The value of a constraint: names, and the days that it is about.
struct NamedDays {
  let text: String
  /// The names with commas between them.
  let names: [String]
  let days: Range<CivilDate>

  init(argument text: String) throws {
    let expected = "a name and days, such as Betis:2026-09-05/2026-09-06"
    self.text = try TeamNames.head(of: text, expected: expected)
    names = try TeamNames(argument: self.text).names
    let value = text[text.index(after: text.lastIndex(of: ":") ?? text.startIndex)...]
    let ends = value.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let first = ends.first, let last = ends.last, ends.count <= 2 else {
      throw ArgumentFault("\(text) is not a name with days", expected: expected)
    }
    let (lower, upper) = (try CivilDate(argument: first), try CivilDate(argument: last))
    guard lower <= upper else {
      throw ArgumentFault("\(text) ends before it begins", expected: "a later end")
    }
    days = lower..<upper.adding(days: 1)
  }
}

/// The value of a constraint: a name and a number.
struct NamedNumber {
  let text: String
  let number: Int

  init(argument text: String) throws {
    let expected = "a venue and a number, such as Hall:3"
    self.text = try TeamNames.head(of: text, expected: expected)
    guard let number = Int(text.split(separator: ":").last.map { String($0).trimmed } ?? "") else {
      throw ArgumentFault("\(text) has no number", expected: expected)
    }
    self.number = number
  }
}

/// Names with commas between them; one that has a comma itself is between quotation marks.
struct TeamNames {
  let names: [String]

  init(argument text: String) throws {
    do throws(Complaint) { names = try SeparatedValues(text).rows.first?.fields ?? [] } catch {
      throw ArgumentFault("\(text): \(error.message)", expected: error.expected ?? "names")
    }
  }

  /// The text before the last colon.
  static func head(of text: String, expected: String) throws -> String {
    let head = text.lastIndex(of: ":").map { String(text[..<$0]).trimmed } ?? ""
    if head.isEmpty { throw ArgumentFault("\(text) is not a name with a value", expected: expected) }
    return head
  }
}
