/// The top-level items of a document.
package enum ScannedItem: Sendable, Hashable {
  /// BEGIN:VCALENDAR; the table contains that line.
  case calendarBegin
  /// END:VCALENDAR; the table contains that line, or nothing if the file lacks it.
  case calendarEnd
  /// A line of the VCALENDAR itself, or one outside of any component.
  case line
  /// A component with its subcomponents, balanced.
  case component
  /// A component that exceeds the limits: the table contains its BEGIN and its UID line, if there is one.
  case refusedComponent
}

/// Reads a document item by item: lines are unfolded, components balanced and bounded.
///
/// ```swift
/// var scanner = ComponentScanner(try ContentSource(bytes))
/// var table = LineTable()
/// while let item = try scanner.next(into: &table) { … }
/// ```
/// Missing, mismatched and stray ENDs are repaired and reported in ``findings``. The ``range``s of the items
/// adjoin and cover the source, so writing them in order reproduces the bytes.
///
/// - Complexity: O(n) in the number of bytes, for any input.
package struct ComponentScanner: Sendable {
  package let source: ContentSource
  package let limits: ICSLimits
  package internal(set) var findings: Diagnostics
  /// The half-open range of the bytes of the last item, preceding blank lines included.
  package private(set) var range: Range<Int>
  /// The line on which the last item starts, from 1.
  package private(set) var lineNumber = 1
  /// Whether the next item is in a VCALENDAR.
  package private(set) var isInCalendar: Bool

  /// The line number of the next item.
  var nextLineNumber: Int { reader.mark.lineNumber }

  var reader: LineReader

  /// - Parameters:
  ///   - isPartial: Whether more bytes may follow; an incomplete item is not read.
  ///   - isInCalendar, lineNumber: The state after an earlier part.
  package init(
    _ source: ContentSource, limits: ICSLimits = .standard, from start: Int? = nil, isPartial: Bool = false,
    isInCalendar: Bool = false, lineNumber: Int = 1
  ) {
    self.source = source
    self.limits = limits
    self.isInCalendar = isInCalendar
    // Findings of decoding are reported once, by the scanner that starts at the beginning.
    findings = start == nil ? source.findings : Diagnostics(limit: limits.diagnostics)
    let start = start ?? source.start
    range = start..<start
    reader = LineReader(source, from: start, isPartial: isPartial, lineNumber: lineNumber)
  }

  /// Reads the next item into `table`, replacing its contents; returns `nil` at the end.
  ///
  /// - Throws: ``ICSError`` if the document has more lines than the limits allow.
  package mutating func next(into table: inout LineTable) throws(ICSError) -> ScannedItem? {
    table.lines.removeAll(keepingCapacity: true)
    table.arena.removeAll(keepingCapacity: true)
    table.source = source.bytes
    table.undecoded = source.undecoded
    let start = reader.mark
    let earlierFindings = findings.all.count
    let bytes = source.bytes
    let item = bytes.withUnsafeBufferPointer { readItem(in: $0, &table) }
    if reader.mark.lineNumber > limits.lines {
      throw ICSError(.tooManyLines, line: reader.mark.lineNumber, limit: limits.lines)
    }
    if reader.isStarved {
      reader.goBack(to: start)
      findings.goBack(to: earlierFindings)
      return nil
    }
    range = range.upperBound..<(item == nil ? bytes.count : reader.mark.position)
    lineNumber = table.lines.first?.lineNumber ?? reader.mark.lineNumber
    return item
  }

  private mutating func readItem(in bytes: UnsafeBufferPointer<UInt8>, _ table: inout LineTable)
    -> ScannedItem?
  {
    let start = reader.mark
    guard let line = readLine(in: bytes, &table) else {
      guard isInCalendar, !reader.isPartial else { return nil }
      isInCalendar = false
      findings.add(
        .unterminatedComponent, line: reader.mark.lineNumber, "the document ends, expected END:VCALENDAR",
        repair: "the calendar is read as ended here")
      return .calendarEnd
    }
    switch line.role {
    case .property, .malformed:
      table.lines.append(line)
      if !isInCalendar { reportOutside(line, repair: LineGrammar.ignoredLine, table) }
      return .line
    case .end where isInCalendar && table.names(line, "VCALENDAR"):
      isInCalendar = false
      table.lines.append(line)
      return .calendarEnd
    case .end:
      addStrayEnd(line, to: &table)
      return .line
    case .begin where !table.names(line, "VCALENDAR"):
      if !isInCalendar { reportOutside(line, repair: "read nevertheless", table) }
      return readComponent(from: line, in: bytes, &table)
    case .begin where isInCalendar:
      reader.goBack(to: start)
      isInCalendar = false
      findings.add(
        .unterminatedComponent, line: line.lineNumber, "a calendar in a calendar, expected END:VCALENDAR",
        repair: "the one before is read as ended here")
      return .calendarEnd
    case .begin:
      isInCalendar = true
      table.lines.append(line)
      return .calendarBegin
    }
  }

  mutating func addStrayEnd(_ line: ContentLine, to table: inout LineTable) {
    var stray = line
    stray.role = .malformed
    table.lines.append(stray)
    findings.add(
      .strayEnd, line: line.lineNumber, "an END that ends nothing, expected a BEGIN before it",
      repair: LineGrammar.ignoredLine)
  }

  private mutating func reportOutside(_ line: ContentLine, repair: String, _ table: borrowing LineTable) {
    findings.add(
      .outsideCalendar, line: line.lineNumber, property: table.property(of: line),
      "outside of any calendar, expected between BEGIN:VCALENDAR and END:VCALENDAR", repair: repair)
  }

  /// Reads one content line and locates its name and value; returns `nil` at the end, and
  /// if more bytes are needed.
  mutating func readLine(
    in bytes: UnsafeBufferPointer<UInt8>, _ table: inout LineTable
  ) -> ContentLine? {
    guard var line = reader.next(in: bytes, arena: &table.arena, findings: &findings) else { return nil }
    if source.hasControls { removeControls(from: &line, bytes, &table) }
    table.arena.withUnsafeBufferPointer {
      let text = LineBytes(source: bytes, arena: $0).content(of: line)
      LineGrammar.read(&line, text, limits: limits, findings: &findings)
    }
    return line
  }

  /// Removes control characters from the line (RFC 5545 §3.1 allows HTAB only); the source is not changed.
  private mutating func removeControls(
    from line: inout ContentLine, _ bytes: UnsafeBufferPointer<UInt8>, _ table: inout LineTable
  ) {
    let clean = table.withBytes { $0.content(of: line).filter { !ASCII.isControl($0) } }
    guard clean.count < line.content.count else { return }
    line.content = table.arena.count..<table.arena.count + clean.count
    table.arena += clean
    line.isFolded = true
    findings.add(
      .controlCharacter, line: line.lineNumber, property: table.property(of: line),
      "control characters, of which only a tab is expected", repair: "read without them")
  }
}
