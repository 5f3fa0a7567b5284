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
    original = try FileError.refusing(FileChange.content(of: path))
    if let original { content = try StoredJSON.read(Content.self, from: original, named: path) }
  }

  /// Stages the file, to be saved with the calendars.
  func stage(in store: inout CalendarStore) throws(CommandError) {
    let after = try StoredJSON.bytes(content, named: path)
    guard let location = store.locations.first else { return }
    store.stage(FileChange(path, in: location, before: original, after: after), ofLocation: 0)
  }
}

/// The file of a running session, with which it continues after the program was stopped. It is written after each
/// command. The change that saves the record removes it, so that `undo` restores the session as it was before its end.
struct RunningWorkout: Sendable {
  let path: String

  /// - Parameter id: The id of the session.
  init(_ id: String, in locations: [CalendarLocation]) {
    // An FNV-1a hash, since an id may contain characters that are special in paths.
    let hash = id.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let name = CalendarLocation.running(String(hash, radix: 16))
    path = locations.first?.companion(name) ?? name
  }

  /// The workout in the file; `nil` if there is none.
  func saved() throws(CommandError) -> SessionRecorder? {
    let content = try FileError.refusing(FileChange.content(of: path))
    return try content.map { (bytes) throws(CommandError) in
      try StoredJSON.read(SessionRecorder.self, from: bytes, named: path)
    }
  }

  /// Reads the workout.
  ///
  /// - Throws: A refusal if there is no such workout.
  func read(_ id: String) throws(CommandError) -> SessionRecorder {
    guard let saved = try saved() else {
      throw .refused("not_found", "no such workout is running", expected: "the id of a running one", uid: id)
    }
    return saved
  }

  /// Checks that no workout of a session is saved, which a new one would replace.
  func requireNone(of session: String) throws(CommandError) {
    guard FileSystem.kind(of: path) == nil else {
      throw .refused(
        "already_exists", "a workout of this session is saved",
        expected: Phrase(verbatim: "almanac workout run --resume \(session)"), uid: session)
    }
  }

  /// Stages the removal of the file, to be made with the changes of the calendars.
  func stageRemoval(in store: inout CalendarStore) throws(CommandError) {
    let content = try FileError.refusing(FileChange.content(of: path))
    guard let content, let location = store.locations.first else { return }
    store.stage(FileChange(path, in: location, before: content, after: nil), ofLocation: 0)
  }

  func write(_ session: SessionRecorder) throws(CommandError) {
    let bytes = try StoredJSON.bytes(session, named: path)
    do throws(FileError) {
      let file = try FileSystem.destination(of: path, within: FileSystem.parent(of: path))
      try AtomicFile.write(bytes, to: file, isPrivate: true)
    } catch {
      throw CommandError(error)
    }
  }
}
