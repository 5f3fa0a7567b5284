import AlmanacComponents
import AlmanacMapping

/// Brings an edit into a component as it was read: only lines that the edit changes are touched.
///
/// What changed is told by two trees of the model, before and after. Repairs and everything the model does not know are
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
  private let order: [String]
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
    (self.changes, order, self.ending) = (changes, new.order, ending)
  }

  private init(ending: ContentSource.LineEnding) { (changes, order, self.ending) = ([:], [], ending) }

  /// A component as it was read, with the ENDs that it lacks.
  static func ended(_ table: LineTable, _ ending: ContentSource.LineEnding) -> [UInt8] {
    ComponentMerge(ending: ending).applied(to: table)
  }

  /// The parts of a component by name, and the names in order; components stand under `BEGIN:` and their name.
  private static func grouped(_ component: Component) -> (parts: [String: [Part]], order: [String]) {
    var parts: [String: [Part]] = [:]
    var order: [String] = []
    func add(_ part: Part, _ name: String) {
      if parts[name] == nil { order.append(name) }
      parts[name, default: []].append(part)
    }
    for property in component.properties where property.hasLegalName {
      add(.property(property), property.name.uppercased())
    }
    for inner in component.components where inner.hasLegalName {
      add(.component(inner), RawPart.begin + inner.name.uppercased())
    }
    return (parts, order)
  }

  // MARK: Applying

  /// The text of a component with the edit in it.
  func applied(to table: LineTable) -> [UInt8] {
    let parts = RawPart.parts(of: table)
    var writer = LineWriter(ending: ending)
    writer.reserveCapacity(table.lines.reduce(0) { $0 + $1.physical.count })
    if table.lines.first?.role == .begin { write(0..<1, of: table, to: &writer) }
    write(parts, to: &writer)
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
    let parts = header.compactMap { table in
      table.lines.first.map { RawPart(name: table.name(of: $0).uppercased(), table: table, lines: 0..<1) }
    }
    write(parts, to: &writer)
    return writer.bytes
  }

  private func write(_ raw: [RawPart], to writer: inout LineWriter) {
    var places: [String: [[LineChoice]]] = [:]
    let byName = Dictionary(grouping: raw, by: \.name)
    for (name, change) in changes {
      let parts = byName[name] ?? []
      places[name] =
        ListMerge(name, change.old, change.new, in: parts)?.places() ?? Self.places(change, parts)
    }
    /// Parts of names that the component lacked.
    func writeNew(components: Bool, to writer: inout LineWriter) {
      for name in order where name.hasPrefix(RawPart.begin) == components && byName[name] == nil {
        for choice in places[name]?.first ?? [] { write(choice, to: &writer) }
      }
    }
    var met: [String: Int] = [:]
    var componentsBegan = false
    for part in raw {
      if part.isComponent, !componentsBegan {
        componentsBegan = true
        writeNew(components: false, to: &writer)
      }
      guard let places = places[part.name] else {
        write(.read(part), to: &writer)
        continue
      }
      let place = met[part.name, default: 0]
      met[part.name] = place + 1
      for choice in places[place] { write(choice, to: &writer) }
    }
    if !componentsBegan { writeNew(components: false, to: &writer) }
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

  /// Writes lines as they stand in the file. The END that a component lacks is supplied, lest what follows fall into it.
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

  /// What stands in the place of each part of the file; of the first, where there was none.
  private static func places(_ change: Change, _ raw: [RawPart]) -> [[LineChoice]] {
    let (old, new) = change
    guard raw.count == old.count, !raw.isEmpty else {
      return [new.map(LineChoice.new)] + Array(repeating: [], count: max(0, raw.count - 1))
    }
    if raw.count == 1, new.count == 1 { return [[.new(new[0])]] }
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
    var next = 0
    var later = Dictionary(grouping: old.indices) { old[$0] }.mapValues { $0[...] }
    for part in new {
      while let index = later[part]?.first, index < next { later[part]?.removeFirst() }
      if let index = later[part]?.first {
        places[partners[index]].append(.read(raw[partners[index]]))
        next = index + 1
      } else {
        // Behind the one before it: what the model passed over may stand where the next one is written.
        places[partners[max(next - 1, 0)]].append(.new(part))
      }
    }
    return places
  }

  /// Which part of the file each part of the model stands for: the one that says the same, else the one that alone has
  /// one of its lines, else the next in order. What the model has no place for is written behind the rest, wherever it
  /// stood.
  private static func partners(of parts: [Part], in raw: [RawPart]) -> [Int] {
    let read = raw.map { $0.part.inCapitals }
    var isTaken = [Bool](repeating: false, count: raw.count)
    var partners = [Int](repeating: -1, count: parts.count)
    func pair(_ index: Int, _ place: Int) {
      partners[index] = place
      isTaken[place] = true
    }
    var waiting = Dictionary(grouping: raw.indices) { read[$0] }.mapValues { $0[...] }
    for (index, part) in parts.enumerated() {
      if let place = waiting[part.inCapitals]?.popFirst() { pair(index, place) }
    }
    var owners: [Property: Int?] = [:]
    for place in raw.indices where !isTaken[place] {
      for line in Set(read[place].lines) { owners[line] = owners.keys.contains(line) ? .some(nil) : place }
    }
    for index in parts.indices where partners[index] < 0 {
      let known = parts[index].inCapitals.lines.lazy.compactMap { owners[$0] ?? nil }
      if let place = known.first(where: { !isTaken[$0] }) { pair(index, place) }
    }
    var rest = raw.indices.filter { !isTaken[$0] }[...]
    for index in partners.indices where partners[index] < 0 { partners[index] = rest.popFirst() ?? 0 }
    return partners
  }
}

extension ComponentMerge.Part {
  /// With the names of properties in one spelling, so that what was read and what is written can be compared.
  fileprivate var inCapitals: Self {
    switch self {
    case .property(let property): .property(property.inCapitals)
    case .component(let component): .component(component.inCapitals)
    }
  }

  /// The properties of a component and of what is within it.
  fileprivate var lines: [Property] {
    if case .component(let component) = self { component.allProperties } else { [] }
  }
}

extension Property {
  fileprivate var inCapitals: Property {
    Property(name.uppercased(), parameters: parameters, value: value)
  }
}

extension Component {
  fileprivate var inCapitals: Component {
    Component(
      name.uppercased(), properties: properties.map(\.inCapitals), components: components.map(\.inCapitals))
  }

  fileprivate var allProperties: [Property] { properties + components.flatMap(\.allProperties) }
}

/// What is put at a place: what stands there, what the edit made, or a line of both.
enum LineChoice {
  case read(RawPart)
  case new(ComponentMerge.Part)
  /// Unfolded.
  case line([UInt8])
}

/// A line of a file, or a component with all its lines.
struct RawPart {
  /// In capitals; of a component, behind ``begin``.
  let name: String
  let table: LineTable
  /// Where they stand in the table.
  let lines: Range<Int>

  static let begin = "BEGIN:"

  var isComponent: Bool { name.hasPrefix(Self.begin) }

  /// What stands right within the component in a table, line by line; what is no property has no name.
  static func parts(of table: LineTable) -> [RawPart] {
    let lines = table.lines
    var parts: [RawPart] = []
    var index = 1
    while index < lines.count, lines[index].role != .end {
      let isComponent = lines[index].role == .begin
      let end = isComponent ? lines.indexBehindComponent(at: index) : index + 1
      let name =
        isComponent
        ? begin + table.componentName(of: lines[index]) : table.name(of: lines[index]).uppercased()
      parts.append(RawPart(name: name, table: table, lines: index..<end))
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

  /// A line up to its colon, as it stands.
  var beginning: [UInt8] {
    table.withBytes { bytes in
      let line = table.lines[lines.lowerBound]
      return Array(bytes.content(of: line).dropLast(bytes.value(of: line).count))
    }
  }

  /// Whether the line is no text in any encoding.
  var isUndecoded: Bool { table.given(of: table.lines[lines.lowerBound]) != nil }
}
