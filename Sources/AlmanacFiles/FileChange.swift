/// A file that is made, replaced or removed by a ``FileTransaction``.
public struct FileChange: Sendable, Hashable {
  public let path: String
  /// The content before; `nil` when there is no such file yet.
  public let before: [UInt8]?
  /// The content after; `nil` when the file is removed.
  public let after: [UInt8]?
  /// The directory that links must not lead out of; `nil` for a file that the user named.
  let root: String?

  init(path: String, root: String?, before: [UInt8]?, after: [UInt8]?) {
    self.path = path
    self.root = root
    self.before = before
    self.after = after
  }

  /// A change of a file of a location: a calendar of it or one of its companions.
  public init(_ path: String, in location: CalendarLocation, before: [UInt8]?, after: [UInt8]?) {
    let root = location.isDirectory ? location.path : FileSystem.parent(of: path)
    self.init(path: path, root: path == location.path ? nil : root, before: before, after: after)
  }

  /// The effect on the file, in the order of writing: all that is new before anything old is cut, so that a process
  /// that is killed leaves too much rather than too little.
  public enum Effect: Sendable, Hashable, CaseIterable {
    case addition, replacement, removal
  }

  public var effect: Effect { before == nil ? .addition : after == nil ? .removal : .replacement }

  var inverse: FileChange { FileChange(path: path, root: root, before: after, after: before) }

  /// The bytes of a file; `nil` for no file, and for a link that leads to none.
  ///
  /// - Throws: ``FileError`` with code `unreadable`, also where the system does not say whether there is a file.
  public static func content(of path: String) throws(FileError) -> [UInt8]? {
    do throws(FileError) { return try FileSystem.read(path, .found) } catch {
      if FileSystem.isMissing(error) { return nil }
      throw error
    }
  }

  /// - Throws: ``FileError`` with code `conflict` when the file is not as it was found, or `outside`.
  func verify() throws(FileError) {
    _ = try FileSystem.destination(of: path, within: root)
    guard try Self.content(of: path) == before else { throw Self.conflict(path) }
  }

  static func conflict(_ path: String) -> FileError {
    FileError(
      .conflict, path, "\(path) was changed by somebody else meanwhile", expected: "the file as it was")
  }

  private var directory: String { FileSystem.parent(of: FileSystem.destination(of: path)) }
}

extension FileChange {
  /// Verified changes of files in locked directories whose new contents are on the disk, but not in their places yet.
  ///
  /// A full disk shows before any file is changed.
  struct Prepared: Sendable {
    private var files: [(change: FileChange, content: AtomicFile?)] = []

    /// More contents than this are synchronized by one call for their file system, which takes as long as some of them.
    private static let mostAlone = 16

    init(_ changes: [FileChange]) throws(FileError) {
      let isAlone = changes.count <= Self.mostAlone || !FileSystem.canSynchronizeFileSystem
      var lastInDirectory: [String: AtomicFile] = [:]
      for change in changes {
        let content = try change.prepare(isAlone: isAlone)
        files.append((change, content))
        if let content { lastInDirectory[change.directory] = content }
      }
      if isAlone { return }
      for content in lastInDirectory.values { try content.synchronizeAll() }
    }

    /// Makes the changes, all of them or none as far as that is in this process's power.
    ///
    /// - Returns: The error of the last synchronization of a directory, with which all changes are made, but may not
    ///   survive a loss of power.
    func make() throws(FileError) -> FileError? {
      var made: [FileChange] = []
      do throws(FileError) {
        for effect in Effect.allCases {
          let stage = files.filter { $0.change.effect == effect }
          for (change, content) in stage {
            if effect == .addition { try change.requireFreeName() }
            if let content { try content.place() } else { try FileSystem.remove(change.path) }
            made.append(change)
          }
          do throws(FileError) {
            for directory in Set(stage.map { $0.change.directory }) {
              try FileSystem.synchronize(directory: directory)
            }
          } catch {
            guard made.count == files.count else { throw error }
            return error
          }
        }
        return nil
      } catch {
        for file in files { file.content?.discard() }
        for change in made.reversed() { _ = try? Prepared([change.inverse]).make() }
        throw error
      }
    }
  }

  /// - Throws: ``FileError`` with code `conflict` where a file was made meanwhile, by this transaction too: some file
  ///   systems take two spellings of a name for one.
  private func requireFreeName() throws(FileError) {
    if FileSystem.isTaken(FileSystem.destination(of: path)) { throw Self.conflict(path) }
  }

  private func prepare(isAlone: Bool) throws(FileError) -> AtomicFile? {
    guard let after else { return nil }
    let file = try AtomicFile(path, root.map { .within($0) } ?? .locked)
    try file.write(after)
    try file.finish(isAlone: isAlone)
    return file
  }
}

/// The length and the FNV-1a of a content, by which it is recognised.
struct Fingerprint: Sendable, Hashable {
  let length: Int
  let hash: UInt64

  init(_ bytes: some Collection<UInt8>) {
    length = bytes.count
    hash = bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  init(length: Int, hash: UInt64) {
    self.length = length
    self.hash = hash
  }
}
