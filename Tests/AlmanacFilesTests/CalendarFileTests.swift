import AlmanacEvents
import AlmanacFiles
import AlmanacICS
import AlmanacTime
import Foundation
import TestSupport
import Testing

@Suite("A file of calendars")
struct CalendarFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("a file is created, changed and saved again; unmodelled content is preserved")
  func saving() throws {
    let path = try folder.file("a.ics", Sample.calendar("a", "a", "X-OTHER;X-P=1:kept"))
    var file = try CalendarFile(opening: path)
    try file.save("nothing", at: Sample.now)
    #expect(try folder.names == ["a.ics"])
    try file.document.calendars[0].rename("a", "A")
    try file.save("renamed", at: Sample.now)
    #expect(try folder.content("a.ics").contains("SUMMARY:A"))
    #expect(try folder.content("a.ics").contains("X-OTHER;X-P=1:kept"))
  }

  @Test("a file is created as given, never over an existing one; then it can be changed")
  func making() throws {
    var calendar = EventCalendar()
    calendar.insert(try Sample.event("n", "new"))
    let document = ICSDocument([calendar])
    var new = CalendarFile(path: folder.path("new.ics"), document: document)
    try new.save("made", at: Sample.now)
    #expect(try CalendarFile(opening: folder.path("new.ics")).calendars.flatMap { $0.summaries } == ["new"])
    try new.document.calendars[0].rename("n", "newer")
    try new.save("changed", at: Sample.now)
    #expect(try folder.content("new.ics").contains("SUMMARY:newer"))
    var other = CalendarFile(path: folder.path("new.ics"), document: document)
    let code = FileError.code { () throws(FileError) in try other.save("made again", at: Sample.now) }
    #expect(code == .conflict)
    #expect(try folder.content("new.ics").contains("SUMMARY:newer"))
  }

  @Test("jCal stays jCal")
  func jCal() throws {
    let document = try ICSDocument(parsing: Array(Sample.calendar("a", "a").utf8))
    let path = try folder.file("a.json", document.jCal)
    var file = try CalendarFile(opening: path)
    try file.document.calendars[0].rename("a", "A")
    try file.save(at: Sample.now)
    let json = try JSONSerialization.jsonObject(with: Data(try folder.content("a.json").utf8)) as? [Any]
    #expect(json?.first as? String == "vcalendar")
    #expect(
      try CalendarFile(parsing: Array(document.jCal.utf8), path: "-").content == Array(document.jCal.utf8) + [
        0x0A
      ])
    #expect(try CalendarFile(opening: path).calendars.flatMap { $0.summaries } == ["A"])
  }

  @Test("a file that is no calendar is refused with its position and the expected form")
  func refused() throws {
    let path = try folder.file("a.ics", "nonsense")
    do throws(FileError) {
      _ = try CalendarFile(opening: path)
      Issue.record("read")
    } catch {
      #expect(error.code == .badData && error.path == path && error.content?.code == .notICalendar)
      #expect(error.expected?.isEmpty == false)
    }
    #expect(
      FileError.code { () throws(FileError) in _ = try CalendarFile(opening: folder.path("none.ics")) }
        == .unreadable)
    #expect(
      FileError.code { () throws(FileError) in
        _ = try CalendarFile(opening: path, options: .init(limit: 4))
      } == .unreadable)
  }
}
