import AlmanacTime

/// The last changes to the files of a location, newest last, in a hidden file beside them. It is the undo history and the
/// intent log: the last entry is written before its change is made, as `pending`.
///
/// An entry has of each file the bytes that the change took out of it, and fingerprints of its content before and after:
/// a file that somebody else has changed since is left alone. A directory may come from a stranger, and so may a journal:
/// only a journal that the user owns is used, and only when all its paths are files that changes of this location write.
struct UndoJournal: Sendable {
  struct Entry: Sendable, Hashable {
    /// The change in words, for a person.
    var summary: String
    var time: Instant
    /// The same in the journals of all locations that one transaction changed.
    var id: UInt64
    var files: [FileStep]
    /// Whether it takes back the entry before it; both are removed when that is done.
    var isUndo = false
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
  /// The reason why the file that is there is not used.
  private(set) var fault: FileError?

  /// More is forgotten, the oldest first.
  private static let maximumCount = 100
  private static let maximumBytes = 8 << 20

  /// The journal of a location, empty when there is none that can be used.
  init(of location: CalendarLocation) {
    self.location = location
    let path = location.directory + "/" + location.journalName
    // Somebody else who changes the same calendars has a journal of their own.
    self.path = FileSystem.isOfAnotherUser(path) ? "\(path).\(FileSystem.user)" : path
    (entries, isPending) = ([], false)
    guard FileSystem.isTaken(self.path) else { return }
    do throws(FileError) {
      let read = JournalText.entries(try FileSystem.read(self.path, .own))
      let foreign = read?.entries.lazy.flatMap { $0.files }.first { !location.canChange($0.path) }
      if let foreign {
        fault = Self.fault(self.path, "it names \(foreign.path), which is no file of this calendar")
      } else if let read {
        (entries, isPending) = read
      } else {
        fault = Self.fault(self.path, "this is no journal of this version of the program")
      }
    } catch {
      fault = Self.fault(self.path, error.reason)
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

  /// Records a change that is about to be made.
  mutating func begin(_ entry: Entry) throws(FileError) {
    entries.append(entry)
    (isPending, fault) = (true, nil)
    try save()
  }

  /// Records that the last change is made; where that cannot be written, its files show it.
  mutating func settle() {
    isPending = false
    try? FileSystem.overwrite(path, with: JournalText.head(isPending: false))
  }

  /// Records that the last change is made, or that it has taken back the one before it.
  mutating func complete() throws(FileError) {
    if entries.last?.isUndo == true { try drop(2) } else { settle() }
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
    try FileSystem.synchronize(directory: directory)
  }

  /// The effect of changes on the files of this location.
  func entry(_ changes: [FileChange], _ summary: String, at time: Instant, id: UInt64, isUndo: Bool = false)
    -> Entry
  {
    let files = changes.map { FileStep($0, path: relative($0.path)) }
    return Entry(summary: summary, time: time, id: id, files: files, isUndo: isUndo)
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

  /// The changes that take the last entries of journals back; `nil` where one of their files is not as they left it,
  /// or cannot be written.
  static func inverse(of journals: [UndoJournal]) -> [FileChange]? {
    do throws(FileError) {
      var changes: [FileChange] = []
      for journal in journals { changes += try journal.inverse() }
      for change in changes { try change.verify() }
      return changes
    } catch {
      return nil
    }
  }

  /// The locations with an interrupted change that may concern the files of a location: those in it and those around
  /// it; itself too.
  ///
  /// - Parameter listing: Of the directory that it is; `nil` to list it here.
  static func pending(
    around location: CalendarLocation, _ listing: DirectoryListing? = nil
  ) -> [CalendarLocation] {
    func neighbour(_ path: String) -> CalendarLocation {
      CalendarLocation(path, companions: location.companions)
    }
    var found: [CalendarLocation] = []
    if FileSystem.kind(of: location.path) == .directory {
      let listing = listing ?? (try? DirectoryListing(location.path))
      for listing in listing?.all ?? [] {
        for name in listing.journals where isPending(listing.path + "/" + name) {
          let end = name.firstRange(of: CalendarLocation.journalSuffix)?.lowerBound ?? name.endIndex
          let file = name[..<end].dropFirst()
          found.append(neighbour(listing.path + (file.isEmpty ? "" : "/" + file)))
        }
      }
    } else if UndoJournal.hasPending(location) {
      found.append(location)
    }
    var directory = FileSystem.realPath(location.directory) ?? ""
    while directory.hasPrefix("/") {
      if hasPending(neighbour(directory)) { found.append(neighbour(directory)) }
      if directory == "/" { break }
      directory = FileSystem.parent(of: directory)
    }
    var seen: Set<String> = []
    return found.filter { seen.insert(FileSystem.realPath($0.path) ?? $0.path).inserted }
  }

  private static func hasPending(_ location: CalendarLocation) -> Bool {
    let path = location.directory + "/" + location.journalName
    return isPending(path) || isPending("\(path).\(FileSystem.user)")
  }

  private static func isPending(_ path: String) -> Bool {
    let head = JournalText.head(isPending: true)
    return (try? FileSystem.beginning(of: path, count: head.count)) == head
  }

  private func relative(_ path: String) -> String {
    let path = location.isDirectory ? path : FileSystem.destination(of: path)
    let base = directory + "/"
    return path.hasPrefix(base) ? String(path.dropFirst(base.count)) : path
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
