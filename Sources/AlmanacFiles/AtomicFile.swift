import Synchronization

/// A file that is replaced as a whole or not at all: the content is written beside its place and moved there at the end.
///
/// A file that is there keeps its permissions. A process that is killed before the end leaves the file as it was, and a
/// temporary beside it; a file that is neither committed nor discarded leaves nothing. A device or a pipe is written as it
/// goes.
///
/// ```swift
/// let file = try AtomicFile("month.html")
/// try file.write(bytes)
/// try file.commit()
/// ```
public final class AtomicFile: Sendable {
  private let path: String
  private let temporary: String?
  private let state: Mutex<State>

  private enum State: Sendable {
    case open(descriptor: Int32)
    /// The content is whole and lasts through a loss of power, but is not in its place yet.
    case whole
    case ended
  }

  /// The treatment of links in the path of a file.
  enum Place: Sendable, Hashable {
    /// The user named the file: links are followed, wherever they lead.
    case named
    /// The same, in a directory that this process has locked.
    case locked
    /// The file is in a directory that this process has locked; links are followed within it.
    case within(_ root: String)
    /// The file itself in a directory that this process has locked; a link there is replaced.
    case exactly
  }

  /// Begins to write a file that the user named; links are followed.
  ///
  /// - Parameter isPrivate: Whether a file that is made anew is for its owner only.
  /// - Throws: ``FileError`` when nothing can be written there.
  public convenience init(_ path: String, isPrivate: Bool = false) throws(FileError) {
    try self.init(path, .named, isPrivate: isPrivate)
  }

  init(_ given: String, _ place: Place, isPrivate: Bool = false) throws(FileError) {
    switch place {
    case .named where FileSystem.kind(of: given) == .other: path = given
    case .named, .locked: path = FileSystem.destination(of: given)
    case .within(let root): path = try FileSystem.destination(of: given, within: root)
    case .exactly: path = given
    }
    let isLink = FileSystem.target(ofLink: path) != nil
    guard place == .exactly || !isLink || FileSystem.kind(of: path) == .other else {
      throw FileError(.unwritable, given, "Too many levels of symbolic links")
    }
    switch place == .exactly && isLink ? nil : FileSystem.kind(of: path) {
    case .directory: throw FileError(.unwritable, given, "Is a directory")
    case .other where place == .named:
      temporary = nil
      state = Mutex(.open(descriptor: try FileSystem.openForWriting(path)))
    default:
      let name = place == .named ? ".almanac-" : Self.temporaryPrefix
      let prefix = FileSystem.parent(of: path) + "/" + name
      do throws(FileError) {
        let opened = try FileSystem.openTemporary(prefix: prefix, replacing: path, isPrivate: isPrivate)
        temporary = opened.path
        state = Mutex(.open(descriptor: opened.descriptor))
      } catch {
        throw FileError(error.code, given, error.reason, systemCode: error.systemCode)
      }
    }
  }

  deinit { discard() }

  /// The beginning of the names of temporaries in a locked directory. The process that has the lock may remove files
  /// with such names, which killed processes left.
  static let temporaryPrefix = ".almanac-new-"

  /// Replaces the file at a path.
  ///
  /// - Parameter isPrivate: Whether a file that is made anew is for its owner only.
  public static func write(_ bytes: [UInt8], to path: String, isPrivate: Bool = false) throws(FileError) {
    try AtomicFile(path, isPrivate: isPrivate).replace(with: bytes)
  }

  /// Replaces a file in a directory that is locked. The next ``FileTransaction`` there removes what a killed
  /// process leaves of it.
  public static func write(
    _ bytes: [UInt8], to path: String, isPrivate: Bool = false, holding lock: FileLock
  ) throws(FileError) {
    try withExtendedLifetime(lock) { () throws(FileError) in
      try AtomicFile(path, .locked, isPrivate: isPrivate).replace(with: bytes)
    }
  }

  /// Writes the whole content and puts it in its place.
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
    throw FileError(.unwritable, path, "The file is written already", expected: "its content before that")
  }

  /// Puts the new content in its place, where it lasts through a loss of power.
  ///
  /// - Throws: ``FileError``, also after ``commit()`` and ``discard()``; the file is then as it was, unless its directory
  ///   alone could not be synchronized with the disk.
  public func commit() throws(FileError) {
    try finish()
    try place()
    if temporary != nil { try FileSystem.synchronize(directory: FileSystem.parent(of: path)) }
  }

  /// Makes the content last through a loss of power. It is not in its place yet.
  ///
  /// - Parameter isAlone: Whether ``synchronizeAll()`` is not called for it.
  func finish(isAlone: Bool = true) throws(FileError) {
    let descriptor = try openDescriptor()
    state.withLock { $0 = .whole }
    try FileSystem.finish(
      descriptor: descriptor, named: path, synchronizing: temporary != nil && isAlone)
  }

  /// Makes all contents on its file system last through a loss of power.
  func synchronizeAll() throws(FileError) {
    if let temporary { try FileSystem.synchronizeFileSystem(ofFile: temporary) }
  }

  /// Puts a content that is whole in its place.
  func place() throws(FileError) {
    if let temporary { try FileSystem.move(temporary, to: path) }
    state.withLock { $0 = .ended }
  }

  /// Leaves the file as it was; after ``commit()`` it does nothing.
  public func discard() {
    let last = state.withLock { state in
      defer { state = .ended }
      return state
    }
    if case .open(let descriptor) = last { FileSystem.abandon(descriptor: descriptor) }
    if case .ended = last { return }
    if let temporary { try? FileSystem.remove(temporary) }
  }
}
