/// The bytes of a document, converted to well-formed UTF-8 from any encoding.
///
/// Well-formed UTF-8 is not changed, so text that is not edited can be written back byte for byte.
package struct ContentSource: Sendable {
  /// The line ending of the document. Lines with other endings are read too.
  package enum LineEnding: Sendable, Hashable {
    case crlf, lf, cr

    package var bytes: [UInt8] {
      switch self {
      case .crlf: [ASCII.carriageReturn, ASCII.lineFeed]
      case .lf: [ASCII.lineFeed]
      case .cr: [ASCII.carriageReturn]
      }
    }

    /// Whether a text is empty or ends with a complete line.
    package func ends(_ text: some BidirectionalCollection<UInt8>) -> Bool {
      text.isEmpty || text.last == (self == .cr ? ASCII.carriageReturn : ASCII.lineFeed)
    }
  }

  /// The document as well-formed UTF-8.
  package private(set) var bytes: [UInt8] = []
  /// The position of the text, after a byte order mark.
  package private(set) var start = 0
  package private(set) var lineEnding = LineEnding.crlf
  /// Whether some line may contain control characters; in most documents none does, and lines are not
  /// searched for them.
  private(set) var hasControls = false
  /// Diagnostics of decoding.
  package private(set) var findings = Diagnostics()
  /// The lines in an unknown encoding, with their original bytes.
  private(set) var undecoded: [UndecodedLine] = []

  /// An empty document with CRLF as line ending.
  package init() {}

  /// Decodes UTF-8 (with or without a byte order mark), UTF-16 in both orders and Windows-1252.
  ///
  /// A line that is not UTF-8 is read as Windows-1252 if it contains no multi-byte UTF-8 character; otherwise
  /// its stray bytes become U+FFFD. A character that a fold divides is joined (RFC 5545 §3.1). Line numbers
  /// stay those of the given bytes.
  ///
  /// - Parameter firstLine: The number of the first line, if the bytes are a part of a document.
  /// - Throws: ``ICSError`` if there are more bytes than the limits allow, before or after conversion.
  /// - Complexity: O(n) in the number of bytes; well-formed UTF-8 is stored without a copy.
  package init(
    _ given: [UInt8], limits: ICSLimits = .standard, firstLine: Int = 1
  ) throws(ICSError) {
    let excess = ICSError(.tooManyBytes, limit: limits.bytes)
    guard given.count <= limits.bytes else { throw excess }
    findings = Diagnostics(limit: limits.diagnostics)
    bytes = given
    if let order = UTF16Decoding.byteOrder(of: given) {
      bytes = UTF16Decoding.utf8(of: given, order, reporting: &findings)
    }
    start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    lineEnding = Self.lineEnding(of: bytes)
    if bytes.withUnsafeBufferPointer({ String(validating: $0, as: UTF8.self) == nil }) {
      var repair = UTF8Repair(findings: findings, firstLine: firstLine)
      bytes = repair.repaired(bytes, from: start, ending: lineEnding)
      (findings, undecoded) = (repair.findings, repair.undecoded)
    }
    guard bytes.count <= limits.bytes else { throw excess }
    hasControls = bytes.withUnsafeBufferPointer { LineGrammar.hasControls($0, besideLineEnds: true) }
  }

  /// Whether some lines are in an unknown encoding; ``bytes`` contains U+FFFD in them.
  package var hasUndecodedLines: Bool { !undecoded.isEmpty }

  /// Appends a range of ``bytes``, with the original bytes of lines in an unknown encoding.
  ///
  /// - Complexity: O(*n* + log *m*) for *n* bytes appended and *m* such lines in the document.
  package func appendGiven(_ range: Range<Int>, to output: inout [UInt8]) {
    undecoded.append(range, of: bytes, to: &output)
  }

  /// The ending of the first line, used for lines that are written; CR only if the document has no LF.
  private static func lineEnding(of bytes: [UInt8]) -> LineEnding {
    if let feed = bytes.firstIndex(of: ASCII.lineFeed) {
      return feed > 0 && bytes[feed - 1] == ASCII.carriageReturn ? .crlf : .lf
    }
    return bytes.contains(ASCII.carriageReturn) ? .cr : .crlf
  }
}
