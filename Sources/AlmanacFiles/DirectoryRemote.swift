public import AlmanacSync
public import AlmanacTime

/// A directory of calendar files as a side of a synchronization: each `.ics` file in it, without those of subdirectories,
/// is a resource. A subdirectory is a collection of its own (``DirectoryListing/collections``).
///
/// ```swift
/// let plan = SyncPlan(
///   state, local: try await .local(of: DirectoryRemote("work", at: now), since: state), remote: remote)
/// ```
/// The change token of a file is its device, inode, length and times, so that an unchanged file is not read. If the file
/// was changed so recently that a later change could go unnoticed, the token is the digest of its bytes. Changes that are
/// made together are one ``FileTransaction``.
public struct DirectoryRemote: SyncRemote {
  /// The path of the directory whose files are the resources: with a collection, that of the subdirectory.
  public let path: String
  public var fileExtension: String { ".ics" }
  /// The directory whose undo journal records the changes.
  private let root: String
  /// The path relative to it with a slash at its end; empty for the directory itself.
  private let prefix: String
  private let timeout: Duration
  private let now: Instant

  /// - Parameters:
  ///   - path: The path of the directory, which has the undo journal also of its subdirectories.
  ///   - collection: The relative path of a subdirectory, of which the files are then synchronized; empty for the directory
  ///     itself. A missing subdirectory is empty, and is created by ``makeCollection()``.
  ///   - timeout: The time to wait for another process that changes the directory.
  ///   - now: The time of the changes, for the undo journal of the directory.
  public init(
    _ path: String, collection: String = "", timeout: Duration = .seconds(10), at now: Instant
  ) {
    root = path
    self.path = collection.isEmpty ? path : FileSystem.path(of: collection, in: path)
    prefix = collection.isEmpty ? "" : collection + "/"
    (self.timeout, self.now) = (timeout, now)
  }

  /// Creates the subdirectory of a collection, unless it exists.
  ///
  /// - Throws: ``FileError`` with code `outside` if a link leads out of the directory, or `unwritable`.
  public func makeCollection() throws(FileError) {
    var path = root
    for name in prefix.split(separator: "/") {
      path = FileSystem.path(of: name, in: path)
      guard FileSystem.kind(of: path) == nil else { continue }
      try FileSystem.makeDirectory(try FileSystem.destination(of: path, within: root))
    }
  }

  /// Lists the files. An interrupted change of them is completed or undone first.
  ///
  /// The state is unknown for files that cannot be read, for names that differ only in Unicode normalization, and for links
  /// that lead nowhere, such as to a volume that is not mounted.
  ///
  /// - Complexity: O(n) system calls in the number of files; only files changed in the last moment are read.
  /// - Throws: ``FileError`` with code `unreadable` for the directory, and as ``FileTransaction`` does after an
  ///   interrupted change.
  public func list() throws -> [String: String] {
    if !prefix.isEmpty, !FileSystem.entryExists(path), FileSystem.kind(of: root) == .directory { return [:] }
    let location = CalendarLocation(path)
    if try !JournalSearch.pendingLocations(around: location).isEmpty {
      _ = try FileTransaction(on: [location], timeout: timeout)
    }
    var tokens: [String: String] = [:]
    for file in try DirectoryListing(path).files {
      let token = FileSystem.stableStamp(file)?.token ?? (try? content(of: file))?.token
      let name = FileSystem.name(of: file)
      // Two files with one name in different forms of Unicode: either may be meant.
      let isKnown = token != nil && tokens[name] == nil
      if token != nil || FileSystem.entryExists(file) { tokens[name] = isKnown ? token : "" }
    }
    return tokens
  }

  public func read(_ name: String) throws -> SyncResource {
    let content: FileSystem.StampedContent?
    do throws(FileError) { content = try self.content(of: file(name)) } catch {
      throw error.refusal(of: name, as: .unreadable)
    }
    guard let content else { throw SyncError(.notFound, name: name, expected: "a file of the folder") }
    return SyncResource(token: content.token, bytes: content.bytes)
  }

  /// The contents of files that undo has reverted.
  public func undone() -> [String: Set<ContentDigest>] { UndoneSyncFiles(in: path).contents }

  public func write(_ bytes: [UInt8], to name: String, replacing token: String?) throws -> String {
    try change(SyncChange(name: name, bytes: bytes, token: token)) ?? ""
  }

  public func delete(_ name: String, having token: String) throws {
    _ = try change(SyncChange(name: name, bytes: nil, token: token))
  }

  private func change(_ change: SyncChange) throws -> String? {
    switch apply([change]).first {
    case .made(let token): return token
    case .failed(let error): throw error
    case .refused(let error): throw error
    case nil: return nil
    }
  }

  /// Makes changes as one transaction, without those that are refused.
  public func apply(_ changes: [SyncChange]) -> [SyncChange.Outcome] {
    let location = CalendarLocation(root)
    var broken: [Int: SyncError] = [:]
    do throws(FileError) {
      var transaction = try FileTransaction(on: [location], timeout: timeout)
      var isDone = false
      while !isDone {
        isDone = try commit(changes, of: location, &transaction, &broken)
      }
    } catch {
      return changes.map { _ in .failed(error) }
    }
    if changes.contains(where: { $0.bytes != nil }) {
      FileSystem.sleep(milliseconds: UInt32(FileStamp.stabilityDelay / 1_000_000) + 1)
    }
    return changes.map { change in
      broken[change.group].map { .refused($0) }
        ?? .made(token: change.bytes.map { token($0, of: change.name) })
    }
  }

  /// The change token of a file that was just written: of its stable state, or of the written bytes if another program has
  /// changed the file since.
  private func token(_ bytes: [UInt8], of name: String) -> String {
    if let now = try? content(of: file(name)), now.bytes == bytes { return now.token }
    return "\(ContentDigest(bytes))"
  }

  /// Commits the changes of the groups without a refused change.
  ///
  /// - Returns: `false` if another program changed a file at the last moment, or a link leads out of the directory: the
  ///   group of the file is then refused too, and nothing is changed.
  private func commit(
    _ changes: [SyncChange], of location: CalendarLocation, _ transaction: inout FileTransaction,
    _ broken: inout [Int: SyncError]
  ) throws(FileError) -> Bool {
    var files: [(origin: SyncChange, change: FileChange)] = []
    for change in changes where broken[change.group] == nil {
      let path = file(change.name)
      let before: FileSystem.StampedContent?
      do throws(FileError) { before = try content(of: path) } catch {
        broken[change.group] = error.refusal(of: change.name, as: .refused)
        continue
      }
      if before.map({ content in change.token.map(content.has(token:)) ?? false }) ?? (change.token == nil) {
        files.append(
          (change, FileChange(path, in: location, before: before?.bytes, after: change.bytes)))
      } else {
        broken[change.group] = change.conflict
      }
    }
    files.removeAll { broken[$0.origin.group] != nil }
    let summary = changes.count == 1 ? prefix + changes[0].name : "\(changes.count) files"
    let place = prefix.isEmpty || changes.count == 1 ? "" : " of \(prefix.dropLast())"
    do throws(FileError) {
      _ = try transaction.commit(files.map { (0, $0.change) }, "sync \(summary)\(place)", as: .sync, at: now)
    } catch {
      guard error.code == .conflict || error.code == .outside,
        let file = files.first(where: { $0.change.path == error.path })
      else { throw error }
      broken[file.origin.group] =
        error.code == .conflict
        ? file.origin.conflict : error.refusal(of: file.origin.name, as: .refused)
      return false
    }
    UndoneSyncFiles.removeVoid(files.map(\.change))
    return true
  }

  private func file(_ name: String) -> String { FileSystem.path(of: name, in: path) }

  /// The content of a file; `nil` for no file.
  private func content(of path: String) throws(FileError) -> FileSystem.StampedContent? {
    do throws(FileError) { return try FileSystem.readStamped(path, .found) } catch {
      if FileSystem.isMissing(error) { return nil }
      throw error
    }
  }
}

extension SyncChange {
  /// The error that the file is not as it has to be.
  fileprivate var conflict: SyncError {
    SyncError(.conflict, name: name, expected: token == nil ? "no file of this name" : "an unchanged file")
  }
}

extension FileError {
  /// The same error as one of a resource alone.
  fileprivate func refusal(of name: String, as code: SyncError.Code) -> SyncError {
    SyncError(code, name: name, expected: expected ?? "a file that can be accessed (\(reason))")
  }
}

/// The change tokens of a content.
extension FileSystem.StampedContent {
  fileprivate var token: String { stamp?.token ?? digest }

  /// Whether a token is one of this content. The digest counts even when the state has become stable since.
  fileprivate func has(token: String) -> Bool { token == stamp?.token || token == digest }

  private var digest: String { "\(ContentDigest(bytes))" }
}
