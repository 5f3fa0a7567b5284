import AlmanacRecurrence
import AlmanacTime
import Measuring

/// The same work as a process of its own: read a rule, expand it, end. What is measured is all CPU time from start to
/// end, the loading of libraries included (libical's Debian build brings ICU's data; both peers link it here).
enum WholeProcess {
  static let argument = "--process"
  /// Occurrences that each process expands.
  static let occurrences = 100_000

  /// Does the work of a child process: `--process almanac|libical|nothing RULE START`.
  static func run(_ arguments: [String]) throws {
    guard arguments.count == 3 else { return }
    switch arguments[0] {
    case "almanac":
      var left = occurrences
      for time in try RecurrenceRule(arguments[1]).occurrences(from: CivilDateTime(arguments[2])) {
        keep(time.secondsSinceEpoch)
        left -= 1
        if left == 0 { break }
      }
    case "libical":
      Libical(rule: arguments[1], start: arguments[2]).expand(occurrences)
    default:
      break
    }
  }

  /// The median CPU seconds of so many processes.
  static func median(_ peer: String, _ rule: String, _ start: String, runs: Int = 5) -> Double? {
    let times = (0..<runs).compactMap { _ in cpuSecondsOfProcess([argument, peer, rule, start]) }
    return times.count == runs ? times.sorted()[runs / 2] : nil
  }
}
