import AlmanacTime
import ArgumentParser

/// The nearest names to one that is not known.
enum Suggestions {
  /// The names within two edits – insertions, removals, replacements, or swaps of neighbours –, one for short names, nearest first.
  static func near(_ text: String, among names: some Sequence<String>) -> [String] {
    let wanted = Array(text.lowercased())
    guard (1...64).contains(wanted.count) else { return [] }
    let limit = wanted.count < 5 ? 1 : 2
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

  /// The fault of a command line whose first word is no command.
  static func unknownCommand(in arguments: [String]) -> CommandError? {
    guard let word = arguments.first, !word.hasPrefix("-") else { return nil }
    let names = AlmanacRoot.commandNames
    guard !names.contains(word) else { return nil }
    let near = near(word, among: names)
    let expected =
      near.isEmpty ? "a command that almanac --help lists" : near.prefix(3).joined(separator: " or ")
    return .usage("there is no command \(word)", expected: expected)
  }
}
