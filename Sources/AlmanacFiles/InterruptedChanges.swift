/// A change that was interrupted, or that another process is making: the journals of all its locations.
struct InterruptedChange: Sendable {
  private(set) var journals: [UndoJournal]

  /// The changes that the journals of some locations record last, and not as complete; one of several locations is one.
  static func all(of locations: [CalendarLocation]) -> [InterruptedChange] {
    var changes: [InterruptedChange] = []
    for journal in locations.map({ UndoJournal(of: $0) }) where journal.isInterrupted {
      if let index = changes.firstIndex(where: { $0.entry?.id == journal.entries.last?.id }) {
        changes[index].journals.append(journal)
      } else {
        changes.append(InterruptedChange(journals: [journal]))
      }
    }
    return changes
  }

  var entry: UndoJournal.Entry? { journals.first?.entries.last }

  var directory: String { journals.first?.directory ?? "" }

  /// The files of the change, from the directories of its journals.
  var files: [String] { journals.flatMap { $0.entries.last?.files ?? [] }.map { $0.path } }

  /// Whether all files are as after the change.
  var isMade: Bool { journals.allSatisfy { $0.state == .after } }

  /// The changes that revert it; `nil` where a file is not as the change left it, or cannot be written.
  var inverse: [FileChange]? {
    do throws(FileError) {
      var changes: [FileChange] = []
      for journal in journals { changes += try journal.inverse() }
      for change in changes { try change.verify() }
      return changes
    } catch {
      return nil
    }
  }

  /// The contents of its files before the change; `nil` where something else has changed one of them.
  fileprivate var contentsBefore: [(path: String, content: [UInt8]?)]? {
    let parts = journals.map { $0.contentsBefore() }
    return parts.contains { $0 == nil } ? nil : parts.flatMap { $0 ?? [] }
  }
}

/// The contents that files had before changes that were interrupted, or that other processes are making: readers see
/// the files as they were then.
struct InterruptedChanges: Sendable {
  /// By the path without links; `nil` for a file that the change makes.
  private var contents: [String: [UInt8]?] = [:]
  /// Changes that cannot be read through, or that this process may not complete.
  private(set) var problems: [FileError] = []
  private let search: JournalSearch?
  private let stamps: [String: FileStamp]

  static let none = InterruptedChanges()

  private init() { (search, stamps) = (nil, [:]) }

  private init(_ search: JournalSearch) {
    let found = search.found
    self.search = search
    stamps = JournalSearch.stamps(of: found)
    for journal in found where journal.isInside && journal.isPending {
      if !journal.isOwn {
        report("by another user; some files may be changed already", journal.directory)
      } else if let fault = UndoJournal(of: journal.location).fault {
        report("and its journal is \(fault.reason); some files may be changed already", journal.directory)
      }
    }
    for change in InterruptedChange.all(of: search.interrupted(found)) { add(change) }
  }

  private mutating func add(_ change: InterruptedChange) {
    guard !change.isMade else { return }
    let isWritable = change.journals.allSatisfy { FileSystem.isWritable(directory: $0.directory) }
    let files = change.files.joined(separator: ", ")
    guard let before = change.contentsBefore else {
      if !isWritable { report("whose files have changed since: \(files)", change.directory) }
      return
    }
    for (path, content) in before { contents[FileSystem.destination(of: path)] = .some(content) }
    if !isWritable { report("which is left out here: \(files)", change.directory) }
  }

  private mutating func report(_ what: String, _ directory: String) {
    problems.append(
      FileError(
        .unfinishedChange, directory, "a change was interrupted, \(what)",
        expected: "a change by somebody who may write to the folder, which completes it"))
  }

  /// The content of a file before the change; `nil` when the file is not part of one.
  func content(of path: String) -> [UInt8]? {
    contents.isEmpty ? nil : contents[FileSystem.destination(of: path)] ?? nil
  }

  /// The files of a directory before the changes, by name.
  func files(of listing: DirectoryListing) -> [String] {
    guard !contents.isEmpty else { return listing.files }
    let isMade = { (path: String) in contents[FileSystem.destination(of: path)] == .some(nil) }
    let directory = FileSystem.realPath(listing.path) ?? listing.path
    let there = Set(listing.files.map { FileSystem.destination(of: $0) })
    let removed = contents.filter { path, content in
      content != nil && !there.contains(path) && FileSystem.parent(of: path) == directory
        && path.hasSuffix(".ics")
    }
    let paths = removed.map { FileSystem.path(of: FileSystem.name(of: $0.key), in: listing.path) }
    return (listing.files.filter { !isMade($0) } + paths).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
  }
}

// MARK: Reading

extension InterruptedChanges {
  /// Reads files of a location in a consistent state: never between the files of a change of another process.
  ///
  /// If a change begins meanwhile, the files are read again, at last with the lock. A problem is reported if the lock is
  /// not available.
  ///
  /// - Parameter body: Gets the listing of a directory; an empty one of a file.
  static func reading<Value>(
    _ location: CalendarLocation,
    _ body: (InterruptedChanges, DirectoryListing) throws(FileError) -> Value
  ) throws(FileError) -> Value {
    var attempts = 3
    var listing = try DirectoryListing(of: location)
    while true {
      let lock = attempts > 0 ? nil : try? FileLock(location.lockedDirectories(), timeout: .seconds(1))
      defer { lock?.release() }
      var changes = InterruptedChanges(JournalSearch(around: location, listing))
      // Listed anew, as a change may have been made between the listing and the search.
      listing = try DirectoryListing(of: location)
      if attempts == 0, lock == nil { changes.problems.append(changedMeanwhile(location)) }
      let result = Result { () throws(FileError) in try body(changes, listing) }
      if attempts == 0 || changes.areCurrent { return try result.get() }
      attempts -= 1
    }
  }

  private static func changedMeanwhile(_ location: CalendarLocation) -> FileError {
    FileError(
      .unfinishedChange, location.path,
      "files were changed again and again while they were read; some may be as before a change and some as after it",
      expected: "a time at which no other process changes them")
  }

  /// Whether no change has begun since.
  private var areCurrent: Bool { search.map { JournalSearch.stamps(of: $0.found) == stamps } ?? true }
}

/// The journals that may have an interrupted change of the files of a location: those in it, its own, and those of the
/// directories around it.
struct JournalSearch: Sendable {
  private let location: CalendarLocation
  /// The directories in which all journals concern the location.
  private let directories: [String]

  /// - Parameter listing: Of the location.
  init(around location: CalendarLocation, _ listing: DirectoryListing) {
    self.location = location
    directories = listing.all.map { $0.path }
  }

  struct Found: Sendable {
    let directory: String
    let path: String
    /// The location whose journal it is.
    let location: CalendarLocation
    /// Whether it is in the location, or is its own.
    let isInside: Bool
    /// Whether its last change is not recorded as complete.
    let isPending: Bool
    /// Whether it is a file of this user alone.
    let isOwn: Bool
  }

  /// The journals that are there.
  var found: [Found] {
    var found: [Found] = []
    var seen: Set<String> = []
    func add(_ name: String, _ directory: String, _ location: CalendarLocation, isInside: Bool) {
      let path = FileSystem.path(of: name, in: directory)
      guard seen.insert(path).inserted, FileSystem.isTaken(path) else { return }
      // Another user's may not be read, but its mark is seen.
      let read = try? FileSystem.beginning(of: path, count: 40)
      found.append(
        Found(
          directory: directory, path: path, location: location, isInside: isInside,
          isPending: read.map { JournalText.isPending($0.bytes) } ?? FileSystem.isMarked(path),
          isOwn: read?.isOwn ?? false))
    }
    func addOwn(_ location: CalendarLocation, isInside: Bool) {
      for name in location.journalNames { add(name, location.directory, location, isInside: isInside) }
    }
    for directory in directories {
      for name in (try? FileSystem.names(in: directory)) ?? [] {
        guard let file = CalendarLocation.file(ofJournal: name) else { continue }
        let path = file.isEmpty ? directory : FileSystem.path(of: file, in: directory)
        add(name, directory, neighbour(path), isInside: true)
      }
    }
    addOwn(location, isInside: true)
    var directory = FileSystem.realPath(location.directory) ?? ""
    while directory.hasPrefix("/") {
      addOwn(neighbour(directory), isInside: false)
      if directory == "/" { break }
      directory = FileSystem.parent(of: directory)
    }
    return found
  }

  /// The location of a journal beside the location, in it or around it.
  private func neighbour(_ path: String) -> CalendarLocation {
    CalendarLocation(path, companions: location.companions)
  }

  /// The states of journals, by path: each change that begins replaces one.
  static func stamps(of found: [Found]) -> [String: FileStamp] {
    Dictionary(found.map { ($0.path, FileSystem.stamp($0.path)) }) { $1 }.compactMapValues { $0 }
  }

  /// The locations whose journals record an interrupted change of the files of a location.
  static func interrupted(around location: CalendarLocation) throws(FileError) -> [CalendarLocation] {
    let search = JournalSearch(around: location, try DirectoryListing(of: location))
    return search.interrupted(search.found)
  }

  /// The locations whose journals record an interrupted change and may be used, with the other locations of these
  /// changes.
  func interrupted(_ found: [Found]) -> [CalendarLocation] {
    let journals = found.filter { $0.isPending && $0.isOwn }.map { UndoJournal(of: $0.location) }
    let used = journals.filter { $0.isInterrupted }
    let others = used.flatMap { journal in
      (journal.entries.last?.others ?? []).map { UndoJournal(of: neighbour($0)) }.filter {
        $0.isInterrupted && $0.entries.last?.id == journal.entries.last?.id
      }
    }
    var seen: Set<String> = []
    return (used + others).map { $0.location }.filter { seen.insert($0.realPath).inserted }
  }
}
