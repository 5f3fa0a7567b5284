#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Platform {
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
}
