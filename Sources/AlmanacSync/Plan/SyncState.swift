internal import AlmanacComponents
internal import AlmanacTime

/// The state after the last synchronization of two collections: for each resource its change tokens on both sides and
/// the bytes on which both agreed, which are the base of the next merge.
///
/// Store it beside the calendars: `Codable` is its stored form, and without it nothing is ever deleted.
public struct SyncState: Sendable, Hashable, Codable {
  private var schema = StoredSchema()
  /// A resource that both sides have.
  public struct Entry: Sendable, Hashable {
    /// Its change token on our side.
    public var local: String
    /// Its change token on the other side.
    public var remote: String
    /// The content on which both sides agreed.
    public var base: [UInt8]
  }

  /// The resources by name.
  public private(set) var entries: [String: Entry] = [:]
  /// The digests of the last agreed content of deleted resources: one that comes back unchanged, from a program that was
  /// away, is deleted again.
  public private(set) var tombstones: [String: ContentDigest] = [:]

  public init() {}

  mutating func record(_ name: String, local: String, remote: String, base: [UInt8]) {
    entries[name] = Entry(local: local, remote: remote, base: base)
    tombstones[name] = nil
  }

  mutating func bury(_ name: String) {
    guard let entry = entries.removeValue(forKey: name) else { return }
    tombstones[name] = ContentDigest(entry.base)
  }

  /// Forgets the deleted resources, once no program can bring one back.
  public mutating func removeTombstones() { tombstones = [:] }
}

/// The bytes are stored as a text in Base64.
extension SyncState.Entry: Codable {
  private enum CodingKeys: String, CodingKey {
    case local, remote, base
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    local = try container.decode(String.self, forKey: .local)
    remote = try container.decode(String.self, forKey: .remote)
    guard let bytes = Base64.decoded(try container.decode(String.self, forKey: .base), isStrict: true) else {
      throw DecodingError.dataCorruptedError(
        forKey: .base, in: container, debugDescription: "no content: expected Base64")
    }
    base = bytes
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(local, forKey: .local)
    try container.encode(remote, forKey: .remote)
    try container.encode(Base64.encoded(base), forKey: .base)
  }
}

/// One side of a synchronization: the change tokens of all resources, and the bytes of those that changed.
public struct SyncSnapshot: Sendable, Hashable {
  /// The change tokens by name.
  public let tokens: [String: String]
  /// The bytes of the resources that are new or have another change token than before.
  public let changed: [String: [UInt8]]

  public init(tokens: [String: String], changed: [String: [UInt8]]) {
    (self.tokens, self.changed) = (tokens, changed)
  }

  /// Lists a collection and reads what changed since the last synchronization.
  ///
  /// - Parameter known: The change tokens from the last time.
  init(of remote: some SyncRemote, since known: (String) -> String?) async throws {
    var tokens = try await remote.list()
    var changed: [String: [UInt8]] = [:]
    for (name, token) in tokens.sorted(by: { $0.key < $1.key }) where known(name) != token {
      do {
        let resource = try await remote.read(name)
        tokens[name] = resource.token
        changed[name] = resource.bytes
      } catch let error as SyncError where error.code == .notFound {
        // It was deleted between the two calls.
        tokens[name] = nil
      }
    }
    self.init(tokens: tokens, changed: changed)
  }

  /// Lists our side of a synchronization and reads what changed.
  public static func local(of remote: some SyncRemote, since state: SyncState) async throws -> SyncSnapshot {
    try await SyncSnapshot(of: remote) { state.entries[$0]?.local }
  }

  /// Lists the other side of a synchronization and reads what changed.
  public static func remote(of remote: some SyncRemote, since state: SyncState) async throws -> SyncSnapshot {
    try await SyncSnapshot(of: remote) { state.entries[$0]?.remote }
  }
}
