internal import AlmanacTime

/// A file that is replaced as a whole or not at all: the content is written to a temporary file beside it, which replaces
/// it at the end.
///
/// The permissions of an existing file are preserved. If the process is killed before the end, the file is unchanged and
/// the temporary file remains, until the next file is written to the directory; if the value is discarded or released, the
/// temporary file is removed. A device or a pipe is written to directly.
///
/// ```swift
/// let file = try AtomicFile("month.html")
/// try file.write(bytes)
/// try file.commit()
/// ```
public final class AtomicFile: Sendable {
  /// The file to which the given path leads.
  let path: String
  private let temporary: String?
  private let state: LockedState<State>
  /// The lock of the temporary file of a file that the user named; `nil` in a locked directory.
  private let lock: TemporaryLock?

  private enum State: Sendable {
    case open(descriptor: Int32)
    /// The temporary file is complete and closed, but has not replaced the file yet.
    case written
    /// Committed or discarded.
    case closed
  }

  /// The file to which a path leads: which links are followed, and whether its directory is locked.
  enum Destination: Sendable, Hashable {
    /// A file that the user named; links are followed wherever they lead.
    case named
    /// The same, in a directory that this process has locked.
    case locked
    /// A file in a directory that this process has locked; links are followed within `root`.
    case within(_ root: String)
    /// The path itself, in a directory that this process has locked; a link there is replaced.
    case exactly
  }

  /// Begins to write a file that the user named; links are followed. If `isPrivate` is `true`, only the owner may
  /// read a file that did not exist before.
  ///
  /// - Throws: ``FileError`` if nothing can be written there.
  public convenience init(_ path: String, isPrivate: Bool = false) throws(FileError) {
    try self.init(path, .named, isPrivate: isPrivate)
  }

  /// - Parameter ownership: The owner and the permissions of a file that did not exist before.
  init(
    _ given: String, _ destination: Destination, isPrivate: Bool = false, ownership: FileOwnership? = nil
  ) throws(FileError) {
    switch destination {
    case .named where FileSystem.kind(of: given) == .other: path = given
    case .named, .locked: path = FileSystem.destination(of: given)
    case .within(let root): path = try FileSystem.destination(of: given, within: root)
    case .exactly: path = given
    }
    let isLink = FileSystem.target(ofLink: path) != nil
    guard destination == .exactly || !isLink || FileSystem.kind(of: path) == .other else {
      throw FileError(.unwritable, given, "Too many levels of symbolic links")
    }
    switch destination == .exactly && isLink ? nil : FileSystem.kind(of: path) {
    case .directory: throw FileError(.unwritable, given, "Is a directory")
    case .other where destination == .named:
      (temporary, lock) = (nil, nil)
      state = LockedState(.open(descriptor: try FileSystem.openForWriting(path)))
    default:
      let directory = FileSystem.parent(of: path)
      let isNamed = destination == .named
      let prefix = FileSystem.path(of: isNamed ? Self.outputPrefix : Self.temporaryPrefix, in: directory)
      if isNamed { TemporaryLock.removeUnlocked(in: directory, Self.outputPrefix) }
      do throws(FileError) {
        var opened = try FileSystem.openTemporary(
          prefix: prefix, replacing: path, isPrivate: isPrivate, ownership: ownership)
        var lock = isNamed ? TemporaryLock(ofDescriptor: opened.descriptor) : nil
        // Another process may remove it before it is locked.
        while isNamed, !FileSystem.entryExists(opened.path) {
          FileSystem.closeIgnoringErrors(descriptor: opened.descriptor)
          opened = try FileSystem.openTemporary(prefix: prefix, replacing: path, isPrivate: isPrivate)
          lock = TemporaryLock(ofDescriptor: opened.descriptor)
        }
        (temporary, self.lock) = (opened.path, lock)
        state = LockedState(.open(descriptor: opened.descriptor))
      } catch {
        throw FileError(error.code, given, error.reason, systemCode: error.systemCode)
      }
    }
  }

  deinit { discard() }

  /// The beginning of the names of temporary files in a locked directory. The process that holds the lock may remove such
  /// files, which killed processes have left.
  static let temporaryPrefix = ".almanac-new-"

  /// The beginning of the names of temporary files of outputs, in directories that are not locked. Each is locked itself.
  private static let outputPrefix = ".almanac-output-"

  /// The temporary files in a directory.
  static func temporaries(in directory: String) -> [String] {
    ((try? FileSystem.names(in: directory)) ?? []).filter { $0.hasPrefix(temporaryPrefix) }
      .map { FileSystem.path(of: $0, in: directory) }
  }

  /// Replaces the file at a path. If `isPrivate` is `true`, only the owner may read a file that did not exist before.
  public static func write(_ bytes: [UInt8], to path: String, isPrivate: Bool = false) throws(FileError) {
    try AtomicFile(path, isPrivate: isPrivate).replace(with: bytes)
  }

  /// Replaces a file in a locked directory. If the process is killed, the next ``FileTransaction`` there removes the
  /// temporary file.
  public static func write(
    _ bytes: [UInt8], to path: String, isPrivate: Bool = false, holding lock: DirectoryLock
  ) throws(FileError) {
    try withExtendedLifetime(lock) { () throws(FileError) in
      try AtomicFile(path, .locked, isPrivate: isPrivate).replace(with: bytes)
    }
  }

  /// Writes the whole content and replaces the file.
  func replace(with bytes: [UInt8]) throws(FileError) {
    try write(bytes)
    try commit()
  }

  /// Writes the next part of the content.
  ///
  /// - Throws: ``FileError``, also after ``commit()`` and ``discard()``.
  public func write(_ bytes: [UInt8]) throws(FileError) {
    try FileSystem.write(bytes, descriptor: try openDescriptor(), named: path)
  }

  private func openDescriptor() throws(FileError) -> Int32 {
    if case .open(let descriptor) = state.withLock({ $0 }) { return descriptor }
    throw FileError(.unwritable, path, "The file is already closed", expected: "calls before commit()")
  }

  /// Replaces the file with the new content, which then survives a loss of power.
  ///
  /// - Throws: ``FileError``, also after ``commit()`` and ``discard()``; the file is then unchanged, unless only the
  ///   synchronization of its directory with the disk failed.
  public func commit() throws(FileError) {
    try finish()
    try moveToDestination()
    if temporary != nil { try FileSystem.synchronize(FileSystem.parent(of: path)) }
  }

  /// Closes the temporary file, which ``moveToDestination()`` may follow.
  ///
  /// - Parameter synchronizing: Whether its content is synchronized with the disk here, rather than by
  ///   ``synchronizeAll()``.
  func finish(synchronizing: Bool = true) throws(FileError) {
    let descriptor = try openDescriptor()
    state.withLock { $0 = .written }
    try FileSystem.finish(
      descriptor: descriptor, named: path, synchronizing: temporary != nil && synchronizing)
  }

  /// Synchronizes all contents on the file system of the temporary file with the disk.
  func synchronizeAll() throws(FileError) {
    if let temporary { try FileSystem.synchronizeFileSystem(ofFile: temporary) }
  }

  /// Replaces the file with the finished temporary file.
  func moveToDestination() throws(FileError) {
    if let temporary { try FileSystem.move(temporary, to: path) }
    state.withLock { $0 = .closed }
  }

  /// Leaves the finished temporary file and the file as they are.
  func abandon() { state.withLock { $0 = .closed } }

  /// Removes the new content and leaves the file unchanged; after ``commit()`` it does nothing.
  public func discard() {
    let last = state.withLock { state in
      defer { state = .closed }
      return state
    }
    if case .open(let descriptor) = last { FileSystem.closeIgnoringErrors(descriptor: descriptor) }
    if case .closed = last { return }
    if let temporary { try? FileSystem.remove(temporary) }
  }
}
