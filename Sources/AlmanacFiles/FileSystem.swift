#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The operations on files that calendars are stored by. Only this file and those of stamps and locks call the C library.
public enum FileSystem {
  /// The way a path came to the program, which decides what may be read there.
  public enum Origin: Sendable, Hashable {
    /// The user named it: a regular file, or a pipe.
    case named
    /// It was found in a directory: a regular file, however links lead to it.
    case found
    /// The program made it: a regular file of the same user with one name, and no link.
    case own
  }

  public enum Kind: Sendable, Hashable { case file, directory, other }

  /// The most bytes that are read from one file unless another limit is given: 1 GiB.
  public static let readingLimit = 1 << 30
}

// MARK: Reading

extension FileSystem {
  /// The bytes of a file.
  ///
  /// - Throws: ``FileError`` with code `unreadable`, also for a file of a kind that its origin does not allow (a device
  ///   and a socket never) and for one that is longer than the limit; neither is read to its end.
  public static func read(
    _ path: String, _ origin: Origin = .named, limit: Int = readingLimit
  ) throws(FileError) -> [UInt8] {
    try readStamped(path, origin, limit: limit).bytes
  }

  /// The bytes of a file and its state; `nil` for a state in which a later change could go unnoticed, as the times of
  /// some file systems are whole seconds.
  static func readStamped(
    _ path: String, _ origin: Origin = .named, limit: Int = readingLimit
  ) throws(FileError) -> (bytes: [UInt8], stamp: FileStamp?) {
    if origin == .named { try requireReadable(path) }
    // Without O_NONBLOCK a pipe in a directory waits for somebody to write to it.
    let flags = origin == .named ? 0 : origin == .found ? O_NONBLOCK : O_NONBLOCK | O_NOFOLLOW
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | flags)
    guard descriptor >= 0 else { throw lastError(.unreadable, path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw lastError(.unreadable, path) }
    if origin != .named {
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw FileError(.unreadable, path, "Not a regular file")
      }
      guard origin == .found || isOfUserAlone(status) else {
        throw FileError(.unreadable, path, "Not a file of this user alone")
      }
    }
    let stamp = stable(FileStamp(status))
    return (try read(descriptor: descriptor, named: path, limit: limit), stamp)
  }

  private static func isOfUserAlone(_ status: stat) -> Bool {
    status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid() && status.st_nlink == 1
  }

  /// Devices and sockets are not opened: reading some of them never ends, or changes something.
  private static func requireReadable(_ path: String) throws(FileError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw lastError(.unreadable, path) }
    switch status.st_mode & S_IFMT {
    case S_IFREG, S_IFIFO: return
    case S_IFDIR: throw FileError(.unreadable, path, "Is a directory")
    default: throw FileError(.unreadable, path, "Neither a regular file nor a pipe")
    }
  }

  /// The bytes of an open file up to its end.
  ///
  /// - Parameter path: The name of the file in errors.
  public static func read(
    descriptor: Int32, named path: String, limit: Int = readingLimit
  ) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(length(ofDescriptor: descriptor), limit))
    try readParts(descriptor: descriptor, named: path, limit: limit) { bytes += $0 }
    return bytes
  }

  /// Passes the bytes of a file that the user named to a closure, in parts of up to 64 KiB.
  ///
  /// - Throws: ``FileError`` as ``read(_:_:limit:)`` does, and what the closure throws.
  public static func read(
    _ path: String, limit: Int = readingLimit,
    inParts body: (ArraySlice<UInt8>) throws(FileError) -> Void
  ) throws(FileError) {
    try requireReadable(path)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw lastError(.unreadable, path) }
    defer { close(descriptor) }
    try readParts(descriptor: descriptor, named: path, limit: limit, body)
  }

  private static func readParts(
    descriptor: Int32, named path: String, limit: Int,
    _ body: (ArraySlice<UInt8>) throws(FileError) -> Void
  ) throws(FileError) {
    let length = length(ofDescriptor: descriptor)
    guard length <= limit else { throw tooLong(path, limit) }
    var chunk = [UInt8](repeating: 0, count: min(1 << 16, max(length + 1, 1 << 12)))
    var total = 0
    while true {
      let count = chunk.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { return }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw lastError(.unreadable, path) }
      total += count
      guard total <= limit else { throw tooLong(path, limit) }
      try body(chunk[..<count])
    }
  }

  /// The length of a regular file; 0 for a pipe.
  private static func length(ofDescriptor descriptor: Int32) -> Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? max(0, Int(status.st_size)) : 0
  }

  private static func tooLong(_ path: String, _ limit: Int) -> FileError {
    FileError(.unreadable, path, "Longer than \(limit) bytes")
  }

  /// The first bytes of a file that is not a link, and whether it is a file of this user alone.
  static func beginning(
    of path: String, count: Int
  ) throws(FileError) -> (bytes: [UInt8], isOwn: Bool) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard descriptor >= 0 else { throw lastError(.unreadable, path) }
    defer { close(descriptor) }
    var status = stat()
    var bytes = [UInt8](repeating: 0, count: count)
    guard fstat(descriptor, &status) == 0 else { throw lastError(.unreadable, path) }
    let length = pread(descriptor, &bytes, count, 0)
    guard length >= 0 else { throw lastError(.unreadable, path) }
    return (Array(bytes.prefix(length)), isOfUserAlone(status))
  }

  /// A name in a directory, and the kind of what has that name.
  struct Entry: Sendable, Hashable {
    let name: String
    /// Whether it is a symbolic link.
    let isLink: Bool
    /// Links are followed; `nil` for one that leads nowhere.
    let kind: Kind?
  }

  /// The entries of a directory in ascending order of the bytes of their names, without `.` and `..`.
  ///
  /// - Complexity: O(n log n) in their number; only links need a further system call each, where the file system states
  /// kinds.
  static func entries(in directory: String) throws(FileError) -> [Entry] {
    guard let stream = opendir(directory) else { throw lastError(.unreadable, directory) }
    defer { closedir(stream) }
    var entries: [Entry] = []
    while true {
      // The end of the directory leaves errno as it is, a fault sets it.
      errno = 0
      guard let entry = readdir(stream) else { break }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)) {
          String(cString: $0)
        }
      }
      if name != "." && name != ".." {
        entries.append(self.entry(name, in: directory, type: Int(entry.pointee.d_type)))
      }
    }
    guard errno == 0 else { throw lastError(.unreadable, directory) }
    return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// - Parameter type: As the directory states it; some file systems state none.
  private static func entry(_ name: String, in directory: String, type: Int) -> Entry {
    switch type {
    case Int(DT_REG): return Entry(name: name, isLink: false, kind: .file)
    case Int(DT_DIR): return Entry(name: name, isLink: false, kind: .directory)
    default:
      let path = path(of: name, in: directory)
      let isLink = type == Int(DT_LNK) || type == Int(DT_UNKNOWN) && target(ofLink: path) != nil
      return Entry(name: name, isLink: isLink, kind: kind(of: path))
    }
  }

  /// The names in a directory in ascending order of their bytes, without `.` and `..`.
  static func names(in directory: String) throws(FileError) -> [String] {
    try entries(in: directory).map { $0.name }
  }
}

// MARK: States of files

extension FileSystem {
  /// The kind of the file at a path, links followed; `nil` for nothing.
  public static func kind(of path: String) -> Kind? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .directory
    default: return .other
    }
  }

  /// Whether two paths lead to one file.
  public static func isSameFile(_ path: String, _ other: String) -> Bool {
    var (one, two) = (stat(), stat())
    guard stat(path, &one) == 0, stat(other, &two) == 0 else { return false }
    return one.st_dev == two.st_dev && one.st_ino == two.st_ino
  }

  /// Whether a name is taken, by a link that leads nowhere too.
  static func isTaken(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Marks a file for its owner only, such that others see the mark: as one that may be executed.
  static func mark(_ path: String, _ isMarked: Bool) { chmod(path, isMarked ? 0o700 : 0o600) }

  /// Whether a file is marked.
  static func isMarked(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_mode & 0o100 != 0
  }

  /// The number of the user as whom the process acts.
  static var user: UInt32 { geteuid() }

  /// The number of the user whose file is at a path; `nil` for a link and for anything else.
  static func owner(of path: String) -> UInt32? {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? status.st_uid : nil
  }

  /// Whether the process may make and remove names in a directory.
  static func isWritable(directory: String) -> Bool { access(directory, W_OK) == 0 }
}

// MARK: Paths

extension FileSystem {
  /// The path in a symbolic link; `nil` for anything else.
  public static func target(ofLink path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }

  /// A path without links and detours; `nil` for nothing.
  static func realPath(_ path: String) -> String? {
    realpath(path, nil).map { pointer in
      defer { free(pointer) }
      return String(cString: pointer)
    }
  }
}

// MARK: Writing

extension FileSystem {
  /// Writes all bytes to an open file.
  ///
  /// - Parameter path: The name of the file in errors.
  public static func write(_ bytes: [UInt8], descriptor: Int32, named path: String) throws(FileError) {
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[start...])
        return systemWrite(descriptor, rest.baseAddress, rest.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw lastError(.unwritable, path) }
      start += count
    }
  }

  /// Makes a directory, and those in which it lies; one that is there stays as it is.
  ///
  /// - Throws: ``FileError`` with code `unwritable`.
  public static func makeDirectory(_ path: String) throws(FileError) {
    if kind(of: path) == .directory { return }
    let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    if !parent.isEmpty { try makeDirectory(parent) }
    guard mkdir(destination(of: path), 0o777) == 0 || errno == EEXIST else {
      throw lastError(.unwritable, path)
    }
  }

  /// Removes a file or a link.
  public static func remove(_ path: String) throws(FileError) {
    guard unlink(path) == 0 else { throw lastError(.unwritable, path) }
  }

  static func move(_ path: String, to destination: String) throws(FileError) {
    guard rename(path, destination) == 0 else { throw lastError(.unwritable, destination) }
  }

  /// Makes the names in a directory last through a loss of power, where the file system can.
  static func synchronize(directory: String) throws(FileError) {
    let descriptor = open(directory, O_RDONLY | O_CLOEXEC)
    // A directory that may be written and not read is not a reason to fail.
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else {
      throw lastError(.unwritable, directory)
    }
  }

  /// The call that synchronizes a whole file system and reports its faults, which Linux has; `nil` for none.
  private static let synchronizeFileSystem: (@convention(c) @Sendable (Int32) -> Int32)? = {
    #if os(Linux)
      // The headers have it for GNU's sources only.
      return dlsym(nil, "syncfs").map {
        unsafeBitCast($0, to: (@convention(c) @Sendable (Int32) -> Int32).self)
      }
    #else
      return nil
    #endif
  }()

  static var canSynchronizeFileSystem: Bool { synchronizeFileSystem != nil }

  /// Makes all contents on the file system of a file last through a loss of power.
  static func synchronizeFileSystem(ofFile path: String) throws(FileError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw lastError(.unwritable, path) }
    defer { close(descriptor) }
    guard synchronizeFileSystem?(descriptor) == 0 else { throw lastError(.unwritable, path) }
  }

  /// Makes the content of an open file last through a loss of power, and closes it.
  static func finish(descriptor: Int32, named path: String, synchronizing: Bool) throws(FileError) {
    let error = synchronizing && fsync(descriptor) != 0 ? lastError(.unwritable, path) : nil
    let closing = close(descriptor) == 0 ? nil : lastError(.unwritable, path)
    if let error = error ?? closing { throw error }
  }

  static func abandon(descriptor: Int32) { close(descriptor) }

  /// Writes bytes over the beginning of a file.
  static func overwrite(_ path: String, with bytes: [UInt8]) throws(FileError) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw lastError(.unwritable, path) }
    defer { close(descriptor) }
    try write(bytes, descriptor: descriptor, named: path)
  }

  /// Opens a device or a pipe to write to it.
  static func openForWriting(_ path: String) throws(FileError) -> Int32 {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw lastError(.unwritable, path) }
    return descriptor
  }

  /// Opens a new file with a name that no file has, and with the permissions and, where this process may give files
  /// away, the owner of the file that it is to replace.
  ///
  /// - Parameters:
  ///   - prefix: The beginning of its path.
  ///   - path: The file that it is to replace, which need not be there.
  ///   - isPrivate: Whether a file that replaces none is for its owner only.
  static func openTemporary(
    prefix: String, replacing path: String, isPrivate: Bool
  ) throws(FileError) -> (path: String, descriptor: Int32) {
    var status = stat()
    let isFile = lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    if isFile, status.st_mode & 0o222 == 0 {
      throw FileError(.unwritable, path, "Is marked read-only", systemCode: EACCES)
    }
    while true {
      let temporary = prefix + String(UInt64.random(in: .min ... .max), radix: 36)
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
      let descriptor = open(temporary, flags, isFile || isPrivate ? 0o600 : 0o666)
      if descriptor < 0, errno == EEXIST || errno == EINTR { continue }
      guard descriptor >= 0 else { throw lastError(.unwritable, path) }
      guard isFile else { return (temporary, descriptor) }
      if status.st_uid != geteuid() || status.st_gid != getegid() {
        _ = fchown(descriptor, status.st_uid, status.st_gid)
      }
      fchmod(descriptor, status.st_mode & 0o7777)
      return (temporary, descriptor)
    }
  }

  /// Whether a file could not be opened since there is none.
  static func isMissing(_ error: FileError) -> Bool { [ENOENT, ENOTDIR, ELOOP].contains(error.systemCode) }

  static func noSuchFile(_ path: String) -> FileError {
    FileError(.unwritable, path, String(cString: strerror(ENOENT)), systemCode: ENOENT)
  }

  /// An error with the reason that the last system call left.
  static func lastError(_ code: FileError.Code, _ path: String) -> FileError {
    let number = errno
    return FileError(
      number == EPIPE ? .brokenPipe : code, path, String(cString: strerror(number)), systemCode: number)
  }
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
