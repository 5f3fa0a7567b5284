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

  /// Whether the content and the inode were last changed long enough before a time, in nanoseconds since 1970, for every
  /// later change to have other times: some file systems have whole seconds, others take the time of a tick of the
  /// system's clock, of up to 10 ms.
  fileprivate func isSettled(at now: Int64) -> Bool {
    let hasWholeSeconds = [modified, changed].allSatisfy { $0 % 1_000_000_000 == 0 }
    return max(modified, changed) + (hasWholeSeconds ? 3_000_000_000 : Self.settlingTime) < now
  }

  /// The nanoseconds after which a file on a file system with fractions of seconds is settled.
  static let settlingTime: Int64 = 50_000_000

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
    return stamp.isSettled(at: Int64(now.tv_sec) &* 1_000_000_000 &+ Int64(now.tv_nsec)) ? stamp : nil
  }
}
