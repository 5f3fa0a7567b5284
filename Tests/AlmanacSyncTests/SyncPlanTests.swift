import AlmanacEvents
import AlmanacICS
import AlmanacSync
import AlmanacTime
import Foundation
import TestSupport
import Testing

@Suite("Synchronization of two collections")
struct SyncPlanTests {
  @Test("new resources are written to the other side, under the precondition that none exists")
  func new() async throws {
    let (local, remote) = (MemoryRemote(["a.ics": bytes("a")]), MemoryRemote(["b.ics": bytes("b")]))
    var state = SyncState()
    let plan = try await synchronize(&state, local, remote)
    #expect(
      plan.steps == [
        .upload("a.ics", bytes("a"), replacing: nil), .download("b.ics", bytes("b"), replacing: nil),
      ])
    #expect(try await contents(local) == contents(remote))
    #expect(try await planned(state, local, remote).steps.isEmpty)
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

  @Test(
    "a resource deleted by one side and edited by the other is a conflict, and the edit is written to both")
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

  @Test("a resource with an unresolved conflict waits, and can be resolved by a later plan")
  func unresolved() async throws {
    let (local, remote) = (MemoryRemote(["a": bytes("a")]), MemoryRemote(["a": bytes("a")]))
    var state = SyncState()
    try await synchronize(&state, local, remote)
    try await write(bytes("a", "SUMMARY:Ours"), to: "a", of: local)
    try await write(bytes("a", "SUMMARY:Theirs"), to: "a", of: remote)
    let plan = try await synchronize(&state, local, remote)
    #expect(plan.steps.isEmpty)
    #expect(plan.conflicts.first?.conflict.property == "SUMMARY")
    #expect(try await contents(local) == ["a": bytes("a", "SUMMARY:Ours")])
    try await synchronize(&state, local, remote, .theirs)
    #expect(try await contents(local) == ["a": bytes("a", "SUMMARY:Theirs")])
    #expect(try await contents(remote) == ["a": bytes("a", "SUMMARY:Theirs")])
  }

  @Test("conflicts of a plan are resolved separately, and the resource gets its step with the last one")
  func resolution() async throws {
    let base = bytes("a", "SUMMARY:S", "LOCATION:L")
    let (local, remote) = (MemoryRemote(["a": base]), MemoryRemote(["a": base]))
    var state = SyncState()
    try await synchronize(&state, local, remote)
    try await write(bytes("a", "SUMMARY:S1", "LOCATION:L1"), to: "a", of: local)
    try await write(bytes("a", "SUMMARY:S2", "LOCATION:L2"), to: "a", of: remote)
    var plan = try await planned(state, local, remote)
    #expect(plan.unresolved.map(\.conflict.property).sorted() == ["LOCATION", "SUMMARY"])
    let title = try #require(plan.unresolved.first { $0.conflict.property == "SUMMARY" })
    plan.resolve(title, as: .theirs)
    #expect(plan.steps.isEmpty && plan.unresolved.count == 1)
    plan.resolve(try #require(plan.unresolved.first), as: .ours)
    #expect(plan.unresolved.isEmpty)
    #expect(try await state.apply(plan, local: local, remote: remote).isEmpty)
    for side in [local, remote] {
      #expect(try await contents(side) == ["a": bytes("a", "SUMMARY:S2", "LOCATION:L1")])
    }
  }

  @Test("problems name the skipped resources with the reason")
  func problems() async throws {
    let local = MemoryRemote(["a": bytes("a"), "copy": bytes("a"), "broken": Array("<html>".utf8)])
    let plan = try await planned(SyncState(), local, MemoryRemote())
    #expect(plan.problems.map(\.code) == [.unreadable, .duplicate])
    #expect(plan.problems.map(\.name) == ["broken", "copy"])
    #expect(plan.problems[1].description.contains("copy: duplicate (expected an item that a does not have)"))
  }

  @Test(
    "a resource that a collection lists without a change token, or cannot read, is unchanged and reported"
  )
  func unknownState() async throws {
    let files = Dictionary(uniqueKeysWithValues: ["a", "b", "c", "d"].map { ($0, bytes($0)) })
    let (local, remote) = (MemoryRemote(files), FaultyRemote(files))
    var state = SyncState()
    try await synchronize(&state, local, remote)
    try await write(bytes("a", "SUMMARY:New"), to: "a", of: local)
    try await delete("b", of: local)
    try await write(bytes("c", "SUMMARY:New"), to: "c", of: local)
    try await write(bytes("d", "SUMMARY:Theirs"), to: "d", of: remote.base)
    try await write(bytes("e"), to: "e", of: local)
    await remote.set(unknown: ["a", "b", "e"], refused: ["d"])
    let before = state
    let plan = try await planned(state, local, remote)
    #expect(plan.steps == [.upload("c", bytes("c", "SUMMARY:New"), replacing: before.entries["c"]?.remote)])
    #expect(plan.problems.map(\.name) == ["a", "b", "d", "e"])
    #expect(plan.problems.map(\.code) == [.unreadable, .unreadable, .refused, .unreadable])
    #expect(try await state.apply(plan, local: local, remote: remote).isEmpty)
    for name in ["a", "b", "d"] { #expect(state.entries[name] == before.entries[name]) }
    await remote.set(unknown: [], refused: [])
    try await synchronize(&state, local, remote)
    #expect(try await contents(local) == contents(remote.base))
    #expect(try await contents(local).keys.sorted() == ["a", "c", "d", "e"])
  }

  @Test(
    "a resource that a collection does not accept does not hinder the others, and is tried again each time")
  func refused() async throws {
    let files = Dictionary(uniqueKeysWithValues: ["a", "b", "c", "d", "e"].map { ("\($0)", bytes($0)) })
    let (local, remote) = (MemoryRemote(files), FaultyRemote())
    await remote.set(refused: ["b"])
    var state = SyncState()
    for _ in 0..<2 {
      let plan = try await planned(state, local, remote)
      let skipped = try await state.apply(plan, local: local, remote: remote)
      #expect(skipped.map(\.step.name) == ["b"] && skipped.map(\.reason.code) == [.refused])
      #expect(try await contents(remote.base).keys.sorted() == ["a", "c", "d", "e"])
    }
    try await delete("c", of: local)
    try await delete("d", of: remote.base)
    await remote.set(refused: ["b", "c"])
    let plan = try await planned(state, local, remote)
    #expect(plan.deletions == ["c", "d"])
    let skipped = try await state.apply(plan, local: local, remote: remote)
    #expect(skipped.map(\.step.name).sorted() == ["b", "c"])
    #expect(try await contents(local).keys.sorted() == ["a", "b", "e"])
    await remote.set(refused: [])
    try await synchronize(&state, local, remote)
    #expect(try await contents(local) == contents(remote.base))
  }

  @Test(
    "after an error of a side the steps made before are stated and recorded, and the others are made the next time"
  )
  func interrupted() async throws {
    let files = Dictionary(uniqueKeysWithValues: ["a", "b", "c"].map { ($0, bytes($0)) })
    let (local, remote) = (MemoryRemote(files), FaultyRemote(files))
    var state = SyncState()
    try await synchronize(&state, local, remote)
    try await write(bytes("a", "SUMMARY:Theirs"), to: "a", of: remote.base)
    try await write(bytes("b", "SUMMARY:Ours"), to: "b", of: local)
    for (side, line) in [(local, "SUMMARY:Ours"), (remote.base, "LOCATION:Theirs")] {
      try await write(bytes("c", line), to: "c", of: side)
    }
    await remote.set(unanswered: ["b", "c"])
    let plan = try await planned(state, local, remote)
    await #expect {
      try await state.apply(plan, local: local, remote: remote)
    } throws: {
      guard let error = $0 as? SyncInterruption else { return false }
      let isDownloaded = error.made.allSatisfy { if case .download = $0 { true } else { false } }
      return isDownloaded && error.made.map(\.name).sorted() == ["a", "c"]
    }
    let after = try await contents(local)
    #expect(after["a"] == bytes("a", "SUMMARY:Theirs") && after["c"] != bytes("c", "SUMMARY:Ours"))
    await remote.set()
    try await synchronize(&state, local, remote)
    #expect(try await contents(local) == contents(remote.base))
    #expect(try await contents(local)["a"] == after["a"])
  }

  @Test("a resource that changed after the plan was made is left to the next synchronization")
  func preconditions() async throws {
    let (local, remote) = (MemoryRemote(["a": bytes("a")]), MemoryRemote(["a": bytes("a")]))
    var state = SyncState()
    try await synchronize(&state, local, remote)
    try await write(bytes("a", "SUMMARY:Ours"), to: "a", of: local)
    let plan = try await planned(state, local, remote)
    try await write(bytes("a", "LOCATION:Theirs"), to: "a", of: remote)
    let skipped = try await state.apply(plan, local: local, remote: remote)
    #expect(skipped.map(\.step) == plan.steps && skipped.map(\.reason.code) == [.conflict])
    #expect(try await contents(remote) == ["a": bytes("a", "LOCATION:Theirs")])
    try await synchronize(&state, local, remote)
    let merged = try await contents(local)["a"] ?? []
    let item = try calendar(String(decoding: merged, as: UTF8.self)).item(uid: "a")
    #expect(item?.summary == "Ours" && item?.location == "Theirs")
  }

  @Test("a collection gets all of its changes at once, new resources first and deletions last")
  func atOnce() async throws {
    let files = Dictionary(uniqueKeysWithValues: (0..<4).map { ("\($0)", bytes("\($0)")) })
    let (local, remote) = (MemoryRemote(files), BatchRemote())
    var state = SyncState()
    try await synchronize(&state, local, remote)
    #expect(await remote.batches == [["0", "1", "2", "3"]])
    try await write(bytes("1", "SUMMARY:S"), to: "1", of: local)
    try await write(bytes("9"), to: "9", of: local)
    try await delete("0", of: local)
    try await synchronize(&state, local, remote)
    #expect(await remote.batches.last == ["9", "1", "0"])
    #expect(try await planned(state, local, remote).steps.isEmpty)
  }

  @Test(
    "random edits of both sides in rounds: equal at the end, and nothing is to be done",
    arguments: 1...UInt64(TestSupport.rounds(5)))
  func rounds(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let sides = [MemoryRemote(), MemoryRemote()]
    var state = SyncState()
    for round in 0..<8 {
      // The side of the only edit of an item in a round: it survives, unless the same side deletes the item after it.
      var titles: [String: (side: Int, title: String)] = [:]
      var edited: Set<String> = []
      var deleted: Set<String> = []
      for step in 0..<random.int(0...9) {
        let side = random.int(0...1)
        let name = "item-\(random.int(0...5))"
        if random.once(in: 4) {
          try await delete(name, of: sides[side])
          deleted.insert(name)
          if titles[name]?.side == side { titles[name] = nil }
        } else if edited.insert(name).inserted {
          titles[name] = (side, "\(round).\(step)")
          try await write(
            bytes(name, "SUMMARY:\(round).\(step)", "SEQUENCE:\(round)"), to: name, of: sides[side])
        }
      }
      try await synchronize(&state, sides[0], sides[1], .newer)
      let result = try await contents(sides[0])
      #expect(try await contents(sides[1]) == result)
      for (name, edit) in titles {
        #expect(String(decoding: result[name] ?? [], as: UTF8.self).contains("SUMMARY:\(edit.title)\r\n"))
      }
      for name in deleted.subtracting(edited) { #expect(result[name] == nil) }
      #expect(try await planned(state, sides[0], sides[1]).steps.isEmpty)
    }
  }
}

/// A collection that makes several changes at once.
private actor BatchRemote: SyncRemote {
  private let base = MemoryRemote()
  private(set) var batches: [[String]] = []

  func list() async -> [String: String] { await base.list() }
  func read(_ name: String) async throws -> SyncResource { try await base.read(name) }

  func write(_ bytes: [UInt8], to name: String, replacing token: String?) async throws -> String {
    try await base.write(bytes, to: name, replacing: token)
  }

  func delete(_ name: String, having token: String) async throws {
    try await base.delete(name, having: token)
  }

  func apply(_ changes: [SyncChange]) async -> [SyncChange.Outcome] {
    batches.append(changes.map(\.name))
    return await base.apply(changes)
  }
}
