#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file operations of this module. Only the files of this type and that of locks call the C library.
public enum FileSystem {
  /// The origin of a path, which decides what kinds of file may be read there.
  public enum Origin: Sendable, Hashable {
    /// Named by the user: a regular file or a pipe is read.
    case named
    /// Found in a directory: a regular file is read, also through links.
    case found
    /// Created by the program: a regular file of the same user is read, unless it is a link or has hard links.
    case own
  }

  /// The kind of a file after links are followed.
  public enum Kind: Sendable, Hashable {
    /// A regular file.
    case file
    /// A directory.
    case directory
    /// Anything else, such as a pipe, a socket or a device.
    case other
  }

  /// The default limit of the length of a file that is read: 1 GiB.
  public static let readingLimit = 1 << 30
}

// MARK: Reading

extension FileSystem {
  /// The bytes of a file.
  ///
  /// - Throws: ``FileError`` with code `unreadable`, also for a kind of file that its origin does not allow (devices and
  ///   sockets are never read) and for a file that is longer than the limit.
  public static func read(
    _ path: String, _ origin: Origin = .named, limit: Int = readingLimit
  ) throws(FileError) -> [UInt8] {
    try readStamped(path, origin, limit: limit).bytes
  }

  /// The content of a file with its state.
  struct StampedContent: Sendable {
    let bytes: [UInt8]
    /// The state; `nil` if a later change could go unnoticed, as the times of some file systems are whole seconds.
    let stamp: FileStamp?
    /// Whether the file has several names (hard links).
    let hasSeveralNames: Bool
  }

  /// The bytes of a file and its state.
  static func readStamped(
    _ path: String, _ origin: Origin = .named, limit: Int = readingLimit
  ) throws(FileError) -> StampedContent {
    let descriptor: Int32
    if origin == .named {
      descriptor = try openNamed(path)
    } else {
      // Without O_NONBLOCK, opening a pipe in a directory would wait for a writer.
      let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
      descriptor = try openFile(path, origin == .own ? flags | O_NOFOLLOW : flags)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw lastError(.unreadable, path) }
    if origin != .named {
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw FileError(.unreadable, path, "Not a regular file")
      }
      guard origin == .found || isOfUserAlone(status) else {
        throw FileError(.unreadable, path, "Not a file that only this user owns")
      }
    }
    return StampedContent(
      bytes: try read(descriptor, named: path, length: Int(status.st_size), limit: limit),
      stamp: stable(FileStamp(status)),
      hasSeveralNames: status.st_mode & S_IFMT == S_IFREG && status.st_nlink > 1)
  }

  /// Whether an open file is a regular file of this user without further hard links. One that was replaced since it was
  /// opened has none at all.
  private static func isOfUserAlone(_ status: stat) -> Bool {
    status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid() && status.st_nlink <= 1
  }

  /// Opens a regular file or a pipe that the user named. Devices and sockets are not even opened, since reading some of them
  /// never ends or has effects.
  private static func openNamed(_ path: String) throws(FileError) -> Int32 {
    var status = stat()
    guard stat(path, &status) == 0 else { throw lastError(.unreadable, path) }
    switch status.st_mode & S_IFMT {
    case S_IFREG, S_IFIFO: break
    case S_IFDIR: throw FileError(.unreadable, path, "Is a directory")
    default: throw FileError(.unreadable, path, "Neither a regular file nor a pipe")
    }
    let isPipe = status.st_mode & S_IFMT == S_IFIFO
    return try openFile(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | (isPipe ? O_NONBLOCK : 0))
  }

  /// The bytes of an open file up to its end.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor of the open file, which stays open.
  ///   - path: The name of the file in errors.
  ///   - limit: The maximum length of the file, in bytes.
  public static func read(
    descriptor: Int32, named path: String, limit: Int = readingLimit
  ) throws(FileError) -> [UInt8] {
    try read(descriptor, named: path, length: length(ofDescriptor: descriptor), limit: limit)
  }

  /// - Parameter length: The length of a regular file, 0 for other files.
  private static func read(
    _ descriptor: Int32, named path: String, length: Int, limit: Int
  ) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(length, limit))
    try readParts(descriptor, named: path, length: length, limit: limit) { bytes += $0 }
    return bytes
  }

  /// Passes the bytes of a file that the user named to a closure, in parts of up to 64 KiB.
  ///
  /// - Throws: The errors of ``read(_:_:limit:)`` and of the closure.
  public static func read(
    _ path: String, limit: Int = readingLimit,
    inParts body: (ArraySlice<UInt8>) throws(FileError) -> Void
  ) throws(FileError) {
    let descriptor = try openNamed(path)
    defer { close(descriptor) }
    let length = length(ofDescriptor: descriptor)
    try readParts(descriptor, named: path, length: length, limit: limit, body)
  }

  /// The time to wait until another program opens a pipe to write into it. One that has opened it is waited for without an
  /// end.
  private static let pipeTimeout = Duration.seconds(3)

  private static func readParts(
    _ descriptor: Int32, named path: String, length: Int, limit: Int,
    _ body: (ArraySlice<UInt8>) throws(FileError) -> Void
  ) throws(FileError) {
    guard length <= limit else { throw tooLong(path, limit) }
    var chunk = [UInt8](repeating: 0, count: min(1 << 16, max(length + 1, 1 << 12)))
    var total = 0
    let end = ContinuousClock.now + pipeTimeout
    while true {
      let count = chunk.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      // Files of the system may have no end of data either; those are not waited for.
      if count < 0, errno == EAGAIN, !isRegular(descriptor) {
        // A pipe that another program has open and has not written into yet.
        _ = events(of: descriptor, waiting: -1)
        continue
      }
      if count == 0, total == 0, isUnopened(pipe: descriptor) {
        guard ContinuousClock.now < end else {
          throw FileError(
            .unreadable, path, "A pipe into which no program writes; waited for \(pipeTimeout)",
            expected: "a program that writes into it, or a file")
        }
        sleep(milliseconds: 5)
        continue
      }
      if count == 0 { return }
      guard count > 0 else { throw lastError(.unreadable, path) }
      total += count
      guard total <= limit else { throw tooLong(path, limit) }
      try body(chunk[..<count])
      // A regular file gives less than it is asked for at its end alone.
      if length > 0, total >= length, count < chunk.count { return }
    }
  }

  /// The events of an open file, after a wait for data of so many milliseconds, or without an end for -1.
  private static func events(of descriptor: Int32, waiting milliseconds: Int32) -> Int32 {
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, milliseconds) > 0 ? Int32(state.revents) : 0
  }

  /// Whether an open file is a pipe that was opened without waiting, before any program opened it to write into it.
  private static func isUnopened(pipe descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
      && fcntl(descriptor, F_GETFL) & O_NONBLOCK != 0 && events(of: descriptor, waiting: 0) == 0
  }

  private static func isRegular(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The length of a regular file; 0 for a pipe.
  private static func length(ofDescriptor descriptor: Int32) -> Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? max(0, Int(status.st_size)) : 0
  }

  private static func tooLong(_ path: String, _ limit: Int) -> FileError {
    FileError(.unreadable, path, "Longer than \(limit) bytes")
  }

  /// The first bytes of a file that is not a link, and whether it is a regular file that only this user owns.
  static func beginning(
    of path: String, count: Int
  ) throws(FileError) -> (bytes: [UInt8], isOwn: Bool) {
    let descriptor = try openFile(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    defer { close(descriptor) }
    var status = stat()
    var bytes = [UInt8](repeating: 0, count: count)
    guard fstat(descriptor, &status) == 0 else { throw lastError(.unreadable, path) }
    let length = pread(descriptor, &bytes, count, 0)
    guard length >= 0 else { throw lastError(.unreadable, path) }
    return (Array(bytes.prefix(length)), isOfUserAlone(status))
  }

  /// An entry of a directory.
  struct Entry: Sendable, Hashable {
    /// The name; one that is not UTF-8 is escaped, and leads to no file.
    let name: String
    let isUTF8: Bool
    /// Whether it is a symbolic link.
    let isLink: Bool
    /// The kind of the file, links followed; `nil` for a link that leads nowhere.
    let kind: Kind?
  }

  /// The entries of a directory in ascending order of the bytes of their names, without `.` and `..`.
  ///
  /// - Complexity: O(n log n) in their number. If the file system states kinds, only links need a further system call each.
  ///
  /// - Parameter isIncluded: Whether an entry of a name is wanted.
  static func entries(
    in directory: String, where isIncluded: (String) -> Bool = { _ in true }
  ) throws(FileError) -> [Entry] {
    guard let stream = opendir(directory) else { throw lastError(.unreadable, directory) }
    defer { closedir(stream) }
    var entries: [Entry] = []
    while true {
      // An error sets errno, the end of the directory does not.
      errno = 0
      guard let entry = readdir(stream) else { break }
      let (name, isUTF8) = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)) {
          text($0)
        }
      }
      if name != ".", name != "..", isIncluded(name) {
        entries.append(self.entry(name, isUTF8, in: directory, type: Int(entry.pointee.d_type)))
      }
    }
    guard errno == 0 else { throw lastError(.unreadable, directory) }
    return entries.sorted { one, other in
      // The views of UTF-8 are compared ten times as slowly.
      var (name, next) = (one.name, other.name)
      return name.withUTF8 { bytes in next.withUTF8 { bytes.lexicographicallyPrecedes($0) } }
    }
  }

  /// - Parameter type: The type in the directory entry; some file systems state none.
  private static func entry(_ name: String, _ isUTF8: Bool, in directory: String, type: Int) -> Entry {
    switch type {
    case Int(DT_REG): return Entry(name: name, isUTF8: isUTF8, isLink: false, kind: .file)
    case Int(DT_DIR): return Entry(name: name, isUTF8: isUTF8, isLink: false, kind: .directory)
    default:
      let path = path(of: name, in: directory)
      let isLink = type == Int(DT_LNK) || type == Int(DT_UNKNOWN) && target(ofLink: path) != nil
      return Entry(name: name, isUTF8: isUTF8, isLink: isLink, kind: kind(of: path))
    }
  }

  /// The names in a directory that are UTF-8, in ascending order of their bytes, without `.` and `..`.
  static func names(
    in directory: String, where isIncluded: (String) -> Bool = { _ in true }
  ) throws(FileError) -> [String] {
    try entries(in: directory, where: isIncluded).filter { $0.isUTF8 }.map { $0.name }
  }

  /// The text of a name or a path that comes from the system, and whether it is UTF-8.
  ///
  /// A byte that is not UTF-8 is written as `\xe9`, so that a person recognises the name; the text is then not the name of
  /// the file, which has no text.
  public static func text(_ name: UnsafePointer<CChar>) -> (text: String, isUTF8: Bool) {
    if let text = String(validatingCString: name) { return (text, true) }
    let bytes = UnsafeBufferPointer(start: name, count: strlen(name)).map { UInt8(bitPattern: $0) }
    var (text, place) = ("", 0)
    var iterator = bytes.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let scalar):
        text.unicodeScalars.append(Unicode.UTF8.decode(scalar))
        place += scalar.count
      case .error(let length):
        for byte in bytes[place..<(place + length)] { text += "\\x" + String(byte, radix: 16) }
        place += length
      case .emptyInput: return (text, false)
      }
    }
  }

  /// Opens a file, a device or a pipe.
  ///
  /// - Parameter code: The code of the error where that fails.
  static func openFile(
    _ path: String, _ flags: Int32, else code: FileError.Code = .unreadable
  ) throws(FileError) -> Int32 {
    let descriptor = open(path, flags)
    guard descriptor >= 0 else { throw lastError(code, path) }
    return descriptor
  }
}

// MARK: Errors

extension FileSystem {
  /// Whether the cause of an error is that there is no such file.
  static func isMissing(_ error: FileError) -> Bool { [ENOENT, ENOTDIR, ELOOP].contains(error.systemCode) }

  static func noSuchFile(_ path: String, _ code: FileError.Code = .unwritable) -> FileError {
    FileError(code, path, String(cString: strerror(ENOENT)), systemCode: ENOENT)
  }

  /// The expectation of a failed system call, in words; `nil` where the user cannot help, and for 0.
  static func expected(insteadOf code: Int32) -> String? {
    switch code {
    case ENOENT, ENOTDIR: "a file or a folder that exists"
    case EACCES, EPERM: "permission for this user"
    case ENOSPC, EDQUOT, EFBIG: "room on the disk"
    case EROFS: "a file system that may be written"
    case EISDIR: "a file"
    case ENAMETOOLONG: "a shorter name"
    case ELOOP: "a path with fewer links"
    case EMFILE, ENFILE: "fewer open files"
    default: nil
    }
  }

  /// The error of the last system call.
  static func lastError(_ code: FileError.Code, _ path: String) -> FileError {
    let number = errno
    return FileError(
      number == EPIPE ? .brokenPipe : code, path, String(cString: strerror(number)), systemCode: number)
  }
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}
