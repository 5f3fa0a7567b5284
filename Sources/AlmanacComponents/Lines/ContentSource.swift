/// The bytes of a document as well-formed UTF-8, whatever they came as.
///
/// Bytes that are well-formed UTF-8 already are kept as they are, so untouched text can be written back byte for byte.
package struct ContentSource: Sendable {
  package enum Encoding: Sendable, Hashable {
    case utf8
    case utf16LittleEndian
    case utf16BigEndian
    /// Lines that are no UTF-8 were read as Windows-1252 (a superset of printable Latin-1).
    case windows1252
  }

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
  /// What the bytes were given as.
  package let encoding: Encoding
  package let lineEnding: LineEnding
  /// What was decoded or mended.
  package let findings: Diagnostics
  /// Lines that are no text in any encoding, with what was given for them.
  let undecoded: [UndecodedLine]

  /// Nothing yet; lines will be ended by CRLF.
  package init() {
    bytes = []
    start = 0
    encoding = .utf8
    lineEnding = .crlf
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
    guard given.count <= limits.bytes else {
      throw ICSError(.tooManyBytes, line: 0, limit: limits.bytes)
    }
    var findings = Diagnostics(limit: limits.diagnostics)
    var encoding = Encoding.utf8
    var undecoded: [UndecodedLine] = []
    var bytes = given
    if let order = UTF16Decoding.byteOrder(of: given) {
      encoding = order == .little ? .utf16LittleEndian : .utf16BigEndian
      bytes = UTF16Decoding.utf8(of: given, order, reporting: &findings)
    }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let ending = Self.lineEnding(of: bytes)
    if bytes.withUnsafeBufferPointer({ !UTF8Validation.isValid($0) }) {
      var repair = UTF8Repair(findings: findings, firstLine: firstLine)
      bytes = repair.repaired(bytes, from: start, ending: ending)
      findings = repair.findings
      undecoded = repair.undecoded
      if repair.readWindows1252 { encoding = .windows1252 }
    }
    guard bytes.count <= limits.bytes else {
      throw ICSError(.tooManyBytes, line: 0, limit: limits.bytes)
    }
    self.bytes = bytes
    self.start = start
    self.encoding = encoding
    lineEnding = ending
    self.findings = findings
    self.undecoded = undecoded
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
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return .crlf }
      let feed = firstPosition(of: ASCII.lineFeed, in: base, from: 0, to: buffer.count)
      if feed < buffer.count {
        return feed > 0 && buffer[feed - 1] == ASCII.carriageReturn ? .crlf : .lf
      }
      let carriage = firstPosition(of: ASCII.carriageReturn, in: base, from: 0, to: buffer.count)
      return carriage < buffer.count ? .cr : .crlf
    }
  }
}
