/// Writes JSON (RFC 8259), value by value.
///
/// ```swift
/// var writer = JSONWriter()
/// writer.beginObject()
/// writer.write(name: "days")
/// writer.beginArray()
/// for day in [1, 2] { writer.beginElement(); writer.write(number: String(day)) }
/// writer.endArray()
/// writer.endObject()
/// writer.text                     // {"days":[1,2]}
/// ```
package struct JSONWriter {
  /// What is escaped in texts beside quotation marks and backslashes.
  package enum Escapes: Sendable {
    /// Control characters of ASCII.
    case controls
    /// Everything that acts on a terminal or turns the direction of writing.
    case terminal
  }

  package private(set) var bytes: [UInt8] = []
  private let escapes: Escapes
  private let isIndented: Bool
  /// How many arrays and objects are open.
  private var level = 0
  /// Whether the innermost of them has nothing yet.
  private var isEmpty = true

  /// - Parameter isIndented: Whether each element has a line of its own, two blanks further in than what it is in.
  package init(_ escapes: Escapes = .controls, isIndented: Bool = false) {
    self.escapes = escapes
    self.isIndented = isIndented
  }

  /// What is written, without a line break at its end.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  private mutating func put(_ text: String) { bytes.append(contentsOf: text.utf8) }
}

// MARK: Arrays and objects

extension JSONWriter {
  package mutating func beginArray() { begin("[") }

  package mutating func endArray() { end("]") }

  package mutating func beginObject() { begin("{") }

  package mutating func endObject() { end("}") }

  private mutating func begin(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    level += 1
    isEmpty = true
  }

  private mutating func end(_ bracket: Unicode.Scalar) {
    level -= 1
    if !isEmpty { breakLine() }
    bytes.append(UInt8(ascii: bracket))
    isEmpty = false
  }

  /// Precedes each element of an array.
  package mutating func beginElement() {
    if !isEmpty { bytes.append(UInt8(ascii: ",")) }
    isEmpty = false
    breakLine()
  }

  /// Precedes the value of each member of an object.
  package mutating func write(name: String) {
    beginElement()
    write(name)
    put(isIndented ? ": " : ":")
  }

  private mutating func breakLine() {
    guard isIndented else { return }
    bytes.append(0x0A)
    bytes.append(contentsOf: repeatElement(0x20, count: 2 * level))
  }
}

// MARK: Values

extension JSONWriter {
  package mutating func write(_ value: JSONValue) {
    switch value {
    case .null: writeNull()
    case .bool(let value): write(value)
    case .number(let digits): write(number: digits)
    case .string(let text): write(text)
    case .array(let elements):
      beginArray()
      for element in elements {
        beginElement()
        write(element)
      }
      endArray()
    case .object(let members):
      beginObject()
      for member in members {
        write(name: member.name)
        write(member.value)
      }
      endObject()
    }
  }

  package mutating func writeNull() { put("null") }

  package mutating func write(_ value: Bool) { put(value ? "true" : "false") }

  /// - Parameter digits: A number as JSON spells it: see ``JSONNumber``.
  package mutating func write(number digits: String) { put(digits) }

  package mutating func write(_ text: String) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { given in
      var start = 0
      var index = 0
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
    bytes.append(UInt8(ascii: "\""))
  }

  /// The scalar that begins at a byte of a text, and its length, where it does not stand for itself.
  private func escaped(
    _ text: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (scalar: UInt32, length: Int)? {
    let byte = text[index]
    switch byte {
    case 0..<0x20, 0x7F, UInt8(ascii: "\""), UInt8(ascii: "\\"): return (UInt32(byte), 1)
    // U+0080 … U+009F
    case 0xC2 where escapes == .terminal && index + 1 < text.count && text[index + 1] < 0xA0:
      return (UInt32(text[index + 1]), 2)
    // U+2028 … U+202E, U+2066 … U+2069
    case 0xE2 where escapes == .terminal && index + 2 < text.count:
      let scalar = 0x2000 | UInt32(text[index + 1] & 0x3F) << 6 | UInt32(text[index + 2] & 0x3F)
      return 0x2028...0x202E ~= scalar || 0x2066...0x2069 ~= scalar ? (scalar, 3) : nil
    default: return nil
    }
  }

  private mutating func escape(_ scalar: UInt32) {
    switch scalar {
    case 0x22: put("\\\"")
    case 0x5C: put("\\\\")
    case 0x0A: put("\\n")
    case 0x0D: put("\\r")
    case 0x09: put("\\t")
    default:
      let digits = String(scalar, radix: 16)
      put("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits)
    }
  }
}
