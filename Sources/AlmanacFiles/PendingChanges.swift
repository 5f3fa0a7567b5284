/// A change that was interrupted, or that another process is making: the journals of all its locations.
struct PendingChange: Sendable {
  private(set) var journals: [UndoJournal]

  /// The pending changes in the journals of some locations. The journals of one transaction are one change.
  static func all(of locations: [CalendarLocation]) -> [PendingChange] {
    var changes: [PendingChange] = []
    for journal in locations.map({ UndoJournal(of: $0) }) where journal.isRecoverable {
      if let index = changes.firstIndex(where: { $0.entry?.id == journal.entries.last?.id }) {
        changes[index].journals.append(journal)
      } else {
        changes.append(PendingChange(journals: [journal]))
      }
    }
    return changes
  }

  var entry: UndoJournal.Entry? { journals.first?.entries.last }

  var directory: String { journals.first?.directory ?? "" }

  /// The files of the change, relative to the directories of its journals.
  var files: [String] { journals.flatMap { $0.entries.last?.files ?? [] }.map { $0.path } }

  /// The paths of the files of the change.
  var paths: [String] {
    journals.flatMap { journal in
      (journal.entries.last?.files ?? []).map { FileSystem.path(of: $0.path, in: journal.directory) }
    }
  }

  /// Whether all files have their new content.
  var isMade: Bool { journals.allSatisfy { $0.state == .changed } }

  /// Whether one of its files was being overwritten and is partly written.
  var isTorn: Bool { journals.contains { $0.isTorn } }

  /// The changes that revert it; `nil` if a file has changed since, or cannot be written.
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

  /// The contents of its files before the change; `nil` if another program has changed one since.
  fileprivate var contentsBefore: [(path: String, content: [UInt8]?)]? {
    let parts = journals.map { $0.contentsBefore() }
    return parts.contains { $0 == nil } ? nil : parts.flatMap { $0 ?? [] }
  }
}

/// The contents that files had before pending changes, which readers see in place of the present ones.
struct PendingChangeOverlay: Sendable {
  /// The previous contents by resolved path; `nil` for a file that the change creates.
  private var contents: [String: [UInt8]?] = [:]
  /// The resolved paths of files whose pending change is made.
  private var made: Set<String> = []
  /// Changes before which the contents are unknown, or that this process may not complete.
  private(set) var problems: [FileError] = []
  private let search: JournalSearch?
  private let stamps: [String: FileStamp]

  static let none = PendingChangeOverlay()

  private init() { (search, stamps) = (nil, [:]) }

  private init(_ search: JournalSearch) {
    let found = search.found
    self.search = search
    stamps = JournalSearch.stamps(of: found)
    for journal in found where journal.isInside && journal.isPending {
      if !journal.isOwn {
        problems.append(Self.changeOfAnotherUser(journal.directory))
      } else if let fault = UndoJournal(of: journal.location).fault {
        report(
          "A change was interrupted, and its undo file is \(fault.reason); some files may be changed already",
          journal.directory)
      }
    }
    for change in PendingChange.all(of: search.recoverable(found)) { add(change) }
  }

  private mutating func add(_ change: PendingChange) {
    guard !change.isMade else {
      made.formUnion(change.paths.map { FileSystem.destination(of: $0) })
      return
    }
    let before = change.contentsBefore
    for (path, content) in before ?? [] { contents[FileSystem.destination(of: path)] = .some(content) }
    if change.journals.allSatisfy({ FileSystem.isWritable(directory: $0.directory) }) { return }
    let state = before == nil ? "have changed since" : "are shown as before it"
    let files = change.files.joined(separator: ", ")
    report("A change was interrupted; its files \(state): \(files)", change.directory)
  }

  private mutating func report(_ reason: String, _ directory: String) {
    problems.append(
      FileError(
        .unfinishedChange, directory, reason,
        expected: "any change by a user who may write to the folder: it first completes or undoes this one"))
  }

  fileprivate static func changeOfAnotherUser(_ directory: String) -> FileError {
    FileError(
      .unfinishedChange, directory, "A change by another user was interrupted; some files may be changed",
      expected: "any change by that user, or by root: it first completes or undoes this one")
  }

  /// Whether a file has its whole content although its change is pending.
  func isMade(_ path: String) -> Bool { !made.isEmpty && made.contains(FileSystem.destination(of: path)) }

  /// The content of a file before the pending change, `.some(nil)` for a file that the change creates; `nil` if no pending
  /// change concerns the file.
  func contentBefore(_ path: String) -> [UInt8]?? {
    contents.isEmpty ? nil : contents[FileSystem.destination(of: path)]
  }

  /// The files of a directory before the pending changes, by name.
  func files(of listing: DirectoryListing) -> [String] {
    guard !contents.isEmpty else { return listing.files }
    let isCreated = { (path: String) in contents[FileSystem.destination(of: path)] == .some(nil) }
    let directory = FileSystem.realPath(listing.path) ?? listing.path
    let present = Set(listing.files.map { FileSystem.destination(of: $0) })
    let removed = contents.filter { path, content in
      content != nil && !present.contains(path) && FileSystem.parent(of: path) == directory
        && FileSystem.isCalendar(path)
    }
    let paths = removed.map { FileSystem.path(of: FileSystem.name(of: $0.key), in: listing.path) }
    return (listing.files.filter { !isCreated($0) } + paths).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
  }
}

// MARK: Reading

extension PendingChangeOverlay {
  /// Reads files of a location in a consistent state, although another process may change several of them meanwhile.
  ///
  /// The lock files that killed processes left in a directory are removed. If a change begins meanwhile, the files are read again, at the fourth attempt with the lock. If the lock is not
  /// available, a problem is reported.
  ///
  /// - Parameter body: Reads the files with the overlay and the listing of the directory, which is empty for a file.
  static func reading<Value>(
    _ location: CalendarLocation,
    _ body: (PendingChangeOverlay, DirectoryListing) throws(FileError) -> Value
  ) throws(FileError) -> Value {
    var attempts = 3
    var listing = try DirectoryListing(of: location)
    listing.removeUnheldLockFiles()
    DirectoryLock.removeUnheldFile(in: location.directory)
    while true {
      let lock =
        attempts > 0 ? nil : try? DirectoryLock(resolved: location.lockedDirectories(), timeout: .seconds(1))
      defer { lock?.release() }
      var overlay = PendingChangeOverlay(JournalSearch(around: location, listing))
      // Listed again, as a change may have been made between the listing and the search.
      listing = try DirectoryListing(of: location)
      if attempts == 0, lock?.isComplete != true { overlay.problems.append(changedMeanwhile(location)) }
      let result = Result { () throws(FileError) in try body(overlay, listing) }
      if attempts == 0 || overlay.isCurrent { return try result.get() }
      attempts -= 1
    }
  }

  private static func changedMeanwhile(_ location: CalendarLocation) -> FileError {
    FileError(
      .unfinishedChange, location.path,
      "Files were changed repeatedly while they were read; some may be from before a change and some from after it",
      expected: "another attempt when no other process changes them")
  }

  /// Whether no change has begun since the journals were read.
  private var isCurrent: Bool { search.map { JournalSearch.stamps(of: $0.found) == stamps } ?? true }
}

/// A search for the journals that may have a pending change of the files of a location: the location's own, and those of
/// directories inside and above it.
struct JournalSearch: Sendable {
  private let location: CalendarLocation
  /// The directories in which all journals concern the location.
  private let directories: [String]

  /// - Parameter listing: The listing of the location.
  init(around location: CalendarLocation, _ listing: DirectoryListing) {
    self.location = location
    directories = listing.all.map { $0.path }
  }

  struct Found: Sendable {
    let directory: String
    let path: String
    /// The location to which the journal belongs.
    let location: CalendarLocation
    /// Whether it belongs to the searched location or is inside it, rather than above it.
    let isInside: Bool
    /// Whether its last change is not recorded as complete.
    let isPending: Bool
    /// Whether it is a regular file that only this user owns.
    let isOwn: Bool
  }

  /// The existing journals.
  var found: [Found] {
    var found: [Found] = []
    var seen: Set<String> = []
    func add(_ name: String, _ directory: String, _ location: CalendarLocation, isInside: Bool) {
      let path = FileSystem.path(of: name, in: directory)
      guard seen.insert(path).inserted, FileSystem.entryExists(path) else { return }
      // Another user's journal cannot be read, but its mark is visible.
      let read = try? FileSystem.beginning(of: path, count: 40)
      found.append(
        Found(
          directory: directory, path: path, location: location, isInside: isInside,
          isPending: Self.isPending(read?.bytes, path),
          isOwn: read?.isOwn ?? false))
    }
    func addOwn(_ location: CalendarLocation, isInside: Bool) {
      for name in location.journalNames { add(name, location.directory, location, isInside: isInside) }
    }
    for directory in directories {
      for name in Self.journals(in: directory) {
        guard let file = CalendarLocation.file(ofJournal: name) else { continue }
        let path = file.isEmpty ? directory : FileSystem.path(of: file, in: directory)
        add(name, directory, sibling(path), isInside: true)
      }
    }
    addOwn(location, isInside: true)
    var directory = FileSystem.realPath(location.directory) ?? ""
    while directory.hasPrefix("/") {
      addOwn(sibling(directory), isInside: false)
      if directory == "/" { break }
      directory = FileSystem.parent(of: directory)
    }
    return found
  }

  /// Another location with the same companions.
  private func sibling(_ path: String) -> CalendarLocation {
    CalendarLocation(path, companions: location.companions)
  }

  /// Reads a file, again if it has several names and is overwritten meanwhile by another one.
  ///
  /// - Throws: ``FileError`` with code `unreadable` if that change was interrupted, and the errors of the closure.
  static func readingWhole(
    _ path: String, _ read: () throws(FileError) -> FileSystem.StampedContent
  ) throws(FileError) -> FileSystem.StampedContent {
    let first = try read()
    if !first.hasSeveralNames { return first }
    let end = ContinuousClock.now + .seconds(1)
    while true {
      let before = FileSystem.stamp(path)
      let value = try read()
      guard value.hasSeveralNames else { return value }
      let directory = FileSystem.overwritingMark(of: path)
      if directory == nil, FileSystem.stamp(path) == before { return value }
      // The mark may be older than the journal, or come with a copy.
      if let directory, !hasPendingJournal(directory) { return value }
      guard ContinuousClock.now < end else {
        throw FileError(
          .unreadable, path,
          "A change by another name of the file was interrupted, and it may be half written"
            + (directory.map { "; the content before is in \($0)" } ?? ""),
          expected: "a change by that name, which first completes or undoes the interrupted one")
      }
      FileSystem.sleep(milliseconds: 5)
    }
  }

  /// Whether a directory has a journal whose last change is not recorded as complete.
  private static func hasPendingJournal(_ directory: String) -> Bool {
    journals(in: directory).contains { name in
      let path = FileSystem.path(of: name, in: directory)
      return isPending(try? FileSystem.beginning(of: path, count: 40).bytes, path)
    }
  }

  /// Whether the last change of a journal is not recorded as complete: by its beginning, or by its mark if it cannot be read.
  private static func isPending(_ beginning: [UInt8]?, _ path: String) -> Bool {
    beginning.map { JournalText.isPending($0) } ?? FileSystem.hasPendingMark(path)
  }

  /// The names of the journals in a directory; none if it cannot be listed.
  private static func journals(in directory: String) -> [String] {
    (try? FileSystem.names(in: directory) { CalendarLocation.file(ofJournal: $0) != nil }) ?? []
  }

  /// The states of journals by path. The beginning of a change replaces a journal, and so its state.
  static func stamps(of found: [Found]) -> [String: FileStamp] {
    Dictionary(found.map { ($0.path, FileSystem.stamp($0.path)) }) { $1 }.compactMapValues { $0 }
  }

  /// The locations whose journals record a pending change of the files of a location.
  ///
  /// - Throws: ``FileError`` with code `unfinishedChange` for a pending change of another user, after which a change would be
  ///   made to a state that only that user can complete or undo.
  static func pendingLocations(around location: CalendarLocation) throws(FileError) -> [CalendarLocation] {
    let search = JournalSearch(around: location, try DirectoryListing(of: location))
    let found = search.found
    if let other = found.first(where: { $0.isInside && $0.isPending && !$0.isOwn }) {
      throw PendingChangeOverlay.changeOfAnotherUser(other.directory)
    }
    return search.recoverable(found)
  }

  /// The locations whose journals record a pending change and can be used, with the other locations of these changes.
  func recoverable(_ found: [Found]) -> [CalendarLocation] {
    let journals = found.filter { $0.isPending && $0.isOwn }.map { UndoJournal(of: $0.location) }
    let used = journals.filter { $0.isRecoverable }
    let others = used.flatMap { journal in
      (journal.entries.last?.others ?? []).map { UndoJournal(of: sibling($0)) }.filter {
        $0.isRecoverable && $0.entries.last?.id == journal.entries.last?.id
      }
    }
    var seen: Set<String> = []
    return (used + others).map { $0.location }.filter { seen.insert($0.realPath).inserted }
  }
}
