import CommandLineKit
import Foundation
import Testing

@Suite("files over the limits of reading")
struct IncompleteFileTests {
  private func event(_ uid: String, _ lines: [String] = []) -> String {
    (["BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000Z"] + lines
      + ["END:VEVENT"]).joined(separator: "\n")
  }

  private static let deep = Array(repeating: "BEGIN:X-A", count: 17) + Array(repeating: "END:X-A", count: 17)
  private static let excesses = [deep, (0...10_000).map { "COMMENT:\($0)" }]

  @Test("an item over the limits is not synchronized, reported, and deleted nowhere", arguments: 0...1)
  func sync(number: Int) throws {
    for side in ["one", "other"] {
      let folder = try TemporaryFolder()
      for name in ["one", "other"] { try folder.makeFolder(name) }
      for uid in ["a", "b", "c"] { _ = try folder.file("one/\(uid).ics", Sample.calendar(event(uid))) }
      let paths = [folder.path("one"), folder.path("other")]
      #expect(try AlmanacRun(["sync"] + paths).status == .done)
      let excess = Sample.calendar(event("a", Self.excesses[number]))
      _ = try folder.file("\(side)/a.ics", excess)
      let run = try AlmanacRun(["sync"] + paths)
      #expect(run.status == .refused && run.output.isEmpty)
      #expect(run.errors.contains { $0.contains("a.ics: not synchronized, unreadable") })
      for name in ["one", "other"] {
        let expected = name == side ? excess : Sample.calendar(event("a"))
        #expect(try folder.content("\(name)/a.ics") == expected)
      }
    }
  }

  @Test("merge refuses a file over the limits as base and as either side, in all its forms")
  func merge() throws {
    let folder = try TemporaryFolder()
    let good = try folder.file("good.ics", Sample.calendar([event("a"), event("z")].joined(separator: "\n")))
    let bad = try folder.file(
      "bad.ics", Sample.calendar([event("a", Self.deep), event("z", ["SUMMARY:Z"])].joined(separator: "\n")))
    for number in 0..<3 {
      var files = [good, good, good]
      files[number] = bad
      let run = try AlmanacRun(["merge"] + files)
      #expect(run.status == .refused && run.output.isEmpty)
      #expect(run.errors.contains { $0.contains("bad.ics is not read completely") })
    }
    let store = ["--base-store", folder.path("bases")]
    #expect(try AlmanacRun("merge", "--equal", good, bad).status == .refused)
    #expect(try AlmanacRun(["merge", "--record", bad] + store).status == .refused)
    #expect(try folder.content("bad.ics").contains("BEGIN:X-A"))
    let copies = try TemporaryFolder()
    _ = try copies.file("a.ics", Sample.calendar([event("a"), event("z")].joined(separator: "\n")))
    let copy = "a.sync-conflict-20260302-090000-ABCDEFG.ics"
    _ = try copies.file(copy, try folder.content("bad.ics"))
    #expect(try AlmanacRun("merge", "--copies", copies.path).status == .refused)
    #expect(try copies.names.contains(copy))
  }

  @Test("a feed with such an item removes nothing, and the rest of it is imported")
  func refresh() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("own")
    let own = ["-c", folder.path("own")]
    let others = [event("b"), event("c")]
    var feed = try folder.file(
      "feed.ics", Sample.calendar(([event("a")] + others).joined(separator: "\n")))
    _ = try AlmanacRun(["import", "--refresh", feed] + own)
    let more = others + [event("d")]
    feed = try folder.file(
      "feed.ics", Sample.calendar(([event("a", Self.deep)] + more).joined(separator: "\n")))
    let run = try AlmanacRun(["import", "--refresh", feed] + own)
    #expect(run.status == .badData && run.lines.contains("added d: "))
    #expect(!run.output.contains("removed") && run.errors.contains { $0.contains("not read") })
    #expect(try folder.content("own/a.ics").contains("UID:a"))
  }

  @Test("an import says which states of an item it leaves out")
  func earlierStates() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("own")
    let states = [event("a", ["SEQUENCE:1", "SUMMARY:Old"]), event("a", ["SEQUENCE:2", "SUMMARY:New"])]
    let file = try folder.file("both.ics", Sample.calendar(states.joined(separator: "\n")))
    let run = try AlmanacRun("import", file, "-c", folder.path("own"))
    #expect(run.status == .done && run.lines == ["added a: New"])
    #expect(run.errors.count == 1 && run.errors[0].contains("one earlier state of an item is not imported"))
  }

  @Test("no message cancels an item that cannot be read, and a member's calendar with one cancels no booking")
  func messages() throws {
    let folder = try TemporaryFolder()
    let people = ["ORGANIZER:mailto:boss@example.org", "ATTENDEE:mailto:ana@example.org"]
    let before = try folder.file("before.ics", Sample.calendar(event("a", people)))
    let states = [
      event("a", people + Self.deep),
      event("a", people).replacing("DTSTART:20260302T090000Z", with: "DTSTART:soon"),
      event("a", people).replacing("\nEND:VEVENT", with: ""),
    ]
    for (state, isRefused) in zip(states, [true, false, false]) {
      let after = try folder.file("after.ics", Sample.calendar(state))
      for files in [[before, after], [after, before]] {
        let run = try AlmanacRun(["messages"] + files + ["--me", "boss@example.org"])
        #expect(!run.output.contains("METHOD:CANCEL"))
        #expect(!isRefused || run.status == .refused && run.output.isEmpty)
      }
    }
  }
}
