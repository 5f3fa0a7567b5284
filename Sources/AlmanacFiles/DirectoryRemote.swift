public import AlmanacSync
public import AlmanacTime

/// A directory of calendar files as a side of a synchronization: each `.ics` file in it, not those of directories in it,
/// is a resource.
///
/// ```swift
/// let plan = SyncPlan(
///   state, local: try await .local(of: DirectoryRemote("work", at: now), since: state), remote: remote)
/// ```
/// The change token of a file is its device, inode, length and times, so that an unchanged file is not read; that of a
/// file that was changed less than two seconds before it was looked at is the digest of its bytes. Each write is a
/// ``FileTransaction`` of its own.
public struct DirectoryRemote: SyncRemote {
  public let path: String
  private let patience: Duration
  private let now: Instant

  /// - Parameters:
  ///   - patience: The time to wait for another process that changes the directory.
  ///   - now: The time of the changes, for the undo journal.
  public init(_ path: String, patience: Duration = .seconds(10), at now: Instant) {
    (self.path, self.patience, self.now) = (path, patience, now)
  }

  /// - Complexity: O(n) system calls in the number of files; only those that were changed just now are read.
  /// - Throws: ``FileError`` with code `unreadable`.
  public func list() throws -> [String: String] {
    var tokens: [String: String] = [:]
    for file in try DirectoryListing(path).files {
      tokens[FileSystem.name(of: file)] =
        try FileSystem.settledStamp(file)?.token ?? content(of: file)?.token
    }
    return tokens
  }

  public func read(_ name: String) throws -> SyncResource {
    guard let content = try content(of: file(name)) else {
      throw SyncError(.notFound, name: name, expected: "a file of the folder")
    }
    return SyncResource(token: content.token, bytes: content.bytes)
  }

  public func write(_ bytes: [UInt8], to name: String, replacing token: String?) throws -> String {
    try change(name, having: token, to: bytes)
    return FileContent(bytes: bytes).token
  }

  public func delete(_ name: String, having token: String) throws { try change(name, having: token, to: nil) }

  private func change(_ name: String, having token: String?, to after: [UInt8]?) throws {
    let location = CalendarLocation(path)
    let before = try content(of: file(name))
    guard before.map({ token.map($0.has(token:)) ?? false }) ?? (token == nil) else {
      throw Self.conflict(name, expected: token == nil ? "no file" : "the file as it was")
    }
    let change = FileChange(file(name), in: location, before: before?.bytes, after: after)
    do throws(FileError) {
      var transaction = try FileTransaction(on: [location], patience: patience)
      try transaction.commit([(0, change)], "sync \(name)", at: now)
    } catch {
      guard error.code == .conflict else { throw error }
      throw Self.conflict(name, expected: "the file as it was")
    }
  }

  private static func conflict(_ name: String, expected: String) -> SyncError {
    SyncError(.conflict, name: name, expected: expected)
  }

  private func file(_ name: String) -> String { FileSystem.path(of: name, in: path) }

  /// The content of a file; `nil` for no file.
  private func content(of path: String) throws(FileError) -> FileContent? {
    do throws(FileError) {
      let (bytes, stamp) = try FileSystem.readStamped(path, .found)
      return FileContent(bytes: bytes, stamp: stamp)
    } catch {
      if FileSystem.isMissing(error) { return nil }
      throw error
    }
  }
}

/// The bytes of a file with its change tokens.
private struct FileContent {
  let bytes: [UInt8]
  /// `nil` for a state in which a later change could go unnoticed.
  var stamp: FileStamp?

  var token: String { stamp?.token ?? digest }

  /// Whether the file has a token. A file that had a digest as its token may have a settled state by now.
  func has(token: String) -> Bool { token == stamp?.token || token == digest }

  private var digest: String { "\(ContentDigest(bytes))" }
}
