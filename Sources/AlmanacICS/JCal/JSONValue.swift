/// A JSON value (RFC 8259). Objects keep the order of their members, numbers their digits.
enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// Equal to another whatever lines they stand on.
  struct Member: Sendable, Hashable {
    let name: String
    let value: JSONValue
    /// On which its name stands; 0 for one that was not read.
    var line = 0
    /// Whether it was told that its text had control characters, which it has no more.
    var isTold = false

    static func == (lhs: Member, rhs: Member) -> Bool { lhs.name == rhs.name && lhs.value == rhs.value }

    func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(value)
    }
  }

  var text: String? { if case .string(let text) = self { text } else { nil } }
  var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
  var members: [Member]? { if case .object(let members) = self { members } else { nil } }

  /// Whether a scalar is a control character. A text may have some of them, a URI none.
  static func isControl(_ scalar: UInt32) -> Bool { scalar < 0x20 || scalar == 0x7F }

  /// A string, a number or a truth value as text.
  var scalar: String? {
    switch self {
    case .string(let text), .number(let text): text
    case .bool(let value): value ? "TRUE" : "FALSE"
    case .null, .array, .object: nil
    }
  }
}

/// Writes JSON without blanks.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ value: JSONValue) {
    switch value {
    case .null: put("null")
    case .bool(let value): put(value ? "true" : "false")
    case .number(let digits): put(digits)
    case .string(let text): write(text)
    case .array(let elements):
      put("[")
      for (index, element) in elements.enumerated() {
        if index > 0 { put(",") }
        write(element)
      }
      put("]")
    case .object(let members):
      put("{")
      for (index, member) in members.enumerated() {
        if index > 0 { put(",") }
        write(member.name)
        put(":")
        write(member.value)
      }
      put("}")
    }
  }

  private mutating func put(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): put("\\\"")
      case UInt8(ascii: "\\"): put("\\\\")
      case 0x0A: put("\\n")
      case 0x0D: put("\\r")
      case 0x09: put("\\t")
      case 0..<0x20, 0x7F:
        let digits = String(byte, radix: 16)
        put("\\u00" + (digits.utf8.count < 2 ? "0" : "") + digits)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
