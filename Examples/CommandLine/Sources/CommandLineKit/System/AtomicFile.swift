#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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
    path = Platform.destination(of: given)
    guard Platform.target(ofLink: path) == nil else {
      throw FileError(.unwritable, given, "Too many levels of symbolic links")
    }
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
