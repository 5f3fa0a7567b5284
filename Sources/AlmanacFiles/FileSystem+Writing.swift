#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension FileSystem {
  /// Writes all bytes to an open file. `path` is the name of the file in errors.
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

  /// Creates a directory and the directories above it, unless they exist.
  ///
  /// - Throws: ``FileError`` with code `unwritable`.
  public static func makeDirectory(_ path: String) throws(FileError) {
    if kind(of: path) == .directory { return }
    let parent = parent(of: path)
    if parent != path { try makeDirectory(parent) }
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

  /// Synchronizes the entries of a directory, or the content of a file, with the disk, if the file system can.
  static func synchronize(_ path: String) throws(FileError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    // A directory that may be written but not read cannot be synchronized, which is not an error.
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else {
      throw lastError(.unwritable, path)
    }
  }

  /// The system call of Linux that synchronizes a whole file system and reports errors; `nil` on other systems.
  private static let synchronizeFileSystem: (@convention(c) @Sendable (Int32) -> Int32)? = {
    #if os(Linux)
      // The headers declare it only with _GNU_SOURCE.
      return dlsym(nil, "syncfs").map {
        unsafeBitCast($0, to: (@convention(c) @Sendable (Int32) -> Int32).self)
      }
    #else
      return nil
    #endif
  }()

  static var canSynchronizeFileSystem: Bool { synchronizeFileSystem != nil }

  /// Synchronizes all contents on the file system of a file with the disk.
  static func synchronizeFileSystem(ofFile path: String) throws(FileError) {
    let descriptor = try openFile(path, O_RDONLY | O_CLOEXEC, else: .unwritable)
    defer { close(descriptor) }
    guard synchronizeFileSystem?(descriptor) == 0 else { throw lastError(.unwritable, path) }
  }

  /// Closes an open file.
  ///
  /// - Parameter synchronizing: Whether its content is synchronized with the disk first.
  static func finish(descriptor: Int32, named path: String, synchronizing: Bool) throws(FileError) {
    let error = synchronizing && fsync(descriptor) != 0 ? lastError(.unwritable, path) : nil
    let closing = close(descriptor) == 0 ? nil : lastError(.unwritable, path)
    if let error = error ?? closing { throw error }
  }

  static func closeIgnoringErrors(descriptor: Int32) { close(descriptor) }

  /// Writes bytes over the beginning of a file, or over its whole content. It remains the same file: a kill may leave it
  /// partly overwritten.
  static func overwrite(_ path: String, with bytes: [UInt8], isWhole: Bool) throws(FileError) {
    let descriptor = try openFile(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW, else: .unwritable)
    defer { close(descriptor) }
    try write(bytes, descriptor: descriptor, named: path)
    guard !isWhole || ftruncate(descriptor, off_t(bytes.count)) == 0 else {
      throw lastError(.unwritable, path)
    }
  }

  /// Opens a device or a pipe to write to it.
  static func openForWriting(_ path: String) throws(FileError) -> Int32 {
    try openFile(path, O_WRONLY | O_CLOEXEC, else: .unwritable)
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
