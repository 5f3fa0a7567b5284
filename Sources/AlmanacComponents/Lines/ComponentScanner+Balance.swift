extension ComponentScanner {
  /// Reads a component up to its END, with balanced subcomponents.
  mutating func readComponent(
    from begin: ContentLine, in bytes: UnsafeBufferPointer<UInt8>, _ table: inout LineTable
  ) -> ScannedItem? {
    var open = OpenComponents(limit: limits.depth)
    var isBeyondLimits = begin.length > limits.lineLength
    var isRefused = false
    var uid: ContentLine?
    add(begin, to: &open, &table)
    reading: while let innermost = open.lines.last {
      let before = reader.mark
      let arenaBefore = table.arena.count
      guard let line = readLine(in: bytes, &table) else {
        if reader.isStarved { return nil }
        endAll(&open, at: before, "with the document", &table)
        break
      }
      if line.length > limits.lineLength { isBeyondLimits = true }
      switch line.role {
      case .property, .malformed: table.lines.append(line)
      case .begin where !table.canContain(innermost, line):
        reader.goBack(to: before)
        endAll(&open, at: before, "where the next one begins", &table)
      case .begin:
        add(line, to: &open, &table)
        guard open.isTooDeep, !isBeyondLimits else { break }
        isBeyondLimits = true
        refuse(line, .tooDeep, "more components within each other", limits.depth)
      case .end: guard end(&open, by: line, at: before, &table) else { break reading }
      }
      if table.lines.count > limits.properties, !isBeyondLimits {
        isBeyondLimits = true
        refuse(begin, .tooManyProperties, "a component of more content lines", limits.properties)
      }
      guard isBeyondLimits else { continue }
      // Only the balance matters from here on: only the UID is stored, to report the component.
      let hadUID = uid != nil
      if !hadUID, !isRefused || open.lines.count == 1 { uid = table.uidLine }
      isRefused = true
      table.lines.removeLast(table.lines.count - 1)
      if open.areInSource, uid == nil || hadUID { table.arena.removeLast(table.arena.count - arenaBefore) }
    }
    guard isBeyondLimits else { return .component }
    table.lines.removeLast(table.lines.count - 1)
    if let uid { table.lines.append(uid) }
    return .refusedComponent
  }

  private mutating func refuse(_ line: ContentLine, _ code: Diagnostic.Code, _ what: String, _ limit: Int) {
    findings.add(
      code, line: line.lineNumber, "\(what) than expected, which is at most \(limit)",
      repair: LineGrammar.refused)
  }

  private mutating func add(
    _ begin: ContentLine, to open: inout OpenComponents, _ table: inout LineTable
  ) {
    table.lines.append(begin)
    open.push(begin)
    guard !table.withBytes({ ComponentName.isLegal($0.componentName(of: begin)) }) else { return }
    findings.add(
      .invalidName, line: begin.lineNumber,
      "not a component name after BEGIN, expected letters, digits and '-'", repair: "preserved")
  }

  /// Ends the component that an END names, and those nested in it without an END.
  ///
  /// - Returns: `false` for the END of the calendar: all components are ended and the line is left unread.
  private mutating func end(
    _ open: inout OpenComponents, by end: ContentLine, at mark: LineReader.Mark, _ table: inout LineTable
  ) -> Bool {
    if let depth = table.withBytes({ open.depth(of: end, $0) }) {
      while open.lines.count > depth + 1, let inner = open.lines.popLast() {
        findings.add(
          .mismatchedEnd, line: end.lineNumber,
          "the END of another component, expected that of the one begun on line \(inner.lineNumber)",
          repair: "both are read as ended here")
        table.lines.append(Self.syntheticEnd(for: inner, at: mark))
      }
      open.lines.removeLast()
      table.lines.append(end)
    } else if isInCalendar, table.names(end, "VCALENDAR") {
      reader.goBack(to: mark)
      endAll(&open, at: mark, "with the calendar", &table)
      return false
    } else if !open.endBeyond() {
      addStrayEnd(end, to: &table)
    }
    return true
  }

  private mutating func endAll(
    _ open: inout OpenComponents, at mark: LineReader.Mark, _ place: String, _ table: inout LineTable
  ) {
    while let inner = open.lines.popLast() {
      findings.add(
        .unterminatedComponent, line: inner.lineNumber, "a component without the END that is expected",
        repair: "read as ended \(place)")
      table.lines.append(Self.syntheticEnd(for: inner, at: mark))
    }
  }

  /// An END with the name of the BEGIN, without bytes in the source.
  private static func syntheticEnd(for begin: ContentLine, at mark: LineReader.Mark) -> ContentLine {
    ContentLine(
      role: .end, isSynthetic: true, isFolded: begin.isFolded, lineNumber: mark.lineNumber,
      physical: mark.position..<mark.position, content: begin.content, nameLength: begin.nameLength,
      valueStart: begin.valueStart)
  }
}

extension LineTable {
  /// Whether a component can be nested in another; a VCALENDAR in a component, or a VEVENT in a VEVENT, shows
  /// that the END of the outer one is missing.
  fileprivate func canContain(_ outer: ContentLine, _ inner: ContentLine) -> Bool {
    withBytes { bytes in
      ComponentName.canContain(.named(bytes.componentName(of: outer)), .named(bytes.componentName(of: inner)))
    }
  }

  /// The first UID line of the component itself, not of a subcomponent.
  fileprivate var uidLine: ContentLine? {
    withBytes { bytes in
      var depth = 0
      return lines.first { line in
        if line.role == .begin { depth += 1 }
        if line.role == .end { depth -= 1 }
        return depth == 1 && line.role == .property && isNamed(bytes.name(of: line), "UID")
      }
    }
  }
}

/// The BEGIN lines without an END so far.
private struct OpenComponents {
  var lines: [ContentLine] = []
  let limit: Int
  /// The number of open components too deep to be matched by name; they are refused anyway.
  var beyond = 0

  var isTooDeep: Bool { lines.count > limit || beyond > 0 }
  var areInSource: Bool { lines.allSatisfy { !$0.isFolded } }

  mutating func push(_ line: ContentLine) {
    if lines.count > limit { beyond += 1 } else { lines.append(line) }
  }

  /// Ends a component beyond the limit, whatever name the END has; returns whether there was one.
  mutating func endBeyond() -> Bool {
    guard beyond > 0 else { return false }
    beyond -= 1
    return true
  }

  /// The number of open components around the innermost one that `end` names; `nil` if there is no such
  /// component, or if components beyond the limit are open.
  func depth(of end: ContentLine, _ text: LineBytes) -> Int? {
    guard beyond == 0 else { return nil }
    let name = text.componentName(of: end)
    return lines.lastIndex { sameName(text.componentName(of: $0), name) }
  }
}
