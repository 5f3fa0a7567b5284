/// A file that is made, replaced or removed.
struct FileChange: Sendable, Hashable {
  let path: String
  /// The folder that links must not lead out of; `nil` for a file that the user named.
  let root: String?
  /// `nil` when there is no such file yet.
  let before: [UInt8]?
  /// `nil` when it is to be gone.
  let after: [UInt8]?

  /// The order of writing: everything new before anything old is cut, so that a process that is killed leaves too much rather than
  /// too little.
  enum Stage: Sendable, Hashable, CaseIterable {
    case addition, replacement, removal
  }

  var stage: Stage { before == nil ? .addition : after == nil ? .removal : .replacement }

  var inverse: FileChange { FileChange(path: path, root: root, before: after, after: before) }

  /// Makes changes of files in locked folders, all of them or none as far as that is in this process's power.
  ///
  /// The callers have verified each of them.
  static func make(_ changes: [FileChange]) throws(CommandError) {
    var made: [FileChange] = []
    do throws(FileError) {
      for stage in Stage.allCases {
        for change in changes where change.stage == stage {
          try change.write()
          made.append(change)
        }
        for folder in Set(changes.lazy.filter { $0.stage == stage }.map { $0.folder }) {
          try Platform.synchronize(folder: folder)
        }
      }
    } catch {
      for change in made.reversed() { try? change.inverse.write() }
      throw CommandError(error)
    }
  }

  /// - Throws: `CommandError` when the file is not as it was found, or a link leads out of the folder.
  func verify() throws(CommandError) {
    do throws(FileError) { _ = try Platform.destination(of: path, within: root) } catch {
      throw CommandError(error)
    }
    guard try Self.content(of: path) == before else { throw Self.isForeign(path) }
  }

  private func write() throws(FileError) {
    guard let after else { return try Platform.remove(path) }
    try AtomicFile.write(after, to: path, root.map { .within($0) } ?? .locked)
  }

  private var folder: String { Platform.folder(of: Platform.destination(of: path)) }

  /// The bytes of a file; `nil` when it is not there.
  static func content(of path: String) throws(CommandError) -> [UInt8]? {
    guard Platform.entry(at: path) != nil else { return nil }
    do throws(FileError) { return try Platform.read(path, .found) } catch { throw CommandError(error) }
  }

  static func isForeign(_ path: String) -> CommandError {
    .refused("conflict", "\(path) was changed by somebody else meanwhile", expected: "the file as it was")
  }
}
