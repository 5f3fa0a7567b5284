import AlmanacEvents
import AlmanacICS
import AlmanacTime
import Testing

@Suite("Vendor properties")
struct VendorTests {
  private static let wholeDay = "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE"

  @Test(
    "Outlook's midnights are days, on the clock of the start",
    arguments: [
      (["DTSTART:20260302T000000", "DTEND:20260304T000000"], "2026-03-02", "2026-03-04"),
      (
        [
          "DTSTART;TZID=W. Europe Standard Time:20260328T000000",
          "DTEND;TZID=W. Europe Standard Time:20260331T000000",
        ], "2026-03-28", "2026-03-31"
      ),
      (["DTSTART;TZID=Europe/Madrid:20260302T000000", "DURATION:PT48H"], "2026-03-02", "2026-03-04"),
      (["DTSTART;TZID=Europe/Madrid:20260302T000000", "DURATION:P1D"], "2026-03-02", "2026-03-03"),
      (["DTSTART;TZID=Europe/Madrid:20260302T000000"], "2026-03-02", "2026-03-03"),
      // In UTC it is a midnight in the zone that the calendar names.
      (["DTSTART:20260301T230000Z", "DTEND:20260302T230000Z"], "2026-03-02", "2026-03-03"),
      // Summer time begins and ends on these days: 23 hours, then 25.
      (["DTSTART:20260328T230000Z", "DTEND:20260329T220000Z"], "2026-03-29", "2026-03-30"),
      (["DTSTART:20261024T220000Z", "DTEND:20261025T230000Z"], "2026-10-25", "2026-10-26"),
    ])
  func wholeDays(lines: [String], start: String, end: String) throws {
    let text = calendar(
      ["X-WR-TIMEZONE:Europe/Madrid", "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z"] + lines
        + [Self.wholeDay, "END:VEVENT"])
    let document = try ICSDocument(parsing: text)
    let event = try document.onlyEvent()
    #expect(event.start.description == start)
    #expect(event.end.description == end)
    let told = try #require(document.diagnostics.first { $0.code == .wholeDays })
    #expect(told.uid == "1")
    #expect(told.repair.contains(start))
    #expect(document.text == text)
    let again = try ICSDocument(parsing: document.text(.normalized))
    #expect(try again.onlyEvent().start == event.start)
    #expect(try again.onlyEvent().end == event.end)
    #expect(!again.diagnostics.contains { $0.code == .wholeDays })
  }

  @Test(
    "What is not from midnight to midnight, or not said to be whole days, keeps its times",
    arguments: [
      ["DTSTART:20260302T090000", "DTEND:20260303T000000", wholeDay],
      ["DTSTART:20260302T000000", "DTEND:20260302T120000", wholeDay],
      ["DTSTART:20260302T000000", "DURATION:PT12H", wholeDay],
      ["DTSTART:20260302T000000", "DTEND:20260303T000000", "X-MICROSOFT-CDO-ALLDAYEVENT:FALSE"],
      ["DTSTART:20260302T000000", "DTEND:20260303T000000"],
    ])
  func timed(lines: [String]) throws {
    let document = try ICSDocument(
      parsing: calendar(["BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z"] + lines + ["END:VEVENT"]))
    #expect(try !document.onlyEvent().start.isDate)
    #expect(!document.diagnostics.contains { $0.code == .wholeDays })
  }

  @Test("A series of whole days: its end, its exceptions and its changed instances are days too")
  func series() throws {
    let file = try #require(
      try files(in: "Tests/AlmanacICSTests/Corpus").first { $0.name == "client-outlook-whole-days.ics" })
    let document = try ICSDocument(parsing: file.bytes)
    let berlin = try Zone("Europe/Berlin")
    let march = try berlin.instant(of: CivilDateTime("2026-03-01T00:00:00"))
    let may = try berlin.instant(of: CivilDateTime("2026-05-01T00:00:00"))
    let shown = try document.calendars[0].occurrences(in: march..<may, viewer: berlin)
    let collections = shown.filter { $0.item.uid.hasSuffix("0718") }
    // Mondays until 30 March, which UNTIL says in UTC, without the 9th.
    #expect(collections.map(\.start.description) == ["2026-03-02", "2026-03-16", "2026-03-23", "2026-03-30"])
    #expect(collections.map(\.item.summary).firstIndex(of: "Papier und Karton") == 1)
    #expect(!document.codes.contains("orphan_override"))
    let holidays = try #require(shown.first { $0.item.summary == "Osterferien" })
    #expect(holidays.end.description == "2026-04-06")
  }

  @Test("How an Outlook event takes up its time, where TRANSP and STATUS do not say")
  func busyStatus() throws {
    func event(_ lines: String...) throws -> Event {
      try ICSDocument(
        parsing: calendar(
          ["BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000Z"] + lines
            + ["END:VEVENT"])
      ).onlyEvent()
    }
    #expect(try event("X-MICROSOFT-CDO-BUSYSTATUS:FREE").transparency == .transparent)
    #expect(try event("X-MICROSOFT-CDO-BUSYSTATUS:WORKINGELSEWHERE").transparency == .transparent)
    #expect(try event("X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE").status == .tentative)
    #expect(try event("X-MICROSOFT-CDO-BUSYSTATUS:OOF").transparency == nil)
    #expect(try event("X-MICROSOFT-CDO-BUSYSTATUS:FREE", "TRANSP:OPAQUE").transparency == .opaque)
    #expect(try event("STATUS:CONFIRMED", "X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE").status == .confirmed)
    // Words that nobody knows say nothing.
    #expect(try event("Status:MAYBE", "X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE").status == .tentative)
    #expect(try event("X-MICROSOFT-CDO-BUSYSTATUS:FREE", "TRANSP:GLASS").transparency == .transparent)
  }

  @Test("Where to meet, where it is, and what it says in HTML")
  func places() throws {
    let text = event(
      "DTSTART:20260302T090000Z", "X-GOOGLE-CONFERENCE:https://meet.google.com/abc-defg-hij",
      #"X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-ADDRESS="Bahnhofstrasse 1\n8001 Zürich";"#
        + #"X-APPLE-RADIUS=70;X-TITLE=Praxis:geo:47.3769,8.5417"#,
      "X-ALT-DESC;FMTTYPE=text/html:<p>Bring\\, please\\, the form</p>")
    let document = try ICSDocument(parsing: text)
    let event = try document.onlyEvent()
    #expect(event.conferences.map(\.uri) == ["https://meet.google.com/abc-defg-hij"])
    #expect(event.location == "Praxis\nBahnhofstrasse 1\n8001 Zürich")
    #expect(event.geo == (try Geo(latitude: 47.3769, longitude: 8.5417)))
    #expect(event.styledDetails.map(\.content) == ["<p>Bring, please, the form</p>"])
    #expect(event.styledDetails.map(\.mediaType) == ["text/html"])
    #expect(document.text == text)

    // Written anew, nothing is said twice.
    let again = try ICSDocument(parsing: document.text(.normalized)).onlyEvent()
    #expect(again.conferences == event.conferences)
    #expect(again.location == event.location)

    // The file's own word comes first.
    let stated = try ICSDocument(
      parsing: text.replacing("X-ALT-DESC", with: "LOCATION:Elsewhere\r\nGEO:1;2\r\nX-ALT-DESC"))
    #expect(try stated.onlyEvent().location == "Elsewhere")
    #expect(try stated.onlyEvent().geo == Geo(latitude: 1, longitude: 2))

    var changed = document
    var other = event
    other.styledDetails = [TypedContent(text: "<b>New</b>", mediaType: "text/html")]
    try changed.calendars[0].update(other, at: nil)
    #expect(changed.text.contains("STYLED-DESCRIPTION"))
    #expect(!changed.text.contains("X-ALT-DESC"))
  }

  @Test("Apple's alarm that does nothing is kept and never goes off")
  func noAlarm() throws {
    let text = event(
      "DTSTART:20260302T090000Z", "BEGIN:VALARM", "UID:a", "TRIGGER;VALUE=DATE-TIME:19760401T005545Z",
      "ACTION:NONE", "X-APPLE-DEFAULT-ALARM:TRUE", "END:VALARM")
    let document = try ICSDocument(parsing: text)
    #expect(try document.onlyEvent().alarms.isEmpty)
    #expect(document.text == text)
    #expect(document.text(.normalized).contains("ACTION:NONE"))
    #expect(document.diagnostics.map(\.severity) == [.note])
  }
}
