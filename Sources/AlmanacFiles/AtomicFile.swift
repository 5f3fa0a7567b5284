/// A file that is replaced as a whole or not at all: the content is written beside its place and moved there at the end.
///
/// A file that is there keeps its permissions. A process that is killed before the end leaves the file as it was, and a
/// temporary beside it. A device or a pipe is written as it goes.
///
/// ```swift
/// let file = try AtomicFile("month.html")
/// try file.write(bytes)
/// try file.commit()
/// ```
public struct AtomicFile: Sendable {
  private let path: String
  private let temporary: String?
  private let descriptor: Int32

  /// The treatment of links in the path of a file.
  enum Place: Sendable, Hashable {
    /// The user named the file: links are followed, wherever they lead.
    case named
    /// The same, in a directory that this process has locked.
    case locked
    /// The file is in a directory that this process has locked; links are followed within it.
    case within(_ root: String)
    /// The file itself in a directory that this process has locked; a link there is replaced.
    case exactly
  }

  /// Begins to write a file that the user named; links are followed.
  ///
  /// - Parameter isPrivate: Whether a file that is made anew is for its owner only.
  /// - Throws: ``FileError`` when nothing can be written there.
  public init(_ path: String, isPrivate: Bool = false) throws(FileError) {
    try self.init(path, .named, isPrivate: isPrivate)
  }

  init(_ given: String, _ place: Place, isPrivate: Bool = false) throws(FileError) {
    switch place {
    case .named where FileSystem.kind(of: given) == .other: path = given
    case .named, .locked: path = FileSystem.destination(of: given)
    case .within(let root): path = try FileSystem.destination(of: given, within: root)
    case .exactly: path = given
    }
    let isLink = FileSystem.target(ofLink: path) != nil
    guard place == .exactly || !isLink || FileSystem.kind(of: path) == .other else {
      throw FileError(.unwritable, given, "Too many levels of symbolic links")
    }
    switch place == .exactly && isLink ? nil : FileSystem.kind(of: path) {
    case .directory: throw FileError(.unwritable, given, "Is a directory")
    case .other where place == .named:
      temporary = nil
      descriptor = try FileSystem.openForWriting(path)
    default:
      let name = place == .named ? ".almanac-" : Self.temporaryPrefix
      let prefix = FileSystem.parent(of: path) + "/" + name
      do throws(FileError) {
        (temporary, descriptor) = try FileSystem.openTemporary(
          prefix: prefix, replacing: path, isPrivate: isPrivate)
      } catch {
        throw FileError(error.code, given, error.reason, systemCode: error.systemCode)
      }
    }
  }

  /// The beginning of the names of temporaries in a locked directory. The process that has the lock may remove files
  /// with such names, which killed processes left.
  static let temporaryPrefix = ".almanac-new-"

  /// Replaces the file at a path.
  ///
  /// - Parameter isPrivate: Whether a file that is made anew is for its owner only.
  public static func write(_ bytes: [UInt8], to path: String, isPrivate: Bool = false) throws(FileError) {
    try AtomicFile(path, isPrivate: isPrivate).replace(with: bytes)
  }

  /// Writes the whole content and puts it in its place.
  func replace(with bytes: [UInt8]) throws(FileError) { try Prepared(self, bytes).place() }

  /// Writes the next part of the content.
  public func write(_ bytes: [UInt8]) throws(FileError) {
    try FileSystem.write(bytes, descriptor: descriptor, named: path)
  }

  /// Puts the new content in its place.
  public func commit() throws(FileError) { try Prepared(self).place() }

  /// Leaves the file as it was.
  public func discard() {
    FileSystem.abandon(descriptor: descriptor)
    removeTemporary()
  }

  private func removeTemporary() {
    if let temporary { try? FileSystem.remove(temporary) }
  }

  /// A file whose new content is written whole and lasts through a loss of power, but is not in its place yet.
  struct Prepared: Sendable {
    private let file: AtomicFile

    /// - Parameter bytes: The rest of the content.
    init(_ file: AtomicFile, _ bytes: [UInt8] = []) throws(FileError) {
      self.file = file
      do throws(FileError) { try file.write(bytes) } catch {
        file.discard()
        throw error
      }
      do throws(FileError) {
        let isFile = file.temporary != nil
        try FileSystem.finish(descriptor: file.descriptor, named: file.path, synchronizing: isFile)
      } catch {
        file.removeTemporary()
        throw error
      }
    }

    func place() throws(FileError) {
      guard let temporary = file.temporary else { return }
      do throws(FileError) { try FileSystem.move(temporary, to: file.path) } catch {
        discard()
        throw error
      }
    }

    func discard() { file.removeTemporary() }
  }
}
