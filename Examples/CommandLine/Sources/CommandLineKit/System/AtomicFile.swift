#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that is replaced as a whole or not at all: it is written beside its place and moved there at the end.
///
/// A device or a pipe is written as it goes.
struct AtomicFile: Sendable {
  private let path: String
  private let temporary: String?
  private let descriptor: Int32

  /// The treatment of links in the path of a file.
  enum Place: Sendable, Hashable {
    /// The user named the file: links are followed, wherever they lead.
    case named
    /// The same, and this process has locked the folder to which they lead.
    case locked
    /// The file is in a folder that this process has locked; links are followed within it.
    case within(_ root: String)
    /// The file itself in a folder that this process has locked; a link there is replaced.
    case exactly
  }

  /// - Parameter isPrivate: Whether a file that is made anew is for its owner's eyes only.
  /// - Throws: `FileError` when nothing can be written there.
  init(_ given: String, _ place: Place = .named, isPrivate: Bool = false) throws(FileError) {
    switch place {
    case .named where Platform.entry(at: given) == .other: path = given
    case .named, .locked: path = Platform.destination(of: given)
    case .within(let root): path = try Platform.destination(of: given, within: root)
    case .exactly: path = given
    }
    let isLink = Platform.target(ofLink: path) != nil
    guard place == .exactly || !isLink || Platform.entry(at: path) == .other else {
      throw FileError(.unwritable, given, "Too many levels of symbolic links")
    }
    switch place == .exactly && isLink ? nil : Platform.entry(at: path) {
    case .directory: throw FileError(.unwritable, given, "Is a directory")
    case .other where place == .named:
      temporary = nil
      descriptor = open(path, O_WRONLY | O_CLOEXEC)
    default:
      var status = stat()
      let isFile = lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      let mode = isFile ? status.st_mode & 0o7777 : (isPrivate ? 0o600 : 0o666) & ~Self.mask
      (temporary, descriptor) = Self.temporary(for: path, place)
      if descriptor >= 0 { fchmod(descriptor, mode) }
    }
    guard descriptor >= 0 else { throw FileError(.unwritable, given) }
  }

  /// The beginning of the names of what is written to a locked folder. Whoever has the lock may remove files with such
  /// names, which killed processes left.
  static let temporaryPrefix = ".almanac-new-"

  /// Opens a new file beside a path.
  private static func temporary(for path: String, _ place: Place) -> (String, Int32) {
    let prefix = place == .named ? ".almanac-" : temporaryPrefix
    var template = Array("\(Platform.folder(of: path))/\(prefix)XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    return (String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self), descriptor)
  }

  private static var mask: mode_t {
    let mask = umask(0)
    umask(mask)
    return mask
  }

  /// Replaces what stands at a path.
  static func write(
    _ bytes: [UInt8], to path: String, _ place: Place = .named, isPrivate: Bool = false
  ) throws(FileError) {
    let file = try AtomicFile(path, place, isPrivate: isPrivate)
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
