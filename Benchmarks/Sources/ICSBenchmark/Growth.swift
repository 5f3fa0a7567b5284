import Measuring

/// The time of one piece of work at 1, 2, 4 and 8 times its size.
struct Growth: CustomStringConvertible {
  static let sizes = [1, 2, 4, 8]
  /// What a doubling may cost: twice, and what caches do.
  static let bar = 2.3

  let name: String
  /// The best of several, so that other work on the machine does not count.
  private let milliseconds: [Double]

  init(_ name: String, _ work: [() -> Int]) {
    self.name = name
    var best = [Double](repeating: .infinity, count: work.count)
    for _ in 0..<7 {
      for (index, run) in work.enumerated() {
        let start = cpuSeconds()
        keep(Int64(run()))
        best[index] = min(best[index], 1000 * (cpuSeconds() - start))
      }
    }
    milliseconds = best
  }

  /// The factor of one doubling, from the smallest size to the largest.
  var factor: Double {
    let whole = milliseconds[milliseconds.count - 1] / milliseconds[0]
    // The cube root, without a library of mathematics.
    var (low, high) = (0.0, 8.0)
    while high - low > 1e-4 {
      let middle = (low + high) / 2
      if middle * middle * middle < whole { low = middle } else { high = middle }
    }
    return low
  }

  var isFarOff: Bool { factor > 1.5 * Self.bar }

  var description: String {
    func rounded(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
    return milliseconds.map { column(rounded($0), 9) }.joined() + " ms" + column(rounded(factor), 7)
      + "  (bar \(Self.bar))  " + name
  }
}
