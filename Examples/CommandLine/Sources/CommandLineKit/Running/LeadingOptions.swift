/// Options before the command, as in `almanac -c work.ics month`: those that every command takes may stand there, too.
enum LeadingOptions {
  /// All of them take a value.
  private static let names: Set<String> = [
    "-c", "--calendar", "--zone", "--now", "--today", "--locale", "--first-weekday", "--color", "--format",
    "--width", "-o", "--output",
  ]

  /// The arguments with the options behind the command's words, and in their order; as they are where something else
  /// stands first, which the command's reader then tells of.
  ///
  /// - Parameter arguments: Without the program's own name.
  static func behindCommand(_ arguments: [String]) -> [String] {
    var count = 0
    while count < arguments.count, let name = optionName(arguments[count]) {
      guard names.contains(name) else { return arguments }
      count += name == arguments[count] ? 2 : 1
    }
    guard count > 0, count < arguments.count else { return arguments }
    let rest = arguments[count...]
    let words = rest.prefix { optionName($0) == nil }
    return Array(words + arguments[..<count] + rest.dropFirst(words.count))
  }

  /// Of `--zone` and of `--zone=UTC`; `nil` for a word, as a lone hyphen is.
  private static func optionName(_ argument: String) -> String? {
    guard argument.hasPrefix("-"), argument != "-" else { return nil }
    return String(argument.prefix { $0 != "=" })
  }
}
