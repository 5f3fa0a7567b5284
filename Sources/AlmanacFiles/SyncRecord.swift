public import AlmanacSync

/// The stored state of the synchronizations of a directory and another collection, in a hidden file of the directory.
///
/// ```swift
/// var record = try SyncRecord(of: "work", and: "/media/phone/work")
/// let state = try record.state(decoding: decoded)
/// var next = state
/// // Plan and apply, which changes `next`, then:
/// if next != state { try record.store(next, encoding: encoded) }
/// record.release()
/// ```
/// A record excludes other synchronizations of the same two collections until ``release()``, so that each starts from the
/// state that the one before it has stored.
///
/// ### Whose state it is
///
/// A state is valid for the two directories for which it was stored, wherever they are moved. It is not valid for a copy of
/// one of them: that has other files, and a base of other files reverts edits and deletes items.
/// - The name of the file contains a hash of the inode of its directory. A copy of the directory, such as the one that a
///   file synchronization tool makes on another machine, has states that are not its own, and leaves them alone.
/// - The other directory has a file, the mark, with the digests of this state and of the one before it. A state without
///   that mark is of another directory, or one of the two has been restored from a backup.
/// - Servers and read-only directories have no mark. The name of the file contains a hash of the URL, or of the inode of that
///   directory.
///
/// If no state is valid, the synchronization has no base: nothing is deleted, and differences are conflicts. If several are, the
/// state is what they have in common, as nothing says which one is the last; storing it removes the others. On file
/// systems that number inodes anew each time, such as FAT, this is so after each mount of the directory that has the state.
public struct SyncRecord: Sendable {
  /// The file of the state.
  public var path: String { files[0].state.path }
  /// Whether a state is stored that is not valid for these two collections, and none that is.
  public let hasOnlyForeignState: Bool
  /// The files of the valid states, of which one is usual, or those of the first state; never empty.
  private var files: [Files]
  private let timeout: Duration
  private let lock: DirectoryLock?

  /// Finds the state of two directories, in either of them.
  ///
  /// - Parameters:
  ///   - directory: The path of the directory on our side of the state.
  ///   - other: The path of the directory on the other side. A state that was stored the other way round is reversed.
  ///   - timeout: The time to wait for another synchronization of them.
  ///   - isPreview: Whether the state is only read, so that other synchronizations are not excluded.
  /// - Throws: ``FileError`` with code `locked` or `unreadable`.
  public init(
    of directory: String, and other: String, timeout: Duration = .seconds(10), isPreview: Bool = false
  ) throws(FileError) {
    let places = [Place(directory), Place(other)]
    let name = Self.hash(places.map(\.real).sorted().joined(separator: "\n"))
    let lock = try Self.lock(places, name, timeout, isPreview)
    // Listed under the lock: the synchronization that held it may have stored the first state.
    let (ours, theirs) = (Place(directory), Place(other))
    let valid = try ours.states(with: theirs) + theirs.states(with: ours, isReversed: true)
    if valid.isEmpty {
      let isForeign = ours.hasState(with: theirs) || theirs.hasState(with: ours)
      self.init([try ours.newState(with: theirs)], isForeign: isForeign, timeout, lock)
    } else {
      self.init(valid, timeout, lock)
    }
  }

  /// Finds the state of a directory and a collection on a server.
  ///
  /// - Parameters:
  ///   - directory: The path of the directory, in which the state is stored.
  ///   - url: The URL of the collection. Two spellings of one URL (RFC 3986 §6.2.2, §6.2.3) have one state; the user
  ///     in it, and a slash at its end, make no difference.
  ///   - timeout: The time to wait for another synchronization of them.
  ///   - isPreview: Whether the state is only read, so that other synchronizations are not excluded.
  public init(
    of directory: String, andURL url: String, timeout: Duration = .seconds(10), isPreview: Bool = false
  ) throws(FileError) {
    let other = Self.hash(CollectionURL(url).normalized)
    let lock = try Self.lock([Place(directory)], other, timeout, isPreview)
    let ours = Place(directory)
    let file = try ours.record("\(Self.prefix)\(other)-\(ours.hash)\(Self.suffix)")
    let isForeign =
      file.bytes == nil && ours.names.contains { $0.hasPrefix(Self.prefix + other) && Self.isState($0) }
    self.init([Files(state: file)], isForeign: isForeign, timeout, lock)
  }

  private init(_ files: [Files], isForeign: Bool = false, _ timeout: Duration, _ lock: DirectoryLock?) {
    (self.files, hasOnlyForeignState) = (files, isForeign)
    (self.timeout, self.lock) = (timeout, lock)
  }

  private static func lock(
    _ places: [Place], _ name: String, _ timeout: Duration, _ isPreview: Bool
  ) throws(FileError) -> DirectoryLock? {
    if isPreview { return nil }
    let directories = Set(places.filter { $0.inode != nil }.map(\.real))
    return try DirectoryLock(resolved: directories, named: "\(prefix)\(name)\(lockSuffix)", timeout: timeout)
  }

  /// The stored state; an empty one if none is valid.
  ///
  /// - Parameter decode: Decodes a state, such as by `JSONDecoder`.
  public func state(decoding decode: ([UInt8]) throws -> SyncState) rethrows -> SyncState {
    var state: SyncState?
    for files in files {
      guard let bytes = files.state.bytes else { continue }
      let decoded = try decode(bytes)
      let own = files.isReversed ? decoded.reversed : decoded
      state = state?.common(with: own) ?? own
    }
    return state ?? SyncState()
  }

  /// Stores the state after a synchronization. `encode` encodes it in the form that `decode` of ``state(decoding:)``
  /// reads.
  ///
  /// - Throws: The error of `encode`, and ``FileError`` with code `conflict` if another process has stored a state since this
  ///   one was read, `locked`, `unwritable`. The stored state is then the former one.
  public mutating func store(
    _ state: SyncState, encoding encode: (SyncState) throws -> [UInt8]
  ) throws {
    let bytes = try encode(files[0].isReversed ? state.reversed : state)
    try files[0].state.change(to: bytes).verify()
    // The mark accepts the former state too: a process that is killed before the next line leaves that one.
    let digests = ([bytes] + [files[0].state.bytes].compactMap { $0 }).map { "\(ContentDigest($0))\n" }
    try files[0].mark?.replace(with: Array(digests.joined().utf8), timeout: timeout)
    try files[0].state.replace(with: bytes, timeout: timeout)
    // A leftover file, as of a killed process, is harmless: the next process uses the entries common to all files.
    for others in files.dropFirst() {
      for file in [others.state, others.mark].compactMap({ $0 }) { try? file.remove(timeout: timeout) }
    }
    files = [files[0]]
  }
}

extension SyncRecord {
  /// Lets other synchronizations of the same two collections begin.
  public func release() { lock?.release() }
}

// MARK: Names

extension SyncRecord {
  private static let prefix = ".almanac-sync-"
  private static let suffix = ".json"
  private static let markSuffix = ".mark"
  private static let lockSuffix = ".lock"

  /// Whether a name is that of a lock of a synchronization.
  static func isLock(_ name: String) -> Bool { name.hasPrefix(prefix) && name.hasSuffix(lockSuffix) }

  private static func isState(_ name: String) -> Bool { name.hasPrefix(prefix) && name.hasSuffix(suffix) }

  private static func hash(_ text: String) -> String { String("\(ContentDigest(text.utf8))".prefix(16)) }

  /// A state and its mark.
  private struct Files: Sendable {
    var state: StoredRecord
    /// The mark in the other directory; `nil` for a collection without one.
    var mark: StoredRecord?
    /// Whether the sides of the stored state are the other way round.
    var isReversed = false
  }

  /// A directory with states and marks.
  private struct Place {
    let path: String
    let real: String
    let inode: UInt64?
    /// The hash of the inode in the names of its states.
    let hash: String
    /// The names in the directory; none if it cannot be listed.
    let names: [String]

    init(_ path: String) {
      self.path = path
      real = FileSystem.realPath(path) ?? path
      inode = FileSystem.inode(of: path)
      hash = SyncRecord.hash("inode \(inode ?? 0)")
      names = (try? FileSystem.names(in: path)) ?? []
    }

    func record(_ name: String) throws(FileError) -> StoredRecord {
      try StoredRecord(FileSystem.path(of: name, in: path), beside: CalendarLocation(path))
    }

    /// The valid states in this directory: one, or several that synchronizations stored that did not exclude each other.
    func states(with other: Place, isReversed: Bool = false) throws(FileError) -> [Files] {
      guard inode != nil, other.inode != nil else { return [] }
      var found: [Files] = []
      for name in other.names.sorted() where name.hasPrefix(prefix) && name.hasSuffix(markSuffix) {
        let end = "-\(hash)-\(name.dropFirst(prefix.count).dropLast(markSuffix.count))\(suffix)"
        guard let state = names.first(where: { isState($0) && $0.hasSuffix(end) }) else { continue }
        let (file, mark) = (try record(state), try other.record(name))
        let digests = String(decoding: mark.bytes ?? [], as: UTF8.self).split(separator: "\n")
        if let bytes = file.bytes, digests.contains(Substring("\(ContentDigest(bytes))")) {
          found.append(Files(state: file, mark: mark, isReversed: isReversed))
        }
      }
      if !found.isEmpty || other.hasMarks { return found }
      let file = try record(nameWithoutMark(of: other))
      return file.bytes == nil ? [] : [Files(state: file, isReversed: isReversed)]
    }

    /// The files for the first state.
    func newState(with other: Place) throws(FileError) -> Files {
      guard other.hasMarks else { return Files(state: try record(nameWithoutMark(of: other))) }
      let pair = SyncRecord.hash("\(UInt64.random(in: .min ... .max))")
      return Files(
        state: try record("\(start(with: other))-\(hash)-\(pair)\(suffix)"),
        mark: try other.record("\(prefix)\(pair)\(markSuffix)"))
    }

    /// Whether marks can be stored in this directory.
    private var hasMarks: Bool { FileSystem.isWritable(directory: path) }

    private func nameWithoutMark(of other: Place) -> String {
      "\(start(with: other))-\(hash)-\(other.hash)\(suffix)"
    }

    /// The beginning of the names of states with a directory, which is the hash of the way there.
    private func start(with other: Place) -> String {
      prefix + SyncRecord.hash(Self.relativePath(from: real, to: other.real))
    }

    private static func relativePath(from directory: String, to other: String) -> String {
      let (from, to) = (directory.split(separator: "/"), other.split(separator: "/"))
      let common = zip(from, to).prefix { $0 == $1 }.count
      return (from.dropFirst(common).map { _ in ".." } + to.dropFirst(common)).joined(separator: "/")
    }

    /// Whether there is a state with a directory of the other's path.
    func hasState(with other: Place) -> Bool {
      names.contains { $0.hasPrefix(start(with: other)) && isState($0) }
    }
  }
}
