import AlmanacEvents
import AlmanacFiles
import AlmanacICS
import AlmanacSync
import AlmanacTime
import Foundation
import Testing

@Suite("Conflict copies in a directory")
struct ConflictCopyTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func merged(_ names: [String]) throws -> [String: String] {
    let directory = try CalendarDirectory(opening: folder.path)
    let copies = directory.duplicates.flatMap { $0.conflictCopies }
    let pairs = copies.map { (FileSystem.name(of: $0.path), FileSystem.name(of: $0.original)) }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  @Test(
    "the names that Syncthing, Dropbox, Nextcloud and ownCloud give are those of copies",
    arguments: [
      "a.sync-conflict-20260302-090000-ABCDEFG.ics", "a (Ana's conflicted copy 2026-03-02).ics",
      "a (conflicted copy 2026-03-02 090000).ics", "a_conflict-20260302-090000.ics",
    ])
  func names(copy: String) throws {
    for name in ["a.ics", "b.ics", copy] {
      try folder.file(name, Sample.calendar(name == "b.ics" ? "b" : "a", "x"))
    }
    #expect(try merged([copy]) == [copy: "a.ics"])
  }

  @Test(
    "other files with the same item are no copies, nor is a file with the name of a copy and another item")
  func otherNames() throws {
    for name in ["a", "a2", "conflict", "aconflict", "a-2", "b.sync-conflict-1"] {
      try folder.file("\(name).ics", Sample.calendar("a", name))
    }
    try folder.file("a.sync-conflict-1.ics", Sample.calendar("other", "other"))
    #expect(try merged([]) == [:])
    #expect(try CalendarDirectory(opening: folder.path).duplicates.map { $0.paths.count } == [6])
  }

  @Test(
    "copies are merged into their file and removed; nothing that one of them has is lost, and it is undone"
  )
  func merge() throws {
    try folder.file("a.ics", Sample.calendar("a", "ours", "LOCATION:Here"))
    let copies = ["a.sync-conflict-1.ics", "a.sync-conflict-2.ics"]
    try folder.file(copies[0], Sample.calendar("a", "ours", "DESCRIPTION:First"))
    try folder.file(copies[1], Sample.calendar("a", "ours", "URL:https://example.org/"))
    try folder.file("b.ics", Sample.calendar("b", "b"))
    let before = try folder.state
    var directory = try CalendarDirectory(opening: folder.path)
    let merged = directory.mergeConflictCopies(.newer, uids: .seeded(1))
    #expect(merged.map { FileSystem.name(of: $0.copy.path) } == copies && merged.allSatisfy { $0.isDone })
    try directory.save("merged", at: Sample.now)
    #expect(try folder.state.keys.sorted() == ["a.ics", "b.ics"])
    let text = try folder.content("a.ics")
    for line in ["LOCATION:Here", "DESCRIPTION:First", "URL:https://example.org/", "SUMMARY:ours"] {
      #expect(text.contains(line + "\r\n"))
    }
    #expect(try folder.content("b.ics") == before["b.ics"])
    var transaction = try FileTransaction(on: [CalendarLocation(folder.path)], timeout: .zero)
    _ = try transaction.undo()
    #expect(try folder.state == before)
  }

  @Test("a date that the other device changed follows its series into the second part, which is another file")
  func split() throws {
    let series = Sample.calendar("a", "S", "RRULE:FREQ=DAILY;COUNT=10")
    try folder.file("a.ics", series)
    var directory = try CalendarDirectory(opening: folder.path)
    let whole = directory.files[0].document.calendars[0]
    let window = Sample.now..<Sample.now.adding(seconds: 20 * 86_400)
    let dates = try whole.occurrences(in: window, viewer: .utc).map(\.id)
    var (mine, others) = (whole, whole)
    try mine.edit(dates[4], scope: .thisAndFuture, at: Sample.now, uids: .seeded(1)) {
      if let start = $0.start { $0.move(to: start.adding(.hours(1))) }
    }
    try others.edit(dates[6], scope: .this, at: Sample.now) { $0.location = "L" }
    let parts = Dictionary(grouping: mine.items) { $0.uid }
    let second = try #require(parts.keys.first { $0 != "a" })
    for (name, items) in [("a", parts["a"]), ("second", parts[second])] {
      var calendar = EventCalendar()
      calendar.insert(items ?? [])
      try folder.file("\(name).ics", ICSDocument([calendar]).text)
    }
    try folder.file("a.sync-conflict-1.ics", ICSDocument([others]).text)
    directory = try CalendarDirectory(opening: folder.path)
    let merged = directory.mergeConflictCopies(.newer, uids: .seeded(2))
    #expect(merged.map(\.isDone) == [true])
    try directory.save("merged", at: Sample.now)
    #expect(try folder.state.keys.sorted() == ["a.ics", "second.ics"])
    var all = EventCalendar()
    for file in try CalendarDirectory(opening: folder.path).files {
      #expect(Set(file.document.calendars[0].items.map(\.uid)).count == 1)
      all.insert(Array(file.document.calendars[0].items))
    }
    let shown = try all.occurrences(in: window, viewer: .utc)
    #expect(shown.count == 10 && shown.map(\.item.location).filter { $0 == "L" }.count == 1)
    let place = try #require(shown.first { $0.item.location == "L" })
    #expect(place.item.uid == second && place.start.local.time.hour == shown[4].start.local.time.hour)
  }

  @Test("while a conflict is not resolved both files are unchanged")
  func unresolved() throws {
    try folder.file("a.ics", Sample.calendar("a", "ours"))
    try folder.file("a.sync-conflict-1.ics", Sample.calendar("a", "theirs"))
    let before = try folder.state
    var directory = try CalendarDirectory(opening: folder.path)
    let merged = directory.mergeConflictCopies(.ask, uids: .seeded(1))
    #expect(merged.map { $0.isDone } == [false])
    try directory.save("merged", at: Sample.now)
    #expect(try folder.state == before)
  }
}
