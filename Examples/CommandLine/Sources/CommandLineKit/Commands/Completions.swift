import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import ArgumentParser

/// `almanac completions SHELL`
struct Completions: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Print a shell's completion script.",
    discussion: """
      bash:  almanac completions bash > ~/.local/share/bash-completion/completions/almanac
      zsh:   almanac completions zsh > ~/.zfunc/_almanac          (a folder of $fpath)
      fish:  almanac completions fish > ~/.config/fish/completions/almanac.fish
      """)

  enum Shell: String, ExpressibleByArgument, CaseIterable {
    case bash, zsh, fish
    /// The words that a script asks for.
    case dates, categories

    static var allValueStrings: [String] { ["bash", "zsh", "fish"] }
  }

  @Argument(help: "bash, zsh or fish.")
  var shell: Shell

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let lines =
      switch shell {
      case .bash: [AlmanacRoot.completionScript(for: .bash)]
      case .zsh: [AlmanacRoot.completionScript(for: .zsh)]
      case .fish: [AlmanacRoot.completionScript(for: .fish)]
      case .dates: try invocation.localization(common).namesOfDays
      case .categories:
        Set(try invocation.calendars(calendars).flatMap { $0.items }.flatMap { $0.categories }).sorted()
          .map { SafeText.singleLine($0) }
      }
    for line in lines { invocation.output.writeLine(line) }
  }
}

extension Localization {
  /// The words that name a day from today on by themselves: today, tomorrow and the weekdays.
  fileprivate var namesOfDays: [String] {
    DatePhrase.words(in: self).map { $0.lowercased() }.filter { word in
      switch (try? DatePhrase(word, in: self))?.day {
      case .ahead(let days): !word.contains(" ") && days >= 0
      case .weekday: true
      default: false
      }
    }
  }
}
