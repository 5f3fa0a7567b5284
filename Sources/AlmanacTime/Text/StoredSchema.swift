#if !hasFeature(Embedded)
  /// The number of the form in which a value is stored, under the key `schema` of the object.
  ///
  /// Programs keep values in files and databases for years. A type that is stored by itself has a property of this
  /// type, so that a later version can tell an earlier form from its own. An object without the key is of form 1; one
  /// with a higher number than this version knows is refused, since reading it could lose what it says.
  package struct StoredSchema: Sendable, Hashable, Codable {
    /// The number that is written, and the highest that is read.
    package static let newest = 1

    package init() {}

    package init(from decoder: any Decoder) throws {
      let number = try decoder.singleValueContainer().decode(Int.self)
      guard (1...Self.newest).contains(number) else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "\(number): expected 1 to \(Self.newest)"))
      }
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(Self.newest)
    }
  }

  extension KeyedDecodingContainer {
    /// Reads the number of the form, which objects of the first form do not have. Synthesized code calls it too.
    package func decode(_: StoredSchema.Type, forKey key: Key) throws -> StoredSchema {
      try decodeIfPresent(StoredSchema.self, forKey: key) ?? StoredSchema()
    }
  }
#endif
