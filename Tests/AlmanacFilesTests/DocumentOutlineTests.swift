import AlmanacEvents
import AlmanacICS
import Testing

@testable import AlmanacFiles

@Suite("The UIDs of a document by its lines alone")
struct DocumentOutlineTests {
  private func outline(_ lines: [String], ending: String = "\r\n") throws -> DocumentOutline {
    let all = ["BEGIN:VCALENDAR"] + lines + ["END:VCALENDAR", ""]
    return try DocumentOutline(Array(all.joined(separator: ending).utf8))
  }

  private func event(_ lines: String...) -> [String] { ["BEGIN:VEVENT"] + lines + ["END:VEVENT"] }

  @Test(
    "A UID is found however its line is spelled",
    arguments: [
      ["UID:a,b;c"], ["uid:a\\,b\\;c"], ["UID;X-P=\"x:y\":a,b;c"], ["U", " ID:a,", "\tb;c"],
      ["UID:a,b;c", "UID:other"], ["SUMMARY:UID:x", "UID:a,b;c"],
    ])
  func spellings(lines: [String]) throws {
    for ending in ["\r\n", "\n", "\r"] {
      let outline = try outline(["BEGIN:VEVENT"] + lines + ["END:VEVENT"], ending: ending)
      #expect(outline.uids == ["a,b;c"] && outline.statesAllUIDs)
    }
  }

  @Test("UTF-16 is searched too")
  func otherEncodings() throws {
    let text = (["BEGIN:VCALENDAR"] + event("UID:ä") + ["END:VCALENDAR"]).joined(separator: "\r\n")
    let units = text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    let bytes: [UInt8] = [0xFF, 0xFE] + units
    #expect(try DocumentOutline(bytes).uids == ["ä"])
  }

  @Test("Only the UIDs of events, to-dos and notes count, not those of their parts and of other components")
  func otherComponents() throws {
    let inner = event("BEGIN:VALARM", "UID:alarm", "END:VALARM", "UID:event")
    let other = ["BEGIN:VFREEBUSY", "UID:busy", "END:VFREEBUSY", "UID:calendar"]
    let todo = ["BEGIN:VTODO", "UID:todo", "END:VTODO"]
    #expect(try outline(inner + other + todo).uids == ["event", "todo"])
  }

  @Test("An item without a UID is reported, and so is a calendar with a name")
  func missingUIDAndName() throws {
    #expect(try !outline(event("UID:a") + event("SUMMARY:b")).statesAllUIDs)
    #expect(try !outline(event("UID:")).statesAllUIDs)
    #expect(try !outline(event("BEGIN:VALARM", "UID:a", "END:VALARM")).statesAllUIDs)
    #expect(try !outline(event("UID:a")).hasName)
    #expect(try outline(["NAME:Term"] + event("UID:a")).hasName)
    #expect(try outline(event("UID:a") + ["X-WR-CALNAME:Term"]).hasName)
  }
}
