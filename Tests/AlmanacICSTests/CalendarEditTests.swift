import AlmanacEvents
import AlmanacICS
import AlmanacTime
import TestSupport
import Testing

@Suite("Edits of a calendar's own properties, one after the other")
struct CalendarEditTests {
  private static let edits: [@Sendable (inout EventCalendar) -> Void] = [
    { $0.name = "Courses; all, of\nthem" }, { $0.name = "" }, { $0.details = "What is on" },
    { $0.details = "" },
    { $0.color = CalendarColor(red: 0x12, green: 0x34, blue: 0x56) }, { $0.color = nil },
    { $0.refreshInterval = .hours(2) }, { $0.refreshInterval = nil }, { $0.url = "https://example.org/c" },
    { $0.source = "https://example.org/c.ics" }, { $0.categories = ["A", "B, C"] }, { $0.categories = [] },
    { $0.zone = try? Zone("Asia/Tokyo") }, { $0.method = "PUBLISH" },
  ]

  private static func isEqual(_ one: ICSDocument, _ other: ICSDocument) -> Bool {
    one.calendars == other.calendars
  }

  private func requireAsWritten(_ document: ICSDocument, _ edited: String) throws {
    let again = try ICSDocument(parsing: document.bytes)
    #expect(Self.isEqual(again, document), "\(edited)")
    #expect(Self.isEqual(try ICSDocument(jCal: document.jCal.utf8), again), "jCal, \(edited)")
  }

  @Test("Each leaves the others and all lines that it does not change")
  func twice() throws {
    let lines = [
      "PRODID:g", "VERSION:2.0", "METHOD:PUBLISH", "X-WR-CALNAME:Work", "CALSCALE:GREGORIAN", "X-CUSTOM:keep",
    ]
    let text = (["BEGIN:VCALENDAR"] + lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
    var document = try ICSDocument(parsing: text)
    document.calendars[0].name = "Job"
    document.calendars[0].details = "All"
    document.calendars[0].name = "Jobs"
    for line in lines where !line.hasPrefix("X-WR") { #expect(document.text.contains(line + "\r\n")) }
    try requireAsWritten(document, "\(text)")
    #expect(document.calendars[0].name == "Jobs" && document.calendars[0].details == "All")
  }

  @Test("Components outside of a VCALENDAR are written into one, wherever they are")
  func outsideOfCalendar() throws {
    let event = [
      "BEGIN:VEVENT", "X-CUSTOM:keep", "UID:bare", "DTSTAMP:20260301T000000Z", "DTSTART;VALUE=DATE:20260301",
      "END:VEVENT",
    ]
    let calendar = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:g", "END:VCALENDAR"]
    let unended = Array(event.dropLast()) + ["END:VCALENDAR"]
    for lines in [event, event + calendar, event + event + calendar + event, unended + event, unended] {
      for ending in ["\r\n", ""] {
        let text = lines.joined(separator: "\r\n") + ending
        var document = try ICSDocument(parsing: text)
        let count = document.calendars.count
        for (number, name) in ["Work", "Home", "Work"].enumerated() {
          document.calendars[0].name = name
          document.calendars[0].insert(Event("Added", from: try CivilDate(2026, 3, 2 + number)))
          try requireAsWritten(document, document.text)
          #expect(document.text.contains("NAME:\(name)\r\n") && document.text.contains("X-CUSTOM:keep\r\n"))
          #expect(document.calendars.count == count && document.calendars[0].name == name)
        }
        document.calendars.removeLast()
        #expect(
          try ICSDocument(parsing: document.text + "\r\nBEGIN:VCALENDAR\r\nEND:VCALENDAR").calendars.count
            == count)
      }
    }
  }

  @Test("An item added outside of a VCALENDAR belongs to the calendar of the preceding items")
  func addedOutsideOfCalendar() throws {
    let event = [
      "BEGIN:VEVENT", "UID:bare", "DTSTAMP:20260301T000000Z", "DTSTART:20260301T090000Z", "END:VEVENT",
    ]
    let calendar = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:g"] + event + ["END:VCALENDAR"]
    let zone = try Zone("Europe/Madrid")
    for lines in [event + calendar, event + calendar + event, calendar + event + calendar] {
      var document = try ICSDocument(parsing: lines.joined(separator: "\r\n") + "\r\n")
      for number in document.calendars.indices {
        var added = Event("Added", at: try CivilDateTime("2026-03-02T10:00").in(zone), uid: "added")
        added.stamp = try Instant("2026-03-01T00:00:00Z")
        document.calendars[number].insert(added)
        #expect(
          try ICSDocument(parsing: document.bytes).calendars.map { $0.items.map(\.uid) }
            == document.calendars.map { $0.items.map(\.uid) })
      }
      for number in document.calendars.indices {
        document.calendars[number].name = "Number \(number)"
        try requireAsWritten(document, document.text)
      }
    }
  }

  @Test("The text is that of the calendar after any of them, also in a new calendar or an empty one")
  func sequences() throws {
    var documents = [ICSDocument([EventCalendar(name: "a")])]
    documents.append(try ICSDocument(parsing: "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"))
    for file in sample(try files(in: "Tests/AlmanacICSTests/Corpus"), oneIn: 4) {
      guard let document = try? ICSDocument(parsing: file.bytes), !document.calendars.isEmpty else {
        continue
      }
      documents.append(document)
    }
    var random = SeededGenerator(seed: 19)
    for original in documents {
      // Where reading again is another calendar anyway, as without a UID, there is nothing to compare.
      guard let again = try? ICSDocument(parsing: original.bytes), again.calendars == original.calendars,
        (try? ICSDocument(jCal: original.jCal.utf8))?.calendars == original.calendars
      else { continue }
      // Where it has names or descriptions in other languages, the next is read when the first is removed.
      let others = original.calendars[0].unmodelled.properties.map(\.name)
      if others.contains("NAME") || others.contains("DESCRIPTION") { continue }
      for _ in 0..<max(1, rounds(1) / 4) {
        var document = original
        for number in 0..<5 {
          let edit = Int.random(in: Self.edits.indices, using: &random)
          Self.edits[edit](&document.calendars[0])
          try requireAsWritten(document, "\(number): \(edit)\n\(document.text)")
        }
      }
    }
  }
}
