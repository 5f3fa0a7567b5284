import AlmanacFiles
import Foundation
import Testing

@Suite("A record beside calendars")
struct StoredRecordTests {
  private let folder: TemporaryFolder
  private let location: CalendarLocation

  init() throws {
    folder = try TemporaryFolder()
    location = CalendarLocation(folder.path, companions: ["feeds.json"])
  }

  private func store(_ access: CalendarStore.Access = .changing(timeout: .zero)) throws -> CalendarStore {
    try CalendarStore([location], for: access)
  }

  private func save(_ text: String) throws {
    var store = try store()
    let record = try store.record(named: "feeds.json")
    store.stage(record.change(to: Array(text.utf8)), ofLocation: 0)
    try store.save("refreshed", at: Sample.now)
  }

  private func text(_ store: CalendarStore) throws -> String? {
    try store.record(named: "feeds.json").bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("it is saved with the calendars, and not over a state that another process has saved since")
  func saving() throws {
    #expect(try text(store()) == nil)
    try save("first")
    #expect(try text(store()) == "first" && folder.state == ["feeds.json": "first"])
    var store = try store()
    let record = try store.record(named: "feeds.json")
    try folder.file("feeds.json", "other")
    store.stage(record.change(to: []), ofLocation: 0)
    #expect(FileError.code { () throws(FileError) in try store.save("late", at: Sample.now) } == .conflict)
    #expect(try folder.state == ["feeds.json": "other"])
  }

  @Test("an interrupted change of it is not seen by a preview, and is undone before a change reads it")
  func interrupted() throws {
    for before in [nil, "first"] {
      if let before { try save(before) }
      var store = try store()
      var changes = [try store.record(named: "feeds.json").change(to: Array("second".utf8))]
      let path = folder.path("a.ics")
      changes.append(
        FileChange(path, in: location, before: nil, after: Array(Sample.calendar("a", "A").utf8)))
      for change in changes { store.stage(change, ofLocation: 0) }
      try store.save("refreshed", at: Sample.now)
      store = CalendarStore(reading: [])
      let journal = try folder.content(".almanac-undo")
      try folder.file(".almanac-undo", journal.replacing("settled", with: "pending", maxReplacements: 1))
      try folder.remove("a.ics")
      #expect(try text(self.store(.preview)) == before && text(self.store(.reading)) == before)
      #expect(try folder.content("feeds.json") == "second")
      #expect(try text(self.store()) == before)
      #expect(try folder.state["feeds.json"] == before)
    }
  }
}
