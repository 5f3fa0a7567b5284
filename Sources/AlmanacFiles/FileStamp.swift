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

  /// Whether enough time has passed since the last change that any later change gets a different timestamp: some file
  /// systems store whole seconds, others the time of the last tick of the system's clock, which may be 10 ms ago.
  ///
  /// - Parameter now: In nanoseconds since 1970.
  fileprivate func isStable(at now: Int64) -> Bool {
    let hasWholeSeconds = [modified, changed].allSatisfy { $0 % 1_000_000_000 == 0 }
    return max(modified, changed) + (hasWholeSeconds ? 3_000_000_000 : Self.stabilityDelay) < now
  }

  /// The nanoseconds after which a file on a file system with fractions of seconds is stable.
  static let stabilityDelay: Int64 = 50_000_000

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
  static func stableStamp(_ path: String) -> FileStamp? { stamp(path).flatMap { stable($0) } }

  /// A state of a file at this moment; `nil` where a later change could go unnoticed.
  static func stable(_ stamp: FileStamp) -> FileStamp? {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return stamp.isStable(at: Int64(now.tv_sec) &* 1_000_000_000 &+ Int64(now.tv_nsec)) ? stamp : nil
  }
}
