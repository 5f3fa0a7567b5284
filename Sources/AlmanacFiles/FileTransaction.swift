public import AlmanacTime

/// A transaction over the files of some locations, which have no other writers meanwhile.
///
/// A transaction locks the directories of all files, removes temporary files of killed processes, and completes or undoes
/// changes that they have not finished. ``commit(_:_:at:)`` changes several files together, in this order: it writes the new
/// contents to temporary files and a record of the change to an undo journal in the directory (`.almanac-undo`), moves the
/// temporary files to new paths, then over existing files, and removes files. Each file and, after each step, each
/// directory is synchronized with the disk.
///
/// - After a kill at any point, or if the disk is full, every file has its old or its new content, and the next transaction
///   on the same location gives either all files the old or all the new.
/// - If another program has changed one of the files since it was read, nothing is changed.
/// - Links that lead out of a directory are not followed.
/// - A file with several names (hard links) remains one file: its content is overwritten, and all its names have the new one.
///   Other programs may see it partly written.
/// - On file systems that preserve the order of `fsync` and `rename`, this also holds after a loss of power.
///
/// A program that writes to these directories without this library does not wait for the lock; if it writes between the
/// check of a file and its replacement, its change is lost.
public struct FileTransaction: Sendable {
  /// The locations to be changed, as they were given.
  public let locations: [CalendarLocation]
  /// The lock, which is held until the transaction and all its copies are released.
  public let lock: DirectoryLock
  /// The interrupted changes that were completed or undone.
  public private(set) var recoveries: [Recovery] = []
  /// Faults despite which the changes were made: journals that are not used, and records that could not be written.
  public internal(set) var problems: [FileError] = []

  /// - Parameters:
  ///   - locations: The locations to be changed, each once.
  ///   - timeout: The time to wait for another process.
  /// - Throws: ``FileError`` with code `locked` if another process holds the lock of a directory for longer.
  public init(on locations: [CalendarLocation], timeout: Duration = .seconds(10)) throws(FileError) {
    self.locations = locations
    var all = locations
    (lock, all) = try Self.lock(locations, timeout)
    let pending = PendingChange.all(of: all)
    // A file that was being overwritten is recognised by the temporary file with its new content.
    let isTorn = pending.contains { $0.isTorn }
    if !isTorn { removeTemporaries() }
    try recover(pending)
    if isTorn { removeTemporaries() }
  }

  /// Locks locations, and further locations of interrupted changes of their files.
  ///
  /// Without the lock, a pending change may be that of a running process; with the lock, it must have been interrupted.
  private static func lock(
    _ locations: [CalendarLocation], _ timeout: Duration
  ) throws(FileError) -> (DirectoryLock, [CalendarLocation]) {
    var all = locations
    var seen = Set(locations.map { $0.realPath })
    while true {
      let lock = try DirectoryLock(resolved: try directories(of: all), timeout: timeout)
      let count = all.count
      for location in locations {
        for found in try JournalSearch.pendingLocations(around: location)
        where seen.insert(found.realPath).inserted {
          all.append(found)
        }
      }
      if all.count == count, try directories(of: all).isSubset(of: lock.directories) {
        try lockFiles(of: all, lock)
        return (lock, all)
      }
      lock.release()
    }
  }

  private static func directories(of locations: [CalendarLocation]) throws(FileError) -> Set<String> {
    var directories: Set<String> = []
    for location in locations { directories.formUnion(try location.lockedDirectories()) }
    return directories
  }

  /// Locks the files of locations that have several names, unless they are too many: each is an open file. A change locks
  /// those that it writes in any case, and then notices that another has changed them.
  private static func lockFiles(of locations: [CalendarLocation], _ lock: DirectoryLock) throws(FileError) {
    var paths: [String] = []
    for location in locations { paths += try location.changeableFiles() }
    let linked = paths.filter { FileIdentity(ofLinked: $0) != nil }
    if linked.count <= maximumLockedFiles { try lock.lock(files: linked) }
  }

  /// The most files with several names that are locked before they are read; systems allow 256 to 1024 open files.
  private static let maximumLockedFiles = 100

  private func removeTemporaries() {
    for directory in lock.directories {
      for path in AtomicFile.temporaries(in: directory) { try? FileSystem.remove(path) }
    }
  }
}

// MARK: Commit

extension FileTransaction {
  /// Makes changes, all or none, and records them for undo.
  ///
  /// Changes that leave the content the same are ignored; a file that is reached by several paths is changed once.
  ///
  /// - Parameters:
  ///   - changes: The changes, each with the index of its location.
  ///   - summary: The change in words, for a person.
  ///   - time: The time of the change.
  /// - Throws: ``FileError``: `conflict` if a file has changed since it was read, `outside`, `interrupted`, `unwritable`.
  ///   Changes already made are then reverted; if even that fails, the next transaction reverts them.
  /// - Returns: Whether a file was changed.
  @discardableResult
  public mutating func commit(
    _ changes: [(location: Int, change: FileChange)], _ summary: String, at time: Instant
  ) throws(FileError) -> Bool {
    try commit(changes, summary, as: .change, at: time)
  }

  /// - Parameter isRedo: Whether the change was undone before, so that others that were undone can still follow.
  mutating func commit(
    _ changes: [(location: Int, change: FileChange)], _ summary: String, as kind: UndoJournal.Entry.Kind,
    at time: Instant, isRedo: Bool = false
  ) throws(FileError) -> Bool {
    let changes = try Self.uniqueByFile(changes.filter { $0.change.before != $0.change.after })
    guard !changes.isEmpty else { return false }
    let groups = locations.indices.map { number in
      changes.filter { $0.location == number }.map { $0.change }
    }
    let entry = UndoJournal.Entry(
      summary: summary, time: time, id: UInt64.random(in: .min ... .max),
      others: zip(locations, groups).filter { !$1.isEmpty }.map { $0.0.realPath }, files: [], kind: kind)
    var records: [Record] = []
    for (location, changes) in zip(locations, groups) where !changes.isEmpty {
      let journal = UndoJournal(of: location)
      if journal.isDamaged, let fault = journal.fault { problems.append(fault) }
      records.append(try Record(journal, entry, changes))
    }
    try apply(changes.map { $0.change }, records)
    if !isRedo { removeRedoJournals() }
    return true
  }

  /// Forgets what was undone, which a change of these locations makes obsolete.
  private mutating func removeRedoJournals() {
    for location in locations {
      var journal = UndoJournal(of: location, .redo)
      do throws(FileError) { try journal.removeAll() } catch { problems.append(error) }
    }
  }

  /// A journal and the entry to be added to it before a change is made.
  struct Record {
    var journal: UndoJournal
    var entry: UndoJournal.Entry

    /// - Parameter entry: The entry with all locations of the change, without files.
    init(_ journal: UndoJournal, _ entry: UndoJournal.Entry, _ changes: [FileChange]) throws(FileError) {
      self.journal = journal
      self.entry = entry
      self.entry.others.removeAll { $0 == journal.location.realPath }
      self.entry.files = try journal.steps(changes)
    }
  }

  /// Makes changes and records them. If a record cannot be written, only a change of a single file that deletes
  /// nothing is made, and ends the history: an undo of older changes would take the unrecorded one for that of another program.
  mutating func apply(_ changes: [FileChange], _ records: [Record]) throws(FileError) {
    try lock.lock(files: changes.map { $0.path })
    for change in changes { try change.verify() }
    if let journal = records.map({ $0.journal }).first(where: { $0.isPending }) {
      throw Self.interrupted(journal)
    }
    let prepared = try FileChange.Prepared(changes)
    var begun: [UndoJournal] = []
    var ended: (journal: UndoJournal, path: String)?
    for record in records {
      var journal = record.journal
      do throws(FileError) {
        try journal.begin(record.entry)
        begun.append(journal)
      } catch {
        guard changes.count == 1, !changes.contains(where: { $0.isInPlace || $0.isDeletion }),
          record.entry.kind != .undo
        else {
          for var journal in begun { try? journal.removeLast(1) }
          throw error
        }
        ended = try record.journal.setAside().map { (record.journal, $0) }
        problems.append(Self.unrecorded(error, history: ended?.path))
      }
    }
    let linked = changes.filter { $0.effect == .removal && FileSystem.linkCount($0.path) > 1 }
    do throws(FileError) {
      if let error = try prepared.apply() { problems.append(error) }
    } catch {
      // An entry whose files are changed remains, so that it can be undone later.
      for var journal in begun where journal.state == .unchanged { try? journal.removeLast(1) }
      if let (journal, path) = ended { try? FileSystem.move(path, to: journal.path) }
      throw error
    }
    if let first = linked.first { problems.append(Self.unlinked(first.path, further: linked.count - 1)) }
    for var journal in begun {
      // The change is made; the next transaction recognises that by the files.
      do throws(FileError) { try journal.complete() } catch { problems.append(error) }
    }
  }

  private static func interrupted(_ journal: UndoJournal) -> FileError {
    if let fault = journal.fault {
      return FileError(
        .interrupted, fault.path, "A change was interrupted, and its undo file is \(fault.reason)",
        expected: "the program that made the change, or no undo file: the calendars then stay as they are")
    }
    return FileError(
      .interrupted, journal.directory,
      "another change of \(journal.directory) was interrupted meanwhile",
      expected: "another attempt, which first undoes that change")
  }

  /// - Parameter history: The path of the journal of the changes before, which are not undone any more.
  private static func unrecorded(_ error: FileError, history: String?) -> FileError {
    let older = history.map { ", nor can the changes before it, whose undo file is now \($0)" } ?? ""
    return FileError(
      .unrecorded, error.path, "the change is made, but cannot be undone\(older): \(error.reason)",
      systemCode: error.systemCode)
  }

  private static func unlinked(_ path: String, further count: Int) -> FileError {
    let others = count > 0 ? ", and so have \(count) more removed files" : ""
    return FileError(
      .unrecorded, path,
      "the file has other names (hard links), which stay\(others); undo restores it as a file of its own with the same content"
    )
  }

  private static func uniqueByFile(
    _ changes: [(location: Int, change: FileChange)]
  ) throws(FileError) -> [(location: Int, change: FileChange)] {
    var changeOfFile: [String: FileChange] = [:]
    var unique: [(location: Int, change: FileChange)] = []
    for (location, change) in changes {
      let file = FileSystem.destination(of: change.path)
      // Names of one file are removed one by one, but have one content.
      let names = change.after == nil ? [file] : [file, FileSystem.identity(of: file)].compactMap { $0 }
      if let other = names.lazy.compactMap({ changeOfFile[$0] }).first {
        guard other.after == change.after else {
          throw FileError(
            .conflict, file, "\(file) would be changed in two ways", expected: "each calendar named once")
        }
        continue
      }
      for name in names { changeOfFile[name] = change }
      unique.append((location, change))
    }
    return unique
  }
}

// MARK: Recovery

extension FileTransaction {
  /// The treatment of an interrupted change.
  public struct Recovery: Sendable, Hashable {
    /// The result of the treatment.
    public enum Outcome: Sendable, Hashable {
      /// All its files were changed already.
      case completed
      /// Its files have the contents before the change again.
      case undone
      /// Other programs have changed its files since, which are left alone.
      case abandoned
    }

    /// The result of the treatment.
    public let outcome: Outcome
    /// The directory of the undo journal in which the change is recorded.
    public let directory: String
    /// The files of the change, relative to the directory.
    public let files: [String]
    /// The changes by which it was undone.
    public let changes: [FileChange]
    /// Whether the interrupted change was itself an undo.
    public let isUndo: Bool
  }

  /// Completes or undoes interrupted changes. A change is complete if every file has its new content; otherwise it is
  /// undone, unless a file was changed since.
  private mutating func recover(_ pending: [PendingChange]) throws(FileError) {
    for change in pending {
      try lock.lock(files: change.paths)
      let isMade = change.isMade
      let inverse = isMade ? [] : change.inverse
      if let inverse, let error = try FileChange.Prepared(inverse).apply() { problems.append(error) }
      if let inverse, !isMade, change.entry?.kind == .undo { UndoneSyncFiles.removeVoid(inverse) }
      for path in change.paths where FileSystem.linkCount(path) > 1 { FileSystem.removeOverwritingMark(path) }
      for var journal in change.journals { try isMade ? journal.complete() : journal.removeLast(1) }
      recoveries.append(
        Recovery(
          outcome: isMade ? .completed : inverse == nil ? .abandoned : .undone,
          directory: change.directory, files: change.files, changes: inverse ?? [],
          isUndo: change.entry?.kind == .undo))
    }
  }
}
