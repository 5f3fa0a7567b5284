import AlmanacTime

/// The last changes to the files of a place, newest last, in a hidden file beside them: what `undo` takes back, and
/// what completes or takes back a change that was interrupted.
///
/// It has of each file what a change took out of it, and fingerprints of its content before and after: a file that
/// somebody else has changed since is left alone. A journal is not believed because it is there – a folder may come
/// from a stranger –: only one that the user owns is read, and only when all its paths are files that changes of this
/// place write.
struct UndoJournal: Sendable {
  struct Entry: Sendable, Hashable {
    /// What was done, for a person.
    var what: String
    var time: Instant
    /// The same in the journals of all places that one command changed.
    var id: UInt64
    var files: [FileStep]
    /// Whether it takes back the entry before it; both are removed when that is done.
    var isUndo = false
  }

  /// What a change did to a file.
  struct FileStep: Sendable, Hashable {
    /// From the folder in which the journal lies.
    var path: String
    /// How many bytes at the beginning and at the end stayed.
    var prefix: Int
    var suffix: Int
    /// What stood between them; `nil` when there was no file.
    var removed: [UInt8]?
    /// `nil` when there was no file.
    var before: Fingerprint?
    /// `nil` when the file is gone.
    var after: Fingerprint?
  }

  let place: CalendarPlace
  let path: String
  private(set) var entries: [Entry]
  /// Whether the files of the last entry may be as before it, as after it, or some of each.
  private(set) var isPending: Bool
  /// Why the file that is there is not used.
  private(set) var fault: Complaint?

  /// More is forgotten, the oldest first.
  private static let longest = 100
  private static let largest = 8 << 20

  /// The journal of a place, empty when there is none that can be used.
  init(of place: CalendarPlace) {
    self.place = place
    let path = place.folder + "/" + place.journalName
    // Somebody else who changes the same calendars has a journal of their own.
    self.path = Platform.isOfAnotherUser(path) ? "\(path).\(Platform.user)" : path
    (entries, isPending) = ([], false)
    guard Platform.isTaken(self.path) else { return }
    do throws(FileError) {
      let read = JournalText.entries(try Platform.read(self.path, .own))
      let foreign = read?.entries.lazy.flatMap { $0.files }.first { !place.canChange($0.path) }
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

  private static func fault(_ path: String, _ what: String) -> Complaint {
    Complaint("not used: \(what)", expected: "a journal that almanac made", file: path)
  }
}

extension UndoJournal {
  /// The folder from which the paths of files count.
  var folder: String { place.folder }

  /// Records a change that is about to be made.
  mutating func begin(_ entry: Entry) throws(FileError) {
    entries.append(entry)
    (isPending, fault) = (true, nil)
    try save()
  }

  /// Records that the last change is made; where that cannot be written, its files show it.
  mutating func settle() {
    isPending = false
    try? Platform.overwrite(path, with: JournalText.head(isPending: false))
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
      if Platform.isTaken(path) { try Platform.remove(path) }
      return
    }
    var kept = entries.suffix(Self.longest)
    while kept.count > (isPending ? 2 : 1), kept.reduce(0, { $0 + $1.size }) > Self.largest {
      kept.removeFirst()
    }
    try AtomicFile.write(
      JournalText.bytes(Array(kept), isPending: isPending), to: path, .exactly, isPrivate: true)
    try Platform.synchronize(folder: folder)
  }

  /// What a change did to the files of this place.
  func entry(_ changes: [FileChange], _ what: String, at time: Instant, id: UInt64, isUndo: Bool = false)
    -> Entry
  {
    let files = changes.map { FileStep($0, path: relative($0.path)) }
    return Entry(what: what, time: time, id: id, files: files, isUndo: isUndo)
  }

  typealias Part = (journal: UndoJournal, entry: Entry)

  /// The state in which the files of an entry are.
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
  /// - Throws: A refusal where something else has changed one of them.
  func inverse() throws(CommandError) -> [FileChange] {
    var changes: [FileChange] = []
    for step in entries.last?.files ?? [] {
      let path = absolute(step.path)
      let content = try FileChange.content(of: path)
      let state = content.map { Fingerprint($0) }
      if isPending, state == step.before, state != step.after { continue }
      guard state == step.after, let change = step.inverse(content, at: path, within: folder),
        change.after.map({ Fingerprint($0) }) == step.before
      else { throw FileChange.isForeign(path) }
      changes.append(change)
    }
    return changes
  }

  /// The changes that take the last entries of journals back; `nil` where one of their files is not as they left it,
  /// or cannot be written.
  static func inverse(of journals: [UndoJournal]) -> [FileChange]? {
    do throws(CommandError) {
      var changes: [FileChange] = []
      for journal in journals { changes += try journal.inverse() }
      for change in changes { try change.verify() }
      return changes
    } catch {
      return nil
    }
  }

  /// The places with an interrupted change that may concern the files of a place: those in it and those around it.
  static func pendingPlaces(around place: CalendarPlace) -> [CalendarPlace] {
    var found: [CalendarPlace] = []
    if Platform.entry(at: place.path) == .directory {
      for listing in (try? FolderListing(place.path).all) ?? [] {
        for name in listing.journals where isPending(listing.path + "/" + name) {
          let end = name.firstRange(of: CalendarPlace.journalSuffix)?.lowerBound ?? name.endIndex
          let file = name[..<end].dropFirst()
          found.append(CalendarPlace(path: listing.path + (file.isEmpty ? "" : "/" + file), isDefault: false))
        }
      }
    }
    var folder = Platform.realPath(place.folder) ?? ""
    while folder.hasPrefix("/") {
      let journals = [CalendarPlace.journalSuffix, "\(CalendarPlace.journalSuffix).\(Platform.user)"]
      if journals.contains(where: { isPending(folder + "/" + $0) }) {
        found.append(CalendarPlace(path: folder, isDefault: false))
      }
      if folder == "/" { break }
      folder = Platform.folder(of: folder)
    }
    let own = Platform.realPath(place.path) ?? place.path
    var seen: Set<String> = [own]
    return found.filter { seen.insert(Platform.realPath($0.path) ?? $0.path).inserted }
  }

  private static func isPending(_ path: String) -> Bool {
    let head = JournalText.head(isPending: true)
    return (try? Platform.beginning(of: path, count: head.count)) == head
  }

  private func relative(_ path: String) -> String {
    let path = place.isFolder ? path : Platform.destination(of: path)
    let base = folder + "/"
    return path.hasPrefix(base) ? String(path.dropFirst(base.count)) : path
  }

  private func absolute(_ path: String) -> String { folder + "/" + path }
}

extension CalendarPlace {
  /// Whether a change of this place may write a file: a calendar in the folder, the calendar itself, or what is kept
  /// of training beside them.
  ///
  /// - Parameter path: From the folder of the journal.
  fileprivate func canChange(_ path: String) -> Bool {
    guard isFolder else {
      return [Platform.destination(of: self.path), beside(Self.training)].contains {
        Platform.name(of: $0) == path
      }
    }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0.isEmpty || $0.hasPrefix(".") }), !path.utf8.contains(0) else {
      return false
    }
    return path.hasSuffix(".ics") || path == Self.training
  }
}

extension UndoJournal.Entry {
  fileprivate var size: Int { files.reduce(0) { $0 + ($1.removed?.count ?? 0) } }
}

extension UndoJournal.FileStep {
  /// - Parameter path: From the folder of the journal.
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
    guard let removed else { return FileChange(path: path, root: root, before: content, after: nil) }
    guard prefix <= now.count, suffix <= now.count - prefix else { return nil }
    let before = now[..<prefix] + removed + now[(now.count - suffix)...]
    return FileChange(path: path, root: root, before: content, after: Array(before))
  }
}
