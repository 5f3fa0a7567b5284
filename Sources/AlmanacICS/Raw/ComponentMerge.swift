import AlmanacComponents
import AlmanacEvents
import AlmanacMapping

/// Merges an edit into a component as it was read: only lines that the edit changes are rewritten.
///
/// The edit is the difference of two trees of the model, before and after. Repairs and unmodelled content are equal in
/// both and hence not part of it. The properties of one name that it changes are matched by their number in the file:
///
/// - As many as the model had before: each is matched, and only changed ones are rewritten.
/// - More, of a property that may repeat: those that the model could not read are preserved, if each of the others has
///   equal lines.
/// - Otherwise all are replaced, in the place of the first.
///
/// If the extent changes, its properties that the model ignored are removed. Properties with new names follow the
/// component's own lines. Components are compared as a whole, by name and order, lists value by value: see
/// ``ListLineMerge``.
struct ComponentMerge {
  /// The parts of one name before and after the edit.
  private typealias Change = (old: [TreePart], new: [TreePart])

  /// The names whose parts change, with these parts.
  private let changes: [PartName: Change]
  private let kind: ComponentKind?
  /// The names of the parts after the edit, in order.
  private let names: [PartName]
  private let ending: ContentSource.LineEnding
  private let door: any ValueDoor
}

extension ComponentMerge {
  /// - Returns: `nil` if both trees have equal parts.
  init?(
    from base: Component, to edited: Component, ending: ContentSource.LineEnding, door: any ValueDoor
  ) {
    let (old, new) = (Self.grouped(base), Self.grouped(edited))
    var changes: [PartName: Change] = [:]
    for name in Set(old.parts.keys).union(new.parts.keys) where old.parts[name] != new.parts[name] {
      changes[name] = (old.parts[name] ?? [], new.parts[name] ?? [])
    }
    guard !changes.isEmpty else { return nil }
    // If one of these changes, another that the model ignored, such as an end before the start, would take
    // effect, so it is removed.
    if Self.namesOfTimes.contains(where: { changes[$0] != nil }) {
      for name in Self.namesOfTimes where old.parts[name] == nil && new.parts[name] == nil {
        changes[name] = ([], [])
      }
    }
    kind = ComponentKind.named(base.name)
    (self.changes, names, self.ending, self.door) = (changes, new.names, ending, door)
  }

  /// The names of the lines that together state when an item is.
  static let namesOfTimes = Set(
    ItemTable.fields.filter { $0.role == .time }.flatMap(\.properties).map { PartName($0.text) })

  /// The text of a component as it was read, with missing ENDs supplied.
  static func ended(_ table: LineTable, _ ending: ContentSource.LineEnding) -> [UInt8] {
    ComponentMerge(changes: [:], kind: nil, names: [], ending: ending, door: PureDoor()).applied(to: table)
  }

  /// The parts of a component by name, and their names in order.
  private static func grouped(_ component: Component) -> (parts: [PartName: [TreePart]], names: [PartName]) {
    let parts = component.parts.filter(\.hasLegalName)
    return (Dictionary(grouping: parts, by: PartName.init), parts.map(PartName.init))
  }

  // MARK: Applying

  /// The text of a component with the edit applied.
  func applied(to table: LineTable) -> [UInt8] {
    var writer = LineWriter(ending: ending)
    writer.reserveCapacity(table.lines.reduce(0) { $0 + $1.physical.count })
    writer.write(table, ending) { write(RawPart.parts(of: table), to: &$0) }
    return writer.bytes
  }

  /// The texts of a calendar's own lines with the edit applied.
  ///
  /// - Parameter header: The lines of each piece, each in a table.
  /// - Returns: The text of each piece, `nil` for one whose lines the edit does not change, and the lines with new names.
  func applied(toHeader header: [[LineTable]]) -> (texts: [[UInt8]?], added: [UInt8]) {
    var writer = LineWriter(ending: ending)
    let pieces = header.map { $0.filter { !$0.lines.isEmpty }.map { RawPart($0, 0..<1) } }
    var places = places(in: Array(pieces.joined()))
    let texts = pieces.map { piece -> [UInt8]? in
      guard piece.contains(where: { changes[$0.name] != nil }) else { return nil }
      write(piece[...], in: &places, to: &writer)
      return writer.drain()
    }
    writeNew(components: false, in: &places, to: &writer)
    return (texts, writer.bytes)
  }

  private func write(_ raw: [RawPart], to writer: inout LineWriter) {
    var places = places(in: raw)
    let components = raw.firstIndex(where: \.name.isComponent) ?? raw.count
    write(raw[..<components], in: &places, to: &writer)
    writeNew(components: false, in: &places, to: &writer)
    write(raw[components...], in: &places, to: &writer)
    writeNew(components: true, in: &places, to: &writer)
  }

  /// The content of the places of the changed parts in order of the file, and the names that it lacks, each with one place.
  private typealias Places = (choices: [PartName: ArraySlice<[LineChoice]>], newNames: [PartName])

  private func places(in raw: [RawPart]) -> Places {
    let byName = Dictionary(grouping: raw, by: \.name)
    let choices = changes.map { name, change in
      let parts = byName[name] ?? []
      let list = ListLineMerge(name, change.old, change.new, in: parts, door)
      return (name, (list?.places() ?? places(name, change, parts))[...])
    }
    return (Dictionary(uniqueKeysWithValues: choices), names.filter { byName[$0] == nil })
  }

  private func write(_ raw: ArraySlice<RawPart>, in places: inout Places, to writer: inout LineWriter) {
    for part in raw {
      let choices = places.choices[part.name]?.popFirst() ?? [.read(part)]
      if !choices.contains(where: \.isRead) { writer.write(verbatim: part.blankLines) }
      for choice in choices { write(choice, to: &writer) }
    }
  }

  /// Writes parts with names that the component lacked.
  private func writeNew(components: Bool, in places: inout Places, to writer: inout LineWriter) {
    for name in places.newNames where name.isComponent == components {
      for choice in places.choices[name]?.popFirst() ?? [] { write(choice, to: &writer) }
    }
  }

  private func write(_ choice: LineChoice, to writer: inout LineWriter) {
    switch choice {
    case .read(let part): writer.write(part.lines, of: part.table, ending)
    case .new(.property(let property)): writer.write(property)
    case .new(.component(let component)): writer.write(component)
    case .line(let line): writer.write(line: line)
    }
  }

  // MARK: Places

  /// The replacement for each part of the file, by its position; a single one if the file has no such part.
  private func places(_ name: PartName, _ change: Change, _ raw: [RawPart]) -> [[LineChoice]] {
    let (old, new) = change
    guard !raw.isEmpty, let partners = partners(of: old, in: raw, isRepeatable: isRepeatable(name)) else {
      return [new.map(LineChoice.new)] + Array(repeating: [], count: max(0, raw.count - 1))
    }
    let read = Set(partners)
    var places = raw.indices.map { read.contains($0) ? [] : [LineChoice.read(raw[$0])] }
    if new.count == old.count {
      for index in new.indices {
        let place = partners[index]
        places[place] = [new[index] == old[index] ? .read(raw[place]) : .new(new[index])]
      }
      return places
    }
    // Parts were added or removed: the remaining ones, matched in order, keep their lines and places.
    var matching = EditMatching(of: new, in: old)
    matching.match { $0 }
    var next = 0
    for (part, index) in zip(new, matching.partners) {
      if let index {
        places[partners[index]].append(.read(raw[partners[index]]))
        next = index + 1
      } else {
        // Inserted after the preceding part, since content that the model ignored may be at
        // the place of the next one.
        places[old.isEmpty ? raw.count - 1 : partners[max(next - 1, 0)]].append(.new(part))
      }
    }
    return places
  }

  /// Whether a property may repeat, so that a line which the model ignores does not take effect when others go.
  private func isRepeatable(_ name: PartName) -> Bool {
    guard let kind, !name.isComponent, let property = PropertyName.named(name.text) else { return false }
    return property.isAllowed(in: kind) && !property.isSingle(in: kind)
  }

  /// The index in the file of each part of the model: the part with equal lines, else the only one that
  /// shares a line with it, else the next in order. Order alone is not enough, because the model writes
  /// unmodelled parts after the others, wherever they are in the file.
  ///
  /// - Returns: `nil` if the file has other parts and it is not known which.
  private func partners(of parts: [TreePart], in raw: [RawPart], isRepeatable: Bool) -> [Int]? {
    var matching = EditMatching(of: parts.map(\.properties), in: raw.map(\.part.properties))
    matching.matchAnywhere { $0 }
    guard raw.count == parts.count else {
      let known = matching.partners.compactMap(\.self)
      return isRepeatable && known.count == parts.count ? known : nil
    }
    matching.matchOwners { $0 }
    matching.matchRest()
    return matching.partners.compactMap(\.self)
  }
}

extension LineWriter {
  /// Writes a component with other content between its BEGIN and its END.
  mutating func write(
    _ table: LineTable, _ ending: ContentSource.LineEnding, content: (inout LineWriter) -> Void
  ) {
    if table.lines.first?.role == .begin { write(0..<1, of: table, ending) }
    content(&self)
    if table.lines.last?.role == .end { write(table.lines.count - 1..<table.lines.count, of: table, ending) }
  }

  /// Writes lines unchanged. A missing END is supplied, so that the component does not extend
  /// over the following lines.
  mutating func write(_ lines: Range<Int>, of table: LineTable, _ ending: ContentSource.LineEnding) {
    table.withBytes { bytes in
      for line in table.lines[lines] {
        guard !line.isSynthetic else {
          write("END", value: table.componentName(of: line))
          continue
        }
        if let given = table.given(of: line) {
          write(verbatim: given)
        } else {
          write(verbatim: bytes.physical(of: line))
        }
        if !ending.ends(self.bytes) { write(verbatim: ending.bytes) }
      }
    }
  }
}

/// The name of a part, which is compared without regard to case.
struct PartName: Hashable {
  let text: String
  let isComponent: Bool

  init(_ text: String, isComponent: Bool = false) {
    (self.text, self.isComponent) = (text.uppercased(), isComponent)
  }

  init(_ part: TreePart) { self.init(part.name, isComponent: part.isComponent) }
}

extension TreePart {
  /// The property, or all properties of the component and those in it, with names in upper case, for comparing
  /// parts read with parts written.
  var properties: [Property] {
    switch self {
    case .property(let property):
      [Property(property.name.uppercased(), parameters: property.parameters, value: property.value)]
    case .component(let component):
      component.parts.flatMap(\.properties)
    }
  }
}

/// The content of a place: the part that was read, a part of the edit, or a line combined from both.
enum LineChoice {
  case read(RawPart)
  case new(TreePart)
  /// An unfolded line.
  case line([UInt8])

  var isRead: Bool { if case .read = self { true } else { false } }
}

/// A line of a file, or a component with all its lines.
struct RawPart {
  /// The name; empty for a malformed line.
  let name: PartName
  let table: LineTable
  /// The half-open range of the lines in the table.
  let lines: Range<Int>

  init(_ table: LineTable, _ lines: Range<Int>) {
    (self.table, self.lines) = (table, lines)
    let first = table.lines[lines.lowerBound]
    let isComponent = first.role == .begin
    name = PartName(
      isComponent ? table.componentName(of: first) : table.name(of: first), isComponent: isComponent)
  }

  /// The direct lines and components of the component in a table.
  static func parts(of table: LineTable) -> [RawPart] {
    let lines = table.lines
    var parts: [RawPart] = []
    var index = 1
    while index < lines.count, lines[index].role != .end {
      let end = lines[index].role == .begin ? lines.indexAfterComponent(at: index) : index + 1
      parts.append(RawPart(table, index..<end))
      index = end
    }
    return parts
  }

  /// The part as a tree.
  var part: TreePart {
    table.withBytes { bytes in
      name.isComponent
        ? .component(ComponentView(table.lines[lines], bytes).component) : .property(property)
    }
  }

  /// The property of a line.
  var property: Property {
    table.withBytes { PropertyView(table.lines[lines.lowerBound], $0, position: 0).property }
  }

  /// The unfolded line.
  var content: [UInt8] { table.withBytes { Array($0.content(of: table.lines[lines.lowerBound])) } }

  /// The unfolded line up to its colon, as it was written.
  var beginning: [UInt8] {
    table.withBytes { bytes in
      let line = table.lines[lines.lowerBound]
      return Array(bytes.content(of: line).dropLast(bytes.value(of: line).count))
    }
  }

  /// The blank lines before it.
  var blankLines: [UInt8] { table.withBytes { $0.blankLines(before: table.lines[lines.lowerBound]) } }

  /// Whether the line is in an unknown encoding.
  var isUndecoded: Bool { table.given(of: table.lines[lines.lowerBound]) != nil }
}
