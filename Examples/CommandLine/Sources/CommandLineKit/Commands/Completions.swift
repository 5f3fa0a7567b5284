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

    var completionShell: CompletionShell {
      switch self {
      case .bash: .bash
      case .zsh: .zsh
      case .fish: .fish
      }
    }
  }

  @Argument(help: "bash, zsh or fish.")
  var shell: Shell

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    invocation.output.writeLine(AlmanacRoot.completionScript(for: shell.completionShell))
  }
}
