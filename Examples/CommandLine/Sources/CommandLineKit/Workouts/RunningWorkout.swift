import AlmanacFiles
import AlmanacTraining

/// The file in which a session is kept while it runs, so that it goes on after the program was stopped. It is written
/// after each command and is not a change that `undo` knows.
struct RunningWorkout: Sendable {
  let path: String

  /// - Parameter id: Of the session.
  init(_ id: String, in locations: [CalendarLocation]) {
    // FNV-1a: a name of a file that no id can bend.
    let hash = id.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let name = "running-\(String(hash, radix: 16)).json"
    path = locations.first?.companion(name) ?? name
  }

  /// - Throws: A refusal when no such session is running.
  func read(_ id: String) throws(CommandError) -> SessionRecorder {
    let content: [UInt8]?
    do throws(FileError) { content = try FileChange.content(of: path) } catch { throw CommandError(error) }
    guard let bytes = content else {
      throw .refused("not_found", "no such workout is running", expected: "the id of one that is", uid: id)
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
