import AlmanacFiles
import AlmanacTraining

/// The file of a running session, with which it continues after the program was stopped. It is written after each
/// command, and `undo` does not concern it.
struct RunningWorkout: Sendable {
  let path: String

  /// - Parameter id: The id of the session.
  init(_ id: String, in locations: [CalendarLocation]) {
    // An FNV-1a hash, since an id may contain characters that are special in paths.
    let hash = id.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let name = "running-\(String(hash, radix: 16)).json"
    path = locations.first?.companion(name) ?? name
  }

  /// Reads the session.
  ///
  /// - Throws: A refusal if there is no such session.
  func read(_ id: String) throws(CommandError) -> SessionRecorder {
    let content: [UInt8]?
    do throws(FileError) { content = try FileChange.content(of: path) } catch { throw CommandError(error) }
    guard let bytes = content else {
      throw .refused("not_found", "no such workout is running", expected: "the id of a running one", uid: id)
    }
    return try StoredJSON.read(SessionRecorder.self, from: bytes, named: path)
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

  func remove() throws(CommandError) {
    guard FileSystem.kind(of: path) != nil else { return }
    do throws(FileError) { try FileSystem.remove(path) } catch { throw CommandError(error) }
  }
}
