import AlmanacContentLines

/// Brings an edit into a component as it was read: only lines that the edit changes are touched.
///
/// What changed is told by two printed forms of the model, before and after. Repairs and everything the model does not know
/// are the same in both, so they never show up as changes. Lines of one name correspond by their order where there are as
/// many as the model printed before; else all lines of that name are written anew in the place of the first.
/// New names go behind the component's own lines. Subcomponents are compared whole, by name and order.
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
    let raw = Body(table, ending: ending)
    let plan = plan(for: raw)
    var writer = LineWriter(ending: ending)
    write(raw.begin, to: &writer)
    var met: [String: Int] = [:]
    var subcomponentsBegan = false
    for part in raw.sequence {
      if part.isComponent, !subcomponentsBegan {
        subcomponentsBegan = true
        writeNew(plan, where: { !edited.isComponent($0) }, lackedBy: raw, to: &writer)
      }
      let place = met[part.name, default: 0]
      met[part.name] = place + 1
      for new in plan[part.name]?[place] ?? [part] { write(new, to: &writer) }
    }
    if !subcomponentsBegan { writeNew(plan, where: { !edited.isComponent($0) }, lackedBy: raw, to: &writer) }
    writeNew(plan, where: edited.isComponent, lackedBy: raw, to: &writer)
    write(raw.end, to: &writer)
    return writer.bytes
  }

  /// For each name that changed, what stands in the place of each of its parts (of the first, where there was none).
  private func plan(for raw: Body) -> [String: [[Part]]] {
    var plan: [String: [[Part]]] = [:]
    for name in Set(base.order).union(edited.order) {
      let (old, new) = (base.parts[name] ?? [], edited.parts[name] ?? [])
      guard old.map(\.text) != new.map(\.text) else { continue }
      plan[name] = Self.places(old, new, raw.parts[name] ?? [])
    }
    return plan
  }

  private static func places(_ old: [Part], _ new: [Part], _ raw: [Part]) -> [[Part]] {
    guard raw.count == old.count, !raw.isEmpty else {
      return [new] + Array(repeating: [], count: max(0, raw.count - 1))
    }
    let partners = partners(of: old, in: raw)
    var places = [[Part]](repeating: [], count: raw.count)
    if new.count == old.count {
      for index in new.indices {
        let place = partners[index]
        places[place] = [new[index].text == old[index].text ? raw[place] : new[index]]
      }
      return places
    }
    // Some were added or removed: what is still there, in order, keeps its lines and its place.
    var next = 0
    var later = byText(old)
    for part in new {
      while let index = later[part.text]?.first, index < next { later[part.text]?.removeFirst() }
      if let index = later[part.text]?.first {
        places[partners[index]].append(raw[partners[index]])
        next = index + 1
      } else {
        places[partners[min(next, partners.count - 1)]].append(part)
      }
    }
    return places
  }

  /// Which part of the file each printed part stands for: the one that says the same, else the one that alone has one of
  /// its lines, else the next in order. What the model has no place for is printed behind the rest, wherever it stood.
  private static func partners(of printed: [Part], in raw: [Part]) -> [Int] {
    var isTaken = [Bool](repeating: false, count: raw.count)
    var partners = [Int](repeating: -1, count: printed.count)
    var waiting = byText(raw)
    for (index, part) in printed.enumerated() {
      guard let place = waiting[part.text]?.popFirst() else { continue }
      partners[index] = place
      isTaken[place] = true
    }
    let left = Self.partsByLine(raw, where: { !isTaken[$0] })
    for (index, part) in printed.enumerated() where partners[index] < 0 && part.isComponent {
      let place = part.spelledLines.lazy.compactMap { left[$0] ?? nil }.first { !isTaken[$0] }
      guard let place else { continue }
      partners[index] = place
      isTaken[place] = true
    }
    var rest = raw.indices.filter { !isTaken[$0] }[...]
    for index in partners.indices where partners[index] < 0 { partners[index] = rest.popFirst() ?? 0 }
    return partners
  }

  /// The only subcomponent that has a line, `nil` for a line of several.
  private static func partsByLine(_ parts: [Part], where isLeft: (Int) -> Bool) -> [Substring: Int?] {
    var owners: [Substring: Int?] = [:]
    for (index, part) in parts.enumerated() where part.isComponent && isLeft(index) {
      for line in Set(part.spelledLines) {
        owners[line] = owners.keys.contains(line) ? .some(nil) : index
      }
    }
    return owners
  }

  /// Where the parts that say the same stand, in order.
  private static func byText(_ parts: [Part]) -> [String: ArraySlice<Int>] {
    Dictionary(grouping: parts.indices) { parts[$0].text }.mapValues { $0[...] }
  }

  /// Parts of names that the component lacked, in the order in which they were printed.
  private func writeNew(
    _ plan: [String: [[Part]]], where isWanted: (String) -> Bool, lackedBy raw: Body,
    to writer: inout LineWriter
  ) {
    for name in edited.order where raw.parts[name] == nil && isWanted(name) {
      for part in plan[name]?.first ?? [] { write(part, to: &writer) }
    }
  }

  private func write(_ part: Part, to writer: inout LineWriter) {
    if let original = part.original {
      writer.write(verbatim: original[...])
      if !ending.ends(original) { writer.write(verbatim: ending.bytes[...]) }
    } else {
      for line in part.lines { writer.write(line: line) }
    }
  }
}

/// A line, or a subcomponent with all its lines.
private struct Part {
  var name: String
  var isComponent: Bool
  /// Unfolded.
  var lines: [String]
  /// As it was read; `nil` for what was printed.
  var original: [UInt8]?
  /// What the lines say, in one spelling, so that what was read and what is printed can be compared.
  var text = ""

  var spelledLines: [Substring] { text.split(separator: "\n") }
}

/// The lines and subcomponents right within one component.
private struct Body {
  private(set) var sequence: [Part] = []
  private(set) var parts: [String: [Part]] = [:]
  private(set) var order: [String] = []
  private(set) var begin = Part(name: "", isComponent: false, lines: [])
  private(set) var end = Part(name: "", isComponent: false, lines: [])

  init(printed: [UInt8]) {
    var table = LineTable()
    if let source = try? ContentSource(printed) {
      var scanner = ComponentScanner(source, isInCalendar: true)
      _ = try? scanner.next(into: &table)
    }
    self.init(table, ending: nil)
  }

  /// - Parameter ending: Ends lines of the file where the file itself does not; `nil` keeps no lines of a file.
  init(_ table: LineTable, ending: ContentSource.LineEnding?) {
    var depth = 0
    var current: Part?
    for line in table.lines {
      let text =
        line.isSynthetic ? "END:" + table.componentName(of: line) : table.text(of: line)
      let original = ending.flatMap { Self.original(of: line, text, table, $0, isInner: depth > 1) }
      switch line.role {
      case .begin:
        depth += 1
        if depth == 1 {
          begin = Part(name: "", isComponent: false, lines: [text], original: original)
          continue
        }
      case .end:
        depth -= 1
        if depth == 0 {
          end = Part(name: "", isComponent: false, lines: [text], original: original)
          continue
        }
      case .property, .malformed: break
      }
      if current != nil {
        current?.lines.append(text)
        current?.text += table.spelling(of: line)
        if let original { current?.original?.append(contentsOf: original) }
      } else {
        let isComponent = line.role == .begin
        let name = isComponent ? "BEGIN:" + table.componentName(of: line) : table.name(of: line).uppercased()
        current = Part(
          name: name, isComponent: isComponent, lines: [text], original: original,
          text: table.spelling(of: line))
      }
      if depth == 1, let done = current {
        add(done)
        current = nil
      }
    }
  }

  /// A line as it stands in the file. The END that a subcomponent lacks is supplied, lest what follows fall into it.
  private static func original(
    of line: ContentLine, _ text: String, _ table: LineTable, _ ending: ContentSource.LineEnding,
    isInner: Bool
  ) -> [UInt8]? {
    if line.isSynthetic { return isInner ? Array(text.utf8) + ending.bytes : nil }
    var bytes = table.withBytes { Array($0.physical(of: line)) }
    if !ending.ends(bytes) { bytes += ending.bytes }
    return bytes
  }

  private mutating func add(_ part: Part) {
    sequence.append(part)
    if parts[part.name] == nil { order.append(part.name) }
    parts[part.name, default: []].append(part)
  }

  func isComponent(_ name: String) -> Bool { name.hasPrefix("BEGIN:") }
}

extension LineTable {
  /// A line as it would be printed; nothing for one that says nothing.
  fileprivate func spelling(of line: ContentLine) -> String {
    switch line.role {
    case .malformed: ""
    case .begin: "BEGIN:" + componentName(of: line) + "\n"
    case .end: "END:" + componentName(of: line) + "\n"
    case .property:
      LineWriter.unfolded(name(of: line).uppercased(), parameters(of: line), value: value(of: line)) + "\n"
    }
  }
}
