import AlmanacSync
import Testing

/// A collection in which the user has reverted a synchronization.
private struct Reverted: SyncRemote {
  let base: MemoryRemote
  var contents: [String: Set<ContentDigest>] = [:]

  func list() async throws -> [String: String] { await base.list() }
  func read(_ name: String) async throws -> SyncResource { try await base.read(name) }
  func write(_ bytes: [UInt8], to name: String, replacing token: String?) async throws -> String {
    try await base.write(bytes, to: name, replacing: token)
  }
  func delete(_ name: String, having token: String) async throws {
    try await base.delete(name, having: token)
  }
  func undone() async throws -> [String: Set<ContentDigest>] { contents }
}

@Suite("Synchronization after undo")
struct UndoneSyncTests {
  private let local = MemoryRemote(["a": bytes("a", "SUMMARY:S")])
  private let remote = MemoryRemote(["a": bytes("a", "SUMMARY:S")])
  private let theirs = bytes("a", "SUMMARY:Theirs")

  /// Both sides after their edit was synchronized, reverted on ours, and followed by an edit of ours.
  private func reverted() async throws -> (SyncState, Reverted) {
    var state = SyncState()
    try await synchronize(&state, local, remote)
    try await write(theirs, to: "a", of: remote)
    try await synchronize(&state, local, remote)
    #expect(try await contents(local) == ["a": theirs])
    try await write(bytes("a", "SUMMARY:S", "LOCATION:L"), to: "a", of: local)
    return (state, Reverted(base: local, contents: ["a": [ContentDigest(theirs)]]))
  }

  @Test(
    "an edit after undo does not revert the other side: the difference is a conflict until it is resolved")
  func edit() async throws {
    var (state, ours) = try await reverted()
    for _ in 0..<2 {
      let plan = try await synchronize(&state, ours, remote)
      #expect(plan.steps.isEmpty && plan.unresolved.map(\.conflict.property) == ["SUMMARY"])
    }
    #expect(try await contents(remote) == ["a": theirs])
    try await synchronize(&state, ours, remote, .ours)
    #expect(try await contents(remote) == ["a": bytes("a", "SUMMARY:S", "LOCATION:L")])
    // Settled: later edits have a base again.
    try await write(bytes("a", "SUMMARY:S", "LOCATION:M"), to: "a", of: local)
    let plan = try await synchronize(&state, ours, remote)
    #expect(plan.conflicts.isEmpty && plan.steps.count == 1)
    #expect(try await contents(remote) == contents(local))
  }

  @Test("a collection that never had the reverted content has its base")
  func third() async throws {
    let third = MemoryRemote(["a": bytes("a", "SUMMARY:S")])
    var other = SyncState()
    try await synchronize(&other, local, third)
    let (_, ours) = try await reverted()
    let plan = try await synchronize(&other, ours, third)
    #expect(plan.conflicts.isEmpty)
    #expect(try await contents(third) == ["a": bytes("a", "SUMMARY:S", "LOCATION:L")])
  }
}
