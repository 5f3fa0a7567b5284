import AlmanacEvents
import AlmanacICS
import CMeasuring
import Measuring

// Does named pieces of work of the library, for the scripts that measure them: `Benchmarks/compare` beside other programs,
// `.ci/work` by instructions and allocations.
//
//     Workloads WORKLOAD SIZE|FILE|RULE SECONDS   one line of JSON: CPU seconds, answer, peak memory in MiB
//     Workloads naive WORKLOAD SIZE SECONDS       the same by a naive search
//     Workloads names                             each with its exponent, its three sizes, and whether it is in the file
//     Workloads count NAME SIZE …                 does each once under callgrind, which writes its counts to a file
//     Workloads sample EVENTS                     prints a calendar of so many events
//     Workloads heap EVENTS                       bytes that an event takes beyond its text, once it is read

func workload(_ name: String) throws -> Workload {
  guard let found = Workload.all.first(where: { $0.name == name }) else {
    throw UsageError("\(name): no such workload; expected one of those that “Workloads names” prints")
  }
  return found
}

func measure(_ name: String, _ input: String, _ seconds: String) throws {
  guard let seconds = Double(seconds) else { throw UsageError("\(seconds): expected seconds") }
  let found = try workload(name)
  let job = try found.prepare(Int(input).map { Input(size: $0) } ?? Input(size: found.size, text: input))
  let median = medianSeconds(lasting: seconds) { keep(job.run()) }
  let peak = peakMemory()
  print(#"{"seconds": \#(median), "answer": "\#(job.answer())", "peak": \#(peak)}"#)
}

func printNames() {
  for workload in Workload.all {
    let exponent = workload.exponent.map { "\($0)" } ?? "-"
    print(
      workload.name, exponent, workload.isCounted ? "counted" : "-",
      workload.sizes.map(String.init).joined(separator: " "))
  }
}

func count(_ pairs: ArraySlice<String>) throws {
  guard is_counting() != 0 else { throw UsageError("count: expected to be run by callgrind") }
  var rest = pairs
  while let name = rest.popFirst(), let size = rest.popFirst().flatMap({ Int($0) }) {
    let job = try workload(name).prepare(Input(size: size))
    // Lazily made values are made before the count begins.
    keep(job.run())
    start_counting()
    keep(job.run())
    stop_counting("\(name) \(size)")
  }
}

func printHeap(_ events: Int) throws {
  let bytes = try Input(size: events).calendarText()
  guard let before = heapBytes() else { throw UsageError("heap: the system does not report it") }
  let calendars = try ICSDocument(parsing: bytes).calendars
  let after = heapBytes() ?? 0
  let texts = calendars.flatMap(\.items).reduce(0) { sum, item in
    sum
      + ([item.uid, item.summary, item.details, item.location] + item.categories).reduce(0) {
        $0 + $1.utf8.count
      }
  }
  print((after - before - texts) / events)
}

/// The bytes that are allocated; `nil` where the platform does not report them.
func heapBytes() -> Int? {
  #if canImport(Glibc)
    let info = mallinfo2()
    return Int(info.uordblks + info.hblkhd)
  #elseif canImport(Darwin)
    var statistics = malloc_statistics_t()
    malloc_zone_statistics(nil, &statistics)
    return statistics.size_in_use
  #else
    return nil
  #endif
}

do {
  let arguments = Array(CommandLine.arguments.dropFirst())
  switch (arguments.first, arguments.count) {
  case ("names", 1): printNames()
  case ("count", 3...): try count(arguments.dropFirst())
  case ("sample", 2): print(SampleText.make(events: Int(arguments[1]) ?? 0)[0], terminator: "")
  case ("heap", 2): try printHeap(Int(arguments[1]) ?? 1)
  case ("naive", 4): try measure("naive." + arguments[1], arguments[2], arguments[3])
  case (_, 3): try measure(arguments[0], arguments[1], arguments[2])
  default:
    throw UsageError(
      "WORKLOAD INPUT SECONDS, naive WORKLOAD SIZE SECONDS, names, count NAME SIZE …, sample EVENTS, or heap EVENTS"
    )
  }
} catch {
  print(error)
  exitWithFailure()
}
