import AlmanacContentLines

/// Brings an edit into a component as it was read: only lines that the edit changes are touched.
///
/// What changed is told by two printed forms of the model, before and after. Repairs and everything the model does not know
/// are the same in both, so they never show up as changes. Lines of one name correspond by their order where there are as
/// many as the model printed before; else all lines of that name are written anew in the place of the first.
/// What a file says of the time and the model passed over goes when the time changes. New names go behind the component's
/// own lines. Subcomponents are compared whole, by name and order.
struct LineMerge {
  private let base: Body
  private let edited: Body
  private let ending: ContentSource.LineEnding

  init(base: [UInt8], edited: [UInt8], ending: ContentSource.LineEnding) {
    self.base = Body(printed: base)
    self.edited = Body(printed: edited)
    self.ending = ending
  }

  /// The component's text with the edit in it.
  func applied(to table: LineTable) -> [UInt8] {
    let raw = Body(table)
    let plan = plan(for: raw)
    var writer = LineWriter(ending: ending)
    writer.reserveCapacity(raw.length + edited.length)
    if let begin = raw.begin { write([begin], of: raw, asRead: true, to: &writer) }
    var met: [String: Int] = [:]
    var subcomponentsBegan = false
    for part in raw.sequence {
      if part.isComponent, !subcomponentsBegan {
        subcomponentsBegan = true
        writeNew(plan, where: { !Part.isComponent($0) }, lackedBy: raw, to: &writer)
      }
      let place = met[part.name, default: 0]
      met[part.name] = place + 1
      for chosen in plan[part.name]?[place] ?? [.read(part)] { write(chosen, raw, to: &writer) }
    }
    if !subcomponentsBegan { writeNew(plan, where: { !Part.isComponent($0) }, lackedBy: raw, to: &writer) }
    writeNew(plan, where: Part.isComponent, lackedBy: raw, to: &writer)
    if let end = raw.end { write([end], of: raw, asRead: true, to: &writer) }
    return writer.bytes
  }

  /// For each name that changed, what stands in the place of each of its parts (of the first, where there was none).
  private func plan(for raw: Body) -> [String: [[Choice]]] {
    var plan: [String: [[Choice]]] = [:]
    for name in Set(base.order).union(edited.order) {
      let (old, new) = (base.parts[name] ?? [], edited.parts[name] ?? [])
      guard !base.says(old, theSameAs: new, of: edited) else { continue }
      plan[name] = places(old, new, raw.parts[name] ?? [], of: raw)
    }
    if !ComponentChange.extentNames.isDisjoint(with: plan.keys) {
      for name in ComponentChange.extentNames where base.parts[name] == nil && edited.parts[name] == nil {
        plan[name] = raw.parts[name]?.map { _ in [] }
      }
    }
    return plan
  }

  private func places(_ old: [Part], _ new: [Part], _ raw: [Part], of body: Body) -> [[Choice]] {
    guard raw.count == old.count, !raw.isEmpty else {
      return [new.map(Choice.new)] + Array(repeating: [], count: max(0, raw.count - 1))
    }
    if raw.count == 1, new.count == 1 { return [[.new(new[0])]] }
    let (oldTexts, newTexts) = (old.map(base.spelling), new.map(edited.spelling))
    let partners = Self.partners(of: old, oldTexts, in: raw, raw.map(body.spelling))
    var places = [[Choice]](repeating: [], count: raw.count)
    if new.count == old.count {
      for index in new.indices {
        let place = partners[index]
        places[place] = [newTexts[index] == oldTexts[index] ? .read(raw[place]) : .new(new[index])]
      }
      return places
    }
    // Some were added or removed: what is still there, in order, keeps its lines and its place.
    var next = 0
    var later = Self.byText(oldTexts)
    for (part, text) in zip(new, newTexts) {
      while let index = later[text]?.first, index < next { later[text]?.removeFirst() }
      if let index = later[text]?.first {
        places[partners[index]].append(.read(raw[partners[index]]))
        next = index + 1
      } else {
        // Behind the one before it: what the model passed over may stand where the next one is printed.
        places[partners[max(next - 1, 0)]].append(.new(part))
      }
    }
    return places
  }

  /// Which part of the file each printed part stands for: the one that says the same, else the one that alone has one of
  /// its lines, else the next in order. What the model has no place for is printed behind the rest, wherever it stood.
  private static func partners(
    of printed: [Part], _ texts: [String], in raw: [Part], _ rawTexts: [String]
  ) -> [Int] {
    var isTaken = [Bool](repeating: false, count: raw.count)
    var partners = [Int](repeating: -1, count: printed.count)
    var waiting = byText(rawTexts)
    for (index, text) in texts.enumerated() {
      guard let place = waiting[text]?.popFirst() else { continue }
      partners[index] = place
      isTaken[place] = true
    }
    let left = partsByLine(rawTexts, where: { raw[$0].isComponent && !isTaken[$0] })
    for (index, part) in printed.enumerated() where partners[index] < 0 && part.isComponent {
      let lines = texts[index].split(separator: "\n")
      let place = lines.lazy.compactMap { left[$0] ?? nil }.first { !isTaken[$0] }
      guard let place else { continue }
      partners[index] = place
      isTaken[place] = true
    }
    var rest = raw.indices.filter { !isTaken[$0] }[...]
    for index in partners.indices where partners[index] < 0 { partners[index] = rest.popFirst() ?? 0 }
    return partners
  }

  /// The only subcomponent that has a line, `nil` for a line of several.
  private static func partsByLine(_ texts: [String], where isLeft: (Int) -> Bool) -> [Substring: Int?] {
    var owners: [Substring: Int?] = [:]
    for (index, text) in texts.enumerated() where isLeft(index) {
      for line in Set(text.split(separator: "\n")) {
        owners[line] = owners.keys.contains(line) ? .some(nil) : index
      }
    }
    return owners
  }

  /// Where the parts that say the same stand, in order.
  private static func byText(_ texts: [String]) -> [String: ArraySlice<Int>] {
    Dictionary(grouping: texts.indices) { texts[$0] }.mapValues { $0[...] }
  }

  // MARK: Writing

  /// Parts of names that the component lacked, in the order in which they were printed.
  private func writeNew(
    _ plan: [String: [[Choice]]], where isWanted: (String) -> Bool, lackedBy raw: Body,
    to writer: inout LineWriter
  ) {
    for name in edited.order where raw.parts[name] == nil && isWanted(name) {
      for chosen in plan[name]?.first ?? [] { write(chosen, raw, to: &writer) }
    }
  }

  private func write(_ chosen: Choice, _ raw: Body, to writer: inout LineWriter) {
    switch chosen {
    case .read(let part): write(part.lines, of: raw, asRead: true, to: &writer)
    case .new(let part): write(part.lines, of: edited, asRead: false, to: &writer)
    }
  }

  /// - Parameter asRead: Lines stay as they stand in the file. The END that a component lacks is supplied, lest what
  ///   follows fall into it.
  private func write(
    _ lines: some Sequence<Int>, of body: Body, asRead: Bool, to writer: inout LineWriter
  ) {
    body.table.withBytes { bytes in
      for index in lines {
        let line = body.table.lines[index]
        if line.isSynthetic {
          writer.write(line: "END:" + body.table.componentName(of: line))
        } else if asRead {
          if let given = body.table.given(of: line) {
            writer.write(verbatim: given[...])
          } else {
            writer.write(verbatim: bytes.physical(of: line))
          }
          if !ending.ends(writer.bytes) { writer.write(verbatim: ending.bytes[...]) }
        } else {
          writer.write(line: bytes.content(of: line))
        }
      }
    }
  }
}

/// What is put at a place: what stands there, or what the edit made.
private enum Choice {
  case read(Part)
  case new(Part)
}

/// A line, or a subcomponent with all its lines.
private struct Part {
  let name: String
  /// Where they stand in the table.
  var lines: Range<Int>

  var isComponent: Bool { Self.isComponent(name) }

  static func isComponent(_ name: String) -> Bool { name.hasPrefix("BEGIN:") }
}

/// The lines and subcomponents right within one component.
private struct Body {
  let table: LineTable
  private(set) var sequence: [Part] = []
  private(set) var parts: [String: [Part]] = [:]
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
          Part(
            name: isComponent
              ? "BEGIN:" + table.componentName(of: line) : table.name(of: line).uppercased(),
            lines: index..<(isComponent ? table.lines.indexBehindComponent(at: index) : index + 1)))
      }
      if line.role == .begin { depth += 1 }
    }
  }

  private mutating func add(_ part: Part) {
    sequence.append(part)
    if parts[part.name] == nil { order.append(part.name) }
    parts[part.name, default: []].append(part)
  }

  /// Bytes, as they stand.
  var length: Int { table.lines.reduce(0) { $0 + $1.physical.count } }

  /// Whether parts hold the same lines as those of another component.
  func says(_ mine: [Part], theSameAs others: [Part], of other: Body) -> Bool {
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
  func spelling(of part: Part) -> String { part.lines.reduce(into: "") { $0 += table.spelling(of: $1) } }
}

extension LineTable {
  /// A line as it would be printed; nothing for one that says nothing.
  fileprivate func spelling(of index: Int) -> String {
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
