/// A JSON value (RFC 8259). Objects keep the order of their members, numbers their digits.
package enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// Equal to another whatever lines they stand on.
  package struct Member: Sendable, Hashable {
    package let name: String
    package let value: JSONValue
    /// On which its name stands; 0 for one that was not read.
    package let line: Int
    /// Whether its text had control characters, which were reported and are left out.
    package let hadControls: Bool

    package init(name: String, value: JSONValue, line: Int = 0, hadControls: Bool = false) {
      (self.name, self.value, self.line, self.hadControls) = (name, value, line, hadControls)
    }

    package static func == (lhs: Member, rhs: Member) -> Bool {
      lhs.name == rhs.name && lhs.value == rhs.value
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(value)
    }
  }

  package var text: String? { if case .string(let text) = self { text } else { nil } }
  package var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
  package var members: [Member]? { if case .object(let members) = self { members } else { nil } }

  /// Whether a scalar is a control character. A text may have some of them, a URI none.
  package static func isControl(_ scalar: UInt32) -> Bool { scalar < 0x20 || scalar == 0x7F }

  /// A string, a number or a truth value as text.
  package var scalar: String? {
    switch self {
    case .string(let text), .number(let text): text
    case .bool(let value): value ? "TRUE" : "FALSE"
    case .null, .array, .object: nil
    }
  }

  /// How many values there are, itself and those within it.
  package var count: Int {
    switch self {
    case .array(let elements): elements.reduce(1) { $0 + $1.count }
    case .object(let members): members.reduce(1) { $0 + $1.value.count }
    default: 1
    }
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByStringLiteral {
  /// An object. Members without a value are left out: `["@type": "Link", "title": nil]` has one.
  package init(dictionaryLiteral members: (String, JSONValue?)...) {
    self = .object(members.compactMap { name, value in value.map { Member(name: name, value: $0) } })
  }

  package init(stringLiteral text: String) { self = .string(text) }
}

extension JSONValue {
  /// The value as text, without blanks.
  package var written: String {
    var writer = JSONWriter()
    writer.write(self)
    return writer.text
  }

  /// The value of a text; `nil` when it is no JSON.
  package init?(reading text: String, depth: Int) {
    var reader = JSONReader(Array(text.utf8), depth: depth)
    guard let value = try? reader.read() else { return nil }
    self = value
  }
}
