import Measuring

/// Peak memory with a whole calendar in hand: the model with its text against libical's tree.
struct MemoryRatio {
  let row: Row

  init(events: Int) {
    let almanac = usage(ofProcess: ["--work", "parse", "\(events)", "1"])?.peakMemory ?? .infinity
    let libical = usage(ofProcess: ["--work", "libicalParse", "\(events)", "1"])?.peakMemory ?? 1
    row = Row(name: "peak memory, \(events) events", almanac: almanac, peer: libical, unit: "MiB", bar: 0.41)
  }
}
