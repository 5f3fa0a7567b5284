import CommandLineKit
import Foundation
import Testing

@Suite("sync: copies, collections and undo")
struct SynchronizedPlacesTests {
  private let folder: TemporaryFolder

  init() throws {
    self.init(in: try TemporaryFolder())
  }

  private init(in folder: TemporaryFolder) {
    self.folder = folder
  }

  private func calendar(_ uid: String, _ lines: String...) -> String {
    let head = ["BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000Z"]
    return Sample.calendar((head + lines + ["END:VEVENT"]).joined(separator: "\n"))
  }

  private func sync(_ one: String, _ other: String, _ more: String...) throws -> AlmanacRun {
    try AlmanacRun(["sync", folder.path(one), folder.path(other)] + more)
  }

  /// The visible files of a folder and its subfolders, with their titles.
  private func titles(_ name: String) throws -> [String: String] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path(name))
    let files = names.filter { $0.hasSuffix(".ics") && !$0.contains("/.") && !$0.hasPrefix(".") }
    return try Dictionary(
      uniqueKeysWithValues: files.map { file in
        let lines = try folder.content("\(name)/\(file)").split(whereSeparator: \.isNewline)
        return (file, lines.first { $0.hasPrefix("SUMMARY:") }.map { String($0.dropFirst(8)) } ?? "")
      })
  }

  /// Brings the files of a folder to where another one has them, as a file synchronization tool does.
  private func carry(_ name: String, to other: String, hidden: Bool) throws {
    let manager = FileManager.default
    func names(_ name: String) throws -> [String] {
      try manager.contentsOfDirectory(atPath: folder.path(name)).filter { hidden || !$0.hasPrefix(".") }
    }
    for file in try names(other) { try manager.removeItem(atPath: folder.path("\(other)/\(file)")) }
    for file in try names(name) {
      try manager.copyItem(atPath: folder.path("\(name)/\(file)"), toPath: folder.path("\(other)/\(file)"))
    }
  }

  @Test(
    "a folder that is carried to another machine, with or without hidden files, reverts and deletes nothing there",
    arguments: [true, false])
  func carried(hidden: Bool) throws {
    for place in ["m1/A", "m1/B", "m2/A", "m2/B"] { try folder.makeFolder(place) }
    for uid in ["a", "b", "c"] { _ = try folder.file("m1/A/\(uid).ics", calendar(uid, "SUMMARY:S")) }
    #expect(try sync("m1/A", "m1/B").status == .done)
    try carry("m1/B", to: "m2/B", hidden: false)
    try carry("m1/A", to: "m2/A", hidden: hidden)
    let first = try sync("m2/A", "m2/B")
    #expect(first.status == .done && first.output.isEmpty && first.errors.count == (hidden ? 1 : 0))
    // An edit and a new item of the first machine.
    _ = try folder.file("m1/B/a.ics", calendar("a", "SUMMARY:T"))
    _ = try folder.file("m1/B/d.ics", calendar("d", "SUMMARY:D"))
    #expect(try sync("m1/A", "m1/B").lines == ["to-ours a.ics", "to-ours d.ics"])
    try carry("m1/A", to: "m2/A", hidden: hidden)
    let second = try sync("m2/A", "m2/B", "--conflict", "newer")
    #expect(second.status == .done && second.errors.contains { $0.contains("stored state is not") } == hidden)
    let all = ["a.ics": "T", "b.ics": "S", "c.ics": "S", "d.ics": "D"]
    if !hidden { #expect(try titles("m2/A") == all && titles("m2/B") == all) }
    #expect(try titles("m2/A").keys.sorted() == all.keys.sorted())
    #expect(try titles("m2/B")["d.ics"] == "D")
    // And back.
    try carry("m2/A", to: "m1/A", hidden: hidden)
    #expect(try sync("m1/A", "m1/B", "--conflict", "newer").status == .done)
    #expect(try titles("m1/A") == titles("m2/A") && titles("m1/B") == titles("m1/A"))
  }

  @Test("a folder that was restored from a backup, or is another one of the same path, deletes nothing")
  func restored() throws {
    for name in ["A", "B"] { try folder.makeFolder(name) }
    for uid in ["a", "b", "c"] { _ = try folder.file("A/\(uid).ics", calendar(uid)) }
    _ = try sync("A", "B")
    try FileManager.default.copyItem(atPath: folder.path("B"), toPath: folder.path("backup"))
    for uid in ["d", "e"] {
      _ = try folder.file("A/\(uid).ics", calendar(uid))
      #expect(try sync("A", "B").lines == ["to-theirs \(uid).ics"])
    }
    try FileManager.default.removeItem(atPath: folder.path("B"))
    try FileManager.default.moveItem(atPath: folder.path("backup"), toPath: folder.path("B"))
    let run = try sync("A", "B")
    #expect(run.status == .done && run.lines == ["to-theirs d.ics", "to-theirs e.ics"])
    #expect(run.errors.first?.contains("nothing is deleted") == true)
    let next = try sync("A", "B")
    #expect(next.output.isEmpty && next.errors.isEmpty)
    // The state is valid again.
    try FileManager.default.removeItem(atPath: folder.path("B/a.ics"))
    #expect(try sync("A", "B").lines == ["deleted-ours a.ics"])
  }

  @Test("an item that one side moved to another folder and the other changed is reported")
  func movedItem() throws {
    for name in ["A/work", "A/home", "B"] { try folder.makeFolder(name) }
    for uid in ["a", "b", "c"] { _ = try folder.file("A/work/\(uid).ics", calendar(uid, "SUMMARY:S")) }
    _ = try folder.file("A/home/d.ics", calendar("d", "SUMMARY:S"))
    #expect(try sync("A", "B").status == .done)
    for uid in ["a", "b"] {
      try FileManager.default.moveItem(
        atPath: folder.path("A/work/\(uid).ics"), toPath: folder.path("A/home/\(uid).ics"))
    }
    _ = try folder.file("B/work/a.ics", calendar("a", "SUMMARY:T"))
    let run = try sync("A", "B")
    #expect(run.status == .refused)
    #expect(run.errors.contains { $0.contains("a: one side moved it to home, the other changed it in work") })
    #expect(!run.errors.contains { $0.contains("b: ") })
    // What is not changed is moved.
    #expect(try titles("A") == titles("B"))
    #expect(
      try titles("B").keys.sorted() == ["home/a.ics", "home/b.ics", "home/d.ics", "work/a.ics", "work/c.ics"])
  }

  @Test("an item that the sides moved to different folders is reported, and stays in both")
  func movedApart() throws {
    for name in ["A/work", "A/home", "A/club", "B"] { try folder.makeFolder(name) }
    for uid in ["a", "b", "c"] { _ = try folder.file("A/work/\(uid).ics", calendar(uid, "SUMMARY:S")) }
    for (place, uid) in [("home", "d"), ("club", "e")] {
      _ = try folder.file("A/\(place)/\(uid).ics", calendar(uid))
    }
    #expect(try sync("A", "B").status == .done)
    for (uid, side, place) in [
      ("a", "A", "home"), ("a", "B", "club"), ("b", "A", "home"), ("b", "B", "home"),
    ] {
      try FileManager.default.moveItem(
        atPath: folder.path("\(side)/work/\(uid).ics"), toPath: folder.path("\(side)/\(place)/\(uid).ics"))
    }
    let run = try sync("A", "B")
    #expect(run.status == .refused)
    #expect(run.errors.count == 1)
    #expect(
      run.errors.contains { $0.contains("a: one side had it in home, the other in club; it is in both") })
    #expect(try titles("A") == titles("B"))
    #expect(
      try titles("B").keys.sorted() == [
        "club/a.ics", "club/e.ics", "home/a.ics", "home/b.ics", "home/d.ics", "work/c.ics",
      ])
    #expect(try sync("A", "B").status == .done)
  }

  @Test("a folder that was renamed on one side is not doubled, and is synchronized again under one name")
  func renamedFolder() throws {
    for name in ["A/work", "A/home", "B"] { try folder.makeFolder(name) }
    _ = try folder.file("A/work/a.ics", calendar("a", "SUMMARY:S"))
    _ = try folder.file("A/home/d.ics", calendar("d", "SUMMARY:S"))
    #expect(try sync("A", "B").status == .done)
    try FileManager.default.moveItem(atPath: folder.path("A/home"), toPath: folder.path("A/casa"))
    _ = try folder.file("A/work/a.ics", calendar("a", "SUMMARY:T"))
    let run = try sync("A", "B")
    #expect(run.status == .refused && run.lines == ["to-theirs work/a.ics"])
    #expect(run.errors.contains { $0.contains("A/casa: not synchronized, it was synchronized with home") })
    #expect(try titles("A").keys.sorted() == ["casa/d.ics", "work/a.ics"])
    #expect(try titles("B").keys.sorted() == ["home/d.ics", "work/a.ics"])
    try FileManager.default.moveItem(atPath: folder.path("B/home"), toPath: folder.path("B/casa"))
    _ = try folder.file("B/casa/d.ics", calendar("d", "SUMMARY:T"))
    #expect(try sync("A", "B").lines == ["to-ours casa/d.ics"])
  }

  @Test("subfolders are collections, synchronized by name; a run is undone collection by collection")
  func collections() throws {
    for name in ["A/work", "A/empty", "B/home/inner"] { try folder.makeFolder(name) }
    _ = try folder.file("A/top.ics", calendar("top", "SUMMARY:S"))
    _ = try folder.file("A/work/a.ics", calendar("a", "SUMMARY:S"))
    _ = try folder.file("A/work/b.ics", calendar("b", "SUMMARY:S"))
    _ = try folder.file("B/home/inner/c.ics", calendar("c", "SUMMARY:S"))
    let preview = try sync("A", "B", "--dry-run")
    #expect(try titles("B").count == 1)
    let run = try sync("A", "B")
    let steps = [
      "to-theirs top.ics", "to-ours home/inner/c.ics", "to-theirs work/a.ics", "to-theirs work/b.ics",
    ]
    #expect(run.status == .done && run.errors.isEmpty && run.lines == steps && preview.lines == steps)
    #expect(try titles("A") == titles("B") && titles("A").count == 4)
    #expect(!FileManager.default.fileExists(atPath: folder.path("B/empty")))
    // Each collection has a base.
    try FileManager.default.removeItem(atPath: folder.path("B/work/a.ics"))
    _ = try folder.file("B/work/b.ics", calendar("b", "SUMMARY:T"))
    _ = try folder.file("B/top.ics", calendar("top", "SUMMARY:T"))
    let next = try sync("A", "B")
    #expect(next.lines == ["to-ours top.ics", "deleted-ours work/a.ics", "to-ours work/b.ics"])
    #expect(try titles("A") == titles("B") && titles("A").count == 3)
    #expect(try AlmanacRun("undo", "-c", folder.path("A")).output == "undone: sync 2 files of work\n")
    #expect(try titles("A")["work/a.ics"] == "S" && titles("A")["top.ics"] == "T")
    _ = try folder.file("A/home/inner/d.ics", calendar("d", "SUMMARY:S"))
    let conflict = try sync("A", "B")
    #expect(conflict.status == .refused && conflict.errors.contains { $0.contains("b: SUMMARY: ours") })
    // A collection that lost its items needs consent, and the others do not wait for that.
    for name in ["c", "d"] {
      try FileManager.default.removeItem(atPath: folder.path("A/home/inner/\(name).ics"))
    }
    _ = try folder.file("A/top.ics", calendar("top", "SUMMARY:U"))
    let refused = try sync("A", "B", "--conflict", "theirs")
    #expect(refused.status == .refused && refused.errors.contains { $0.contains("deleted in home/inner") })
    #expect(try titles("B")["home/inner/c.ics"] == "S" && titles("B")["top.ics"] == "U")
    #expect(try sync("A", "B", "--yes").status == .done)
    #expect(try titles("A") == titles("B") && titles("A")["home/inner/c.ics"] == nil)
  }

  @Test("a collection that one folder lost is restored; what is not synchronized is named")
  func lostCollection() throws {
    for name in ["A/work", "B", "outside"] { try folder.makeFolder(name) }
    _ = try folder.file("A/work/a.ics", calendar("a"))
    _ = try sync("A", "B")
    try FileManager.default.removeItem(atPath: folder.path("B/work"))
    let run = try sync("A", "B")
    #expect(run.status == .done && run.lines == ["to-theirs work/a.ics"])
    #expect(run.errors.first?.contains("/A/work: the stored state is not") == true)
    _ = try folder.file("outside/b.ics", calendar("b"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("A/link"), withDestinationPath: "../outside")
    let link = try sync("A", "B")
    #expect(link.status == .refused && link.errors.first?.contains("/A/link: not synchronized") == true)
    let url = try AlmanacRun("sync", folder.path("A"), "http://127.0.0.1:1/work")
    #expect(url.errors.contains { $0.contains("/A/work: not synchronized, a calendar on a server") })
    // A folder within the other one is no collection of it.
    try FileManager.default.removeItem(atPath: folder.path("A/link"))
    try folder.makeFolder("A/work/backup")
    for _ in 0..<3 { #expect(try sync("A/work", "A/work/backup").status == .done) }
    #expect(try titles("A") == ["work/a.ics": "", "work/backup/a.ics": ""])
  }

  /// Two folders after edits of B, a synchronization that is undone in A, and edits of A.
  private static let editedAfterUndo = PreparedFiles { folder in
    let place = SynchronizedPlacesTests(in: folder)
    for name in ["A", "B"] { try folder.makeFolder(name) }
    _ = try folder.file("A/t.ics", place.calendar("t", "SUMMARY:S"))
    _ = try folder.file("A/s.ics", place.calendar("s", "SUMMARY:S", "RRULE:FREQ=DAILY;COUNT=6"))
    _ = try place.sync("A", "B")
    func edit(_ name: String, _ uid: String, _ more: String...) throws {
      try #require(try AlmanacRun(["edit", uid, "-c", folder.path(name)] + more).status == .done)
    }
    try edit("B", "t", "--title", "T")
    try edit("B", "s", "--on", "2026-03-05", "--scope", "future", "--title", "P")
    try #require(try place.sync("A", "B").status == .done)
    try #require(try AlmanacRun("undo", "-c", folder.path("A")).status == .done)
    try edit("A", "t", "--location", "L")
    try edit("A", "s", "--on", "2026-03-06", "--location", "L")
  }

  @Test(
    "an edit after undo of a synchronization reverts nothing on the other side, and doubles no date",
    arguments: ["ask", "newer", "ours", "theirs"])
  func editAfterUndo(policy: String) throws {
    let place = SynchronizedPlacesTests(in: try Self.editedAfterUndo.copy())
    let run =
      try policy == "ask" ? place.sync("A", "B") : place.sync("A", "B", "--conflict", policy)
    #expect(run.errors.contains { $0.contains("t: SUMMARY: ours SUMMARY:S, theirs SUMMARY:T") })
    #expect(run.status == (policy == "ask" ? .refused : .done))
    if policy == "ask" {
      #expect(try place.titles("B")["t.ics"] == "T" && place.titles("A")["t.ics"] == "S")
    }
    for name in ["A", "B"] {
      let list = try AlmanacRun(
        "list", "-c", place.folder.path(name), "--from", "2026-03-01", "--days", "10", "--format", "json")
      let starts = try ReadJSON(list.output)["items"].array.filter { $0["uid"].string != "t" }
        .compactMap { $0["start"].string }
      #expect(starts.count == 6 && Set(starts).count == 6)
    }
  }
}
