import AlmanacComponents
import AlmanacMapping

/// A document piece by piece, with the bytes it was read from.
///
/// The pieces cover every byte once and in order: written out untouched they are the bytes that were read (decoded to UTF-8
/// without byte order mark where they came as something else). An edit gives one piece new text and leaves the rest.
struct RawDocument: Sendable {
  /// Half a cache line, since a document may have millions.
  struct Piece: Sendable {
    /// The line it starts on, from 1; 0 for what was added.
    let lineNumber: Int
    fileprivate(set) var text: Text
    let kind: ScannedItem
    private let calendarNumber: Int32

    fileprivate init(kind: ScannedItem, calendar: Int?, lineNumber: Int, text: Text) {
      (self.kind, self.lineNumber, self.text) = (kind, lineNumber, text)
      calendarNumber = calendar.map { Int32(clamping: $0) } ?? -1
    }

    /// The VCALENDAR it is in, from 0; `nil` outside any.
    var calendar: Int? { calendarNumber < 0 ? nil : Int(calendarNumber) }

    /// Bytes.
    var length: Int {
      switch text {
      case .source(let range): range.count
      case .replaced(let bytes): bytes.count
      }
    }
  }

  /// Where the bytes of a piece are.
  enum Text: Sendable {
    case source(Range<Int>)
    case replaced([UInt8])
  }

  let source: ContentSource
  let limits: ICSLimits
  private(set) var pieces: [Piece] = []
  private(set) var findings = Diagnostics()

  /// A document without anything in it.
  init() {
    source = ContentSource()
    limits = .standard
  }

  /// Cuts a document into pieces, and calls `visit` with each and its lines, so that a document is scanned once.
  /// - Complexity: linear in the bytes.
  init(
    _ bytes: [UInt8], limits: ICSLimits = .standard,
    visit: (Int, Piece, borrowing LineTable) -> Void = { _, _, _ in }
  ) throws(ICSError) {
    source = try ContentSource(bytes, limits: limits)
    self.limits = limits
    var scanner = ComponentScanner(source, limits: limits)
    var table = LineTable()
    var calendars = 0
    while let item = try scanner.next(into: &table) {
      if item == .calendarBegin { calendars += 1 }
      if calendars > limits.calendars {
        throw ICSError(.tooManyCalendars, line: scanner.lineNumber, limit: limits.calendars)
      }
      if pieces.count >= limits.components {
        throw ICSError(.tooManyComponents, line: scanner.lineNumber, limit: limits.components)
      }
      let isInside = scanner.isInCalendar || item == .calendarEnd
      let piece = Piece(
        kind: item, calendar: isInside ? calendars - 1 : nil, lineNumber: scanner.lineNumber,
        text: .source(scanner.range))
      pieces.append(piece)
      visit(pieces.count - 1, piece, table)
    }
    findings = scanner.findings
  }

  /// The document as it is now. Lines that are no text in any encoding are what they were.
  var bytes: [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(pieces.reduce(0) { $0 + $1.length })
    for piece in pieces {
      switch piece.text {
      case .source(let range): source.appendGiven(range, to: &output)
      case .replaced(let text):
        if !text.isEmpty, !source.lineEnding.ends(output) { output += source.lineEnding.bytes }
        output += text
      }
    }
    // Empty lines behind the last piece go with it.
    switch pieces.last?.text {
    case .source(let range)?: source.appendGiven(range.upperBound..<source.bytes.count, to: &output)
    case .replaced?: break
    case nil: source.appendGiven(source.start..<source.bytes.count, to: &output)
    }
    return output
  }

  /// The document as well-formed UTF-8: what is no text is U+FFFD, as it is read.
  var decodedBytes: [UInt8] {
    guard source.hasUndecodedLines else { return bytes }
    var unbounded = limits
    unbounded.bytes = .max
    return (try? ContentSource(bytes, limits: unbounded).bytes) ?? bytes
  }

  /// Calls `body` with each of a run of pieces, as they were read, and its lines.
  func forEachTable(in run: Range<Int>, _ body: (Int, borrowing LineTable) -> Void) {
    guard let first = run.first, var scanner = scanner(at: first) else { return }
    var table = LineTable()
    for index in run {
      guard (try? scanner.next(into: &table)) != nil else { return }
      body(index, table)
    }
  }

  /// The lines of one piece, read again.
  func lines(of piece: Int) -> LineTable {
    var table = LineTable()
    if var scanner = scanner(at: piece) { _ = try? scanner.next(into: &table) }
    return table
  }

  /// Reads a piece again: what was read with the pieces behind it, or the text that an edit gave to it.
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
  /// Writes a component anew, keeping every line that the edit leaves as it is: see ``ComponentMerge``.
  ///
  /// - Parameters:
  ///   - base: The component as the model had it before the edit.
  ///   - edited: The same after the edit.
  mutating func edit(_ piece: Int, from base: Component, to edited: Component) {
    guard let merge = ComponentMerge(from: base, to: edited, ending: source.lineEnding) else { return }
    replace(piece, with: merge.applied(to: lines(of: piece)))
  }

  /// Whether no component is left in it, at most lines that nobody understands.
  var holdsNoComponent: Bool { pieces.allSatisfy { $0.kind == .line || $0.length == 0 } }

  /// Gives a piece new text, which consists of whole lines; none removes it.
  mutating func replace(_ piece: Int, with text: [UInt8]) { pieces[piece].text = .replaced(text) }

  mutating func remove(_ piece: Int) {
    // What follows the piece must not fall into the one before it either.
    if piece > 0, pieces[piece - 1].length > 0 { endComponent(piece - 1) }
    replace(piece, with: [])
  }

  /// Adds pieces at a place.
  mutating func insert(_ texts: [[UInt8]], kind: ScannedItem, at place: Int, calendar: Int?) {
    endComponent(before: place)
    pieces.insert(contentsOf: texts.map { added($0, kind, calendar) }, at: place)
  }

  /// Supplies the END that the component before a place lacks, lest what is added fall into it.
  private mutating func endComponent(before place: Int) {
    if let piece = pieces[..<place].lastIndex(where: { $0.length > 0 }) { endComponent(piece) }
  }

  private mutating func endComponent(_ piece: Int) {
    guard pieces[piece].kind == .component, case .source = pieces[piece].text else { return }
    let table = lines(of: piece)
    guard table.lines.contains(where: \.isSynthetic) else { return }
    replace(piece, with: ComponentMerge.ended(table, source.lineEnding))
  }

  private func added(_ text: [UInt8], _ kind: ScannedItem, _ calendar: Int?) -> Piece {
    Piece(kind: kind, calendar: calendar, lineNumber: 0, text: .replaced(text))
  }

  /// The place of a calendar's END, before which components are added; for those outside of any, the end.
  func endOfCalendar(_ calendar: Int?) -> Int {
    guard let calendar else { return pieces.count }
    return pieces.lastIndex { $0.calendar == calendar && $0.kind == .calendarEnd } ?? pieces.count
  }

  /// Adds a whole VCALENDAR at the end.
  ///
  /// - Parameters:
  ///   - head: The VCALENDAR without its components.
  ///   - components: What is written before its END.
  /// - Returns: its number.
  mutating func appendCalendar(_ head: Component, _ components: [[UInt8]]) -> Int {
    // Calendars are in the order of their numbers.
    let number = (pieces.last { $0.calendar != nil }?.calendar ?? -1) + 1
    func add(_ kind: ScannedItem, _ write: (inout LineWriter) -> Void) {
      var writer = LineWriter(ending: source.lineEnding)
      write(&writer)
      pieces.append(added(writer.bytes, kind, number))
    }
    add(.calendarBegin) { $0.write("BEGIN", value: head.name) }
    for property in head.properties where property.hasLegalName { add(.line) { $0.write(property) } }
    pieces += components.map { added($0, .component, number) }
    add(.calendarEnd) { $0.write("END", value: head.name) }
    return number
  }
}
