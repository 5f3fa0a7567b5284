import AlmanacRendering
import ArgumentParser

/// What `--color` says.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  /// How many colours to use.
  ///
  /// The option decides; left to itself `NO_COLOR`, then `CLICOLOR_FORCE`, then `TERM=dumb`, then whether the
  /// output is seen on a terminal (no-color.org, bixense.com/clicolors).
  func depth(_ variables: [String: String], isTerminal: Bool) -> ColorDepth {
    guard isColored(variables, isTerminal: isTerminal) else { return .none }
    let colors = variables["COLORTERM"]
    if colors == "truecolor" || colors == "24bit" { return .trueColor }
    return variables["TERM"]?.contains("256color") == true ? .ansi256 : .ansi16
  }

  private func isColored(_ variables: [String: String], isTerminal: Bool) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if let value = variables["NO_COLOR"], !value.isEmpty { return false }
    if let value = variables["CLICOLOR_FORCE"], !value.isEmpty, value != "0" { return true }
    return isTerminal && variables["TERM"] != "dumb"
  }
}
