import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Folders that no other run of the program changes while they are locked. Programs that do not ask for the lock are
/// not held up.
final class FolderLocks: Sendable {
  /// Without links, in ascending order, so that two processes cannot wait for one another.
  let folders: [String]
  private let patience: Duration
  private let descriptors = Mutex<[Int32]>([])

  /// - Parameters:
  ///   - folders: Without links.
  ///   - patience: The time to wait for another process.
  /// - Throws: `FileError` when another process keeps one of them locked for longer.
  init(_ folders: Set<String>, patience: Duration) throws(FileError) {
    self.folders = folders.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    self.patience = patience
    try acquire()
  }

  deinit { release() }

  func release() {
    descriptors.withLock { descriptors in
      for descriptor in descriptors { close(descriptor) }
      descriptors = []
    }
  }

  /// Locks the folders, all or none. One that may not be read, or is on a file system without locks, counts as locked.
  func acquire() throws(FileError) {
    let end = ContinuousClock.now + patience
    for folder in folders {
      while true {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
          guard errno == EMFILE || errno == ENFILE else { break }
          let error = FileError(.unwritable, folder)
          release()
          throw error
        }
        guard try lock(descriptor, folder, until: end) else { continue }
        descriptors.withLock { $0.append(descriptor) }
        break
      }
    }
  }

  /// - Returns: Whether the folder is still the one that was opened.
  private func lock(
    _ descriptor: Int32, _ folder: String, until end: ContinuousClock.Instant
  ) throws(FileError) -> Bool {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { return true }
      guard ContinuousClock.now < end else {
        close(descriptor)
        release()
        throw FileError(
          .unwritable, folder, "Another process is changing the calendars in it; waited for \(patience)")
      }
      usleep(5_000)
    }
    var (opened, now) = (stat(), stat())
    if fstat(descriptor, &opened) == 0, stat(folder, &now) == 0, opened.st_ino == now.st_ino,
      opened.st_dev == now.st_dev
    {
      return true
    }
    if Platform.entry(at: folder) == nil { return true }
    close(descriptor)
    return false
  }
}
