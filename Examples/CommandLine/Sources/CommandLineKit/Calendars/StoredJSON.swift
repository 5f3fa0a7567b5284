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
      guard let error = error as? DecodingError else {
        throw .badData(Complaint("this is not JSON", file: path))
      }
      let context: DecodingError.Context? =
        switch error {
        case .dataCorrupted(let context), .keyNotFound(_, let context), .typeMismatch(_, let context),
          .valueNotFound(_, let context):
          context
        @unknown default: nil
        }
      let keyPath = context?.codingPath.map { $0.stringValue }.joined(separator: ".") ?? ""
      let message = context?.debugDescription ?? "not understood"
      throw .badData(Complaint(keyPath.isEmpty ? message : "\(keyPath): \(message)", file: path))
    }
  }
}
