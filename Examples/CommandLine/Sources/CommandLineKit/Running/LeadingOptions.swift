/// Options before the command, as in `almanac -c work.ics month`, which are allowed for options that every command accepts.
enum LeadingOptions {
  /// The options allowed before the command, all of which have a value.
  private static let names: Set<String> = [
    "-c", "--calendar", "--zone", "--now", "--today", "--locale", "--first-weekday", "--color", "--format",
    "--width", "-o", "--output",
  ]

  /// The arguments with leading options moved behind the words of the command. If another argument comes first, they are
  /// unchanged, and the parser reports the fault.
  ///
  /// - Parameter arguments: The arguments without the name of the program.
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

  /// The name of an option such as `--zone` or `--zone=UTC`; `nil` for a word and for a lone hyphen.
  private static func optionName(_ argument: String) -> String? {
    guard argument.hasPrefix("-"), argument != "-" else { return nil }
    return String(argument.prefix { $0 != "=" })
  }
}
