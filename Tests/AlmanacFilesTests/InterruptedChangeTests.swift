import AlmanacEvents
import AlmanacFiles
import AlmanacICS
import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A change of seven files – two new, three replaced, two removed – that a kill has cut off.
@Suite("Changes that a kill has interrupted")
struct InterruptedChangeTests {
  private let folder: TemporaryFolder
  private let location: CalendarLocation
  private let before: [String: String]
  private let after: [String: String]
  /// The journal as it is while the change is made.
  private let journal: String

  init() throws {
    folder = try TemporaryFolder()
    location = CalendarLocation(folder.path)
    for name in ["a", "b", "c", "d", "e"] {
      try folder.file("\(name).ics", Sample.calendar(name, "old \(name)"))
    }
    before = try folder.state
    var directory = try CalendarDirectory(opening: folder.path)
    for index in directory.files.indices {
      if index < 3 {
        try directory.files[index].document.calendars[0].rename(["a", "b", "c"][index], "new")
      } else {
        directory.files[index].document.calendars[0] = .init()
      }
    }
    for name in ["f", "g"] { directory.insert([try Sample.event(name, "new")]) }
    try directory.save("changed everything", at: Sample.now)
    after = try folder.state
    let text = try folder.content(".almanac-undo")
    journal = text.replacing("settled", with: "pending", maxReplacements: 1)
    #expect(Set(after.keys) == ["a.ics", "b.ics", "c.ics", "f.ics", "g.ics"] && journal != text)
  }

  private var names: [String] { Set(before.keys).union(after.keys).sorted() }

  /// Brings the folder into the state in which the change has come to some files.
  private func interrupt(_ changed: Set<String>) throws {
    for name in names {
      if let text = (changed.contains(name) ? after : before)[name] {
        try folder.file(name, text)
      } else if FileManager.default.fileExists(atPath: folder.path(name)) {
        try folder.remove(name)
      }
    }
    try folder.file(".almanac-undo", journal)
  }

  @Test(
    "whatever files it has come to, readers see the files before it, and the next change takes it back or completes it"
  )
  func everySubset() throws {
    for mask in 0..<1 << names.count {
      let changed = Set(names.enumerated().filter { mask >> $0.offset & 1 == 1 }.map { $0.element })
      try interrupt(changed)
      let isMade = changed.count == names.count
      let expected = isMade ? after : before

      let read = try CalendarDirectory(opening: folder.path)
      #expect(read.problems.isEmpty)
      let contents = read.files.map {
        (FileSystem.name(of: $0.path), String(decoding: $0.content, as: UTF8.self))
      }
      #expect(Dictionary(uniqueKeysWithValues: contents) == expected)
      for (name, text) in expected {
        let content = try CalendarFile(opening: folder.path(name)).content
        #expect(String(decoding: content, as: UTF8.self) == text)
      }

      let transaction = try FileTransaction(on: [location], patience: .zero)
      #expect(transaction.recoveries.map { $0.outcome } == [isMade ? .completed : .takenBack])
      #expect(try folder.state == expected)
      #expect(try CalendarDirectory(opening: folder.path).files.count == 5)
      #expect(try folder.names.contains(".almanac-undo") == isMade)
    }
  }

  @Test("a file that somebody has changed since is not touched, and the change stays as it is")
  func foreign() throws {
    for name in names where before[name] != nil {
      try interrupt(["f.ics", "a.ics"])
      let foreign = Sample.calendar("x", "foreign")
      try folder.file(name, foreign)
      let cut = try folder.state
      let transaction = try FileTransaction(on: [location], patience: .zero)
      #expect(transaction.recoveries.map { $0.outcome } == [.abandoned])
      #expect(try folder.state == cut)
    }
  }

  @Test(
    "somebody who may not write to the folder reads the files before the change, and is told so",
    .enabled(if: geteuid() != 0, "root may write everywhere"))
  func readOnly() throws {
    try interrupt(["f.ics", "a.ics"])
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path) }
    let cut = try folder.state
    let read = try CalendarStore([location], for: .reading)
    #expect(read.problems.map { $0.code } == [.readThrough])
    #expect(read.calendars.flatMap { $0.summaries } == ["old a", "old b", "old c", "old d", "old e"])
    #expect(try folder.state == cut)
  }

  @Test(
    "a journal that names other files is not read through, and writes nothing",
    arguments: [
      "../a.ics", "/tmp/a.ics", "inner/../../a.ics", ".hidden.ics", "notes.txt",
    ])
  func hostile(path: String) throws {
    let other = try TemporaryFolder()
    try other.makeFolder("calendar")
    try other.file("a.ics", "outside")
    try other.file("calendar/b.ics", Sample.calendar("b", "b"))
    let text =
      "almanac undo 2 pending\nchange 1772438400 1 1 5\nhello\n"
      + "file 0 0 4 4 1 7 1 \(path.utf8.count)\n\(path)\nevil\n"
    try other.file("calendar/.almanac-undo", text)
    let location = CalendarLocation(other.path("calendar"))
    #expect(try CalendarStore([location], for: .reading).calendars.flatMap { $0.summaries } == ["b"])
    let transaction = try FileTransaction(on: [location], patience: .zero)
    #expect(transaction.recoveries.isEmpty)
    #expect(UndoHistory(of: [location]).problems.map { $0.code } == [.untrustedJournal])
    #expect(try other.content("a.ics") == "outside")
    #expect(try other.names == ["a.ics", "calendar"])
  }

  @Test("an interrupted change of two directories is taken back in both")
  func twoDirectories() throws {
    let two = try TemporaryFolder()
    let locations = try ["one", "two"].map { name in
      try two.makeFolder(name)
      try two.file("\(name)/x.ics", Sample.calendar(name, "old"))
      return CalendarLocation(two.path(name))
    }
    let before = try ["one", "two"].map { try two.content("\($0)/x.ics") }
    var store = try CalendarStore(locations, for: .changing(patience: .zero))
    for uid in ["one", "two"] {
      let place = try store.location(uid: uid)
      try store.change(place.main) { (calendar) throws(EventError) in try calendar.rename(uid, "new") }
    }
    try store.save("renamed both", at: Sample.now)
    store.lock?.release()
    try two.file("two/x.ics", before[1])
    for name in ["one", "two"] {
      let text = try two.content("\(name)/.almanac-undo")
      try two.file("\(name)/.almanac-undo", text.replacing("settled", with: "pending", maxReplacements: 1))
    }
    _ = try FileTransaction(on: locations, patience: .zero)
    #expect(try ["one", "two"].map { try two.content("\($0)/x.ics") } == before)
  }
}
