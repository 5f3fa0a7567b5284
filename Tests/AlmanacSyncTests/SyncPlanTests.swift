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
    let plan = try await planned(SyncState(), local, MemoryRemote(["../b": bytes("b")]))
    #expect(plan.problems.map(\.code) == [.badName, .unreadable, .duplicate])
    #expect(plan.problems.map(\.name) == ["../b", "broken", "copy"])
    #expect(plan.problems[2].description.contains("copy: duplicate (expected an item that a does not have)"))
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

  @Test("tombstones are forgotten by their time")
  func tombstoneTimes() async throws {
    let (local, remote) = (MemoryRemote(["a": bytes("a"), "b": bytes("b")]), MemoryRemote())
    var state = SyncState()
    try await synchronize(&state, local, remote)
    let times = [Instant(secondsSinceEpoch: 1_000), Instant(secondsSinceEpoch: 2_000)]
    for (name, now) in zip(["a", "b"], times) {
      try await delete(name, of: local)
      let plan = try await planned(state, local, remote)
      try await state.apply(plan, local: local, remote: remote, deletingMany: true, at: now)
    }
    #expect(state.tombstones.keys.sorted() == ["a", "b"])
    let stored = try JSONDecoder().decode(SyncState.self, from: JSONEncoder().encode(state))
    #expect(stored == state)
    state.removeTombstones(before: times[1])
    #expect(state.tombstones.keys.sorted() == ["b"])
    state.removeTombstones()
    #expect(state.tombstones.isEmpty)
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
    "more than half of the items are deleted only with consent, but the only one without it",
    arguments: [
      (1, 1, false), (1, 2, false), (2, 2, true), (2, 3, true), (1, 3, false), (2, 4, false), (3, 4, true),
      (6, 7, true), (5, 10, false), (6, 10, true), (12, 12, true),
    ])
  func massDeletion(count: Int, all: Int, needsConsent: Bool) async throws {
    let files = Dictionary(uniqueKeysWithValues: (0..<all).map { ("\($0)", bytes("\($0)")) })
    for side in 0...1 {
      let sides = [MemoryRemote(files), MemoryRemote(files)]
      var state = SyncState()
      try await synchronize(&state, sides[0], sides[1])
      for number in 0..<count { try await delete("\(number)", of: sides[side]) }
      let plan = try await planned(state, sides[0], sides[1])
      #expect(plan.isMassDeletion == needsConsent && plan.deletions.count == count)
      guard needsConsent else { continue }
      await #expect(throws: SyncError.self) {
        try await state.apply(plan, local: sides[0], remote: sides[1])
      }
      #expect(try await contents(sides[1 - side]).count == all)
    }
  }

  @Test("where a side has nothing left any deletion needs consent, also of one item beside edited ones")
  func emptied() async throws {
    let files = Dictionary(uniqueKeysWithValues: (0..<4).map { ("\($0)", bytes("\($0)")) })
    let (local, remote) = (MemoryRemote(files), MemoryRemote(files))
    var state = SyncState()
    try await synchronize(&state, local, remote)
    for number in 0..<4 { try await delete("\(number)", of: remote) }
    for number in 0..<3 { try await write(bytes("\(number)", "SUMMARY:New"), to: "\(number)", of: local) }
    let plan = try await planned(state, local, remote)
    #expect(plan.deletions == ["3"] && plan.isMassDeletion)
  }

  /// A list whose entries are missing is no proof: a server states a wrong content type, or cuts its list.
  @Test(
    "a known resource that a list lacks is deleted only where it is not found; until then it is unreadable")
  func unlisted() async throws {
    let files = Dictionary(uniqueKeysWithValues: (0..<6).map { ("\($0)", bytes("\($0)")) })
    for isOurs in [true, false] {
      let (hiding, other) = (FaultyRemote(files), MemoryRemote(files))
      var state = SyncState()
      func run() async throws -> SyncPlan {
        isOurs
          ? try await synchronize(&state, hiding, other) : try await synchronize(&state, other, hiding)
      }
      _ = try await run()
      await hiding.set(unlisted: ["0", "1", "2"], refused: ["2"])
      try await hiding.delete("3", having: try #require(await hiding.list()["3"]))
      try await write(bytes("1", "SUMMARY:S"), to: "1", of: other)
      let plan = try await run()
      #expect(plan.deletions == ["3"] && plan.problems.map(\.name) == ["0", "1", "2"])
      #expect(plan.problems.map(\.code) == [.unreadable, .unreadable, .refused])
      #expect(try await contents(other).keys.sorted() == ["0", "1", "2", "4", "5"])
      await hiding.set(refused: [])
      #expect(try await run().problems.isEmpty)
      #expect(try await hiding.read("1").bytes == bytes("1", "SUMMARY:S"))
    }
  }

  @Test("items deleted by both sides need no consent, and do not count as deletions of one side")
  func deletedByBoth() async throws {
    let files = Dictionary(uniqueKeysWithValues: (0..<5).map { ("\($0)", bytes("\($0)")) })
    let (local, remote) = (MemoryRemote(files), MemoryRemote(files))
    var state = SyncState()
    try await synchronize(&state, local, remote)
    for number in 0..<3 {
      for side in [local, remote] { try await delete("\(number)", of: side) }
    }
    let plan = try await planned(state, local, remote)
    #expect(plan.deletions.isEmpty && !plan.isMassDeletion)
    for number in 3..<5 { try await delete("\(number)", of: local) }
    #expect(try await planned(state, local, remote).isMassDeletion)
    try await write(bytes("3"), to: "3", of: local)
    #expect(try await !planned(state, local, remote).isMassDeletion)
    #expect(try await state.apply(plan, local: local, remote: remote).isEmpty)
    #expect(state.entries.keys.sorted() == ["3", "4"])
  }

  /// It may have come back by undo, in this collection or in another one that is synchronized with it.
  @Test("a deleted resource that reappears is restored on both sides, and is reported if it is unchanged")
  func tombstones() async throws {
    let (local, remote) = (MemoryRemote(["a": bytes("a"), "b": bytes("b")]), MemoryRemote())
    var state = SyncState()
    try await synchronize(&state, local, remote)
    try await delete("a", of: local)
    try await synchronize(&state, local, remote)
    try await write(bytes("a"), to: "a", of: remote)
    let plan = try await synchronize(&state, local, remote)
    #expect(plan.reappeared == ["a"] && plan.deletions.isEmpty)
    for side in [local, remote] { #expect(try await contents(side).keys.sorted() == ["a", "b"]) }
    #expect(state.tombstones.isEmpty)
    try await delete("a", of: remote)
    try await synchronize(&state, local, remote)
    #expect(try await contents(local).keys.sorted() == ["b"])
    try await write(bytes("a", "SUMMARY:New"), to: "a", of: local)
    #expect(try await synchronize(&state, local, remote).reappeared.isEmpty)
    #expect(try await contents(remote)["a"] == bytes("a", "SUMMARY:New"))
  }

  @Test(
    "random edits of both sides in rounds: equal at the end, and nothing is to be done", arguments: 1...20)
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

/// A collection that does not know the state of some resources, and refuses others.
private actor FaultyRemote: SyncRemote {
  let base: MemoryRemote
  private var unknown: Set<String> = []
  private var refused: Set<String> = []
  private var unlisted: Set<String> = []

  init(_ contents: [String: [UInt8]] = [:]) { base = MemoryRemote(contents) }

  func set(unknown: Set<String> = [], unlisted: Set<String> = [], refused: Set<String>) {
    (self.unknown, self.unlisted, self.refused) = (unknown, unlisted, refused)
  }

  func list() async -> [String: String] {
    await base.list().merging(unknown.map { ($0, "") }) { $1 }.filter { !unlisted.contains($0.key) }
  }

  func read(_ name: String) async throws -> SyncResource {
    try check(name)
    return try await base.read(name)
  }

  func write(_ bytes: [UInt8], to name: String, replacing token: String?) async throws -> String {
    try check(name)
    return try await base.write(bytes, to: name, replacing: token)
  }

  func delete(_ name: String, having token: String) async throws {
    try check(name)
    try await base.delete(name, having: token)
  }

  private func check(_ name: String) throws {
    if refused.contains(name) {
      throw SyncError(.refused, name: name, expected: "another resource")
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
