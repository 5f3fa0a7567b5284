import AlmanacFiles
import AlmanacTraining

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is kept of training beside a calendar: the library of all coaches and the log of what was done.
struct TrainingFile: Sendable {
  private struct Content: Codable {
    var version = 1
    var library = TrainingLibrary()
    var log = TrainingLog()
  }

  let path: String
  private let original: [UInt8]?
  private var content = Content()

  var library: TrainingLibrary {
    get { content.library }
    set { content.library = newValue }
  }

  var log: TrainingLog {
    get { content.log }
    set { content.log = newValue }
  }

  /// The file beside the first of the locations; one that is not there is empty.
  init(_ locations: [CalendarLocation]) throws(CommandError) {
    path = locations.first?.companion(CalendarLocation.training) ?? CalendarLocation.training
    do throws(FileError) { original = try FileChange.content(of: path) } catch { throw CommandError(error) }
    if let original { content = try TrainingJSON.read(Content.self, from: original, named: path) }
  }

  /// Has what was changed written with the calendars.
  func put(into store: inout CalendarStore) throws(CommandError) {
    let after = try TrainingJSON.bytes(content, named: path)
    guard let location = store.locations.first else { return }
    store.stage(FileChange(path, in: location, before: original, after: after), ofLocation: 0)
  }
}

/// JSON of values that know how they are coded.
enum TrainingJSON {
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
        throw .badData(Complaint("this is no JSON", file: path))
      }
      let context: DecodingError.Context? =
        switch error {
        case .dataCorrupted(let context), .keyNotFound(_, let context), .typeMismatch(_, let context),
          .valueNotFound(_, let context):
          context
        @unknown default: nil
        }
      let place = context?.codingPath.map { $0.stringValue }.joined(separator: ".") ?? ""
      let what = context?.debugDescription ?? "not understood"
      throw .badData(Complaint(place.isEmpty ? what : "\(place): \(what)", file: path))
    }
  }
}
