internal import AlmanacComponents
internal import AlmanacICS
public import AlmanacTime

/// The state after the last synchronization of two collections: for each resource its change tokens on both sides and
/// the bytes on which both agreed, which are the base of the next merge.
///
/// Store it beside the calendars: `Codable` is its stored form, and without a state no deletion is found.
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
    /// The digest of the content of our side to which dropped X- properties were last restored; `nil` if none were. If
    /// a program drops them from the same content again, they are not restored a second time.
    var localLoss: ContentDigest?
    /// The same of the other side.
    var remoteLoss: ContentDigest?
  }

  /// The resources by their names on our side.
  public private(set) var entries: [String: Entry] = [:]
  /// The digests of the last agreed content of deleted resources: one that reappears unchanged, for example by undo, is
  /// treated as new, and is in the plan's ``SyncPlan/reappeared``.
  public private(set) var tombstones: [String: ContentDigest] = [:]

  /// The times of the deletions, where they were stated.
  private var deletionTimes: [String: Instant]?

  /// Creates the state before the first synchronization: resources of both sides are merged, and none is deleted.
  public init() {}

  /// The same state with the two sides exchanged.
  public var reversed: SyncState {
    var state = self
    state.entries = [:]
    for (name, entry) in entries {
      var other = entry
      other.remoteName = entry.remoteName == nil ? nil : name
      (other.local, other.remote) = (entry.remote, entry.local)
      (other.localLoss, other.remoteLoss) = (entry.remoteLoss, entry.localLoss)
      state.entries[entry.remoteName ?? name] = other
    }
    return state
  }

  /// The resources of which two states of the same collections have the same base, and the deletions of both.
  ///
  /// The last agreement is in one of two states of which nobody knows which one is later. A base that both have is that of the
  /// last agreement; a resource with two bases has none, so that no side counts as unchanged.
  package func common(with other: SyncState) -> SyncState {
    var state = self
    state.entries = entries.filter { name, entry in
      other.entries[name].map { $0.base == entry.base && $0.remoteName == entry.remoteName } ?? false
    }
    state.tombstones = tombstones.merging(other.tombstones) { own, _ in own }
      .filter { state.entries[$0.key] == nil }
    let times = (deletionTimes ?? [:]).merging(other.deletionTimes ?? [:]) { max($0, $1) }
      .filter { state.tombstones[$0.key] != nil }
    state.deletionTimes = times.isEmpty ? nil : times
    return state
  }

  fileprivate mutating func record(
    _ resource: PlannedResource, local: String, remote: String, base: [UInt8]
  ) {
    let hasOneName = resource.remoteName.utf8.elementsEqual(resource.name.utf8)
    let remoteName = hasOneName ? nil : resource.remoteName
    entries[resource.name] = Entry(
      remoteName: remoteName, local: local, remote: remote, base: base,
      localLoss: resource.ours?.loss, remoteLoss: resource.theirs?.loss)
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
  ///   `nil` removes all.
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
  ///   - plan: A plan that was made from this state.
  ///   - local: The collection on our side.
  ///   - remote: The collection on the other side.
  ///   - deletingMany: Whether a plan is applied that is a mass deletion (``SyncPlan/isMassDeletion``).
  ///   - now: The time of deletions, for ``removeTombstones(before:)``.
  /// - Returns: The steps that were not carried out, because a resource changed after the plan was made, or a side does
  ///   not accept it, or only said that it had written it (``SyncRemote/readsBackWrites``).
  /// - Throws: ``SyncError`` with code `mass_deletion`; ``SyncInterruption`` for an error of a side that does not concern one
  ///   resource alone, after the steps that were carried out are recorded.
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
    let done = application.completeGroups
    // A resource may get the name that another one had.
    for step in done { removeRecord(of: step, at: now) }
    for step in done { record(step) }
    if let failure = application.failure {
      throw SyncInterruption(reason: failure, made: application.made, skipped: application.skipped)
    }
    return application.skipped
  }

  private mutating func removeRecord(of step: PlanApplication.PendingStep, at now: Instant?) {
    switch step.step {
    case .upload, .download, .merge, .agree(_, _?):
      if let former = step.resource.recordedName { entries[former] = nil }
    case .deleteRemote, .deleteLocal, .agree(_, nil): recordDeletion(of: step.resource, at: now)
    }
  }

  private mutating func record(_ step: PlanApplication.PendingStep) {
    switch step.step {
    case .upload(_, let bytes, _), .download(_, let bytes, _), .merge(_, let bytes, _, _),
      .agree(_, let bytes?):
      record(step.resource, local: step.local.token, remote: step.remote.token, base: bytes)
    case .deleteRemote, .deleteLocal, .agree(_, nil): break
    }
  }
}

/// An error that ended the application of a plan, such as of a server that no longer answers.
public struct SyncInterruption: Error, Sendable {
  /// The error of a side.
  public let reason: any Error
  /// The steps that were carried out before.
  public let made: [SyncPlan.Step]
  /// The steps that a side refused before.
  public let skipped: [SyncPlan.SkippedStep]
}

/// The steps of a plan while they are carried out.
private struct PlanApplication {
  struct PendingStep {
    let step: SyncPlan.Step
    let resource: PlannedResource
    /// The number of its group: all steps of a group are carried out, or the rest of them is skipped.
    let group: Int
    var local: Side
    var remote: Side

    var isMade: Bool { local.change == nil && remote.change == nil }
  }

  struct Side {
    /// The change that is still to be made; `nil` for none.
    var change: SyncChange?
    /// The change token of the resource.
    var token: String
  }

  /// In the order of applying: new resources, changed ones, deletions.
  private(set) var steps: [PendingStep] = []
  /// The error that ended the application.
  private(set) var failure: (any Error)?
  /// The groups of which a change was refused, with the reason.
  private var refusals: [Int: SyncError] = [:]

  init(_ plan: SyncPlan) {
    for (group, merge) in plan.groups.enumerated() {
      let byName = Dictionary(firstOf: merge.resources.map { ($0.name, $0) })
      for step in merge.steps {
        if let resource = byName[step.name] { self.steps.append(PendingStep(step, of: resource, group)) }
      }
    }
    let ordered = Dictionary(grouping: steps, by: \.step.order).sorted { $0.key < $1.key }
    steps = ordered.flatMap(\.value)
  }

  /// The steps of the groups that are complete. The others are not recorded, so their former base is that of the next
  /// merge.
  var completeGroups: [PendingStep] {
    let incomplete = Set(steps.lazy.filter { !$0.isMade }.map(\.group))
    return steps.filter { !incomplete.contains($0.group) }
  }

  /// The steps that were carried out; of a merge that one side has, that part.
  var made: [SyncPlan.Step] {
    steps.compactMap { step in
      if step.isMade { return step.step }
      guard case .merge(let name, let bytes, let token, _) = step.step, step.local.change == nil else {
        return nil
      }
      return .download(name, bytes, replacing: token)
    }
  }

  var skipped: [SyncPlan.SkippedStep] {
    steps.compactMap { step in
      step.isMade ? nil : refusals[step.group].map { SyncPlan.SkippedStep(step: step.step, reason: $0) }
    }
  }

  /// Makes the changes of one side.
  mutating func apply(_ side: WritableKeyPath<PendingStep, Side>, to collection: some SyncRemote) async {
    let pending = steps.indices.filter { index in
      steps[index][keyPath: side].change.map { refusals[$0.group] == nil } ?? false
    }
    let changes = pending.compactMap { steps[$0][keyPath: side].change }
    if changes.isEmpty { return }
    for ((index, change), outcome) in zip(zip(pending, changes), await collection.apply(changes)) {
      switch outcome {
      case .made(let token): steps[index][keyPath: side] = Side(change: nil, token: token ?? "")
      case .refused(let reason): refusals[change.group] = refusals[change.group] ?? reason
      case .failed(let error): failure = failure ?? error
      }
    }
    guard collection.readsBackWrites else { return }
    let written = zip(pending, changes).filter { index, change in
      let made = steps[index][keyPath: side]
      return made.change == nil && change.bytes != nil && !made.token.isEmpty
    }
    for start in stride(from: 0, to: written.count, by: 100) where failure == nil {
      let part = written[start..<min(start + 100, written.count)]
      for ((index, change), stored) in zip(part, await collection.readAll(part.map(\.1.name))) {
        confirm(change, of: index, side, by: stored)
      }
    }
  }

  /// Compares a written resource with what the collection gives back. One that still has the text from before, or cannot be read,
  /// is not made, as far as is known, so that the next synchronization has the base from before.
  private mutating func confirm(
    _ change: SyncChange, of index: Int, _ side: WritableKeyPath<PendingStep, Side>,
    by stored: Result<SyncResource, any Error>
  ) {
    let resource = steps[index].resource
    let before = side == \.remote ? resource.theirs : resource.ours
    do {
      let stored = try stored.get()
      let form = stored.storedForm(of: change.bytes ?? [])
      if form == .other, let before, stored.storedForm(of: before.document.bytes) == .whole {
        throw SyncError(
          .refused, name: change.name,
          expected: "the collection to store what it says it has, not the text from before")
      }
      // Another content is read by the next synchronization.
      steps[index][keyPath: side].token = form == .whole ? stored.token : ""
    } catch {
      steps[index][keyPath: side].change = change
      if let reason = error as? SyncError, reason.concernsOneResource {
        refusals[change.group] =
          refusals[change.group] ?? SyncError(.refused, name: change.name, expected: reason.expected)
      } else {
        failure = failure ?? error
      }
    }
  }
}

extension PlanApplication.PendingStep {
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
    case remoteName, local, remote, base, localLoss, remoteLoss
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    remoteName = try container.decodeIfPresent(String.self, forKey: .remoteName)
    local = try container.decode(String.self, forKey: .local)
    remote = try container.decode(String.self, forKey: .remote)
    guard let bytes = Base64.decoded(try container.decode(String.self, forKey: .base), isStrict: true) else {
      throw DecodingError.dataCorruptedError(
        forKey: .base, in: container, debugDescription: "not the content of a resource: expected Base64")
    }
    base = bytes
    localLoss = try container.decodeIfPresent(ContentDigest.self, forKey: .localLoss)
    remoteLoss = try container.decodeIfPresent(ContentDigest.self, forKey: .remoteLoss)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(remoteName, forKey: .remoteName)
    try container.encode(local, forKey: .local)
    try container.encode(remote, forKey: .remote)
    try container.encode(Base64.encoded(base), forKey: .base)
    try container.encodeIfPresent(localLoss, forKey: .localLoss)
    try container.encodeIfPresent(remoteLoss, forKey: .remoteLoss)
  }
}
