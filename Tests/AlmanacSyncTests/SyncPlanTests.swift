import AlmanacEvents
import AlmanacICS
import AlmanacSync
import AlmanacTime
import TestSupport
import Testing

@Suite("Synchronization of two collections")
struct SyncPlanTests {
  private func bytes(_ uid: String, _ lines: String...) -> [UInt8] {
    Array(file(["BEGIN:VEVENT", "UID:\(uid)", "DTSTART:20260302"] + lines + ["END:VEVENT"]).utf8)
  }

  private func plan(
    _ state: SyncState, _ local: MemoryRemote, _ remote: MemoryRemote, _ policy: MergePolicy = .ask
  ) async throws -> SyncPlan {
    SyncPlan(
      state, local: try await .local(of: local, since: state),
      remote: try await .remote(of: remote, since: state),
      policy: policy, uids: .seeded(1))
  }

  @discardableResult
  private func synchronize(
    _ state: inout SyncState, _ local: MemoryRemote, _ remote: MemoryRemote, _ policy: MergePolicy = .ask
  ) async throws -> SyncPlan {
    let plan = try await plan(state, local, remote, policy)
    #expect(try await state.apply(plan, local: local, remote: remote, deletingMany: true).isEmpty)
    return plan
  }

  private func contents(_ remote: MemoryRemote) async throws -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for name in await remote.list().keys { contents[name] = try await remote.read(name).bytes }
    return contents
  }

  private func write(_ bytes: [UInt8], to name: String, of remote: MemoryRemote) async throws {
    _ = try await remote.write(bytes, to: name, replacing: await remote.list()[name])
  }

  private func delete(_ name: String, of remote: MemoryRemote) async throws {
    if let token = await remote.list()[name] { try await remote.delete(name, having: token) }
  }

  @Test("new resources go to the other side, under the precondition that none is there")
  func new() async throws {
    let (local, remote) = (MemoryRemote(["a.ics": bytes("a")]), MemoryRemote(["b.ics": bytes("b")]))
    var state = SyncState()
    let plan = try await synchronize(&state, local, remote)
    #expect(
      plan.steps == [
        .upload("a.ics", bytes("a"), replacing: nil), .download("b.ics", bytes("b"), replacing: nil),
      ])
    #expect(try await contents(local) == contents(remote))
    #expect(try await self.plan(state, local, remote).steps.isEmpty)
  }

  @Test("edits, deletions and merges")
  func edits() async throws {
    let names = ["a", "b", "c", "d", "e"]
    let files = Dictionary(uniqueKeysWithValues: names.map { ($0, bytes($0, "SUMMARY:S", "LOCATION:L")) })
    let (local, remote) = (MemoryRemote(files), MemoryRemote(files))
    var state = SyncState()
    try await synchronize(&state, local, remote)
    try await write(bytes("a", "SUMMARY:T", "LOCATION:L"), to: "a", of: local)
    try await write(bytes("b", "SUMMARY:T", "LOCATION:L"), to: "b", of: remote)
    try await delete("c", of: local)
    try await delete("d", of: remote)
    try await write(bytes("e", "SUMMARY:T", "LOCATION:L"), to: "e", of: local)
    try await write(bytes("e", "SUMMARY:S", "LOCATION:M"), to: "e", of: remote)
    let plan = try await synchronize(&state, local, remote)
    #expect(plan.conflicts.isEmpty)
    #expect(plan.deletions == ["c", "d"])
    let result = try await contents(local)
    #expect(try await contents(remote) == result)
    #expect(result.keys.sorted() == ["a", "b", "e"])
    #expect(result["e"] == bytes("e", "SUMMARY:T", "LOCATION:M"))
    #expect(result["a"] == bytes("a", "SUMMARY:T", "LOCATION:L"))
  }

  @Test("a deletion against an edit is a conflict and the edit stays")
  func deletionAndEdit() async throws {
    let (local, remote) = (MemoryRemote(["a": bytes("a")]), MemoryRemote(["a": bytes("a")]))
    var state = SyncState()
    try await synchronize(&state, local, remote)
    try await delete("a", of: local)
    try await write(bytes("a", "SUMMARY:T"), to: "a", of: remote)
    let plan = try await synchronize(&state, local, remote)
    #expect(plan.conflicts.map(\.name) == ["a"])
    #expect(try await contents(local) == ["a": bytes("a", "SUMMARY:T")])
  }

  @Test("a resource with an unsettled conflict waits, and can be settled by a later plan")
  func unsettled() async throws {
    let (local, remote) = (MemoryRemote(["a": bytes("a")]), MemoryRemote(["a": bytes("a")]))
    var state = SyncState()
    try await synchronize(&state, local, remote)
    try await write(bytes("a", "SUMMARY:Ours"), to: "a", of: local)
    try await write(bytes("a", "SUMMARY:Theirs"), to: "a", of: remote)
    let plan = try await synchronize(&state, local, remote)
    #expect(plan.steps.isEmpty)
    #expect(plan.conflicts.first?.conflict?.property == "SUMMARY")
    #expect(try await contents(local) == ["a": bytes("a", "SUMMARY:Ours")])
    try await synchronize(&state, local, remote, .theirs)
    #expect(try await contents(local) == ["a": bytes("a", "SUMMARY:Theirs")])
    #expect(try await contents(remote) == ["a": bytes("a", "SUMMARY:Theirs")])
  }

  @Test("a resource that changed after the plan was made is left to the next synchronization")
  func preconditions() async throws {
    let (local, remote) = (MemoryRemote(["a": bytes("a")]), MemoryRemote(["a": bytes("a")]))
    var state = SyncState()
    try await synchronize(&state, local, remote)
    try await write(bytes("a", "SUMMARY:Ours"), to: "a", of: local)
    let plan = try await plan(state, local, remote)
    try await write(bytes("a", "LOCATION:Theirs"), to: "a", of: remote)
    #expect(try await state.apply(plan, local: local, remote: remote) == plan.steps)
    #expect(try await contents(remote) == ["a": bytes("a", "LOCATION:Theirs")])
    try await synchronize(&state, local, remote)
    let merged = try await contents(local)["a"] ?? []
    let item = try calendar(String(decoding: merged, as: UTF8.self)).item(uid: "a")
    #expect(item?.summary == "Ours" && item?.location == "Theirs")
  }

  @Test("a side that was emptied deletes nothing without consent")
  func massDeletion() async throws {
    let files = Dictionary(uniqueKeysWithValues: (0..<12).map { ("\($0)", bytes("\($0)")) })
    let (local, remote) = (MemoryRemote(files), MemoryRemote(files))
    var state = SyncState()
    try await synchronize(&state, local, remote)
    let plan = try await plan(state, MemoryRemote(), remote)
    #expect(plan.isMassDeletion)
    await #expect(throws: SyncError.self) {
      try await state.apply(plan, local: MemoryRemote(), remote: remote)
    }
    #expect(try await contents(remote).count == 12)
    try await delete("3", of: local)
    #expect(try await self.plan(state, local, remote).isMassDeletion == false)
  }

  @Test("a deleted resource that comes back unchanged is deleted again, and a changed one stays")
  func tombstones() async throws {
    let (local, remote) = (MemoryRemote(["a": bytes("a"), "b": bytes("b")]), MemoryRemote())
    var state = SyncState()
    try await synchronize(&state, local, remote)
    try await delete("a", of: local)
    try await synchronize(&state, local, remote)
    try await write(bytes("a"), to: "a", of: remote)
    try await synchronize(&state, local, remote)
    #expect(try await contents(remote).keys.sorted() == ["b"])
    try await write(bytes("a", "SUMMARY:New"), to: "a", of: remote)
    try await synchronize(&state, local, remote)
    #expect(try await contents(local)["a"] == bytes("a", "SUMMARY:New"))
  }

  @Test(
    "random edits of both sides in rounds: equal at the end, and nothing is to be done", arguments: 1...20)
  func rounds(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let sides = [MemoryRemote(), MemoryRemote()]
    var state = SyncState()
    for round in 0..<8 {
      var titles: [String: String] = [:]
      var edited: Set<String> = []
      for step in 0..<random.int(0...5) {
        let side = sides[random.int(0...1)]
        let name = "item-\(random.int(0...5))"
        if random.once(in: 4) {
          try await delete(name, of: side)
          titles[name] = nil
        } else if edited.insert(name).inserted {
          // The only edit of an item in a round survives, unless the same side deleted the item.
          titles[name] = "\(round).\(step)"
          try await write(bytes(name, "SUMMARY:\(round).\(step)", "SEQUENCE:\(round)"), to: name, of: side)
        }
      }
      try await synchronize(&state, sides[0], sides[1], .newer)
      let result = try await contents(sides[0])
      #expect(try await contents(sides[1]) == result)
      for (name, title) in titles {
        #expect(String(decoding: result[name] ?? [], as: UTF8.self).contains("SUMMARY:\(title)\r\n"))
      }
      #expect(try await plan(state, sides[0], sides[1]).steps.isEmpty)
    }
  }
}
