import AlmanacEvents
import AlmanacICS
import AlmanacSync
import Foundation
import TestSupport
import Testing

@Suite("The states of synchronizations and feeds in their stored forms")
struct FrozenFormTests {
  @Test("Stored forms decode and re-encode unchanged")
  func forms() async throws {
    var forms = try FrozenForms()
    let files = [meeting(), meeting(["SUMMARY:Other"])].map { Array($0.utf8) }
    var state = SyncState()
    let (deleting, other) = (MemoryRemote(["b.ics": files[1]]), MemoryRemote())
    try await synchronize(&state, deleting, other)
    try await deleting.delete("b.ics", having: try await deleting.read("b.ics").token)
    try await synchronize(&state, deleting, other)
    try await synchronize(&state, MemoryRemote(["a.ics": files[0]]), MemoryRemote())
    #expect(state.entries.keys.sorted() == ["a.ics"] && state.tombstones.keys.sorted() == ["b.ics"])
    try forms.check(state)
    try forms.checkSchema(state)
    func events(_ lines: [String]) throws -> EventCalendar {
      try #require(ICSDocument(parsing: meeting(lines)).calendars.first)
    }
    let merge = CalendarMerge(
      base: try events([]), ours: try events(["SUMMARY:Ours"]), theirs: try events(["SUMMARY:Theirs"]))
    let conflict = try #require(merge.conflicts.first)
    try forms.check(conflict)
    try forms.checkSchema(conflict)
    let feed = FeedRefresh(of: try ICSDocument(parsing: meeting()), record: FeedRecord()) { _ in [] }
    var record = FeedRecord()
    record.update(with: feed, feed.imports.map { $0.result(among: []) })
    try forms.check(record, as: "FeedRecord, with items")
    try forms.checkSchema(record)
    var records = FeedRecords()
    (records["feed"], records["other"]) = (record, FeedRecord())
    try forms.check(records)
    try forms.checkSchema(records, key: "version")
    // A record of an earlier version has no items.
    let older = try JSONSerialization.data(withJSONObject: forms.object("FeedRecord"))
    try forms.check(try JSONDecoder().decode(FeedRecord.self, from: older))
    let faults = try forms.end()
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
  }

  // RFC 4648 §4: the encoding of "foobar" is "Zm9vYmFy".
  @Test("The base is a text in Base64; another text is refused")
  func base() throws {
    let text = #"{"entries":{"a":{"local":"1","remote":"2","base":"Zm9vYmFy"}},"tombstones":{}}"#
    let state = try JSONDecoder().decode(SyncState.self, from: Data(text.utf8))
    #expect(state.entries["a"]?.base == Array("foobar".utf8))
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(SyncState.self, from: Data(text.replacing("Zm9v", with: "Zm.v").utf8))
    }
  }

  @Test("A conflict that was resolved when it was stored is resolved when it is read")
  func resolvedConflict() throws {
    var stored = try FrozenForms().object("MergeConflict")
    stored["settlement"] = "theirs"
    let data = try JSONSerialization.data(withJSONObject: stored)
    let conflict = try JSONDecoder().decode(MergeConflict.self, from: data)
    #expect(conflict.resolution == .theirs)
    let again = try JSONSerialization.jsonObject(with: JSONEncoder().encode(conflict)) as? [String: Any]
    #expect(again?["settlement"] as? String == "theirs")
  }
}
