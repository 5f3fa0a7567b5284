internal import AlmanacComponents

/// One side of a synchronization: the change tokens of all resources, and the bytes of those that changed.
public struct SyncSnapshot: Sendable, Hashable {
  /// The change tokens by name.
  public let tokens: [String: String]
  /// The bytes of the resources that are new or have another change token than before.
  public let changed: [String: [UInt8]]
  /// The resources whose state is not known, with the reason, such as those that could not be read: they are not
  /// changed on either side.
  public let problems: [SyncError]
  /// The contents that the user has reverted, by the names of the resources (``SyncRemote/undone()``).
  public let undone: [String: Set<ContentDigest>]
  /// The extension that names of new resources get (``SyncRemote/fileExtension``).
  public let fileExtension: String
  /// Whether each resource has the items of one UID (``SyncRemote/hasOneUIDPerResource``).
  public let hasOneUIDPerResource: Bool

  /// Creates a snapshot from what was listed and read elsewhere: the change tokens of all resources, and the bytes of those
  /// that are new or have another change token than in the state.
  public init(
    tokens: [String: String], changed: [String: [UInt8]], problems: [SyncError] = [],
    undone: [String: Set<ContentDigest>] = [:], fileExtension: String = "", hasOneUIDPerResource: Bool = false
  ) {
    (self.tokens, self.changed, self.problems, self.undone) = (tokens, changed, problems, undone)
    (self.fileExtension, self.hasOneUIDPerResource) = (fileExtension, hasOneUIDPerResource)
  }

  /// The name as it is spelled here: Unicode has several spellings of some letters, which are one name in ``tokens`` and
  /// several on most file systems.
  func spelling(of name: String) -> String { tokens.index(forKey: name).map { tokens[$0].key } ?? name }

  /// Lists a collection and reads what changed since the last synchronization.
  ///
  /// A known resource that the list lacks is read: only one that is not found is deleted. A list may lack others, such as by a
  /// fault of a server, or because it does not state that they are calendars.
  ///
  /// - Parameter known: The change tokens from the last time, by name.
  init(of remote: some SyncRemote, since known: [String: String]) async throws {
    var tokens = try await remote.list()
    var changed: [String: [UInt8]] = [:]
    var problems: [SyncError] = []
    let names = tokens.sorted { $0.key < $1.key }
      .filter { $0.value.isEmpty || known[$0.key] != $0.value }.map(\.key)
    for name in names where tokens[name] == "" {
      problems.append(SyncError(.unreadable, name: name, expected: "a file whose state is known"))
    }
    let asked = names.filter { tokens[$0] != "" } + known.keys.filter { tokens[$0] == nil }.sorted()
    for (name, result) in zip(asked, await remote.readAll(asked)) {
      do {
        let resource = try result.get()
        if tokens[name] != nil {
          tokens[name] = resource.token
          changed[name] = resource.bytes
        } else if !tokens.values.contains(resource.token) {
          // A file system or a server may otherwise have found it by another spelling of its name.
          problems.append(
            SyncError(.unreadable, name: name, expected: "a list that has it, as it is there"))
        }
      } catch let error as SyncError where error.code == .notFound {
        // It was deleted, since the last time or between the two calls.
        tokens[name] = nil
      } catch let error as SyncError where error.code == .refused || error.code == .unreadable {
        problems.append(SyncError(error.code, name: name, expected: error.expected))
      }
    }
    problems.sort { $0.name < $1.name }
    self.init(
      tokens: tokens, changed: changed, problems: problems, undone: try await remote.undone(),
      fileExtension: remote.fileExtension, hasOneUIDPerResource: remote.hasOneUIDPerResource)
  }

  /// Lists our side of a synchronization and reads what changed.
  public static func local(of remote: some SyncRemote, since state: SyncState) async throws -> SyncSnapshot {
    try await SyncSnapshot(of: remote, since: state.entries.mapValues(\.local))
  }

  /// Lists the other side of a synchronization and reads what changed.
  public static func remote(of remote: some SyncRemote, since state: SyncState) async throws -> SyncSnapshot {
    try await SyncSnapshot(
      of: remote, since: Dictionary(firstOf: state.entries.map { ($1.remoteName ?? $0, $1.remote) }))
  }
}
