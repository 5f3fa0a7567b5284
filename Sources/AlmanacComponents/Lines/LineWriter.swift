/// Writes content lines: parameters quoted and encoded, lines normally folded at 75 octets and ended by CRLF
/// (RFC 5545 §3.1, RFC 6868).
///
/// Each call writes exactly one content line; line breaks and other control characters in
/// its arguments are removed.
package struct LineWriter: Sendable {
  package private(set) var bytes: [UInt8] = []
  private let ending: [UInt8]
  /// The text inserted at a fold.
  private let separator: [UInt8]
  private let isFolding: Bool

  package init(ending: ContentSource.LineEnding = .crlf, isFolding: Bool = true) {
    (self.ending, self.isFolding) = (ending.bytes, isFolding)
    separator = ending.bytes + [ASCII.space]
  }

  /// - Parameter value: Already escaped if its type requires it.
  package mutating func write(_ name: String, _ parameters: [Parameter] = [], value: String) {
    let start = bytes.count
    reserveCapacity(value.utf8.count)
    Self.append(name, to: &bytes)
    // Some readers end an unquoted TZID at the last colon before digits.
    Self.append(parameters, quotingZones: value.utf8.contains(ASCII.colon), to: &bytes)
    bytes.append(ASCII.colon)
    Self.append(value, to: &bytes)
    endLine(from: start)
  }

  package mutating func write(_ property: Property) {
    write(property.name, property.parameters, value: property.value)
  }

  /// Writes a component with its subcomponents; parts without a legal name are omitted.
  ///
  /// - Parameter more: Writes further content before the END.
  package mutating func write(_ component: Component, _ more: (inout LineWriter) -> Void = { _ in }) {
    write("BEGIN", value: component.name)
    for property in component.properties where property.hasLegalName { write(property) }
    for inner in component.components where inner.hasLegalName { write(inner) }
    more(&self)
    write("END", value: component.name)
  }

  /// - Parameters:
  ///   - name: Without control characters.
  ///   - appendValue: Appends the value, without control characters, and beside a TZID without colons.
  package mutating func write(
    _ name: UnsafeBufferPointer<UInt8>, _ parameters: [Parameter] = [], appendValue: (inout [UInt8]) -> Void
  ) {
    let start = bytes.count
    reserveCapacity(0)
    bytes.append(contentsOf: name)
    Self.append(parameters, quotingZones: false, to: &bytes)
    bytes.append(ASCII.colon)
    appendValue(&bytes)
    endLine(from: start)
  }

  /// Appends a text without control characters.
  private static func append(_ text: String, to line: inout [UInt8]) {
    text.withBytes { append($0, to: &line) }
  }

  private static func append(_ text: UnsafeBufferPointer<UInt8>, to line: inout [UInt8]) {
    if LineGrammar.hasControls(text) {
      line.append(contentsOf: text.lazy.filter { !ASCII.isControl($0) })
    } else {
      line.append(contentsOf: text)
    }
  }

  /// - Parameter quotingZones: Whether a TZID is quoted.
  private static func append(
    _ parameters: [Parameter], quotingZones: @autoclosure () -> Bool, to line: inout [UInt8]
  ) {
    for parameter in parameters {
      line.append(ASCII.semicolon)
      append(parameter.name, to: &line)
      line.append(ASCII.equals)
      let isQuoted = parameter.isNamed("TZID") ? quotingZones() : addresses.contains(parameter.name)
      for (index, value) in parameter.asWritten.values.enumerated() {
        if index > 0 { line.append(ASCII.comma) }
        append(value, quoted: isQuoted, to: &line)
      }
    }
  }

  /// The parameters whose values are addresses, which are always quoted (RFC 5545 §3.2).
  private static let addresses = ["ALTREP", "DELEGATED-FROM", "DELEGATED-TO", "DIR", "MEMBER", "SENT-BY"]

  /// Writes an unfolded line.
  package mutating func write(line: [UInt8]) {
    let start = bytes.count
    reserveCapacity(line.count)
    line.withUnsafeBufferPointer { Self.append($0, to: &bytes) }
    endLine(from: start)
  }

  /// Appends bytes that are complete lines.
  package mutating func write(verbatim lines: some Collection<UInt8>) { bytes.append(contentsOf: lines) }

  /// Removes the bytes from `position` on.
  package mutating func removeEnd(from position: Int) { bytes.removeLast(bytes.count - position) }

  /// Returns the bytes written so far and empties the writer.
  package mutating func drain() -> [UInt8] {
    guard 2 * bytes.count < bytes.capacity || bytes.count < 1 << 16 else {
      var drained: [UInt8] = []
      swap(&bytes, &drained)
      return drained
    }
    defer { removeEnd(from: 0) }
    // A copy of the right size: returning the array itself would share its storage,
    // whose capacity would be lost.
    return bytes.withUnsafeBufferPointer { Array($0) }
  }

  /// Reserves capacity for a line, or several, of `count` bytes in total.
  package mutating func reserveCapacity(_ count: Int) { makeRoom(count + foldingRoom(count) + Self.width) }

  /// Doubles the capacity, or more, when it is exhausted, so that appending lines takes linear time.
  private mutating func makeRoom(_ count: Int) {
    let needed = bytes.count + count
    if needed > bytes.capacity { bytes.reserveCapacity(max(needed, 2 * bytes.capacity)) }
  }

  /// Folds and terminates the content appended since `start`.
  private mutating func endLine(from start: Int) {
    if isFolding, bytes.count - start > Self.width { fold(from: start) }
    bytes.append(contentsOf: ending)
  }

  /// The maximal length of a line in octets, without the line ending.
  private static let width = 75

  /// An upper bound of the bytes that folding adds: each segment has at least 70 octets.
  private func foldingRoom(_ count: Int) -> Int { (count / (Self.width - 5) + 1) * separator.count }

  /// Folds at 75 octets, never within a character. Folds in place: the line is moved up by the room that
  /// folds can need, then written from its beginning.
  private mutating func fold(from start: Int) {
    let count = bytes.count - start
    let room = foldingRoom(count)
    makeRoom(room + ending.count)
    bytes.append(contentsOf: repeatElement(0, count: room))
    let end = bytes.withUnsafeMutableBufferPointer { bytes -> Int in
      guard let base = bytes.baseAddress else { return start }
      (base + start + room).update(from: base + start, count: count)
      let line = UnsafeBufferPointer(start: base + start + room, count: count)
      return separator.withUnsafeBufferPointer { Self.fold(line, to: base + start, $0) } - base
    }
    removeEnd(from: end)
  }

  /// - Parameter output: Precedes the line by enough bytes that writing never overtakes reading.
  /// - Returns: The end of the output.
  private static func fold(
    _ line: UnsafeBufferPointer<UInt8>, to output: UnsafeMutablePointer<UInt8>,
    _ separator: UnsafeBufferPointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    guard let base = line.baseAddress, let separatorBase = separator.baseAddress else { return output }
    var output = output
    var start = 0
    var room = width
    while line.count - start > room {
      var end = start + room
      var back = 0
      while back < 4, line[end] & 0xC0 == 0x80 {
        end -= 1
        back += 1
      }
      output.update(from: base + start, count: end - start)
      output += end - start
      output.update(from: separatorBase, count: separator.count)
      output += separator.count
      start = end
      room = width - 1
    }
    output.update(from: base + start, count: line.count - start)
    return output + (line.count - start)
  }

  /// Appends a parameter value, quoted if it contains `:` `;` `,`, with `^n` `^'` `^^` for characters not
  /// allowed in quotes.
  static func append(_ value: String, quoted: Bool = false, to line: inout [UInt8]) {
    // Values with escapes need no quotes, but some readers decode carets only in quotes.
    guard quoted || value.utf8.contains(where: needsQuotes) else { return append(value, to: &line) }
    line.append(ASCII.quote)
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
    line.append(ASCII.quote)
  }

  private static func needsQuotes(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.colon, ASCII.semicolon, ASCII.comma, ASCII.caret, ASCII.quote, ASCII.lineFeed,
      ASCII.carriageReturn:
      true
    default: false
    }
  }
}
