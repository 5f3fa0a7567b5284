import Measuring

/// The rows that are printed, and whether a ratio failed.
struct Report {
  private(set) var microseconds: [String: Double] = [:]
  private(set) var isFailed = false

  /// Prints what one piece of work costs beside what it may cost.
  mutating func add(_ name: String, _ seconds: Double, bar: Double? = nil, finding count: Int? = nil) {
    microseconds[name] = seconds * 1e6
    let bar = bar.map { "< \(Self.rounded($0))" } ?? ""
    print(
      column(Self.rounded(seconds * 1e6), 10), "µs", column(bar, 8), " ", name,
      count.map { "(\($0) found)" } ?? "")
  }

  /// Prints how many times slower each row is than in another report, and fails where that is twice the bar.
  mutating func compare(with other: Report, bar: Double) {
    for (name, time) in microseconds.sorted(by: { $0.key < $1.key }) {
      guard let before = other.microseconds[name], Answers.names.contains(name) else { continue }
      print(column("\(Self.rounded(time / before))×", 10), column("< \(bar)×", 11), " ", name)
      if time / before > 2 * bar { fail("\(name) among ten times as many") }
    }
  }

  mutating func fail(_ what: String) {
    print("FAILED:", what)
    isFailed = true
  }

  static func rounded(_ number: Double) -> String {
    number < 100 ? "\((number * 10).rounded() / 10)" : "\(Int(number.rounded()))"
  }
}
