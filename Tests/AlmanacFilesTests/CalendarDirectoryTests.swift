import AlmanacEvents
import AlmanacFiles
import AlmanacICS
import AlmanacSync
import AlmanacTime
import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("A directory of calendars, one file an item")
struct CalendarDirectoryTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a", "b", "c"] { try folder.file("\(name).ics", Sample.calendar(name, name)) }
  }

  private func open() throws -> CalendarDirectory { try CalendarDirectory(opening: folder.path) }

  @Test("name, colour and items are those that khal and vdirsyncer write")
  func layout() throws {
    try folder.file("displayname", "Spring term\n")
    try folder.file("color", "#1e90ff\n")
    try folder.file(".hidden.ics", Sample.calendar("h", "h"))
    try folder.file("a.ics~", Sample.calendar("backup", "backup"))
    let calendars = try open().calendars
    #expect(calendars.map { $0.name } == ["Spring term"])
    #expect(calendars.first?.color == (try CalendarColor("#1e90ff")))
    #expect(calendars.first?.summaries == ["a", "b", "c"])
  }

  @Test(
    "busy time, availability, unknown components and X- properties of its files are those of the calendar")
  func otherComponents() throws {
    let parts = [
      "BEGIN:VFREEBUSY", "UID:fb", "DTSTAMP:20260101T000000Z", "FREEBUSY:20260314T100000Z/PT4H",
      "END:VFREEBUSY",
      "BEGIN:VAVAILABILITY", "UID:av", "DTSTAMP:20260101T000000Z", "END:VAVAILABILITY", "BEGIN:X-PART",
      "UID:part", "END:X-PART", "END:VCALENDAR",
    ].joined(separator: "\r\n")
    let text = Sample.calendar("d", "d").replacing("BEGIN:VEVENT", with: "X-A:1\r\nBEGIN:VEVENT")
      .replacing("END:VCALENDAR", with: parts)
    try folder.file("d.ics", text)
    let alone = try #require(try CalendarFile(opening: folder.path("d.ics")).document.calendars.first)
    #expect(alone.freeBusy.count == 1 && alone.availabilities.count == 1)
    let calendars = try open().calendars
    let whole = try #require(calendars.first)
    #expect(calendars.count == 1 && whole.summaries == ["a", "b", "c", "d"])
    #expect(whole.freeBusy == alone.freeBusy && whole.availabilities == alone.availabilities)
    #expect(whole.unmodelled == alone.unmodelled && !alone.unmodelled.properties.isEmpty)
  }

  @Test("a directory with busy time alone, beside a calendar of its own, has both")
  func busyTimeAlone() throws {
    for name in ["a", "b", "c"] { try folder.remove("\(name).ics") }
    let named = Sample.calendar("w", "w").replacing("BEGIN:VEVENT", with: "NAME:Work\r\nBEGIN:VEVENT")
    try folder.file("w.ics", named)
    let busy = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", "BEGIN:VFREEBUSY", "UID:fb", "END:VFREEBUSY"]
    try folder.file("fb.ics", (busy + ["END:VCALENDAR", ""]).joined(separator: "\r\n"))
    #expect(try open().calendars.map { $0.freeBusy.count } == [1, 0])
  }

  @Test("a file with its extension in upper case is one of the calendar's, and is written where it is")
  func upperCase() throws {
    try folder.file("D.ICS", Sample.calendar("d", "d"))
    var directory = try open()
    #expect(Set(directory.calendars.flatMap { $0.summaries }) == ["a", "b", "c", "d"])
    let index = try #require(directory.files.firstIndex { $0.path == folder.path("D.ICS") })
    try directory.files[index].document.calendars[0].rename("d", "D")
    try directory.save("renamed d", at: Sample.now)
    #expect(try folder.content("D.ICS").contains("SUMMARY:D"))
    var transaction = try FileTransaction(on: [CalendarLocation(folder.path)], timeout: .zero)
    #expect(try transaction.undo().summary == "renamed d")
    #expect(try folder.content("D.ICS") == Sample.calendar("d", "d"))
  }

  @Test("a file that cannot be read costs itself only, and is named")
  func damaged() throws {
    try folder.file("b.ics", "not a calendar")
    try folder.file("color", "no colour")
    try folder.makeFolder("d.ics")
    let directory = try open()
    #expect(directory.calendars.flatMap { $0.summaries } == ["a", "c"])
    #expect(
      directory.problems.map { $0.path } == [folder.path("color"), folder.path("b.ics")])
    #expect(directory.problems.allSatisfy { $0.code == .badData && $0.line > 0 || $0.content != nil })
  }

  @Test("only files that were changed are written; the others keep their bytes and their times")
  func untouched() throws {
    var directory = try open()
    let times = try folder.names.map { try modified($0) }
    try directory.files[1].document.calendars[0].rename("b", "B")
    try directory.save("renamed b", at: Sample.now)
    #expect(try modified("a.ics") == times[0] && modified("c.ics") == times[2])
    #expect(try open().calendars.flatMap { $0.summaries } == ["B", "a", "c"])
    // Saved values can be changed and saved again.
    try directory.files[1].document.calendars[0].rename("b", "BB")
    try directory.save("renamed b again", at: Sample.now)
    #expect(try folder.content("b.ics").contains("SUMMARY:BB"))
  }

  private func modified(_ name: String) throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: folder.path(name))[.modificationDate] as? Date
  }

  @Test("a refreshed directory has the changes of other programs and the unsaved local ones")
  func refresh() throws {
    var directory = try open()
    #expect(try directory.refresh() == [])
    try folder.file("b.ics", Sample.calendar("b", "foreign"))
    try folder.remove("c.ics")
    try folder.file("d.ics", Sample.calendar("d", "d"))
    directory.insert([try Sample.event("own", "own")])
    let changed = try directory.refresh().map { FileSystem.name(of: $0) }
    #expect(changed.sorted() == ["b.ics", "c.ics", "d.ics"])
    #expect(directory.calendars.flatMap { $0.summaries } == ["a", "d", "foreign", "own"])
    try directory.save("own", at: Sample.now)
    #expect(try open().calendars.flatMap { $0.summaries } == ["a", "d", "foreign", "own"])
    #expect(try directory.refresh() == [])
  }

  @Test("over random rounds of foreign changes a refreshed directory is as one that is opened anew")
  func refreshLaw() throws {
    var generator = SeededGenerator(seed: 5)
    var directory = try open()
    for round in 0..<40 {
      for _ in 0..<generator.int(0...3) {
        let name = generator.one(of: ["a.ics", "b.ics", "c.ics", "d.ics", "e.ics"])
        if generator.once(in: 3), FileManager.default.fileExists(atPath: folder.path(name)) {
          try folder.remove(name)
        } else {
          try folder.file(name, Sample.calendar(name, "round \(round)"))
        }
      }
      try directory.refresh()
      let fresh = try open()
      #expect(directory.files.map { $0.path } == fresh.files.map { $0.path })
      #expect(directory.files.map { $0.content } == fresh.files.map { $0.content })
    }
  }

  @Test("a file that changed on disk is not overwritten, and can be refreshed")
  func conflict() throws {
    var directory = try open()
    try directory.files[0].document.calendars[0].rename("a", "mine")
    try folder.file("a.ics", Sample.calendar("a", "theirs"))
    let code = FileError.code { () throws(FileError) in try directory.save("mine", at: Sample.now) }
    #expect(code == .conflict)
    #expect(try folder.content("a.ics") == Sample.calendar("a", "theirs"))
  }

  @Test("faults that a save finds are reported though it changes nothing")
  func problemsOfRefusedSave() throws {
    var directory = try open()
    var file = try CalendarFile(opening: folder.path("a.ics"))
    try directory.files[0].document.calendars[0].rename("a", "mine")
    try file.document.calendars[0].rename("a", "mine")
    try folder.file("a.ics", Sample.calendar("a", "theirs"))
    for path in [folder.path, file.path] { try folder.file(CalendarLocation(path).journalName, "no journal") }
    let before = directory.problems.count
    #expect(
      FileError.code { () throws(FileError) in try directory.save("mine", at: Sample.now) } == .conflict)
    #expect(directory.problems.dropFirst(before).map { $0.code } == [.untrustedJournal])
    #expect(FileError.code { () throws(FileError) in try file.save("mine", at: Sample.now) } == .conflict)
    #expect(file.problems.map { $0.code } == [.untrustedJournal])
  }

  @Test("UIDs of strangers are no paths: each item has a plain file of its own in the directory")
  func hostileNames() throws {
    let uids = [
      "../../escaped", "/etc/passwd", ".hidden", "a/b", "..", ".", "a\\b", "a b", "a\nb", "ä", "a", "A*?",
      "~root", "$(x)", "-rf", String(repeating: "x", count: 300), "color", "nul\u{0}l", "x.ics",
      "\u{202E}gpj",
    ]
    var directory = try open()
    for uid in uids { directory.insert([try Sample.event(uid, "stranger")]) }
    try directory.save("strangers", at: Sample.now)
    let names = try folder.names.filter { $0 != ".almanac-undo" }
    #expect(names.count == 3 + uids.count)
    #expect(
      names.allSatisfy { name in name.hasSuffix(".ics") && !name.hasPrefix(".") && name.utf8.count < 255 })
    #expect(names.allSatisfy { $0.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "/") } })
    #expect(Set(["\(ContentDigest("a b".utf8)).ics", "a.ics", "-rf.ics"]).isSubset(of: names))
    let read = try open().files.flatMap { $0.document.calendars.flatMap { $0.items } }.count {
      $0.summary == "stranger"
    }
    #expect(read == uids.count)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path + "/..").contains("escaped.ics")
        == false)
  }

  @Test("an item that several files have is reported, the parts of a scattered series are not")
  func duplicates() throws {
    try folder.file("a (conflicted copy).ics", Sample.calendar("a", "other"))
    try folder.file("b-override.ics", Sample.calendar("b", "moved", "RECURRENCE-ID:20260303T090000"))
    let duplicates = try open().duplicates
    #expect(duplicates.map { $0.uid } == ["a"])
    #expect(duplicates.first?.paths.map { FileSystem.name(of: $0) } == ["a (conflicted copy).ics", "a.ics"])
    let store = try CalendarStore([CalendarLocation(folder.path)], for: .reading)
    #expect(FileError.code { () throws(FileError) in _ = try store.position(uid: "a") } == .ambiguous)
    #expect(FileError.code { () throws(FileError) in _ = try store.position(uid: "none") } == .notFound)
    #expect(try store.location(uid: "b").parts.count == 2)
  }

  @Test("a file that is removed from the value is removed by saving, even after a refresh")
  func removal() throws {
    let before = try folder.state
    var directory = try open()
    directory.files.removeAll { FileSystem.name(of: $0.path) == "b.ics" }
    try folder.file("d.ics", Sample.calendar("d", "d"))
    try directory.refresh()
    #expect(directory.calendars.flatMap { $0.summaries } == ["a", "c", "d"])
    try directory.save("removed b", at: Sample.now)
    #expect(try Set(folder.state.keys) == ["a.ics", "c.ics", "d.ics"])
    try directory.save("nothing", at: Sample.now)
    try folder.remove("d.ics")
    var transaction = try FileTransaction(on: [CalendarLocation(folder.path)])
    #expect(try transaction.undo().summary == "removed b")
    #expect(try folder.state == before)
  }

  @Test("a file that another program has changed is not removed")
  func conflictingRemoval() throws {
    var directory = try open()
    directory.files.removeFirst()
    try folder.file("a.ics", Sample.calendar("a", "theirs"))
    let code = FileError.code { () throws(FileError) in try directory.save("removed a", at: Sample.now) }
    #expect(code == .conflict)
    #expect(try folder.content("a.ics") == Sample.calendar("a", "theirs"))
  }

  @Test(
    "without its last item a file goes, but not the name and the colour of a calendar of its own",
    arguments: [("", false), ("NAME:Work", true), ("COLOR:navy", true), ("X-WR-CALNAME:Work", true)])
  func lastItem(line: String, isKept: Bool) throws {
    let text = Sample.calendar("w", "w").replacing("BEGIN:VEVENT", with: "\(line)\r\nBEGIN:VEVENT")
    try folder.file("w.ics", line.isEmpty ? Sample.calendar("w", "w") : text)
    for isNamed in [false, true] {
      if isNamed { try folder.file("displayname", "All\n") }
      var store = try CalendarStore([CalendarLocation(folder.path)], for: .changing(timeout: .zero))
      try store.remove(ItemID(uid: "w", kind: .event))
      try store.save("removed w", at: Sample.now)
      #expect(try folder.names.contains("w.ics") == (isKept && !isNamed))
      if isKept, !isNamed { #expect(try folder.content("w.ics").contains(line)) }
      store.lock?.release()
      var transaction = try FileTransaction(on: [CalendarLocation(folder.path)], timeout: .zero)
      _ = try transaction.undo()
    }
  }

  @Test("UIDs that differ in capital letters alone get names that differ on every file system")
  func letters() throws {
    var directory = try open()
    for uid in ["Meeting", "MEETING", "meeting", "B"] { directory.insert([try Sample.event(uid, uid)]) }
    try directory.save("made", at: Sample.now)
    let names = try folder.names.map { $0.lowercased() }
    #expect(Set(names).count == names.count && names.count == 8)
    #expect(try open().calendars.flatMap { $0.summaries }.contains("B"))
  }

  @Test("directories more than 100 levels below are reported, and the others are read and changed")
  func deepDirectories() throws {
    for (depth, uid) in [(1, "e1"), (100, "e100"), (101, "e101"), (300, "e300")] {
      let path = Array(repeating: "d", count: depth).joined(separator: "/")
      try folder.makeFolder(path)
      try folder.file("\(path)/\(uid).ics", Sample.calendar(uid, uid))
    }
    let store = try CalendarStore([CalendarLocation(folder.path)], for: .reading)
    #expect(Set(store.calendars.flatMap { $0.summaries }).isSuperset(of: ["e1", "e100"]))
    #expect(store.calendars.allSatisfy { $0.item(uid: "e101") == nil && $0.item(uid: "e300") == nil })
    let reported = store.problems.map { $0.path.split(separator: "/").count { $0 == "d" } }
    #expect(reported == [101])
    let transaction = try FileTransaction(on: [CalendarLocation(folder.path)], timeout: .zero)
    #expect(transaction.lock.directories.count == 101)
  }

  @Test("a link to a directory elsewhere leads to its files, and to no other directory from there")
  func linkedDirectory() throws {
    let outside = try TemporaryFolder()
    try outside.makeFolder("deep")
    try outside.file("x.ics", Sample.calendar("x", "x"))
    try outside.file("deep/y.ics", Sample.calendar("y", "y"))
    try folder.makeFolder("inner/deep")
    try folder.file("inner/deep/z.ics", Sample.calendar("z", "z"))
    try folder.link("inner/out", to: outside.path)
    try folder.link("inner/up", to: folder.path)
    let listed = try DirectoryListing(folder.path).all.flatMap { $0.files }.map { FileSystem.name(of: $0) }
    #expect(listed.sorted() == ["a.ics", "b.ics", "c.ics", "x.ics", "z.ics"])
    // No change leads there, and so no lock.
    let transaction = try FileTransaction(on: [CalendarLocation(folder.path)], timeout: .zero)
    #expect(transaction.lock.directories == ["", "/inner", "/inner/deep"].map { folder.path + $0 })
  }

  @Test(
    "a directory that cannot be listed costs itself only, and is named",
    .enabled(if: geteuid() != 0, "root may read everything"))
  func unreadableDirectory() throws {
    try folder.makeFolder("closed")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.path("closed"))
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path("closed"))
    }
    let store = try CalendarStore([CalendarLocation(folder.path)], for: .changing(timeout: .zero))
    #expect(store.calendars.flatMap { $0.summaries } == ["a", "b", "c"])
    #expect(store.problems.map { $0.path } == [folder.path("closed")])
    #expect(store.problems.map { $0.code } == [.unreadable])
  }

  @Test("a reader sees all files of another process's change, or none")
  func reading() async throws {
    let folder = folder
    let location = CalendarLocation(folder.path)
    for number in 0..<60 { try folder.file("f\(number).ics", Sample.calendar("f\(number)", "filler")) }
    let names = ["a.ics", "z.ics"]
    for name in names { try folder.file(name, Sample.calendar(name, "0")) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for round in 1...40 {
          let changes = names.map { name in
            FileChange(
              folder.path(name), in: location, before: Array(Sample.calendar(name, "\(round - 1)").utf8),
              after: Array(Sample.calendar(name, "\(round)").utf8))
          }
          var transaction = try FileTransaction(on: [location])
          try transaction.commit(changes.map { (0, $0) }, "round \(round)", at: Sample.now)
          transaction.lock.release()
          try await Task.sleep(for: .milliseconds(20))
        }
      }
      group.addTask {
        var last = ""
        while last != "40", !Task.isCancelled {
          let read = try CalendarDirectory(opening: folder.path)
          let seen = read.calendars.flatMap { $0.items }.filter { names.contains($0.uid) }
          #expect(seen.count == 2 && Set(seen.map { $0.summary }).count == 1)
          #expect(read.problems.isEmpty)
          last = seen.first?.summary ?? ""
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("the example of the documentation")
  func example() throws {
    let (path, now) = (folder.path, Sample.now)
    let lecture = Event("Algebra", from: try CivilDateTime("2026-03-02T09:00"), lasting: .minutes(90))

    var term = try CalendarDirectory(opening: path)
    term.insert([.event(lecture)])
    try term.save("added \(lecture.summary)", at: now)
    #expect(try open().calendars.flatMap { $0.summaries } == ["Algebra", "a", "b", "c"])

    var transaction = try FileTransaction(on: [CalendarLocation(path)])
    let undone = try transaction.undo()
    #expect(undone.summary == "added Algebra")
    #expect(try term.refresh().count == 1)
    #expect(term.calendars.flatMap { $0.summaries } == ["a", "b", "c"])
  }

  @Test("a split puts the later part of a series into a file of its own, and undo brings back one file")
  func split() throws {
    try folder.file("s.ics", Sample.calendar("s", "Series", "RRULE:FREQ=DAILY;COUNT=9"))
    let before = try folder.state
    var store = try CalendarStore([CalendarLocation(folder.path)], for: .changing(timeout: .zero))
    let place = try store.location(uid: "s")
    let fifth = try #require(
      store[place].occurrences(
        in: try Instant("2026-03-06T00:00:00Z")..<Instant("2026-03-07T00:00:00Z"), viewer: .utc
      ).first { $0.id.uid == "s" })
    _ = try store.change(place) { (calendar) throws(EventError) in
      try calendar.edit(
        fifth.id, scope: .thisAndFuture, at: Sample.now, viewer: .utc, uids: UIDSource { _ in "later" }
      ) { $0.location = "B" }
    }
    try store.save("moved", at: Sample.now)
    #expect(Set(try folder.state.keys) == Set(before.keys).union(["later.ics"]))
    #expect(try folder.content("later.ics").contains("LOCATION:B"))
    #expect(try folder.content("s.ics").contains("LOCATION:B") == false)
    store.lock?.release()
    var transaction = try FileTransaction(on: [CalendarLocation(folder.path)], timeout: .zero)
    _ = try transaction.undo()
    #expect(try folder.state == before)
  }
}
