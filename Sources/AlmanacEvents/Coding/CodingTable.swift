package import AlmanacTime

/// The coded form of a type as an object: a table with each field once, for writing and for reading. Absent and empty values
/// are not written; unknown keys are ignored.
struct CodingTable<Root: Sendable>: Sendable {
  let fields: [Field]
  /// The value whose fields replace absent ones.
  private let blank: Root
  /// Whether the coded object has the key `schema`, the version of its form, unless it is within another object.
  private let isStored: Bool

  /// The iCalendar properties that the fields represent, in order.
  var properties: [PropertyName] { fields.filter { !$0.isLeftover }.flatMap { $0.properties } }

  /// The properties that are stored as they were read.
  var leftover: [PropertyName] { fields.filter { $0.isLeftover }.flatMap { $0.properties } }

  init(blank: Root, isStored: Bool = false, _ fields: Field...) {
    (self.blank, self.fields, self.isStored) = (blank, fields, isStored)
  }

  struct Field: Sendable {
    let keys: [TextKey]
    var properties: [PropertyName] = []
    /// Whether the field stores what no other field represents.
    var isLeftover = false
    let encode: @Sendable (Root, inout KeyedEncodingContainer<TextKey>) throws -> Void
    let decode: @Sendable (inout Root, KeyedDecodingContainer<TextKey>) throws -> Void
  }

  func encode(_ value: Root, to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: TextKey.self)
    if isStored { try container.encodeSchema(of: encoder) }
    for field in fields { try field.encode(value, &container) }
  }

  /// Decodes a value; absent fields are those of the blank one.
  func value(from decoder: any Decoder) throws -> Root {
    var value = blank
    let container = try decoder.container(keyedBy: TextKey.self)
    if isStored { _ = try container.decode(StoredSchema.self, forKey: "schema") }
    for field in fields { try field.decode(&value, container) }
    return value
  }
}

/// A type that is coded by its table alone.
protocol TableCoded: Codable, Sendable {
  static var codingTable: CodingTable<Self> { get }
}

extension TableCoded {
  public init(from decoder: any Decoder) throws { self = try Self.codingTable.value(from: decoder) }
  public func encode(to encoder: any Encoder) throws { try Self.codingTable.encode(self, to: encoder) }
}

extension TextKey: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self.init(stringValue: value) }
}

extension CodingTable.Field {
  typealias Path<Value> = WritableKeyPath<Root, Value> & Sendable

  /// A text, empty when absent.
  static func text(_ key: TextKey, _ path: any Path<String>, _ properties: [PropertyName] = []) -> Self {
    value(key, path, properties, unless: "")
  }

  static func list<Value: Codable & Equatable & Sendable>(
    _ key: TextKey, _ path: any Path<[Value]>, _ properties: [PropertyName] = []
  ) -> Self { value(key, path, properties, unless: []) }

  static func optional<Value: Codable & Equatable & Sendable>(
    _ key: TextKey, _ path: any Path<Value?>, _ properties: [PropertyName] = []
  ) -> Self { value(key, path, properties, unless: nil) }

  /// The properties and components that are stored as they were read.
  static func unmodelled(_ path: any Path<Unmodelled>, _ properties: [PropertyName]) -> Self {
    var field = value("unmodelled", path, properties, unless: Unmodelled())
    field.isLeftover = true
    return field
  }

  /// A value that is always written and must be there.
  static func required<Value: Codable & Sendable>(
    _ key: TextKey, _ path: any Path<Value>, _ properties: [PropertyName] = []
  ) -> Self {
    Self(keys: [key], properties: properties) { (root, container) throws in
      try container.encode(root[keyPath: path], forKey: key)
    } decode: { (root, container) throws in
      root[keyPath: path] = try container.decode(Value.self, forKey: key)
    }
  }

  /// A value that is not written when it is the default.
  static func value<Value: Codable & Equatable & Sendable>(
    _ key: TextKey, _ path: any Path<Value>, _ properties: [PropertyName] = [], unless usual: Value
  ) -> Self {
    Self(keys: [key], properties: properties) { (root, container) throws in
      if root[keyPath: path] != usual { try container.encode(root[keyPath: path], forKey: key) }
    } decode: { (root, container) throws in
      if let value = try container.decodeIfPresent(Value.self, forKey: key) { root[keyPath: path] = value }
    }
  }

  /// A word of a closed list.
  static func word<Value: RawRepresentable & CaseIterable & Sendable>(
    _ key: TextKey, _ path: any Path<Value?>
  ) -> Self where Value.RawValue == String {
    Self(keys: [key]) { (root, container) throws in
      try container.encodeIfPresent(root[keyPath: path]?.rawValue, forKey: key)
    } decode: { (root, container) throws in
      guard let text = try container.decodeIfPresent(String.self, forKey: key) else { return }
      guard let value = Value(rawValue: text) else {
        let words = Value.allCases.map { $0.rawValue }.joined(separator: ", ")
        throw container.fault(key, "\"\(text)\": expected one of \(words)")
      }
      root[keyPath: path] = value
    }
  }
}

extension KeyedEncodingContainer<TextKey> {
  /// Writes the key `schema`, unless the value is within another object.
  mutating func encodeSchema(of encoder: any Encoder) throws {
    if encoder.codingPath.allSatisfy({ $0.intValue != nil }) { try encode(StoredSchema(), forKey: "schema") }
  }
}

extension KeyedDecodingContainer {
  /// The error for the value of a key.
  func fault(_ key: Key, _ description: String) -> DecodingError {
    .dataCorruptedError(forKey: key, in: self, debugDescription: description)
  }
}
