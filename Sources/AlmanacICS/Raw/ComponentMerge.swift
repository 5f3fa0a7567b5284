import AlmanacComponents
import AlmanacMapping

/// Brings an edit into a component as it was read: only lines that the edit changes are touched.
///
/// What changed is the difference of two trees of the model, before and after. Repairs and everything the model does not know are
/// the same in both, so they never show up as changes. Properties of one name correspond by their order where there are
/// as many as the model had before; else all of that name are written anew in the place of the first. What a file says
/// of the time and the model passed over goes when the time changes. New names go behind the component's own lines.
/// Components are compared whole, by name and order, lists value by value: see ``ListMerge``.
struct ComponentMerge {
  /// A property or a component with everything in it.
  enum Part: Hashable {
    case property(Property)
    case component(Component)
  }

  /// The parts of one name before the edit and after it.
  private typealias Change = (old: [Part], new: [Part])

  /// For each name whose parts change.
  private let changes: [String: Change]
  /// The names of the parts after the edit, in order.
  private let names: [String]
  private let ending: ContentSource.LineEnding

  /// - Returns: `nil` when both say the same.
  init?(from base: Component, to edited: Component, ending: ContentSource.LineEnding) {
    let (old, new) = (Self.grouped(base), Self.grouped(edited))
    var changes: [String: Change] = [:]
    for name in Set(old.parts.keys).union(new.parts.keys) where old.parts[name] != new.parts[name] {
      changes[name] = (old.parts[name] ?? [], new.parts[name] ?? [])
    }
    guard !changes.isEmpty else { return nil }
    // Where one of these changes, what the file says in another and the model passed over, such as an end before the
    // start, would begin to count.
    let times = PropertyName.allCases.filter(PropertyName.extent.contains).map(\.text)
    if times.contains(where: { changes[$0] != nil }) {
      for name in times where old.parts[name] == nil && new.parts[name] == nil { changes[name] = ([], []) }
    }
    (self.changes, names, self.ending) = (changes, new.names, ending)
  }

  private init(ending: ContentSource.LineEnding) { (changes, names, self.ending) = ([:], [], ending) }

  /// A component as it was read, with the ENDs that it lacks.
  static func ended(_ table: LineTable, _ ending: ContentSource.LineEnding) -> [UInt8] {
    ComponentMerge(ending: ending).applied(to: table)
  }

  /// The parts of a component by name, and their names in order.
  private static func grouped(_ component: Component) -> (parts: [String: [Part]], names: [String]) {
    let parts =
      component.properties.filter(\.hasLegalName).map(Part.property)
      + component.components.filter(\.hasLegalName).map(Part.component)
    return (Dictionary(grouping: parts, by: \.name), parts.map(\.name))
  }

  // MARK: Applying

  /// The text of a component with the edit in it.
  func applied(to table: LineTable) -> [UInt8] {
    var writer = LineWriter(ending: ending)
    writer.reserveCapacity(table.lines.reduce(0) { $0 + $1.physical.count })
    if table.lines.first?.role == .begin { write(0..<1, of: table, to: &writer) }
    write(RawPart.parts(of: table), to: &writer)
    if table.lines.last?.role == .end {
      write(table.lines.count - 1..<table.lines.count, of: table, to: &writer)
    }
    return writer.bytes
  }

  /// The text of the lines of a calendar itself with the edit in them.
  ///
  /// - Parameter header: A table for each line.
  func applied(toHeader header: [LineTable]) -> [UInt8] {
    var writer = LineWriter(ending: ending)
    write(header.filter { !$0.lines.isEmpty }.map { RawPart($0, 0..<1) }, to: &writer)
    return writer.bytes
  }

  private func write(_ raw: [RawPart], to writer: inout LineWriter) {
    var places: [String: ArraySlice<[LineChoice]>] = [:]
    let byName = Dictionary(grouping: raw, by: \.name)
    for (name, change) in changes {
      let parts = byName[name] ?? []
      let list = ListMerge(name, change.old, change.new, in: parts)
      places[name] = (list?.places() ?? Self.places(change, parts))[...]
    }
    func write(_ raw: ArraySlice<RawPart>, to writer: inout LineWriter) {
      for part in raw {
        for choice in places[part.name]?.popFirst() ?? [.read(part)] { self.write(choice, to: &writer) }
      }
    }
    /// Writes parts of names that the component lacked.
    func writeNew(components: Bool, to writer: inout LineWriter) {
      for name in names where name.hasPrefix(RawPart.begin) == components && byName[name] == nil {
        for choice in places[name]?.popFirst() ?? [] { self.write(choice, to: &writer) }
      }
    }
    let components = raw.firstIndex(where: \.isComponent) ?? raw.count
    write(raw[..<components], to: &writer)
    writeNew(components: false, to: &writer)
    write(raw[components...], to: &writer)
    writeNew(components: true, to: &writer)
  }

  private func write(_ choice: LineChoice, to writer: inout LineWriter) {
    switch choice {
    case .read(let part): write(part.lines, of: part.table, to: &writer)
    case .new(.property(let property)): writer.write(property)
    case .new(.component(let component)): writer.write(component)
    case .line(let line): writer.write(line: line)
    }
  }

  /// Writes lines as they are in the file. The END that a component lacks is supplied, lest what follows fall into it.
  private func write(_ lines: Range<Int>, of table: LineTable, to writer: inout LineWriter) {
    table.withBytes { bytes in
      for line in table.lines[lines] {
        guard !line.isSynthetic else {
          writer.write(line: "END:" + table.componentName(of: line))
          continue
        }
        if let given = table.given(of: line) {
          writer.write(verbatim: given[...])
        } else {
          writer.write(verbatim: bytes.physical(of: line))
        }
        if !ending.ends(writer.bytes) { writer.write(verbatim: ending.bytes[...]) }
      }
    }
  }

  // MARK: Places

  /// What is put in the place of each part of the file; of the first, where there was none.
  private static func places(_ change: Change, _ raw: [RawPart]) -> [[LineChoice]] {
    let (old, new) = change
    guard raw.count == old.count, !raw.isEmpty else {
      return [new.map(LineChoice.new)] + Array(repeating: [], count: max(0, raw.count - 1))
    }
    let partners = partners(of: old, in: raw)
    var places = [[LineChoice]](repeating: [], count: raw.count)
    if new.count == old.count {
      for index in new.indices {
        let place = partners[index]
        places[place] = [new[index] == old[index] ? .read(raw[place]) : .new(new[index])]
      }
      return places
    }
    // Some were added or removed: what is still there, in order, keeps its lines and its place.
    var matching = EditMatching(of: new, in: old)
    matching.match { $0 }
    var next = 0
    for (part, index) in zip(new, matching.partners) {
      if let index {
        places[partners[index]].append(.read(raw[partners[index]]))
        next = index + 1
      } else {
        // Behind the one before it: what the model passed over may be where the next one is written.
        places[partners[max(next - 1, 0)]].append(.new(part))
      }
    }
    return places
  }

  /// Which part of the file each part of the model is: the one that says the same, else the one that alone has one of its
  /// lines, else the next in order. What the model has no place for is written behind the rest, wherever it was.
  private static func partners(of parts: [Part], in raw: [RawPart]) -> [Int] {
    var matching = EditMatching(of: parts.map(\.lines), in: raw.map(\.part.lines))
    matching.matchAnywhere { $0 }
    matching.matchOwners { $0.filter(\.hasLegalName) }
    matching.matchRest()
    return matching.partners.map { $0 ?? 0 }
  }
}

extension ComponentMerge.Part {
  /// In capitals; of a component, behind ``RawPart/begin``.
  fileprivate var name: String {
    switch self {
    case .property(let property): property.name.uppercased()
    case .component(let component): RawPart.begin + component.name.uppercased()
    }
  }

  /// The lines of it, BEGIN and END among them, with names in one spelling, so that what was read and what is written can
  /// be compared.
  fileprivate var lines: [Property] {
    switch self {
    case .property(let property):
      return [Property(property.name.uppercased(), parameters: property.parameters, value: property.value)]
    case .component(let component):
      let name = component.name.uppercased()
      let inner = component.properties.map(Self.property) + component.components.map(Self.component)
      return [Property("BEGIN", value: name)] + inner.flatMap(\.lines) + [Property("END", value: name)]
    }
  }
}

/// What is put at a place: what was read there, what the edit made, or a line of both.
enum LineChoice {
  case read(RawPart)
  case new(ComponentMerge.Part)
  /// Unfolded.
  case line([UInt8])
}

/// A line of a file, or a component with all its lines.
struct RawPart {
  /// In capitals; of a component, behind ``begin``. What is no property has no name.
  let name: String
  let table: LineTable
  /// The places of the lines in the table.
  let lines: Range<Int>

  static let begin = "BEGIN:"

  init(_ table: LineTable, _ lines: Range<Int>) {
    (self.table, self.lines) = (table, lines)
    let first = table.lines[lines.lowerBound]
    name =
      first.role == .begin ? Self.begin + table.componentName(of: first) : table.name(of: first).uppercased()
  }

  var isComponent: Bool { name.hasPrefix(Self.begin) }

  /// The lines and components right within the component in a table.
  static func parts(of table: LineTable) -> [RawPart] {
    let lines = table.lines
    var parts: [RawPart] = []
    var index = 1
    while index < lines.count, lines[index].role != .end {
      let end = lines[index].role == .begin ? lines.indexBehindComponent(at: index) : index + 1
      parts.append(RawPart(table, index..<end))
      index = end
    }
    return parts
  }

  /// The tree.
  var part: ComponentMerge.Part {
    table.withBytes { bytes in
      isComponent
        ? .component(ComponentView(table.lines[lines], bytes).component) : .property(property)
    }
  }

  /// Of a line.
  var property: Property {
    table.withBytes { PropertyView(table.lines[lines.lowerBound], $0, position: 0).property }
  }

  /// A line up to its colon, as it is written.
  var beginning: [UInt8] {
    table.withBytes { bytes in
      let line = table.lines[lines.lowerBound]
      return Array(bytes.content(of: line).dropLast(bytes.value(of: line).count))
    }
  }

  /// Whether the line is no text in any encoding.
  var isUndecoded: Bool { table.given(of: table.lines[lines.lowerBound]) != nil }
}
