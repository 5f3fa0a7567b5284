@testable import AlmanacComponents

/// The parts of a content line as values.
struct Line: Equatable {
  var name: String
  var parameters: [Parameter] = []
  var value: String
}

/// The contents of a document as values.
struct Reading {
  var items: [(item: ScannedItem, lines: [String])] = []
  var lines: [Line] = []
  var numbers: [Int] = []
  var findings: [Diagnostic] = []
  var ranges: [Range<Int>] = []
  var codes: [Diagnostic.Code] { findings.map(\.code) }
  var components: [[String]] { items.filter { $0.item == .component }.map(\.lines) }
}

func read(_ bytes: [UInt8], limits: ICSLimits = .standard) throws -> Reading {
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

func read(_ text: String, limits: ICSLimits = .standard) throws -> Reading {
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
        Line(
          name: table.name(of: line),
          parameters: table.withBytes { Parameter.all(in: $0.parameterText(of: line)) },
          value: table.value(of: line))
      )
      numbers.append(line.lineNumber)
    }
  }
}

extension LineTable {
  /// The unfolded line.
  func text(of line: ContentLine) -> String {
    withBytes { String(decoding: $0.content(of: line), as: UTF8.self) }
  }

  /// The value, still escaped.
  func value(of line: ContentLine) -> String {
    withBytes { String(decoding: $0.value(of: line), as: UTF8.self) }
  }
}
