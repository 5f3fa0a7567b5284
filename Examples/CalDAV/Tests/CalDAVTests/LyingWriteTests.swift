import Almanac
import AlmanacSync
import Foundation
import Testing

@testable import CalDAV

/// A calendar of the lying server and one in memory that were equal when the lie began.
final class DeceivedSync {
  let liar: Liar
  let collection: CalDAVCollection
  let local = MemoryRemote()
  private let name: String
  private var state = SyncState()

  init(_ name: String = "store") async throws {
    self.name = name
    liar = try Liar()
    collection = try liar.collection(name)
    _ = try await run()
  }

  func lie(_ lie: String) async throws {
    let client = WebClient(to: try WebAddress("\(liar.url)/lie/\(name)/\(lie)"))
    _ = try await client.send(WebRequest(method: "GET", address: client.home))
  }

  /// Synchronizes.
  ///
  /// - Returns: The plan, and the reasons of the steps that were not made, or the error.
  @discardableResult
  func run() async throws -> (plan: SyncPlan, reasons: [SyncError.Code]) {
    let plan = SyncPlan(
      state, local: try await .local(of: local, since: state),
      remote: try await .remote(of: collection, since: state), uids: .seeded(1))
    do {
      let skipped = try await state.apply(plan, local: local, remote: collection)
      return (plan, skipped.map(\.reason.code))
    } catch let error as SyncInterruption {
      return (plan, [try #require(error.reason as? SyncError).code])
    }
  }

  func edit(_ name: String, _ before: String, _ after: String) async throws {
    let old = try await local.read(name)
    let text = String(decoding: old.bytes, as: UTF8.self).replacing(before, with: after)
    _ = try await local.write(Array(text.utf8), to: name, replacing: old.token)
  }

  /// The text of a file on our side; `nil` for none.
  func ours(_ name: String) async -> String? {
    (try? await local.read(name)).map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  func theirs(_ name: String) async -> String? {
    (try? await collection.read(name)).map { String(decoding: $0.bytes, as: UTF8.self) }
  }
}

@Suite("A server that lies about writes", .serialized)
struct LyingWriteTests {
  @Test(
    "an edit that the server only pretends to store is reported, stays here, and is written by an honest server",
    arguments: ["login-page", "member-fails", "dropped", "tag", "new-tag"])
  func edits(lie: String) async throws {
    let sync = try await DeceivedSync()
    try await sync.edit("a.ics", "SUMMARY:A", "SUMMARY:Local")
    let new = try #require(await sync.ours("b.ics")).replacing("UID:b", with: "UID:z")
    _ = try await sync.local.write(Array(new.utf8), to: "z.ics", replacing: nil)
    try await sync.lie(lie)
    for _ in 0..<2 {
      #expect(try await !sync.run().reasons.isEmpty)
      #expect(await sync.ours("a.ics")?.contains("SUMMARY:Local") == true)
      #expect(await sync.ours("z.ics") == new)
    }
    try await sync.lie("honest")
    #expect(try await sync.run().reasons.isEmpty)
    #expect(await sync.theirs("a.ics")?.contains("SUMMARY:Local") == true)
    #expect(await sync.theirs("z.ics") == new)
    #expect(try await sync.run().plan.steps.isEmpty)
  }

  @Test(
    "a deletion that the server only pretends to make is reported, and made by an honest server",
    arguments: ["login-page", "member-fails", "dropped"])
  func deletions(lie: String) async throws {
    let sync = try await DeceivedSync()
    try await sync.local.delete("a.ics", having: try await sync.local.read("a.ics").token)
    try await sync.lie(lie)
    #expect(try await !sync.run().reasons.isEmpty)
    #expect(await sync.theirs("a.ics") != nil)
    try await sync.lie("honest")
    #expect(try await sync.run().plan.deletions == ["a.ics"])
    #expect(await sync.theirs("a.ics") == nil)
  }

  @Test(
    "a server that stores a resource and gives no entity tag, or a page of success, is believed after reading it",
    arguments: ["no-tag", "page-of-success", "rewritten", "rewritten-tag"])
  func withoutTag(lie: String) async throws {
    let sync = try await DeceivedSync()
    try await sync.edit("a.ics", "SUMMARY:A", "SUMMARY:Local")
    try await sync.lie(lie)
    for _ in 0..<2 { #expect(try await sync.run().reasons.isEmpty) }
    #expect(await sync.ours("a.ics")?.contains("SUMMARY:Local") == true)
    #expect(await sync.ours("a.ics") == sync.theirs("a.ics"))
    #expect(await sync.ours("a.ics")?.contains("X-SERVER") == lie.hasPrefix("rewritten"))
    #expect(try await sync.run().plan.steps.isEmpty)
  }

  @Test(
    "a new item that the server stores under another name, or with another UID, is written once",
    arguments: ["renames", "renames-silently", "renames-uid"])
  func renamed(lie: String) async throws {
    let sync = try await DeceivedSync()
    try await sync.lie(lie)
    let new = try #require(await sync.ours("b.ics")).replacing("UID:b", with: "UID:z")
    _ = try await sync.local.write(Array(new.utf8), to: "z.ics", replacing: nil)
    for _ in 0..<2 { #expect(try await sync.run().reasons.isEmpty) }
    #expect(try await sync.run().plan.steps.isEmpty)
    #expect(try await sync.liar.received().count { $0.hasPrefix("PUT") } == 1)
    #expect(try await sync.collection.list().count == 7)
    #expect(await sync.local.list().count == 7)
  }

  @Test("a hundred and one edits are read back in two requests")
  func batches() async throws {
    let sync = try await DeceivedSync()
    let text = try #require(await sync.ours("a.ics"))
    for number in 0...100 {
      let new = text.replacing("UID:a", with: "UID:new-\(number)")
      _ = try await sync.local.write(Array(new.utf8), to: "new-\(number).ics", replacing: nil)
    }
    let before = try await sync.liar.received().count
    let connections = try #require(try await sync.liar.connections())
    #expect(try await sync.run().reasons.isEmpty)
    // Two for the list, four for the writes, two to read them back, and that of the question.
    #expect(try #require(try await sync.liar.connections()) - connections <= 10)
    let methods = try await sync.liar.received().dropFirst(before).map { $0.prefix { $0 != " " } }
    #expect(methods.count { $0 == "PUT" } == 101)
    // The last one of them is read alone.
    #expect(methods.suffix(4).map(String.init) == ["REPORT", "GET", "GET", "GET"])
    #expect(try await sync.run().plan.steps.isEmpty)
  }

  @Test("of several changes a refused one stops no other, and a server that is busy is asked for no more")
  func together() async throws {
    let sync = try await DeceivedSync()
    let odd = try #require(await sync.ours("a.ics")).replacing(
      "SUMMARY:A", with: "SUMMARY:\t\"é\\n\\\\\" \u{1F600}'%\nX-A:$HOME `ls`")
    func change(_ name: String, having token: String? = nil) -> SyncChange {
      SyncChange(name: name, bytes: Array(odd.utf8), token: token)
    }
    try await sync.lie("busy")
    let results = await sync.collection.makeAll([
      change("x.ics"), change("a.ics", having: "\"other\""), change("b.ics"), change("y.ics"),
      SyncChange(name: "c.ics", bytes: nil, token: try await sync.collection.read("c.ics").token),
      change("busy.ics"), change("z.ics"),
    ])
    let codes = results.map { result in
      if case .failure(let error as SyncError) = result { error.code } else { SyncError.Code(rawValue: "") }
    }
    #expect(codes.map(\.rawValue) == ["", "conflict", "conflict", "", "", "server"])
    #expect(await sync.theirs("x.ics") == odd)
    #expect(await sync.theirs("y.ics") == odd)
    #expect(await sync.theirs("c.ics") == nil)
    #expect(await sync.theirs("z.ics") == nil)
  }

  @Test("nothing is deleted after a write that was led elsewhere in vain")
  func writesFirst() async throws {
    let sync = try await DeceivedSync()
    try await sync.lie("leads-away")
    let text = try #require(await sync.ours("a.ics")).replacing("UID:a", with: "UID:z")
    let results = await sync.collection.makeAll([
      SyncChange(name: "z.ics", bytes: Array(text.utf8), token: nil),
      SyncChange(name: "b.ics", bytes: nil, token: try await sync.collection.read("b.ics").token),
    ])
    #expect(results.count == 1)
    #expect(await sync.theirs("b.ics") != nil)
  }

  @Test("a refusal has the server's reasons, and says where a resource has items of several UIDs")
  func reasons() async throws {
    let sync = try await DeceivedSync()
    let text = try #require(await sync.ours("a.ics"))
    let event = try #require(text.firstRange(of: "BEGIN:VEVENT"))
    let end = try #require(text.firstRange(of: "END:VCALENDAR"))
    let second = text[event.lowerBound..<end.lowerBound].replacing("UID:a", with: "UID:other")
    let both = text.replacing("END:VCALENDAR", with: second + "END:VCALENDAR")
    for (lie, reason) in [("refuses", "(no-uid-conflict, x)"), ("refuses-page", "")] {
      try await sync.lie(lie)
      for (text, isSeveral) in [(text, false), (both, true)] {
        await #expect {
          try await sync.collection.write(Array(text.utf8), to: "z.ics", replacing: nil)
        } throws: { error in
          guard let error = error as? SyncError, error.code == .refused else { return false }
          return error.expected.hasPrefix(
            "success of PUT, not status 403\(reason.isEmpty ? "" : " " + reason)")
            && error.expected.contains("almanac import FILE") == isSeveral
        }
      }
    }
  }

  @Test(
    "a list that is cut off, refused, led elsewhere, of entities or without an end changes nothing",
    arguments: ["list-cut", "list-500", "list-away", "list-laughs", "list-huge"])
  func lists(lie: String) async throws {
    let sync = try await DeceivedSync()
    try await sync.edit("a.ics", "SUMMARY:A", "SUMMARY:Local")
    func local() async -> [String: String] {
      var texts: [String: String] = [:]
      for name in await sync.local.list().keys { texts[name] = await sync.ours(name) }
      return texts
    }
    let before = await local()
    try await sync.lie(lie)
    await #expect(throws: SyncError.self) { try await sync.run() }
    #expect(await local() == before && before.count == 6)
    try await sync.lie("honest")
    #expect(await sync.theirs("a.ics")?.contains("SUMMARY:A") == true)
    #expect(try await sync.run().reasons.isEmpty)
    #expect(await sync.theirs("a.ics")?.contains("SUMMARY:Local") == true)
    #expect(try await sync.run().plan.steps.isEmpty)
  }

  @Test(
    "a resource that turns up without an item, or as a page, is unreadable and deletes nothing",
    arguments: ["empty-item", "zone-item", "login-item"])
  func emptiedItems(lie: String) async throws {
    for count in [1, 3] {
      let sync = try await DeceivedSync()
      let names = ["a.ics", "b.ics", "c.ics"].prefix(count)
      for name in names {
        let old = try await sync.collection.read(name)
        let text = String(decoding: old.bytes, as: UTF8.self).replacing("SUMMARY:A", with: "SUMMARY:R")
        _ = try await sync.collection.write(Array(text.utf8), to: name, replacing: old.token)
      }
      try await sync.lie(lie)
      let plan = try await sync.run().plan
      #expect(plan.steps.isEmpty && plan.problems.map(\.code) == names.map { _ in .unreadable })
      try await sync.lie("honest")
      #expect(try await sync.run().plan.steps.count == count)
      for name in names { #expect(await sync.ours(name)?.contains("SUMMARY:R") == true) }
    }
  }

  @Test(
    "a resource that the list hides, or states to be another kind of thing, is not deleted while it is there",
    arguments: [("type", 1), ("slash", 1), ("half", 3)])
  func hiddenItems(lie: String, count: Int) async throws {
    let sync = try await DeceivedSync()
    try await sync.lie(lie)
    let plan = try await sync.run().plan
    #expect(plan.steps.isEmpty && plan.problems.map(\.code) == (0..<count).map { _ in .unreadable })
    #expect(await sync.ours("a.ics") != nil)
    try await sync.lie("honest")
    for name in ["a.ics", "b.ics", "c.ics"].prefix(count) {
      try await sync.collection.delete(name, having: try await sync.collection.read(name).token)
    }
    #expect(try await sync.run().plan.deletions.count == count)
    #expect(await sync.ours("a.ics") == nil)
  }

  /// If-Match compares strong entity tags alone (RFC 9110 §13.1.1).
  @Test(
    "an entity tag that a proxy made weak is sent as the server has it; where it has no other, the reason is stated"
  )
  func weakTags() async throws {
    let sync = try await DeceivedSync()
    try await sync.lie("weak")
    try await sync.edit("a.ics", "SUMMARY:A", "SUMMARY:Local")
    for _ in 0..<2 { #expect(try await sync.run().reasons.isEmpty) }
    #expect(await sync.theirs("a.ics")?.contains("SUMMARY:Local") == true)
    try await sync.lie("weak-origin")
    #expect(try await sync.run().reasons.isEmpty)
    try await sync.edit("a.ics", "SUMMARY:Local", "SUMMARY:Other")
    try await sync.local.delete("b.ics", having: try await sync.local.read("b.ics").token)
    #expect(try await sync.run().reasons == [.refused, .refused])
    #expect(await sync.ours("a.ics")?.contains("SUMMARY:Other") == true)
    #expect(await sync.theirs("b.ics") != nil)
  }
}
