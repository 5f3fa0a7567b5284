import AlmanacTime

/// The last changes to the files of a location, newest last, in a hidden file beside them. It is both the undo history and
/// the intent log: an entry is written as `pending` before its change is made.
///
/// For each file, an entry has the bytes that the change removed, and fingerprints of the content before and after: a file
/// that was changed since is not undone.
///
/// Since a directory may come from an untrusted source, only a journal that the user owns is used, and only if all paths of its
/// last change belong to this location. Other changes, such as those of another program's companions, stay in the journal.
struct UndoJournal: Sendable {
  struct Entry: Sendable, Hashable {
    /// The change in words, for a person.
    var summary: String
    var time: Instant
    /// The identity of the transaction, the same in the journals of all locations that it changed.
    var id: UInt64
    /// The resolved paths of the other locations that the transaction changed.
    var others: [String] = []
    var files: [FileStep]
    var kind = Kind.change

    enum Kind: String, Sendable, Hashable, CaseIterable {
      case change
      /// A change by a synchronization with another collection.
      case sync
      /// The reversal of the entry before it; both entries are removed when it is complete.
      case undo
    }
  }

  /// The effect of a change on a file.
  struct FileStep: Sendable, Hashable {
    /// The path relative to the directory of the journal.
    var path: String
    /// The numbers of unchanged bytes at the beginning and at the end.
    var prefix: Int
    var suffix: Int
    /// The removed bytes between them; `nil` if the change creates the file.
    var removed: [UInt8]?
    /// The content before; `nil` if the change creates the file.
    var before: Fingerprint?
    /// The content after; `nil` if the change removes the file.
    var after: Fingerprint?
    /// The owner and the permissions of a removed file.
    var ownership: FileOwnership?
  }

  /// The changes that a journal has.
  enum Purpose: Sendable, Hashable {
    /// The changes that were made, which can be undone.
    case undo
    /// The reversals that were made by undoing, which can be undone themselves.
    case redo
  }

  let location: CalendarLocation
  let path: String
  private(set) var entries: [Entry]
  /// Whether the change of the last entry may not be complete: any of its files may still be unchanged.
  private(set) var isPending: Bool
  /// The reason why the last change, or the whole file, is not used.
  private(set) var fault: FileError?

  /// The limits of the history; the oldest entries are removed first.
  private static let maximumCount = 100
  private static let maximumBytes = 8 << 20

  /// Reads the journal of a location; it is empty if there is none or it cannot be used.
  init(of location: CalendarLocation, _ purpose: Purpose = .undo) {
    self.location = location
    let names = purpose == .undo ? location.journalNames : location.redoNames
    let paths = names.map { FileSystem.path(of: $0, in: location.directory) }
    let owners = paths.map { FileSystem.owner(of: $0) }
    // Another user who changes the same calendars has a separate journal.
    let isShared = owners[0].map { $0 != FileSystem.user } ?? false || owners[1] == FileSystem.user
    path = paths[isShared ? 1 : 0]
    (entries, isPending) = ([], false)
    guard FileSystem.entryExists(path) else { return }
    do throws(FileError) {
      let bytes = try FileSystem.read(path, .own)
      guard let read = JournalText.entries(bytes) else {
        fault = Self.fault(path, "it is damaged, or was written by another version of the program")
        isPending = JournalText.isPending(bytes)
        return
      }
      (entries, isPending) = read
      if let foreign = entries.last?.files.first(where: { !location.canChange($0.path) }) {
        fault = Self.fault(path, "it names \(foreign.path), which is not a file of this calendar")
      }
    } catch {
      fault = Self.fault(path, error.reason)
    }
  }

  private static func fault(_ path: String, _ reason: String) -> FileError {
    FileError(
      .untrustedJournal, path, "not used: \(reason)", expected: "an undo file that almanac made")
  }
}

extension UndoJournal {
  /// The directory to which the paths of files are relative.
  var directory: String { location.directory }

  /// Whether the last change is not complete, and this journal can be used to complete or undo it.
  var isRecoverable: Bool { isPending && fault == nil }

  /// Whether the file cannot be parsed as a journal, so that no entry can be added to it.
  var isDamaged: Bool { fault != nil && entries.isEmpty }

  /// Records a change that is about to be made. A damaged file is renamed, not overwritten.
  ///
  /// - Throws: ``FileError``, also if a directory has the name of the journal.
  mutating func begin(_ entry: Entry) throws(FileError) {
    if isDamaged { try setAside() }
    entries.append(entry)
    (isPending, fault) = (true, nil)
    try save()
  }

  /// Records a reversal that was made, for redoing it. A file that is not used, whatever its fault, is replaced.
  mutating func append(_ entry: Entry) throws(FileError) {
    if fault != nil { (entries, fault) = ([], nil) }
    entries.append(entry)
    isPending = false
    try save()
  }

  /// Removes all entries and the file, unless it has a fault.
  mutating func removeAll() throws(FileError) {
    guard FileSystem.entryExists(path), fault == nil else { return }
    try removeLast(entries.count)
  }

  /// Renames the file, so that its changes can no longer be undone; a directory of its name stays.
  ///
  /// - Returns: The new path; `nil` if there is no file.
  @discardableResult
  func setAside() throws(FileError) -> String? {
    guard FileSystem.entryExists(path), FileSystem.kind(of: path) != .directory else { return nil }
    var number = 1
    while FileSystem.entryExists("\(path).unused-\(number)") { number += 1 }
    let unused = "\(path).unused-\(number)"
    try FileSystem.move(path, to: unused)
    return unused
  }

  /// Records that the last change is complete. If that cannot be written, the next transaction recognises it by the files.
  /// If it is an undo, it and the undone entry are removed.
  mutating func complete() throws(FileError) {
    if entries.last?.kind == .undo { return try removeLast(2) }
    isPending = false
    try? FileSystem.overwrite(path, with: JournalText.header(isPending: false), isWhole: false)
    FileSystem.setPendingMark(path, false)
  }

  /// Removes the last entries.
  mutating func removeLast(_ count: Int) throws(FileError) {
    entries.removeLast(min(count, entries.count))
    isPending = false
    try save()
  }

  private func save() throws(FileError) {
    guard !entries.isEmpty else {
      if FileSystem.entryExists(path) { try FileSystem.remove(path) }
      return
    }
    var latest = entries.suffix(Self.maximumCount)
    while latest.count > (isPending ? 2 : 1), latest.reduce(0, { $0 + $1.size }) > Self.maximumBytes {
      latest.removeFirst()
    }
    try AtomicFile(path, .exactly, isPrivate: true).replace(
      with: JournalText.bytes(Array(latest), isPending: isPending))
    FileSystem.setPendingMark(path, isPending)
  }

  /// The steps that record changes of files of this location.
  ///
  /// - Throws: ``FileError`` with code `outside` for a file that does not belong to the location.
  func steps(_ changes: [FileChange]) throws(FileError) -> [FileStep] {
    var steps: [FileStep] = []
    for change in changes {
      let path = relative(change.path)
      guard location.canChange(path) else {
        throw FileError(
          .outside, change.path, "The file is not a calendar of \(location.path)",
          expected: "an .ics file or a companion file there")
      }
      steps.append(FileStep(change, path: path))
    }
    return steps
  }

  /// The state of the files of an entry.
  enum State: Sendable, Hashable {
    /// Every file has the content from before or after the change: all before, some after, all after.
    case unchanged, partlyChanged, changed
    /// A file has other content, or cannot be read.
    case conflicting
  }

  /// The state of the files of the last entry.
  var state: State {
    var (isBefore, isAfter) = (true, true)
    for step in entries.last?.files ?? [] {
      guard let content = try? FileChange.content(of: absolute(step.path)) as [UInt8]?? else {
        return .conflicting
      }
      let state = content.map { Fingerprint($0) }
      guard state == step.before || state == step.after || isPending && repair(ofTorn: step, content) != nil
      else {
        return .conflicting
      }
      isBefore = isBefore && state == step.before
      isAfter = isAfter && state == step.after
    }
    return isAfter ? .changed : isBefore ? .unchanged : .partlyChanged
  }

  /// The changes that undo the last entry; if it is pending, of the files that it has changed.
  ///
  /// - Throws: ``FileError`` with code `conflict` if another program has changed one of the files since.
  func inverse() throws(FileError) -> [FileChange] {
    var changes: [FileChange] = []
    for step in entries.last?.files ?? [] {
      let path = absolute(step.path)
      let content = try FileChange.content(of: path)
      let state = content.map { Fingerprint($0) }
      if isPending, state == step.before, state != step.after { continue }
      let change =
        state == step.after
        ? step.inverse(content, at: path, within: directory) : isPending ? repair(ofTorn: step, content) : nil
      guard let change else { throw FileChange.conflict(path) }
      changes.append(change)
    }
    return changes
  }

  /// Whether a file of the last entry is partly overwritten.
  var isTorn: Bool {
    isPending
      && (entries.last?.files ?? []).contains { step in
        let content = (try? FileChange.content(of: absolute(step.path))) ?? nil
        return ![step.before, step.after].contains(content.map { Fingerprint($0) })
          && repair(ofTorn: step, content) != nil
      }
  }

  /// The change that restores a file with several names whose content a killed process was overwriting; `nil` if the
  /// content is another: each of its bytes is that of the content before or of the content after, which is in a temporary
  /// file beside it.
  private func repair(ofTorn step: FileStep, _ content: [UInt8]?) -> FileChange? {
    let path = absolute(step.path)
    guard let content, FileSystem.linkCount(path) > 1, step.suffix == 0,
      let old = step.contentBefore(content)
    else { return nil }
    let beside = AtomicFile.temporaries(in: FileSystem.parent(of: FileSystem.destination(of: path)))
    let new = beside.lazy.compactMap { try? FileSystem.read($0, .found) }.first {
      Fingerprint($0) == step.after
    }
    guard let new, content.count <= max(old.count, new.count), content.count >= min(old.count, new.count),
      content.indices.allSatisfy({ index in
        [old, new].contains { index < $0.count && $0[index] == content[index] }
      })
    else { return nil }
    return FileChange(path: path, root: directory, before: content, after: old)
  }

  /// The contents that the files of the last entry had before it; `nil` if another program has changed one since.
  func contentsBefore() -> [(path: String, content: [UInt8]?)]? {
    guard let changes = try? inverse() else { return nil }
    let before = changes.map { (path: $0.path, content: $0.after) }
    let changed = Set(before.map { $0.path })
    let unchanged = (entries.last?.files ?? []).map { absolute($0.path) }.filter { !changed.contains($0) }
    return before
      + unchanged.map { (path: $0, content: (try? FileChange.content(of: $0)) ?? nil) }
  }

  /// The path relative to the directory of the journal, whichever spelling of the directory it begins with. A link in the
  /// directory is not resolved.
  private func relative(_ path: String) -> String {
    func rest(of path: String, in directory: String) -> String? {
      let base = FileSystem.path(of: "", in: directory)
      return path.hasPrefix(base) ? String(path.dropFirst(base.count)) : nil
    }
    if location.isDirectory, let rest = rest(of: path, in: directory), location.canChange(rest) {
      return rest
    }
    let real = FileSystem.realPath(directory) ?? directory
    return rest(of: FileSystem.destination(of: path), in: real) ?? path
  }

  private func absolute(_ path: String) -> String { directory + "/" + path }
}

extension UndoJournal.Entry {
  fileprivate var size: Int { files.reduce(0) { $0 + ($1.removed?.count ?? 0) } }
}

extension UndoJournal.FileStep {
  /// - Parameter path: The path relative to the directory of the journal.
  fileprivate init(_ change: FileChange, path: String) {
    self.path = path
    before = change.before.map { Fingerprint($0) }
    after = change.after.map { Fingerprint($0) }
    ownership =
      change.after == nil ? FileOwnership(of: FileSystem.destination(of: change.path)) : nil
    guard let before = change.before else {
      (prefix, suffix, removed) = (0, 0, nil)
      return
    }
    let now = change.after ?? []
    let shorter = min(before.count, now.count)
    prefix = zip(before, now).prefix { $0 == $1 }.count
    // Only the journal knows the content that a killed process was overwriting in place.
    suffix =
      change.isInPlace
      ? 0 : zip(before.reversed(), now.reversed()).prefix(shorter - prefix).prefix { $0 == $1 }.count
    removed = Array(before[prefix..<before.count - suffix])
  }

  /// The change that undoes the step; `nil` if the content is not the one after the change.
  fileprivate func inverse(_ content: [UInt8]?, at path: String, within root: String) -> FileChange? {
    let now = content ?? []
    guard removed != nil else {
      return before == nil ? FileChange(path: path, root: root, before: content, after: nil) : nil
    }
    return contentBefore(now).map {
      FileChange(path: path, root: root, before: content, after: $0, ownership: ownership)
    }
  }

  /// The content before the step, by the unchanged bytes of a later content; `nil` if the bytes are others.
  fileprivate func contentBefore(_ now: [UInt8]) -> [UInt8]? {
    guard let removed, prefix <= now.count, suffix <= now.count - prefix else { return nil }
    let old = Array(now[..<prefix] + removed + now[(now.count - suffix)...])
    return Fingerprint(old) == before ? old : nil
  }
}
