internal import AlmanacTime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A lock of directories, so that no other process changes them through this library.
///
/// It is an advisory `flock` of a file in each directory, `.almanac.lock`, which the system releases when the process ends.
/// The file exists while the lock is held, and only those who may write to the directory can open it, so that readers
/// cannot block writers. Programs that do not ask for the lock are not delayed by it. It is valid for all paths that lead
/// to a directory. A file that has names in other directories too (hard links) is locked itself in addition, since those
/// who come by another name lock another directory.
public final class DirectoryLock: Sendable {
  /// The resolved paths, in ascending order.
  public let directories: [String]
  /// One path of each directory, in the order of device and inode: since all processes lock in this order, they cannot
  /// deadlock. A directory that is mounted in several places has several paths.
  private let order: [String]
  /// The name of the file in each directory.
  private let fileName: String
  private let timeout: Duration
  /// `nil` while the directories are not locked.
  private let locked = LockedState<[LockedDirectory]?>(nil)
  /// The locked files that have several names.
  private let files = LockedState<[LockedFile]>([])

  /// - Parameters:
  ///   - directories: The directories; links are followed.
  ///   - timeout: The time to wait for another process.
  /// - Throws: ``FileError`` with code `locked` if another process holds the lock of one of them for longer; it names that
  ///   process if the system reports it.
  public convenience init(_ directories: some Sequence<String>, timeout: Duration) throws(FileError) {
    try self.init(resolved: Set(directories.map { FileSystem.realPath($0) ?? $0 }), timeout: timeout)
  }

  /// - Parameters:
  ///   - directories: Paths without links, which are not resolved again: that takes a system call for each directory on the
  ///     way to each of them.
  ///   - fileName: The name of the file in each directory. Locks of different names do not exclude each other.
  init(
    resolved directories: Set<String>, named fileName: String = LockedDirectory.fileName, timeout: Duration
  ) throws(FileError) {
    self.directories = directories.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let identified = self.directories.map { (identity: FileIdentity(of: $0), path: $0) }
    let unique = Dictionary(identified.compactMap { each in each.identity.map { ($0, each.path) } }) {
      first, _ in first
    }
    order =
      unique.sorted { $0.key < $1.key }.map { $0.value }
      + identified.filter { $0.identity == nil }.map { $0.path }
    self.fileName = fileName
    self.timeout = timeout
    try acquire()
  }

  deinit { release() }

  /// Whether every directory is locked. One that cannot be written to, or whose file system has no locks, is not.
  var isComplete: Bool { locked.withLock { $0?.count == order.count } }

  /// Releases the lock and removes its files; without effect while the directories are not locked. The lock is also
  /// released when its last reference is.
  public func release() {
    files.withLock { files in
      for file in files.reversed() { file.unlock() }
      files = []
    }
    locked.withLock { locked in
      for directory in locked ?? [] { directory.unlock() }
      locked = nil
    }
  }

  /// Locks the directories again after ``release()``, all or none; it does nothing while they are locked. A directory that
  /// may not be written to, or is on a file system without locks, is not locked.
  public func acquire() throws(FileError) {
    guard locked.withLock({ $0 == nil }) else { return }
    var all: [LockedDirectory] = []
    do throws(FileError) {
      let end = ContinuousClock.now + timeout
      for directory in order {
        if let directory = try lock(directory, until: end) { all.append(directory) }
      }
    } catch {
      for directory in all { directory.unlock() }
      throw error
    }
    locked.withLock { $0 = all }
  }

  private func lock(_ directory: String, until end: ContinuousClock.Instant) throws(FileError)
    -> LockedDirectory?
  {
    while true {
      switch try LockedDirectory.lock(directory, named: fileName) {
      case .locked(let directory): return directory
      case .unavailable: return nil
      case .replaced: continue
      case .held:
        guard ContinuousClock.now < end else { throw timedOut(directory) }
        FileSystem.sleep(milliseconds: 5)
      }
    }
  }

  /// Locks files that have several names, in addition to the directories, until ``release()``. A file that is locked already,
  /// has one name, or may not be written is left out.
  ///
  /// All processes lock files in the order of device and inode, so that they cannot deadlock.
  func lock(files paths: some Sequence<String>) throws(FileError) {
    let held = files.withLock { $0.map { $0.identity } }
    var pathOfFile: [FileIdentity: String] = [:]
    for path in paths {
      if let identity = FileIdentity(ofLinked: path), !held.contains(identity) { pathOfFile[identity] = path }
    }
    let end = ContinuousClock.now + timeout
    for (identity, path) in pathOfFile.sorted(by: { $0.key < $1.key }) {
      while let file = try LockedFile(path, identity) {
        if file.tryLock() {
          files.withLock { $0.append(file) }
          break
        }
        file.unlock()
        guard ContinuousClock.now < end else { throw timedOut(path) }
        FileSystem.sleep(milliseconds: 5)
      }
    }
  }

  private func timedOut(_ path: String) -> FileError {
    let lockFile = FileSystem.kind(of: path) == .directory ? FileSystem.path(of: fileName, in: path) : path
    let holder = FileSystem.lockHolder(ofFile: lockFile).map { ": \($0)" } ?? ""
    let activity =
      fileName == LockedDirectory.fileName
      ? "changing calendars here" : "synchronizing the same calendars"
    return FileError(
      .locked, path, "Another process is \(activity)\(holder); waited for \(timeout)",
      expected: "another attempt after that process has finished")
  }

  /// Removes the lock file that a killed process left in a directory.
  static func removeUnheldFile(in directory: String, named fileName: String = LockedDirectory.fileName) {
    _ = isHeld(directory, named: fileName)
  }

  /// Whether another process holds the lock of a directory at this moment. If none does, the lock file that a killed
  /// process left is removed.
  static func isHeld(_ directory: String, named fileName: String = LockedDirectory.fileName) -> Bool {
    guard FileSystem.kind(of: FileSystem.path(of: fileName, in: directory)) != nil else { return false }
    switch try? LockedDirectory.lock(directory, named: fileName) {
    case .held: return true
    case .locked(let directory):
      directory.unlock()
      return false
    // A process that may not write to the directory cannot take the lock.
    default: return FileSystem.lockHolder(ofFile: FileSystem.path(of: fileName, in: directory)) != nil
    }
  }
}

// MARK: Locks

/// The open and locked lock file of a directory.
struct LockedDirectory: Sendable {
  private let descriptor: Int32
  private let path: String

  enum Attempt: Sendable {
    case locked(LockedDirectory)
    /// Another process holds the lock.
    case held
    /// The directory cannot be written to, or its file system has no locks.
    case unavailable
    /// The process that held the lock removed the opened file.
    case replaced
  }

  static let fileName = ".almanac.lock"

  /// Locks a directory, without waiting.
  ///
  /// - Throws: ``FileError`` if the lock file cannot be made in a directory that may be written to.
  static func lock(_ directory: String, named fileName: String) throws(FileError) -> Attempt {
    let path = FileSystem.path(of: fileName, in: directory)
    var (opened, now) = (stat(), stat())
    // A device is not even opened, and what has another name is not changed under that name.
    if lstat(path, &now) == 0, !isLockFile(now) { throw notLockFile(path) }
    let flags = O_RDWR | O_NOFOLLOW | O_CLOEXEC
    // In a shared directory such as /tmp, O_CREAT is refused for a file of another user.
    var descriptor = open(path, flags)
    if descriptor < 0, errno == ENOENT { descriptor = open(path, flags | O_CREAT, 0o600) }
    guard descriptor >= 0 else {
      if errno == ELOOP || errno == EISDIR { throw notLockFile(path) }
      if [ENOENT, ENOTDIR, ENAMETOOLONG, EROFS, EPERM].contains(errno) { return .unavailable }
      if errno == EACCES, access(directory, W_OK) != 0 { return .unavailable }
      // The file of another user, whose process may hold the lock.
      if errno == EACCES, lstat(path, &now) == 0 { return .held }
      throw FileSystem.lastError(.unwritable, path)
    }
    /// Whether the path still leads to the opened file.
    func isCurrent() -> Bool {
      fstat(descriptor, &opened) == 0 && lstat(path, &now) == 0 && opened.st_ino == now.st_ino
        && opened.st_dev == now.st_dev
    }
    if fstat(descriptor, &opened) == 0, !isLockFile(opened) {
      close(descriptor)
      throw notLockFile(path)
    }
    let writers = stat(directory, &now) == 0 ? now.st_mode & 0o222 : 0o200
    guard fstat(descriptor, &opened) == 0, opened.st_mode & 0o444 & ~(writers << 1 | 0o400) == 0 else {
      // A file that was copied here can be read, and so locked, by others than those who may write.
      let isRemoved = isCurrent() && unlink(path) == 0
      close(descriptor)
      return isRemoved ? .replaced : .held
    }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      let isHeld = errno == EWOULDBLOCK
      close(descriptor)
      return isHeld ? .held : .unavailable
    }
    guard isCurrent() else {
      close(descriptor)
      return .replaced
    }
    // Every user who may write to the directory may read and write the file.
    fchmod(descriptor, writers | writers << 1)
    return .locked(LockedDirectory(descriptor: descriptor, path: path))
  }

  /// Whether a file may be that of a lock: a regular file with no other name. One whose lock ends at this moment has none.
  private static func isLockFile(_ status: stat) -> Bool {
    status.st_mode & S_IFMT == S_IFREG && status.st_nlink <= 1
  }

  private static func notLockFile(_ path: String) -> FileError {
    FileError(
      .unwritable, path, "Is not a lock file, but a link, a folder or another kind of file",
      expected: "nothing of this name, which is that of the lock")
  }

  /// Ends the lock. It is released explicitly, as closing is not enough if a forked process has a copy of the descriptor.
  func unlock() {
    unlink(path)
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}

/// The device and the inode of a file, which all its names share.
struct FileIdentity: Sendable, Hashable, Comparable {
  private let device: UInt64
  private let inode: UInt64

  fileprivate init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(status.st_ino)
  }

  /// The identity of the file or directory to which a path leads; `nil` if there is none.
  init?(of path: String) {
    guard let status = FileSystem.status(of: path) else { return nil }
    self.init(status)
  }

  /// The identity of a regular file with several names; `nil` for other files.
  init?(ofLinked path: String) {
    guard let status = FileSystem.status(of: path), status.st_mode & S_IFMT == S_IFREG, status.st_nlink > 1
    else { return nil }
    self.init(status)
  }

  static func < (left: Self, right: Self) -> Bool {
    (left.device, left.inode) < (right.device, right.inode)
  }
}

/// An open file with several names, whose content is locked by whichever name it is reached.
private struct LockedFile: Sendable {
  let identity: FileIdentity
  private let path: String
  private let descriptor: Int32

  /// Opens a file, without waiting; `nil` if it is another file by now, or may not be written.
  init?(_ path: String, _ identity: FileIdentity) throws(FileError) {
    let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      if errno == EMFILE || errno == ENFILE { throw FileSystem.lastError(.unwritable, path) }
      return nil
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, FileIdentity(status) == identity else {
      close(descriptor)
      return nil
    }
    (self.path, self.identity, self.descriptor) = (path, identity, descriptor)
  }

  /// Locks the file, without waiting.
  ///
  /// - Returns: `false` if another process holds the lock. A file system without locks locks nothing.
  func tryLock() -> Bool {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      return errno != EWOULDBLOCK
    }
    return true
  }

  func unlock() {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}

extension FileSystem {
  static func sleep(milliseconds: UInt32) { usleep(milliseconds * 1000) }

  /// The process that holds the lock of a file, such as `almanac (process 4711)`; `nil` if the system does not report it.
  static func lockHolder(ofFile path: String) -> String? {
    #if os(Linux)
      var status = stat()
      guard lstat(path, &status) == 0,
        let locks = try? read("/proc/locks", .found, limit: 1 << 20)
      else {
        return nil
      }
      // Fields of a line: number, FLOCK, ADVISORY, WRITE, process, device and inode, range.
      let inode = ":\(status.st_ino)"
      for line in String(decoding: locks, as: UTF8.self).split(separator: "\n") where line.contains("FLOCK") {
        let words = line.split(separator: " ")
        guard let kind = words.firstIndex(of: "FLOCK"), kind + 4 < words.count,
          words[kind + 4].hasSuffix(inode),
          let process = Int(words[kind + 3]), process > 0
        else { continue }
        let name = try? read("/proc/\(process)/comm", .found, limit: 64)
        let program = String(decoding: name ?? [], as: UTF8.self).prefix { !$0.isNewline }
        return program.isEmpty ? "process \(process)" : "\(program) (process \(process))"
      }
    #endif
    return nil
  }
}
