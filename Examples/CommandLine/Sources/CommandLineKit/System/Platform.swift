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

  /// Sets an environment variable of this process and of those that it starts.
  static func setVariable(_ name: String, _ value: String) { setenv(name, value, 1) }

  /// The first argument, else the first of the variables that name files, that is not UTF-8, with the bytes at fault escaped;
  /// `nil` if all are. Swift's strings of them would name other files.
  static var argumentNotUTF8: String? {
    for index in 0..<Int(CommandLine.argc) {
      guard let argument = CommandLine.unsafeArgv[index] else { continue }
      let (text, isUTF8) = FileSystem.text(argument)
      if !isUTF8 { return text }
    }
    var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = environ
    while let entry = next?.pointee {
      let (text, isUTF8) = FileSystem.text(entry)
      if !isUTF8, ["HOME=", "ALMANAC_", "XDG_"].contains(where: text.hasPrefix) { return text }
      next = next?.advanced(by: 1)
    }
    return nil
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
  private static func unnamedFile(with bytes: [UInt8]) throws(FileError) -> Int32 {
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

  /// Starts another program, whose standard input and output are a socket of this one.
  ///
  /// - Throws: `FileError` with code `unreadable` if it cannot be started.
  static func start(_ program: String) throws(FileError) -> Helper {
    // No other program has our end: one that had it would keep this one from ever reading its end.
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      let status = socketpair(AF_UNIX, SOCK_STREAM, 0, &ends)
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #else
      var actions = posix_spawn_file_actions_t()
      let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue
      let status = socketpair(AF_UNIX, Int32(bitPattern: kind), 0, &ends)
    #endif
    guard status == 0 else { throw lastError(.unreadable, program) }
    let (ours, theirs) = (ends[0], ends[1])
    defer { close(theirs) }
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for target: Int32 in 0...1 { posix_spawn_file_actions_adddup2(&actions, theirs, target) }
    let pointers: [UnsafeMutablePointer<CChar>?] = [strdup(program), nil]
    defer { for pointer in pointers { free(pointer) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, program, &actions, nil, pointers, environ)
    guard code == 0 else {
      close(ours)
      throw FileError(.unreadable, program, String(cString: strerror(code)), systemCode: code)
    }
    return Helper(process: process, socket: ours)
  }

  /// Runs a command line of the shell, with arguments as `$1` and so on, and waits for its end.
  ///
  /// - Parameter variables: Further environment variables.
  /// - Returns: The exit status, 127 if it could not be started, 128 and more for a signal.
  static func run(_ command: String, _ arguments: [String], _ variables: [String: String] = [:]) -> Int32 {
    let environment = Self.variables.merging(variables) { $1 }
    let words = (["sh", "-c", command, "sh"] + arguments).map { strdup($0) as UnsafeMutablePointer<CChar>? }
    let values = environment.sorted { $0.key < $1.key }.map { name, value in
      strdup("\(name)=\(value)") as UnsafeMutablePointer<CChar>?
    }
    defer { for pointer in words + values { free(pointer) } }
    var process: pid_t = 0
    guard posix_spawn(&process, "/bin/sh", nil, nil, words + [nil], values + [nil]) == 0 else { return 127 }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 { guard errno == EINTR else { return 127 } }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
  }

  /// Shows a text in an editor, in a temporary file that only the user can read.
  static func edit(_ text: String, with editor: String?) throws(Environment.EditorFailure) -> String? {
    var template = Array("\(variables["TMPDIR"] ?? "/tmp")/almanac-XXXXXX.txt".utf8CString)
    let descriptor = mkstemps(&template, 4)
    guard descriptor >= 0 else { return nil }
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { unlink(path) }
    let isWritten = (try? FileSystem.write(Array(text.utf8), descriptor: descriptor, named: path)) != nil
    close(descriptor)
    guard isWritten else { return nil }
    let status = run("\(editor ?? "vi") \"$1\"", [path])
    // 126 and 127 are the shell's, for a command that it cannot run.
    if status != 0, status != 126, status != 127 { throw Environment.EditorFailure(status: status) }
    guard status == 0 else { return nil }
    do throws(FileError) {
      return String(decoding: try FileSystem.read(path, .found, limit: 1 << 20), as: UTF8.self)
    } catch {
      throw Environment.EditorFailure(status: 0, reason: error.reason)
    }
  }

  /// Waits for a number of seconds.
  static func pause(_ seconds: Int) -> Bool {
    _ = sleep(UInt32(clamping: seconds))
    return true
  }

  /// A program that answers a line with a line.
  struct Helper: Sendable {
    fileprivate let process: pid_t
    fileprivate let socket: Int32

    /// Sends a line and waits for its answer.
    ///
    /// - Returns: The answer without its end; `nil` where the program has ended.
    func answer(to line: [UInt8]) -> [UInt8]? {
      do throws(FileError) {
        try FileSystem.write(line + [UInt8(ascii: "\n")], descriptor: socket, named: "socket")
      } catch { return nil }
      var answer: [UInt8] = []
      var part = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = read(socket, &part, part.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return nil }
        answer += part[..<count]
        // There is one answer to a line, so nothing follows it.
        if answer.last == UInt8(ascii: "\n") { return answer.dropLast() }
      }
    }

    /// Ends its input, and waits for its end.
    func end() {
      close(socket)
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
  }

  private static func lastError(_ code: FileError.Code, _ path: String) -> FileError {
    FileError(code, path, String(cString: strerror(errno)), systemCode: errno)
  }
}
