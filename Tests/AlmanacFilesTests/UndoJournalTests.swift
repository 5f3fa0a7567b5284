import AlmanacEvents
import AlmanacFiles
import AlmanacICS
import Foundation
import Testing

@Suite("A journal is not lost to a program that cannot use it")
struct UndoJournalTests {
  private let folder: TemporaryFolder
  /// A program that changes a file of its own with the calendars, and one that does not know of it.
  private let (trainer, other): (CalendarLocation, CalendarLocation)

  init() throws {
    folder = try TemporaryFolder()
    trainer = CalendarLocation(folder.path, companions: ["training.json"])
    other = CalendarLocation(folder.path)
    for name in ["a", "b"] { try folder.file("\(name).ics", Sample.calendar(name, name)) }
  }

  private var journal: String { get throws { try folder.content(".almanac-undo") } }

  private func train() throws {
    var transaction = try FileTransaction(on: [trainer], timeout: .zero)
    let changes = try [("a.ics", Sample.calendar("a", "A")), ("training.json", "{}")].map { name, text in
      let path = folder.path(name)
      let before = try FileChange.content(of: path)
      return (0, FileChange(path, in: trainer, before: before, after: Array(text.utf8)))
    }
    try transaction.commit(changes, "trained", at: Sample.now)
  }

  private func rename() throws(FileError) {
    var directory = try CalendarDirectory(opening: folder.path)
    directory.files[1].document.calendars[0] = .init()
    try directory.save("removed b", at: Sample.now)
  }

  private func interrupt() throws {
    try folder.file(".almanac-undo", journal.replacing("settled", with: "pending", maxReplacements: 1))
  }

  @Test("a change of another program's files stays in it, and is undone by that program")
  func companions() throws {
    let before = try folder.state
    try train()
    let trained = try folder.state
    #expect(UndoHistory(of: [other]).problems.map { $0.code } == [.untrustedJournal])
    #expect(UndoHistory(of: [other]).summary == nil)
    try rename()
    #expect(UndoHistory(of: [other]).summary == "removed b")
    var transaction = try FileTransaction(on: [other], timeout: .zero)
    _ = try transaction.undo()
    #expect(try folder.state == trained)
    #expect(FileError.code { () throws(FileError) in _ = try transaction.undo() } == .nothingToUndo)
    transaction.lock.release()
    try rename()
    transaction = try FileTransaction(on: [trainer], timeout: .zero)
    #expect(try transaction.undo().summary == "removed b")
    #expect(try transaction.undo().summary == "trained")
    #expect(try folder.state == before)
  }

  @Test(
    "an interrupted change of another program's files is left to that program, and no change is made on it")
  func interruptedCompanions() throws {
    let before = try folder.state
    try train()
    try interrupt()
    try folder.remove("training.json")
    let (cut, text) = try (folder.state, journal)
    #expect(FileError.code { () throws(FileError) in try rename() } == .interrupted)
    #expect(try folder.state == cut)
    #expect(try journal == text)
    #expect(try FileTransaction(on: [trainer], timeout: .zero).recoveries.map { $0.outcome } == [.undone])
    #expect(try folder.state == before)
    try rename()
  }

  @Test(
    "a journal that cannot be read is set aside when a change is recorded",
    arguments: [
      "", "nonsense", "almanac undo 3 settled\nchange", "almanac undo 2 settled\nchange 1 1 1 9\nx",
    ])
  func damaged(text: String) throws {
    for count in 1...2 {
      try folder.file(".almanac-undo", text)
      try folder.file("b.ics", Sample.calendar("b", "b"))
      try rename()
      #expect(try folder.content(".almanac-undo.unused-\(count)") == text)
      #expect(UndoHistory(of: [other]).summary == "removed b")
    }
  }

  @Test(
    "a journal that cannot be read and has an interrupted change keeps changes away",
    arguments: ["almanac undo 3 pending\nchange", "almanac undo 2 pending\nchange 1 1 1 9\nx"])
  func damagedInterruption(text: String) throws {
    try folder.file(".almanac-undo", text)
    let before = try folder.state
    #expect(FileError.code { () throws(FileError) in try rename() } == .interrupted)
    #expect(try folder.state == before)
    #expect(try journal == text)
    #expect(try folder.names == [".almanac-undo", "a.ics", "b.ics"])
  }

  /// Makes it impossible to replace the journal, as a full disk would.
  private func lockJournal(_ isLocked: Bool = true) {
    chmod(folder.path(".almanac-undo"), isLocked ? 0o400 : 0o600)
  }

  private func change(_ name: String, to after: String?) throws -> [(location: Int, change: FileChange)] {
    let path = folder.path(name)
    let before = try FileChange.content(of: path)
    return [(0, FileChange(path, in: other, before: before, after: after.map { Array($0.utf8) }))]
  }

  @Test("a removal or an undo that cannot be recorded is not made, and the change before it can be undone")
  func unrecordedRemoval() throws {
    let before = try folder.state
    var transaction = try FileTransaction(on: [other], timeout: .zero)
    try transaction.commit(change("a.ics", to: Sample.calendar("a", "A")), "edited a", at: Sample.now)
    let edited = try folder.state
    lockJournal()
    let removal = try change("b.ics", to: nil)
    #expect(
      FileError.code { () throws(FileError) in try transaction.commit(removal, "removed b", at: Sample.now) }
        == .unwritable)
    #expect(FileError.code { () throws(FileError) in _ = try transaction.undo() } == .unwritable)
    #expect(try folder.state == edited)
    lockJournal(false)
    #expect(try transaction.undo().summary == "edited a")
    #expect(try folder.state == before)
  }

  @Test("nor is a deletion within one file, also where a directory is in place of the journal")
  func unrecordedRemovalOfItem() throws {
    let rule = "RRULE:FREQ=DAILY"
    let (a, b) = (Sample.calendar("a", "a", rule), Sample.calendar("b", "b"))
    let event = { (text: String) in String(text[text.firstRange(of: "BEGIN:VEVENT")!.lowerBound...]) }
    let override = event(Sample.calendar("a", "o", "RECURRENCE-ID:20260302T090000"))
    let busy = ["BEGIN:VFREEBUSY", "UID:f", "DTSTAMP:20260101T000000Z", "END:VFREEBUSY", "END:VCALENDAR", ""]
    let excluded = a.replacing(rule, with: rule + "\r\nEXDATE:20260303T090000")
    let ended = a.replacing(rule, with: rule + ";UNTIL=20260401T000000Z")
    let removals =
      [event(b), override, busy.joined(separator: "\r\n")].map {
        (a.replacing("END:VCALENDAR\r\n", with: $0), a)
      } + [(a, excluded), (a, ended), (a + b, a)]
    for (both, a) in removals {
      try folder.file("a.ics", both)
      try folder.makeFolder(".almanac-undo")
      var transaction = try FileTransaction(on: [other], timeout: .zero)
      let removal = try change("a.ics", to: a)
      #expect(
        FileError.code { () throws(FileError) in try transaction.commit(removal, "removed", at: Sample.now) }
          == .unwritable)
      #expect(try folder.content("a.ics") == both)
      let edit = try change("a.ics", to: both.replacing("SUMMARY:a", with: "SUMMARY:A"))
      try transaction.commit(edit, "edited", at: Sample.now)
      #expect(transaction.problems.last?.code == .unrecorded)
    }
  }

  @Test("an edit that cannot be recorded ends the history: nothing before it is undone, and what follows is")
  func unrecordedEdit() throws {
    var transaction = try FileTransaction(on: [other], timeout: .zero)
    try transaction.commit(change("a.ics", to: Sample.calendar("a", "A")), "edited a", at: Sample.now)
    let recorded = try journal
    lockJournal()
    try transaction.commit(change("b.ics", to: Sample.calendar("b", "B")), "edited b", at: Sample.now)
    #expect(transaction.problems.map { $0.code } == [.unrecorded])
    #expect(try folder.content(".almanac-undo.unused-1") == recorded)
    let edited = try folder.state
    #expect(FileError.code { () throws(FileError) in _ = try transaction.undo() } == .nothingToUndo)
    try transaction.commit(change("b.ics", to: Sample.calendar("b", "C")), "edited b", at: Sample.now)
    _ = try transaction.undo()
    #expect(try folder.state == edited)
    #expect(FileError.code { () throws(FileError) in _ = try transaction.undo() } == .nothingToUndo)
  }

  @Test("a companion with a star in its name is any file of that name with letters and digits for the star")
  func companionsOfOneKind() throws {
    let location = CalendarLocation(folder.path("a.ics"), companions: ["run-*.json"])
    func commit(_ name: String) throws(FileError) {
      var transaction = try FileTransaction(on: [location], timeout: .zero)
      let change = FileChange(folder.path(name), in: location, before: nil, after: Array("{}".utf8))
      try transaction.commit([(0, change)], "run", at: Sample.now)
    }
    func undo() throws(FileError) -> Int {
      var transaction = try FileTransaction(on: [location], timeout: .zero)
      return try transaction.undo().changes.count
    }
    try commit("a.run-7f.json")
    #expect(try undo() == 1)
    #expect(FileSystem.kind(of: folder.path("a.run-7f.json")) == nil)
    for name in ["a.run-.json", "a.run-..json", "a.run-7f.json.bak", "b.run-7f.json", "run-7f.json"] {
      #expect(FileError.code { () throws(FileError) in try commit(name) } == .outside, "\(name)")
    }
  }
}
