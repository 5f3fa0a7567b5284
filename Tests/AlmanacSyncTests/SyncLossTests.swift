import AlmanacEvents
import AlmanacICS
import AlmanacSync
import AlmanacTime
import Foundation
import Testing

@Suite("Losses that a synchronization does not spread")
struct SyncLossTests {
  private func collections(
    _ files: [String: [UInt8]]
  ) async throws -> (MemoryRemote, MemoryRemote, SyncState) {
    let (local, remote) = (MemoryRemote(files), MemoryRemote(files))
    var state = SyncState()
    try await synchronize(&state, local, remote)
    return (local, remote, state)
  }

  @Test(
    "files that are not iCalendar or are cut off overwrite nothing",
    arguments: [
      "<html>404</html>", "", "\u{0}\u{0}\u{0}",
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:a\r\n",
    ])
  func garbage(text: String) async throws {
    for isOurs in [true, false] {
      var (local, remote, state) = try await collections(["a": bytes("a", "SUMMARY:S")])
      let (broken, whole) = isOurs ? (local, remote) : (remote, local)
      try await write(Array(text.utf8), to: "a", of: broken)
      try await write(Array(text.utf8), to: "new", of: broken)
      try await synchronize(&state, local, remote)
      #expect(try await contents(whole) == ["a": bytes("a", "SUMMARY:S")])
      try await write(bytes("a", "SUMMARY:T"), to: "a", of: broken)
      try await synchronize(&state, local, remote)
      #expect(try await contents(whole) == ["a": bytes("a", "SUMMARY:T")])
    }
  }

  @Test(
    "a line that readers ignore stays beside a change of the other side",
    arguments: [
      "PRIORITY:high", "CREATED:yesterday", "GEO:41.4,2.1", "SUMMARY;LANGUAGE=ca:hola", "NOTALINE",
    ],
    [true, false])
  func ignoredLine(line: String, isOurs: Bool) async throws {
    var (local, remote, state) = try await collections(["a": bytes("a", "SUMMARY:S")])
    let (one, other) = isOurs ? (local, remote) : (remote, local)
    try await write(bytes("a", "SUMMARY:S", line), to: "a", of: one)
    try await write(bytes("a", "SUMMARY:S", "LOCATION:L"), to: "a", of: other)
    try await synchronize(&state, local, remote)
    for side in [local, remote] {
      let text = String(decoding: try #require(try await contents(side)["a"]), as: UTF8.self)
      #expect(text.contains(line) && text.contains("LOCATION:L"), "\(text)")
    }
    let before = try await contents(local)
    try await synchronize(&state, local, remote)
    #expect(try await contents(local) == before)
    // One that both sides removed is gone.
    try await write(bytes("a", "SUMMARY:S", "LOCATION:L"), to: "a", of: one)
    try await write(bytes("a", "SUMMARY:T", "LOCATION:L", line), to: "a", of: other)
    try await synchronize(&state, local, remote)
    for side in [local, remote] {
      let text = String(decoding: try #require(try await contents(side)["a"]), as: UTF8.self)
      #expect(!text.contains(line) && text.contains("SUMMARY:T"), "\(text)")
    }
  }

  @Test("a file that lost most of its items needs consent, though no file is deleted")
  func emptied() async throws {
    func file(_ count: Int) -> [UInt8] {
      Array(AlmanacSyncTests.file((0..<count).flatMap { event("item-\($0)", "DTSTART:20260302") }).utf8)
    }
    var (local, remote, state) = try await collections(["all.ics": file(20), "b.ics": bytes("b")])
    try await write(file(3), to: "all.ics", of: remote)
    let plan = try await planned(state, local, remote)
    #expect(plan.isMassDeletion)
    await #expect(throws: SyncError.self) { try await state.apply(plan, local: local, remote: remote) }
    #expect(try await contents(local)["all.ics"] == file(20))
    try await write(file(15), to: "all.ics", of: remote)
    #expect(try await planned(state, local, remote).isMassDeletion == false)
  }

  @Test("a folder that is restored after all of it was deleted is on both sides again")
  func restored() async throws {
    let files = Dictionary(uniqueKeysWithValues: (0..<3).map { ("\($0)", bytes("\($0)")) })
    var (local, remote, state) = try await collections(files)
    for name in files.keys { try await delete(name, of: local) }
    try await synchronize(&state, local, remote)
    #expect(try await contents(remote).isEmpty)
    for (name, bytes) in files { try await write(bytes, to: name, of: local) }
    let plan = try await planned(state, local, remote)
    #expect(plan.deletions.isEmpty && plan.reappeared == files.keys.sorted())
    try await state.apply(plan, local: local, remote: remote)
    for side in [local, remote] { #expect(try await contents(side) == files) }
  }

  @Test("a change token that is new for the same bytes is no edit")
  func newToken() async throws {
    var (local, remote, state) = try await collections(["a": bytes("a"), "b": bytes("b"), "c": bytes("c")])
    try await write(bytes("a"), to: "a", of: remote)
    try await delete("a", of: local)
    let plan = try await synchronize(&state, local, remote)
    #expect(plan.conflicts.isEmpty)
    #expect(try await contents(remote).keys.sorted() == ["b", "c"])
  }

  @Test("the policy resolves an edit of a resource against its deletion", arguments: MergePolicy.allCases)
  func policy(policy: MergePolicy) async throws {
    for isOurs in [true, false] {
      var (local, remote, state) = try await collections(["a": bytes("a"), "b": bytes("b"), "c": bytes("c")])
      try await write(bytes("a", "SUMMARY:T"), to: "a", of: isOurs ? local : remote)
      try await delete("a", of: isOurs ? remote : local)
      let plan = try await synchronize(&state, local, remote, policy)
      #expect(plan.conflicts.map(\.name) == ["a"])
      let isDeleted = policy == (isOurs ? .theirs : .ours)
      for side in [local, remote] {
        #expect(try await contents(side)["a"] == (isDeleted ? nil : bytes("a", "SUMMARY:T")))
      }
    }
  }

  private let person = "ATTENDEE;X-NUMBER=1:mailto:ana@example.org"

  @Test("a program that drops every X- property or X- parameter deletes none")
  func extensions() async throws {
    let full = bytes("a", "SUMMARY:S", "X-ONE:1", "X-TWO:2", person)
    for isOurs in [true, false] {
      var (local, remote, state) = try await collections(["a": full])
      let foreign = isOurs ? local : remote
      try await write(
        bytes("a", "SUMMARY:T", "ATTENDEE;PARTSTAT=ACCEPTED:mailto:ana@example.org"), to: "a", of: foreign)
      try await synchronize(&state, local, remote)
      let item = try #require(try await items(local).item(uid: "a"))
      #expect(item.summary == "T")
      #expect(item.unmodelled.properties.map(\.value) == ["1", "2"])
      #expect(item.attendees.first?.status == .accepted)
      #expect(item.attendees.first?.parameters.map(\.name) == ["X-NUMBER"])
      #expect(try await planned(state, local, remote).steps.isEmpty)
    }
  }

  @Test(
    "a side that dropped every X- property gets them again, but not again and again",
    arguments: [true, false])
  func droppingSide(isOurs: Bool) async throws {
    let full = bytes("a", "X-ONE:1", "SUMMARY:S")
    var (local, remote, state) = try await collections(["a": full])
    let (dropping, other) = isOurs ? (local, remote) : (remote, local)
    for round in 0..<3 {
      let dropped = bytes("a", "SUMMARY:S")
      try await write(dropped, to: "a", of: dropping)
      try await synchronize(&state, local, remote)
      #expect(try await contents(dropping) == ["a": round == 0 ? full : dropped])
      #expect(try await contents(other) == ["a": full])
      #expect(try await planned(state, local, remote).steps.isEmpty)
      let stored = try JSONEncoder().encode(state)
      state = try JSONDecoder().decode(SyncState.self, from: stored)
    }
  }

  @Test("a side that loses what the other dropped again gets it from the state")
  func lossAfterLoss() async throws {
    let (full, dropped) = (bytes("a", "X-ONE:1", "SUMMARY:S"), bytes("a", "SUMMARY:S"))
    var (local, remote, state) = try await collections(["a": full])
    for _ in 0..<2 {
      try await write(dropped, to: "a", of: remote)
      try await synchronize(&state, local, remote)
    }
    #expect(try await contents(local) == ["a": full])
    #expect(try await contents(remote) == ["a": dropped])
    try await write(dropped, to: "a", of: local)
    try await synchronize(&state, local, remote)
    #expect(try await contents(local) == ["a": full])
    #expect(try await planned(state, local, remote).steps.isEmpty)
  }

  @Test("one deleted X- property of two is deleted")
  func oneExtension() async throws {
    var (local, remote, state) = try await collections(["a": bytes("a", "X-ONE:1", "X-TWO:2")])
    try await write(bytes("a", "X-TWO:2"), to: "a", of: remote)
    try await synchronize(&state, local, remote)
    #expect(try await contents(local) == ["a": bytes("a", "X-TWO:2")])
  }

  @Test("a copy that the policy made is not made again when a write failed in between")
  func copies() async throws {
    var (local, remote, state) = try await collections(["a": bytes("a", "SUMMARY:S")])
    try await write(bytes("a", "SUMMARY:Ours"), to: "a", of: local)
    try await write(bytes("a", "SUMMARY:Theirs"), to: "a", of: remote)
    let failing = UnreliableRemote(remote, refusing: "a")
    let plan = try await planned(state, local, failing, .both)
    await #expect(throws: SyncInterruption.self) {
      try await state.apply(plan, local: local, remote: failing)
    }
    try await synchronize(&state, local, remote, .both)
    for side in [local, remote] {
      #expect(try await items(side).items.map(\.summary).sorted() == ["Ours", "Theirs"])
      for (_, bytes) in try await contents(side) {
        #expect(Set(try ICSDocument(parsing: bytes).calendars.flatMap { $0.items.map(\.uid) }).count == 1)
      }
    }
  }
}

/// A collection that refuses to write one resource, as a server that is out of reach.
actor UnreliableRemote: SyncRemote {
  struct Failure: Error {}
  private let base: MemoryRemote
  private let name: String

  init(_ base: MemoryRemote, refusing name: String) { (self.base, self.name) = (base, name) }

  func list() async throws -> [String: String] { await base.list() }
  func read(_ name: String) async throws -> SyncResource { try await base.read(name) }

  func write(_ bytes: [UInt8], to name: String, replacing token: String?) async throws -> String {
    if name == self.name { throw Failure() }
    return try await base.write(bytes, to: name, replacing: token)
  }

  func delete(_ name: String, having token: String) async throws {
    try await base.delete(name, having: token)
  }
}
