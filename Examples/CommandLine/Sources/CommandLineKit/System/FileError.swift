#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why a file could not be read or written, in the system's words.
public struct FileError: Error, Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    case unreadable, unwritable
    /// Whoever read what was written has gone away.
    case brokenPipe
  }

  public let kind: Kind
  public let path: String
  public let reason: String

  public init(_ kind: Kind, _ path: String, _ reason: String) {
    self.kind = kind
    self.path = path
    self.reason = reason
  }

  /// With the reason that the last system call left.
  init(_ kind: Kind, _ path: String) {
    let code = errno
    self.init(code == EPIPE ? .brokenPipe : kind, path, String(cString: strerror(code)))
  }
}
