/// Writes JSON (RFC 8259), value by value.
///
/// ```swift
/// var writer = JSONWriter()
/// writer.write(["days": [1, 2]])
/// writer.text                     // {"days":[1,2]}
/// ```
package struct JSONWriter {
  /// The characters escaped in strings besides quotation marks and backslashes.
  package enum Escapes: Sendable {
    /// The control characters of ASCII.
    case controls
    /// All characters that control a terminal or change the writing direction.
    case terminal
  }

  private var bytes: [UInt8] = []
  private let escapes: Escapes
  private let isIndented: Bool
  /// The number of open arrays and objects.
  private var level = 0

  /// - Parameter isIndented: Whether each element is on a line of its own, indented by two spaces per level.
  package init(_ escapes: Escapes = .controls, isIndented: Bool = false) {
    (self.escapes, self.isIndented) = (escapes, isIndented)
  }

  /// The text written so far, without a final line break.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Removes and returns the UTF-8 of the text written so far.
  package mutating func drain() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  private mutating func put(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Writes an array or an object.
  private mutating func write<Part>(
    _ opening: Unicode.Scalar, _ parts: [Part], _ closing: Unicode.Scalar, _ body: (inout Self, Part) -> Void
  ) {
    bytes.append(UInt8(ascii: opening))
    level += 1
    for (index, part) in parts.enumerated() {
      if index > 0 { bytes.append(ASCII.comma) }
      breakLine()
      body(&self, part)
    }
    level -= 1
    if !parts.isEmpty { breakLine() }
    bytes.append(UInt8(ascii: closing))
  }

  private mutating func breakLine() {
    guard isIndented else { return }
    bytes.append(ASCII.lineFeed)
    bytes.append(contentsOf: repeatElement(ASCII.space, count: 2 * level))
  }

  package mutating func write(_ value: JSONValue) {
    switch value {
    case .null: put("null")
    case .bool(let value): put(value ? "true" : "false")
    case .number(let digits): put(digits)
    case .string(let text): write(text)
    case .array(let elements): write("[", elements, "]") { $0.write($1) }
    case .object(let members):
      write("{", members, "}") { writer, member in
        writer.write(member.name)
        writer.put(writer.isIndented ? ": " : ":")
        writer.write(member.value)
      }
    }
  }

  package mutating func write(_ text: String) {
    bytes.append(ASCII.quote)
    text.withBytes { given in
      var (start, index) = (0, 0)
      while index < given.count {
        guard let (scalar, length) = escaped(given, at: index) else {
          index += 1
          continue
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: given[start..<index]))
        escape(scalar)
        index += length
        start = index
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: given[start...]))
    }
    bytes.append(ASCII.quote)
  }

  /// The scalar at `index` and its length in bytes if it must be escaped; otherwise `nil`.
  private func escaped(
    _ text: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (scalar: UInt32, length: Int)? {
    let byte = text[index]
    switch byte {
    case 0..<0x20, ASCII.delete, ASCII.quote, ASCII.backslash: return (UInt32(byte), 1)
    case 0x80... where escapes == .terminal: return DisplayControl.scalar(in: text, at: index)
    default: return nil
    }
  }

  /// Writes a short escape, or one of UTF-16: two for a scalar above U+FFFF.
  private mutating func escape(_ scalar: UInt32) {
    if let short = Self.shortEscapes[scalar] { return put(short) }
    let units = scalar < 0x1_0000 ? [scalar] : [0xD800 + (scalar - 0x1_0000) >> 10, 0xDC00 + scalar & 0x3FF]
    for unit in units { put("\\u" + String(0x1_0000 + unit, radix: 16).dropFirst()) }
  }

  private static let shortEscapes: [UInt32: String] = [
    0x22: "\\\"", 0x5C: "\\\\", 0x0A: "\\n", 0x0D: "\\r", 0x09: "\\t",
  ]
}
