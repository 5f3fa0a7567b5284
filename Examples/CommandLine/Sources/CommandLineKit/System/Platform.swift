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
  fileprivate init(_ kind: Kind, _ path: String) {
    let code = errno
    self.init(code == EPIPE ? .brokenPipe : kind, path, String(cString: strerror(code)))
  }
}

/// The operating system: the only part of the commands that calls the C library.
enum Platform {
  // MARK: Reading

  /// The bytes of a file.
  static func read(_ path: String) throws(FileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(.unreadable, path) }
    defer { close(descriptor) }
    return try read(descriptor, named: path)
  }

  /// The bytes of an open file up to its end.
  static func read(_ descriptor: Int32, named path: String) throws(FileError) -> [UInt8] {
    var status = stat()
    var bytes: [UInt8] = []
    if fstat(descriptor, &status) == 0, status.st_size > 0 { bytes.reserveCapacity(Int(status.st_size)) }
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
      bytes.append(contentsOf: chunk[..<count])
    }
  }

  enum Entry: Sendable, Hashable { case file, directory, other }

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

  // MARK: Writing

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
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw FileError(.unwritable, path) }
  }

  static func remove(_ path: String) throws(FileError) {
    guard unlink(path) == 0 else { throw FileError(.unwritable, path) }
  }

  /// A path without links and detours; `nil` when nothing stands there.
  static func realPath(_ path: String) -> String? {
    realpath(path, nil).map { pointer in
      defer { free(pointer) }
      return String(cString: pointer)
    }
  }

  // MARK: The process

  static var variables: [String: String] {
    var result: [String: String] = [:]
    var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = environ
    while let entry = next?.pointee {
      let text = String(cString: entry)
      if let equals = text.firstIndex(of: "=") {
        result[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      next = next?.advanced(by: 1)
    }
    return result
  }

  /// Seconds since 1970-01-01T00:00:00 UTC.
  static var clock: Int64 { Int64(time(nil)) }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The columns of the terminal that a descriptor leads to.
  static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// The file of the running program.
  static var executable: String? {
    #if canImport(Darwin)
      var size: UInt32 = 4096
      var buffer = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
      return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    #else
      return target(ofLink: "/proc/self/exe")
    #endif
  }

  static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

  /// A write to a pipe that nobody reads fails instead of ending the process.
  static func ignoreBrokenPipes() { _ = signal(SIGPIPE, SIG_IGN) }

  static func end(with status: Int32) -> Never { exit(status) }

  /// Replaces the process by another program, which finds `input` on its standard input where that was read here.
  ///
  /// - Returns: Only if it failed.
  static func become(_ program: String, _ arguments: [String], input: [UInt8]?) -> FileError {
    if let input {
      do throws(FileError) { try offer(input) } catch { return error }
    }
    var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    _ = signal(SIGPIPE, SIG_DFL)
    execv(program, pointers)
    return FileError(.unreadable, program)
  }

  /// Puts bytes on descriptor 0, in a file without a name.
  private static func offer(_ input: [UInt8]) throws(FileError) {
    var template = Array("/tmp/almanac-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard descriptor >= 0 else { throw FileError(.unwritable, path) }
    defer { close(descriptor) }
    unlink(path)
    try write(input, to: descriptor, named: path)
    guard lseek(descriptor, 0, SEEK_SET) == 0, dup2(descriptor, 0) == 0 else {
      throw FileError(.unwritable, path)
    }
  }
}

/// A file that is replaced as a whole or not at all: it is written beside its place and moved there at the end.
///
/// What is no regular file, such as a device or a pipe, is written as it goes.
struct AtomicFile: Sendable {
  private let path: String
  private let temporary: String?
  private let descriptor: Int32

  /// - Parameter isPrivate: Whether a file that is made anew is for its owner's eyes only.
  /// - Throws: `FileError` when nothing can be written there.
  init(_ given: String, isPrivate: Bool = false) throws(FileError) {
    path = Platform.realPath(given) ?? given
    switch Platform.entry(at: path) {
    case .directory: throw FileError(.unwritable, given, "Is a directory")
    case .other:
      temporary = nil
      descriptor = open(path, O_WRONLY | O_CLOEXEC)
    case .file, nil:
      var status = stat()
      let mode = stat(path, &status) == 0 ? status.st_mode & 0o7777 : (isPrivate ? 0o600 : 0o666) & ~Self.mask
      var template = Array("\(path).XXXXXX".utf8CString)
      descriptor = mkstemp(&template)
      temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if descriptor >= 0 { fchmod(descriptor, mode) }
    }
    guard descriptor >= 0 else { throw FileError(.unwritable, given) }
  }

  private static var mask: mode_t {
    let mask = umask(0)
    umask(mask)
    return mask
  }

  /// Replaces what stands at a path.
  static func write(_ bytes: [UInt8], to path: String, isPrivate: Bool = false) throws(FileError) {
    let file = try AtomicFile(path, isPrivate: isPrivate)
    do throws(FileError) { try file.write(bytes) } catch {
      file.discard()
      throw error
    }
    try file.commit()
  }

  func write(_ bytes: [UInt8]) throws(FileError) {
    try Platform.write(bytes, to: descriptor, named: path)
  }

  /// Puts the new content in its place.
  func commit() throws(FileError) {
    guard let temporary else {
      guard close(descriptor) == 0 else { throw FileError(.unwritable, path) }
      return
    }
    guard fsync(descriptor) == 0, close(descriptor) == 0, rename(temporary, path) == 0 else {
      let error = FileError(.unwritable, path)
      unlink(temporary)
      throw error
    }
  }

  /// Leaves what was there.
  func discard() {
    close(descriptor)
    if let temporary { unlink(temporary) }
  }
}

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
