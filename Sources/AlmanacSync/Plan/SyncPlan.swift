public import AlmanacEvents
internal import AlmanacICS
internal import AlmanacMapping

/// The steps that make two collections equal, as a value: it is shown before it is applied.
///
/// ```swift
/// let local = try await SyncSnapshot.local(of: folder, since: state)
/// let remote = try await SyncSnapshot.remote(of: server, since: state)
/// let plan = SyncPlan(state, local: local, remote: remote, policy: .newer)
/// for step in plan.steps { print(step) }
/// try await state.apply(plan, local: folder, remote: server)
/// ```
public struct SyncPlan: Sendable, Hashable {
  /// A step for one resource. Tokens are the preconditions under which it is made; `nil` where the resource must not be
  /// there.
  public enum Step: Sendable, Hashable {
    /// Writes our content to the other side.
    case upload(String, [UInt8], replacing: String?)
    /// Writes the other side's content to ours.
    case download(String, [UInt8], replacing: String?)
    /// Deletes the resource on the other side, as ours deleted it.
    case deleteRemote(String, having: String)
    /// Deletes our resource, as the other side deleted it.
    case deleteLocal(String, having: String)
    /// Writes the merged content to both sides.
    case merge(String, [UInt8], local: String, remote: String)
    /// Writes nothing, as both sides have the same content, or neither has the resource any more.
    case agree(String)

    /// The name of the resource.
    public var name: String {
      switch self {
      case .upload(let name, _, _), .download(let name, _, _), .deleteRemote(let name, _),
        .deleteLocal(let name, _), .merge(let name, _, _, _), .agree(let name):
        name
      }
    }
  }

  /// A conflict in a resource.
  public struct Conflict: Sendable, Hashable {
    public let name: String
    /// `nil` where one side deleted the whole resource and the other edited it, which stays.
    public let conflict: MergeConflict?
  }

  /// The steps in the order of the names.
  public private(set) var steps: [Step] = []
  /// The conflicts, settled ones included. A resource with an unsettled conflict has no step: it waits.
  public private(set) var conflicts: [Conflict] = []
  /// The changed resources that are not iCalendar; they have no step.
  public private(set) var unreadable: [String] = []
  let local: SyncSnapshot
  let remote: SyncSnapshot
  /// The number of resources on which both sides had agreed.
  private let known: Int

  /// - Parameters:
  ///   - policy: The way in which conflicts are settled.
  ///   - uids: The source of the UIDs of items that the policy `both` copies.
  /// - Complexity: O(*n*) in the number of resources and the bytes of those that both sides changed.
  public init(
    _ state: SyncState, local: SyncSnapshot, remote: SyncSnapshot, policy: MergePolicy = .ask,
    uids: UIDSource = .random
  ) {
    (self.local, self.remote, known) = (local, remote, state.entries.count)
    let names = Set(state.entries.keys).union(local.tokens.keys).union(remote.tokens.keys)
    for name in names.sorted() {
      if let entry = state.entries[name] {
        plan(name, entry, policy, uids)
      } else {
        plan(new: name, state.tombstones[name], policy, uids)
      }
    }
  }

  private mutating func plan(
    _ name: String, _ entry: SyncState.Entry, _ policy: MergePolicy, _ uids: UIDSource
  ) {
    let (mine, others) = (local.tokens[name], remote.tokens[name])
    let isChanged = (mine != entry.local, others != entry.remote)
    switch (mine, others) {
    case (nil, nil): steps.append(.agree(name))
    case (nil, let token?):
      guard isChanged.1, let bytes = remote.changed[name] else {
        return steps.append(.deleteRemote(name, having: token))
      }
      conflicts.append(Conflict(name: name, conflict: nil))
      steps.append(.download(name, bytes, replacing: nil))
    case (let token?, nil):
      guard isChanged.0, let bytes = local.changed[name] else {
        return steps.append(.deleteLocal(name, having: token))
      }
      conflicts.append(Conflict(name: name, conflict: nil))
      steps.append(.upload(name, bytes, replacing: nil))
    case (let mine?, let others?):
      switch (isChanged.0 ? local.changed[name] : nil, isChanged.1 ? remote.changed[name] : nil) {
      case (nil, nil): break
      case (let bytes?, nil): steps.append(.upload(name, bytes, replacing: others))
      case (nil, let bytes?): steps.append(.download(name, bytes, replacing: mine))
      case (_?, _?): merge(name, since: entry.base, mine, others, policy, uids)
      }
    }
  }

  /// Plans for a resource on which the sides have not agreed yet.
  private mutating func plan(
    new name: String, _ tombstone: ContentDigest?, _ policy: MergePolicy, _ uids: UIDSource
  ) {
    switch (local.tokens[name], remote.tokens[name]) {
    case (nil, nil): break
    case (let token?, nil):
      guard let bytes = local.changed[name] else { return }
      let isBack = tombstone == ContentDigest(bytes)
      steps.append(isBack ? .deleteLocal(name, having: token) : .upload(name, bytes, replacing: nil))
    case (nil, let token?):
      guard let bytes = remote.changed[name] else { return }
      let isBack = tombstone == ContentDigest(bytes)
      steps.append(isBack ? .deleteRemote(name, having: token) : .download(name, bytes, replacing: nil))
    case (let mine?, let others?): merge(name, since: nil, mine, others, policy, uids)
    }
  }

  private mutating func merge(
    _ name: String, since base: [UInt8]?, _ mine: String, _ others: String, _ policy: MergePolicy,
    _ uids: UIDSource
  ) {
    guard let ours = local.changed[name], let theirs = remote.changed[name] else { return }
    if ours == theirs { return steps.append(.agree(name)) }
    guard let one = try? ICSDocument(parsing: ours), let another = try? ICSDocument(parsing: theirs) else {
      return unreadable.append(name)
    }
    let old = base.flatMap { try? ICSDocument(parsing: $0) }
    let merge = DocumentMerge(base: old, ours: one, theirs: another, policy: policy, uids: uids)
    conflicts += merge.conflicts.map { Conflict(name: name, conflict: $0.conflict) }
    guard merge.unsettled.isEmpty else { return }
    steps.append(.merge(name, merge.document.bytes, local: mine, remote: others))
  }
}

/// The guard against mass deletion.
extension SyncPlan {
  /// The names of the resources that the steps delete.
  public var deletions: [String] {
    steps.compactMap { step in
      switch step {
      case .deleteLocal(let name, _), .deleteRemote(let name, _): name
      default: nil
      }
    }
  }

  /// Whether the plan deletes so much that a side may have been cut off or emptied by accident: more than half of ten or
  /// more resources, or all of two or more.
  public var isMassDeletion: Bool {
    let count = deletions.count
    return count >= 2 && count == known || known >= 10 && count * 2 > known
  }
}
