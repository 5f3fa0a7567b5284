/// Writes content lines: parameters quoted and encoded, lines folded at 75 octets, CRLF (RFC 5545 §3.1, RFC 6868).
///
/// Whatever is given, each call writes one content line: line ends and other control characters are left out.
public struct LineWriter: Sendable {
  public private(set) var bytes: [UInt8] = []
  private let ending: [UInt8]

  public init(ending: ContentSource.LineEnding = .crlf) { self.ending = ending.bytes }

  /// - Parameter value: already escaped where its type asks for it.
  public mutating func write(_ name: String, _ parameters: [ContentParameter] = [], value: String) {
    write(name, parameters) { Self.append(value, to: &$0) }
  }

  /// - Parameter appendValue: Puts the value behind the colon.
  public mutating func write(
    _ name: String, _ parameters: [ContentParameter] = [], appendValue: (inout [UInt8]) -> Void
  ) {
    var name = name
    name.withUTF8 { write($0, parameters, appendValue: appendValue) }
  }

  /// - Parameter appendValue: Puts the value behind the colon.
  public mutating func write(
    _ name: UnsafeBufferPointer<UInt8>, _ parameters: [ContentParameter] = [],
    appendValue: (inout [UInt8]) -> Void
  ) {
    let start = bytes.count
    Self.append(name, parameters, appendValue, to: &bytes)
    endLine(from: start)
  }

  /// The unfolded line that ``write(_:_:value:)`` folds.
  public static func unfolded(_ name: String, _ parameters: [ContentParameter] = [], value: String) -> String
  {
    var line: [UInt8] = []
    var name = name
    name.withUTF8 { append($0, parameters, { append(value, to: &$0) }, to: &line) }
    return String(decoding: line.filter { !ASCII.isControl($0) }, as: UTF8.self)
  }

  private static func append(_ text: String, to line: inout [UInt8]) {
    var text = text
    text.withUTF8 { line.append(contentsOf: $0) }
  }

  /// Appends an unfolded line, with the parameters encoded.
  private static func append(
    _ name: UnsafeBufferPointer<UInt8>, _ parameters: [ContentParameter],
    _ appendValue: (inout [UInt8]) -> Void, to line: inout [UInt8]
  ) {
    line.append(contentsOf: name)
    let start = line.count
    append(parameters, quotingZones: false, to: &line)
    line.append(ASCII.colon)
    let value = line.count
    appendValue(&line)
    // Readers take an unquoted TZID up to the last colon that digits follow.
    guard parameters.contains(where: isZone), line[value...].contains(ASCII.colon) else { return }
    let tail = Array(line[value...])
    line.removeLast(line.count - start)
    append(parameters, quotingZones: true, to: &line)
    line.append(ASCII.colon)
    line += tail
  }

  private static func isZone(_ parameter: ContentParameter) -> Bool {
    parameter.name == "TZID" || (parameter.name.utf8.count == 4 && parameter.name.uppercased() == "TZID")
  }

  private static func append(
    _ parameters: [ContentParameter], quotingZones: Bool, to line: inout [UInt8]
  ) {
    for parameter in parameters {
      line.append(ASCII.semicolon)
      line.append(contentsOf: parameter.name.utf8)
      line.append(ASCII.equals)
      let isQuoted = quotingZones && isZone(parameter)
      for (index, value) in parameter.values.enumerated() {
        if index > 0 { line.append(ASCII.comma) }
        append(value, quoted: isQuoted, to: &line)
      }
    }
  }

  /// Writes a whole unfolded line.
  public mutating func write(line: UnsafeBufferPointer<UInt8>) {
    let start = bytes.count
    bytes.append(contentsOf: line)
    endLine(from: start)
  }

  public mutating func write(line: String) {
    var line = line
    line.withUTF8 { write(line: $0) }
  }

  public mutating func write(line: [UInt8]) { line.withUnsafeBufferPointer { write(line: $0) } }

  /// Appends bytes that are whole lines already.
  public mutating func write(verbatim lines: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: lines) }

  public mutating func write(verbatim lines: ArraySlice<UInt8>) { bytes.append(contentsOf: lines) }

  /// Takes back what was written from `position` on.
  public mutating func removeEnd(from position: Int) { bytes.removeLast(bytes.count - position) }

  /// Makes what was appended since `start` a content line: without control characters, folded, ended.
  private mutating func endLine(from start: Int) {
    let hasControls = bytes.withUnsafeBufferPointer { bytes in
      LineGrammar.firstControl(in: UnsafeBufferPointer(rebasing: bytes[start...])) != nil
    }
    if hasControls || bytes.count - start > Self.width {
      let line = hasControls ? bytes[start...].filter { !ASCII.isControl($0) } : Array(bytes[start...])
      bytes.removeLast(bytes.count - start)
      let folded = start + line.count + line.count / (Self.width - 1) * 3
      // A long line finds its room at once; the next one does not have to.
      if folded > bytes.capacity { bytes.reserveCapacity(max(folded + 16, 2 * bytes.capacity)) }
      line.withUnsafeBufferPointer { fold($0) }
    }
    bytes.append(contentsOf: ending)
  }

  /// In octets, the line end aside.
  private static let width = 75

  /// At most 75 octets a line, never within a character.
  private mutating func fold(_ line: UnsafeBufferPointer<UInt8>) {
    var start = 0
    var room = Self.width
    while line.count - start > room {
      var end = start + room
      var back = 0
      while back < 4, line[end] & 0xC0 == 0x80 {
        end -= 1
        back += 1
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: line[start..<end]))
      bytes.append(contentsOf: ending)
      bytes.append(ASCII.space)
      start = end
      room = Self.width - 1
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: line[start...]))
  }

  /// A parameter value, in quotes where it holds `:` `;` `,`, with `^n` `^'` `^^` for what quotes cannot hold.
  static func append(_ value: String, quoted: Bool = false, to line: inout [UInt8]) {
    let isQuoted =
      quoted || value.utf8.contains { $0 == ASCII.colon || $0 == ASCII.semicolon || $0 == ASCII.comma }
    if isQuoted { line.append(ASCII.quote) }
    var previous: UInt8 = 0
    for byte in value.utf8 {
      switch byte {
      case ASCII.quote:
        line.append(contentsOf: [ASCII.caret, UInt8(ascii: "'")])
      case ASCII.caret:
        line.append(contentsOf: [ASCII.caret, ASCII.caret])
      case ASCII.lineFeed where previous == ASCII.carriageReturn:
        break
      case ASCII.lineFeed, ASCII.carriageReturn:
        line.append(contentsOf: [ASCII.caret, UInt8(ascii: "n")])
      default:
        if !ASCII.isControl(byte) { line.append(byte) }
      }
      previous = byte
    }
    if isQuoted { line.append(ASCII.quote) }
  }
}
