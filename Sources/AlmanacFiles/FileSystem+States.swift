#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The state of a file, by which unchanged content is recognised without reading it: device, inode, length and the
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

  /// Whether enough time has passed since the last change for any later change to get a different timestamp: some file
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
  /// The state of the file to which a path leads; `nil` if there is no file.
  static func stamp(_ path: String) -> FileStamp? { status(of: path).map { FileStamp($0) } }

  /// The state of the file to which a path leads; `nil` if there is none, or if a later change could go unnoticed.
  static func stableStamp(_ path: String) -> FileStamp? { stamp(path).flatMap { stable($0) } }

  /// The state itself, or `nil` if a change after this moment could go unnoticed.
  static func stable(_ stamp: FileStamp) -> FileStamp? {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return stamp.isStable(at: Int64(now.tv_sec) &* 1_000_000_000 &+ Int64(now.tv_nsec)) ? stamp : nil
  }
}

// MARK: States of files

extension FileSystem {
  /// The status of the file to which a path leads; `nil` if there is none.
  static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  /// The status of a regular file; `nil` for a link and for any other kind.
  static func statusOfRegularFile(_ path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? status : nil
  }

  /// The kind of the file at a path, links followed; `nil` if there is none.
  public static func kind(of path: String) -> Kind? {
    guard let status = status(of: path) else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .directory
    default: return .other
    }
  }

  /// The number of names (hard links) of the file to which a path leads; 0 where there is none.
  static func linkCount(_ path: String) -> Int { status(of: path).map { Int($0.st_nlink) } ?? 0 }

  /// The number of the inode to which a path leads, which a copy does not have; `nil` if there is no file.
  static func inode(of path: String) -> UInt64? { status(of: path).map { UInt64($0.st_ino) } }

  /// A text that is equal for all names of a file; `nil` if there is no file.
  static func identity(of path: String) -> String? {
    status(of: path).map { "\($0.st_dev):\($0.st_ino)" }
  }

  /// A text that is equal for all paths that lead to a directory, or to a name of a file in a directory: through links, and
  /// through the places where a directory is mounted.
  public static func place(of path: String) -> String {
    if kind(of: path) == .directory, let directory = identity(of: path) { return directory }
    let destination = destination(of: path)
    let directory = parent(of: destination)
    return (identity(of: directory) ?? directory) + "/" + name(of: destination)
  }

  /// Whether two paths lead to one file.
  public static func isSameFile(_ path: String, _ other: String) -> Bool {
    identity(of: path).map { $0 == identity(of: other) } ?? false
  }

  /// Whether a directory has an entry at a path, also a link that leads nowhere.
  static func entryExists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Marks a journal as pending by the permission to execute it, which other users see although they may not read it.
  static func setPendingMark(_ path: String, _ isPending: Bool) { chmod(path, isPending ? 0o700 : 0o600) }

  /// Whether a file has the mark of ``setPendingMark(_:_:)``.
  static func hasPendingMark(_ path: String) -> Bool {
    statusOfRegularFile(path).map { $0.st_mode & 0o100 != 0 } ?? false
  }

  /// The effective user ID of the process.
  static var user: UInt32 { geteuid() }

  /// The user ID of the owner of a regular file; `nil` for a link and for any other kind.
  static func owner(of path: String) -> UInt32? { statusOfRegularFile(path)?.st_uid }

  /// Whether the process may create and remove files in a directory.
  static func isWritable(directory: String) -> Bool { access(directory, W_OK) == 0 }
}

// MARK: Paths

extension FileSystem {
  /// The path in a symbolic link; `nil` if there is no link.
  public static func target(ofLink path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &buffer, buffer.count)
    guard count > 0, count < buffer.count else { return nil }
    return text(buffer).text
  }

  /// The absolute path with all links resolved; `nil` if there is no file.
  static func realPath(_ path: String) -> String? {
    realpath(path, nil).map { pointer in
      defer { free(pointer) }
      return text(pointer).text
    }
  }

  /// The path with all links resolved, also if there is no file yet.
  public static func destination(of path: String) -> String {
    var path = path
    // The system follows 40 links too.
    for _ in 0..<40 {
      if let path = realPath(path) { return path }
      guard let target = target(ofLink: path) else { break }
      path = target.utf8.first == UInt8(ascii: "/") ? target : divided(path).directory + target
    }
    let (directory, name) = divided(path)
    guard let real = realPath(directory.isEmpty ? "." : String(directory)), !name.isEmpty else { return path }
    return self.path(of: name, in: real)
  }

  /// The directory of a path with its slash, and the name. A slash is a byte, whatever follows it.
  private static func divided(_ path: String) -> (directory: Substring, name: Substring) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path[...]) }
    let start = path.utf8.index(after: slash)
    return (path[..<start], path[start...])
  }

  /// The path with all links resolved, which must lead into the directory `root`. If `root` is `nil`, the path may
  /// lead anywhere.
  ///
  /// - Throws: ``FileError`` with code `outside`.
  public static func destination(of path: String, within root: String?) throws(FileError) -> String {
    let destination = destination(of: path)
    guard let root else { return destination }
    guard let real = realPath(root), realPath(parent(of: destination)) != nil else {
      throw noSuchFile(path)
    }
    guard destination != real, isPath(destination, in: real) else {
      throw FileError(
        .outside, path, "A link leads out of the folder",
        expected: "the path of the file itself, \(destination)")
    }
    return destination
  }

  /// Whether a path is that of a directory, or of a file in it or below; both paths are resolved.
  public static func isPath(_ path: String, in directory: String) -> Bool {
    path.utf8.elementsEqual(directory.utf8) || path.utf8.starts(with: self.path(of: "", in: directory).utf8)
  }

  /// The path of a name in a directory, with one slash between them.
  static func path(of name: some StringProtocol, in directory: String) -> String {
    directory + (directory.utf8.last == UInt8(ascii: "/") ? "" : "/") + name
  }

  /// The directory of a path; `.` for a name alone.
  public static func parent(of path: String) -> String {
    let directory = divided(path).directory
    return directory.isEmpty
      ? "." : directory.utf8.count == 1 ? "/" : String(directory.utf8.dropLast()) ?? "."
  }

  /// The last part of a path.
  public static func name(of path: String) -> String {
    String(divided(path).name)
  }

  /// Whether a name or path has the extension `.ics`, in upper or lower case, as some programs write `.ICS`.
  public static func isCalendar(_ path: String) -> Bool {
    let ending = path.utf8.suffix(4)
    return ending.first == UInt8(ascii: ".") && ending.dropFirst().map { $0 | 0x20 } == Array("ics".utf8)
  }

  /// The last part of a path without its extension.
  static func stem(of path: String) -> String {
    let name = name(of: path)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }
}
