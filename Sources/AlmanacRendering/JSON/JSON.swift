/// A JSON value whose objects keep the order of their members, so that equal values are written alike.
///
/// ```swift
/// let value: JSON = ["version": 1, "items": [["summary": "Algebra \"I\""]]]
/// value.text()                    // {"version":1,"items":[{"summary":"Algebra \"I\""}]}
/// ```
public enum JSON: Sendable, Hashable {
  case null
  case bool(Bool)
  case int(Int)
  case string(String)
  case array([JSON])
  case object([Member])

  /// A key with its value.
  public struct Member: Sendable, Hashable {
    public let key: String
    public let value: JSON

    public init(_ key: String, _ value: JSON) {
      self.key = key
      self.value = value
    }
  }

  /// A text, or `null` where there is none.
  public init(_ text: String?) {
    self = text.map(JSON.string) ?? .null
  }

  /// The first value of a key of an object.
  public subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int) { self = .int(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(nilLiteral: ()) { self = .null }
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}

extension JSON {
  /// The value as text (RFC 8259), on one line or indented by two spaces a level, without a line break at its end.
  ///
  /// Beside what JSON demands, everything that acts on a terminal or turns the direction of writing is escaped.
  public func text(indented: Bool = false) -> String {
    var writer = JSONWriter(isIndented: indented)
    writer.write(self)
    return writer.output
  }
}

private struct JSONWriter {
  let isIndented: Bool
  var output = ""
  private var level = 0

  init(isIndented: Bool) {
    self.isIndented = isIndented
  }

  mutating func write(_ value: JSON) {
    switch value {
    case .null: output += "null"
    case .bool(let bool): output += bool ? "true" : "false"
    case .int(let int): output += String(int)
    case .string(let text): write(text)
    case .array(let values): list(values, "[", "]") { $0.write($1) }
    case .object(let members):
      list(members, "{", "}") { writer, member in
        writer.write(member.key)
        writer.output += writer.isIndented ? ": " : ":"
        writer.write(member.value)
      }
    }
  }

  private mutating func list<Element>(
    _ elements: [Element], _ open: String, _ close: String, write: (inout JSONWriter, Element) -> Void
  ) {
    output += open
    level += 1
    for (index, element) in elements.enumerated() {
      if index > 0 { output += "," }
      breakLine()
      write(&self, element)
    }
    level -= 1
    if !elements.isEmpty { breakLine() }
    output += close
  }

  private mutating func breakLine() {
    guard isIndented else { return }
    output += "\n" + String(repeating: "  ", count: level)
  }

  private mutating func write(_ text: String) {
    output += "\""
    // Most texts have nothing to escape.
    if SafeText.isSafe(text), !text.utf8.contains(where: { $0 == 0x22 || $0 == 0x5C }) {
      output += text
      output += "\""
      return
    }
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22: output += "\\\""
      case 0x5C: output += "\\\\"
      case 0x0A: output += "\\n"
      case 0x0D: output += "\\r"
      case 0x09: output += "\\t"
      case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: escape(scalar.value)
      default: output.unicodeScalars.append(scalar)
      }
    }
    output += "\""
  }

  private mutating func escape(_ value: UInt32) {
    let digits = String(value, radix: 16)
    output += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }
}
