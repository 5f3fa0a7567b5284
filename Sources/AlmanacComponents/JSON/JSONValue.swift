/// A JSON value (RFC 8259). Objects preserve the order of their members, numbers preserve their digits.
///
/// ```swift
/// let value: JSONValue = ["version": 1, "items": [["summary": "Algebra"]]]
/// ```
public enum JSONValue: Sendable, Hashable {
  /// The literal `null`.
  case null
  /// The literal `true` or `false`.
  case bool(Bool)
  /// The digits of a number in JSON's grammar (RFC 8259 §6), which are written as they are.
  case number(String)
  /// The characters of a string, without quotation marks and escapes.
  case string(String)
  /// The elements of an array, in order.
  case array([JSONValue])
  /// The members of an object, in order.
  case object([Member])

  /// A member of an object.
  public struct Member: Sendable, Hashable {
    /// The name, without quotation marks and escapes.
    public let name: String
    /// The value of the member.
    public let value: JSONValue
    /// The line of the name, from 1; 0 if the member was not read from text.
    @Uncompared package var line: Int
    /// Whether its text had control characters, which were reported and removed.
    @Uncompared package var hadControls: Bool

    package init(name: String, value: JSONValue, line: Int = 0, hadControls: Bool = false) {
      (self.name, self.value, self.line, self.hadControls) = (name, value, line, hadControls)
    }

    /// Creates a member.
    public init(_ name: String, _ value: JSONValue) { self.init(name: name, value: value) }
  }

  package var text: String? { if case .string(let text) = self { text } else { nil } }
  package var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
  package var members: [Member]? { if case .object(let members) = self { members } else { nil } }

  /// The first member with the given name, if this is an object; assigning `nil` removes it. Complexity: O(n)
  /// in the number of members.
  public package(set) subscript(name: String) -> JSONValue? {
    get { members?.first { $0.name == name }?.value }
    set {
      guard case .object(var members) = self else { return }
      // Releases the only other reference, so that the members are changed without a copy.
      self = .null
      let place = members.firstIndex { $0.name == name }
      switch (place, newValue) {
      case (let place?, let value?): members[place] = Member(name: name, value: value)
      case (let place?, nil): members.remove(at: place)
      case (nil, let value?): members.append(Member(name: name, value: value))
      case (nil, nil): break
      }
      self = .object(members)
    }
  }

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

/// An object under construction: entries in order, found by name in constant time.
package struct JSONMap {
  package private(set) var entries: [JSONValue.Member] = []
  /// The index of the first entry of each name, if there are many entries; few are found faster without.
  private var places: [String: Int] = [:]
  /// The smallest number that may be unused as a name.
  private var next = 1

  package init(_ entries: [JSONValue.Member] = []) {
    for entry in entries { append(entry) }
    next += entries.count
  }

  package subscript(name: String) -> JSONValue? {
    get { place(of: name).map { entries[$0].value } }
    set {
      guard let entry = newValue.map({ JSONValue.Member(name: name, value: $0) }) else { return }
      if !replace(entry) { append(entry) }
    }
  }

  private func place(of name: String) -> Int? {
    places.isEmpty ? entries.firstIndex { $0.name == name } : places[name]
  }

  /// Replaces the entry of the same name.
  ///
  /// - Returns: Whether there was one.
  package mutating func replace(_ entry: JSONValue.Member) -> Bool {
    guard let place = place(of: entry.name) else { return false }
    entries[place] = entry
    return true
  }

  /// Appends an entry, even if there is one of its name.
  package mutating func append(_ entry: JSONValue.Member) {
    entries.append(entry)
    guard entries.count > 16 else { return }
    for place in (places.isEmpty ? 0 : entries.count - 1)..<entries.count
    where places[entries[place].name] == nil {
      places[entries[place].name] = place
    }
  }

  /// An unused name that is a number. Complexity: O(n) in the number of entries for all calls together.
  package mutating func freeNumber() -> String {
    while place(of: String(next)) != nil { next += 1 }
    return String(next)
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
  /// Creates an object. Members without a value are omitted:
  /// `["@type": "Link", "title": nil]` has one member.
  public init(dictionaryLiteral members: (String, JSONValue?)...) {
    var present: [Member] = []
    present.reserveCapacity(members.count)
    for case (let name, let value?) in members { present.append(Member(name, value)) }
    self = .object(present)
  }

  public init(stringLiteral text: String) { self = .string(text) }
  public init(integerLiteral value: Int) { self = .number(String(value)) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
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
