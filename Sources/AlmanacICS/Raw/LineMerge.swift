import AlmanacComponents

/// Brings an edit into a component as it was read: only lines that the edit changes are touched.
///
/// What changed is told by two printed forms of the model, before and after. Repairs and everything the model does not know
/// are the same in both, so they never show up as changes. Lines of one name correspond by their order where there are as
/// many as the model printed before; else all lines of that name are written anew in the place of the first.
/// What a file says of the time and the model passed over goes when the time changes. New names go behind the component's
/// own lines. Subcomponents are compared whole, by name and order, lists value by value: see ``ListMerge``.
struct LineMerge {
  private let base: ComponentBody
  private let edited: ComponentBody
  private let ending: ContentSource.LineEnding

  init(base: [UInt8], edited: [UInt8], ending: ContentSource.LineEnding) {
    self.base = ComponentBody(printed: base)
    self.edited = ComponentBody(printed: edited)
    self.ending = ending
  }

  /// The component's text with the edit in it.
  func applied(to table: LineTable) -> [UInt8] {
    let raw = ComponentBody(table)
    let plan = plan(for: raw)
    var writer = LineWriter(ending: ending)
    writer.reserveCapacity(raw.length + edited.length)
    if let begin = raw.begin { write([begin], of: raw, asRead: true, to: &writer) }
    var met: [String: Int] = [:]
    var subcomponentsBegan = false
    for part in raw.sequence {
      if part.isComponent, !subcomponentsBegan {
        subcomponentsBegan = true
        writeNew(plan, where: { !ComponentPart.isComponent($0) }, lackedBy: raw, to: &writer)
      }
      let place = met[part.name, default: 0]
      met[part.name] = place + 1
      for chosen in plan[part.name]?[place] ?? [.read(part)] { write(chosen, raw, to: &writer) }
    }
    if !subcomponentsBegan {
      writeNew(plan, where: { !ComponentPart.isComponent($0) }, lackedBy: raw, to: &writer)
    }
    writeNew(plan, where: ComponentPart.isComponent, lackedBy: raw, to: &writer)
    if let end = raw.end { write([end], of: raw, asRead: true, to: &writer) }
    return writer.bytes
  }

  /// For each name that changed, what stands in the place of each of its parts (of the first, where there was none).
  private func plan(for raw: ComponentBody) -> [String: [[LineChoice]]] {
    var plan: [String: [[LineChoice]]] = [:]
    for name in Set(base.order).union(edited.order) {
      let (old, new) = (base.parts[name] ?? [], edited.parts[name] ?? [])
      guard !base.says(old, theSameAs: new, of: edited) else { continue }
      let parts = raw.parts[name] ?? []
      plan[name] =
        ListMerge(of: name, from: base, to: edited, in: raw)?.places() ?? places(old, new, parts, of: raw)
    }
    if !ComponentChange.extentNames.isDisjoint(with: plan.keys) {
      for name in ComponentChange.extentNames where base.parts[name] == nil && edited.parts[name] == nil {
        plan[name] = raw.parts[name]?.map { _ in [] }
      }
    }
    return plan
  }

  private func places(
    _ old: [ComponentPart], _ new: [ComponentPart], _ raw: [ComponentPart], of body: ComponentBody
  ) -> [[LineChoice]] {
    guard raw.count == old.count, !raw.isEmpty else {
      return [new.map(LineChoice.new)] + Array(repeating: [], count: max(0, raw.count - 1))
    }
    if raw.count == 1, new.count == 1 { return [[.new(new[0])]] }
    let (oldTexts, newTexts) = (old.map(base.spelling), new.map(edited.spelling))
    let partners = Self.partners(of: old, oldTexts, in: raw, raw.map(body.spelling))
    var places = [[LineChoice]](repeating: [], count: raw.count)
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
    of printed: [ComponentPart], _ texts: [String], in raw: [ComponentPart], _ rawTexts: [String]
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
    _ plan: [String: [[LineChoice]]], where isWanted: (String) -> Bool, lackedBy raw: ComponentBody,
    to writer: inout LineWriter
  ) {
    for name in edited.order where raw.parts[name] == nil && isWanted(name) {
      for chosen in plan[name]?.first ?? [] { write(chosen, raw, to: &writer) }
    }
  }

  private func write(_ chosen: LineChoice, _ raw: ComponentBody, to writer: inout LineWriter) {
    switch chosen {
    case .read(let part): write(part.lines, of: raw, asRead: true, to: &writer)
    case .new(let part): write(part.lines, of: edited, asRead: false, to: &writer)
    case .line(let line): writer.write(line: line)
    }
  }

  /// - Parameter asRead: Lines stay as they stand in the file. The END that a component lacks is supplied, lest what
  ///   follows fall into it.
  private func write(
    _ lines: some Sequence<Int>, of body: ComponentBody, asRead: Bool, to writer: inout LineWriter
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

/// What is put at a place: what stands there, what the edit made, or a line of both.
enum LineChoice {
  case read(ComponentPart)
  case new(ComponentPart)
  /// Unfolded.
  case line([UInt8])
}
