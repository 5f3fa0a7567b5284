import AlmanacEvents
import AlmanacTime
import ArgumentParser

/// The nearest names to one that is not known.
enum Suggestions {
  /// The names within two edits – insertions, removals, replacements, or swaps of neighbours –, one for short names, nearest first.
  ///
  /// - Parameter short: The most letters of a short name.
  static func near(_ text: String, among names: some Sequence<String>, short: Int = 4) -> [String] {
    let wanted = Array(text.lowercased())
    guard (1...64).contains(wanted.count) else { return [] }
    let limit = wanted.count <= short ? 1 : 2
    return names.lazy.compactMap { name -> (distance: Int, name: String)? in
      let other = Array(name.lowercased())
      guard abs(other.count - wanted.count) <= limit else { return nil }
      let distance = distance(wanted, other)
      return distance <= limit ? (distance, name) : nil
    }
    .sorted { $0 < $1 }.map { $0.name }
  }

  /// The number of edits between two texts: letters to insert, to remove or to replace (Levenshtein).
  ///
  /// - Parameter swaps: Whether a swap of neighbours is one edit (optimal string alignment), or two.
  static func distance(_ one: [Character], _ other: [Character], swaps: Bool = true) -> Int {
    var (before, last) = ([Int](), Array(0...other.count))
    for (row, character) in one.enumerated() {
      var next = [row + 1]
      for (column, match) in other.enumerated() {
        var best = min(last[column] + (character == match ? 0 : 1), last[column + 1] + 1, next[column] + 1)
        if swaps, row > 0, column > 0, character == other[column - 1], one[row - 1] == match {
          best = min(best, before[column - 1] + 1)
        }
        next.append(best)
      }
      (before, last) = (last, next)
    }
    return last[other.count]
  }

  /// The nearest names as one phrase of what is expected; `nil` where there are none.
  static func phrase(near text: String, among names: some Sequence<String>, short: Int = 4) -> String? {
    var seen: Set<String> = []
    let near = near(text, among: names, short: short).filter { seen.insert($0).inserted }
    return near.isEmpty ? nil : near.prefix(3).joined(separator: " or ")
  }

  /// The zones whose name, or whose place, is nearest to one that is not known.
  static func zones(near name: String) -> String? {
    let all = ZoneDatabase.system.names().all
    if let whole = phrase(near: name, among: all) { return whole }
    let places = Dictionary(grouping: all) { $0.split(separator: "/").last.map(String.init) ?? $0 }
    let near = near(name.replacing(" ", with: "_"), among: places.keys.sorted()).flatMap { places[$0] ?? [] }
    return near.isEmpty ? nil : near.prefix(3).joined(separator: " or ")
  }

  /// The words nearest to the first one of a date that is misspelt. A word of three letters is near to too many others, and one that
  /// phrases of the language have is none.
  static func misspeltWord(ofDate text: String, in localization: Localization) -> (
    word: String, near: String
  )? {
    let words = DatePhrase.words(in: localization) + DatePhrase.words(in: .english)
    let phrases = words + [localization, .english].flatMap { DatePhrase.prepositions(in: $0) }
    let known = Set(phrases.flatMap { $0.lowercased().split { !$0.isLetter }.map(String.init) })
    return text.split { !$0.isLetter }.map(String.init).lazy
      .filter { $0.count > 3 && !known.contains($0.lowercased()) }
      .compactMap { word in phrase(near: word, among: words, short: 5).map { (word, $0) } }.first
  }
}

// MARK: Commands and options

/// The command that the first words of a command line name.
struct NamedCommand {
  private(set) var type: any ParsableCommand.Type = AlmanacRoot.self
  private(set) var words: [String] = []
  /// The arguments after its words.
  private(set) var rest: ArraySlice<String>

  init(_ arguments: [String]) {
    rest = arguments[...]
    if rest.first == "help" { rest.removeFirst() }
    while let word = rest.first, let next = type.configuration.subcommands.first(where: { $0.word == word }) {
      type = next
      words.append(rest.removeFirst())
    }
  }

  /// The command that runs: itself, or the default one of its subcommands.
  var running: any ParsableCommand.Type { type.configuration.defaultSubcommand ?? type }

  /// The words with which it is called.
  var call: String { (["almanac"] + words).joined(separator: " ") }
}

extension Suggestions {
  /// The commands that do what other programs have under these words.
  private static let synonyms = [
    "agenda": "list", "ls": "list", "find": "search", "grep": "search", "cal": "month", "new": "add",
    "create": "add", "remove": "delete", "rm": "delete", "complete": "done", "finish": "done",
    "reschedule": "edit, with --at", "change": "edit", "update": "edit", "rename": "edit", "remind": "notify",
    "free": "slots", "version": "--version",
  ]

  /// The fault of a command line with a word in the place of a command.
  static func unknownCommand(in named: NamedCommand) -> CommandError? {
    let names = named.type.configuration.subcommands.map { $0.word }
    guard let word = named.rest.first, !word.hasPrefix("-"), !names.isEmpty else { return nil }
    return .usage(
      "there is no command \((named.words + [word]).joined(separator: " "))",
      expected: (named.words.isEmpty ? synonyms[word.lowercased()] : nil)
        ?? phrase(near: word, among: names + ["help"]) ?? "a command that \(named.call) --help lists")
  }

  /// The fault of a command line with an option that its command does not have. The parser may blame the word after it.
  static func unknownOption(in named: NamedCommand) -> CommandError? {
    let names = named.running.optionNames
    let given = named.rest.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }.map {
      String($0.prefix { $0 != "=" })
    }
    guard !names.isEmpty, let option = given.first(where: { !names.contains($0) }) else { return nil }
    return .usage(
      "there is no option \(option)",
      expected: phrase(near: option, among: names) ?? "an option that \(named.call) --help lists")
  }
}
