/// Where one content line stands: `name *(";" parameter) ":" value` (RFC 5545 §3.1).
///
/// A record of positions; the bytes belong to the ``LineTable`` that holds the line.
@usableFromInline
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

  package internal(set) var role: Role
  /// Whether the line stands for an END that the file lacks.
  package internal(set) var isSynthetic = false
  /// Whether the line was unfolded, or freed of control characters, into the table's arena; else it is a slice of the
  /// source.
  @usableFromInline var isFolded = false
  /// The physical line on which it starts, from 1.
  package let lineNumber: Int
  /// The physical lines in the source, terminators and blank lines before them included.
  package private(set) var physical: Range<Int>
  /// The unfolded content, in the source or in the arena.
  @usableFromInline private(set) var content: Range<Int>
  /// Ends of the name and of the parameters, counted from the content's start; the value follows the colon.
  @usableFromInline var nameLength: Int
  @usableFromInline var valueStart: Int

  func beginning(at start: Int) -> ContentLine {
    var line = self
    line.physical = start..<physical.upperBound
    return line
  }

  /// The same line with its content in the arena.
  func inArena(at content: Range<Int>) -> ContentLine {
    var line = self
    line.content = content
    line.isFolded = true
    return line
  }

  /// Bytes in the unfolded line.
  package var length: Int { content.count }
  /// Whether anything stands between the name and the colon.
  @inlinable package var hasParameters: Bool { valueStart > nameLength + 1 }
}

/// The content lines of one component (or one line outside any), in order, BEGIN and END balanced.
///
/// Made to be used again for the next component, so that reading a file allocates nothing per line.
@usableFromInline
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

  /// Gives the bytes of the lines to `body`; they are valid only within it.
  @inlinable
  package func withBytes<Result, Failure: Error>(
    _ body: (LineBytes) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try _source.withUnsafeBufferPointer { (source) throws(Failure) -> Result in
      try _arena.withUnsafeBufferPointer { (arena) throws(Failure) -> Result in
        try body(LineBytes(source: source, arena: arena))
      }
    }
  }

  @usableFromInline var _source: [UInt8] { source }
  @usableFromInline var _arena: [UInt8] { arena }

  /// The unfolded line as text.
  package func text(of line: ContentLine) -> String {
    withBytes { String(decoding: $0.content(of: line), as: UTF8.self) }
  }
  /// The name as it stands.
  package func name(of line: ContentLine) -> String {
    withBytes { String(decoding: $0.name(of: line), as: UTF8.self) }
  }
  /// The value as it stands, escapes and all.
  package func value(of line: ContentLine) -> String {
    withBytes { String(decoding: $0.value(of: line), as: UTF8.self) }
  }
  /// The component that a BEGIN or END line names, in capitals.
  package func componentName(of line: ContentLine) -> String {
    withBytes { String(decoding: $0.componentName(of: line), as: UTF8.self) }.uppercased()
  }
  /// The name, in capitals, of the property that stands on a physical line; empty where none does.
  package func property(at number: Int) -> String {
    guard let line = lines.last(where: { $0.lineNumber <= number && !$0.isSynthetic }), line.role == .property
    else { return "" }
    return withBytes { LineGrammar.property(of: $0.content(of: line)) }
  }
}

/// A view of a table's bytes for the length of one closure.
@usableFromInline
package struct LineBytes {
  @usableFromInline let source: UnsafeBufferPointer<UInt8>
  @usableFromInline let arena: UnsafeBufferPointer<UInt8>

  @usableFromInline
  init(source: UnsafeBufferPointer<UInt8>, arena: UnsafeBufferPointer<UInt8>) {
    self.source = source
    self.arena = arena
  }

  /// The unfolded line.
  @inlinable package func content(of line: ContentLine) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: (line.isFolded ? arena : source)[line.content])
  }

  @inlinable package func name(of line: ContentLine) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: content(of: line)[..<line.nameLength])
  }

  /// Everything between the name and the colon, with its first semicolon.
  @inlinable package func parameterText(of line: ContentLine) -> UnsafeBufferPointer<UInt8> {
    let end = max(line.nameLength, line.valueStart - 1)
    return UnsafeBufferPointer(rebasing: content(of: line)[line.nameLength..<end])
  }

  /// The value, escapes and all.
  @inlinable package func value(of line: ContentLine) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: content(of: line)[line.valueStart...])
  }

  /// The physical lines, folds and terminators included.
  package func physical(of line: ContentLine) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: source[line.physical])
  }

  /// The name of the component that a BEGIN or END line names.
  package func componentName(of line: ContentLine) -> UnsafeBufferPointer<UInt8> {
    ComponentName.bytes(of: line, self)
  }
}

extension RandomAccessCollection<ContentLine> where Index == Int {
  /// The place behind the END of the component whose BEGIN is at `begin`.
  package func indexBehindComponent(at begin: Int) -> Int {
    var depth = 0
    var index = begin
    while index < endIndex {
      if self[index].role == .begin { depth += 1 }
      if self[index].role == .end { depth -= 1 }
      index += 1
      if depth == 0 { break }
    }
    return index
  }
}
