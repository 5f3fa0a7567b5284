/// A JSON value (RFC 8259). Objects preserve the order of their members, numbers preserve their digits.
package enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// A member of an object.
  package struct Member: Sendable, Hashable {
    package let name: String
    package let value: JSONValue
    /// The line of the name, from 1; 0 if the member was not read from text.
    @Uncompared package var line: Int
    /// Whether its text had control characters, which were reported and removed.
    @Uncompared package var hadControls: Bool

    package init(name: String, value: JSONValue, line: Int = 0, hadControls: Bool = false) {
      (self.name, self.value, self.line, self.hadControls) = (name, value, line, hadControls)
    }
  }

  package var text: String? { if case .string(let text) = self { text } else { nil } }
  package var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
  package var members: [Member]? { if case .object(let members) = self { members } else { nil } }

  /// Whether a scalar is a control character. A string may contain some of them, a URI none.
  package static func isControl(_ scalar: UInt32) -> Bool { scalar < 0x20 || scalar == 0x7F }

  /// A string, a number or a Boolean as text.
  package var scalar: String? {
    switch self {
    case .string(let text), .number(let text): text
    case .bool(let value): value ? "TRUE" : "FALSE"
    case .null, .array, .object: nil
    }
  }

  /// The number of values, nested ones and itself included.
  package var count: Int {
    switch self {
    case .array(let elements): elements.reduce(1) { $0 + $1.count }
    case .object(let members): members.reduce(1) { $0 + $1.value.count }
    default: 1
    }
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByStringLiteral {
  /// Creates an object. Members without a value are omitted:
  /// `["@type": "Link", "title": nil]` has one member.
  package init(dictionaryLiteral members: (String, JSONValue?)...) {
    self = .object(members.compactMap { name, value in value.map { Member(name: name, value: $0) } })
  }

  package init(stringLiteral text: String) { self = .string(text) }
}

extension JSONValue {
  /// The value as JSON text without whitespace.
  package var written: String {
    var writer = JSONWriter()
    writer.write(self)
    return writer.text
  }

  /// Parses a text; `nil` if it is not JSON or exceeds `depth`.
  package init?(reading text: String, depth: Int) {
    var reader = JSONReader(Array(text.utf8), depth: depth)
    guard let value = try? reader.read() else { return nil }
    self = value
  }
}
