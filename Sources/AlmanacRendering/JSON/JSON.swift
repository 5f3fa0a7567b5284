import AlmanacComponents

/// A JSON value whose objects have their members in order, so that equal values have equal text.
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

  /// A string, or `null` for `nil`.
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
  /// The value as text (RFC 8259), on one line or indented by two spaces for each level, without a line break at its end.
  ///
  /// Controls of the terminal and of writing direction are escaped too.
  public func text(indented: Bool = false) -> String {
    var writer = JSONWriter(.terminal, isIndented: indented)
    write(to: &writer)
    return writer.text
  }

  private func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.writeNull()
    case .bool(let bool): writer.write(bool)
    case .int(let int): writer.write(number: String(int))
    case .string(let text): writer.write(text)
    case .array(let values): writer.write(array: values) { $1.write(to: &$0) }
    case .object(let members):
      writer.write(object: members) { writer, member in
        writer.write(name: member.key)
        member.value.write(to: &writer)
      }
    }
  }
}
