@testable import AlmanacContentLines

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

/// A content line taken apart, as values.
struct Line: Equatable {
  var name: String
  var parameters: [ContentParameter] = []
  var value: String
}

/// Everything a document holds, as values.
struct Reading {
  var items: [(item: ScannedItem, lines: [String])] = []
  var lines: [Line] = []
  var numbers: [Int] = []
  var findings: [ContentFinding] = []
  var ranges: [Range<Int>] = []
  var codes: [ContentFinding.Code] { findings.map(\.code) }
  var components: [[String]] { items.filter { $0.item == .component }.map(\.lines) }
}

func read(_ bytes: [UInt8], limits: ContentLimits = .standard) throws -> Reading {
  var reading = Reading()
  var scanner = ComponentScanner(try ContentSource(bytes, limits: limits), limits: limits)
  var table = LineTable()
  while let item = try scanner.next(into: &table) {
    reading.add(item, table)
    reading.ranges.append(scanner.range)
  }
  reading.findings = scanner.findings.all
  return reading
}

func read(_ text: String, limits: ContentLimits = .standard) throws -> Reading {
  try read(Array(text.utf8), limits: limits)
}

extension Reading {
  mutating func add(_ item: ScannedItem, _ table: LineTable) {
    items.append(
      (
        item,
        table.lines.map {
          $0.isSynthetic ? "synthetic END:" + table.componentName(of: $0) : table.text(of: $0)
        }
      ))
    for line in table.lines where line.role == .property {
      lines.append(
        Line(name: table.name(of: line), parameters: table.parameters(of: line), value: table.value(of: line))
      )
      numbers.append(line.lineNumber)
    }
  }
}
