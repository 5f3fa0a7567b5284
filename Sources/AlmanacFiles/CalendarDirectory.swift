public import AlmanacComponents
public import AlmanacEvents
import AlmanacICS
import AlmanacRecurrence
import AlmanacSync
public import AlmanacTime

/// A directory of files that together are one calendar, in the vdir layout of khal, vdirsyncer and pimsync: one file per
/// item, the name and the colour in the files `displayname` and `color`.
///
/// ```swift
/// var term = try CalendarDirectory(opening: "term")
/// try term.insert([.event(lecture)])
/// try term.save("added \(lecture.summary)", at: now)
/// ```
///
/// A file that cannot be read is reported by ``problems``; the others are read nevertheless. If a change of the
/// directory was interrupted, the contents before that change are read.
public struct CalendarDirectory: Sendable {
  /// The path of the directory, as it was given.
  public let path: String
  /// The name in `displayname`; `nil` for none.
  public internal(set) var name: String?
  /// The colour in `color`; `nil` for none.
  public internal(set) var color: CalendarColor?
  /// Its files in the order of their names, without those of subdirectories. ``save(_:at:timeout:)`` writes the files that
  /// are changed or added here, and deletes those that are removed here.
  public var files: [CalendarFile] = []
  /// Files and subdirectories that could not be read, an invalid colour, and interrupted changes that this process may not
  /// complete.
  public internal(set) var problems: [FileError] = []
  /// The contents of the files when they were read or saved, by path; empty if it is open for reading only.
  private var originals: [String: [UInt8]] = [:]
  private let options: CalendarFile.Options
  private let keepsOriginals: Bool
  /// The UIDs of the items that are needed; `nil` for all items.
  private let uids: Set<String>?
  /// The paths of files without needed items, which are not in ``files``.
  private(set) var omitted: [String] = []

  /// Reads a directory to change it, without its subdirectories.
  ///
  /// - Throws: ``FileError`` with code `unreadable` if the directory cannot be listed.
  public init(opening path: String, options: CalendarFile.Options = .init()) throws(FileError) {
    self = try PendingChangeOverlay.reading(CalendarLocation(path)) { (overlay, listing) throws(FileError) in
      var directory = CalendarDirectory(listing, overlay, keepsOriginals: true, options)
      directory.problems = overlay.problems + directory.problems
      return directory
    }
  }

  /// Reads the present files of a directory, even if a change of them was interrupted. The result cannot be saved.
  public init(reading listing: DirectoryListing, options: CalendarFile.Options = .init()) {
    self.init(listing, .none, keepsOriginals: false, options)
  }

  /// - Parameter uids: The UIDs of the items that are needed; files without them are not parsed. `nil` for all items.
  init(
    _ listing: DirectoryListing, _ overlay: PendingChangeOverlay, keepsOriginals: Bool,
    having uids: Set<String>? = nil, _ options: CalendarFile.Options
  ) {
    path = listing.path
    self.options = options
    self.keepsOriginals = keepsOriginals
    self.uids = uids
    read(listing, overlay)
  }
}

// MARK: Reading

extension CalendarDirectory {
  /// Reads the files that other programs have changed since the directory was read. A file whose device, inode, length
  /// and times are the same is not read again, unless a change just after the last reading could have gone unnoticed.
  ///
  /// Changes and removals made here are preserved; ``save(_:at:timeout:)`` reports a conflict if such a file has changed on
  /// the disk.
  ///
  /// - Complexity: O(n) system calls in the number of files; only changed files are read and parsed.
  ///
  /// - Throws: ``FileError`` with code `unreadable` if the directory cannot be listed.
  /// - Returns: The paths of changed, new and removed files.
  @discardableResult
  public mutating func refresh() throws(FileError) -> [String] {
    let before = self
    let old = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
    self = try PendingChangeOverlay.reading(CalendarLocation(path)) { (overlay, listing) throws(FileError) in
      var directory = before
      directory.problems = overlay.problems
      directory.read(listing, overlay, reusing: old)
      return directory
    }
    let paths = Set(files.map { $0.path })
    let changed = files.filter { file in old[file.path].map { !file.isSame(as: $0) } ?? true }
    return changed.map { $0.path } + old.keys.filter { !paths.contains($0) }.sorted()
  }

  /// - Parameter old: The files of an earlier reading, by path.
  private mutating func read(
    _ listing: DirectoryListing, _ overlay: PendingChangeOverlay, reusing old: [String: CalendarFile] = [:]
  ) {
    name = attempt { () throws(FileError) in try listing.displayName.flatMap(Self.firstLine) }
    readColor(listing.color)
    problems += listing.problems
    let removed = Set(originals.keys).subtracting(old.keys)
    omitted = []
    var read: [CalendarFile] = []
    for path in overlay.files(of: listing) where !removed.contains(path) {
      if let file = old[path],
        file.isChanged || file.stamp != nil && file.stamp == FileSystem.stamp(path)
      {
        read.append(file)
      } else {
        do throws(FileError) {
          if let file = try self.file(path, overlay) { read.append(file) } else { omitted.append(path) }
        } catch {
          problems.append(error)
        }
      }
    }
    let paths = Set(read.map { $0.path })
    files = read + files.filter { $0.isChanged && !paths.contains($0.path) }
    let present = Set(listing.files)
    originals = originals.filter { removed.contains($0.key) && present.contains($0.key) }
    for file in files { originals[file.path] = file.original }
  }

  /// Reads a file; `nil` if it has none of the needed items.
  private func file(_ path: String, _ overlay: PendingChangeOverlay) throws(FileError) -> CalendarFile? {
    let content = try CalendarFile.Content(of: path, .found, overlay, options)
    if let uids, !content.canHave(uids, options) { return nil }
    return try CalendarFile(content, path: path, keepsOriginal: keepsOriginals, options)
  }

  private mutating func readColor(_ path: String?) {
    color = nil
    guard let path, let text = attempt({ () throws(FileError) in try Self.firstLine(path) }) else { return }
    let parsed = CollectionColor(text)
    color = parsed.color
    if let diagnostic = parsed.diagnostic, diagnostic.severity > .note {
      problems.append(
        FileError(.badData, path, line: diagnostic.line, "\(diagnostic.message); \(diagnostic.repair)"))
    }
  }

  /// The result of a closure; an error is added to the problems.
  private mutating func attempt<Result>(_ body: () throws(FileError) -> Result?) -> Result? {
    do throws(FileError) { return try body() } catch {
      problems.append(error)
      return nil
    }
  }

  /// The first line of a small file; `nil` if it is empty.
  ///
  /// - Throws: ``FileError`` also for a file of more than 4096 bytes.
  public static func firstLine(_ path: String) throws(FileError) -> String? {
    let text = String(decoding: try FileSystem.read(path, .found, limit: 4096), as: UTF8.self)
    guard let line = text.split(whereSeparator: \.isNewline).first else { return nil }
    let start = line.drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}

// MARK: Calendars

extension CalendarFile {
  /// Whether the file has not changed on the disk since an earlier reading, as far as is known: a file that is changed here is not
  /// read again.
  fileprivate func isSame(as earlier: CalendarFile) -> Bool {
    isChanged || stamp != nil && stamp == earlier.stamp || original != nil && original == earlier.original
  }
}

extension CalendarDirectory {
  /// The name of the calendar: the one in `displayname`, else the name of the directory.
  public var title: String { name ?? path.split(separator: "/").last.map(String.init) ?? path }

  /// The calendars of the directory: one with the items and the other components of all files, and one for each calendar in a
  /// file that states a name, unless the directory itself has a name or a colour.
  ///
  /// The first has those properties of its files that none of them contradicts, such as X-WR-TIMEZONE if all state the
  /// same zone.
  public var calendars: [EventCalendar] {
    let all = files.flatMap { $0.document.calendars }
    let others = all.filter { !isMerged($0) }
    var whole = EventCalendar(joining: all.filter(isMerged))
    whole.name = title
    whole.color = color ?? whole.color
    whole.calendarSystems = options.systems
    return !whole.isWithoutComponents || !omitted.isEmpty || others.isEmpty ? [whole] + others : others
  }

  /// Whether a calendar of one of the files is merged into the calendar of the whole directory.
  func isMerged(_ calendar: EventCalendar) -> Bool { name != nil || color != nil || calendar.name.isEmpty }

  /// An item that several files contain, such as a file and a conflict copy that another program made of it.
  public struct Duplicate: Sendable, Hashable {
    /// The UID of the item.
    public let uid: String
    /// The kind of the item.
    public let kind: Item.Kind
    /// The files, in the order of their names.
    public let paths: [String]
  }

  /// The items whose main item is in several files. Overrides of a series may be in a file of their own.
  ///
  /// - Complexity: O(n log n) in the number of items.
  public var duplicates: [Duplicate] {
    var paths: [ItemID: [String]] = [:]
    for file in files {
      for calendar in file.document.calendars where isMerged(calendar) {
        for item in calendar.items where item.recurrenceID == nil {
          let id = ItemID(uid: item.uid, kind: item.kind)
          if paths[id]?.last != file.path { paths[id, default: []].append(file.path) }
        }
      }
    }
    return paths.filter { $0.value.count > 1 }
      .map { Duplicate(uid: $0.key.uid, kind: $0.key.kind, paths: $0.value) }
      .sorted { ($0.uid, $0.kind.rawValue) < ($1.uid, $1.kind.rawValue) }
  }
}

// MARK: Changes

extension CalendarDirectory {
  /// Adds a new file with the items of one UID; ``save(_:at:timeout:)`` writes it.
  public mutating func insert(_ items: [Item]) { insert([items]) }

  /// - Parameter groups: The items of one UID each.
  mutating func insert(_ groups: [[Item]]) {
    // Some file systems do not distinguish capital letters from small ones.
    var usedPaths = Set(files.map { $0.path.lowercased() })
    for items in groups {
      let name = String.fileName(forUID: items.first?.uid ?? "")
      let path = FileSystem.path(of: name, in: path).unique {
        usedPaths.insert($0.lowercased()).inserted && !FileSystem.entryExists($0)
      }
      files.append(CalendarFile(path: path, document: ICSDocument([EventCalendar(items: items)])))
    }
  }

  /// The changes that write the directory; a file that has become empty is deleted.
  func changes(of location: CalendarLocation) -> [FileChange] {
    var removed = originals
    var changes: [FileChange] = []
    for file in files {
      removed[file.path] = nil
      if isRemoved(file) {
        changes.append(FileChange(file.path, in: location, before: file.original, after: nil))
      } else if let change = file.change(in: location) {
        changes.append(change)
      }
    }
    return changes
      + removed.sorted { $0.key < $1.key }.map {
        FileChange($0.key, in: location, before: $0.value, after: nil)
      }
  }

  /// Whether a changed file is deleted because it has become empty. A calendar with a name or a colour of its own is
  /// preserved, unless the name or the colour of the directory hides it.
  private func isRemoved(_ file: CalendarFile) -> Bool {
    let isHidden = name != nil || color != nil
    return file.isChanged && file.isEmpty
      && file.document.calendars.allSatisfy { isHidden || $0.name.isEmpty && $0.color == nil }
  }

  /// Records that changes were written; later changes start from their results.
  mutating func didWrite(_ changes: [FileChange]) {
    let made = Dictionary(changes.map { ($0.path, $0) }) { $1 }
    files.removeAll { made[$0.path].map { $0.after == nil } ?? false }
    for index in files.indices {
      if let change = made[files[index].path] { files[index].didWrite(change) }
    }
    for change in changes { originals[change.path] = change.after }
  }

  /// Writes the changed files, all or none, as one ``FileTransaction``.
  ///
  /// - Parameters:
  ///   - summary: The change in words, for the undo journal.
  ///   - now: The time of the change.
  ///   - timeout: The time to wait for another process.
  /// - Throws: ``FileError``; with code `conflict` if another program has changed one of the files since it was read.
  public mutating func save(
    _ summary: String = "", at now: Instant, timeout: Duration = .seconds(10)
  ) throws(FileError) {
    let location = CalendarLocation(path)
    let changes = changes(of: location)
    var transaction = try FileTransaction(on: [location], timeout: timeout)
    defer { problems += transaction.problems }
    try transaction.commit(changes.map { (0, $0) }, summary, at: now)
    didWrite(changes)
  }
}

/// The colour in the file `color` of a directory.
public struct CollectionColor: Sendable, Hashable {
  /// The colour as stored, even if it is a reserved red.
  public private(set) var color: CalendarColor?
  /// The fault of the text, worded like the same fault of a COLOR property.
  public private(set) var diagnostic: Diagnostic?

  /// - Parameter text: Its one line; `nil` for an empty file, which has no colour.
  public init(_ text: String?) {
    guard let text else { return }
    do throws(ColorError) {
      let color = try CalendarColor(text)
      self.color = color
      if color.isRed {
        diagnostic = Diagnostic(
          .note, .reservedColor, line: 1,
          message: "\(text) is a red, which is reserved for days with several items",
          repair: "kept, and shown as another colour")
      }
    } catch {
      diagnostic = Diagnostic(
        .warning, .badValue, line: 1, message: "\(text) is not a colour (expected \(error.expected))",
        repair: "ignored")
    }
  }
}
