import AlmanacFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The process and the operating system. Only this file of the program calls the C library; files are read and written by
/// `AlmanacFiles`.
enum Platform {
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

  /// Whether a descriptor is open for writing.
  static func isWritable(_ descriptor: Int32) -> Bool {
    let flags = fcntl(descriptor, F_GETFL)
    return flags >= 0 && flags & O_ACCMODE != O_RDONLY
  }

  /// Whether a path is that of a terminal.
  static func isTerminal(_ path: String) -> Bool {
    guard FileSystem.kind(of: path) == .other else { return false }
    let descriptor = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return isatty(descriptor) == 1
  }

  /// Raises the limit of open files to the maximum that the system allows, since each locked folder is an open file.
  static func raiseFileLimit() {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    guard getrlimit(resource, &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_max, 65_536)
    setrlimit(resource, &limit)
  }

  /// The next line of standard input without its end; `nil` at the end of the input, and for a line of more than
  /// 64 KiB.
  static func readLine() -> String? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while line.count < 1 << 16 {
      let count = read(0, &byte, 1)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return line.isEmpty ? nil : String(decoding: line, as: UTF8.self) }
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return nil
  }

  /// Opens `/dev/null` for standard descriptors that are closed, so that no other file is opened under their numbers and
  /// messages written into it.
  static func reserveStandardDescriptors() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 { _ = open("/dev/null", O_RDONLY) }
  }

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
      return FileSystem.target(ofLink: "/proc/self/exe")
    #endif
  }

  static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

  /// Ignores two signals, so that a write to a closed pipe or beyond the file size limit fails instead of ending the
  /// process.
  static func ignoreSignals() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  static func end(with status: Int32) -> Never { exit(status) }

  /// Replaces the process by another program.
  ///
  /// - Parameter input: The standard input, if it was already read.
  /// - Returns: The error; it returns only if it failed.
  static func replaceProcess(
    by program: String, _ arguments: [String], input: [UInt8]?
  ) -> FileError {
    if let input {
      do throws(FileError) { try setStandardInput(input) } catch { return error }
    }
    var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    _ = signal(SIGPIPE, SIG_DFL)
    _ = signal(SIGXFSZ, SIG_DFL)
    execv(program, pointers)
    return lastError(.unreadable, program)
  }

  /// Replaces standard input by an unnamed file with some bytes.
  private static func setStandardInput(_ input: [UInt8]) throws(FileError) {
    let descriptor = try unnamedFile(with: input)
    defer { close(descriptor) }
    guard dup2(descriptor, 0) == 0 else { throw lastError(.unwritable, "/tmp") }
  }

  /// Opens an unnamed temporary file at its beginning.
  private static func unnamedFile(with bytes: [UInt8] = []) throws(FileError) -> Int32 {
    var template = Array("/tmp/almanac-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard descriptor >= 0 else { throw lastError(.unwritable, path) }
    unlink(path)
    do throws(FileError) {
      try FileSystem.write(bytes, descriptor: descriptor, named: path)
      guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw lastError(.unwritable, path) }
    } catch {
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// The output of a program that has ended.
  struct Finished: Sendable {
    /// Its exit status; -1 where a signal ended it.
    let status: Int32
    let output: [UInt8]
    let errors: [UInt8]
  }

  /// Runs another program to its end.
  ///
  /// - Parameters:
  ///   - arguments: Its name, which is searched for in PATH, and its arguments.
  ///   - input: Its standard input.
  ///   - extra: The content of its descriptor 3.
  /// - Throws: `FileError` with code `unreadable` if it cannot be started.
  static func run(_ arguments: [String], input: [UInt8], extra: [UInt8]) throws(FileError) -> Finished {
    // Files rather than pipes, which would have to be written and read at the same time.
    var files: [Int32] = []
    defer { for file in files { close(file) } }
    for bytes in [input, [], [], extra] { files.append(try unnamedFile(with: bytes)) }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // By way of high descriptors, since a low one may be the target of another.
    let high: Int32 = 200
    for (target, file) in files.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, file, high + Int32(target))
    }
    for target in 0..<Int32(files.count) {
      posix_spawn_file_actions_adddup2(&actions, high + target, target)
      posix_spawn_file_actions_addclose(&actions, high + target)
    }
    var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, arguments[0], &actions, nil, pointers, environ)
    guard code == 0 else {
      throw FileError(.unreadable, arguments[0], String(cString: strerror(code)), systemCode: code)
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    for file in files[1...2] { lseek(file, 0, SEEK_SET) }
    return Finished(
      status: status & 0x7F == 0 ? status >> 8 & 0xFF : -1,
      output: try FileSystem.read(descriptor: files[1], named: arguments[0]),
      errors: try FileSystem.read(descriptor: files[2], named: arguments[0]))
  }

  private static func lastError(_ code: FileError.Code, _ path: String) -> FileError {
    FileError(code, path, String(cString: strerror(errno)), systemCode: errno)
  }
}
