public import AlmanacTime

/// The last change of some locations that can be undone.
public struct UndoHistory: Sendable {
  /// The reasons why journals are not used.
  public let problems: [FileError]
  /// The change in words, from the journal; `nil` if no change is recorded.
  public var summary: String? { last?.summary }
  private let last: UndoJournal.Entry?
  fileprivate var isSynchronization: Bool { last?.kind == .sync }
  /// The journals that have a part of the change.
  fileprivate let journals: [UndoJournal]
  private let purpose: UndoJournal.Purpose
  private let locations: [CalendarLocation]

  /// Reads the last change in the journals of locations, or, if `isRedo` is `true`, the change that was undone last.
  /// Nothing is locked.
  public init(of locations: [CalendarLocation], redo isRedo: Bool = false) {
    let purpose = isRedo ? UndoJournal.Purpose.redo : .undo
    self.purpose = purpose
    self.locations = locations
    let journals = locations.map { UndoJournal(of: $0, purpose) }
    problems = journals.compactMap { $0.fault }
    let usable = journals.filter { $0.fault == nil }
    let entries = usable.compactMap { journal in
      journal.entries.last.map { (entry: $0, written: FileSystem.stamp(journal.path)?.time ?? 0) }
    }
    let last = entries.max(by: { ($0.entry.time, $0.written) < ($1.entry.time, $1.written) })?.entry
    self.last = last
    self.journals = usable.filter { last != nil && $0.entries.last?.id == last?.id }
  }

  /// The changes that undo the last change.
  ///
  /// - Throws: ``FileError`` with code `nothing_to_undo`, `conflict` if a file has changed since, or `other_locations` if
  ///   the change has parts in other locations.
  public func changes() throws(FileError) -> [FileChange] {
    try requireChange()
    var changes: [FileChange] = []
    for journal in journals { changes += try journal.inverse() }
    return changes
  }

  /// The same changes with the indexes of their locations.
  fileprivate func changes(
    in locations: [CalendarLocation]
  ) throws(FileError) -> [(location: Int, change: FileChange)] {
    try requireChange()
    var changes: [(location: Int, change: FileChange)] = []
    for journal in journals {
      let index = locations.firstIndex { $0.realPath == journal.location.realPath } ?? 0
      changes += try journal.inverse().map { (location: index, change: $0) }
    }
    return changes
  }

  private func requireChange() throws(FileError) {
    guard last != nil else {
      if purpose == .redo, hasUndoneSynchronization {
        throw FileError(
          .nothingToUndo, "", "a synchronization that was undone is not made again",
          expected: "another synchronization, which reports differences as conflicts")
      }
      throw FileError(
        .nothingToUndo, "", purpose == .redo ? "there is no change to redo" : "there is no change to undo",
        expected: purpose == .redo
          ? "a change that was undone, and none after it" : "a change made with this program")
    }
    try requireAllLocations()
  }

  /// Whether a synchronization was undone of which the two sides have not been settled since.
  private var hasUndoneSynchronization: Bool {
    let directories = locations.flatMap { location in
      (try? DirectoryListing(of: location))?.all.map { $0.path } ?? [location.directory]
    }
    return directories.contains { !UndoneSyncFiles(in: $0).contents.isEmpty }
  }

  private func requireAllLocations() throws(FileError) {
    let own = Set(journals.map { $0.location.realPath })
    for journal in journals {
      for path in journal.entries.last?.others ?? [] where !own.contains(path) {
        let other = UndoJournal(
          of: CalendarLocation(path, companions: journal.location.companions), purpose)
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
  /// Undoes the last change of the locations; called again, the one before. If the change was made by a synchronization,
  /// the next synchronization merges the files as if they had not been synchronized, also after further edits of them.
  ///
  /// - Returns: The changes that were made, and the words with which the undone change was recorded.
  /// - Throws: ``FileError`` with code `nothing_to_undo`, and the errors of ``commit(_:_:at:)``.
  public mutating func undo() throws(FileError) -> (summary: String, changes: [FileChange]) {
    let history = UndoHistory(of: locations)
    problems += history.problems
    let changes = try history.changes()
    let records = try history.records()
    if history.isSynchronization { UndoneSyncFiles.record(changes) }
    do throws(FileError) { try apply(changes, records) } catch {
      if history.isSynchronization { UndoneSyncFiles.removeVoid(changes.map(\.inverse)) }
      throw error
    }
    for record in records where !history.isSynchronization {
      var journal = UndoJournal(of: record.journal.location, .redo)
      do throws(FileError) { try journal.append(record.entry) } catch { problems.append(error) }
    }
    return (history.summary ?? "", changes)
  }

  /// Makes the change again that was undone last; called again, the one undone before. A synchronization is not made again.
  ///
  /// - Returns: The changes that were made, and the words with which the change was recorded.
  /// - Throws: ``FileError`` with code `nothing_to_undo`, also after another change and after the undo of a synchronization, and
  ///   the errors of ``commit(_:_:at:)``.
  public mutating func redo(at time: Instant) throws(FileError) -> (summary: String, changes: [FileChange]) {
    let history = UndoHistory(of: locations, redo: true)
    problems += history.problems
    let numbered = try history.changes(in: locations)
    _ = try commit(numbered, history.summary ?? "", as: .change, at: time, isRedo: true)
    for var journal in history.journals {
      do throws(FileError) { try journal.removeLast(1) } catch { problems.append(error) }
    }
    return (history.summary ?? "", numbered.map { $0.change })
  }
}
