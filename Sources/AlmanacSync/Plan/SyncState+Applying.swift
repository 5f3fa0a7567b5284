extension SyncState {
  /// Applies a plan to both sides and records what they agree on, step by step: a step that fails is made good by the
  /// next synchronization.
  ///
  /// A new content is written before anything is deleted.
  ///
  /// - Parameter deletingMany: Whether a plan that deletes most resources is applied.
  /// - Returns: The steps that were not made, as a resource changed after the plan was made.
  /// - Throws: ``SyncError`` with code `mass_deletion`, and every error of a side other than a broken precondition.
  @discardableResult
  public mutating func apply(
    _ plan: SyncPlan, local: some SyncRemote, remote: some SyncRemote, deletingMany: Bool = false
  ) async throws -> [SyncPlan.Step] {
    if plan.isMassDeletion, !deletingMany {
      throw SyncError(
        .massDeletion, expected: "consent to delete \(plan.deletions.count) of \(entries.count) resources")
    }
    let deletions = Set(plan.deletions)
    let ordered =
      plan.steps.filter { !deletions.contains($0.name) } + plan.steps.filter { deletions.contains($0.name) }
    var failed: [SyncPlan.Step] = []
    for step in ordered {
      do { try await make(step, plan, local, remote) } catch let error as SyncError
        where error.code == .conflict || error.code == .notFound
      {
        failed.append(step)
      }
    }
    return failed
  }

  private mutating func make(
    _ step: SyncPlan.Step, _ plan: SyncPlan, _ local: some SyncRemote, _ remote: some SyncRemote
  ) async throws {
    switch step {
    case .upload(let name, let bytes, let token):
      let new = try await remote.write(bytes, to: name, replacing: token)
      record(name, local: plan.local.tokens[name] ?? "", remote: new, base: bytes)
    case .download(let name, let bytes, let token):
      let new = try await local.write(bytes, to: name, replacing: token)
      record(name, local: new, remote: plan.remote.tokens[name] ?? "", base: bytes)
    case .deleteRemote(let name, let token):
      try await remote.delete(name, having: token)
      bury(name)
    case .deleteLocal(let name, let token):
      try await local.delete(name, having: token)
      bury(name)
    case .merge(let name, let bytes, let mine, let others):
      // A side that has the merged content already is not written. If the second write fails, the next merge finds the
      // first one as our change.
      let isOurs = plan.local.changed[name] == bytes
      let isTheirs = plan.remote.changed[name] == bytes
      let first = isOurs ? mine : try await local.write(bytes, to: name, replacing: mine)
      let second = isTheirs ? others : try await remote.write(bytes, to: name, replacing: others)
      record(name, local: first, remote: second, base: bytes)
    case .agree(let name):
      guard let mine = plan.local.tokens[name], let others = plan.remote.tokens[name] else {
        return bury(name)
      }
      let bytes = plan.local.changed[name] ?? entries[name]?.base ?? []
      record(name, local: mine, remote: others, base: bytes)
    }
  }
}
