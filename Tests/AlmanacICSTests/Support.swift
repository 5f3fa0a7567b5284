import AlmanacContentLines

@testable import AlmanacICS

/// SplitMix64: the same numbers for the same seed, everywhere.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// The lines of one component.
func table(_ lines: [String]) throws -> LineTable {
  try table(text: lines.joined(separator: "\r\n") + "\r\n")
}

func table(text: String) throws -> LineTable {
  var scanner = ComponentScanner(try ContentSource(Array(text.utf8)), isInCalendar: true)
  var table = LineTable()
  _ = try scanner.next(into: &table)
  return table
}

/// The unfolded lines of printed bytes.
func unfolded(_ bytes: [UInt8]) throws -> [String] {
  var lines: [String] = []
  var scanner = ComponentScanner(try ContentSource(bytes), isInCalendar: true)
  var table = LineTable()
  while try scanner.next(into: &table) != nil, !table.lines.isEmpty {
    lines += table.lines.map { table.text(of: $0) }
  }
  return lines
}
