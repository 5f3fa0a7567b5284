import AlmanacComponents

/// A line, or a subcomponent with all its lines.
struct ComponentPart {
  let name: String
  /// Where they stand in the table.
  var lines: Range<Int>

  var isComponent: Bool { Self.isComponent(name) }

  static func isComponent(_ name: String) -> Bool { name.hasPrefix("BEGIN:") }
}

/// The lines and subcomponents right within one component.
struct ComponentBody {
  let table: LineTable
  private(set) var sequence: [ComponentPart] = []
  private(set) var parts: [String: [ComponentPart]] = [:]
  private(set) var order: [String] = []
  private(set) var begin: Int?
  private(set) var end: Int?

  init(printed: [UInt8]) {
    var table = LineTable()
    if let source = try? ContentSource(printed) {
      var scanner = ComponentScanner(source, isInCalendar: true)
      _ = try? scanner.next(into: &table)
    }
    self.init(table)
  }

  init(_ table: LineTable) {
    self.table = table
    var depth = 0
    for (index, line) in table.lines.enumerated() {
      if line.role == .end { depth -= 1 }
      if depth == 0 {
        if line.role == .begin { begin = index } else { end = index }
      } else if depth == 1, line.role != .end {
        let isComponent = line.role == .begin
        add(
          ComponentPart(
            name: isComponent
              ? "BEGIN:" + table.componentName(of: line) : table.name(of: line).uppercased(),
            lines: index..<(isComponent ? table.lines.indexBehindComponent(at: index) : index + 1)))
      }
      if line.role == .begin { depth += 1 }
    }
  }

  private mutating func add(_ part: ComponentPart) {
    sequence.append(part)
    if parts[part.name] == nil { order.append(part.name) }
    parts[part.name, default: []].append(part)
  }

  /// Bytes, as they stand.
  var length: Int { table.lines.reduce(0) { $0 + $1.physical.count } }

  /// Whether parts hold the same lines as those of another component.
  func says(_ mine: [ComponentPart], theSameAs others: [ComponentPart], of other: ComponentBody) -> Bool {
    guard mine.count == others.count else { return false }
    return table.withBytes { bytes in
      other.table.withBytes { otherBytes in
        zip(mine, others).allSatisfy { one, two in
          one.lines.count == two.lines.count
            && zip(one.lines, two.lines).allSatisfy {
              bytes.content(of: table.lines[$0])
                .elementsEqual(otherBytes.content(of: other.table.lines[$1]))
            }
        }
      }
    }
  }

  /// What a part says, in one spelling, so that what was read and what is printed can be compared.
  func spelling(of part: ComponentPart) -> String {
    part.lines.reduce(into: "") { $0 += table.spelling(of: $1) }
  }
}

extension LineTable {
  /// A line as it would be printed; nothing for one that says nothing.
  func spelling(of index: Int) -> String {
    let line = lines[index]
    return switch line.role {
    case .malformed: ""
    case .begin: "BEGIN:" + componentName(of: line) + "\n"
    case .end: "END:" + componentName(of: line) + "\n"
    case .property:
      LineWriter.unfolded(name(of: line).uppercased(), parameters(of: line), value: value(of: line)) + "\n"
    }
  }
}
