/// What stands at the top of a document, one after the other.
package enum ScannedItem: Sendable, Hashable {
  /// BEGIN:VCALENDAR; the table holds that line.
  case calendarBegin
  /// END:VCALENDAR; the table holds that line, or nothing where the file lacks it.
  case calendarEnd
  /// A line of the VCALENDAR itself, or one that belongs to nothing.
  case line
  /// A component with everything in it, balanced.
  case component
  /// A component beyond the limits: the table holds its BEGIN and the line of its UID, if it has one.
  case refusedComponent
}

/// Reads a document item by item: lines unfolded, components balanced and bounded.
///
/// ```swift
/// var scanner = ComponentScanner(try ContentSource(bytes))
/// var table = LineTable()
/// while let item = try scanner.next(into: &table) { … }
/// ```
/// Missing, mismatched and stray ENDs are mended and told in ``findings``. The items' ``range``s follow each other and
/// cover the source, so that whoever writes them out again writes the same bytes.
/// - Complexity: linear in the bytes, whatever they hold.
package struct ComponentScanner: Sendable {
  package let source: ContentSource
  package let limits: ICSLimits
  package internal(set) var findings: Diagnostics
  /// The bytes of the last item, with blank lines before it.
  package private(set) var range: Range<Int>
  /// The line on which the last item starts, from 1.
  package private(set) var lineNumber = 1
  /// Whether the item stands in a VCALENDAR.
  package private(set) var isInCalendar: Bool
  /// Whether the bytes ended within an item, where more may come.
  package private(set) var isStarved = false

  /// Where the next item begins, and on which line.
  var nextPosition: Int { reader.mark.position }
  var nextLineNumber: Int { reader.mark.lineNumber }

  var reader: LineReader

  /// - Parameters:
  ///   - isPartial: more bytes may follow: an item that is not complete is not read, see ``isStarved``.
  ///   - isInCalendar, lineNumber: the state behind an earlier part.
  package init(
    _ source: ContentSource, limits: ICSLimits = .standard, from start: Int? = nil,
    isPartial: Bool = false,
    isInCalendar: Bool = false, lineNumber: Int = 1
  ) {
    self.source = source
    self.limits = limits
    self.isInCalendar = isInCalendar
    // What was found in decoding is told once, by whoever reads from the beginning.
    findings = start == nil ? source.findings : Diagnostics(limit: limits.diagnostics)
    let start = start ?? source.start
    range = start..<start
    reader = LineReader(
      from: start, ending: source.lineEnding, isPartial: isPartial, lineNumber: lineNumber)
  }

  /// Reads the next item into `table`, which loses what it held; `nil` at the end.
  /// - Throws: ``ICSError`` when the document has more lines than the limits allow.
  package mutating func next(into table: inout LineTable) throws(ICSError) -> ScannedItem? {
    table.lines.removeAll(keepingCapacity: true)
    table.arena.removeAll(keepingCapacity: true)
    table.source = source.bytes
    table.undecoded = source.undecoded
    let start = reader.mark
    let earlierFindings = (kept: findings.all.count, omitted: findings.omitted)
    let bytes = source.bytes
    let item = bytes.withUnsafeBufferPointer { readItem(in: $0, &table) }
    if reader.mark.lineNumber > limits.lines {
      throw ICSError(.tooManyLines, line: reader.mark.lineNumber, limit: limits.lines)
    }
    if isStarved {
      reader.goBack(to: start)
      findings.goBack(to: earlierFindings)
      return nil
    }
    range = range.upperBound..<(item == nil ? bytes.count : reader.mark.position)
    if let first = table.lines.first {
      lineNumber = first.lineNumber
    } else {
      lineNumber = reader.mark.lineNumber
    }
    return item
  }

  /// Gives out the findings since this was done last.
  mutating func takeFindings() -> [Diagnostic] { findings.takeAll() }

  private mutating func readItem(in bytes: UnsafeBufferPointer<UInt8>, _ table: inout LineTable)
    -> ScannedItem?
  {
    let start = reader.mark
    guard let line = readLine(in: bytes, &table) else {
      guard !isStarved, isInCalendar, !reader.isPartial else { return nil }
      isInCalendar = false
      findings.add(
        .unterminatedComponent, line: reader.mark.lineNumber, "the document ends, expected END:VCALENDAR",
        repair: "the calendar is read as ended here")
      return .calendarEnd
    }
    switch line.role {
    case .property, .malformed:
      table.lines.append(line)
      if !isInCalendar { reportOutside(line, repair: LineGrammar.passedOver, bytes, table) }
      return .line
    case .end:
      if isInCalendar, names(line, "VCALENDAR", bytes, table) {
        isInCalendar = false
        table.lines.append(line)
        return .calendarEnd
      }
      return strayEnd(line, &table)
    case .begin:
      guard names(line, "VCALENDAR", bytes, table) else {
        if !isInCalendar { reportOutside(line, repair: "read all the same", bytes, table) }
        return readComponent(from: line, in: bytes, &table)
      }
      if isInCalendar {
        reader.goBack(to: start)
        isInCalendar = false
        findings.add(
          .unterminatedComponent, line: line.lineNumber, "a calendar in a calendar, expected END:VCALENDAR",
          repair: "the one before is read as ended here")
        return .calendarEnd
      }
      isInCalendar = true
      table.lines.append(line)
      return .calendarBegin
    }
  }

  private mutating func strayEnd(_ line: ContentLine, _ table: inout LineTable) -> ScannedItem {
    var stray = line
    stray.role = .malformed
    table.lines.append(stray)
    reportStrayEnd(line)
    return .line
  }

  mutating func reportStrayEnd(_ line: ContentLine) {
    findings.add(
      .strayEnd, line: line.lineNumber, "an END that ends nothing, expected a BEGIN before it",
      repair: LineGrammar.passedOver)
  }

  private mutating func reportOutside(
    _ line: ContentLine, repair: String, _ bytes: UnsafeBufferPointer<UInt8>, _ table: borrowing LineTable
  ) {
    findings.add(
      .outsideCalendar, line: line.lineNumber, property: Self.property(of: line, bytes, table),
      "outside of any calendar, expected between BEGIN:VCALENDAR and END:VCALENDAR", repair: repair)
  }

  private static func property(
    of line: ContentLine, _ bytes: UnsafeBufferPointer<UInt8>, _ table: borrowing LineTable
  ) -> String {
    table.arena.withUnsafeBufferPointer {
      LineGrammar.property(of: LineBytes(source: bytes, arena: $0).content(of: line))
    }
  }

  /// One content line with its name and value found; sets ``isStarved`` when the bytes end too early.
  mutating func readLine(
    in bytes: UnsafeBufferPointer<UInt8>, _ table: inout LineTable
  ) -> ContentLine? {
    switch reader.next(in: bytes, arena: &table.arena, findings: &findings) {
    case .end:
      isStarved = false
      return nil
    case .starved:
      isStarved = true
      return nil
    case .line(let read):
      isStarved = false
      var line = withoutControls(read, bytes, &table)
      if line.isFolded {
        let range = line.content
        table.arena.withUnsafeBufferPointer {
          LineGrammar.read(
            &line, UnsafeBufferPointer(rebasing: $0[range]), limits: limits, findings: &findings)
        }
      } else {
        let text = UnsafeBufferPointer(rebasing: bytes[line.content])
        LineGrammar.read(&line, text, limits: limits, findings: &findings)
      }
      return line
    }
  }

  /// A line is read without its control characters (RFC 5545 §3.1 allows HTAB only); its bytes stay as they are.
  private mutating func withoutControls(
    _ line: ContentLine, _ bytes: UnsafeBufferPointer<UInt8>, _ table: inout LineTable
  ) -> ContentLine {
    let column = table.arena.withUnsafeBufferPointer { arena in
      LineGrammar.firstControl(in: LineBytes(source: bytes, arena: arena).content(of: line))
    }
    guard let column else { return line }
    let start = table.arena.count
    for position in line.content {
      let byte = line.isFolded ? table.arena[position] : bytes[position]
      if !ASCII.isControl(byte) { table.arena.append(byte) }
    }
    let clean = line.inArena(at: start..<table.arena.count)
    findings.add(
      .controlCharacter, line: line.lineNumber, column: column + 1,
      property: Self.property(of: clean, bytes, table),
      "control characters, of which only a tab is expected", repair: "read without them")
    return clean
  }

  /// Whether a BEGIN or END line names that component.
  func names(
    _ line: ContentLine, _ name: StaticString, _ bytes: UnsafeBufferPointer<UInt8>,
    _ table: borrowing LineTable
  ) -> Bool {
    table.arena.withUnsafeBufferPointer {
      ComponentName.matches(line, name, LineBytes(source: bytes, arena: $0))
    }
  }
}
