#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder that no other run of the program changes as long as this value lives. Programs that know nothing of it
/// are not held up.
final class FolderLock: Sendable {
  private let descriptor: Int32

  /// - Returns: `nil` where the system knows no locks; then everybody writes as they come.
  init?(_ folder: String) {
    descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else {
        close(descriptor)
        return nil
      }
    }
  }

  deinit { close(descriptor) }
}
