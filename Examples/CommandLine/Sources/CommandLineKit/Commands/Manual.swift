import AlmanacFiles
import AlmanacTime
import ArgumentParser

/// `almanac manual [COMMAND…]`
struct Manual: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual",
    abstract: "Print the manual page of almanac or of a command.",
    discussion: """
      A page has the text of --help, in the format of man:

      almanac manual list | man -l -
      almanac manual --into ~/.local/share/man/man1
      """)

  static let formats: [OutputFormat] = [.text]

  @Argument(help: ArgumentHelp("The command, such as list or session book.", valueName: "command"))
  var command: [String] = []

  @Option(
    help: ArgumentHelp(
      "Write the pages of all commands to a folder.", valueName: "folder"),
    completion: .directory)
  var into: String?

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    if into != nil, !command.isEmpty || common.output != nil {
      throw ValidationError("--into writes the pages of all commands (expected no command and no --output)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    let zone = invocation.zone(common)
    let date = zone.local(at: invocation.now(common, in: zone)).date
    let pages = ManualPage.all(of: AlmanacRoot.self, dated: date)
    guard let into else {
      guard let page = pages.first(where: { Array($0.words.dropFirst()) == command }) else {
        throw .usage(
          "there is no command \(command.joined(separator: " "))", expected: "one of almanac --help")
      }
      invocation.output.write(try page.text())
      return
    }
    try FileError.refusing(FileSystem.makeDirectory(into))
    for page in pages {
      let text = try page.text()
      try FileError.refusing(AtomicFile.write(Array(text.utf8), to: "\(into)/\(page.name).1"))
    }
  }
}

extension ParsableCommand {
  /// The word by which a command line names the command.
  static var word: String { configuration.commandName ?? _commandName }

  /// The names of its options and flags, with their hyphens; none if the parser describes them in a form that is not known.
  static var optionNames: [String] {
    let described = try? StoredJSON.read(
      Description.self, from: Array(_dumpHelp().utf8), named: "almanac"
    ).command.arguments
    return (described ?? []).flatMap { $0.names ?? [] }.filter { $0.kind == "long" }.map { "--\($0.name)" }
  }
}

/// A manual page of section 1, in the macros of man(7).
struct ManualPage {
  /// The command as typed: `almanac session book`.
  let words: [String]
  private let type: any ParsableCommand.Type
  private let date: CivilDate

  var name: String { words.joined(separator: "-") }

  /// The pages of a command and of those below it.
  static func all(
    of type: any ParsableCommand.Type, below words: [String] = [], dated date: CivilDate
  ) -> [ManualPage] {
    let page = ManualPage(words: words + [type.word], type: type, date: date)
    return [page] + type.configuration.subcommands.flatMap { all(of: $0, below: page.words, dated: date) }
  }

  /// - Throws: `CommandError` if the parser describes its arguments in a form that is not known.
  func text() throws(CommandError) -> String {
    let configuration = type.configuration
    var page = Roff()
    page.lines.append(".TH \(Roff.escaped(name.uppercased())) 1 \(date) almanac")
    page.section("Name")
    // The hyphen between a name and its description, which whatis(1) reads.
    page.fill("\(name) - \(configuration.abstract.asPhrase)")
    page.section("Synopsis")
    let usage = configuration.usage ?? AlmanacRoot.usageString(for: type)
    for (number, line) in usage.split(separator: "\n").enumerated() {
      if number > 0 { page.lines.append(".br") }
      page.fill(String(line))
    }
    page.section("Description")
    page.paragraphs([configuration.abstract, configuration.discussion].joined(separator: "\n\n"))
    if !configuration.subcommands.isEmpty { page.section("Commands") }
    for command in configuration.subcommands {
      page.entry("\\fB\(Roff.escaped((words + [command.word]).joined(separator: "-")))\\fR(1)")
      page.fill(command.configuration.abstract)
    }
    for (title, arguments) in try sections() {
      page.section(title)
      for argument in arguments {
        page.entry(argument.heading)
        page.fill(argument.explanation)
      }
    }
    if words.count > 1 {
      page.section("See also")
      page.lines.append(".BR \(Roff.escaped(words.dropLast().joined(separator: "-"))) (1)")
    }
    return page.lines.joined(separator: "\n") + "\n"
  }

  /// The arguments under the titles of the help text.
  private func sections() throws(CommandError) -> [(title: String, [DescribedArgument])] {
    let description = try StoredJSON.read(
      Description.self, from: Array(type._dumpHelp().utf8), named: "almanac manual")
    var sections: [(title: String, [DescribedArgument])] = []
    for argument in description.command.arguments ?? [] where argument.shouldDisplay {
      let title = argument.kind == "positional" ? "Arguments" : argument.sectionTitle ?? "Options"
      if let index = sections.firstIndex(where: { $0.title == title }) {
        sections[index].1.append(argument)
      } else {
        sections.append((title, [argument]))
      }
    }
    return sections
  }
}

// MARK: The arguments

/// The parser's description of a command: the members that pages show.
private struct Description: Decodable {
  struct Command: Decodable {
    let arguments: [DescribedArgument]?
  }

  let command: Command
}

private struct DescribedArgument: Decodable {
  struct Name: Decodable {
    let kind: String
    let name: String
  }

  let kind: String
  let shouldDisplay: Bool
  let sectionTitle: String?
  let names: [Name]?
  let valueName: String?
  let defaultValue: String?
  let allValues: [String]?
  let abstract: String?

  /// The names and the value: `-c, --calendar path`.
  var heading: String {
    let value = "\\fI\(Roff.escaped(valueName ?? ""))\\fR"
    if kind == "positional" { return value }
    let names = (names ?? []).map { $0.kind == "short" ? "-\($0.name)" : "--\($0.name)" }
    let all = names.sorted { $0.count < $1.count }.map { "\\fB\(Roff.escaped($0))\\fR" }.joined(
      separator: ", ")
    return kind == "option" ? "\(all) \(value)" : all
  }

  var explanation: String {
    let values = allValues.map { "values: \($0.joined(separator: ", "))" }
    let facts = [values, defaultValue.map { "default: \($0)" }].compactMap { $0 }
    return (abstract ?? "") + (facts.isEmpty ? "" : " (\(facts.joined(separator: "; ")))")
  }
}

extension String {
  /// A sentence without its capital and its full stop.
  fileprivate var asPhrase: String {
    prefix(1).lowercased() + (last == "." ? dropFirst().dropLast() : dropFirst())
  }
}

// MARK: The format

/// Lines of roff.
private struct Roff {
  var lines: [String] = []
  private static let width = 78

  mutating func section(_ title: String) { lines.append(".SH \(Self.escaped(title.uppercased()))") }

  /// The beginning of an entry of a list.
  mutating func entry(_ heading: String) { lines += [".TP", heading] }

  /// Paragraphs that blank lines separate; those of several lines are examples.
  mutating func paragraphs(_ text: String) {
    var paragraphs: [[Substring]] = [[]]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty { paragraphs.append([]) } else { paragraphs[paragraphs.count - 1].append(line) }
    }
    for (number, paragraph) in paragraphs.filter({ !$0.isEmpty }).enumerated() {
      if number > 0 { lines.append(".PP") }
      if paragraph.count == 1 {
        fill(String(paragraph[0]))
      } else {
        lines += [".RS 4", ".nf"] + paragraph.map { Self.line(Self.escaped(String($0))) } + [".fi", ".RE"]
      }
    }
  }

  /// A text in lines of limited width.
  mutating func fill(_ text: String) {
    var line = ""
    for word in Self.escaped(text).split(separator: " ") {
      if !line.isEmpty, line.utf8.count + 1 + word.utf8.count > Self.width {
        lines.append(Self.line(line))
        line = ""
      }
      line += line.isEmpty ? word : " \(word)"
    }
    if !line.isEmpty { lines.append(Self.line(line)) }
  }

  /// A line of text: one that begins with a full stop would be a request.
  private static func line(_ text: String) -> String { text.hasPrefix(".") ? "\\&\(text)" : text }

  /// A text whose characters have no other meaning, in ASCII.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
      }
    }
    return result
  }
}
