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
  /// Names of what may be undo journals.
  private(set) var journals: [String] = []
  /// Files that an interrupted process of this library has left, by path. While another process writes to the
  /// directory, its temporaries are among them.
  public private(set) var temporaries: [String] = []

  /// Lists a directory and those in it, each once, whatever links lead to it. Names that begin with a dot are no part
  /// of a calendar. Nothing is read.
  ///
  /// Complexity: O(n log n) in the number of names.
  ///
  /// - Throws: ``FileError`` with code `unreadable`.
  public init(_ path: String) throws(FileError) {
    var seen: Set<String> = [FileSystem.realPath(path) ?? path]
    try self.init(path, seen: &seen)
  }

  private init(_ path: String, seen: inout Set<String>) throws(FileError) {
    self.path = path
    for name in try FileSystem.names(in: path) {
      let inner = FileSystem.path(of: name, in: path)
      if name.hasPrefix(".") {
        if name.contains(CalendarLocation.journalSuffix) { journals.append(name) }
        if name.hasPrefix(AtomicFile.temporaryPrefix) { temporaries.append(inner) }
      } else if FileSystem.kind(of: inner) == .directory {
        guard seen.insert(FileSystem.realPath(inner) ?? inner).inserted else { continue }
        directories.append(try DirectoryListing(inner, seen: &seen))
      } else if name == "displayname" {
        displayName = inner
      } else if name == "color" {
        color = inner
      } else if name.hasSuffix(".ics") {
        files.append(inner)
      }
    }
  }

  /// This directory and all in it.
  public var all: [DirectoryListing] { [self] + directories.flatMap { $0.all } }

  /// Whether a process that was interrupted has left temporaries here: there are some, and no process has the lock.
  public var hasOrphans: Bool { !temporaries.isEmpty && !FileLock.isHeld(path) }
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

  /// The name of its undo journal: that of the file with a suffix, whatever link leads to it.
  public var journalName: String {
    isDirectory
      ? Self.journalSuffix
      : "." + FileSystem.name(of: FileSystem.destination(of: path)) + Self.journalSuffix
  }

  static let journalSuffix = ".almanac-undo"

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

  /// The directories in which its files are, links followed.
  func lockedDirectories() throws(FileError) -> Set<String> {
    guard FileSystem.kind(of: path) == .directory else {
      return FileSystem.realPath(directory).map { [$0] } ?? []
    }
    var directories: Set<String> = []
    for listing in try DirectoryListing(path).all {
      directories.insert(FileSystem.realPath(listing.path) ?? listing.path)
      for file in listing.files where FileSystem.target(ofLink: file) != nil {
        directories.insert(FileSystem.parent(of: FileSystem.destination(of: file)))
      }
    }
    return directories
  }
}
