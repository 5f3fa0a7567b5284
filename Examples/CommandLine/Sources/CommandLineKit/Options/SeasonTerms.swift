import AlmanacEvents
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
    for entry in meeting + notMeeting where entry.names.names.count < 2 {
      throw ValidationError("a meeting has two teams (expected team,team:days)")
    }
  }

  /// The constraints on a season of teams. Messages say how days in words were understood.
  ///
  /// - Parameter first: The day from which days without a year are the nearest.
  func constraints(
    of teams: [SeasonPlan.Team], from first: CivilDate, _ common: CommonOptions,
    _ invocation: inout Invocation
  ) throws(CommandError) -> [SeasonConstraint] {
    func dated(_ entries: [NamedDays]) throws(CommandError) -> [(names: TeamNames, days: Range<CivilDate>)] {
      try entries.map { (entry) throws(CommandError) in
        let days = try entry.days(from: first)
        if entry.isInWords {
          let text = try invocation.localization(common).described(
            from: .date(days.lowerBound), to: .date(days.upperBound), in: .utc)
          invocation.complain(Complaint("\(entry.text): \(text)"))
        }
        return (entry.names, days)
      }
    }
    let (notHome, taken) = (try dated(notHome), try dated(taken))
    let meetings = [
      (try dated(meeting), SeasonConstraint.meeting), (try dated(notMeeting), SeasonConstraint.notMeeting),
    ]
    let names = Set(teams.map { $0.name })
    var result: [SeasonConstraint] = notHome.map { .notHome($0.names.single, on: $0.days) }
    result += taken.map { .venueTaken($0.names.single, on: $0.days) }
    result += capacity.map { .venueCapacity($0.names.single, matchesPerDay: $0.number) }
    for (entries, constraint) in meetings {
      for entry in entries {
        let (one, other) = try entry.names.pair(among: names)
        result.append(constraint(one, other, entry.days))
      }
    }
    if let rest { result.append(.rest(days: rest)) }
    return result
  }

  /// Reads the lines of the file.
  func readTeams(_ invocation: inout Invocation) throws(CommandError) -> [SeasonPlan.Team] {
    let bytes = try invocation.read(teams)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let line = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .firstIndex { String(validating: $0, as: UTF8.self) == nil }
      throw .badData(
        Complaint("the text is not UTF-8", expected: "UTF-8", file: teams, line: line.map { $0 + 1 }))
    }
    let rows: [SeparatedValues.Row]
    do throws(Complaint) { rows = try SeparatedValues(text).rows } catch {
      throw .badData(error.at(file: teams))
    }
    // Names that differ by case alone are rather one team.
    var lines: [PersonKey: Int] = [:]
    var result: [SeasonPlan.Team] = []
    for row in rows {
      let (name, venues) = (row.fields[0], row.fields.dropFirst().filter { !$0.isEmpty })
      func complaint(_ message: String, _ expected: Phrase) -> CommandError {
        .badData(Complaint(message, expected: expected, file: teams, line: row.line))
      }
      if name.isEmpty { throw complaint("there is no team", "team or team,venue") }
      if let line = lines[PersonKey(name)] {
        throw complaint("\(name) is in line \(line) already", "each team once")
      }
      if Set(venues).count < venues.count { throw complaint("a venue is given twice", "each venue once") }
      if venues.count > 16 { throw complaint("there are \(venues.count) venues", "up to 16 for a team") }
      lines[PersonKey(name)] = row.line
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
  let names: TeamNames
  let text: String
  private let first: Days
  private let last: Days

  init(argument text: String) throws {
    let expected = "a name and days, such as Betis:2026-09-05/2026-09-06"
    self.text = text
    names = try TeamNames(argument: try TeamNames.head(of: text, expected: expected))
    let value = text[text.index(after: text.lastIndex(of: ":") ?? text.startIndex)...]
    let ends = value.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let first = ends.first, let last = ends.last, ends.count <= 2 else {
      throw ArgumentFault("\(text) is not a name with days", expected: expected)
    }
    (self.first, self.last) = (try Days(argument: first), try Days(argument: last))
    if let lower = self.first.stated?.lowerBound, let upper = self.last.stated?.upperBound, upper < lower {
      throw ArgumentFault("\(text) ends before it begins", expected: "a later end")
    }
  }

  var isInWords: Bool { first.stated == nil || last.stated == nil }

  /// The days.
  ///
  /// - Parameter start: The day from which the first ones are the nearest.
  /// - Throws: A usage error for an end before the beginning.
  func days(from start: CivilDate) throws(CommandError) -> Range<CivilDate> {
    let lower = try first.days(from: start).lowerBound
    let upper = try last.days(from: lower).upperBound
    guard lower <= upper else { throw .usage("\(text) ends before it begins", expected: "a later end") }
    return lower..<upper.adding(days: 1)
  }
}

/// A day, a month or another period as typed, which may be the nearest from a day that is not known yet.
private struct Days {
  private let text: String
  private let view: DateContext.View
  /// `nil` for days in digits, which are `stated`.
  private var phrase: DatePhrase?
  private(set) var stated: ClosedRange<CivilDate>?

  init(argument text: String) throws {
    self.text = text
    view = try DateContext.view(of: text)
    if EventTime.isInDigits(text) {
      stated = try ClosedRange(argument: text)
    } else {
      let phrase = try view.phrase(text)
      _ = try view.days(phrase, text)
      self.phrase = phrase
    }
  }

  func days(from first: CivilDate) throws(CommandError) -> ClosedRange<CivilDate> {
    if let stated { return stated }
    let found = phrase.flatMap { try? view.days($0, text, from: first) }
    guard let found else { throw .usage("\(text) are no days from \(first) on", expected: "other days") }
    return found
  }
}

/// The value of a constraint: a name and a number.
struct NamedNumber {
  let names: TeamNames
  let number: Int

  init(argument text: String) throws {
    let expected = "a venue and a number, such as Hall:3"
    names = try TeamNames(argument: try TeamNames.head(of: text, expected: expected))
    guard let number = Int(text.split(separator: ":").last.map { String($0).trimmed } ?? "") else {
      throw ArgumentFault("\(text) has no number", expected: expected)
    }
    self.number = number
  }
}

/// Names with commas between them; one that has a comma itself may be between quotation marks.
struct TeamNames {
  private let text: String
  let names: [String]

  /// The text as one name.
  var single: String { names.count == 1 ? names[0] : text }

  /// The text as two names: the only way to divide it at a comma into two that are known, else at its only comma.
  ///
  /// - Throws: A usage error if there are no two names.
  func pair(among known: Set<String>) throws(CommandError) -> (String, String) {
    if names.count == 2 { return (names[0], names[1]) }
    let divided = text.indices.filter { text[$0] == "," }.map { comma in
      (String(text[..<comma]).trimmed, String(text[text.index(after: comma)...]).trimmed)
    }.filter { known.contains($0.0) && known.contains($0.1) }
    guard let pair = divided.first, divided.count == 1 else {
      throw .usage("\(text) is no meeting of two teams", expected: "team,team:days")
    }
    return pair
  }

  init(argument text: String) throws {
    self.text = text
    do throws(Complaint) { names = try SeparatedValues(text).rows.first?.fields ?? [] } catch {
      throw ArgumentFault(
        "\(text): \(error.message)", expected: error.expected?.text(translatedTo: .english) ?? "names")
    }
  }

  /// The text before the last colon.
  static func head(of text: String, expected: String) throws -> String {
    let head = text.lastIndex(of: ":").map { String(text[..<$0]).trimmed } ?? ""
    if head.isEmpty { throw ArgumentFault("\(text) is not a name with a value", expected: expected) }
    return head
  }
}
