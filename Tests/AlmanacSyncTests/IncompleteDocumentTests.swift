import AlmanacEvents
import AlmanacICS
import AlmanacSync
import TestSupport
import Testing

/// An event over one of the limits of reading.
enum Excess: CaseIterable {
  case depth, comments, exceptions, parameters, values

  var lines: [String] {
    switch self {
    case .depth: Array(repeating: "BEGIN:X-A", count: 17) + Array(repeating: "END:X-A", count: 17)
    case .comments: (0...10_000).map { "COMMENT:\($0)" }
    case .exceptions: (0...10_000).map { "EXDATE:\(20_270_101 + $0 % 28)T090000Z" }
    case .parameters: ["X-P;" + (0...100).map { "A\($0)=1" }.joined(separator: ";") + ":1"]
    case .values: ["CATEGORIES:" + (0...100_000).map { "c\($0)" }.joined(separator: ",")]
    }
  }

  func bytes(_ uid: String) -> [UInt8] {
    Array(file(["BEGIN:VEVENT", "UID:\(uid)", "DTSTART:20260302"] + lines + ["END:VEVENT"]).utf8)
  }
}

@Suite("Documents that are not read completely")
struct IncompleteDocumentTests {
  @Test("a document over the limits says so and names its items", arguments: Excess.allCases)
  func stated(excess: Excess) throws {
    let document = try ICSDocument(parsing: excess.bytes("a"))
    #expect(document.incompleteness != nil && !document.isCutOff && document.unreadUIDs == ["a"])
    #expect(document.bytes == excess.bytes("a"))
    #expect(try ICSDocument(parsing: bytes("a")).incompleteness == nil)
    #expect(try ICSDocument(parsing: bytes("a").dropLast(30)).isCutOff)
  }

  @Test("gaps are reported behind any number of other faults")
  func afterManyFaults() throws {
    let faults = Array(repeating: "no colon", count: 12)
    let deep = ["BEGIN:VEVENT", "UID:a"] + Excess.depth.lines + ["END:VEVENT"]
    var options = ICSOptions()
    options.limits.diagnostics = 5
    let text = file(event("b", "DTSTART:20260302") + faults, deep)
    let document = try ICSDocument(parsing: text, options: options)
    #expect(document.incompleteness?.uid == "a" && document.unreadUIDs == ["a"])
    #expect(try ICSDocument(parsing: Array(text.utf8).dropLast(40), options: options).isCutOff)
    let values = file(
      event("b", "DTSTART:20260302") + faults, event("a", "DTSTART:20260302", Excess.values.lines[0]))
    #expect(try ICSDocument(parsing: values, options: options).unreadUIDs == ["a"])
  }

  @Test("a resource that goes over the limits on one side is deleted on neither", arguments: Excess.allCases)
  func synchronization(excess: Excess) async throws {
    let files = Dictionary(uniqueKeysWithValues: ["a", "b", "c"].map { ($0, bytes($0)) })
    for isOurs in [true, false] {
      let (local, remote) = (MemoryRemote(files), MemoryRemote(files))
      var state = SyncState()
      try await synchronize(&state, local, remote)
      let (edited, other) = isOurs ? (local, remote) : (remote, local)
      try await write(excess.bytes("a"), to: "a", of: edited)
      for title in ["S", "T"] {
        let plan = try await synchronize(&state, local, remote)
        #expect(plan.steps.allSatisfy { $0.name != "a" } && plan.conflicts.isEmpty)
        #expect(plan.problems.map(\.code) == [.unreadable] && plan.problems.map(\.name) == ["a"])
        #expect(try await contents(edited)["a"] == excess.bytes("a"))
        #expect(try await contents(other)["a"] != nil)
        // Nor does an edit of the other side replace it.
        try await write(bytes("a", "SUMMARY:\(title)"), to: "a", of: other)
      }
      // Within the limits again, both edits are known.
      try await write(bytes("a", "LOCATION:L"), to: "a", of: edited)
      try await synchronize(&state, local, remote)
      let merged = try await contents(local)["a"].map { String(decoding: $0, as: UTF8.self) }
      #expect(try await contents(remote) == contents(local))
      #expect(merged?.contains("LOCATION:L") == true && merged?.contains("SUMMARY:T") == true)
    }
  }

  @Test("a feed with an item over the limits, or without a readable start, neither removes nor replaces it")
  func refresh() throws {
    var own = EventCalendar()
    var record = FeedRecord()
    func refresh(_ feed: ICSDocument) throws -> FeedRefresh {
      let present = own
      let refresh = FeedRefresh(of: feed, record: record) { id in
        present.items.filter { $0.uid == id.uid && $0.kind == id.kind }
      }
      let results = refresh.imports.map { own.importSeries($0).result }
      for id in refresh.deletions { try own.remove(uid: id.uid, kind: id.kind) }
      record.update(with: refresh, results)
      return refresh
    }
    let others = ["b", "c"].map { event($0, "DTSTART:20260302") }.flatMap { $0 }
    _ = try refresh(ICSDocument(parsing: file(others, event("a", "DTSTART:20260302"))))
    let before = own
    for broken in Excess.allCases.map({ $0.lines + ["DTSTART:20260302"] }) + [["DTSTART:soon"], []] {
      let feed = file(others, ["BEGIN:VEVENT", "UID:a"] + broken + ["END:VEVENT"])
      let plan = try refresh(ICSDocument(parsing: feed))
      #expect(plan.deletions.isEmpty && plan.kept.isEmpty && !plan.needsConsent && own == before)
    }
    // The item still comes from the feed.
    #expect(try refresh(ICSDocument(parsing: file(others))).deletions.map(\.uid) == ["a"])
  }
}
