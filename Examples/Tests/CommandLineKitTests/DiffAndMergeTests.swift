import AlmanacFiles
import CommandLineKit
import Foundation
import Testing

@Suite("diff and merge")
struct DiffAndMergeTests {
  private static func calendar(_ lines: String...) -> String {
    Sample.calendar(
      (["BEGIN:VEVENT", "UID:a", "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000Z"] + lines + [
        "END:VEVENT"
      ])
      .joined(separator: "\n"))
  }

  private let base = calendar("SUMMARY:Base", "LOCATION:Hall")
  private let ours = calendar("SUMMARY:Ours", "LOCATION:Hall")
  private let theirs = calendar("SUMMARY:Base", "LOCATION:Room", "LAST-MODIFIED:20260302T000000Z")

  private func files(_ texts: String...) throws -> (folder: TemporaryFolder, paths: [String]) {
    let folder = try TemporaryFolder()
    return (folder, try texts.enumerated().map { try folder.file("\($0).ics", $1) })
  }

  @Test("equal calendars print nothing and end with 0, different ones with 1")
  func difference() throws {
    let (folder, paths) = try files(base, ours, base.replacing("20260101T", with: "20270101T"))
    defer { withExtendedLifetime(folder) {} }
    let equal = try AlmanacRun("diff", paths[0], paths[2])
    #expect(equal.status == .done && equal.output.isEmpty)
    let run = try AlmanacRun("diff", paths[0], paths[1])
    #expect(run.status == .refused && run.errors.isEmpty)
    #expect(run.lines == ["~ event a Ours", "  - SUMMARY:Base", "  + SUMMARY:Ours"])
    let json = try ReadJSON(try AlmanacRun("diff", paths[0], paths[1], "--format", "json").output)
    let item = try #require(json["items"].array.first)
    #expect(item["uid"].string == "a" && item["change"].string == "changed")
    #expect(item["properties"].array.first?["name"].string == "SUMMARY")
    #expect(item["properties"].array.first?["after"].array.first?.string == "SUMMARY:Ours")
  }

  @Test(
    "rows have the changed items, and a calendar whose own properties changed as a row with the same fields")
  func rows() throws {
    let (folder, paths) = try files(base, ours, ours.replacing("BEGIN:VEVENT", with: "X-A:1\r\nBEGIN:VEVENT"))
    defer { withExtendedLifetime(folder) {} }
    let item = try AlmanacRun("diff", paths[0], paths[1], "--format", "tsv")
    #expect(item.status == .refused && item.lines.count == 2)
    #expect(item.lines[0] == "uid\tkind\trecurrenceID\tsummary\tchange\tproperties")
    #expect(item.lines[1].hasPrefix("a\tevent\t\tOurs\tchanged\t"))
    #expect(item.lines[1].contains("SUMMARY:Base") && item.lines[1].contains("SUMMARY:Ours"))
    let both = try AlmanacRun("diff", paths[0], paths[2], "--format", "{change} {kind} {uid}")
    #expect(both.lines == ["changed event a", "changed calendar "] && both.errors.isEmpty)
    let own = try AlmanacRun("diff", paths[1], paths[2], "--format", "tsv")
    #expect(own.lines.count == 2 && own.lines[1].contains("X-A:1"))
    let none = try AlmanacRun("diff", paths[0], paths[0], "--format", "tsv")
    #expect(none.status == .done && none.output.isEmpty)
  }

  @Test("a folder is compared with a file")
  func folders() throws {
    let (folder, paths) = try files(base)
    let inner = try TemporaryFolder()
    _ = try inner.file("a.ics", base)
    #expect(try AlmanacRun("diff", inner.path, paths[0]).output.isEmpty)
    withExtendedLifetime(folder) {}
  }

  @Test(
    "items without a UID are the same ones if they have the same content, whatever the names of their files")
  func withoutUID() throws {
    let text = base.replacing("UID:a\r\n", with: "")
    #expect(!text.contains("UID"))
    let (folder, paths) = try files(text, text, text.replacing("SUMMARY:Base", with: "SUMMARY:Other"))
    let inner = try TemporaryFolder()
    _ = try inner.file("b.ics", text)
    for (one, other) in [(paths[0], paths[1]), (inner.path, paths[0]), (paths[1], inner.path)] {
      let run = try AlmanacRun("diff", one, other)
      #expect(run.status == .done && run.output.isEmpty, "\(run.output)")
    }
    #expect(try AlmanacRun("diff", paths[0], paths[2]).status == .refused)
    withExtendedLifetime(folder) {}
  }

  @Test("changes of both sides are in the result, and conflicts end with 1 unless they are resolved")
  func merge() throws {
    let (folder, paths) = try files(base, ours, theirs, Self.calendar("SUMMARY:Theirs", "LOCATION:Hall"))
    defer { withExtendedLifetime(folder) {} }
    let merged = try AlmanacRun("merge", paths[0], paths[1], paths[2])
    #expect(merged.status == .done && merged.errors.isEmpty)
    #expect(merged.output.contains("SUMMARY:Ours") && merged.output.contains("LOCATION:Room"))
    let conflict = try AlmanacRun("merge", paths[0], paths[1], paths[3])
    #expect(conflict.status == .refused)
    #expect(conflict.output.contains("SUMMARY:Ours"))
    #expect(conflict.errors.first?.contains("a: SUMMARY: ours SUMMARY:Ours, theirs SUMMARY:Theirs") == true)
    let resolved = try AlmanacRun("merge", paths[0], paths[1], paths[3], "--conflict", "theirs")
    #expect(resolved.status == .done && resolved.output.contains("SUMMARY:Theirs"))
    let written = folder.path("out.ics")
    #expect(try AlmanacRun("merge", paths[0], paths[1], paths[2], "-o", written).output.isEmpty)
    #expect(try String(contentsOf: URL(filePath: written), encoding: .utf8) == merged.output)
  }

  @Test(
    "the result may replace an input, as a merge driver of git needs it, also with a conflict",
    arguments: 0..<3)
  func replacedInput(number: Int) throws {
    let (folder, paths) = try files(base, ours, theirs, Self.calendar("SUMMARY:Theirs", "LOCATION:Hall"))
    defer { withExtendedLifetime(folder) {} }
    let merged = try AlmanacRun("merge", paths[0], paths[1], paths[2])
    #expect(try AlmanacRun("merge", paths[0], paths[1], paths[2], "-o", paths[number]).status == .done)
    #expect(try String(contentsOf: URL(filePath: paths[number]), encoding: .utf8) == merged.output)
    let (other, others) = try files(base, ours, Self.calendar("SUMMARY:Theirs", "LOCATION:Hall"))
    defer { withExtendedLifetime(other) {} }
    let conflict = try AlmanacRun("merge", others[0], others[1], others[2])
    let written = try AlmanacRun("merge", others[0], others[1], others[2], "-o", others[number])
    #expect(written.status == .refused && written.errors == conflict.errors)
    #expect(try String(contentsOf: URL(filePath: others[number]), encoding: .utf8) == conflict.output)
  }

  @Test("--equal makes two files equal and deletes nothing")
  func equal() throws {
    let other = Self.calendar("SUMMARY:Ours", "LOCATION:Hall").replacing("UID:a", with: "UID:b")
    let (folder, paths) = try files(ours, theirs, other)
    defer { withExtendedLifetime(folder) {} }
    #expect(try AlmanacRun("merge", "--equal", paths[0], paths[1]).status == .done)
    #expect(try AlmanacRun("merge", "--equal", paths[0], paths[2]).status == .done)
    let texts = try paths.map { try String(contentsOf: URL(filePath: $0), encoding: .utf8) }
    #expect(texts[0] == texts[2])
    #expect(texts[0].contains("UID:a") && texts[0].contains("UID:b"))
    #expect(texts[1].contains("SUMMARY:Base") && texts[1].contains("LOCATION:Room"))
    for refused in [[paths[0]], [paths[0], paths[0]]] {
      #expect(try AlmanacRun(["merge", "--equal"] + refused).status == .usage)
    }
    #expect(try AlmanacRun("merge", "--equal", paths[0], folder.path).status == .noInput)
  }

  @Test("--equal adds no second item to files of one item, as storages have one in each file")
  func equalWithCopy() throws {
    let (folder, paths) = try files(ours, theirs.replacing("SUMMARY:Base", with: "SUMMARY:Theirs"))
    let before = try folder.content("0.ics")
    let run = try AlmanacRun("merge", "--equal", "--conflict", "both", paths[0], paths[1])
    #expect(run.status == .refused && run.errors.last?.contains("a second item") == true)
    #expect(try folder.content("0.ics") == before)
  }

  @Test("conflict copies of a folder that is not there are no usage fault")
  func copiesOfNothing() throws {
    let (folder, paths) = try files(base)
    #expect(try AlmanacRun("merge", "--copies", folder.path("nope")).status == .noInput)
    #expect(try AlmanacRun("merge", "--copies", paths[0]).status == .usage)
  }

  @Test("--equal leaves each file its syntax, changes both or none, and is undone")
  func equalSyntaxes() throws {
    let (folder, paths) = try files(ours, theirs)
    let jCal = folder.path("b.json")
    #expect(try AlmanacRun("convert", paths[1], jCal).status == .done)
    let before = try [paths[0], jCal].map { try String(contentsOfFile: $0, encoding: .utf8) }
    let lock = try DirectoryLock([folder.path], timeout: .zero)
    #expect(try AlmanacRun("merge", "--equal", paths[0], jCal).status == .cannotWrite)
    lock.release()
    #expect(try AlmanacRun("merge", "--equal", paths[0], jCal).status == .done)
    #expect(try folder.content("b.json").hasPrefix("["))
    #expect(try AlmanacRun("diff", paths[0], jCal).output.isEmpty)
    #expect(try AlmanacRun("undo", "-c", paths[0], "-c", jCal).status == .done)
    #expect(try [paths[0], jCal].map { try String(contentsOfFile: $0, encoding: .utf8) } == before)
  }

  @Test("the result has the syntax of OURS")
  func syntaxOfOurs() throws {
    let (folder, paths) = try files(base, ours, theirs)
    let jCal = folder.path("ours.json")
    #expect(try AlmanacRun("convert", paths[1], jCal).status == .done)
    let run = try AlmanacRun("merge", paths[0], jCal, paths[2])
    #expect(run.status == .done)
    let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [Any]
    #expect(json?.first as? String == "vcalendar")
    #expect(run.output.contains("Room") && run.output.contains("Ours"))
  }

  @Test("with a base that was recorded --equal deletes what one side deleted, whatever the files are called")
  func baseStore() throws {
    let folder = try TemporaryFolder()
    let store = ["--base-store", folder.path("bases")]
    let both = Self.calendar("SUMMARY:Base", "LOCATION:Hall", "DESCRIPTION:Text")
    let item = try folder.file("item.ics", both)
    #expect(try AlmanacRun(["merge", "--record", item] + store).status == .done)
    let sides = try [
      folder.file("one.ics", Self.calendar("SUMMARY:Base", "DESCRIPTION:Text")),
      folder.file("two.ics", Self.calendar("SUMMARY:New", "LOCATION:Hall", "DESCRIPTION:Text")),
    ]
    #expect(try AlmanacRun(["merge", "--equal"] + store + sides).status == .done)
    let texts = try sides.map { try String(contentsOfFile: $0, encoding: .utf8) }
    #expect(texts[0].contains("SUMMARY:New") && texts[0].contains("DESCRIPTION:Text"))
    #expect(!texts[0].contains("LOCATION") && texts[0] == texts[1])
  }

  @Test("a recorded base is found where a side has other items than it, and a missing one is reported")
  func baseOfOtherItems() throws {
    let folder = try TemporaryFolder()
    let store = ["--base-store", folder.path("bases")]
    func file(_ name: String, _ uids: [String]) throws -> String {
      let events = uids.map { Sample.event($0, ":20260302T090000Z", "S") }
      return try folder.file(name, Sample.calendar(events.joined(separator: "\n")))
    }
    func uids(_ path: String) throws -> [String] {
      try String(contentsOfFile: path, encoding: .utf8).split(separator: "\r\n").filter {
        $0.hasPrefix("UID:")
      }
      .map { String($0.dropFirst(4)) }.sorted()
    }
    for (recorded, one, other, result) in [
      (["a", "b"], ["b"], ["a", "b"], ["b"]), (["a", "b"], ["b", "c"], ["a", "b", "d"], ["b", "c", "d"]),
      // A later base of one of the items is the one that counts.
      (["b"], ["b"], ["a", "b"], ["a", "b"]),
    ] {
      _ = try AlmanacRun(["merge", "--record", file("base.ics", recorded)] + store)
      let sides = try [file("one.ics", one), file("two.ics", other)]
      let run = try AlmanacRun(["merge", "--equal"] + store + sides)
      #expect(run.status == .done && run.errors.isEmpty)
      for side in sides { #expect(try uids(side) == result) }
    }
    let sides = try [file("one.ics", ["x"]), file("two.ics", ["x", "y"])]
    let run = try AlmanacRun(["merge", "--equal"] + store + sides)
    #expect(run.status == .done)
    #expect(run.errors.first?.contains("no base of these items is recorded, so nothing is deleted") == true)
    for side in sides { #expect(try uids(side) == ["x", "y"]) }
  }

  @Test("the bases of several files are recorded at once")
  func severalBases() throws {
    let folder = try TemporaryFolder()
    let store = ["--base-store", folder.path("bases")]
    let other = Self.calendar("SUMMARY:Other", "LOCATION:Hall").replacing("UID:a", with: "UID:b")
    let files = try [
      folder.file("a.ics", Self.calendar("SUMMARY:Base", "LOCATION:Hall")), folder.file("b.ics", other),
    ]
    #expect(try AlmanacRun(["merge", "--record"] + files + store).status == .done)
    let sides = try [
      folder.file("one.ics", other.replacing("SUMMARY:Other", with: "SUMMARY:New")),
      folder.file("two.ics", other.replacing("LOCATION:Hall", with: "LOCATION:Room")),
    ]
    let run = try AlmanacRun(["merge", "--equal"] + store + sides)
    #expect(run.status == .done && run.errors.isEmpty)
    let text = try String(contentsOfFile: sides[0], encoding: .utf8)
    #expect(text.contains("SUMMARY:New") && text.contains("LOCATION:Room"))
  }

  @Test("a side that was merged into the base before, and was not written then, brings nothing back")
  func staleSide() throws {
    let folder = try TemporaryFolder()
    let store = ["--base-store", folder.path("bases")]
    let old = Self.calendar("SUMMARY:Base", "LOCATION:Hall")
    _ = try AlmanacRun(["merge", "--record", folder.file("item.ics", old)] + store)
    let theirs = Self.calendar("SUMMARY:Base", "LOCATION:Room")
    let sides = try [
      folder.file("one.ics", Self.calendar("SUMMARY:Ours", "LOCATION:Hall")), folder.file("two.ics", theirs),
    ]
    #expect(try AlmanacRun(["merge", "--equal"] + store + sides).status == .done)
    // The result reaches the first side only.
    #expect(try AlmanacRun(["merge", "--record", sides[0]] + store).status == .done)
    _ = try folder.file("two.ics", theirs)
    #expect(try AlmanacRun(["merge", "--equal"] + store + sides).status == .done)
    for side in sides {
      let text = try String(contentsOfFile: side, encoding: .utf8)
      #expect(text.contains("SUMMARY:Ours") && text.contains("LOCATION:Room"))
    }
  }

  @Test(
    "conflict copies in a folder are reported by validate, merged into their files, and that is undone")
  func conflictCopies() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("a.ics", Self.calendar("SUMMARY:Same", "LOCATION:Hall"))
    let copy = "a.sync-conflict-20260302-090000-ABCDEFG.ics"
    _ = try folder.file(copy, Self.calendar("SUMMARY:Same", "DESCRIPTION:Text"))
    let report = try AlmanacRun("validate", folder.path).output
    #expect(report.contains("duplicate_uid") && report.contains("merge --copies"))
    let run = try AlmanacRun("merge", "--copies", folder.path)
    #expect(run.status == .done && run.lines == ["merged \(copy) into a.ics"])
    let text = try folder.content("a.ics")
    #expect(text.contains("LOCATION:Hall") && text.contains("DESCRIPTION:Text"))
    #expect(try folder.names == [".almanac-undo", "a.ics"])
    #expect(try !AlmanacRun("validate", folder.path).output.contains("duplicate_uid"))
    #expect(try AlmanacRun("undo", "-c", folder.path).status == .done)
    #expect(try folder.names == [".almanac-undo", "a.ics", copy] || folder.names == ["a.ics", copy])
  }

  @Test("a file that is cut off is merged, recorded or made equal only with --yes")
  func cutOff() throws {
    let items = ["a", "b", "c"].map { uid in
      ["BEGIN:VEVENT", "UID:\(uid)", "DTSTART:20260302T090000Z", "DURATION:PT1H", "END:VEVENT"]
        .joined(separator: "\n")
    }
    let whole = Sample.calendar(items.joined(separator: "\n"))
    let cut = String(whole[..<whole.firstRange(of: "UID:c")!.lowerBound])
    let (folder, paths) = try files(whole, whole, cut)
    for number in 0..<3 {
      var files = [paths[0], paths[0], paths[0]]
      files[number] = paths[2]
      let run = try AlmanacRun(["merge"] + files)
      #expect(run.status == .refused && run.output.isEmpty)
      #expect(run.errors.contains { $0.contains("2.ics is cut off (expected --yes, or the complete file)") })
    }
    let agreed = try AlmanacRun(["merge"] + paths + ["--yes"])
    #expect(agreed.status == .done && !agreed.output.contains("UID:c"))
    #expect(try AlmanacRun("merge", "--equal", paths[0], paths[2]).status == .refused)
    #expect(try folder.content("0.ics") == whole && folder.content("2.ics") == cut)
    let store = ["--base-store", folder.path("bases")]
    #expect(try AlmanacRun(["merge", "--record", paths[2]] + store).status == .refused)
    #expect(try !folder.names.contains("bases"))
    let copies = try TemporaryFolder()
    _ = try copies.file("a.ics", Sample.calendar(items[0]))
    let copy = "a.sync-conflict-20260302-090000-ABCDEFG.ics"
    _ = try copies.file(
      copy, Sample.calendar(items[0]).replacing("DURATION:PT1H\r\nEND:VEVENT\r\n", with: ""))
    #expect(try AlmanacRun("merge", "--copies", copies.path).status == .refused)
    #expect(try copies.names.contains(copy))
    #expect(try AlmanacRun("merge", "--copies", copies.path, "--yes").status == .done)
    #expect(try !copies.names.contains(copy))
  }

  @Test("options that do not go together are refused")
  func modes() throws {
    for arguments in [
      ["--record", "a.ics"], ["--copies", "a", "b"], ["a", "b", "c", "--base-store", "d"],
      ["--equal", "a", "b", "-o", "c"], ["--equal", "--copies", "a"],
    ] { #expect(try AlmanacRun(["merge"] + arguments).status == .usage, "\(arguments)") }
  }

  @Test("an empty base is none, as git has it for a file that both branches added")
  func emptyBase() throws {
    let (folder, paths) = try files(
      "", Self.calendar("SUMMARY:Ours"), Self.calendar("SUMMARY:Ours", "LOCATION:Room"))
    defer { withExtendedLifetime(folder) {} }
    let run = try AlmanacRun(["merge"] + paths)
    #expect(run.status == .done, "\(run.errors)")
    #expect(run.output.contains("SUMMARY:Ours") && run.output.contains("LOCATION:Room"))
    #expect(try AlmanacRun("merge", paths[1], paths[0], paths[2]).status == .badData)
  }
}
