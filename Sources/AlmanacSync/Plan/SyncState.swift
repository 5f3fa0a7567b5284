internal import AlmanacComponents
public import AlmanacTime

/// The state after the last synchronization of two collections: for each resource its change tokens on both sides and
/// the bytes on which both agreed, which are the base of the next merge.
///
/// Store it beside the calendars: `Codable` is its stored form, and without it nothing is ever deleted.
public struct SyncState: Sendable, Hashable, Codable {
  private var schema = StoredSchema()

  /// A resource that both sides have.
  public struct Entry: Sendable, Hashable {
    /// Its name on the other side; `nil` where that is the one on ours.
    public var remoteName: String?
    /// Its change token on our side.
    public var local: String
    /// Its change token on the other side.
    public var remote: String
    /// The content on which both sides agreed.
    public var base: [UInt8]
    /// The contents of sides that had lost X- properties and got them again: a side that drops them once more is left so.
    var dropped: Set<ContentDigest>?
  }

  /// The resources by their names on our side.
  public private(set) var entries: [String: Entry] = [:]
  /// The digests of the last agreed content of deleted resources: one that reappears unchanged, for example by undo, is
  /// treated as new, and is in the plan's ``SyncPlan/reappeared``.
  public private(set) var tombstones: [String: ContentDigest] = [:]

  /// The times of the deletions, where they were stated.
  private var deletionTimes: [String: Instant]?

  public init() {}

  fileprivate mutating func record(
    _ resource: PlannedResource, local: String, remote: String, base: [UInt8]
  ) {
    if let former = resource.recordedName { entries[former] = nil }
    let remoteName = resource.remoteName == resource.name ? nil : resource.remoteName
    let lost = resource.lostContents
    entries[resource.name] = Entry(
      remoteName: remoteName, local: local, remote: remote, base: base, dropped: lost.isEmpty ? nil : lost)
    removeTombstone(resource.name)
  }

  fileprivate mutating func recordDeletion(of resource: PlannedResource, at now: Instant?) {
    guard let name = resource.recordedName, let entry = entries.removeValue(forKey: name) else { return }
    tombstones[name] = ContentDigest(entry.base)
    if let now { deletionTimes = (deletionTimes ?? [:]).merging([name: now]) { $1 } }
  }

  private mutating func removeTombstone(_ name: String) {
    tombstones[name] = nil
    deletionTimes?[name] = nil
    if deletionTimes?.isEmpty ?? false { deletionTimes = nil }
  }

  /// Removes the records of deleted resources; one that reappears later is new as any other.
  ///
  /// - Parameter limit: Resources deleted at or after this instant, or at a time that was not stated, are preserved;
  ///   `nil` for none.
  public mutating func removeTombstones(before limit: Instant? = nil) {
    for name in tombstones.keys where limit.map({ deletionTimes?[name] ?? .max < $0 }) ?? true {
      removeTombstone(name)
    }
  }
}

/// Applying.
extension SyncState {
  /// Applies a plan to both sides, first to ours, and records what they agree on. The next synchronization retries a step
  /// that fails.
  ///
  /// On each side new contents are written before others, and all before anything is deleted. After a failed step, the
  /// other steps for resources that belong together, such as the parts of a split series, are skipped.
  ///
  /// - Parameters:
  ///   - deletingMany: Whether a plan is applied that is a mass deletion (``SyncPlan/isMassDeletion``).
  ///   - now: The time of deletions, for ``removeTombstones(before:)``.
  /// - Returns: The steps that were not made, as a resource changed after the plan was made or a side does not accept it.
  /// - Throws: ``SyncError`` with code `mass_deletion`, and every error of a side that does not concern one resource alone,
  ///   after the steps that were made are recorded.
  @discardableResult
  public mutating func apply(
    _ plan: SyncPlan, local: some SyncRemote, remote: some SyncRemote, deletingMany: Bool = false,
    at now: Instant? = nil
  ) async throws -> [SyncPlan.SkippedStep] {
    if plan.isMassDeletion, !deletingMany {
      let (count, all) = plan.deletedItems
      throw SyncError(.massDeletion, expected: "consent to delete \(count) of \(all) items")
    }
    var application = PlanApplication(plan)
    await application.apply(\.local, to: local)
    if application.failure == nil { await application.apply(\.remote, to: remote) }
    for work in application.completeGroups { record(work, at: now) }
    if let failure = application.failure { throw failure }
    return application.skipped
  }

  private mutating func record(_ work: PlanApplication.Work, at now: Instant?) {
    switch work.step {
    case .upload(_, let bytes, _), .download(_, let bytes, _), .merge(_, let bytes, _, _),
      .agree(_, let bytes?):
      record(work.resource, local: work.local.token, remote: work.remote.token, base: bytes)
    case .deleteRemote, .deleteLocal, .agree(_, nil): recordDeletion(of: work.resource, at: now)
    }
  }
}

/// The steps of a plan while they are made.
private struct PlanApplication {
  struct Work {
    let step: SyncPlan.Step
    let resource: PlannedResource
    let group: Int
    var local: Side
    var remote: Side

    var isMade: Bool { local.change == nil && remote.change == nil }
  }

  struct Side {
    /// The change that remains to be made.
    var change: SyncChange?
    /// The change token of the resource.
    var token: String
  }

  /// In the order of applying: new resources, changed ones, deletions.
  private(set) var works: [Work] = []
  /// The error that ended it.
  private(set) var failure: (any Error)?
  /// The groups of which a change was refused, with the reason.
  private var broken: [Int: SyncError] = [:]

  init(_ plan: SyncPlan) {
    for (group, (resources, steps)) in plan.stepGroups.enumerated() {
      let byName = Dictionary(firstOf: resources.map { ($0.name, $0) })
      for step in steps {
        if let resource = byName[step.name] { works.append(Work(step, of: resource, group)) }
      }
    }
    let ordered = Dictionary(grouping: works, by: \.step.order).sorted { $0.key < $1.key }
    works = ordered.flatMap(\.value)
  }

  /// The work of the groups of which all is made: the state of others is the base of their next merge.
  var completeGroups: [Work] {
    let incomplete = Set(works.lazy.filter { !$0.isMade }.map(\.group))
    return works.filter { !incomplete.contains($0.group) }
  }

  var skipped: [SyncPlan.SkippedStep] {
    works.compactMap { work in
      work.isMade ? nil : broken[work.group].map { SyncPlan.SkippedStep(step: work.step, reason: $0) }
    }
  }

  /// Makes the changes of one side.
  mutating func apply(_ side: WritableKeyPath<Work, Side>, to collection: some SyncRemote) async {
    let pending = works.indices.filter { index in
      works[index][keyPath: side].change.map { broken[$0.group] == nil } ?? false
    }
    let changes = pending.compactMap { works[$0][keyPath: side].change }
    if changes.isEmpty { return }
    for ((index, change), outcome) in zip(zip(pending, changes), await collection.apply(changes)) {
      switch outcome {
      case .made(let token): works[index][keyPath: side] = Side(change: nil, token: token ?? "")
      case .refused(let reason): broken[change.group] = broken[change.group] ?? reason
      case .failed(let error): failure = failure ?? error
      }
    }
  }
}

extension PlanApplication.Work {
  fileprivate init(_ step: SyncPlan.Step, of resource: PlannedResource, _ group: Int) {
    (self.step, self.resource, self.group) = (step, resource, group)
    local = .init(change: nil, token: resource.ours?.token ?? "")
    remote = .init(change: nil, token: resource.theirs?.token ?? "")
    func change(_ name: String, _ bytes: [UInt8]?, _ token: String?) -> SyncChange {
      SyncChange(name: name, bytes: bytes, token: token, group: group)
    }
    switch step {
    case .upload(_, let bytes, let token): remote.change = change(resource.remoteName, bytes, token)
    case .download(_, let bytes, let token): local.change = change(resource.name, bytes, token)
    case .deleteRemote(_, let token): remote.change = change(resource.remoteName, nil, token)
    case .deleteLocal(_, let token): local.change = change(resource.name, nil, token)
    case .merge(_, let bytes, let mine, let others):
      // If the second write fails, the next merge finds the first one as our change.
      local.change = change(resource.name, bytes, mine)
      remote.change = change(resource.remoteName, bytes, others)
    case .agree: break
    }
  }
}

extension SyncPlan.Step {
  /// The place in the order of applying.
  fileprivate var order: Int {
    switch self {
    case .upload(_, _, nil), .download(_, _, nil), .merge(_, _, nil, _), .merge(_, _, _, nil): 0
    case .upload, .download, .merge, .agree(_, _?): 1
    case .deleteLocal, .deleteRemote, .agree(_, nil): 2
    }
  }
}

/// The bytes are stored as a text in Base64.
extension SyncState.Entry: Codable {
  private enum CodingKeys: String, CodingKey {
    case remoteName, local, remote, base, dropped
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    remoteName = try container.decodeIfPresent(String.self, forKey: .remoteName)
    local = try container.decode(String.self, forKey: .local)
    remote = try container.decode(String.self, forKey: .remote)
    guard let bytes = Base64.decoded(try container.decode(String.self, forKey: .base), isStrict: true) else {
      throw DecodingError.dataCorruptedError(
        forKey: .base, in: container, debugDescription: "no content: expected Base64")
    }
    base = bytes
    dropped = try container.decodeIfPresent(Set<ContentDigest>.self, forKey: .dropped)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(remoteName, forKey: .remoteName)
    try container.encode(local, forKey: .local)
    try container.encode(remote, forKey: .remote)
    try container.encode(Base64.encoded(base), forKey: .base)
    try container.encodeIfPresent(dropped?.sorted { "\($0)" < "\($1)" }, forKey: .dropped)
  }
}

/// One side of a synchronization: the change tokens of all resources, and the bytes of those that changed.
public struct SyncSnapshot: Sendable, Hashable {
  /// The change tokens by name.
  public let tokens: [String: String]
  /// The bytes of the resources that are new or have another change token than before.
  public let changed: [String: [UInt8]]
  /// The resources whose state is not known, with the reason, such as those that could not be read: they are not
  /// changed on either side.
  public let problems: [SyncError]
  /// The names of resources in which what a synchronization had written was undone (``SyncRemote/undone()``).
  public let undone: Set<String>

  public init(
    tokens: [String: String], changed: [String: [UInt8]], problems: [SyncError] = [],
    undone: Set<String> = []
  ) {
    (self.tokens, self.changed, self.problems, self.undone) = (tokens, changed, problems, undone)
  }

  /// Lists a collection and reads what changed since the last synchronization.
  ///
  /// - Parameter known: The change tokens from the last time.
  init(of remote: some SyncRemote, since known: (String) -> String?) async throws {
    var tokens = try await remote.list()
    var changed: [String: [UInt8]] = [:]
    var problems: [SyncError] = []
    for (name, token) in tokens.sorted(by: { $0.key < $1.key })
    where (token.isEmpty || known(name) != token) && name.isResourceName {
      do {
        if token.isEmpty { throw SyncError(.unreadable, name: name, expected: "a change token in the list") }
        let resource = try await remote.read(name)
        tokens[name] = resource.token
        changed[name] = resource.bytes
      } catch let error as SyncError where error.code == .notFound {
        // It was deleted between the two calls.
        tokens[name] = nil
      } catch let error as SyncError where error.code == .refused || error.code == .unreadable {
        problems.append(SyncError(error.code, name: name, expected: error.expected))
      }
    }
    self.init(
      tokens: tokens, changed: changed, problems: problems, undone: try await remote.undone())
  }

  /// Lists our side of a synchronization and reads what changed.
  public static func local(of remote: some SyncRemote, since state: SyncState) async throws -> SyncSnapshot {
    try await SyncSnapshot(of: remote) { state.entries[$0]?.local }
  }

  /// Lists the other side of a synchronization and reads what changed.
  public static func remote(of remote: some SyncRemote, since state: SyncState) async throws -> SyncSnapshot {
    let known = Dictionary(firstOf: state.entries.map { ($1.remoteName ?? $0, $1.remote) })
    return try await SyncSnapshot(of: remote) { known[$0] }
  }
}
