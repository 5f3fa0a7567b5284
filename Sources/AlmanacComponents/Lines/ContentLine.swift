/// The positions of one content line: `name *(";" parameter) ":" value` (RFC 5545 §3.1).
///
/// The bytes are stored in the ``LineTable`` that contains the line.
package struct ContentLine: Sendable {
  package enum Role: UInt8, Sendable {
    /// A well-formed property.
    case property
    /// The BEGIN of a component.
    case begin
    /// The END of a component; possibly one that the file lacks (``isSynthetic``).
    case end
    /// A line without a name or without a colon, or a stray END. Stored, not interpreted.
    case malformed
  }

  package internal(set) var role = Role.malformed
  /// Whether it is an END that the file lacks.
  package internal(set) var isSynthetic = false
  /// Whether the content is in the table's arena because the line was unfolded or had control characters
  /// removed; otherwise it is a slice of the source.
  var isFolded = false
  /// The physical line on which the line starts, from 1.
  package let lineNumber: Int
  /// The range of its physical lines in the source, terminators and preceding blank lines included.
  package let physical: Range<Int>
  /// The range of the unfolded content, in the source or in the arena.
  var content: Range<Int>
  /// The end of the name and the start of the value, relative to the start of the content; a
  /// colon precedes the value.
  var nameLength = 0
  var valueStart = 0

  /// The number of bytes in the unfolded line.
  package var length: Int { content.count }
}

/// The content lines of one component (or one line outside any), in order, with balanced BEGIN and END.
///
/// Reusable for the next component, so that reading a file does not allocate memory for each line.
package struct LineTable: Sendable {
  package internal(set) var lines: [ContentLine] = []
  /// The content of the lines that are not slices of the source.
  var arena: [UInt8] = []
  var source: [UInt8] = []
  var undecoded: [UndecodedLine] = []

  package init() {}

  /// The original physical lines of a content line in an unknown encoding; `nil` for all other lines.
  package func given(of line: ContentLine) -> [UInt8]? {
    guard !undecoded.isEmpty, !line.isSynthetic else { return nil }
    let index = undecoded.firstIndex(from: line.physical.lowerBound)
    guard index < undecoded.count, undecoded[index].range.upperBound <= line.physical.upperBound else {
      return nil
    }
    var given: [UInt8] = []
    undecoded.append(line.physical, of: source, to: &given)
    return given
  }

  /// Calls `body` with the bytes of the lines.
  package func withBytes<Result>(_ body: (LineBytes) -> Result) -> Result {
    source.withUnsafeBufferPointer { source in
      arena.withUnsafeBufferPointer { body(LineBytes(source: source, arena: $0)) }
    }
  }

  /// The name as written.
  package func name(of line: ContentLine) -> String {
    withBytes { String(decoding: $0.name(of: line), as: UTF8.self) }
  }

  /// The component that a BEGIN or END line names, its ASCII letters in upper case: an END with other letters in another
  /// case would name another component.
  package func componentName(of line: ContentLine) -> String {
    withBytes { String(decoding: $0.componentName(of: line).map(ASCII.uppercased), as: UTF8.self) }
  }

  /// Whether a BEGIN or END line names the given component.
  func names(_ line: ContentLine, _ component: StaticString) -> Bool {
    withBytes { isNamed($0.componentName(of: line), component) }
  }

  /// The name of a line's property, for messages: see ``LineGrammar/property(of:)``.
  func property(of line: ContentLine) -> String {
    withBytes { LineGrammar.property(of: $0.content(of: line)) }
  }

  /// The name, in upper case, of the property on a physical line; empty if there is none.
  package func property(at number: Int) -> String {
    guard let line = lines.last(where: { $0.lineNumber <= number && !$0.isSynthetic }), line.role == .property
    else { return "" }
    return property(of: line)
  }
}

/// The bytes of a table's lines. Must not escape the closure it is passed to.
package struct LineBytes {
  let source: UnsafeBufferPointer<UInt8>
  let arena: UnsafeBufferPointer<UInt8>

  /// The unfolded line.
  package func content(of line: ContentLine) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: (line.isFolded ? arena : source)[line.content])
  }

  func name(of line: ContentLine) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: content(of: line)[..<line.nameLength])
  }

  /// The text between the name and the colon, beginning with a semicolon.
  func parameterText(of line: ContentLine) -> UnsafeBufferPointer<UInt8> {
    let end = max(line.nameLength, line.valueStart - 1)
    return UnsafeBufferPointer(rebasing: content(of: line)[line.nameLength..<end])
  }

  /// The value, still escaped.
  package func value(of line: ContentLine) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: content(of: line)[line.valueStart...])
  }

  /// The physical lines, with folds and terminators.
  package func physical(of line: ContentLine) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: source[line.physical])
  }

  /// The blank lines that precede a line.
  package func blankLines(before line: ContentLine) -> [UInt8] {
    Array(source[line.physical].prefix(while: ASCII.isLineEnd))
  }

  /// The name of the component that a BEGIN or END line names, without blanks around it.
  func componentName(of line: ContentLine) -> UnsafeBufferPointer<UInt8> {
    value(of: line).trimmed(where: ASCII.isBlank)
  }
}

extension RandomAccessCollection<ContentLine> where Index == Int {
  /// The index after the END of the component whose BEGIN is at `begin`.
  package func indexAfterComponent(at begin: Int) -> Int {
    var depth = 0
    let end = (begin..<endIndex).first { index in
      if self[index].role == .begin { depth += 1 }
      if self[index].role == .end { depth -= 1 }
      return depth == 0
    }
    return end.map { $0 + 1 } ?? endIndex
  }
}
