import CommandLineKit
import Foundation
import Testing

@Suite("Components of a folder's files that are no items")
struct FolderComponentTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["one", "other"] { try folder.makeFolder(name) }
  }

  private let busy = """
    BEGIN:VFREEBUSY
    UID:fb
    DTSTAMP:20260101T000000Z
    DTSTART:20260313T000000Z
    DTEND:20260410T000000Z
    FREEBUSY:20260314T100000Z/PT4H
    END:VFREEBUSY
    """
  private let availability = """
    BEGIN:VAVAILABILITY
    UID:av
    DTSTAMP:20260101T000000Z
    BEGIN:AVAILABLE
    UID:window
    DTSTAMP:20260101T000000Z
    DTSTART:20260314T080000Z
    DTEND:20260314T090000Z
    END:AVAILABLE
    END:VAVAILABILITY
    """

  /// The content as a file, and as the file of a folder that has an item too.
  private func places(_ content: String) throws -> (file: String, folder: String) {
    let file = try folder.file("alone.ics", Sample.calendar(content))
    _ = try folder.file("one/other.ics", Sample.calendar(content))
    _ = try folder.file("one/item.ics", Sample.calendar(Sample.event("x", ":20260320T090000Z", "Item")))
    return (file, folder.path("one"))
  }

  private func run(_ command: [String], in calendar: String) throws -> AlmanacRun {
    let clock = ["--zone", "UTC", "--now", "2026-03-01T00:00", "--from", "2026-03-14", "--days", "1"]
    return try AlmanacRun(command + clock + ["-c", calendar])
  }

  @Test("the time that a VFREEBUSY or a VAVAILABILITY takes is not offered, as beside a single file")
  func offers() throws {
    for (content, count) in [(busy, 0), (availability, 1)] {
      let (file, folder) = try places(content)
      let slots = ["slots", "--for", "1h", "--format", "json"]
      let hours = content == busy ? ["--hours", "10-14"] : []
      let expected = try run(slots + hours, in: file)
      #expect(try ReadJSON(expected.output)["slots"].array.count == count)
      #expect(try run(slots + hours, in: folder).output == expected.output)
      let taken = try run(["busy", "--unavailable"], in: file)
      #expect(!taken.output.contains("Nothing"))
      #expect(try run(["busy", "--unavailable"], in: folder).output == taken.output)
    }
  }

  @Test("an export has them, and an edit of an item beside them keeps them")
  func keeping() throws {
    let unknown = "BEGIN:X-PART\nUID:part\nEND:X-PART"
    let item = Sample.event("x", ":20260320T090000Z", "Item")
    let text = Sample.calendar("X-OWN:1\n" + [item, busy, availability, unknown].joined(separator: "\n"))
    let file = try folder.file("alone.ics", text)
    _ = try folder.file("one/a.ics", text)
    let clock = ["--now", "2026-03-01T09:00"]
    let export = try AlmanacRun(["export", "-c", folder.path("one")] + clock)
    let lines = export.output.components(separatedBy: "\r\n")
    for line in ["BEGIN:VFREEBUSY", "BEGIN:VAVAILABILITY", "BEGIN:X-PART", "X-OWN:1"] {
      #expect(lines.contains(line), "\(line)")
    }
    let single = try AlmanacRun(["export", "-c", file] + clock)
    #expect(
      lines.filter { !$0.contains("NAME") }
        == single.output.components(separatedBy: "\r\n").filter { !$0.contains("NAME") })
    #expect(
      try AlmanacRun(["edit", "x", "--location", "Hall", "-c", folder.path("one")] + clock).status == .done)
    #expect(try AlmanacRun(["delete", "x", "--yes", "-c", folder.path("one")] + clock).status == .done)
    let left = try folder.content("one/a.ics")
    for line in ["BEGIN:VFREEBUSY", "BEGIN:VAVAILABILITY", "BEGIN:X-PART", "X-OWN:1"] {
      #expect(left.contains(line), "\(line)")
    }
  }

  @Test("two folders that differ in them differ, and a folder is equal to its only file")
  func differences() throws {
    let item = Sample.event("x", ":20260320T090000Z", "Item")
    let text = Sample.calendar("X-OWN:1\n" + [item, busy, availability].joined(separator: "\n"))
    let file = try folder.file("p.ics", text)
    _ = try folder.file("one/p.ics", text)
    let equal = try AlmanacRun("diff", file, folder.path("one"))
    #expect(equal.status == .done && equal.output.isEmpty, "\(equal.output)")
    _ = try folder.file("other/p.ics", text.replacing("PT4H", with: "PT3H"))
    let run = try AlmanacRun("diff", folder.path("one"), folder.path("other"))
    #expect(run.status == .refused && run.output.contains("20260314T130000Z"))
  }
}
