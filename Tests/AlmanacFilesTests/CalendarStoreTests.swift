import AlmanacEvents
import AlmanacFiles
import Foundation
import Testing

@Suite("Calendars that are opened together")
struct CalendarStoreTests {
  private let folder: TemporaryFolder
  private let locations: [CalendarLocation]

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeFolder("one")
    for name in ["one/a", "one/b", "two"] { try folder.file("\(name).ics", Sample.calendar(name, "old")) }
    locations = [
      CalendarLocation(folder.path("one"), companions: ["notes.json"]),
      CalendarLocation(folder.path("two.ics")),
    ]
  }

  private func open() throws -> CalendarStore {
    try CalendarStore(locations, for: .changing(patience: .zero))
  }

  private func rename(_ uids: [String], _ summary: String, in store: inout CalendarStore) throws {
    for uid in uids {
      let place = try store.location(uid: uid)
      try store.change(place.main) { (calendar) throws(EventError) in try calendar.rename(uid, summary) }
    }
  }

  @Test("what is saved can be changed and saved again, and each time is taken back by itself")
  func savingAgain() throws {
    var store = try open()
    let notes = FileChange(
      folder.path("one/notes.json"), in: locations[0], before: nil, after: Array("{}".utf8))
    store.stage(notes, ofLocation: 0)
    try rename(["one/a", "two"], "first", in: &store)
    #expect(try store.save("first", at: Sample.now))
    #expect(try store.save("nothing", at: Sample.now) == false)
    try rename(["one/a", "one/b"], "second", in: &store)
    #expect(try store.save("second", at: Sample.now))
    store.insert([[try Sample.event("new")]], into: try #require(store.destinations.first))
    try store.remove(ItemID(uid: "one/b", kind: .event))
    #expect(try store.save("third", at: Sample.now))
    store.lock?.release()
    let summaries = try open().calendars.flatMap { $0.summaries }
    #expect(summaries == ["An event", "second", "first"])
    for name in ["third", "second", "first"] {
      var transaction = try FileTransaction(on: locations, patience: .zero)
      #expect(try transaction.undo().summary == name)
    }
    #expect(try open().calendars.flatMap { $0.summaries } == ["old", "old", "old"])
    #expect(FileManager.default.fileExists(atPath: notes.path) == false)
  }

  @Test("each item that a change adds has a file of its own, once")
  func severalNewItems() throws {
    var store = try open()
    let place = try store.location(uid: "one/a")
    let items = try ["x", "y", "z"].map { try Sample.event($0, $0) }
    _ = try store.change(place) { (calendar) throws(EventError) in calendar.insert(items) }
    try store.save("added", at: Sample.now)
    store.lock?.release()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("one")).sorted()
    #expect(names == [".almanac-undo", "a.ics", "b.ics", "x.ics", "y.ics", "z.ics"])
    let read = try CalendarDirectory(opening: folder.path("one"))
    #expect(read.calendars.flatMap { $0.summaries } == ["old", "old", "x", "y", "z"])
    #expect(read.duplicates.isEmpty)
  }

  @Test("a place of which the system does not say whether it is there is not an empty calendar")
  func uncertain() throws {
    let name = String(repeating: "x", count: 300)
    let place = CalendarLocation(folder.path(name), isOptional: true)
    let code = FileError.code { () throws(FileError) in _ = try CalendarStore.read(place) }
    #expect(code == .unreadable)
    #expect(try CalendarStore.read(CalendarLocation(folder.path("none"), isOptional: true)).sources.isEmpty)
  }
}
