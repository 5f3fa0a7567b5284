#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs this program again with other arguments and says how many CPU seconds that took as a whole, start included;
/// `nil` when it could not be run or failed. Its output is thrown away.
public func cpuSecondsOfProcess(_ arguments: [String]) -> Double? {
  usage(ofProcess: arguments)?.cpuSeconds
}

/// What a process took as a whole.
public struct ProcessUsage {
  public let cpuSeconds: Double
  /// From its start to its end.
  public let wallSeconds: Double
  /// MiB held at most. Counts what this program held when it made the process: ask for it first.
  public let peakMemory: Double
}

/// Runs this program again with other arguments; `nil` when it could not be run or failed.
public func usage(ofProcess arguments: [String]) -> ProcessUsage? {
  let start = wallSeconds()
  guard let usage = usageOfProcess(arguments) else { return nil }
  let wall = wallSeconds() - start
  return ProcessUsage(
    cpuSeconds: seconds(usage.ru_utime) + seconds(usage.ru_stime), wallSeconds: wall,
    peakMemory: mebibytes(usage))
}

/// MiB that this process held at most so far.
public func peakMemory() -> Double {
  var usage = rusage()
  #if canImport(Glibc)
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  #else
    getrusage(RUSAGE_SELF, &usage)
  #endif
  return mebibytes(usage)
}

private func mebibytes(_ usage: rusage) -> Double {
  // Linux counts in KiB, Darwin in bytes.
  #if canImport(Darwin)
    Double(usage.ru_maxrss) / 1_048_576
  #else
    Double(usage.ru_maxrss) / 1024
  #endif
}

private func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }

private func usageOfProcess(_ arguments: [String]) -> rusage? {
  let program = CommandLine.arguments[0]
  var argv: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
  defer { for argument in argv { free(argument) } }
  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
  #else
    var actions = posix_spawn_file_actions_t()
  #endif
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
  var process = pid_t()
  guard posix_spawn(&process, program, &actions, nil, &argv, environ) == 0 else { return nil }
  var status: Int32 = 0
  var usage = rusage()
  guard wait4(process, &status, 0, &usage) == process, status == 0 else { return nil }
  return usage
}

/// Ends the program with an exit code that tells of a failure.
public func exitWithFailure() -> Never { exit(1) }
