import AlmanacEvents
import AlmanacICS
import AlmanacSync
import AlmanacTime
import Foundation
import Testing

@Suite("Deletions of a synchronization")
struct SyncDeletionTests {
  @Test(
    "more than half of the items are deleted only with consent, and so is the only one",
    arguments: [
      (1, 1, true), (1, 2, false), (2, 2, true), (2, 3, true), (1, 3, false), (2, 4, false), (3, 4, true),
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
}
