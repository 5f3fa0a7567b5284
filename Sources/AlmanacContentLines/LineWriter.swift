/// Writes content lines: parameters quoted and encoded, lines folded at 75 octets, CRLF (RFC 5545 §3.1, RFC 6868).
///
/// Whatever is given, each call writes one content line: line ends and other control characters are left out.
public struct LineWriter: Sendable {
  public private(set) var bytes: [UInt8] = []
  private let ending: [UInt8]

  public init(ending: ContentSource.LineEnding = .crlf) { self.ending = ending.bytes }

  /// - Parameter value: already escaped where its type asks for it.
  public mutating func write(_ name: String, _ parameters: [ContentParameter] = [], value: String) {
    Self.line(name, parameters, value: value).withUnsafeBufferPointer { write(line: $0) }
  }

  /// The unfolded line that ``write(_:_:value:)`` folds.
  public static func unfolded(_ name: String, _ parameters: [ContentParameter] = [], value: String) -> String
  {
    String(decoding: line(name, parameters, value: value).filter { !ASCII.isControl($0) }, as: UTF8.self)
  }

  /// An unfolded line, with the parameters encoded.
  ///
  /// - Parameter appendValue: Puts the value behind the colon.
  public static func line(
    _ name: String, _ parameters: [ContentParameter], _ appendValue: (inout [UInt8]) -> Void
  ) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(128)
    line.append(contentsOf: name.utf8)
    // Readers take an unquoted TZID up to the last colon that digits follow.
    let hasZone = parameters.contains { $0.name.utf8.count == 4 && $0.name.uppercased() == "TZID" }
    let start = line.count
    append(parameters, quotingZones: false, to: &line)
    line.append(ASCII.colon)
    let value = line.count
    appendValue(&line)
    if hasZone, line[value...].contains(ASCII.colon) {
      let tail = line[value...]
      line.removeLast(line.count - start)
      append(parameters, quotingZones: true, to: &line)
      line.append(ASCII.colon)
      line += tail
    }
    return line
  }

  private static func append(
    _ parameters: [ContentParameter], quotingZones: Bool, to line: inout [UInt8]
  ) {
    for parameter in parameters {
      line.append(ASCII.semicolon)
      line.append(contentsOf: parameter.name.utf8)
      line.append(ASCII.equals)
      let isQuoted = quotingZones && parameter.name.uppercased() == "TZID"
      for (index, value) in parameter.values.enumerated() {
        if index > 0 { line.append(ASCII.comma) }
        append(value, quoted: isQuoted, to: &line)
      }
    }
  }

  private static func line(_ name: String, _ parameters: [ContentParameter], value: String) -> [UInt8] {
    line(name, parameters) { $0.append(contentsOf: value.utf8) }
  }

  /// Writes a whole unfolded line.
  public mutating func write(line: UnsafeBufferPointer<UInt8>) {
    if LineGrammar.firstControl(in: line) != nil {
      let clean = line.filter { !ASCII.isControl($0) }
      clean.withUnsafeBufferPointer { fold($0) }
    } else {
      fold(line)
    }
  }

  public mutating func write(line: String) {
    var line = line
    line.withUTF8 { write(line: $0) }
  }

  public mutating func write(line: [UInt8]) { line.withUnsafeBufferPointer { write(line: $0) } }

  /// Appends bytes that are whole lines already.
  public mutating func write(verbatim lines: some Sequence<UInt8>) { bytes.append(contentsOf: lines) }

  /// Takes back what was written from `position` on.
  public mutating func removeEnd(from position: Int) { bytes.removeLast(bytes.count - position) }

  /// At most 75 octets a line, never within a character.
  private mutating func fold(_ line: UnsafeBufferPointer<UInt8>) {
    var start = 0
    var room = 75
    while line.count - start > room {
      var end = start + room
      var back = 0
      while back < 4, line[end] & 0xC0 == 0x80 {
        end -= 1
        back += 1
      }
      bytes.append(contentsOf: line[start..<end])
      bytes.append(contentsOf: ending)
      bytes.append(ASCII.space)
      start = end
      room = 74
    }
    bytes.append(contentsOf: line[start...])
    bytes.append(contentsOf: ending)
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
