import AlmanacEvents
import AlmanacICS
import AlmanacRecurrence
import AlmanacTime
import Testing

@Suite("Free and busy time")
struct StatementTests {
  private let freeBusy = calendar([
    "METHOD:REPLY", "BEGIN:VFREEBUSY", "UID:fb", "DTSTAMP:20260101T000000Z", "DTSTART:20260301T000000Z",
    "DTEND:20260401T000000Z", "ORGANIZER:mailto:o@example.org", "ATTENDEE;CN=A:mailto:a@example.org",
    "FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20260302T090000Z/PT1H,20260303T090000Z/20260303T120000Z",
    "FREEBUSY:20260304T090000Z/PT30M", "COMMENT:seen", "X-MORE:1", "END:VFREEBUSY",
  ])

  /// RFC 7953 §5.2, shortened.
  private let availability = calendar([
    "BEGIN:VAVAILABILITY", "ORGANIZER:mailto:bernard@example.com", "UID:0428C7D2-688E-4D2E-AC52-CD112E2469DF",
    "DTSTAMP:20111005T133225Z", "DTSTART;TZID=America/Montreal:20111002T000000", "PRIORITY:1",
    "BUSYTYPE:BUSY-TENTATIVE", "BEGIN:AVAILABLE", "UID:34EDA59B-6BB1-4E94-A66C-64999089C0AF",
    "SUMMARY:Monday to Friday from 9:00 to 17:00", "DTSTAMP:20111005T133225Z",
    "DTSTART;TZID=America/Montreal:20111002T090000", "DTEND;TZID=America/Montreal:20111002T170000",
    "RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "LOCATION:Main Office", "COLOR:teal", "END:AVAILABLE",
    "END:VAVAILABILITY",
  ])

  @Test("VFREEBUSY: periods by their ends, each of its kind")
  func busy() throws {
    let document = try ICSDocument(parsing: freeBusy, options: .strict)
    let found = try #require(document.calendars[0].freeBusy.first)
    #expect((found.uid, found.attendees.map(\.name), found.comments) == ("fb", ["A"], ["seen"]))
    #expect(found.start == (try utc("2026-03-01T00:00")))
    #expect(
      found.periods == [
        BusyPeriod(from: try utc("2026-03-02T09:00"), to: try utc("2026-03-02T10:00"), .unavailable),
        BusyPeriod(from: try utc("2026-03-03T09:00"), to: try utc("2026-03-03T12:00"), .unavailable),
        BusyPeriod(from: try utc("2026-03-04T09:00"), to: try utc("2026-03-04T09:30")),
      ])
    #expect(found.unmodelled.properties.map(\.name) == ["X-MORE"])
  }

  @Test("VAVAILABILITY: windows that repeat; what a window has no place for is kept")
  func available() throws {
    let document = try ICSDocument(parsing: availability, options: .strict)
    let found = try #require(document.calendars[0].availabilities.first)
    #expect((found.priority, found.busyKind) == (1, .tentative))
    let window = try #require(found.windows.first)
    #expect(window.start.description == "2011-10-02T09:00:00-04:00[America/Montreal]")
    #expect(window.recurrence.rules.map(\.description) == ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"])
    #expect((window.location, window.unmodelled.properties.map(\.name)) == ("Main Office", ["COLOR"]))
  }

  @Test("Written anew they say the same; an edit changes one line")
  func writing() throws {
    for text in [freeBusy, availability] {
      let document = try ICSDocument(parsing: text)
      let again = try ICSDocument(parsing: document.text(.normalized), options: .strict)
      #expect(again.calendars[0].freeBusy.map(\.periods) == document.calendars[0].freeBusy.map(\.periods))
      #expect(
        again.calendars[0].availabilities.map(\.extent) == document.calendars[0].availabilities.map(\.extent))
      #expect(
        again.calendars[0].availabilities.map(\.windows.count)
          == document.calendars[0].availabilities.map(\.windows.count))
    }
    var document = try ICSDocument(parsing: availability)
    document.calendars[0].availabilities[0].priority = 2
    #expect(document.text == availability.replacing("PRIORITY:1", with: "PRIORITY:2"))
    document.calendars[0].availabilities.removeAll()
    #expect(!document.text.contains("VAVAILABILITY"))
    var busy = try ICSDocument(parsing: freeBusy)
    busy.calendars[0].freeBusy.append(FreeBusy(uid: "more"))
    #expect(busy.text.contains("UID:more"))
    #expect(try ICSDocument(parsing: busy.text).calendars[0].freeBusy.count == 2)
  }

  @Test("A time to be had without a UID gets one of its own in the model, which is told of")
  func windowsWithoutUID() throws {
    let window = ["BEGIN:AVAILABLE", "DTSTART:20260302T090000Z", "DURATION:PT1H", "END:AVAILABLE"]
    let text = calendar(
      ["BEGIN:VAVAILABILITY", "DTSTAMP:20260101T000000Z"] + window + window + ["END:VAVAILABILITY"])
    let document = try ICSDocument(parsing: text, options: ICSOptions(uids: .seeded(1)))
    let statement = try #require(document.calendars[0].availabilities.first)
    let uids = [statement.uid] + statement.windows.map(\.uid)
    #expect(uids.count == 3 && Set(uids).count == 3 && !uids.contains(""))
    #expect(
      document.diagnostics.map { "\($0.line) \($0.code.rawValue)" } == [
        "4 missing_uid", "6 missing_uid", "6 missing_stamp", "10 missing_uid", "10 missing_stamp",
      ])
    #expect(document.text == text)
    let again = try ICSDocument(parsing: document.text(.normalized)).calendars[0].availabilities
    #expect(again.first?.windows.map(\.uid) == statement.windows.map(\.uid))
  }
}
