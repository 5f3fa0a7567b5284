/// Takes physical lines from a source and makes content lines of them.
struct LineReader {
  /// Where reading stands; kept to go back to.
  struct Mark {
    var position: Int
    var lineNumber: Int
  }

  enum Outcome {
    case line(ContentLine)
    case end
    /// The bytes end within what may be a longer line; only where more may come.
    case starved
  }

  let isPartial: Bool
  private(set) var mark: Mark
  private var physical: PhysicalLines

  init(
    from start: Int, ending: ContentSource.LineEnding, isPartial: Bool,
    lineNumber: Int = 1
  ) {
    physical = PhysicalLines(ending: ending)
    self.isPartial = isPartial
    mark = Mark(position: start, lineNumber: lineNumber)
  }

  mutating func goBack(to earlier: Mark) {
    mark = earlier
    physical.goBack()
  }

  /// The next content line; blank lines are passed over.
  mutating func next(
    in bytes: UnsafeBufferPointer<UInt8>, arena: inout [UInt8], findings: inout Diagnostics
  ) -> Outcome {
    guard let base = bytes.baseAddress else { return .end }
    let count = bytes.count
    let entry = mark.position
    while mark.position < count {
      let start = mark.position
      let number = mark.lineNumber
      let end = physical.end(from: start, in: base, to: count)
      if end == count, isPartial { return .starved }
      mark.position = min(end &+ 1, count)
      mark.lineNumber &+= 1
      let content = trimmed(start..<end, in: base)
      if content.isEmpty { continue }
      let isContinued = continues(at: mark.position, in: bytes)
      if isContinued == nil {
        goBack(to: Mark(position: start, lineNumber: number))
        return .starved
      }
      if isContinued == false, !ASCII.isBlank(base[start]), base[start] != 0xEF {
        return .line(line(content, physical: entry..<mark.position, number))
      }
      // Rare: folded, led by a blank that continues nothing, or led by a byte order mark.
      guard
        let found = unfold(content, from: start, number, in: bytes, arena: &arena, findings: &findings)
      else {
        goBack(to: Mark(position: start, lineNumber: number))
        return .starved
      }
      if found.content.isEmpty { continue }
      return .line(found.beginning(at: entry))
    }
    return isPartial ? .starved : .end
  }

  /// Whether a fold continues the line that ended before `position`; `nil` when the bytes do not tell.
  @inline(__always)
  private func continues(at position: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard position < bytes.count else { return isPartial ? nil : false }
    let byte = bytes[position]
    if ASCII.isBlank(byte) { return true }
    guard byte == ASCII.lineFeed || byte == ASCII.carriageReturn else { return false }
    return continuesBehindBlankLines(at: position, in: bytes)
  }

  /// Some writers put empty lines before the continuation; they are no end of the line if text follows.
  private func continuesBehindBlankLines(at start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
    var position = start
    while position < bytes.count,
      bytes[position] == ASCII.lineFeed || bytes[position] == ASCII.carriageReturn
    {
      position += 1
    }
    guard position < bytes.count, ASCII.isBlank(bytes[position]) else {
      return position == bytes.count && isPartial ? nil : false
    }
    while position < bytes.count, ASCII.isBlank(bytes[position]) { position += 1 }
    guard position < bytes.count else { return isPartial ? nil : false }
    return bytes[position] != ASCII.lineFeed && bytes[position] != ASCII.carriageReturn
  }

  @inline(__always)
  private func trimmed(_ range: Range<Int>, in base: UnsafePointer<UInt8>) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound, base[end &- 1] == ASCII.carriageReturn { end &-= 1 }
    return range.lowerBound..<end
  }

  /// Joins a line with its continuations in the arena; `nil` when the bytes end too early.
  private mutating func unfold(
    _ first: Range<Int>, from start: Int, _ number: Int, in bytes: UnsafeBufferPointer<UInt8>,
    arena: inout [UInt8], findings: inout Diagnostics
  ) -> ContentLine? {
    guard let base = bytes.baseAddress else { return nil }
    let arenaStart = arena.count
    var head = first
    if bytes[head].starts(with: [0xEF, 0xBB, 0xBF]) { head = head.lowerBound + 3..<head.upperBound }
    if let blank = head.first, ASCII.isBlank(bytes[blank]) {
      while let next = head.first, ASCII.isBlank(bytes[next]) { head = next + 1..<head.upperBound }
      if !head.isEmpty {
        findings.add(
          .strayFold, line: number,
          property: LineGrammar.property(of: UnsafeBufferPointer(rebasing: bytes[head])),
          "a blank before the line, which continues nothing", repair: "read as a line of its own")
      }
    }
    arena.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[head]))
    while true {
      switch continues(at: mark.position, in: bytes) {
      case nil:
        arena.removeLast(arena.count - arenaStart)
        return nil
      case false?:
        let content = arenaStart..<arena.count
        return line(content, physical: start..<mark.position, number, isFolded: true)
      case true?:
        break
      }
      var blankLines = 0
      while bytes[mark.position] == ASCII.lineFeed || bytes[mark.position] == ASCII.carriageReturn {
        if bytes[mark.position] == physical.terminator {
          mark.lineNumber += 1
          blankLines += 1
        }
        mark.position += 1
      }
      if blankLines > 0 {
        findings.add(
          .blankLineInFold, line: mark.lineNumber - blankLines,
          property: arena[arenaStart...].withUnsafeBufferPointer { LineGrammar.property(of: $0) },
          "empty lines before a continuation", repair: "read as one line")
      }
      let foldStart = mark.position + 1
      let end = physical.end(from: mark.position, in: base, to: bytes.count)
      if end == bytes.count, isPartial {
        arena.removeLast(arena.count - arenaStart)
        return nil
      }
      arena.append(
        contentsOf: UnsafeBufferPointer(rebasing: bytes[trimmed(foldStart..<max(foldStart, end), in: base)]))
      mark.position = min(end + 1, bytes.count)
      mark.lineNumber += 1
    }
  }

  @inline(__always)
  private func line(
    _ content: Range<Int>, physical: Range<Int>, _ number: Int, isFolded: Bool = false
  ) -> ContentLine {
    ContentLine(
      role: .malformed, isFolded: isFolded, lineNumber: number, physical: physical, content: content,
      nameLength: 0, valueStart: 0)
  }
}
