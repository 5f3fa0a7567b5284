import AlmanacComponents
import AlmanacMapping

/// A document as a sequence of pieces, with the bytes that were read.
///
/// After a byte order mark the pieces cover all bytes once and in order: unchanged, they yield the bytes that were
/// read (decoded to UTF-8 if they were in another encoding). An edit replaces the text of one piece.
struct RawDocument: Sendable {
  /// A piece of a document: a component, a line of a calendar, or its BEGIN or END. Half a cache line in size, since a
  /// document may have millions.
  struct Piece: Sendable {
    /// The line on which it starts, from 1; 0 for an added piece.
    let lineNumber: Int
    fileprivate(set) var text: Text
    let kind: ScannedItem
    private let calendarNumber: Int32

    fileprivate init(kind: ScannedItem, calendar: Int?, lineNumber: Int, text: Text) {
      (self.kind, self.lineNumber, self.text) = (kind, lineNumber, text)
      calendarNumber = calendar.map { Int32(clamping: $0) } ?? -1
    }

    /// The index of its VCALENDAR, from 0; `nil` outside of any.
    var calendar: Int? { calendarNumber < 0 ? nil : Int(calendarNumber) }

    /// The number of bytes.
    var length: Int {
      switch text {
      case .source(let range): range.count
      case .replaced(let bytes): bytes.count
      }
    }
  }

  /// The bytes of a piece: a half-open range of the source, or new text.
  enum Text: Sendable {
    case source(Range<Int>)
    case replaced([UInt8])
  }

  let source: ContentSource
  let limits: ICSLimits
  private(set) var pieces: [Piece] = []
  private(set) var findings = Diagnostics()
  /// The end of the last piece that was read, before the empty lines at the end of the source.
  private var end = 0
  /// The number of VCALENDARs that there have been.
  private var calendarCount = 0

  /// Creates an empty document.
  init(limits: ICSLimits = .standard) {
    source = ContentSource()
    self.limits = limits
  }

  /// Creates the text of a document in jCal, and calls `visit` with each piece and its property or component.
  ///
  /// The lines of the pieces are those of the JSON.
  ///
  /// - Throws: ``ICSError`` if the document exceeds the limits.
  init(
    _ items: [JCalItem], limits: ICSLimits, visit: (Int, Piece, ComponentView.Element?) -> Void
  ) throws(ICSError) {
    self.init(limits: limits)
    var isInCalendar = false
    var writer = LineWriter(ending: source.lineEnding)
    for item in items {
      if item.kind == .calendarBegin { (calendarCount, isInCalendar) = (calendarCount + 1, true) }
      item.write(to: &writer)
      let piece = Piece(
        kind: item.kind, calendar: isInCalendar ? calendarCount - 1 : nil, lineNumber: item.line,
        text: .replaced(writer.drain()))
      try add(piece)
      item.withElement { visit(pieces.count - 1, piece, $0) }
      if item.kind == .calendarEnd { isInCalendar = false }
    }
  }

  /// - Throws: ``ICSError`` if there are more calendars or pieces than the limits allow.
  private mutating func add(_ piece: Piece) throws(ICSError) {
    if let calendar = piece.calendar, calendar >= limits.calendars {
      throw ICSError(.tooManyCalendars, line: piece.lineNumber, limit: limits.calendars)
    }
    if pieces.count >= limits.components {
      throw ICSError(.tooManyComponents, line: piece.lineNumber, limit: limits.components)
    }
    pieces.append(piece)
  }

  /// Divides a document into pieces, and calls `visit` with each piece and its lines, so that the
  /// document is scanned once.
  ///
  /// - Throws: ``ICSError`` if the document exceeds the limits.
  /// - Complexity: O(n) in the number of bytes.
  init(
    _ bytes: [UInt8], limits: ICSLimits = .standard,
    visit: (Int, Piece, borrowing LineTable) -> Void = { _, _, _ in }
  ) throws(ICSError) {
    source = try ContentSource(bytes, limits: limits)
    self.limits = limits
    var scanner = ComponentScanner(source, limits: limits)
    var table = LineTable()
    while let item = try scanner.next(into: &table) {
      if item == .calendarBegin { calendarCount += 1 }
      let isInside = scanner.isInCalendar || item == .calendarEnd
      let piece = Piece(
        kind: item, calendar: isInside ? calendarCount - 1 : nil, lineNumber: scanner.lineNumber,
        text: .source(scanner.range))
      try add(piece)
      visit(pieces.count - 1, piece, table)
    }
    (findings, end) = (scanner.findings, scanner.range.lowerBound)
  }

  /// The current bytes of the document. Lines in an unknown encoding keep their original bytes.
  var bytes: [UInt8] {
    var output = Array(source.bytes[..<source.start])
    output.reserveCapacity(pieces.reduce(0) { $0 + $1.length })
    for (index, piece) in pieces.enumerated() {
      switch piece.text {
      case .source(let range):
        if isFollowedByOthers(index), let text = endedComponent(index) {
          output += text
        } else {
          source.appendGiven(range, to: &output)
        }
      case .replaced(let text):
        let isUnended = output.count > source.start && !source.lineEnding.ends(output)
        if isUnended, !text.isEmpty { output += source.lineEnding.bytes }
        output += text
      }
    }
    // Empty lines after the last piece are removed together with it.
    if pieces.last.map({ $0.length > 0 }) ?? true {
      source.appendGiven(end..<source.bytes.count, to: &output)
    }
    return output
  }

  /// The document as well-formed UTF-8 without a byte order mark, with U+FFFD for bytes in an unknown encoding.
  var decodedBytes: ArraySlice<UInt8> {
    let bytes = bytes.dropFirst(source.start)
    guard source.hasUndecodedLines else { return bytes }
    var unbounded = limits
    unbounded.bytes = .max
    return (try? ContentSource(Array(bytes), limits: unbounded).bytes[...]) ?? bytes
  }

  /// Calls `body` with the index and the lines of each piece in a range, as they were read.
  func forEachTable(in run: Range<Int>, _ body: (Int, borrowing LineTable) -> Void) {
    guard let first = run.first, var scanner = scanner(at: first) else { return }
    var table = LineTable()
    for index in run {
      guard (try? scanner.next(into: &table)) != nil else { return }
      body(index, table)
    }
  }

  /// The lines of one piece, scanned again.
  func lines(of piece: Int) -> LineTable {
    var table = LineTable()
    if var scanner = scanner(at: piece) { _ = try? scanner.next(into: &table) }
    return table
  }

  /// The lines of one piece, in a table for each of its items: an edit may put several lines into a piece.
  func tables(of piece: Int) -> [LineTable] {
    guard case .replaced = pieces[piece].text, var scanner = scanner(at: piece) else {
      return [lines(of: piece)]
    }
    var (tables, table) = ([LineTable](), LineTable())
    while (try? scanner.next(into: &table)) == pieces[piece].kind { tables.append(table) }
    return tables
  }

  /// A scanner at a piece: of the source from there on, or of the text that replaced it.
  private func scanner(at index: Int) -> ComponentScanner? {
    let piece = pieces[index]
    let isInCalendar = piece.calendar != nil && piece.kind != .calendarBegin
    switch piece.text {
    case .source(let range):
      let emptyLines = source.bytes[range].prefix { $0 == 0x0A || $0 == 0x0D }
        .count { $0 == source.lineEnding.bytes.last }
      return ComponentScanner(
        source, limits: limits, from: range.lowerBound, isInCalendar: isInCalendar,
        lineNumber: piece.lineNumber - emptyLines)
    case .replaced(let text):
      guard let source = try? ContentSource(text, limits: limits) else { return nil }
      return ComponentScanner(source, limits: limits, isInCalendar: isInCalendar)
    }
  }
}

// MARK: Editing

extension RawDocument {
  /// Rewrites a component, preserving every line that the edit does not change: see ``ComponentMerge``.
  ///
  /// - Parameters:
  ///   - base: The component written from the model before the edit.
  ///   - edited: The component written from the model after the edit.
  mutating func edit(_ piece: Int, from base: Component, to edited: Component, door: any ValueDoor) {
    guard let merge = ComponentMerge(from: base, to: edited, ending: source.lineEnding, door: door)
    else { return }
    replace(piece, with: merge.applied(to: lines(of: piece)))
  }

  /// Whether nothing in the document was read.
  var isNew: Bool { pieces.allSatisfy { $0.lineNumber == 0 } }

  /// Whether it has a VCALENDAR or a component of iCalendar, without which a text is not read.
  var isCalendar: Bool {
    pieces.indices.contains { index in
      guard pieces[index].length > 0 else { return false }
      return switch pieces[index].kind {
      case .line: false
      case .component: lines(of: index).withElement { $0?.component?.kind != nil }
      case .calendarBegin, .calendarEnd, .refusedComponent: true
      }
    }
  }

  /// Gives a piece another text: complete lines, or that of before an edit. An empty text removes the piece, which can be
  /// restored.
  mutating func replace(_ piece: Int, with text: Text) { pieces[piece].text = text }

  mutating func replace(_ piece: Int, with text: [UInt8]) { replace(piece, with: .replaced(text)) }

  mutating func remove(_ piece: Int) { replace(piece, with: []) }

  /// Inserts pieces at an index.
  mutating func insert(_ texts: [[UInt8]], kind: ScannedItem, at place: Int, calendar: Int?) {
    pieces.insert(contentsOf: texts.map { added($0, kind, calendar) }, at: place)
  }

  /// Whether the piece that followed a piece was removed, or others come before it.
  private func isFollowedByOthers(_ index: Int) -> Bool {
    var next = index + 1
    while next < pieces.count {
      guard case .replaced(let text) = pieces[next].text else { return false }
      if !text.isEmpty { return pieces[next].lineNumber == 0 }
      if pieces[next].lineNumber > 0 { return true }
      next += 1
    }
    return false
  }

  /// The text of a component that was read without its END, with it: else it would extend over the pieces that follow now.
  private func endedComponent(_ piece: Int) -> [UInt8]? {
    guard pieces[piece].kind == .component else { return nil }
    let table = lines(of: piece)
    guard table.lines.contains(where: \.isSynthetic) else { return nil }
    return ComponentMerge.ended(table, source.lineEnding)
  }

  private func added(_ text: [UInt8], _ kind: ScannedItem, _ calendar: Int?) -> Piece {
    Piece(kind: kind, calendar: calendar, lineNumber: 0, text: .replaced(text))
  }

  /// The index of a calendar's END.
  func endOfCalendar(_ calendar: Int) -> Int {
    pieces.lastIndex { $0.calendar == calendar && $0.kind == .calendarEnd } ?? pieces.count
  }

  /// Inserts a VCALENDAR at an index.
  ///
  /// - Parameter head: The VCALENDAR without its components.
  /// - Returns: The number of the calendar.
  mutating func insertCalendar(_ head: Component, at place: Int) -> Int {
    let number = calendarCount
    calendarCount += 1
    var writer = LineWriter(ending: source.lineEnding)
    func piece(_ kind: ScannedItem) -> Piece { added(writer.drain(), kind, number) }
    writer.write("BEGIN", value: head.name)
    var lines = [piece(.calendarBegin)]
    for property in head.properties where property.hasLegalName {
      writer.write(property)
      lines.append(piece(.line))
    }
    writer.write("END", value: head.name)
    pieces.insert(contentsOf: lines + [piece(.calendarEnd)], at: place)
    return number
  }
}
