#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Platform {
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

  static func isOpen(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFD) >= 0 }

  /// Keeps files from being opened as the standard input, output or error that the process was started without, so
  /// that no message is written into them.
  static func reserveStandardDescriptors() {
    for descriptor: Int32 in 0...2 where !isOpen(descriptor) { _ = open("/dev/null", O_RDONLY) }
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
