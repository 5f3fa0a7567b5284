/// The positions of one content line: `name *(";" parameter) ":" value` (RFC 5545 §3.1).
///
/// The bytes belong to the ``LineTable`` that has the line.
package struct ContentLine: Sendable {
  package enum Role: UInt8, Sendable {
    /// A property, well-formed.
    case property
    /// BEGIN of a component.
    case begin
    /// END of a component; may be one that the file lacks (``isSynthetic``).
    case end
    /// No content line: it has no name or no colon, or it is an END that ends nothing. Kept, not understood.
    case malformed
  }

  package internal(set) var role = Role.malformed
  /// Whether it is an END that the file lacks.
  package internal(set) var isSynthetic = false
  /// Whether the line was unfolded, or freed of control characters, into the table's arena; else it is a slice of the
  /// source.
  var isFolded = false
  /// The physical line on which it starts, from 1.
  package let lineNumber: Int
  /// The physical lines in the source, terminators and blank lines before them included.
  package let physical: Range<Int>
  /// The unfolded content, in the source or in the arena.
  var content: Range<Int>
  /// Ends of the name and of the parameters, counted from the content's start; the value follows the colon.
  var nameLength = 0
  var valueStart = 0

  /// Bytes in the unfolded line.
  package var length: Int { content.count }
}

/// The content lines of one component (or one line outside any), in order, BEGIN and END balanced.
///
/// Made to be used again for the next component, so that reading a file allocates nothing per line.
package struct LineTable: Sendable {
  package internal(set) var lines: [ContentLine] = []
  /// Unfolded text of those lines that were folded.
  var arena: [UInt8] = []
  var source: [UInt8] = []
  var undecoded: [UndecodedLine] = []

  package init() {}

  /// The physical lines of a content line that is no text in any encoding, as they were given; `nil` for all others.
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

  /// The name as it is written.
  package func name(of line: ContentLine) -> String {
    withBytes { String(decoding: $0.name(of: line), as: UTF8.self) }
  }

  /// The component that a BEGIN or END line names, in capitals.
  package func componentName(of line: ContentLine) -> String {
    withBytes { String(decoding: $0.componentName(of: line), as: UTF8.self) }.uppercased()
  }

  /// Whether a BEGIN or END line names a component.
  func names(_ line: ContentLine, _ component: StaticString) -> Bool {
    withBytes { isNamed($0.componentName(of: line), component) }
  }

  /// The name of a line's property, to be reported: see ``LineGrammar/property(of:)``.
  func property(of line: ContentLine) -> String {
    withBytes { LineGrammar.property(of: $0.content(of: line)) }
  }

  /// The name, in capitals, of the property on a physical line; empty where there is none.
  package func property(at number: Int) -> String {
    guard let line = lines.last(where: { $0.lineNumber <= number && !$0.isSynthetic }), line.role == .property
    else { return "" }
    return property(of: line)
  }
}

/// The bytes of a table's lines, valid for the length of one closure.
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

  /// Everything between the name and the colon, with its first semicolon.
  func parameterText(of line: ContentLine) -> UnsafeBufferPointer<UInt8> {
    let end = max(line.nameLength, line.valueStart - 1)
    return UnsafeBufferPointer(rebasing: content(of: line)[line.nameLength..<end])
  }

  /// The value, escapes and all.
  package func value(of line: ContentLine) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: content(of: line)[line.valueStart...])
  }

  /// The physical lines, folds and terminators included.
  package func physical(of line: ContentLine) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: source[line.physical])
  }

  /// The name of the component that a BEGIN or END line names, without blanks around it.
  func componentName(of line: ContentLine) -> UnsafeBufferPointer<UInt8> {
    value(of: line).trimmed(where: ASCII.isBlank)
  }
}

extension RandomAccessCollection<ContentLine> where Index == Int {
  /// The place behind the END of the component whose BEGIN is at `begin`.
  package func indexBehindComponent(at begin: Int) -> Int {
    var depth = 0
    let end = (begin..<endIndex).first { index in
      if self[index].role == .begin { depth += 1 }
      if self[index].role == .end { depth -= 1 }
      return depth == 0
    }
    return end.map { $0 + 1 } ?? endIndex
  }
}
