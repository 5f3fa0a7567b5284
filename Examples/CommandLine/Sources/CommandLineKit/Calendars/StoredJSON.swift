import AlmanacTraining

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The JSON of files beside calendars.
enum StoredJSON {
  static func bytes(_ value: some Encodable, named path: String) throws(CommandError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    do { return Array(try encoder.encode(value)) + [UInt8(ascii: "\n")] } catch {
      throw .badData(Complaint("this cannot be written as JSON", file: path))
    }
  }

  static func read<Value: Decodable>(_: Value.Type, from bytes: [UInt8], named path: String)
    throws(CommandError) -> Value
  {
    do { return try JSONDecoder().decode(Value.self, from: Data(bytes)) } catch {
      let fault = (error as? DecodingError).map(Self.fault)
      throw .badData(
        Complaint(
          fault ?? "this is not JSON", expected: "a file that almanac has written, or none", file: path))
    }
  }

  /// The fault of JSON in words, with its place: `log.records[2]: there is no “start”`.
  private static func fault(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context):
      return at(context.codingPath, "there is no “\(key.stringValue)”")
    case .typeMismatch(let type, let context):
      return at(context.codingPath, "this is not \(word(for: type))")
    case .valueNotFound(let type, let context):
      return at(context.codingPath, "this is null, not \(word(for: type))")
    case .dataCorrupted(let context):
      // Without a coding path, the whole text is not JSON.
      return context.codingPath.isEmpty && context.underlyingError as? TrainingError == nil
        ? "this is not JSON" : at(context.codingPath, context.debugDescription)
    @unknown default: return "this cannot be read"
    }
  }

  private static func at(_ path: [any CodingKey], _ message: String) -> String {
    let place = path.reduce(into: "") { place, key in
      if let index = key.intValue {
        place += "[\(index)]"
      } else {
        place += (place.isEmpty ? "" : ".") + key.stringValue
      }
    }
    return place.isEmpty ? message : "\(place): \(message)"
  }

  private static func word(for type: any Any.Type) -> String {
    switch type {
    case is any BinaryInteger.Type, is any BinaryFloatingPoint.Type: "a number"
    case is String.Type: "a text"
    case is Bool.Type: "true or false"
    default: "\(type)".hasPrefix("Array") ? "a list" : "an object"
    }
  }
}
