import AlmanacFiles
import AlmanacSync
import Foundation
import TestSupport
import Testing

@Suite("A directory as a side of a synchronization")
struct DirectoryRemoteTests {
  private let folder: TemporaryFolder
  private let remote: DirectoryRemote

  init() throws {
    folder = try TemporaryFolder()
    remote = DirectoryRemote(folder.path, timeout: .zero, at: Sample.now)
  }

  private func code(_ body: () throws -> Void) -> SyncError.Code? {
    do { try body() } catch { return (error as? SyncError)?.code }
    return nil
  }

  @Test("the token of a file that did not change lately needs none of its bytes, and is that of its content")
  func settled() throws {
    let corpus = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "AlmanacICSTests/Corpus").path
    let remote = DirectoryRemote(corpus, at: Sample.now)
    let tokens = try remote.list()
    #expect(tokens.count > 50 && Set(tokens.values).count == tokens.count)
    for (name, token) in tokens {
      let resource = try remote.read(name)
      #expect(resource.token == token && token != "\(ContentDigest(resource.bytes))")
      #expect(resource.bytes == Array(try Data(contentsOf: URL(filePath: corpus + "/" + name))))
    }
  }

  @Test("over random changes of equal length no content has the token of the one before it")
  func fresh() throws {
    var generator = SeededGenerator(seed: 3)
    var contents: [String: String] = [:]
    var tokens: [String: String] = [:]
    for _ in 0..<200 {
      let name = generator.one(of: ["a.ics", "b.ics", "c.ics"])
      let content = generator.one(of: ["one", "two", "six"])
      try folder.file(name, content)
      let now = try remote.list()
      for (name, token) in tokens where contents[name] != nil {
        let isSame = contents[name] == (try? folder.content(name))
        #expect(isSame || now[name] != token)
      }
      contents[name] = content
      tokens = now
    }
  }

  /// The names of a server's resources are free (RFC 4791 §5.3.1), and files of a folder end in .ics.
  @Test("a resource of a server whose name is hidden or has no extension is a visible file with one")
  func freeNames() async throws {
    func event(_ uid: String, _ title: String) -> [UInt8] {
      let lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", "BEGIN:VEVENT", "UID:\(uid)"]
      let rest = ["DTSTART:20260302", "SUMMARY:\(title)", "END:VEVENT", "END:VCALENDAR", ""]
      return Array((lines + rest).joined(separator: "\r\n").utf8)
    }
    let names = ["..11.ics", ".hidden.ics", "color", "x.ics", "y.ICS", "z.txt"]
    let server = MemoryRemote(Dictionary(uniqueKeysWithValues: names.map { ($0, event($0, "S")) }))
    var state = SyncState()
    func run() async throws {
      let plan = SyncPlan(
        state, local: try await .local(of: remote, since: state),
        remote: try await .remote(of: server, since: state))
      #expect(plan.problems.isEmpty)
      #expect(try await state.apply(plan, local: remote, remote: server).isEmpty)
    }
    for _ in 0..<2 { try await run() }
    #expect(
      try remote.list().keys.sorted()
        == ["11.ics", "color.ics", "hidden.ics", "x.ics", "y.ICS.ics", "z.txt.ics"])
    let token = try remote.read("color.ics").token
    _ = try remote.write(event("color", "T"), to: "color.ics", replacing: token)
    try await run()
    #expect(try await server.read("color").bytes == event("color", "T"))
    #expect(await server.list().keys.sorted() == names)
    try remote.delete("z.txt.ics", having: try remote.read("z.txt.ics").token)
    try await run()
    #expect(await server.list().keys.sorted() == names.dropLast())
  }

  @Test("a file is written and removed only with the token that it has")
  func preconditions() throws {
    let first = try remote.write(Array("one".utf8), to: "a.ics", replacing: nil)
    #expect(try remote.list().keys.sorted() == ["a.ics"])
    #expect(code { _ = try remote.write([], to: "a.ics", replacing: nil) } == .conflict)
    #expect(code { _ = try remote.write([], to: "b.ics", replacing: first) } == .conflict)
    let second = try remote.write(Array("two".utf8), to: "a.ics", replacing: first)
    #expect(code { try remote.delete("a.ics", having: first) } == .conflict)
    #expect(try folder.content("a.ics") == "two")
    try remote.delete("a.ics", having: second)
    #expect(try remote.list().isEmpty)
    #expect(code { _ = try remote.read("a.ics") } == .notFound)
    #expect(code { try remote.delete("a.ics", having: second) } == .conflict)
  }

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test("changes made together are one change for undo, without those of a group of which one is refused")
  func together() throws {
    let names = (0..<20).map { "\($0).ics" }
    for name in names { try folder.file(name, "old") }
    let tokens = try remote.list()
    try folder.file("1.ics", "foreign")
    let before = try folder.state
    var changes = names.enumerated().map { index, name in
      SyncChange(
        name: name, bytes: index < 10 ? bytes("new") : nil, token: tokens[name], group: index / 2)
    }
    changes.insert(SyncChange(name: "n.ics", bytes: bytes("new"), token: nil, group: 20), at: 0)
    let made = remote.apply(changes).map { outcome in
      if case .made = outcome { true } else { false }
    }
    #expect(made == [true, false, false] + Array(repeating: true, count: 18))
    var after = ["0.ics": "old", "1.ics": "foreign", "n.ics": "new"]
    for name in names[2..<10] { after[name] = "new" }
    #expect(try folder.state == after)
    var transaction = try FileTransaction(on: [CalendarLocation(folder.path)], timeout: .zero)
    _ = try transaction.undo()
    #expect(try folder.state == before)
  }

  private func undo() throws {
    var transaction = try FileTransaction(on: [CalendarLocation(folder.path)], timeout: .zero)
    _ = try transaction.undo()
  }

  @Test(
    "contents of a synchronization that undo reverted are listed, whatever edits follow, until they are written again"
  )
  func undone() throws {
    for name in ["gone", "written"] { try folder.file("\(name).ics", Sample.calendar(name, "x")) }
    let tokens = try remote.list()
    var directory = try CalendarDirectory(opening: folder.path)
    directory.files.remove(at: 0)
    try directory.save("removed", at: Sample.now)
    try undo()
    #expect(remote.undone().isEmpty)
    let changes = [
      SyncChange(name: "new.ics", bytes: bytes("new"), token: nil),
      SyncChange(name: "written.ics", bytes: bytes("other"), token: tokens["written.ics"]),
    ]
    _ = remote.apply(changes)
    try undo()
    let (new, other) = (ContentDigest(bytes("new")), ContentDigest(bytes("other")))
    #expect(remote.undone() == ["new.ics": [new], "written.ics": [other]])
    try folder.file("new.ics", "edited")
    #expect(remote.undone() == ["new.ics": [new], "written.ics": [other]])
    _ = try remote.write(bytes("third"), to: "written.ics", replacing: try remote.list()["written.ics"])
    try undo()
    let third = ContentDigest(bytes("third"))
    #expect(remote.undone() == ["new.ics": [new], "written.ics": [other, third]])
    _ = try remote.write(bytes("other"), to: "written.ics", replacing: try remote.list()["written.ics"])
    #expect(remote.undone() == ["new.ics": [new], "written.ics": [third]])
    // An undo that is refused reverts nothing.
    _ = try remote.write(bytes("last"), to: "written.ics", replacing: try remote.list()["written.ics"])
    try folder.file("written.ics", "foreign")
    #expect(throws: FileError.self) { try undo() }
    #expect(remote.undone() == ["new.ics": [new], "written.ics": [third]])
  }

  @Test("a subdirectory is a collection; its changes are in the undo journal of the directory")
  func collections() throws {
    for name in ["work", "home/inner", "empty", ".hidden"] { try folder.makeFolder(name) }
    for name in ["work/a.ics", "home/inner/b.ics", ".hidden/c.ics", "top.ics"] {
      try folder.file(name, "old")
    }
    try folder.makeFolder("side")
    try folder.link("side/elsewhere", to: "../work")
    let listing = try DirectoryListing(folder.path)
    #expect(listing.collections == ["home/inner", "work"] && listing.collectionsElsewhere.isEmpty)
    let side = try DirectoryListing(folder.path("side"))
    #expect(side.collections.isEmpty && side.collectionsElsewhere == ["elsewhere"])
    let work = DirectoryRemote(folder.path, collection: "work", timeout: .zero, at: Sample.now)
    #expect(try work.list().keys.sorted() == ["a.ics"])
    let new = DirectoryRemote(folder.path, collection: "new/inner", timeout: .zero, at: Sample.now)
    #expect(try new.list().isEmpty && !folder.names.contains("new"))
    try new.makeCollection()
    _ = try new.write(bytes("x"), to: "x.ics", replacing: nil)
    #expect(try folder.content("new/inner/x.ics") == "x")
    var transaction = try FileTransaction(on: [CalendarLocation(folder.path)], timeout: .zero)
    let undone = try transaction.undo()
    #expect(undone.summary == "sync new/inner/x.ics")
    #expect(new.undone() == ["x.ics": [ContentDigest(bytes("x"))]] && remote.undone().isEmpty)
  }

  @Test("no collection is created through a link that leads out of the directory")
  func collectionElsewhere() throws {
    for name in ["side", "outside"] { try folder.makeFolder(name) }
    try folder.link("side/dangling", to: "../outside/new")
    try folder.link("side/link", to: "../outside")
    for name in ["dangling", "link/new"] {
      let remote = DirectoryRemote(folder.path("side"), collection: name, timeout: .zero, at: Sample.now)
      #expect(FileError.code { () throws(FileError) in try remote.makeCollection() } == .outside)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("outside")).isEmpty)
  }

  @Test("a file that was written has the same token when it is listed, until it is changed")
  func tokenOfWritten() throws {
    let first = try remote.write(bytes("one"), to: "a.ics", replacing: nil)
    #expect(try remote.list() == ["a.ics": first] && first != "\(ContentDigest(bytes("one")))")
    try folder.file("a.ics", "two")
    #expect(try remote.list()["a.ics"] != first)
  }

  @Test("A change that cannot be made is refused for its file, and the others are made")
  func refusals() throws {
    try folder.file("outside", "old")
    try folder.makeFolder("side")
    try folder.link("side/link.ics", to: "../outside")
    try folder.makeFolder("side/folder.ics")
    let side = DirectoryRemote(folder.path("side"), timeout: .zero, at: Sample.now)
    let token = try #require(try side.list()["link.ics"])
    let outcomes = side.apply([
      SyncChange(name: "n.ics", bytes: bytes("new"), token: nil),
      SyncChange(name: "folder.ics", bytes: bytes("new"), token: nil, group: 1),
      SyncChange(name: "link.ics", bytes: bytes("new"), token: token, group: 2),
    ])
    let codes = outcomes.map { outcome in
      if case .refused(let error) = outcome { "\(error.name) \(error.code.rawValue)" } else { "made" }
    }
    #expect(codes == ["made", "folder.ics refused", "link.ics refused"])
    #expect(try folder.content("side/n.ics") == "new" && folder.content("outside") == "old")
  }

  @Test("While another process changes the directory, every change fails")
  func failure() throws {
    let holder = try FileTransaction(on: [CalendarLocation(folder.path)], timeout: .zero)
    let outcomes = remote.apply([SyncChange(name: "n.ics", bytes: bytes("new"), token: nil)])
    withExtendedLifetime(holder) {}
    if case .failed(let error)? = outcomes.first {
      #expect((error as? FileError)?.code == .locked)
    } else {
      Issue.record("made")
    }
  }

  @Test("The state of a link to a missing file is not known: it is no deletion")
  func danglingLink() async throws {
    for side in ["f", "g"] { try folder.makeFolder(side) }
    try folder.makeFolder("disk")
    try folder.file("disk/a.ics", Sample.calendar("a", "A"))
    try folder.link("f/a.ics", to: "../disk/a.ics")
    try folder.file("f/b.ics", Sample.calendar("b", "B"))
    let sides = ["f", "g"].map { DirectoryRemote(folder.path($0), timeout: .zero, at: Sample.now) }
    var state = SyncState()
    func synchronize() async throws -> SyncPlan {
      let plan = SyncPlan(
        state, local: try await .local(of: sides[0], since: state),
        remote: try await .remote(of: sides[1], since: state))
      _ = try await state.apply(plan, local: sides[0], remote: sides[1], at: Sample.now)
      return plan
    }
    _ = try await synchronize()
    try FileManager.default.moveItem(atPath: folder.path("disk"), toPath: folder.path("away"))
    let plan = try await synchronize()
    #expect(plan.problems.map(\.name) == ["a.ics"] && plan.problems.map(\.code) == [.unreadable])
    #expect(try folder.content("g/a.ics").contains("UID:a"))
    try FileManager.default.moveItem(atPath: folder.path("away"), toPath: folder.path("disk"))
    #expect(try await synchronize().problems.isEmpty)
  }

  @Test("a change that was interrupted is undone before the files are listed")
  func interrupted() throws {
    try folder.file("a.ics", "old")
    try folder.file("b.ics", "old")
    let location = CalendarLocation(folder.path)
    let changes = ["a.ics", "b.ics"].map {
      FileChange(folder.path($0), in: location, before: bytes("old"), after: bytes("new"))
    }
    do {
      var transaction = try FileTransaction(on: [location], timeout: .zero)
      try transaction.commit(changes.map { (0, $0) }, "both", at: Sample.now)
    }
    let journal = try folder.content(".almanac-undo")
    try folder.file(".almanac-undo", journal.replacing("settled", with: "pending", maxReplacements: 1))
    try folder.file("b.ics", "old")
    let tokens = try remote.list()
    #expect(try folder.state == ["a.ics": "old", "b.ics": "old"])
    #expect(try remote.read("a.ics").token == tokens["a.ics"])
  }
}
