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

  @Test("VAVAILABILITY: windows that repeat; unmodelled content of a window is kept")
  func available() throws {
    let document = try ICSDocument(parsing: availability, options: .strict)
    let found = try #require(document.calendars[0].availabilities.first)
    #expect((found.priority, found.busyKind) == (1, .tentative))
    let window = try #require(found.windows.first)
    #expect(window.start.description == "2011-10-02T09:00:00-04:00[America/Montreal]")
    #expect(window.recurrence.rules.map(\.description) == ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"])
    #expect((window.location, window.unmodelled.properties.map(\.name)) == ("Main Office", ["COLOR"]))
  }

  @Test("Written anew they have the same meaning; an edit changes one line")
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

  /// RFC 5545 §3.8 allows other parameters on every property.
  @Test("Unmodelled parameters are preserved in every form")
  func parameters() throws {
    let lines = [
      "BEGIN:VFREEBUSY", "UID;X-P=1:fb", "DTSTAMP;X-P=2:20260101T000000Z", "DTSTART;X-P=3:20260301T000000Z",
      "DTEND;X-P=4:20260401T000000Z", "CONTACT;LANGUAGE=de:Jana", "URL;X-P=5:https://example.org/fb",
      "COMMENT;LANGUAGE=en:first", "COMMENT:second", "COMMENT;LANGUAGE=de:dritter",
      "REQUEST-STATUS;LANGUAGE=de:2.0;Erfolg",
      "FREEBUSY;FBTYPE=BUSY-TENTATIVE;X-SUMMARY=Trip:"
        + "20260302T090000Z/20260302T100000Z,20260303T090000Z/20260303T100000Z",
      "FREEBUSY;X-SUMMARY=Talk:20260304T090000Z/20260304T100000Z",
      "FREEBUSY:20260305T090000Z/20260305T100000Z", "END:VFREEBUSY", "BEGIN:VAVAILABILITY", "UID:av",
      "DTSTAMP:20260101T000000Z", "BUSYTYPE;X-P=6:BUSY", "SUMMARY;LANGUAGE=de:Sprechzeit",
      "END:VAVAILABILITY",
    ]
    var document = try ICSDocument(parsing: calendar(lines))
    let text = document.text
    #expect(document.diagnostics == [])
    let jCal = try ICSDocument(jCal: document.jCal.utf8)
    let jsCalendar = try ICSDocument(jsCalendar: document.jsCalendar().utf8)
    for other in [document, jCal, jsCalendar] {
      let written = other.text(.normalized).replacing("\r\n ", with: "").split(separator: "\r\n")
      #expect(Set(written.map(String.init)).isSuperset(of: lines))
      #expect(other.calendars[0].freeBusy == document.calendars[0].freeBusy)
      #expect(other.calendars[0].availabilities == document.calendars[0].availabilities)
    }
    document.calendars[0].freeBusy[0].comments.removeFirst()
    document.calendars[0].freeBusy[0].contact = "Jan"
    #expect(
      document.text
        == text.replacing("COMMENT;LANGUAGE=en:first\r\n", with: "").replacing("Jana", with: "Jan"))
  }

  /// Lines that an edit must not touch: no program would write them so.
  private func strange(_ kind: String, _ uid: String, _ more: String) -> [String] {
    [
      "begin:\(kind.lowercased())", "X-\(more):be", " fore", "uid:\(uid)", "DTSTAMP:20260101T000000Z",
      "COMMENT;X-P=\"\(more)\":\(more)", "no line of \(more)", "END:\(kind)",
    ]
  }

  @Test("One removed of several takes its own lines along", arguments: ["VFREEBUSY", "VAVAILABILITY"])
  func removal(_ kind: String) throws {
    // Replies to one request have its UID (RFC 5546 §3.3.2).
    for uids in [["a", "b", "c"], ["a", "a", "a"], ["", "", ""]] {
      let parts = zip(uids, ["1", "2", "3"]).map { strange(kind, $0, $1) }
      for removed in 0..<3 {
        var document = try ICSDocument(parsing: calendar(parts.flatMap { $0 }))
        if kind == "VFREEBUSY" {
          document.calendars[0].freeBusy.remove(at: removed)
        } else {
          document.calendars[0].availabilities.remove(at: removed)
        }
        let rest = parts.indices.filter { $0 != removed }.flatMap { parts[$0] }
        #expect(document.text == calendar(rest))
      }
    }
  }

  @Test("A statement added between others is written there, and an edit beside it keeps its lines")
  func addition() throws {
    let parts = ["a", "b", "c"].map { strange("VFREEBUSY", $0, $0) }
    let event = [
      "BEGIN:VEVENT", "UID:e", "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000Z", "end:vevent",
    ]
    let text = calendar(parts[0] + event + parts[1] + parts[2])
    let stamp = try utc("2026-01-02T00:00")
    func lines(_ uid: String) -> [String] {
      ["BEGIN:VFREEBUSY", "UID:\(uid)", "DTSTAMP:20260102T000000Z", "END:VFREEBUSY"]
    }
    var document = try ICSDocument(parsing: text)
    document.calendars[0].freeBusy.insert(FreeBusy(uid: "x", stamp: stamp), at: 1)
    document.calendars[0].freeBusy.insert(FreeBusy(uid: "y", stamp: stamp), at: 0)
    #expect(document.text == calendar(lines("y") + parts[0] + lines("x") + event + parts[1] + parts[2]))
    document.calendars[0].freeBusy.remove(at: 1)
    document.calendars[0].freeBusy.append(FreeBusy(uid: "z", stamp: stamp))
    #expect(document.text == calendar(lines("y") + lines("x") + event + parts[1] + parts[2] + lines("z")))
    document.calendars[0].freeBusy[2].uid = "other"
    #expect(
      document.text
        == calendar(lines("y") + lines("x") + event + parts[1] + parts[2] + lines("z")).replacing(
          "uid:b", with: "UID:other"))
  }

  @Test("An available time without a UID gets one of its own in the model, which is reported")
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
