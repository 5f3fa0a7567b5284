public import AlmanacComponents
public import AlmanacEvents
import AlmanacICS
import AlmanacRecurrence
public import AlmanacTime

/// A directory of files that together are one calendar, in the vdir layout of khal, vdirsyncer and pimsync: one file an
/// item, the name and the colour in the files `displayname` and `color`.
///
/// ```swift
/// var term = try CalendarDirectory(opening: "term")
/// try term.insert([.event(lecture)])
/// try term.save("added \(lecture.summary)", at: now)
/// ```
///
/// A file that cannot be read is reported by ``problems`` and does not cost the others. While a change of the directory is
/// interrupted, its files are read as they were before that change.
public struct CalendarDirectory: Sendable {
  public let path: String
  /// The name in `displayname`; `nil` for none.
  public internal(set) var name: String?
  /// The colour in `color`; `nil` for none.
  public internal(set) var color: CalendarColor?
  /// Its files in the order of their names, without those of directories in it. ``save(_:at:timeout:)`` writes those
  /// that are changed or added here, and removes those that are removed.
  public var files: [CalendarFile] = []
  /// Files and directories in it that could not be read, a colour that is none, and interrupted changes that this process
  /// may not complete.
  public internal(set) var problems: [FileError] = []
  /// The contents of the files as they were read or saved, by path; empty where it is open for reading only.
  private var originals: [String: [UInt8]] = [:]
  private let options: CalendarFile.Options
  private let keepsOriginals: Bool
  /// The UIDs of the items for which it is open; `nil` for all items.
  private let uids: Set<String>?
  /// The paths of the files that are not part of ``files``, as they have no item of the UIDs for which it is open.
  private(set) var omitted: [String] = []

  /// Reads a directory to change it; directories in it are left out.
  ///
  /// - Throws: ``FileError`` with code `unreadable` when the directory cannot be listed.
  public init(opening path: String, options: CalendarFile.Options = .init()) throws(FileError) {
    self = try InterruptedChanges.reading(CalendarLocation(path)) { (changes, listing) throws(FileError) in
      var directory = CalendarDirectory(listing, changes, keepsOriginals: true, options)
      directory.problems = changes.problems + directory.problems
      return directory
    }
  }

  /// Reads the files of a directory as they are, also those of an interrupted change, for reading only.
  public init(reading listing: DirectoryListing, options: CalendarFile.Options = .init()) {
    self.init(listing, .none, keepsOriginals: false, options)
  }

  /// - Parameter uids: The UIDs of the items for which it is opened: files without them are not parsed; `nil` for all
  ///   items.
  init(
    _ listing: DirectoryListing, _ overlay: InterruptedChanges, keepsOriginals: Bool,
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
  /// Reads what other programs have changed since the directory was read. A file of the same device, inode, length and
  /// times as before is not read again, unless a change just after it was read could have left these as they were.
  ///
  /// Files that were changed or removed here stay so; ``save(_:at:timeout:)`` reports a conflict if they are not on the
  /// disk as they were.
  ///
  /// - Complexity: O(n) system calls in the number of files; only changed files are read and parsed.
  ///
  /// - Throws: ``FileError`` with code `unreadable` when the directory cannot be listed.
  /// - Returns: The paths of the files whose content has changed, that are new, or that are gone.
  @discardableResult
  public mutating func refresh() throws(FileError) -> [String] {
    let before = self
    let old = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
    self = try InterruptedChanges.reading(CalendarLocation(path)) { (changes, listing) throws(FileError) in
      var directory = before
      directory.problems = changes.problems
      directory.read(listing, changes, known: old)
      return directory
    }
    let paths = Set(files.map { $0.path })
    let changed = files.filter { file in old[file.path].map { !file.isSame(as: $0) } ?? true }
    return changed.map { $0.path } + old.keys.filter { !paths.contains($0) }.sorted()
  }

  /// - Parameter known: The files of an earlier reading, by path.
  private mutating func read(
    _ listing: DirectoryListing, _ overlay: InterruptedChanges, known: [String: CalendarFile] = [:]
  ) {
    name = attempt { () throws(FileError) in try listing.displayName.flatMap(Self.note) }
    readColor(listing.color)
    problems += listing.problems
    let removed = Set(originals.keys).subtracting(known.keys)
    omitted = []
    var read: [CalendarFile] = []
    for path in overlay.files(of: listing) where !removed.contains(path) {
      if let file = known[path],
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
    let there = Set(listing.files)
    originals = originals.filter { removed.contains($0.key) && there.contains($0.key) }
    for file in files { originals[file.path] = file.original }
  }

  /// A file; `nil` for one that has no item of the UIDs.
  private func file(_ path: String, _ overlay: InterruptedChanges) throws(FileError) -> CalendarFile? {
    let content = try CalendarFile.Content(of: path, .found, overlay, options)
    if let uids, !content.canHave(uids, options) { return nil }
    return try CalendarFile(content, path: path, keepsOriginal: keepsOriginals, options)
  }

  private mutating func readColor(_ path: String?) {
    color = nil
    guard let path, let text = attempt({ () throws(FileError) in try Self.note(path) }) else { return }
    let note = CollectionColor(text)
    color = note.color
    if let diagnostic = note.diagnostic, diagnostic.severity > .note {
      problems.append(
        FileError(.badData, path, line: diagnostic.line, "\(diagnostic.message); \(diagnostic.repair)"))
    }
  }

  /// A result; an error is one of the problems.
  private mutating func attempt<Result>(_ body: () throws(FileError) -> Result?) -> Result? {
    do throws(FileError) { return try body() } catch {
      problems.append(error)
      return nil
    }
  }

  /// The one line of a small file; `nil` when it is empty.
  ///
  /// - Throws: ``FileError`` also for a file of more than 4096 bytes.
  public static func note(_ path: String) throws(FileError) -> String? {
    let text = String(decoding: try FileSystem.read(path, .found, limit: 4096), as: UTF8.self)
    guard let line = text.split(whereSeparator: \.isNewline).first else { return nil }
    let start = line.drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}

// MARK: Calendars

extension CalendarFile {
  /// Whether the file has not changed since an earlier reading.
  fileprivate func isSame(as earlier: CalendarFile) -> Bool {
    isChanged || stamp != nil && stamp == earlier.stamp || original != nil && original == earlier.original
  }
}

extension CalendarDirectory {
  /// The name of the directory as a calendar.
  public var title: String { name ?? path.split(separator: "/").last.map(String.init) ?? path }

  /// Its calendars: one of all items, and one for each file with a calendar that has a name of its own, unless the
  /// directory has a name or a colour.
  public var calendars: [EventCalendar] {
    var whole = EventCalendar(name: title, color: color)
    whole.calendarSystems = options.systems
    // At once, so that many files of one series cost no more than as many others.
    var items: [Item] = []
    var others: [EventCalendar] = []
    for file in files {
      for calendar in file.document.calendars {
        if joins(calendar) {
          items += calendar.items
        } else {
          others.append(calendar)
        }
      }
    }
    whole.insert(items)
    return whole.count > 0 || !omitted.isEmpty || others.isEmpty ? [whole] + others : others
  }

  /// Whether a calendar of one of its files is one calendar with those of the others.
  func joins(_ calendar: EventCalendar) -> Bool { name != nil || color != nil || calendar.name.isEmpty }

  /// An item that several files have, such as a file and a conflict copy of it by another program.
  public struct Duplicate: Sendable, Hashable {
    public let uid: String
    public let kind: Item.Kind
    /// The files, in the order of their names.
    public let paths: [String]
  }

  /// The items that several files have as a whole; changed instances of a series may be in a file of their own.
  ///
  /// - Complexity: O(n log n) in the number of items.
  public var duplicates: [Duplicate] {
    var paths: [ItemID: [String]] = [:]
    for file in files {
      for calendar in file.document.calendars where joins(calendar) {
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
  /// Puts the items of one UID into a new file of its own; ``save(_:at:timeout:)`` writes it.
  public mutating func insert(_ items: [Item]) { insert([items]) }

  /// - Parameter groups: The items of one UID each.
  mutating func insert(_ groups: [[Item]]) {
    // Some file systems do not distinguish capital letters from small ones.
    var taken = Set(files.map { $0.path.lowercased() })
    for items in groups {
      var calendar = EventCalendar()
      calendar.insert(items)
      let path = newPath(for: items.first?.uid ?? "", besides: taken)
      taken.insert(path.lowercased())
      files.append(CalendarFile(path: path, document: ICSDocument([calendar])))
    }
  }

  /// The path of a file for a new item: with the name of the UID, as vdirs have it, where that is a plain name of a
  /// file, else with a name that follows from the UID. No file has that path.
  ///
  /// - Parameter taken: Paths in small letters.
  private func newPath(for uid: String, besides taken: Set<String>) -> String {
    let isPlain = uid.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "@")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        true
      default: "+-._".utf8.contains(byte)
      }
    }
    let isName = isPlain && (1...200).contains(uid.utf8.count) && !uid.hasPrefix(".")
    let stem = isName ? uid : "item-" + String(Fingerprint(uid.utf8).hash, radix: 16)
    var candidate = FileSystem.path(of: stem + ".ics", in: path)
    var number = 2
    while taken.contains(candidate.lowercased()) || FileSystem.isTaken(candidate) {
      candidate = FileSystem.path(of: "\(stem)-\(number).ics", in: path)
      number += 1
    }
    return candidate
  }

  /// The changes of files to be written; a file without any content left is removed.
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

  /// Whether nothing is left of a file. A calendar with a name or a colour of its own stays, unless the directory's hide
  /// them.
  private func isRemoved(_ file: CalendarFile) -> Bool {
    let isHidden = name != nil || color != nil
    return file.isChanged && file.isEmpty
      && file.document.calendars.allSatisfy { isHidden || $0.name.isEmpty && $0.color == nil }
  }

  /// Has changes that were made as the state from which later changes count.
  mutating func accept(_ changes: [FileChange]) {
    let made = Dictionary(changes.map { ($0.path, $0) }) { $1 }
    files.removeAll { made[$0.path].map { $0.after == nil } ?? false }
    for index in files.indices {
      if let change = made[files[index].path] { files[index].accept(change) }
    }
    for change in changes { originals[change.path] = change.after }
  }

  /// Writes the changed files, all or none, as a ``FileTransaction`` does.
  ///
  /// - Parameters:
  ///   - summary: The change in words, for the undo journal.
  ///   - now: The time of the change.
  ///   - timeout: The time to wait for another process.
  /// - Throws: ``FileError``; with code `conflict` when another program has changed one of the files since it was read.
  public mutating func save(
    _ summary: String = "", at now: Instant, timeout: Duration = .seconds(10)
  ) throws(FileError) {
    let location = CalendarLocation(path)
    let changes = changes(of: location)
    var transaction = try FileTransaction(on: [location], timeout: timeout)
    try transaction.commit(changes.map { (0, $0) }, summary, at: now)
    problems += transaction.problems
    accept(changes)
  }
}

/// The colour in the file `color` of a directory.
public struct CollectionColor: Sendable, Hashable {
  /// As it is written, before any rule about reserved colours.
  public private(set) var color: CalendarColor?
  /// The fault of the text, in the words of the same fault of a COLOR property.
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
          message: "\(text) is a red, which is kept for days with several items",
          repair: "kept, and shown as another colour")
      }
    } catch {
      diagnostic = Diagnostic(
        .warning, .badValue, line: 1, message: "\(text) is not a colour (expected \(error.expected))",
        repair: "left out")
    }
  }
}
