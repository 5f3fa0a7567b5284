import CommandLineKit
import Foundation
import Testing

/// Changes of several files that a kill has interrupted: the journal is `pending`, and some files are unchanged.
@Suite("Changes that were interrupted")
struct InterruptedChangeTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for number in 0..<4 {
      let event = Sample.event(
        "e\(number)", ";VALUE=DATE:2026030\(number + 2)", "Event \(number)", "CATEGORIES:X\n")
      _ = try folder.file("e\(number).ics", Sample.calendar(event))
    }
    let series = Sample.event("s", ":20260302T090000", "Series", "RRULE:FREQ=DAILY;COUNT=9\n")
    _ = try folder.file("s.ics", Sample.calendar(series))
  }

  private func run(_ arguments: String...) throws -> AlmanacRun {
    try AlmanacRun(arguments + ["-c", folder.path])
  }

  private func state() throws -> [String: String] {
    let names = try folder.names.filter { $0.hasSuffix(".ics") }
    return Dictionary(uniqueKeysWithValues: try names.map { ($0, try folder.content($0)) })
  }

  /// Restores the earlier state of files, as if the last change had not reached them.
  private func interrupt(_ names: [String], _ before: [String: String]) throws {
    for name in names {
      guard let text = before[name] else {
        try FileManager.default.removeItem(atPath: folder.path(name))
        continue
      }
      _ = try folder.file(name, text)
    }
    let journal = try Data(contentsOf: URL(filePath: folder.path(".almanac-undo")))
    let text = Data("pending".utf8)
    var changed = journal
    changed.replaceSubrange(15..<22, with: text)
    try changed.write(to: URL(filePath: folder.path(".almanac-undo")))
  }

  @Test("a removal of many files that came to some of them is undone by the next change")
  func removal() throws {
    let before = try state()
    #expect(try run("delete", "--category", "X", "--yes").status == .done)
    try interrupt(["e2.ics", "e3.ics"], before)
    let next = try run("add", "event", "New", "--at", "2026-03-20")
    #expect(next.status == .done && next.errors.first?.contains("was undone") == true)
    var after = try state()
    after["item-0.ics"] = nil
    #expect(after == before)
    #expect(try run("undo").status == .done)
    #expect(try run("undo").status == .refused)
  }

  @Test("a split that came to one of its two files is undone, whichever it is", arguments: [true, false])
  func split(hasNew: Bool) throws {
    let before = try state()
    #expect(
      try run("edit", "s", "--on", "2026-03-06", "--scope", "future", "--location", "B").status == .done)
    let after = try state()
    let new = try #require(Set(after.keys).subtracting(before.keys).first)
    try interrupt([hasNew ? "s.ics" : new], before)
    // Only the interrupted change is undone, not the one before it too.
    let undo = try run("undo")
    #expect(undo.status == .done && undo.output == "undone: an interrupted change\n")
    #expect(try state() == before)
    #expect(try folder.names.contains(".almanac-undo") == false)
  }

  @Test("a change that came to all its files is complete, and can be undone")
  func complete() throws {
    let before = try state()
    #expect(try run("delete", "--category", "X", "--yes").status == .done)
    try interrupt([], before)
    let undo = try run("undo")
    #expect(undo.status == .done && undo.errors.isEmpty)
    #expect(try state() == before)
  }

  @Test("an undo that was cut off is started anew")
  func undo() throws {
    let before = try state()
    #expect(try run("delete", "--category", "X", "--yes").status == .done)
    let deleted = try state()
    let journal = try folder.content(".almanac-undo")
    #expect(try run("undo").status == .done)
    // The journal during an undo: the change, and its reversal.
    let steps = before.filter { $0.key.hasPrefix("e") }.sorted { $0.key < $1.key }
    _ = try folder.file(".almanac-undo", journal)
    for (name, _) in steps.dropFirst() { try FileManager.default.removeItem(atPath: folder.path(name)) }
    let entry = try Self.undoing(journal)
    _ = try folder.file(".almanac-undo", entry)
    let again = try run("undo")
    #expect(again.status == .done && again.errors.first?.contains("was undone") == true)
    #expect(try state() == before)
    #expect(deleted.count == before.count - 4)
  }

  /// A journal with the entry of an undo after the change that it undoes: each file is missing before the undo, and has the
  /// content that the change removed after it.
  private static func undoing(_ journal: String) throws -> String {
    var text = journal.replacing("settled", with: "pending")
    let change = try #require(text.firstRange(of: "change "))
    var entry = String(text[change.lowerBound...]).replacing("change ", with: "undo ", maxReplacements: 1)
    entry = entry.replacing(
      #/file 0 0 \d+ (\d+) (\d+) -1 0 (\d+)\n(e\d\.ics)\n(?s:.*?)END:VCALENDAR\r\n\n/#
    ) { match in "file 0 0 -1 -1 0 \(match.1) \(match.2) \(match.3)\n\(match.4)\n\n" }
    text += entry
    return text
  }

  @Test("files that changed since are not touched, and nothing else is undone")
  func foreign() throws {
    let before = try state()
    #expect(
      try run("edit", "s", "--on", "2026-03-06", "--scope", "future", "--location", "B").status == .done)
    let after = try state()
    let new = try #require(Set(after.keys).subtracting(before.keys).first)
    try interrupt(["s.ics"], before)
    _ = try folder.file("s.ics", try folder.content("s.ics").replacing("Series", with: "Renamed"))
    let next = try run("edit", "e1", "--title", "Other")
    #expect(next.status == .done && next.errors.first?.contains("not undone") == true)
    #expect(try folder.content(new) == after[new])
    #expect(try folder.content("s.ics").contains("Renamed"))
  }

  @Test("commands that only show revert nothing")
  func previews() throws {
    let before = try state()
    #expect(try run("delete", "--category", "X", "--yes").status == .done)
    try interrupt(["e2.ics", "e3.ics"], before)
    let cut = try state()
    let journal = try folder.content(".almanac-undo")
    for arguments in [
      ["undo", "--dry-run"], ["delete", "s", "--dry-run"], ["undo", "--dry-run", "--format", "json"],
    ] {
      let preview = try AlmanacRun(arguments + ["-c", folder.path])
      #expect(preview.status == .done && preview.errors.isEmpty && !preview.output.contains("deleted"))
      #expect(try state() == cut && folder.content(".almanac-undo") == journal)
    }
    #expect(try run("undo", "--dry-run").lines.filter { $0.hasSuffix("bytes") }.count == 2)
  }

  @Test(
    "whatever path leads to the files, an interrupted change is seen",
    arguments: ["inner", "inner/a.ics", "."])
  func paths(path: String) throws {
    try folder.makeFolder("inner")
    let texts = try ["a", "b"].map { name in
      let text = Sample.calendar(Sample.event(name, ";VALUE=DATE:20260303", name, "CATEGORIES:Y\n"))
      _ = try folder.file("inner/\(name).ics", text)
      return text
    }
    // Interrupted in the parent folder, and in the folder itself.
    for place in [folder.path, folder.path("inner")] {
      #expect(try AlmanacRun("delete", "--category", "Y", "--yes", "-c", place).status == .done)
      _ = try folder.file("inner/a.ics", texts[0])
      let journal = URL(filePath: place + "/.almanac-undo")
      let text = String(decoding: try Data(contentsOf: journal), as: UTF8.self)
      try Data(text.replacing("settled", with: "pending").utf8).write(to: journal)
      let next = try AlmanacRun("add", "event", "New", "--at", "2026-03-20", "-c", folder.path(path))
      #expect(next.status == .done && next.errors.count == 1)
      #expect(try folder.content("inner/b.ics") == texts[1])
      #expect(try AlmanacRun("undo", "-c", folder.path(path)).status == .done)
    }
  }

  @Test("a change that was cut off while a question waited is not forgotten")
  func questions() throws {
    let before = try state()
    let run = try AlmanacRun(
      ["delete", "s", "-c", folder.path], input: "y\n",
      whileAsking: { [self] in
        _ = try? AlmanacRun("delete", "--category", "X", "--yes", "-c", folder.path)
        try? interrupt(["e2.ics"], before)
      })
    #expect(run.status == .refused && run.errors.first?.contains("interrupted") == true)
    #expect(try self.run("undo").status == .done)
    #expect(try state() == before)
  }

  @Test("a journal that cannot be followed blocks nobody")
  func blocked() throws {
    let before = try state()
    #expect(try run("delete", "--category", "X", "--yes").status == .done)
    try interrupt(["e2.ics"], before)
    try folder.makeFolder("e3.ics")
    let next = try run("add", "event", "New", "--at", "2026-03-20")
    #expect(next.status == .done && next.errors.first?.contains("not undone") == true)
    #expect(try run("add", "event", "Newer", "--at", "2026-03-20").errors.isEmpty)
  }

  @Test("a change of several files without room for its record is not made")
  func noRoom() throws {
    let before = try state()
    try folder.makeFolder(".almanac-undo")
    let run = try run("delete", "--category", "X", "--yes")
    #expect(run.status == .cannotWrite && run.errors.count == 2)
    #expect(try state() == before)
    // A change of a single file is atomic.
    let one = try self.run("edit", "s", "--title", "Other")
    #expect(one.status == .done && one.errors.last?.contains("cannot be undone") == true)
  }

  @Test("a deletion of one item without room for its record is not made", arguments: [true, false])
  func noRoomForDeletion(isFile: Bool) throws {
    let text = Sample.calendar(
      Sample.event("x", ":20260302T090000Z", "X") + "\n" + Sample.event("y", ":20260303T090000Z", "Y"))
    let place = try TemporaryFolder()
    let file = try place.file("a.ics", text)
    try place.makeFolder(isFile ? ".a.ics.almanac-undo" : ".almanac-undo")
    let run = try AlmanacRun("delete", "x", "--yes", "-c", isFile ? file : place.path)
    #expect(run.status == .cannotWrite, "\(run.errors)")
    #expect(try place.content("a.ics") == text)
  }

  @Test("temporary files of a killed process are removed")
  func temporaries() throws {
    _ = try folder.file(".almanac-new-1f", "half a fi")
    #expect(try run("edit", "e1", "--title", "Other").status == .done)
    #expect(try folder.names.contains(".almanac-new-1f") == false)
  }
}
