import AlmanacTime

/// The last changes to the files of a place, newest last, in a hidden file beside them: what `undo` takes back.
///
/// Of each file stands there what a change took out of it, and by what its content after the change is recognised: a
/// file that somebody else has changed since is left alone.
struct UndoJournal: Sendable {
  struct Entry: Sendable, Hashable {
    /// What was done, for a person.
    var what: String
    var time: Instant
    /// The same in the journals of all places that one command changed.
    var id: UInt64
    var files: [FileStep]
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
    /// `nil` when the file is gone.
    var after: Fingerprint?
  }

  let path: String
  var entries: [Entry]

  /// More is forgotten, the oldest first.
  private static let longest = 100
  private static let largest = 8 << 20

  /// The journal of a place, empty when there is none. One that cannot be understood counts as none.
  init(of place: CalendarPlace) {
    path = place.folder + "/" + place.journalName
    let bytes = try? Platform.read(path)
    entries = bytes.flatMap { JournalText.entries($0) } ?? []
  }

  /// The folder from which the paths of files count.
  var folder: String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }

  /// A path as entries have it.
  func relative(_ path: String) -> String {
    let base = folder + "/"
    if path.hasPrefix(base) { return String(path.dropFirst(base.count)) }
    return path.contains("/") ? Platform.realPath(path) ?? path : path
  }

  /// Where the file of an entry is.
  func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : folder + "/" + path
  }

  func save() throws(FileError) {
    guard !entries.isEmpty else {
      if Platform.entry(at: path) != nil { try Platform.remove(path) }
      return
    }
    var kept = entries.suffix(Self.longest)
    while kept.count > 1, kept.reduce(0, { $0 + $1.size }) > Self.largest { kept.removeFirst() }
    try AtomicFile.write(JournalText.bytes(Array(kept)), to: path, isPrivate: true)
  }
}

extension UndoJournal.Entry {
  fileprivate var size: Int { files.reduce(0) { $0 + ($1.removed?.count ?? 0) } }
}

extension UndoJournal.FileStep {
  /// - Parameter path: From the folder of the journal.
  init(_ change: FileChange, path: String) {
    self.path = path
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

  /// The change that takes it back; `nil` when the file is not as it was left.
  func inverse(_ content: [UInt8]?, at path: String) -> FileChange? {
    guard content.map({ Fingerprint($0) }) == after else { return nil }
    let now = content ?? []
    guard let removed else { return FileChange(path: path, before: content, after: nil) }
    guard prefix <= now.count, suffix <= now.count - prefix else { return nil }
    return FileChange(
      path: path, before: content, after: now[..<prefix] + removed + now[(now.count - suffix)...])
  }
}
