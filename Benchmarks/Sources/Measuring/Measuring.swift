#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// CPU seconds that this process has used: other work on the machine does not count.
public func cpuSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// Seconds on a clock that runs on, for work that several cores share.
public func wallSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// Runs a piece of work in turns with others and keeps the median of each, so that a machine that slows down slows
/// all of them.
///
/// - Parameters:
///   - rounds: How often each is measured.
///   - seconds: How long one measurement lasts at least.
/// - Returns: For each piece of work, the median of its CPU seconds for one run.
public func measureInTurns(rounds: Int = 7, seconds: Double = 0.05, _ work: [() -> Void]) -> [Double] {
  let repeats = work.map { run in
    run()
    let start = cpuSeconds()
    run()
    return max(1, Int(seconds / max(cpuSeconds() - start, 1e-9)))
  }
  var times = [[Double]](repeating: [], count: work.count)
  for _ in 0..<rounds {
    for (index, run) in work.enumerated() {
      let start = cpuSeconds()
      for _ in 0..<repeats[index] { run() }
      times[index].append((cpuSeconds() - start) / Double(repeats[index]))
    }
  }
  return times.map { $0.sorted()[rounds / 2] }
}

/// Takes what a measured piece of work found, so that the work is not optimised away.
@inline(never)
public func keep(_ value: Int64) {}

/// A number in a column, right-aligned.
public func column(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}
