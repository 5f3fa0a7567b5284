import AlmanacFiles
import AlmanacTraining

/// The training file beside a calendar: the library of all coaches and the log of training records.
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

  /// Reads the file beside the first of the locations; a missing file is empty.
  init(_ locations: [CalendarLocation]) throws(CommandError) {
    path = locations.first?.companion(CalendarLocation.training) ?? CalendarLocation.training
    do throws(FileError) { original = try FileChange.content(of: path) } catch { throw CommandError(error) }
    if let original { content = try StoredJSON.read(Content.self, from: original, named: path) }
  }

  /// Stages the file, to be saved with the calendars.
  func stage(in store: inout CalendarStore) throws(CommandError) {
    let after = try StoredJSON.bytes(content, named: path)
    guard let location = store.locations.first else { return }
    store.stage(FileChange(path, in: location, before: original, after: after), ofLocation: 0)
  }
}
