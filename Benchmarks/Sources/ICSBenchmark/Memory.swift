import AlmanacEvents
import AlmanacICS
import Measuring

/// Peak memory with a whole calendar in hand: the model with its text against libical's tree.
struct MemoryRatio {
  let row: Row

  init(events: Int) {
    let almanac = peakMemoryOfProcess(["--hold", "almanac", "\(events)"]) ?? .infinity
    let libical = peakMemoryOfProcess(["--hold", "libical", "\(events)"]) ?? 1
    row = Row(name: "peak memory, \(events) events", almanac: almanac, peer: libical, unit: "MiB", bar: 0.5)
  }
}

/// Reads a calendar and holds it: run as a process of its own.
func hold(_ what: String, events: Int) {
  if what == "libical" {
    // libical wants a string that ends in zero; the bytes it was made of are gone by then.
    let tree = LibicalTree(zeroTerminated(input(events: events)))
    withExtendedLifetime(tree) {}
  } else if what == "print" {
    guard let document = try? ICSDocument(parsing: input(events: events)) else { return }
    for _ in 0..<10 { keep(Int64(ICSDocument(document.calendars).bytes.count)) }
  } else {
    let document = try? ICSDocument(parsing: input(events: events))
    withExtendedLifetime(document) { keep(Int64(document?.calendars[0].count ?? 0)) }
  }
}

private func zeroTerminated(_ bytes: consuming [UInt8]) -> [CChar] {
  var text: [CChar] = []
  text.reserveCapacity(bytes.count + 1)
  for byte in bytes { text.append(CChar(bitPattern: byte)) }
  text.append(0)
  return text
}
