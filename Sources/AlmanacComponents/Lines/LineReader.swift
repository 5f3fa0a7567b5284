/// Reads physical lines and joins them to content lines.
struct LineReader {
  /// A position to return to.
  struct Mark {
    var position: Int
    var lineNumber: Int
  }

  /// Whether more bytes may follow.
  let isPartial: Bool
  private(set) var mark: Mark
  /// Whether the bytes ended within a line that may be longer.
  private(set) var isStarved = false
  private var physical: PhysicalLines

  init(_ source: ContentSource, from start: Int, isPartial: Bool, lineNumber: Int) {
    physical = PhysicalLines(ending: source.lineEnding, hasControls: source.hasControls)
    self.isPartial = isPartial
    mark = Mark(position: start, lineNumber: lineNumber)
  }

  mutating func goBack(to earlier: Mark) {
    mark = earlier
    physical.goBack()
  }

  /// Reads the next content line, skipping blank lines; returns `nil` at the end, and
  /// if more bytes are needed.
  mutating func next(
    in bytes: UnsafeBufferPointer<UInt8>, arena: inout [UInt8], findings: inout Diagnostics
  ) -> ContentLine? {
    isStarved = false
    guard let base = bytes.baseAddress else { return nil }
    let entry = mark.position
    while mark.position < bytes.count {
      let start = mark
      guard let content = physicalLine(in: base, to: bytes.count) else { return suspend(at: start) }
      if content.isEmpty { continue }
      guard let isContinued = continues(at: mark.position, in: bytes) else { return suspend(at: start) }
      if !isContinued, !ASCII.isBlank(base[start.position]), base[start.position] != 0xEF {
        return ContentLine(lineNumber: start.lineNumber, physical: entry..<mark.position, content: content)
      }
      // Rare: a folded line, a line with a leading blank that continues nothing, or
      // one with a byte order mark.
      let arenaStart = arena.count
      guard unfold(content, start.lineNumber, in: bytes, &arena, &findings) else { return suspend(at: start) }
      if arena.count == arenaStart { continue }
      return ContentLine(
        isFolded: true, lineNumber: start.lineNumber, physical: entry..<mark.position,
        content: arenaStart..<arena.count)
    }
    return isPartial ? suspend(at: mark) : nil
  }

  private mutating func suspend(at start: Mark) -> ContentLine? {
    goBack(to: start)
    isStarved = true
    return nil
  }

  /// Skips the physical line at the mark.
  ///
  /// - Returns: Its content; `nil` if its end may be in the bytes to come.
  @inline(__always)
  private mutating func physicalLine(in base: UnsafePointer<UInt8>, to count: Int) -> Range<Int>? {
    let start = mark.position
    var end = physical.end(from: start, in: base, to: count)
    if end == count, isPartial { return nil }
    mark.position = min(end &+ 1, count)
    mark.lineNumber &+= 1
    while end > start, base[end &- 1] == ASCII.carriageReturn { end &-= 1 }
    return start..<end
  }

  /// Whether a fold continues the line that ended before `position`; `nil` if that
  /// depends on the bytes to come.
  @inline(__always)
  private func continues(at position: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard position < bytes.count else { return isPartial ? nil : false }
    if ASCII.isBlank(bytes[position]) { return true }
    return ASCII.isLineEnd(bytes[position]) ? continuesAfterBlankLines(at: position, in: bytes) : false
  }

  /// Some programs write empty lines before a continuation; they do not end the line if text follows.
  private func continuesAfterBlankLines(at start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
    let rest = bytes[start...].drop(while: ASCII.isLineEnd)
    if let first = rest.first, !ASCII.isBlank(first) { return false }
    guard let text = rest.first(where: { !ASCII.isBlank($0) }) else { return isPartial ? nil : false }
    return !ASCII.isLineEnd(text)
  }

  /// Joins a line with its continuations in the arena; returns `false` if more bytes are needed.
  private mutating func unfold(
    _ content: Range<Int>, _ number: Int, in bytes: UnsafeBufferPointer<UInt8>, _ arena: inout [UInt8],
    _ findings: inout Diagnostics
  ) -> Bool {
    guard let base = bytes.baseAddress else { return false }
    let arenaStart = arena.count
    var head = bytes[content]
    if head.starts(with: [0xEF, 0xBB, 0xBF]) { head = head.dropFirst(3) }
    if let first = head.first, ASCII.isBlank(first) {
      head = head.drop(while: ASCII.isBlank)
      if !head.isEmpty {
        findings.add(
          .strayFold, line: number, property: LineGrammar.property(of: UnsafeBufferPointer(rebasing: head)),
          "a blank before the line, which continues nothing", repair: "read as a line of its own")
      }
    }
    arena.append(contentsOf: UnsafeBufferPointer(rebasing: head))
    while let isContinued = continues(at: mark.position, in: bytes) {
      guard isContinued else { return true }
      let blank = bytes[mark.position...].prefix(while: ASCII.isLineEnd)
      let blankLines = blank.count { $0 == physical.terminator }
      if blankLines > 0 {
        findings.add(
          .blankLineInFold, line: mark.lineNumber,
          property: arena[arenaStart...].withUnsafeBufferPointer { LineGrammar.property(of: $0) },
          "empty lines before a continuation", repair: "read as one line")
      }
      mark = Mark(position: blank.endIndex, lineNumber: mark.lineNumber + blankLines)
      guard let fold = physicalLine(in: base, to: bytes.count) else { return false }
      arena.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[fold].dropFirst()))
    }
    return false
  }
}

/// Finds the ends of physical lines.
///
/// If lines end with LF or CRLF, a lone CR ends a line only if a continuation or a likely content line
/// follows; any other lone CR is a control character within a text, as some programs write.
struct PhysicalLines {
  let terminator: UInt8
  /// Whether a CR may occur without a following LF.
  private let hasControls: Bool
  /// The next terminator, cached so that each is searched for once; -1 if unknown.
  private var next = -1

  init(ending: ContentSource.LineEnding, hasControls: Bool = true) {
    self.hasControls = hasControls
    terminator = ending == .cr ? ASCII.carriageReturn : ASCII.lineFeed
  }

  /// The position of the terminator of the line that begins at `start`; `count` if there is none.
  ///
  /// - Complexity: O(n) in the number of bytes over all calls with ascending positions.
  @inline(__always)
  mutating func end(from start: Int, in base: UnsafePointer<UInt8>, to count: Int) -> Int {
    if next < start { next = firstPosition(of: terminator, in: base, from: start, to: count) }
    let end = next
    guard hasControls, terminator == ASCII.lineFeed else { return end }
    let carriage = firstPosition(of: ASCII.carriageReturn, in: base, from: start, to: end)
    return carriage &+ 1 >= end ? end : Self.loneCarriage(from: carriage, in: base, to: end)
  }

  /// Clears the cached terminator, before reading at an earlier position.
  mutating func goBack() { next = -1 }

  private static func loneCarriage(from first: Int, in base: UnsafePointer<UInt8>, to end: Int) -> Int {
    var carriage = first
    while carriage < end {
      if beginsLine(at: carriage + 1, in: base, to: end) { return carriage }
      carriage = firstPosition(of: ASCII.carriageReturn, in: base, from: carriage + 1, to: end)
    }
    return end
  }

  /// Whether a blank follows, or a name of at least three capitals, digits or '-' and then ':' or ';'.
  /// Shorter names do not count, since "PS:" is text.
  private static func beginsLine(at start: Int, in base: UnsafePointer<UInt8>, to end: Int) -> Bool {
    guard start < end else { return false }
    if ASCII.isBlank(base[start]) { return true }
    var index = start
    let limit = min(end, start + longestName)
    while index < limit, isCapital(base[index]) { index += 1 }
    return index < limit && index - start > 2
      && (base[index] == ASCII.colon || base[index] == ASCII.semicolon)
  }

  private static let longestName = 80

  private static func isCapital(_ byte: UInt8) -> Bool {
    0x41...0x5A ~= byte || ASCII.isDigit(byte) || byte == UInt8(ascii: "-")
  }
}
