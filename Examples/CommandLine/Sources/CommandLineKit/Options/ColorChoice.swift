import AlmanacRendering
import ArgumentParser

/// The value of `--color`.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  /// The number of colours to use.
  ///
  /// With `auto` the first of these decides: `NO_COLOR`, `CLICOLOR_FORCE`, `TERM=dumb`, and whether the output is a terminal
  /// (no-color.org, bixense.com/clicolors).
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
