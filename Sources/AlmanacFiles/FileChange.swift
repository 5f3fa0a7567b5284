import AlmanacEvents
import AlmanacICS
import AlmanacSync

/// A file that a ``FileTransaction`` creates, replaces or removes.
public struct FileChange: Sendable, Hashable {
  /// The path of the file, or of a link to it.
  public let path: String
  /// The content before; `nil` for a new file.
  public let before: [UInt8]?
  /// The content after; `nil` for a removed file.
  public let after: [UInt8]?
  /// The directory within which links are followed; `nil` for a file that the user named, whose links may lead anywhere.
  let root: String?
  /// The owner and the permissions of the file that a removal removes, and an addition restores; `nil` for a file that gets
  /// those of new files.
  var ownership: FileOwnership?

  init(path: String, root: String?, before: [UInt8]?, after: [UInt8]?, ownership: FileOwnership? = nil) {
    self.path = path
    self.ownership = ownership
    self.root = root
    self.before = before
    self.after = after
  }

  /// A change of a calendar or a companion of a location.
  public init(_ path: String, in location: CalendarLocation, before: [UInt8]?, after: [UInt8]?) {
    let root = location.isDirectory ? location.path : FileSystem.parent(of: path)
    self.init(path: path, root: path == location.path ? nil : root, before: before, after: after)
  }

  /// The effect of a change. The cases are in the order in which effects are applied: new files come first and removals last, so that a killed
  /// process leaves too many files rather than too few.
  public enum Effect: Sendable, Hashable, CaseIterable {
    /// A new file; a transaction fails if a file exists at the path.
    case addition
    /// New content of a file.
    case replacement
    /// A removed file.
    case removal
  }

  /// The effect, which follows from the presence of ``before`` and ``after``.
  public var effect: Effect { before == nil ? .addition : after == nil ? .removal : .replacement }

  var inverse: FileChange {
    FileChange(path: path, root: root, before: after, after: before, ownership: ownership)
  }

  /// Whether the content is written into the file itself, since a new file would not have its other names (hard links).
  var isInPlace: Bool { effect == .replacement && FileSystem.linkCount(path) > 1 }

  /// Whether something is deleted: the file, a calendar, an item, an instance of a series, or a property or component of a
  /// calendar.
  ///
  /// - Complexity: O(*n*) in the bytes, which are parsed.
  var isDeletion: Bool {
    guard let after else { return true }
    guard let before, let old = calendars(in: before) else { return false }
    guard let new = calendars(in: after), new.count >= old.count else { return true }
    return zip(old, new).contains { CalendarDifference(from: $0, to: $1).isDeletion }
  }

  /// The calendars of a content of the file; `nil` for content that is no calendar, such as that of a companion.
  private func calendars(in content: [UInt8]) -> [EventCalendar]? {
    (try? CalendarFile(parsing: content, path: path))?.document.calendars
  }

  /// The bytes of a file; `nil` for no file, and for a link to no file.
  ///
  /// - Throws: ``FileError`` with code `unreadable`, also if the system does not report whether there is a file.
  public static func content(of path: String) throws(FileError) -> [UInt8]? {
    do throws(FileError) { return try FileSystem.read(path, .found) } catch {
      if FileSystem.isMissing(error) { return nil }
      throw error
    }
  }

  /// Checks that the file still has the content before.
  ///
  /// - Throws: ``FileError`` with code `conflict` if it has other content.
  func verify() throws(FileError) {
    guard try Self.content(of: path) == before else { throw Self.conflict(path) }
  }

  static func conflict(_ path: String) -> FileError {
    FileError(
      .conflict, path, "\(path) was changed by another program meanwhile", expected: "an unchanged file")
  }
}

extension FileChange {
  /// Verified changes of files in locked directories. Their new contents are on the disk in temporary files, so that a
  /// full disk is noticed before any file is changed.
  struct Prepared: Sendable {
    /// A change, the file to which its path leads, and the new content; `nil` for a removal.
    private typealias File = (change: FileChange, destination: String, content: AtomicFile?)

    private var files: [File] = []

    /// The most files that are synchronized with the disk one by one. For more, one call synchronizes their whole file
    /// system, which takes as long as several files.
    private static let individualLimit = 16

    /// - Throws: ``FileError`` with code `outside` if a link leads out of a directory, or `unwritable`.
    init(_ changes: [FileChange]) throws(FileError) {
      let synchronizesEach = changes.count <= Self.individualLimit || !FileSystem.canSynchronizeFileSystem
      var lastInDirectory: [String: AtomicFile] = [:]
      for var change in changes {
        let content = try change.prepare(synchronizing: synchronizesEach)
        if let content {
          files.append((change, content.path, content))
          lastInDirectory[FileSystem.parent(of: content.path)] = content
        } else {
          let destination = try FileSystem.destination(of: change.path, within: change.root)
          try FileSystem.requireNoReadOnlyMark(destination)
          change.ownership = FileOwnership(of: destination)
          files.append((change, destination, nil))
        }
      }
      if synchronizesEach { return }
      for content in lastInDirectory.values { try content.synchronizeAll() }
    }

    /// Makes the changes. After an error, those already made are reverted as far as this process can.
    ///
    /// - Returns: The error of the last synchronization with the disk, if that alone failed: all changes are made, but may
    ///   not survive a loss of power.
    func apply() throws(FileError) -> FileError? {
      var made: [FileChange] = []
      do throws(FileError) {
        for effect in Effect.allCases {
          let stage = files.filter { $0.change.effect == effect }
          var unsynchronized: Set<String> = []
          for (change, destination, content) in stage {
            // A file may have been created meanwhile, possibly by this transaction: some file systems do not distinguish
            // two spellings of a name.
            guard effect != .addition || !FileSystem.entryExists(destination) else {
              throw FileChange.conflict(change.path)
            }
            var written = FileSystem.parent(of: destination)
            if let content, change.isInPlace {
              try change.overwrite(destination, by: content)
              written = destination
            } else if let content {
              try content.moveToDestination()
            } else {
              try FileSystem.remove(change.path)
            }
            unsynchronized.insert(written)
            made.append(change)
          }
          do throws(FileError) {
            for path in unsynchronized { try FileSystem.synchronize(path) }
          } catch {
            guard made.count == files.count else { throw error }
            return error
          }
        }
        return nil
      } catch {
        for file in files { file.content?.discard() }
        for change in made.reversed() { _ = try? Prepared([change.inverse]).apply() }
        throw error
      }
    }
  }

  /// Writes the content after into the file itself. If that fails, the content before is written back; if that fails too,
  /// the temporary file remains, by which the next transaction recognises what it finds.
  private func overwrite(_ destination: String, by content: AtomicFile) throws(FileError) {
    let directory = root ?? FileSystem.parent(of: destination)
    FileSystem.setOverwritingMark(destination, FileSystem.realPath(directory) ?? directory)
    do throws(FileError) { try FileSystem.overwrite(destination, with: after ?? [], isWhole: true) } catch {
      do throws(FileError) { try FileSystem.overwrite(destination, with: before ?? [], isWhole: true) } catch
      {
        content.abandon()
        throw error
      }
      FileSystem.removeOverwritingMark(destination)
      throw error
    }
    FileSystem.removeOverwritingMark(destination)
    content.discard()
  }

  /// Writes the content after to a temporary file; `nil` for a removal.
  private func prepare(synchronizing: Bool) throws(FileError) -> AtomicFile? {
    guard let after else { return nil }
    let file = try AtomicFile(
      path, root.map { .within($0) } ?? .locked, ownership: effect == .addition ? ownership : nil)
    try file.write(after)
    try file.finish(synchronizing: synchronizing)
    return file
  }
}

/// The length and the FNV-1a hash of a file's content, by which it is recognised.
struct Fingerprint: Sendable, Hashable {
  let length: Int
  let hash: UInt64

  init(_ bytes: some Collection<UInt8>) {
    (length, hash) = (bytes.count, bytes.stableHash)
  }

  init(length: Int, hash: UInt64) {
    self.length = length
    self.hash = hash
  }
}

extension CalendarDifference {
  /// Whether the new state lacks a part or an item of the former one, or may lack an instance: dates are excluded, or a rule is
  /// another one.
  fileprivate var isDeletion: Bool {
    properties.contains { $0.after.isEmpty }
      || items.contains { item in
        guard item.before != nil else { return false }
        return item.after == nil || item.properties.contains { $0.isDeletion }
      }
  }
}

extension PropertyChange {
  fileprivate var isDeletion: Bool {
    switch name {
    case "EXDATE", "EXRULE": !after.isEmpty
    case "RRULE", "RDATE": !before.isEmpty
    default: false
    }
  }
}
