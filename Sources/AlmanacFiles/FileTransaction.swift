public import AlmanacTime

/// The exclusive right to change the files of some locations, and the changes that are made with it.
///
/// A transaction locks the directories of all files, removes the temporaries of killed processes, and completes or takes
/// back what they left half made. ``commit(_:_:at:)`` makes changes of several files together, in this order: the new
/// contents are written to temporaries, a record of the change to an undo journal in the directory (`.almanac-undo`), the
/// new files and then the replaced ones are moved to their places, files are removed. Each file and, after each step,
/// each directory is synchronized with the disk.
///
/// - After a kill at any point, or a full disk, every file is as before or as after its change, and the next transaction
///   on the same location makes that true of all files together.
/// - A file that another program has changed since it was read is not overwritten; nothing is changed then.
/// - Links do not lead out of a directory.
/// - A loss of power is survived on file systems that keep the order of `fsync` and `rename`.
///
/// A program that writes to these directories without this library is not held up, and can come between the check of a
/// file and its replacement.
public struct FileTransaction: Sendable {
  public let locations: [CalendarLocation]
  /// The lock, until the transaction and all its copies are gone.
  public let lock: FileLock
  /// The interrupted changes that were found.
  public private(set) var recoveries: [Recovery] = []
  /// Faults that did not end a commit: journals that are not used, and records that could not be written.
  public private(set) var problems: [FileError] = []

  /// - Parameters:
  ///   - locations: Where changes will be made, each location once.
  ///   - timeout: The time to wait for another process.
  /// - Throws: ``FileError`` with code `locked` when another process has one of the directories locked for longer.
  public init(on locations: [CalendarLocation], timeout: Duration = .seconds(10)) throws(FileError) {
    self.locations = locations
    var all = locations
    (lock, all) = try Self.lock(locations, timeout)
    for directory in lock.directories { Self.removeTemporaries(in: directory) }
    try recover(all)
  }

  /// Locks locations, and those that interrupted changes of their files concern.
  ///
  /// Without the lock, a change that is not complete may belong to a running process; with it, it is interrupted.
  private static func lock(
    _ locations: [CalendarLocation], _ timeout: Duration
  ) throws(FileError) -> (FileLock, [CalendarLocation]) {
    var all = locations
    var seen = Set(locations.map { $0.realPath })
    while true {
      let lock = try FileLock(try directories(of: all), timeout: timeout)
      let count = all.count
      for location in locations {
        for found in try JournalSearch.interrupted(around: location)
        where seen.insert(found.realPath).inserted {
          all.append(found)
        }
      }
      if all.count == count, try directories(of: all).isSubset(of: lock.directories) { return (lock, all) }
      lock.release()
    }
  }

  private static func directories(of locations: [CalendarLocation]) throws(FileError) -> Set<String> {
    var directories: Set<String> = []
    for location in locations { directories.formUnion(try location.lockedDirectories()) }
    return directories
  }

  private static func removeTemporaries(in directory: String) {
    for name in (try? FileSystem.names(in: directory)) ?? [] where name.hasPrefix(AtomicFile.temporaryPrefix)
    {
      try? FileSystem.remove(directory + "/" + name)
    }
  }
}

// MARK: Commit

extension FileTransaction {
  /// Makes changes, all or none, and records them for undo.
  ///
  /// Changes whose content stays are left out; a file that is reached by several paths is changed once.
  ///
  /// - Parameters:
  ///   - changes: Each with the number of its location.
  ///   - summary: The change in words, for a person.
  ///   - time: The time of the change.
  /// - Throws: ``FileError``: `conflict` when a file is not as it was read, `outside`, `interrupted`, `unwritable`. No
  ///   file is changed then, or all are as before; where even that failed, the next transaction takes the rest back.
  /// - Returns: Whether a file was changed.
  @discardableResult
  public mutating func commit(
    _ changes: [(location: Int, change: FileChange)], _ summary: String, at time: Instant
  ) throws(FileError) -> Bool {
    try commit(changes, summary, as: .change, at: time)
  }

  mutating func commit(
    _ changes: [(location: Int, change: FileChange)], _ summary: String, as kind: UndoJournal.Entry.Kind,
    at time: Instant
  ) throws(FileError) -> Bool {
    let changes = try Self.oneForEachFile(changes.filter { $0.change.before != $0.change.after })
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
    try make(changes.map { $0.change }, records)
    return true
  }

  /// An entry that is to be written to a journal before its change is made.
  fileprivate struct Record {
    var journal: UndoJournal
    var entry: UndoJournal.Entry

    /// - Parameter entry: The entry, without files, with all locations of the change.
    init(_ journal: UndoJournal, _ entry: UndoJournal.Entry, _ changes: [FileChange]) throws(FileError) {
      self.journal = journal
      self.entry = entry
      self.entry.others.removeAll { $0 == journal.location.realPath }
      self.entry.files = try journal.steps(changes)
    }
  }

  /// Without its record only a change of one file is made.
  private mutating func make(_ changes: [FileChange], _ records: [Record]) throws(FileError) {
    for change in changes { try change.verify() }
    if let journal = records.map({ $0.journal }).first(where: { $0.isPending }) {
      throw Self.interrupted(journal)
    }
    let prepared = try FileChange.Prepared(changes)
    var begun: [UndoJournal] = []
    for record in records {
      var journal = record.journal
      do throws(FileError) {
        try journal.begin(record.entry)
        begun.append(journal)
      } catch {
        guard changes.count == 1 else {
          for var journal in begun { try? journal.drop(1) }
          throw error
        }
        problems.append(Self.unrecorded(error))
      }
    }
    do throws(FileError) {
      if let error = try prepared.make() { problems.append(error) }
    } catch {
      for var journal in begun { try? journal.dropIfUndone() }
      throw error
    }
    for var journal in begun {
      // The change is made; the next transaction sees it by its files.
      do throws(FileError) { try journal.complete() } catch { problems.append(error) }
    }
  }

  private static func interrupted(_ journal: UndoJournal) -> FileError {
    if let fault = journal.fault {
      return FileError(
        .interrupted, fault.path, "A change was interrupted, and its journal is \(fault.reason)",
        expected: "the program that made the change, which completes it, or the folder without the journal")
    }
    return FileError(
      .interrupted, journal.directory,
      "\(journal.directory) has a change that was interrupted meanwhile",
      expected: "the same command again, which takes it back")
  }

  private static func unrecorded(_ error: FileError) -> FileError {
    FileError(
      .unrecorded, error.path, "the change cannot be taken back: \(error.reason)",
      systemCode: error.systemCode)
  }

  private static func oneForEachFile(
    _ changes: [(location: Int, change: FileChange)]
  ) throws(FileError) -> [(location: Int, change: FileChange)] {
    var changeOfFile: [String: FileChange] = [:]
    var kept: [(location: Int, change: FileChange)] = []
    for (location, change) in changes {
      let file = FileSystem.destination(of: change.path)
      if let other = changeOfFile[file] {
        guard other.after == change.after else {
          throw FileError(
            .conflict, file, "\(file) would be changed twice", expected: "each calendar once")
        }
        continue
      }
      changeOfFile[file] = change
      kept.append((location, change))
    }
    return kept
  }
}

// MARK: Recovery

extension FileTransaction {
  /// An interrupted change that was found.
  public struct Recovery: Sendable, Hashable {
    public enum Outcome: Sendable, Hashable {
      /// All its files were as after the change.
      case completed
      case takenBack
      /// Its files have changed since, and stay as they are.
      case abandoned
    }

    public let outcome: Outcome
    public let directory: String
    /// The files of the change, from the directory.
    public let files: [String]
    /// The changes by which it was taken back.
    public let changes: [FileChange]
    /// Whether it was itself taking back another change.
    public let isUndo: Bool
  }

  /// Completes or undoes interrupted changes. A change is complete if every file has its new content; otherwise it is
  /// undone, unless a file was changed since.
  private mutating func recover(_ locations: [CalendarLocation]) throws(FileError) {
    for change in InterruptedChange.all(of: locations) {
      let isMade = change.isMade
      let inverse = isMade ? [] : change.inverse
      if let inverse, let error = try FileChange.Prepared(inverse).make() { problems.append(error) }
      for var journal in change.journals { try isMade ? journal.complete() : journal.drop(1) }
      recoveries.append(
        Recovery(
          outcome: isMade ? .completed : inverse == nil ? .abandoned : .takenBack,
          directory: change.directory, files: change.files, changes: inverse ?? [],
          isUndo: change.entry?.kind == .undo))
    }
  }
}

// MARK: Undo

/// The last change that was made to some locations and not taken back yet.
public struct UndoHistory: Sendable {
  /// Why journals are not used.
  public let problems: [FileError]
  /// The change in words, as it was recorded; `nil` when no change is known.
  public var summary: String? { last?.summary }
  /// The time of the change.
  public var time: Instant? { last?.time }
  private let last: UndoJournal.Entry?
  fileprivate var isSynchronization: Bool { last?.kind == .sync }
  /// Those that have a part of the change.
  private let journals: [UndoJournal]

  /// Reads the journals of locations. Nothing is locked.
  public init(of locations: [CalendarLocation]) {
    let journals = locations.map { UndoJournal(of: $0) }
    problems = journals.compactMap { $0.fault }
    let usable = journals.filter { $0.fault == nil }
    let order = usable.compactMap { journal in
      journal.entries.last.map { (entry: $0, moment: FileSystem.stamp(journal.path)?.time ?? 0) }
    }
    let last = order.max(by: { ($0.entry.time, $0.moment) < ($1.entry.time, $1.moment) })?.entry
    self.last = last
    self.journals = usable.filter { last != nil && $0.entries.last?.id == last?.id }
  }

  /// The changes that take the last change back.
  ///
  /// - Throws: ``FileError`` with code `nothing_to_undo`, `conflict` when a file has changed since, or `other_locations`
  ///   when the change has parts elsewhere.
  public func changes() throws(FileError) -> [FileChange] {
    guard last != nil else {
      throw FileError(
        .nothingToUndo, "", "no change is known", expected: "a change made with this program")
    }
    try requireAllLocations()
    var changes: [FileChange] = []
    for journal in journals { changes += try journal.inverse() }
    return changes
  }

  private func requireAllLocations() throws(FileError) {
    let own = Set(journals.map { $0.location.realPath })
    for journal in journals {
      for path in journal.entries.last?.others ?? [] where !own.contains(path) {
        let other = UndoJournal(of: CalendarLocation(path, companions: journal.location.companions))
        guard other.entries.contains(where: { $0.id == last?.id }) else { continue }
        throw FileError(
          .otherLocations, path, "the last change has a part in \(path) too",
          expected: "all its locations together")
      }
    }
  }

  fileprivate func records() throws(FileError) -> [FileTransaction.Record] {
    guard var entry = last else { return [] }
    (entry.kind, entry.others) = (.undo, journals.map { $0.location.realPath })
    var records: [FileTransaction.Record] = []
    for journal in journals { records.append(try FileTransaction.Record(journal, entry, journal.inverse())) }
    return records
  }
}

extension FileTransaction {
  /// Takes the last change of the locations back; called again, the one before. The next synchronization merges
  /// changes of an earlier one that were taken back as if they had not been synchronized yet.
  ///
  /// - Returns: The changes that were made, and the words that the change was recorded with.
  /// - Throws: ``FileError`` with code `nothing_to_undo`, and as ``commit(_:_:at:)`` does.
  public mutating func undo() throws(FileError) -> (summary: String, changes: [FileChange]) {
    let history = UndoHistory(of: locations)
    problems += history.problems
    let changes = try history.changes()
    let records = try history.records()
    if history.isSynchronization { TakenBackFiles.record(changes) }
    try make(changes, records)
    return (history.summary ?? "", changes)
  }
}
