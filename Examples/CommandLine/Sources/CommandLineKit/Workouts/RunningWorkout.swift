import AlmanacTraining

/// The file in which a session is kept while it runs, so that it goes on after the program was stopped. It is written
/// after each command and is no change that `undo` knows.
struct RunningWorkout: Sendable {
  let path: String

  /// - Parameter id: Of the session.
  init(_ id: String, in places: [CalendarPlace]) {
    let hash = String(Fingerprint(Array(id.utf8)).hash, radix: 16)
    path = places.first?.beside("running-\(hash).json") ?? "running-\(hash).json"
  }

  /// - Throws: A refusal when no such session is running.
  func read(_ id: String) throws(CommandError) -> SessionRecorder {
    guard let bytes = try FileChange.content(of: path) else {
      throw .refused("not_found", "no such workout is running", expected: "the id of one that is", uid: id)
    }
    return try TrainingJSON.read(SessionRecorder.self, from: bytes, named: path)
  }

  func write(_ session: SessionRecorder) throws(CommandError) {
    let bytes = try TrainingJSON.bytes(session, named: path)
    do throws(FileError) {
      let file = try Platform.destination(of: path, within: Platform.folder(of: path))
      try AtomicFile.write(bytes, to: file, isPrivate: true)
    } catch {
      throw CommandError(error)
    }
  }

  func remove() throws(CommandError) {
    guard Platform.entry(at: path) != nil else { return }
    do throws(FileError) { try Platform.remove(path) } catch { throw CommandError(error) }
  }
}
