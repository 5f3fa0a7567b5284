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
    try CalendarStore(locations, for: .changing(timeout: .zero))
  }

  private func rename(_ uids: [String], _ summary: String, in store: inout CalendarStore) throws {
    for uid in uids {
      let place = try store.location(uid: uid)
      try store.change(place.main) { (calendar) throws(EventError) in try calendar.rename(uid, summary) }
    }
  }

  @Test("a saved calendar can be changed and saved again, and each save is undone separately")
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
      var transaction = try FileTransaction(on: locations, timeout: .zero)
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

  @Test("a location whose existence cannot be determined is an error, not an empty calendar")
  func uncertain() throws {
    let name = String(repeating: "x", count: 300)
    let place = CalendarLocation(folder.path(name), isOptional: true)
    let code = FileError.code { () throws(FileError) in _ = try CalendarStore.read(place) }
    #expect(code == .unreadable)
    #expect(try CalendarStore.read(CalendarLocation(folder.path("none"), isOptional: true)).sources.isEmpty)
  }

  @Test("an optional file that is missing is no folder; that in which it will be is made")
  func optionalFile() throws {
    let place = CalendarLocation(folder.path("new/work.ics"), isOptional: true)
    #expect(!place.becomesDirectory && place.directory == folder.path("new"))
    #expect(try CalendarStore([place], for: .changing(timeout: .zero)).sources.isEmpty)
    let store = try CalendarStore([place], for: .changing(timeout: .zero), createsMissing: true)
    #expect(store.sources.flatMap { $0.paths } == [place.path])
    #expect(FileSystem.kind(of: folder.path("new")) == .directory && FileSystem.kind(of: place.path) == nil)
  }

  @Test(
    "a store for the items of one UID has them as a store of all items does, in every syntax and spelling")
  func oneUID() throws {
    let lines = ["UID:other", "UID:a\\,b", "UI\r\n D:a\r\n ,b", "uid;X-P=1:a,b", "X-P:none", "UID:third"]
    for (number, line) in lines.enumerated() {
      let text = Sample.calendar("x", "item \(number)").replacingOccurrences(of: "UID:x", with: line)
      try folder.file("one/\(number).ics", text)
    }
    try folder.file(
      "one/json.ics",
      #"["vcalendar",[],[["vevent",[["uid",{},"text","a\u002cb"],"#
        + #"["dtstart",{},"date-time","2026-03-02T09:00:00"]],[]]]]"#)
    try folder.file(
      "one/named.ics",
      Sample.calendar("n", "n", "END:VEVENT\r\nNAME:N\r\nBEGIN:VEVENT\r\nUID:m\r\nDTSTART:20260302"))
    let whole = try open()
    whole.lock?.release()
    let uids = Set(whole.calendars.flatMap { $0.items.map { $0.uid } })
    #expect(uids.count > 7 && uids.contains("a,b"))
    for uid in uids.sorted() {
      let store = try CalendarStore(locations, for: .reading, having: [uid])
      #expect(store.calendars.map { $0.name } == whole.calendars.map { $0.name })
      #expect(paths(of: uid, in: store) == paths(of: uid, in: whole))
      #expect(store.calendars.map { $0.series(uid: uid) } == whole.calendars.map { $0.series(uid: uid) })
      #expect(Set(store.sources.flatMap { $0.paths }) == Set(whole.sources.flatMap { $0.paths }))
      #expect(store.sources.flatMap { $0.files }.count < whole.sources.flatMap { $0.files }.count)
    }
  }

  private func paths(of uid: String, in store: CalendarStore) -> [String] {
    let files = store.sources.flatMap { $0.files }
    return files.filter { $0.calendars.contains { $0.series(uid: uid) != nil } }.map { $0.path }
  }

  @Test(
    "a store for one UID refuses an item that two files have, and leaves files that it did not parse alone")
  func oneUIDIsChanged() throws {
    try folder.file("one/copy.ics", Sample.calendar("one/a", "copy"))
    let before = try folder.content("one/b.ics")
    var store = try CalendarStore(locations, for: .changing(timeout: .zero), having: ["one/a"])
    #expect(FileError.code { () throws(FileError) in _ = try store.location(uid: "one/a") } == .ambiguous)
    store.lock?.release()
    try folder.remove("one/copy.ics")
    store = try CalendarStore(locations, for: .changing(timeout: .zero), having: ["one/a"])
    try rename(["one/a"], "new", in: &store)
    try store.remove(ItemID(uid: "one/b", kind: .event))
    store.insert([[try Sample.event("b")]], into: try #require(store.destinations.first))
    #expect(try store.save("new", at: Sample.now))
    #expect(try folder.content("one/b.ics") == before)
    store.lock?.release()
    #expect(try open().calendars.flatMap { $0.summaries } == ["An event", "new", "old", "old"])
  }
}
