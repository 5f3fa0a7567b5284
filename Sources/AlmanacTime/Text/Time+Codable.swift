#if !hasFeature(Embedded)
  /// A type whose values are coded as texts: dates `2026-03-02`, times `09:00:00`, wall-clock times
  /// `2026-03-02T09:00:00`, instants `2026-03-02T08:00:00Z`, durations in the form of RFC 5545 §3.3.6. Decoding accepts
  /// every form of the type's `init(_:)`.
  package protocol TextCoded: Codable, CustomStringConvertible {
    associatedtype Fault: Error

    init(_ text: String) throws(Fault)
  }

  extension TextCoded {
    public init(from decoder: any Decoder) throws {
      self = try decoder.text { (text) throws(Fault) in try Self(text) }
    }

    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }

    public var codingKey: any CodingKey { TextKey(stringValue: description) }

    public init?(codingKey: some CodingKey) {
      guard let value = try? Self(codingKey.stringValue) else { return nil }
      self = value
    }
  }

  extension CivilDate: TextCoded {}
  extension CivilTime: TextCoded {}
  extension CivilDateTime: TextCoded {}
  extension YearMonth: TextCoded {}
  extension CalendarDuration: TextCoded {}

  // Dictionaries by days or by instants are coded as objects.
  extension CivilDate: CodingKeyRepresentable {}
  extension Instant: CodingKeyRepresentable {}

  /// An instant beyond the calendar's range has no text: it is coded as its seconds since 1970.
  extension Instant: TextCoded {
    public init(from decoder: any Decoder) throws {
      if let seconds = try? Int64(from: decoder) {
        self.init(secondsSinceEpoch: seconds)
      } else {
        self = try decoder.text { (text) throws(TimeError) in try Instant(text) }
      }
    }

    public func encode(to encoder: any Encoder) throws {
      guard self >= .min, self <= .max else { return try secondsSinceEpoch.encode(to: encoder) }
      try description.encode(to: encoder)
    }
  }

  /// A key of any object.
  package struct TextKey: CodingKey {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(stringValue: String) { self.stringValue = stringValue }
    package init?(intValue: Int) { nil }
  }

  /// Coded as two letters, `MO` … `SU`.
  extension Weekday: Codable {
    public init(from decoder: any Decoder) throws {
      self = try decoder.text { (text) throws(TimeError) in
        guard let weekday = Weekday.allCases.first(where: { $0.code == text }) else {
          throw TimeError(.syntax, expected: "a weekday from MO to SU")
        }
        return weekday
      }
    }

    public func encode(to encoder: any Encoder) throws { try code.encode(to: encoder) }
  }

  extension Decoder {
    /// Decodes a value from its text; errors have the coding path.
    package func text<Value, Fault: Error>(_ read: (String) throws(Fault) -> Value) throws -> Value {
      let container = try singleValueContainer()
      let text = try container.decode(String.self)
      do {
        return try read(text)
      } catch {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "\"\(text)\": \(error)")
      }
    }
  }

  /// The version of a stored form, under the key `schema` of the object.
  ///
  /// Programs store values in files and databases for years. A type that is stored on its own has a property of this
  /// type, so that a later version can distinguish an earlier form from its own. An object without the key has
  /// version 1; one with a higher version than `newest` is refused, since decoding it could lose values.
  package struct StoredSchema: Sendable, Hashable, Codable {
    /// The version that is encoded, and the highest that is decoded.
    package static let newest = 1

    package init() {}

    package init(from decoder: any Decoder) throws {
      let number = try Int(from: decoder)
      guard (1...Self.newest).contains(number) else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "\(number): expected 1 to \(Self.newest)"))
      }
    }

    package func encode(to encoder: any Encoder) throws { try Self.newest.encode(to: encoder) }
  }

  extension KeyedDecodingContainer {
    /// Decodes a version, which objects of version 1 may lack. Synthesized code calls this too.
    package func decode(_: StoredSchema.Type, forKey key: Key) throws -> StoredSchema {
      try decodeIfPresent(StoredSchema.self, forKey: key) ?? StoredSchema()
    }

    /// Replaces a value by that of a key. An object without the key leaves the value as it is: earlier forms, and objects
    /// that people write, leave out what has a default.
    package func decode<Value: Decodable>(_ key: Key, into value: inout Value) throws {
      if let stated = try decodeIfPresent(Value.self, forKey: key) { value = stated }
    }
  }
#endif
