import AlmanacEvents
import AlmanacFiles
import AlmanacICS
import Foundation
import Synchronization
import TestSupport
import Testing

#if canImport(Glibc)
  import CExtendedAttributes
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
    "whatever files it has come to, readers see the files before it, and the next change undoes or completes it"
  )
  func everySubset() throws {
    let all = (1 << names.count) - 1
    for mask in sample(0..<all, oneIn: 4) + [all] {
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
      for name in names where expected[name] == nil {
        let path = folder.path(name)
        #expect(FileError.code { () throws(FileError) in _ = try CalendarFile(opening: path) } == .unreadable)
        let optional = CalendarLocation(path, isOptional: true)
        #expect(try CalendarStore.read(optional).sources.isEmpty)
      }

      let transaction = try FileTransaction(on: [location], timeout: .zero)
      #expect(transaction.recoveries.map { $0.outcome } == [isMade ? .completed : .undone])
      #expect(try folder.state == expected)
      #expect(try CalendarDirectory(opening: folder.path).files.count == 5)
      #expect(try folder.names.contains(".almanac-undo") == isMade)
    }
  }

  @Test(
    "a file with two names that is partly overwritten is read, and restored, as it was before",
    arguments: ["B", "A name that is longer than the one before it"])
  func tornFile(summary: String) throws {
    let folder = try TemporaryFolder()
    let location = CalendarLocation(folder.path)
    let (old, new) = (Sample.calendar("a", "An event", "LOCATION:Here"), Sample.calendar("a", summary))
    let path = try folder.file("a.ics", old)
    try FileManager.default.linkItem(atPath: path, toPath: folder.path("name"))
    var transaction = try FileTransaction(on: [location], timeout: .zero)
    let change = FileChange(path, in: location, before: Array(old.utf8), after: Array(new.utf8))
    try transaction.commit([(0, change)], "changed", at: Sample.now)
    transaction.lock.release()
    let journal = try folder.content(".almanac-undo").replacing(
      "settled", with: "pending", maxReplacements: 1)

    for count in sample(0..<new.utf8.count, oneIn: 4) + [new.utf8.count] {
      let torn = Array(new.utf8.prefix(count)) + Array(old.utf8.dropFirst(count))
      try folder.file("a.ics", String(decoding: torn, as: UTF8.self))
      try folder.file(".almanac-new-x", new)
      try folder.file(".almanac-undo", journal)
      let isMade = try folder.content("a.ics") == new
      #expect(
        try String(decoding: CalendarFile(opening: path).content, as: UTF8.self) == (isMade ? new : old))
      let transaction = try FileTransaction(on: [location], timeout: .zero)
      #expect(transaction.recoveries.map { $0.outcome } == [isMade ? .completed : .undone], "\(count)")
      #expect(try folder.content("name") == (isMade ? new : old))
      #expect(FileSystem.isSameFile(path, folder.path("name")))
      #expect(try !folder.names.contains(".almanac-new-x"))
    }
    // Neither content, nor one that is being overwritten by the other.
    let foreign = new.replacing("SUMMARY", with: "COMMENT")
    try folder.file("a.ics", foreign)
    try folder.file(".almanac-new-x", new)
    try folder.file(".almanac-undo", journal)
    let last = try FileTransaction(on: [location], timeout: .zero)
    #expect(last.recoveries.map { $0.outcome } == [.abandoned])
    #expect(try folder.content("name") == foreign)
  }

  #if canImport(Glibc)
    @Test("a file that is partly overwritten by one name is not read by another name, until it is restored")
    func tornByAnotherName() throws {
      let folder = try TemporaryFolder()
      for name in ["one", "two"] { try folder.makeFolder(name) }
      let (old, new) = (Sample.calendar("a", "An event", "LOCATION:Here"), Sample.calendar("a", "Moved"))
      let path = try folder.file("one/a.ics", old)
      try FileManager.default.linkItem(atPath: path, toPath: folder.path("two/b.ics"))
      let one = CalendarLocation(folder.path("one"))
      var transaction = try FileTransaction(on: [one], timeout: .zero)
      let change = FileChange(path, in: one, before: Array(old.utf8), after: Array(new.utf8))
      try transaction.commit([(0, change)], "changed", at: Sample.now)
      transaction.lock.release()
      let settled = try folder.content("one/.almanac-undo")
      // A change that is complete leaves no mark.
      let mark = "user.almanac.overwriting"
      #expect(getxattr(path, mark, nil, 0) < 0)

      let directory = Array(folder.path("one").utf8)
      guard setxattr(path, mark, directory, directory.count, 0) == 0 else { return }
      let torn = Array(new.utf8.prefix(150)) + Array(old.utf8.dropFirst(150))
      try folder.file("one/a.ics", String(decoding: torn, as: UTF8.self))
      try folder.file("one/.almanac-new-x", new)
      try folder.file(
        "one/.almanac-undo", settled.replacing("settled", with: "pending", maxReplacements: 1))
      let two = ["two", "two/b.ics"].map { CalendarLocation(folder.path($0)) }
      let store = try CalendarStore([two[0]], for: .reading)
      #expect(store.problems.map { $0.code } == [.unreadable] && store.calendars.allSatisfy { $0.count == 0 })
      for access in [CalendarStore.Access.reading, .changing(timeout: .zero)] {
        #expect(
          FileError.code { () throws(FileError) in _ = try CalendarStore([two[1]], for: access) }
            == .unreadable)
      }
      // By its own name it is read as it was, and restored.
      #expect(
        try CalendarStore([one], for: .reading).calendars.flatMap { $0.summaries } == ["An event"])
      #expect(try FileTransaction(on: [one], timeout: .zero).recoveries.map { $0.outcome } == [.undone])
      #expect(getxattr(path, mark, nil, 0) < 0)
      for location in two {
        let store = try CalendarStore([location], for: .changing(timeout: .zero))
        #expect(store.problems.isEmpty && store.calendars.flatMap { $0.summaries } == ["An event"])
      }
      // A mark that came with a copy is none.
      try #require(setxattr(path, mark, directory, directory.count, 0) == 0)
      #expect(try CalendarStore([two[1]], for: .reading).calendars.flatMap { $0.summaries } == ["An event"])
    }
  #endif

  @Test("a file that changed on disk is not touched, and the interrupted change remains pending")
  func foreign() throws {
    for name in names where before[name] != nil {
      try interrupt(["f.ics", "a.ics"])
      let foreign = Sample.calendar("x", "foreign")
      try folder.file(name, foreign)
      let cut = try folder.state
      let transaction = try FileTransaction(on: [location], timeout: .zero)
      #expect(transaction.recoveries.map { $0.outcome } == [.abandoned])
      #expect(try folder.state == cut)
    }
  }

  @Test(
    "a user who may not write to the folder reads the files before the change, and a problem is reported",
    .enabled(if: geteuid() != 0, "root may write everywhere"))
  func readOnly() throws {
    try interrupt(["f.ics", "a.ics"])
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path) }
    let cut = try folder.state
    let read = try CalendarStore([location], for: .reading)
    #expect(read.problems.map { $0.code } == [.unfinishedChange])
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
    let transaction = try FileTransaction(on: [location], timeout: .zero)
    #expect(transaction.recoveries.isEmpty)
    #expect(UndoHistory(of: [location]).problems.map { $0.code } == [.untrustedJournal])
    #expect(try other.content("a.ics") == "outside")
    #expect(try other.names == ["a.ics", "calendar"])
  }

  @Test(
    "a journal that another process leaves while its lock is waited for is found", arguments: ["", "inner"])
  func waiting(inner: String) throws {
    let outer = try TemporaryFolder()
    try outer.makeFolder("inner")
    let place = CalendarLocation(outer.path(inner))
    let file = (inner.isEmpty ? "" : inner + "/") + "x.ics"
    try outer.file(file, Sample.calendar("x", "old"))
    var directory = try CalendarDirectory(opening: place.path)
    try directory.files[0].document.calendars[0].rename("x", "new")
    directory.insert([try Sample.event("y", "new")])
    try directory.save("changed", at: Sample.now)
    let name = place.path + "/.almanac-undo"
    let text = try String(contentsOfFile: name, encoding: .utf8)
    let lock = try DirectoryLock([outer.path, outer.path("inner")], timeout: .zero)
    // Neither thread waits for its turn among the tasks of the tests.
    let recoveries = Mutex<[FileTransaction.Recovery]?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    Thread { [path = outer.path] in
      let found = try? FileTransaction(on: [CalendarLocation(path)], timeout: .seconds(60)).recoveries
      recoveries.withLock { $0 = found }
      isDone.signal()
    }.start()
    Thread.sleep(forTimeInterval: 0.3)
    try FileManager.default.removeItem(atPath: place.path + "/y.ics")
    try Data(text.replacing("settled", with: "pending", maxReplacements: 1).utf8).write(
      to: URL(filePath: name))
    lock.release()
    isDone.wait()
    #expect(recoveries.withLock { $0 }?.map { $0.outcome } == [.undone])
    #expect(try outer.content(file) == Sample.calendar("x", "old"))
  }

  @Test("an interrupted change that cannot be read through is reported")
  func unusable() throws {
    let path = try folder.file("lone.ics", Sample.calendar("l", "l"))
    try folder.file(".lone.ics.almanac-undo", "almanac undo 2 pending\nnonsense")
    #expect(try CalendarFile(opening: path).problems.map { $0.code } == [.unfinishedChange])
    #expect(try CalendarDirectory(opening: folder.path).problems.map { $0.code } == [.unfinishedChange])
    #expect(try CalendarStore([location], for: .reading).problems.map { $0.code } == [.unfinishedChange])
    #expect(
      try DirectoryListing(folder.path).interruptedJournals == [folder.path(".lone.ics.almanac-undo")])
  }

  @Test("an unusable journal in a directory around the location is not believed, and locks nothing there")
  func around() throws {
    try folder.makeFolder("inner")
    let line = "../../a.ics"
    try folder.file(
      ".almanac-undo",
      "almanac undo 2 pending\nchange 1 1 1 1\nx\nfile 0 0 -1 -1 0 1 1 \(line.utf8.count)\n\(line)\n\n")
    let inner = CalendarLocation(folder.path("inner"))
    let transaction = try FileTransaction(on: [inner], timeout: .zero)
    #expect(transaction.lock.directories == [inner.path] && transaction.recoveries.isEmpty)
    #expect(try CalendarDirectory(opening: inner.path).problems.isEmpty)
  }

  @Test(
    "another user's interrupted change is reported to readers of the location and refuses changes of it, and of no other",
    .enabled(if: geteuid() == 0, "only root can give files away"))
  func foreignUser() throws {
    try interrupt(["f.ics", "a.ics"])
    try folder.makeFolder("inner")
    // In a user namespace even root cannot give a file to a user that the namespace lacks.
    if chown(folder.path(".almanac-undo"), 65534, 65534) != 0, errno == EINVAL { return }
    #expect(try CalendarDirectory(opening: folder.path).problems.map { $0.code } == [.unfinishedChange])
    #expect(try CalendarDirectory(opening: folder.path("inner")).problems.isEmpty)
    let refusal = #expect(throws: FileError.self) { try FileTransaction(on: [location], timeout: .zero) }
    #expect(refusal?.code == .unfinishedChange && refusal?.path == folder.path)
    let inner = try FileTransaction(on: [CalendarLocation(folder.path("inner"))], timeout: .zero)
    #expect(inner.lock.directories == [folder.path("inner")])
  }

  @Test("a journal that this user began beside another user's is used after that is removed")
  func ownName() throws {
    try interrupt(["f.ics", "a.ics"])
    let text = try folder.content(".almanac-undo")
    try folder.remove(".almanac-undo")
    try folder.file(".almanac-undo.\(geteuid())", text)
    let read = try CalendarDirectory(opening: folder.path)
    #expect(read.calendars.flatMap { $0.summaries }.allSatisfy { $0.hasPrefix("old") })
    let transaction = try FileTransaction(on: [location], timeout: .zero)
    #expect(transaction.recoveries.map { $0.outcome } == [.undone])
    #expect(try folder.state == before)
  }
}
