import AlmanacEvents
import AlmanacICS
import AlmanacJSCalendar
import AlmanacTime
import Testing

@Suite("Lines that a changed value replaces, and lines beside it that remain")
struct ReplacedLinesTests {
  private func document(_ lines: [String]) throws -> ICSDocument {
    let event = [
      "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART:20260310T100000Z", "SUMMARY:A",
    ]
    return try ICSDocument(parsing: calendar(event + lines + ["END:VEVENT"]))
  }

  private func edited(_ lines: [String], _ change: (inout Event) -> Void) throws -> ICSDocument {
    var document = try document(lines)
    guard case .event(var event) = try document.onlyItem() else { return document }
    change(&event)
    try document.calendars[0].update(event, at: nil)
    #expect(try ICSDocument(parsing: document.bytes).calendars == document.calendars, "\(lines)")
    return document
  }

  @Test("An unreadable value is replaced by a new one")
  func unreadable() throws {
    let classified = try edited(["CLASS:foo bar"]) { $0.classification = .private }
    #expect(!classified.text.contains("foo bar") && classified.text.contains("CLASS:PRIVATE\r\n"))
    let travelling = try edited(["X-APPLE-TRAVEL-DURATION;VALUE=DURATION:soon"]) {
      $0.travelTime = .minutes(5)
    }
    #expect(!travelling.text.contains("soon"))
    let colored = try edited(["X-ALMANAC-COLOR:nope"]) { $0.color = CalendarColor(red: 1, green: 2, blue: 3) }
    #expect(!colored.text.contains("nope"))
  }

  @Test("A vendor property that repeats a field is removed once the field differs")
  func hints() throws {
    let meeting = "X-GOOGLE-CONFERENCE:https://meet.example.org/a"
    #expect(try !edited([meeting]) { $0.conferences = [] }.text.contains("meet.example.org"))
    #expect(try edited([meeting]) { $0.summary = "B" }.text.contains(meeting))
    let place = "X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=Hall:geo:41.5,2.1"
    let moved = try edited([place]) { $0.location = "Court" }
    #expect(!moved.text.contains("Hall") && moved.text.contains("LOCATION:Court\r\n"))
    #expect(!moved.text.contains("GEO"))
    #expect(try edited(["LOCATION:A", "GEO:1;2"]) { $0.location = "" }.text.contains("GEO") == false)
    #expect(try edited(["GEO:1;2"]) { $0.location = "Hall" }.text.contains("GEO:1;2"))
    let styled = "X-ALT-DESC;FMTTYPE=text/html:<b>Agenda</b>"
    #expect(try !edited(["DESCRIPTION:Agenda", styled]) { $0.details = "New" }.text.contains("Agenda"))
    #expect(try edited(["DESCRIPTION:Agenda", styled]) { $0.summary = "B" }.text.contains(styled))
    let busy = try edited(["X-MICROSOFT-CDO-BUSYSTATUS:FREE"]) { $0.transparency = nil }
    #expect(!busy.text.contains("FREE"))
  }

  @Test("An unreadable line is kept when other lines of its name change, before and after them")
  func list() throws {
    let (bad, good) = ("ATTACH;VALUE=BINARY;ENCODING=BASE64:S", "ATTACH:http://example.org/a")
    for lines in [[bad, good], [good, bad], [bad]] {
      let more = try edited(lines) { $0.attachments.append(AttachedFile(.uri("http://example.org/b"))) }
      for line in lines + ["ATTACH:http://example.org/b"] {
        #expect(more.text.contains(line + "\r\n"), "\(lines)")
      }
    }
    let fewer = try edited([bad, good]) { $0.attachments = [] }
    #expect(fewer.text.contains(bad) && !fewer.text.contains(good))
  }

  @Test(
    "Of repeated descriptions of an event the first that is not empty is read (RFC 5545 §3.6.1: at most one)")
  func description() throws {
    let document = try document(["DESCRIPTION:", "DESCRIPTION:Real"])
    #expect(try document.onlyItem().details == "Real")
    #expect(document.text(.normalized).contains("DESCRIPTION:Real\r\n"))
  }

  @Test("In JSCalendar each of two parts with one address or URI keeps its own parameters")
  func sameKeys() throws {
    let lines = [
      "ATTENDEE;CN=A;LANGUAGE=en:mailto:a@example.org", "ATTENDEE;CN=B;LANGUAGE=de:mailto:a@example.org",
      "ATTACH;FILENAME=a.pdf:http://example.org/a", "ATTACH;FILENAME=b.pdf:http://example.org/a",
      "CONFERENCE;VALUE=URI;LABEL=Dial in;X-A=1:tel:+1", "CONFERENCE;VALUE=URI;LABEL=Hier:tel:+1",
      "IMAGE;VALUE=URI;DISPLAY=BADGE;X-A=1:http://example.org/i",
      "IMAGE;VALUE=URI;X-A=2:http://example.org/i",
    ]
    let calendars = try document(lines).calendars
    let text = JSCalendarDocument(calendars).text()
    let again = ICSDocument(try JSCalendarDocument(parsing: Array(text.utf8)).calendars).text(.normalized)
    let unfolded = again.replacing("\r\n ", with: "")
    for line in lines { #expect(unfolded.contains(line + "\r\n"), "\(again)") }
  }

  @Test(
    "A rule in a part that the model reads is not stored twice in JSCalendar, whatever the order of its members"
  )
  func rules() throws {
    let availability =
      #"["vavailability",[["uid",{},"text","a"],["dtstamp",{},"date-time","2026-01-01T00:00:00Z"]],[["available","#
      + #"[["uid",{},"text","b"],["dtstamp",{},"date-time","2026-01-01T00:00:00Z"],"#
      + #"["dtstart",{},"date-time","2026-01-05T09:00:00Z"],["dtend",{},"date-time","2026-01-05T10:00:00Z"],"#
      + #"["rrule",{},"recur",{"freq":"WEEKLY","byday":"MO"}]],[]]]]"#
    let text =
      #"{"@type":"Group","uid":"1","updated":"2026-01-01T00:00:00Z","entries":[],"#
      + #""iCalComponent":["vcalendar",[["bad"]],["# + availability + "]]}"
    let once = try JSCalendarDocument(parsing: Array(text.utf8)).text()
    #expect(once.split(separator: #"["available""#).count == 2, "\(once)")
    #expect(try JSCalendarDocument(parsing: Array(once.utf8)).text() == once)
  }
}
