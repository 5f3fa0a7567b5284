/// The bytes of a document as well-formed UTF-8, whatever they came as.
///
/// Bytes that are well-formed UTF-8 already are kept as they are, so untouched text can be written back byte for byte.
package struct ContentSource: Sendable {
  /// What ends a line in this document. Others are understood too.
  package enum LineEnding: Sendable, Hashable {
    case crlf, lf, cr

    package var bytes: [UInt8] {
      switch self {
      case .crlf: [ASCII.carriageReturn, ASCII.lineFeed]
      case .lf: [ASCII.lineFeed]
      case .cr: [ASCII.carriageReturn]
      }
    }

    /// Whether nothing is left open at the end of some text.
    package func ends(_ text: some BidirectionalCollection<UInt8>) -> Bool {
      text.isEmpty || text.last == (self == .cr ? ASCII.carriageReturn : ASCII.lineFeed)
    }
  }

  /// Well-formed UTF-8.
  package let bytes: [UInt8]
  /// Where the text begins: behind a byte order mark.
  package let start: Int
  package let lineEnding: LineEnding
  /// Whether some line may have control characters; most documents have none, and their lines are not searched for them.
  let hasControls: Bool
  /// What was decoded or mended.
  package let findings: Diagnostics
  /// Lines that are no text in any encoding, with what was given for them.
  let undecoded: [UndecodedLine]

  /// Nothing yet; lines will be ended by CRLF.
  package init() {
    bytes = []
    start = 0
    lineEnding = .crlf
    hasControls = false
    findings = Diagnostics()
    undecoded = []
  }

  /// Recognises UTF-8 (with or without a byte order mark), UTF-16 in both orders and Windows-1252.
  ///
  /// A line that is no UTF-8 holds Windows-1252 when none of its characters is, else its stray bytes become U+FFFD.
  /// A character that a fold cuts in two is joined (RFC 5545 §3.1). Line numbers stay those of the given bytes.
  /// - Parameter firstLine: the number of the first line, where the bytes are a part of a document.
  /// - Complexity: linear in the number of bytes; nothing is copied when all is well-formed UTF-8.
  package init(
    _ given: [UInt8], limits: ICSLimits = .standard, firstLine: Int = 1
  ) throws(ICSError) {
    let excess = ICSError(.tooManyBytes, limit: limits.bytes)
    guard given.count <= limits.bytes else { throw excess }
    var findings = Diagnostics(limit: limits.diagnostics)
    var undecoded: [UndecodedLine] = []
    var bytes = given
    if let order = UTF16Decoding.byteOrder(of: given) {
      bytes = UTF16Decoding.utf8(of: given, order, reporting: &findings)
    }
    start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    lineEnding = Self.lineEnding(of: bytes)
    if bytes.withUnsafeBufferPointer({ !UTF8Validation.isValid($0) }) {
      var repair = UTF8Repair(findings: findings, firstLine: firstLine)
      bytes = repair.repaired(bytes, from: start, ending: lineEnding)
      (findings, undecoded) = (repair.findings, repair.undecoded)
    }
    guard bytes.count <= limits.bytes else { throw excess }
    hasControls = bytes.withUnsafeBufferPointer { LineGrammar.hasControls($0, besideLineEnds: true) }
    (self.bytes, self.findings, self.undecoded) = (bytes, findings, undecoded)
  }

  /// Whether there are lines that are no text in any encoding; ``bytes`` has U+FFFD for what they say.
  package var hasUndecodedLines: Bool { !undecoded.isEmpty }

  /// Appends a range of ``bytes``, but lines that are no text in any encoding as they were given.
  ///
  /// - Complexity: linear in the bytes appended, and the logarithm of the number of such lines.
  package func appendGiven(_ range: Range<Int>, to output: inout [UInt8]) {
    undecoded.append(range, of: bytes, to: &output)
  }

  /// What ends the first line, and lines that are written; CR only where the document has no LF at all.
  private static func lineEnding(of bytes: [UInt8]) -> LineEnding {
    if let feed = bytes.firstIndex(of: ASCII.lineFeed) {
      return feed > 0 && bytes[feed - 1] == ASCII.carriageReturn ? .crlf : .lf
    }
    return bytes.contains(ASCII.carriageReturn) ? .cr : .crlf
  }
}
