extension ComponentScanner {
  /// Reads a component up to its END, its subcomponents balanced.
  mutating func readComponent(
    from begin: ContentLine, in bytes: UnsafeBufferPointer<UInt8>,
    _ table: inout LineTable
  ) -> ScannedItem? {
    var open = OpenComponents(limit: limits.depth)
    var isBeyondLimits = begin.length > limits.lineLength
    var isRefused = false
    var uid: ContentLine?
    table.lines.append(begin)
    open.push(begin)
    checkName(of: begin, bytes, table)
    while !open.isEmpty {
      let before = reader.mark
      let arenaBefore = table.arena.count
      guard let line = readLine(in: bytes, &table) else {
        if isStarved { return nil }
        closeAll(&open, at: before, "with the document", &table)
        break
      }
      if line.length > limits.lineLength { isBeyondLimits = true }
      switch line.role {
      case .property, .malformed:
        table.lines.append(line)
      case .begin:
        if endsOpenComponents(line, open, bytes, table) {
          reader.goBack(to: before)
          closeAll(&open, at: before, "where the next one begins", &table)
          break
        }
        table.lines.append(line)
        open.push(line)
        checkName(of: line, bytes, table)
        if open.isTooDeep, !isBeyondLimits {
          isBeyondLimits = true
          findings.add(
            .tooDeep, line: line.lineNumber,
            "more components within each other than expected, which is at most \(limits.depth)",
            repair: LineGrammar.refused)
        }
      case .end:
        if !close(line, &open, before, bytes, &table) { return finished(isBeyondLimits, uid, &table) }
      }
      if table.lines.count > limits.properties, !isBeyondLimits {
        isBeyondLimits = true
        findings.add(
          .tooManyProperties, line: begin.lineNumber,
          "a component of more content lines than expected, which is at most \(limits.properties)",
          repair: LineGrammar.refused)
      }
      if isBeyondLimits {
        // Only the balance matters from here on: nothing is kept but the UID, to tell of the component.
        let hadUID = uid != nil
        if !hadUID, !isRefused || open.count == 1 { uid = uidLine(bytes, table) }
        isRefused = true
        table.lines.removeLast(table.lines.count - 1)
        if open.areInSource, uid == nil || hadUID { table.arena.removeLast(table.arena.count - arenaBefore) }
      }
    }
    return finished(isBeyondLimits, uid, &table)
  }

  /// The first line of a UID of the component itself among those in the table.
  private func uidLine(
    _ bytes: UnsafeBufferPointer<UInt8>, _ table: borrowing LineTable
  ) -> ContentLine? {
    let lines = table.lines
    return table.arena.withUnsafeBufferPointer { arena in
      let text = LineBytes(source: bytes, arena: arena)
      var depth = 0
      return lines.first { line in
        if line.role == .begin { depth += 1 }
        if line.role == .end { depth -= 1 }
        return depth == 1 && line.role == .property && isNamed(text.name(of: line), "UID")
      }
    }
  }

  private mutating func checkName(
    of begin: ContentLine, _ bytes: UnsafeBufferPointer<UInt8>, _ table: borrowing LineTable
  ) {
    let isLegal = table.arena.withUnsafeBufferPointer {
      ComponentName.isLegal(ComponentName.bytes(of: begin, LineBytes(source: bytes, arena: $0)))
    }
    if !isLegal {
      findings.add(
        .invalidName, line: begin.lineNumber, column: begin.valueStart + 1,
        "no component's name behind BEGIN, expected letters, digits and '-'", repair: "kept as it is")
    }
  }

  private func finished(
    _ isBeyondLimits: Bool, _ uid: ContentLine?, _ table: inout LineTable
  ) -> ScannedItem {
    guard isBeyondLimits else { return .component }
    table.lines.removeLast(table.lines.count - 1)
    if let uid { table.lines.append(uid) }
    return .refusedComponent
  }

  /// A VCALENDAR within a component, or a VEVENT within a VEVENT: what is open was never ended.
  private func endsOpenComponents(
    _ begin: ContentLine, _ open: OpenComponents, _ bytes: UnsafeBufferPointer<UInt8>,
    _ table: borrowing LineTable
  ) -> Bool {
    guard let innermost = open.innermost else { return false }
    return table.arena.withUnsafeBufferPointer { arena in
      let text = LineBytes(source: bytes, arena: arena)
      return !ComponentName.mayHold(
        ComponentName.bytes(of: innermost, text), ComponentName.bytes(of: begin, text))
    }
  }

  /// Closes the component that `end` names, and those within it that lack their END.
  /// - Returns: `false` when `end` belongs to the calendar: all are closed and the line is left unread.
  private mutating func close(
    _ end: ContentLine, _ open: inout OpenComponents, _ before: LineReader.Mark,
    _ bytes: UnsafeBufferPointer<UInt8>, _ table: inout LineTable
  ) -> Bool {
    let depth = table.arena.withUnsafeBufferPointer {
      open.depth(of: end, LineBytes(source: bytes, arena: $0))
    }
    guard let depth else {
      let endsCalendar = isInCalendar && names(end, "VCALENDAR", bytes, table)
      if !endsCalendar, open.endBeyond() { return true }
      if endsCalendar {
        reader.goBack(to: before)
        closeAll(&open, at: before, "with the calendar", &table)
        return false
      }
      var stray = end
      stray.role = .malformed
      table.lines.append(stray)
      reportStrayEnd(end)
      return true
    }
    while open.count > depth + 1, let inner = open.innermost {
      findings.add(
        .mismatchedEnd, line: end.lineNumber,
        "the END of another component, expected that of the one begun on line \(inner.lineNumber)",
        repair: "both are read as ended here")
      table.lines.append(Self.syntheticEnd(for: inner, at: before))
      open.pop()
    }
    open.pop()
    table.lines.append(end)
    return true
  }

  private mutating func closeAll(
    _ open: inout OpenComponents, at mark: LineReader.Mark, _ what: String, _ table: inout LineTable
  ) {
    while let inner = open.innermost {
      findings.add(
        .unterminatedComponent, line: inner.lineNumber, "a component without the END that is expected",
        repair: "read as ended \(what)")
      table.lines.append(Self.syntheticEnd(for: inner, at: mark))
      open.pop()
    }
  }

  /// An END with the name of the BEGIN and no bytes in the source.
  private static func syntheticEnd(for begin: ContentLine, at mark: LineReader.Mark) -> ContentLine {
    ContentLine(
      role: .end, isSynthetic: true, isFolded: begin.isFolded, lineNumber: mark.lineNumber,
      physical: mark.position..<mark.position, content: begin.content, nameLength: begin.nameLength,
      valueStart: begin.valueStart)
  }
}

/// The BEGIN lines that wait for their END.
struct OpenComponents {
  private var lines: [ContentLine] = []
  private let limit: Int
  /// Components deeper than can be matched by name; they are refused anyway.
  private var beyond = 0

  init(limit: Int) { self.limit = limit }

  var isEmpty: Bool { lines.isEmpty }
  var count: Int { lines.count }
  var innermost: ContentLine? { lines.last }
  var isTooDeep: Bool { lines.count > limit || beyond > 0 }
  var areInSource: Bool { lines.allSatisfy { !$0.isFolded } }

  mutating func push(_ line: ContentLine) {
    if lines.count > limit { beyond += 1 } else { lines.append(line) }
  }

  mutating func pop() { lines.removeLast() }

  /// Closes one of those beyond the limit, whatever END it is, and says whether there was one.
  mutating func endBeyond() -> Bool {
    guard beyond > 0 else { return false }
    beyond -= 1
    return true
  }

  /// How many components are open around the innermost one that `end` names; `nil` while there are some beyond the limit.
  func depth(of end: ContentLine, _ text: LineBytes) -> Int? {
    let name = ComponentName.bytes(of: end, text)
    if beyond > 0 { return nil }
    return lines.lastIndex { sameName(ComponentName.bytes(of: $0, text), name) }
  }
}
