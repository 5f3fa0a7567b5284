import AlmanacRendering
import AlmanacTraining
import ArgumentParser

/// `almanac workout share`
struct ShareLibrary: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "share",
    abstract: "Set what coaches may do with shared machines and exercises.",
    discussion: """
      none: not see them. use: use them in routines. contribute: also share, and change their own. curate: also change \
      those of others. A coach without a right of their own has that of everyone, which is none at first.
      """)

  @Argument(help: "The right.")
  var right: Choice<SharingTerms.Right>

  @Option(
    help: ArgumentHelp("Only for this coach. [default: everyone]", valueName: "address"),
    transform: personArgument)
  var coach: String?

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    var store = try invocation.store(calendars, createsMissing: true)
    var training = try TrainingFile(try invocation.changeableLocations(calendars))
    if let coach {
      try TrainingError.refusing(training.library.sharing.set(right.value, for: coach))
    } else {
      training.library.sharing.everyone = right.value
    }
    try training.stage(in: &store)
    let words = right.value.words
    let line: Phrase =
      coach.map { "rights of \($0) to what is shared: \(words)" }
      ?? "rights of everyone to what is shared: \(words)"
    try invocation.save(store, line)
    invocation.print(
      line, ["version": .version, "coach": JSON(coach), "right": .string(right.value.rawValue)], common)
  }
}

extension SharingTerms.Right {
  fileprivate var words: Phrase {
    switch self {
    case .none: "none"
    case .use: "use"
    case .contribute: "contribute"
    case .curate: "curate"
    }
  }
}
