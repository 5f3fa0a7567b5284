/// The files of a directory of calendars by path, in the vdir layout of khal, vdirsyncer and pimsync: one `.ics` file
/// an item, the files `displayname` and `color`, and further directories.
public struct DirectoryListing: Sendable {
  public let path: String
  /// The `.ics` files, by name.
  public private(set) var files: [String] = []
  /// The file with the name of the calendar.
  public private(set) var displayName: String?
  /// The file with the colour of the calendar.
  public private(set) var color: String?
  public private(set) var directories: [DirectoryListing] = []
  /// Directories in it that could not be listed.
  public private(set) var problems: [FileError] = []
  private var temporaries: [String] = []
  /// Those of the files that are symbolic links.
  private(set) var links: [String] = []
  /// The path without links.
  fileprivate let real: String

  /// Lists a directory and those in it, each once, whatever links lead to it. A link that leads out of the directory is
  /// followed to the files there, and no further. Names that begin with a dot are not part of a calendar. Nothing is read.
  ///
  /// - Complexity: O(n log n) in the number of names.
  ///
  /// - Throws: ``FileError`` with code `unreadable`; a directory in it that cannot be listed is one of its ``problems``.
  public init(_ path: String) throws(FileError) {
    let root = FileSystem.realPath(path) ?? path
    var seen: Set<String> = [root]
    try self.init(path, root, root: root, &seen)
  }

  /// The listing of a location; of a file, and where nothing is, an empty one.
  init(of location: CalendarLocation) throws(FileError) {
    let isDirectory = FileSystem.kind(of: location.path) == .directory
    if isDirectory { try self.init(location.path) } else { self.init(empty: location.path) }
  }

  private init(empty path: String) { (self.path, real) = (path, path) }

  private init(_ path: String, _ real: String, root: String, _ seen: inout Set<String>) throws(FileError) {
    (self.path, self.real) = (path, real)
    for entry in try FileSystem.entries(in: path) {
      let name = entry.name
      let inner = FileSystem.path(of: name, in: path)
      if name.hasPrefix(".") {
        if name.hasPrefix(AtomicFile.temporaryPrefix) { temporaries.append(inner) }
      } else if entry.kind == .directory {
        // The system resolves a path from its root on: of each folder in a folder that would be quadratic.
        let realInner =
          entry.isLink ? FileSystem.realPath(inner) ?? inner : FileSystem.path(of: name, in: real)
        guard FileSystem.isPath(real, in: root), seen.insert(realInner).inserted else { continue }
        do throws(FileError) {
          directories.append(try DirectoryListing(inner, realInner, root: root, &seen))
        } catch {
          problems.append(error)
        }
      } else if name == "displayname" {
        displayName = inner
      } else if name == "color" {
        color = inner
      } else if name.hasSuffix(".ics") {
        files.append(inner)
        if entry.isLink { links.append(inner) }
      }
    }
  }

  /// This directory and all in it.
  public var all: [DirectoryListing] { [self] + directories.flatMap { $0.all } }

  /// The temporaries that an interrupted process of this library has left, by path: none while a process has the lock.
  public var orphans: [String] { temporaries.isEmpty || FileLock.isHeld(path) ? [] : temporaries }

  /// The undo journals, by path, here and in the directories in it, whose last change was interrupted: they are not
  /// complete, and no process has the lock.
  public var interruptedJournals: [String] {
    JournalSearch(around: CalendarLocation(path), self).found.filter {
      $0.isInside && $0.isPending && !FileLock.isHeld($0.directory)
    }.map { $0.path }
  }
}

/// A place where calendars are stored: an `.ics` file or a directory.
public struct CalendarLocation: Sendable, Hashable {
  public let path: String
  /// Whether the location may be missing: then it has no calendars, and what is made there is a directory.
  public let isOptional: Bool
  /// The names of further files that a program changes together with the calendars, such as `training.json`: in a
  /// directory under this name, beside a file with the stem of that file before it. An undo journal is trusted with
  /// calendars and with these files only.
  public let companions: Set<String>

  public init(_ path: String, isOptional: Bool = false, companions: Set<String> = []) {
    self.path = path
    self.isOptional = isOptional
    self.companions = companions
  }

  /// The directory of this location: itself, or that of the file to which its path leads.
  public var directory: String {
    if isDirectory { return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path }
    return FileSystem.parent(of: FileSystem.destination(of: path))
  }

  /// Whether what is made here is a directory: at an optional location, and at a path with a `/` at its end.
  public var becomesDirectory: Bool { isOptional || path.hasSuffix("/") }

  /// Whether this is a directory, or becomes one.
  public var isDirectory: Bool { FileSystem.kind(of: path) == .directory || becomesDirectory }

  /// The path of a further file of this location: in a directory, or beside a file with its stem before the name.
  public func companion(_ name: String) -> String {
    if isDirectory { return directory + "/" + name }
    let path = FileSystem.destination(of: path)
    let stem = path.hasSuffix(".ics") ? String(path.dropLast(4)) : path
    return stem + "." + name
  }

  /// The path without links of what it leads to.
  var realPath: String { FileSystem.destination(of: path) }

  /// The name of its undo journal: that of the file with a suffix, whatever link leads to it.
  public var journalName: String {
    isDirectory
      ? Self.journalSuffix
      : "." + FileSystem.name(of: FileSystem.destination(of: path)) + Self.journalSuffix
  }

  private static let journalSuffix = ".almanac-undo"

  /// The name of its undo journal, and that of this user's where another user has one of the first name.
  var journalNames: [String] { [journalName, "\(journalName).\(FileSystem.user)"] }

  /// The name of the file whose undo journal has a name; empty for that of the directory, `nil` for no journal.
  static func file(ofJournal name: String) -> Substring? {
    guard name.hasPrefix("."), let suffix = name.ranges(of: journalSuffix).last,
      name[suffix.upperBound...].allSatisfy({ $0 == "." || $0.isNumber })
    else { return nil }
    return name[..<suffix.lowerBound].dropFirst()
  }

  /// Whether a change of this location may write a file.
  ///
  /// - Parameter path: From the directory of the journal.
  func canChange(_ path: String) -> Bool {
    guard isDirectory else {
      return ([FileSystem.destination(of: self.path)] + companions.map { companion($0) }).contains {
        FileSystem.name(of: $0) == path
      }
    }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0.isEmpty || $0.hasPrefix(".") }), !path.utf8.contains(0) else {
      return false
    }
    return path.hasSuffix(".ics") || companions.contains(path)
  }

  /// The directories in which files of it can be changed: links are followed within it.
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
    directories = directories.filter { FileSystem.isPath($0, in: root) }
    return directories
  }
}
