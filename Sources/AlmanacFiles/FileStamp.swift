#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The state of a file by which an unchanged content is recognised without reading it: device, inode, length and the
/// times of the last changes of its content and of its inode.
struct FileStamp: Sendable, Hashable {
  private let device: UInt64
  private let inode: UInt64
  private let length: Int64
  private let modified: Int64
  private let changed: Int64

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    length = Int64(status.st_size)
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    self.modified = Int64(modified.tv_sec) &* 1_000_000_000 &+ Int64(modified.tv_nsec)
    self.changed = Int64(changed.tv_sec) &* 1_000_000_000 &+ Int64(changed.tv_nsec)
  }

  /// Whether the content and the inode were last changed well before a time.
  ///
  /// - Parameter seconds: Since 1970.
  fileprivate func isSettled(at seconds: Int64) -> Bool {
    max(modified, changed) / 1_000_000_000 + 2 < seconds
  }

  /// Nanoseconds since 1970 at which the content was last written.
  var time: Int64 { modified }

  /// The state as a text, which changes whenever the state does.
  var token: String { "\(device).\(inode).\(length).\(modified).\(changed)" }
}

extension FileSystem {
  /// The state of the file to which a path leads; `nil` for nothing.
  static func stamp(_ path: String) -> FileStamp? {
    var status = stat()
    return stat(path, &status) == 0 ? FileStamp(status) : nil
  }

  /// The state of the file to which a path leads; `nil` also for a state in which a later change could go unnoticed.
  static func settledStamp(_ path: String) -> FileStamp? { stamp(path).flatMap { settled($0) } }

  /// A state of a file at this moment; `nil` where a later change could go unnoticed.
  static func settled(_ stamp: FileStamp) -> FileStamp? {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return stamp.isSettled(at: Int64(now.tv_sec)) ? stamp : nil
  }
}
