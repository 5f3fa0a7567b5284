import AlmanacEvents
import AlmanacICS
import Measuring

/// Times of reading and writing as multiples of libical's.
struct Ratios {
  private(set) var rows: [Row] = []

  init(events: Int) async {
    let bytes = input(events: events)
    let text = bytes.map { CChar(bitPattern: $0) } + [0]
    guard let tree = LibicalTree(text), let document = try? ICSDocument(parsing: bytes) else { return }
    let made = document.calendars
    var times = [[Double]](repeating: [], count: 7)
    func cpu(_ place: Int, _ work: () -> Any?) {
      let start = cpuSeconds()
      let result = work()
      times[place].append(cpuSeconds() - start)
      withExtendedLifetime(result) {}
    }
    for _ in 0..<7 {
      cpu(0) { LibicalTree(text) }
      cpu(1) { try? ICSDocument(parsing: bytes) }
      cpu(2) { tree.print() }
      cpu(3) { ICSDocument(made).bytes.count }
      cpu(4) { document.bytes.count }
      let start = wallSeconds()
      withExtendedLifetime(LibicalTree(text)) { times[5].append(wallSeconds() - start) }
      let second = wallSeconds()
      let parallel = try? await ICSDocument.parsing(bytes, tasks: 2)
      times[6].append(wallSeconds() - second)
      keep(Int64(parallel?.calendars.count ?? 0))
    }
    let medians = times.map { 1000 * $0.sorted()[$0.count / 2] }
    let fastest = times.map { 1000 * ($0.min() ?? 0) }
    func row(_ name: String, _ one: Double, _ peer: Double, bar: Double) -> Row {
      Row(name: name, almanac: one, peer: peer, unit: "ms", bar: bar)
    }
    rows = [
      row("parse \(events) events, one core", medians[1], medians[0], bar: 1.5),
      row("parse \(events) events, two cores, wall time", fastest[6], fastest[5], bar: 1),
      row("print, all made anew", medians[3], medians[2], bar: 1.5),
      row("print, as read", medians[4], medians[2], bar: 0.5),
    ]
  }
}
