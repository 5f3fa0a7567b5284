import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A lock of directories, so that no other process changes them through this library.
///
/// It is an advisory `flock` of the directories themselves, which the system releases when the process ends. Programs that
/// do not ask for the lock are not delayed by it. It is valid for all paths that lead to a directory.
public final class FileLock: Sendable {
  /// The resolved paths, in ascending order: since all processes lock in this order, they cannot deadlock.
  public let directories: [String]
  private let timeout: Duration
  /// `nil` while the directories are not locked.
  private let descriptors = Mutex<[Int32]?>(nil)

  /// - Parameters:
  ///   - directories: The directories; links are followed.
  ///   - timeout: The time to wait for another process.
  /// - Throws: ``FileError`` with code `locked` if another process holds the lock of one of them for longer; it names that
  ///   process if the system reports it.
  public init(_ directories: some Sequence<String>, timeout: Duration) throws(FileError) {
    let real = Set(directories.map { FileSystem.realPath($0) ?? $0 })
    self.directories = real.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    self.timeout = timeout
    try acquire()
  }

  deinit { release() }

  public func release() {
    descriptors.withLock { descriptors in
      for descriptor in descriptors ?? [] { FileSystem.unlock(descriptor: descriptor) }
      descriptors = nil
    }
  }

  /// Locks the directories again after ``release()``, all or none; it does nothing while they are locked. A directory that
  /// may not be read, or is on a file system without locks, is not locked.
  public func acquire() throws(FileError) {
    guard descriptors.withLock({ $0 == nil }) else { return }
    var locked: [Int32] = []
    do throws(FileError) {
      let end = ContinuousClock.now + timeout
      for directory in directories {
        if let descriptor = try lock(directory, until: end) { locked.append(descriptor) }
      }
    } catch {
      for descriptor in locked { FileSystem.unlock(descriptor: descriptor) }
      throw error
    }
    descriptors.withLock { $0 = locked }
  }

  private func lock(_ directory: String, until end: ContinuousClock.Instant) throws(FileError) -> Int32? {
    while true {
      switch try FileSystem.lock(directory: directory) {
      case .locked(let descriptor): return descriptor
      case .unavailable: return nil
      case .replaced: continue
      case .held:
        guard ContinuousClock.now < end else { throw Self.timedOut(directory, after: timeout) }
        FileSystem.sleep(milliseconds: 5)
      }
    }
  }

  private static func timedOut(_ directory: String, after timeout: Duration) -> FileError {
    let holder = FileSystem.lockHolder(of: directory).map { ": \($0)" } ?? ""
    return FileError(
      .locked, directory, "Another process is changing calendars here\(holder); waited for \(timeout)",
      expected: "another attempt after that process has finished")
  }

  /// Whether another process holds the lock of a directory at this moment.
  static func isHeld(_ directory: String) -> Bool {
    switch try? FileSystem.lock(directory: directory) {
    case .held: return true
    case .locked(let descriptor):
      FileSystem.unlock(descriptor: descriptor)
      return false
    default: return false
    }
  }
}

// MARK: Locks

extension FileSystem {
  enum LockAttempt: Sendable, Hashable {
    case locked(descriptor: Int32)
    /// Another process holds the lock.
    case held
    /// The directory cannot be opened, or its file system has no locks.
    case unavailable
    /// Another directory has replaced the opened one at its path.
    case replaced
  }

  /// Locks a directory, without waiting.
  ///
  /// - Throws: ``FileError`` if too many files are open.
  static func lock(directory: String) throws(FileError) -> LockAttempt {
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      guard errno == EMFILE || errno == ENFILE else { return .unavailable }
      throw lastError(.unwritable, directory)
    }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      let isHeld = errno == EWOULDBLOCK
      close(descriptor)
      return isHeld ? .held : .unavailable
    }
    var (opened, now) = (stat(), stat())
    guard stat(directory, &now) == 0 else { return .locked(descriptor: descriptor) }
    guard fstat(descriptor, &opened) == 0, opened.st_ino == now.st_ino, opened.st_dev == now.st_dev else {
      close(descriptor)
      return .replaced
    }
    return .locked(descriptor: descriptor)
  }

  /// Ends a lock. It is released explicitly, as closing is not enough if a forked process has a copy of the descriptor.
  static func unlock(descriptor: Int32) {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  static func sleep(milliseconds: UInt32) { usleep(milliseconds * 1000) }

  /// The process that holds the lock of a directory, such as `almanac (process 4711)`; `nil` if the system does not
  /// report it.
  static func lockHolder(of directory: String) -> String? {
    #if os(Linux)
      var status = stat()
      guard stat(directory, &status) == 0, let locks = try? read("/proc/locks", .found, limit: 1 << 20) else {
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
