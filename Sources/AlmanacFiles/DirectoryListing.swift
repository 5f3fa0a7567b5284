internal import AlmanacTime

/// The paths of the files in a directory of calendars, in the vdir layout of khal, vdirsyncer and pimsync: one `.ics` file
/// per item, the files `displayname` and `color`, and further directories.
public struct DirectoryListing: Sendable {
  /// The path of the directory, as it was given; of a subdirectory, that path extended by its name.
  public let path: String
  /// The `.ics` files, by name.
  public private(set) var files: [String] = []
  /// The file with the name of the calendar.
  public private(set) var displayName: String?
  /// The file with the colour of the calendar.
  public private(set) var color: String?
  /// The subdirectories by name, without those to which another path led before.
  public private(set) var directories: [DirectoryListing] = []
  /// The errors of subdirectories that could not be listed, and of calendars whose names are not UTF-8.
  public private(set) var problems: [FileError] = []
  private var temporaries: [String] = []
  /// The names of the files of locks.
  private var lockFiles: [String] = []
  /// The files that are symbolic links.
  private(set) var links: [String] = []
  /// The path with all links resolved.
  fileprivate let real: String

  /// Lists a directory and its subdirectories, each once even if several links lead to it. A link that leads out of the
  /// directory is followed to the files there, not to directories below. Names that begin with a dot are not part of a
  /// calendar. No file is read. Directories that are more than 100 levels below are reported and not listed.
  ///
  /// - Complexity: O(n log n) in the number of names.
  ///
  /// - Throws: ``FileError`` with code `unreadable`; a subdirectory that cannot be listed is reported by ``problems``.
  public init(_ path: String) throws(FileError) {
    let root = FileSystem.realPath(path) ?? path
    var seen: Set<String> = [root]
    try self.init(path, root, root: root, depth: 0, &seen)
  }

  /// The listing of a location; empty for a file and for a missing location.
  init(of location: CalendarLocation) throws(FileError) {
    let isDirectory = FileSystem.kind(of: location.path) == .directory
    if isDirectory { try self.init(location.path) } else { self.init(empty: location.path) }
  }

  private init(empty path: String) { (self.path, real) = (path, path) }

  /// The most directories in each other. The system resolves each path from its root on, and several times to lock it.
  private static let maximumDepth = 100

  private init(
    _ path: String, _ real: String, root: String, depth: Int, _ seen: inout Set<String>
  ) throws(FileError) {
    (self.path, self.real) = (path, real)
    for entry in try FileSystem.entries(in: path) {
      let name = entry.name
      let inner = FileSystem.path(of: name, in: path)
      if name.hasPrefix(".") {
        if name.hasPrefix(AtomicFile.temporaryPrefix) { temporaries.append(inner) }
        if name == LockedDirectory.fileName || SyncRecord.isLock(name) { lockFiles.append(name) }
      } else if !entry.isUTF8 {
        if entry.kind == .directory || FileSystem.isCalendar(name) { problems.append(Self.badName(inner)) }
      } else if entry.kind == .directory {
        // The system resolves a path from its root on: of each folder in a folder that would be quadratic.
        let realInner =
          entry.isLink ? FileSystem.realPath(inner) ?? inner : FileSystem.path(of: name, in: real)
        guard FileSystem.isPath(real, in: root), seen.insert(realInner).inserted else { continue }
        do throws(FileError) {
          guard depth < Self.maximumDepth else { throw Self.tooDeep(inner) }
          directories.append(
            try DirectoryListing(inner, realInner, root: root, depth: depth + 1, &seen))
        } catch {
          problems.append(error)
        }
      } else if name == "displayname" {
        displayName = inner
      } else if name == "color" {
        color = inner
      } else if FileSystem.isCalendar(name) {
        files.append(inner)
        if entry.isLink { links.append(inner) }
      }
    }
  }

  private static func badName(_ path: String) -> FileError {
    FileError(
      .unreadable, path, "The name is not UTF-8; it is not read",
      expected: "a name in UTF-8, as mv gives it one")
  }

  private static func tooDeep(_ path: String) -> FileError {
    FileError(
      .unreadable, path, "More than \(maximumDepth) folders in each other; this one is not read",
      expected: "a calendar of its own")
  }

  /// This directory and all its subdirectories.
  public var all: [DirectoryListing] { [self] + directories.flatMap { $0.all } }

  /// The relative paths of the subdirectories with calendar files, which are the collections of a synchronization. One to
  /// which a link in the directory leads has its own path.
  public var collections: [String] {
    collections { FileSystem.isPath($0.real, in: real) }.map { listing in
      let own = Self.relativePath(of: listing.real, in: real)
      return own.hasPrefix(".") || own.contains("/.") ? Self.relativePath(of: listing.path, in: path) : own
    }.sorted()
  }

  /// The relative paths of links to directories elsewhere with calendar files, of which none is written.
  public var collectionsElsewhere: [String] {
    collections { !FileSystem.isPath($0.real, in: real) }.map { Self.relativePath(of: $0.path, in: path) }
  }

  private func collections(_ isIncluded: (DirectoryListing) -> Bool) -> [DirectoryListing] {
    all.dropFirst().filter { !$0.files.isEmpty && isIncluded($0) }
  }

  private static func relativePath(of path: String, in directory: String) -> String {
    String(decoding: path.utf8.dropFirst(FileSystem.path(of: "", in: directory).utf8.count), as: UTF8.self)
  }

  /// Removes the lock files that killed processes left here and in subdirectories.
  func removeUnheldLockFiles() {
    for directory in all {
      for name in directory.lockFiles { DirectoryLock.removeUnheldFile(in: directory.path, named: name) }
    }
  }

  /// The paths of temporary files left by an interrupted process of this library; empty while a process holds the lock.
  public var orphans: [String] { temporaries.isEmpty || DirectoryLock.isHeld(path) ? [] : temporaries }

  /// The paths of undo journals, here and in subdirectories, whose last change was interrupted: it is not complete, and
  /// no process holds the lock.
  public var interruptedJournals: [String] {
    JournalSearch(around: CalendarLocation(path), self).found.filter {
      $0.isInside && $0.isPending && !DirectoryLock.isHeld($0.directory)
    }.map { $0.path }
  }
}

/// An `.ics` file or a directory in which calendars are stored.
public struct CalendarLocation: Sendable, Hashable {
  /// The path of the file or directory; with `/` at its end, a missing location is created as a directory.
  public let path: String
  /// Whether the location may be missing: it then has no calendars, and is created as a directory unless its name ends with `.ics`.
  public let isOptional: Bool
  /// The names of other files that a program changes together with the calendars, such as `training.json`. In a
  /// directory the file has this name; beside `work.ics` it is `work.training.json`. In a name such as `running-*.json` the
  /// star is for letters and digits. An undo journal may change only calendars and these files.
  public let companions: Set<String>

  /// Creates a location; no file is accessed.
  public init(_ path: String, isOptional: Bool = false, companions: Set<String> = []) {
    self.path = path
    self.isOptional = isOptional
    self.companions = companions
  }

  /// The directory itself, or the directory that contains the file.
  public var directory: String {
    if isDirectory { return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path }
    return FileSystem.parent(of: FileSystem.destination(of: path))
  }

  /// Whether a missing location is created as a directory: if it is optional and no `.ics` file, or its path ends with `/`.
  public var becomesDirectory: Bool { isOptional && !FileSystem.isCalendar(path) || path.hasSuffix("/") }

  /// Whether this is a directory, or is created as one.
  public var isDirectory: Bool { FileSystem.kind(of: path) == .directory || becomesDirectory }

  /// The path of a companion file: in the directory, or beside the file with the file's stem before the name.
  public func companion(_ name: String) -> String {
    if isDirectory { return directory + "/" + name }
    let path = FileSystem.destination(of: path)
    let stem = FileSystem.isCalendar(path) ? String(path.dropLast(4)) : path
    return stem + "." + name
  }

  /// The path with all links resolved.
  var realPath: String { FileSystem.destination(of: path) }

  /// The name of the undo journal: for a file, the name of the file itself, not of a link to it, with a suffix.
  public var journalName: String { stem + Self.journalSuffix }

  /// The beginning of the names of journals.
  private var stem: String {
    isDirectory ? "" : "." + FileSystem.name(of: FileSystem.destination(of: path))
  }

  private static let journalSuffix = ".almanac-undo"

  /// The name of the undo journal, and the name that this user's journal has if another user's has the first name.
  var journalNames: [String] { Self.names(of: journalName) }

  /// The names of the journals of what was undone, which can be redone.
  var redoNames: [String] { Self.names(of: stem + ".almanac-redo") }

  private static func names(of journal: String) -> [String] { [journal, "\(journal).\(FileSystem.user)"] }

  /// The name of the file to which an undo journal belongs; empty if it belongs to the directory, `nil` if the name is not
  /// a journal's.
  static func file(ofJournal name: String) -> Substring? {
    guard name.hasPrefix("."), let suffix = name.ranges(of: journalSuffix).last,
      name[suffix.upperBound...].allSatisfy({ $0 == "." || $0.isNumber })
    else { return nil }
    return name[..<suffix.lowerBound].dropFirst()
  }

  /// Whether a file belongs to this location: a calendar or a companion, which a change may write.
  ///
  /// - Parameter path: The path relative to the directory of the journal.
  func canChange(_ path: String) -> Bool {
    guard isDirectory else {
      if FileSystem.name(of: FileSystem.destination(of: self.path)) == path { return true }
      let stem = FileSystem.name(of: companion("")).utf8
      return path.utf8.starts(with: stem)
        && isCompanion(String(decoding: path.utf8.dropFirst(stem.count), as: UTF8.self))
    }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0.isEmpty || $0.hasPrefix(".") }), !path.utf8.contains(0) else {
      return false
    }
    return FileSystem.isCalendar(path) || isCompanion(path)
  }

  /// Whether it is the name of a companion, in a directory.
  private func isCompanion(_ name: String) -> Bool {
    companions.contains { companion in
      let parts = companion.split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
      guard let first = parts.first, let last = parts.last, parts.count == 2 else { return companion == name }
      let rest = name.utf8.dropFirst(first.utf8.count).dropLast(last.utf8.count)
      return name == first + String(decoding: rest, as: UTF8.self) + last && !rest.isEmpty
        && rest.allSatisfy(\.isAlphanumeric)
    }
  }

  /// The directories whose files a change can write, all of which it locks; links are followed within the location.
  func lockedDirectories() throws(FileError) -> Set<String> {
    guard FileSystem.kind(of: path) == .directory else {
      return FileSystem.realPath(directory).map { [$0] } ?? []
    }
    var directories: Set<String> = []
    for listing in try DirectoryListing(path).all {
      directories.insert(listing.real)
      for file in listing.links {
        directories.insert(FileSystem.parent(of: FileSystem.destination(of: file)))
      }
    }
    let root = FileSystem.realPath(path) ?? path
    return directories.filter { FileSystem.isPath($0, in: root) }
  }

  /// The paths of the files that a change can write, also of companions that are missing, apart from those of a name with a star.
  func changeableFiles() throws(FileError) -> [String] {
    let calendars =
      FileSystem.kind(of: path) == .directory ? try DirectoryListing(path).all.flatMap { $0.files } : [path]
    return calendars + companions.filter { !$0.contains("*") }.map { companion($0) }
  }
}
