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

/// The median of the CPU seconds of one run, after one that is not measured: of seven measurements, or of three where a run
/// is long.
///
/// - Parameter seconds: How long the measurements last together, at least.
public func medianSeconds(lasting seconds: Double, _ run: () -> Void) -> Double {
  run()
  var start = cpuSeconds()
  run()
  let once = max(cpuSeconds() - start, 1e-9)
  let rounds = once < seconds ? 7 : 3
  let repeats = max(1, Int(seconds / Double(rounds) / once))
  let times = (0..<rounds).map { _ in
    start = cpuSeconds()
    for _ in 0..<repeats { run() }
    return (cpuSeconds() - start) / Double(repeats)
  }
  return times.sorted()[rounds / 2]
}

/// MiB that this process held at most so far.
public func peakMemory() -> Double {
  #if os(Linux)
    // Not that of `getrusage`, which counts what the parent held when it made this process.
    if let file = fopen("/proc/self/status", "r") {
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 256)
      while fgets(&line, Int32(line.count), file) != nil {
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if text.hasPrefix("VmHWM:"), let kibibytes = Int(text.filter(\.isNumber)) {
          return Double(kibibytes) / 1024
        }
      }
    }
  #endif
  var usage = rusage()
  #if canImport(Glibc)
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  #else
    getrusage(RUSAGE_SELF, &usage)
  #endif
  // Linux counts in KiB, Darwin in bytes.
  #if canImport(Darwin)
    return Double(usage.ru_maxrss) / 1_048_576
  #else
    return Double(usage.ru_maxrss) / 1024
  #endif
}

/// Uses the result of a measured piece of work, so that the work is not optimised away.
@inline(never)
public func keep(_ value: Int64) {}

/// Ends the program with an exit code that reports a failure.
public func exitWithFailure() -> Never { exit(1) }
