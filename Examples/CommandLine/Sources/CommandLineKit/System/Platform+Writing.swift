#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Platform {
  /// Writes all bytes to an open file.
  static func write(_ bytes: [UInt8], to descriptor: Int32, named path: String) throws(FileError) {
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[start...])
        #if canImport(Darwin)
          return Darwin.write(descriptor, rest.baseAddress, rest.count)
        #elseif canImport(Musl)
          return Musl.write(descriptor, rest.baseAddress, rest.count)
        #else
          return Glibc.write(descriptor, rest.baseAddress, rest.count)
        #endif
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileError(.unwritable, path) }
      start += count
    }
  }

  /// Makes a folder, and those in which it lies.
  static func makeFolder(_ path: String) throws(FileError) {
    if entry(at: path) == .directory { return }
    let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    if !parent.isEmpty { try makeFolder(parent) }
    guard mkdir(destination(of: path), 0o777) == 0 || errno == EEXIST else {
      throw FileError(.unwritable, path)
    }
  }

  static func remove(_ path: String) throws(FileError) {
    guard unlink(path) == 0 else { throw FileError(.unwritable, path) }
  }

  /// Makes the names in a folder last through a loss of power, where the file system can.
  static func synchronize(folder: String) throws(FileError) {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    // A folder that may be written and not read is no reason to fail.
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else {
      throw FileError(.unwritable, folder)
    }
  }

  /// Writes bytes over the beginning of a file.
  static func overwrite(_ path: String, with bytes: [UInt8]) throws(FileError) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw FileError(.unwritable, path) }
    defer { close(descriptor) }
    try write(bytes, to: descriptor, named: path)
  }

  /// A path without links and detours; `nil` when nothing stands there.
  static func realPath(_ path: String) -> String? {
    realpath(path, nil).map { pointer in
      defer { free(pointer) }
      return String(cString: pointer)
    }
  }

  /// Where a path leads, links followed, also when nothing stands there yet.
  static func destination(of path: String) -> String {
    var path = path
    // As many links as the system follows.
    for _ in 0..<40 {
      if let path = realPath(path) { return path }
      guard let target = target(ofLink: path) else { break }
      let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
      path = target.hasPrefix("/") ? target : folder + target
    }
    let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
    let folder = path.dropLast(name.utf8.count)
    guard let real = realPath(folder.isEmpty ? "." : String(folder)), !name.isEmpty else { return path }
    return real.hasSuffix("/") ? real + name : real + "/" + name
  }

  /// Where a path leads, which must be in a folder or in those below it.
  ///
  /// - Parameter root: `nil` where a path may lead anywhere.
  static func destination(of path: String, within root: String?) throws(FileError) -> String {
    let destination = destination(of: path)
    guard let root else { return destination }
    guard let real = realPath(root), realPath(folder(of: destination)) != nil else {
      throw FileError(.unwritable, path, "No such file or directory")
    }
    guard destination.hasPrefix(real.hasSuffix("/") ? real : real + "/") else {
      throw FileError(
        .unwritable, path, "A link leads out of the folder; it is changed by --calendar \(destination)")
    }
    return destination
  }

  /// The folder of a path; `.` for a name alone.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path.
  static func name(of path: String) -> String {
    String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
  }
}
