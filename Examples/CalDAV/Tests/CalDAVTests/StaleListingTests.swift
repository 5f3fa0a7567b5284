import AlmanacSync
import Foundation
import Testing

@testable import CalDAV

/// Servers with integer sync tokens, such as SabreDAV, answer a token of the future with no changes and their own, lower token.
@Suite("A listing that is not that of the calendar any more", .serialized)
struct StaleListingTests {
  private func requireConverged(_ sync: DeceivedSync) async throws {
    #expect(try await sync.run().plan.steps.isEmpty)
    #expect(await sync.ours("x.ics") == sync.theirs("x.ics"))
    #expect(try await sync.local.list().keys.sorted() == sync.collection.list().keys.sorted())
  }

  @Test("a calendar that was made again, or restored, whose token went back, is listed in full")
  func tokenOfTheFuture() async throws {
    let sync = try await DeceivedSync("store-counted")
    try await sync.lie("made-again")
    #expect(try await sync.run().plan.steps.count == 3)
    #expect(await sync.ours("a.ics")?.contains("SUMMARY:Again") == true)
    try await requireConverged(sync)
  }

  @Test("after a refused condition everything is listed")
  func refusedCondition() async throws {
    let sync = try await DeceivedSync("store-counted")
    try await sync.lie("changed-silently")
    #expect(try await sync.run().plan.steps.isEmpty)
    try await sync.edit("a.ics", "DTSTART:20260302T090000Z", "DTSTART:20260302T100000Z")
    #expect(try await sync.run().reasons == [.conflict])
    #expect(sync.collection.currentListing == nil)
    #expect(try await sync.run().reasons.isEmpty)
    #expect(await sync.ours("a.ics")?.contains("SUMMARY:Again") == true)
    #expect(await sync.theirs("a.ics")?.contains("T100000Z") == true)
    try await requireConverged(sync)
  }

  @Test("after a listed resource was not found everything is listed")
  func missingResource() async throws {
    let sync = try await DeceivedSync("store-counted")
    try await sync.lie("changed-silently")
    #expect(try await sync.collection.list()["f.ics"] != nil)
    #expect(await sync.collection.readAll(["f.ics"]).count == 1)
    #expect(try await sync.collection.list().keys.sorted().last == "x.ics")
  }

  @Test("a caller without a common state gets everything, although an earlier listing is stored")
  func withoutState() async throws {
    let sync = try await DeceivedSync("store-counted")
    let folder = FileManager.default.temporaryDirectory.appending(path: "state-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func open(listingAll: Bool) async throws -> OpenedRemote {
      var address = RemoteAddress(
        "\(sync.liar.url)/store-counted/", user: "me", passwordCommand: "echo secret")
      address.listsAll = listingAll
      return try await OpenedRemote(address, variables: ["HOME": folder])
    }
    let opened = try await open(listingAll: false)
    _ = try await opened.remote.list()
    opened.store()
    try await sync.lie("changed-silently")
    for (listingAll, last) in [(false, "f.ics"), (true, "x.ics")] {
      #expect(try await open(listingAll: listingAll).remote.list().keys.max() == last)
    }
  }

  @Test("a server that has only a ctag is asked for the list where it changed, and not otherwise")
  func ctagAlone() async throws {
    let sync = try await DeceivedSync("store-counted-ctag")
    func lists() async throws -> Int {
      let before = try await sync.liar.received().count
      #expect(try await sync.run().reasons.isEmpty)
      return try await sync.liar.received().dropFirst(before).count { $0.hasPrefix("PROPFIND") }
    }
    _ = try await lists()
    // The ctag alone is asked for.
    #expect(try await lists() == 1)
    let old = try await sync.collection.read("a.ics")
    let text = String(decoding: old.bytes, as: UTF8.self).replacing("SUMMARY:A", with: "SUMMARY:Theirs")
    let other = try sync.liar.collection("store-counted-ctag")
    _ = try await other.write(Array(text.utf8), to: "a.ics", replacing: old.token)
    #expect(try await lists() == 2)
    #expect(await sync.ours("a.ics")?.contains("SUMMARY:Theirs") == true)
    #expect(try await !sync.liar.received().contains { $0.hasPrefix("REPORT") && $0.contains("sync") })
  }

  @Test("where nothing changed, one request is made, and after a change the list is asked for that")
  func requests() async throws {
    let sync = try await DeceivedSync("store-counted")
    let before = try await sync.liar.received().count
    #expect(try await sync.run().plan.steps.isEmpty)
    #expect(try await sync.liar.received().dropFirst(before).count == 2)
    try await sync.edit("a.ics", "SUMMARY:A", "SUMMARY:Local")
    for _ in 0..<2 { _ = try await sync.run() }
    let methods = try await sync.liar.received().dropFirst(before + 2).map { $0.prefix { $0 != " " } }
    #expect(methods.map(String.init) == ["PROPFIND", "PUT", "GET", "PROPFIND", "REPORT", "GET"])
  }
}
