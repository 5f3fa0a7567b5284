#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The way a path came to the program, which decides what may be read there.
enum PathOrigin: Sendable, Hashable {
  /// The user named it: a regular file, or a pipe.
  case named
  /// It was found in a folder: a regular file, however links lead to it.
  case found
  /// The program made it: a regular file of the same user, and no link.
  case own
}

extension Platform {
  /// The most bytes that are read from one file: 1 GiB.
  static let readingLimit = 1 << 30

  /// The bytes of a file.
  ///
  /// - Throws: `FileError` also for what is no file of this origin, or longer than the limit; neither is read.
  static func read(
    _ path: String, _ origin: PathOrigin = .named, limit: Int = readingLimit
  ) throws(FileError) -> [UInt8] {
    if origin == .named { try requireReadable(path) }
    // Without O_NONBLOCK a pipe in a folder waits for somebody to write to it.
    let flags = origin == .named ? 0 : origin == .found ? O_NONBLOCK : O_NONBLOCK | O_NOFOLLOW
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | flags)
    guard descriptor >= 0 else { throw FileError(.unreadable, path) }
    defer { close(descriptor) }
    if origin != .named {
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        throw FileError(.unreadable, path, "Not a regular file")
      }
      guard origin == .found || status.st_uid == geteuid() && status.st_nlink == 1 else {
        throw FileError(.unreadable, path, "Not a file of this user alone")
      }
    }
    return try read(descriptor, named: path, limit: limit)
  }

  /// Devices and sockets are not opened: reading some of them never ends, or changes something.
  private static func requireReadable(_ path: String) throws(FileError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw FileError(.unreadable, path) }
    switch status.st_mode & S_IFMT {
    case S_IFREG, S_IFIFO: return
    case S_IFDIR: throw FileError(.unreadable, path, "Is a directory")
    default: throw FileError(.unreadable, path, "Neither a regular file nor a pipe")
    }
  }

  /// The bytes of an open file up to its end.
  static func read(
    _ descriptor: Int32, named path: String, limit: Int = readingLimit
  ) throws(FileError) -> [UInt8] {
    var status = stat()
    var bytes: [UInt8] = []
    if fstat(descriptor, &status) == 0, status.st_size > 0 {
      guard status.st_size <= limit else { throw tooLong(path, limit) }
      bytes.reserveCapacity(Int(status.st_size))
    }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { buffer in
        #if canImport(Darwin)
          Darwin.read(descriptor, buffer.baseAddress, buffer.count)
        #elseif canImport(Musl)
          Musl.read(descriptor, buffer.baseAddress, buffer.count)
        #else
          Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        #endif
      }
      if count == 0 { return bytes }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw FileError(.unreadable, path) }
      guard bytes.count + count <= limit else { throw tooLong(path, limit) }
      bytes.append(contentsOf: chunk[..<count])
    }
  }

  private static func tooLong(_ path: String, _ limit: Int) -> FileError {
    FileError(.unreadable, path, "Longer than \(limit) bytes")
  }

  enum Entry: Sendable, Hashable { case file, directory, other }

  /// The user as whom the process acts.
  static var user: UInt32 { geteuid() }

  static func isOfAnotherUser(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_uid != geteuid()
  }

  /// The first bytes of a file that the program made.
  static func beginning(of path: String, count: Int) throws(FileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard descriptor >= 0 else { throw FileError(.unreadable, path) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    let length = pread(descriptor, &bytes, count, 0)
    guard length >= 0 else { throw FileError(.unreadable, path) }
    return Array(bytes.prefix(length))
  }

  /// Whether two paths lead to one file.
  static func isSame(_ path: String, _ other: String) -> Bool {
    var (one, two) = (stat(), stat())
    guard stat(path, &one) == 0, stat(other, &two) == 0 else { return false }
    return one.st_dev == two.st_dev && one.st_ino == two.st_ino
  }

  /// Nanoseconds since 1970 at which a file was last written; 0 where there is none.
  static func modified(_ path: String) -> Int64 {
    var status = stat()
    guard stat(path, &status) == 0 else { return 0 }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// Whether a name is taken, by a link that leads nowhere too.
  static func isTaken(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// What stands at a path, links followed; `nil` for nothing.
  static func entry(at path: String) -> Entry? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .directory
    default: return .other
    }
  }

  /// The names in a directory in ascending order of their bytes, without `.` and `..`.
  static func names(in directory: String) throws(FileError) -> [String] {
    guard let stream = opendir(directory) else { throw FileError(.unreadable, directory) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)) {
          String(cString: $0)
        }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// What a symbolic link says; `nil` for anything else.
  static func target(ofLink path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }
}
