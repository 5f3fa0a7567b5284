import AlmanacTime

/// The last changes to the files of a location, newest last, in a hidden file beside them. It is the undo history and the
/// intent log: the last entry is written before its change is made, as `pending`.
///
/// An entry has of each file the bytes that the change took out of it, and fingerprints of its content before and after:
/// a file that was changed since is not undone.
///
/// For security, since a directory may come from a stranger, only a journal that the user owns is used, and only a change
/// whose paths all belong to this location. Other changes, such as those of another program's companions, stay in it.
struct UndoJournal: Sendable {
  struct Entry: Sendable, Hashable {
    /// The change in words, for a person.
    var summary: String
    var time: Instant
    /// The same in the journals of all locations that one transaction changed.
    var id: UInt64
    /// The paths of those other locations, without links.
    var others: [String] = []
    var files: [FileStep]
    var kind = Kind.change

    enum Kind: String, Sendable, Hashable, CaseIterable {
      case change
      /// A change that a synchronization with another collection made.
      case sync
      /// It takes back the entry before it; both are removed when that is done.
      case undo
    }
  }

  /// The effect of a change on a file.
  struct FileStep: Sendable, Hashable {
    /// The path from the directory of the journal.
    var path: String
    /// The numbers of bytes at the beginning and at the end that stayed.
    var prefix: Int
    var suffix: Int
    /// The bytes that stood between them; `nil` when there was no file.
    var removed: [UInt8]?
    /// `nil` when there was no file.
    var before: Fingerprint?
    /// `nil` when the file is gone.
    var after: Fingerprint?
  }

  let location: CalendarLocation
  let path: String
  private(set) var entries: [Entry]
  /// Whether the files of the last entry may be as before it, as after it, or some of each.
  private(set) var isPending: Bool
  /// The reason why the last change, or the whole file, is not used.
  private(set) var fault: FileError?

  /// The limits of the history; the oldest entries are removed first.
  private static let maximumCount = 100
  private static let maximumBytes = 8 << 20

  /// The journal of a location, empty when there is none that can be used.
  init(of location: CalendarLocation) {
    self.location = location
    let paths = location.journalNames.map { FileSystem.path(of: $0, in: location.directory) }
    let owners = paths.map { FileSystem.owner(of: $0) }
    // Somebody else who changes the same calendars has a journal of their own.
    let isShared = owners[0].map { $0 != FileSystem.user } ?? false || owners[1] == FileSystem.user
    path = paths[isShared ? 1 : 0]
    (entries, isPending) = ([], false)
    guard FileSystem.isTaken(path) else { return }
    do throws(FileError) {
      let bytes = try FileSystem.read(path, .own)
      guard let read = JournalText.entries(bytes) else {
        fault = Self.fault(path, "this is not a journal of this version of the program")
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
      .untrustedJournal, path, "not used: \(reason)", expected: "a journal that almanac made")
  }
}

extension UndoJournal {
  /// The directory from which the paths of files count.
  var directory: String { location.directory }

  /// Whether the last change is not complete, and can be completed or taken back by this journal.
  var isInterrupted: Bool { isPending && fault == nil }

  /// Whether the file is not a journal that can be continued.
  var isDamaged: Bool { fault != nil && entries.isEmpty }

  /// Records a change that is about to be made. A damaged file is set aside, and not overwritten; a
  /// directory in its place stays, and nothing can be recorded.
  mutating func begin(_ entry: Entry) throws(FileError) {
    if isDamaged { try setAside() }
    entries.append(entry)
    (isPending, fault) = (true, nil)
    try save()
  }

  private func setAside() throws(FileError) {
    guard FileSystem.kind(of: path) != .directory else { return }
    var number = 1
    while FileSystem.isTaken("\(path).unused-\(number)") { number += 1 }
    try FileSystem.move(path, to: "\(path).unused-\(number)")
  }

  /// Records that the last change is made; where that cannot be written, its files show it.
  mutating func markComplete() {
    isPending = false
    try? FileSystem.overwrite(path, with: JournalText.head(isPending: false))
    FileSystem.mark(path, false)
  }

  /// Records that the last change is made, or that it has taken back the one before it.
  mutating func complete() throws(FileError) {
    if entries.last?.kind == .undo { try drop(2) } else { markComplete() }
  }

  /// Removes the last entry if none of its files is changed; else it stays, to be taken back later.
  mutating func dropIfUndone() throws(FileError) {
    if state == .before { try drop(1) }
  }

  /// Removes the last entries.
  mutating func drop(_ count: Int) throws(FileError) {
    entries.removeLast(min(count, entries.count))
    isPending = false
    try save()
  }

  private func save() throws(FileError) {
    guard !entries.isEmpty else {
      if FileSystem.isTaken(path) { try FileSystem.remove(path) }
      return
    }
    var kept = entries.suffix(Self.maximumCount)
    while kept.count > (isPending ? 2 : 1), kept.reduce(0, { $0 + $1.size }) > Self.maximumBytes {
      kept.removeFirst()
    }
    try AtomicFile(path, .exactly, isPrivate: true).replace(
      with: JournalText.bytes(Array(kept), isPending: isPending))
    FileSystem.mark(path, isPending)
  }

  /// The steps of changes of files of this location.
  ///
  /// - Throws: ``FileError`` with code `outside` for a file that no change of the location may write.
  func steps(_ changes: [FileChange]) throws(FileError) -> [FileStep] {
    var steps: [FileStep] = []
    for change in changes {
      let path = relative(change.path)
      guard location.canChange(path) else {
        throw FileError(
          .outside, change.path, "The file is not a calendar of \(location.path)",
          expected: "an .ics file there, or a companion")
      }
      steps.append(FileStep(change, path: path))
    }
    return steps
  }

  /// The state of the files of an entry.
  enum State: Sendable, Hashable {
    case before, between, after
    /// Something else has changed one of them.
    case foreign
  }

  /// The state of the files of the last entry.
  var state: State {
    var (isBefore, isAfter) = (true, true)
    for step in entries.last?.files ?? [] {
      guard let content = try? FileChange.content(of: absolute(step.path)) as [UInt8]?? else {
        return .foreign
      }
      let state = content.map { Fingerprint($0) }
      guard state == step.before || state == step.after else { return .foreign }
      isBefore = isBefore && state == step.before
      isAfter = isAfter && state == step.after
    }
    return isAfter ? .after : isBefore ? .before : .between
  }

  /// The changes that take the last entry back; of an entry that is pending, those of its files that are changed.
  ///
  /// - Throws: ``FileError`` with code `conflict` where something else has changed one of them.
  func inverse() throws(FileError) -> [FileChange] {
    var changes: [FileChange] = []
    for step in entries.last?.files ?? [] {
      let path = absolute(step.path)
      let content = try FileChange.content(of: path)
      let state = content.map { Fingerprint($0) }
      if isPending, state == step.before, state != step.after { continue }
      guard state == step.after, let change = step.inverse(content, at: path, within: directory) else {
        throw FileChange.conflict(path)
      }
      changes.append(change)
    }
    return changes
  }

  /// The contents of the files of the last entry before it; `nil` where something else has changed one of them.
  func contentsBefore() -> [(path: String, content: [UInt8]?)]? {
    guard let changes = try? inverse() else { return nil }
    let before = changes.map { (path: $0.path, content: $0.after) }
    let changed = Set(before.map { $0.path })
    let unchanged = (entries.last?.files ?? []).map { absolute($0.path) }.filter { !changed.contains($0) }
    return before
      + unchanged.map { (path: $0, content: (try? FileChange.content(of: $0)) ?? nil) }
  }

  /// The path from the directory of the journal, however it is spelt; a link in a directory stays one.
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
  /// - Parameter path: From the directory of the journal.
  fileprivate init(_ change: FileChange, path: String) {
    self.path = path
    before = change.before.map { Fingerprint($0) }
    after = change.after.map { Fingerprint($0) }
    guard let before = change.before else {
      (prefix, suffix, removed) = (0, 0, nil)
      return
    }
    let now = change.after ?? []
    let shorter = min(before.count, now.count)
    prefix = zip(before, now).prefix { $0 == $1 }.count
    suffix = zip(before.reversed(), now.reversed()).prefix(shorter - prefix).prefix { $0 == $1 }.count
    removed = Array(before[prefix..<before.count - suffix])
  }

  /// The change that takes it back; `nil` when the content cannot be what the change left.
  fileprivate func inverse(_ content: [UInt8]?, at path: String, within root: String) -> FileChange? {
    let now = content ?? []
    guard let removed else {
      return before == nil ? FileChange(path: path, root: root, before: content, after: nil) : nil
    }
    guard prefix <= now.count, suffix <= now.count - prefix else { return nil }
    let old = now[..<prefix] + removed + now[(now.count - suffix)...]
    guard Fingerprint(old) == before else { return nil }
    return FileChange(path: path, root: root, before: content, after: Array(old))
  }
}
