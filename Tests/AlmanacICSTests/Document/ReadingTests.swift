import AlmanacEvents
import AlmanacICS
import AlmanacRecurrence
import AlmanacTime
import Testing

@Suite("Reading iCalendar into the model")
struct ReadingTests {
  @Test("An event with everything RFC 5545 and RFC 7986 give it")
  func fullEvent() throws {
    let text = calendar([
      "BEGIN:VEVENT", "UID:full@example.org", "DTSTAMP:20260101T120000Z", "CREATED:20251201T080000Z",
      "LAST-MODIFIED:20251231T235960Z", "SEQUENCE:3", "DTSTART;TZID=Europe/Madrid:20260302T090000",
      "DTEND;TZID=Europe/Madrid:20260302T103000", "RRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=10",
      "EXDATE;TZID=Europe/Madrid:20260304T090000,20260309T090000", "EXDATE:20260311T080000Z",
      "RDATE;VALUE=PERIOD:20260401T100000Z/PT2H,20260402T100000Z/20260402T113000Z",
      #"SUMMARY;LANGUAGE=ca:Àlgebra\, part 1"#, #"DESCRIPTION:One\nTwo\; three"#,
      "LOCATION:Aula B3", #"CATEGORIES:Maths\, pure,Lecture"#, "CATEGORIES:Spring", "RESOURCES:Beamer,Chalk",
      "COLOR:steelblue", "STATUS:CONFIRMED", "CLASS:PRIVATE", "TRANSP:TRANSPARENT", "PRIORITY:2",
      "GEO:41.389;2.113", "URL:https://example.org/a?b=1;c,d", "COMMENT:first", "COMMENT:second",
      "CONTACT:Ana", "RELATED-TO;RELTYPE=SIBLING:other@example.org",
      "ORGANIZER;CN=\"Ferré, Núria\";SENT-BY=\"mailto:s@example.org\":mailto:n@example.org",
      "ATTENDEE;ROLE=CHAIR;PARTSTAT=ACCEPTED;CUTYPE=ROOM;RSVP=TRUE;CN=A;MEMBER=\"mailto:g1@x\",\"mailto:g2@x\";X-P=1"
        + ":mailto:a@example.org",
      "ATTACH;FMTTYPE=text/plain;ENCODING=BASE64;VALUE=BINARY:aGVsbG8=", "ATTACH:https://example.org/x.pdf",
      "IMAGE;VALUE=URI;DISPLAY=BADGE,THUMBNAIL:https://example.org/i.png",
      "CONFERENCE;VALUE=URI;FEATURE=AUDIO,VIDEO;LABEL=Main room:https://meet.example.org/1",
      "REQUEST-STATUS:2.8;Success\\; repeated;RRULE", "X-OWN;A=b:c", "BEGIN:VALARM", "ACTION:DISPLAY",
      "TRIGGER;RELATED=END:-PT15M", "DESCRIPTION:Soon", "REPEAT:2", "DURATION:PT5M", "UID:alarm-1",
      "END:VALARM", "BEGIN:X-BOX", "X-IN:1", "END:X-BOX", "END:VEVENT",
    ])
    let document = try ICSDocument(parsing: text)
    #expect(document.diagnostics == [])
    let event = try document.onlyEvent()
    #expect(event.uid == "full@example.org")
    #expect(event.stamp == (try utc("2026-01-01T12:00")))
    #expect(event.created == (try utc("2025-12-01T08:00")))
    #expect(event.lastModified == (try utc("2025-12-31T23:59:59")))
    #expect(event.sequence == 3)
    #expect(event.start == (try madrid("2026-03-02T09:00")))
    #expect(event.extent == .end(try madrid("2026-03-02T10:30")))
    var rule = RecurrenceRule(.weekly, on: [.monday, .wednesday], until: .count(10))
    rule.weekStart = .monday
    #expect(event.recurrence.rules == [rule])
    #expect(
      event.recurrence.exceptions == [
        try madrid("2026-03-04T09:00"), try madrid("2026-03-09T09:00"), .utc(try utc("2026-03-11T08:00")),
      ])
    #expect(
      event.recurrence.additions == [
        RecurrenceDate(.utc(try utc("2026-04-01T10:00")), extent: .duration(.hours(2))),
        RecurrenceDate(
          .utc(try utc("2026-04-02T10:00")), extent: .end(.utc(try utc("2026-04-02T11:30")))),
      ])
    #expect(event.summary == "Àlgebra, part 1")
    #expect(event.details == "One\nTwo; three")
    #expect(event.location == "Aula B3")
    #expect(event.categories == ["Maths, pure", "Lecture", "Spring"])
    #expect(event.resources == ["Beamer", "Chalk"])
    #expect(event.color == .steelBlue)
    #expect(event.status == .confirmed)
    #expect(event.classification == .private)
    #expect(event.transparency == .transparent)
    #expect(event.priority == 2)
    #expect(event.geo == (try Geo(latitude: 41.389, longitude: 2.113)))
    #expect(event.url == "https://example.org/a?b=1;c,d")
    #expect(event.comments == ["first", "second"])
    #expect(event.contacts == ["Ana"])
    #expect(event.relations == [Relation("other@example.org", kind: .sibling)])
    #expect(
      event.organizer
        == Organizer("mailto:n@example.org", name: "Ferré, Núria", sentBy: "mailto:s@example.org"))
    #expect(
      event.attendees == [
        Attendee(
          "mailto:a@example.org", name: "A", role: .chair, status: .accepted, kind: .room, wantsReply: true,
          groups: ["mailto:g1@x", "mailto:g2@x"], parameters: [Parameter("X-P", "1")])
      ])
    #expect(
      event.attachments == [
        AttachedFile(.bytes(Array("hello".utf8)), mediaType: "text/plain"),
        AttachedFile(.uri("https://example.org/x.pdf")),
      ])
    #expect(event.images.map(\.displays) == [[.badge, .thumbnail]])
    #expect(
      event.conferences == [
        Conference("https://meet.example.org/1", features: [.audio, .video], label: "Main room")
      ])
    #expect(
      event.requestStatuses == [RequestStatus(code: "2.8", text: "Success; repeated", data: "RRULE")])
    #expect(
      event.alarms == [
        Alarm(
          .before(.minutes(15), .end), repetition: .init(2, every: .minutes(5)), details: "Soon",
          uid: "alarm-1")
      ])
    #expect(event.unmodelled.properties.map(\.name) == ["X-OWN"])
    #expect(event.unmodelled.properties.first?.parameters == [Parameter("A", "b")])
    #expect(event.unmodelled.components.map(\.name) == ["X-BOX"])
    #expect(event.unmodelled.parameters == [KeptParameters("SUMMARY", [Parameter("LANGUAGE", "ca")])])
  }

  @Test("The three forms of a start, and how long it lasts")
  func forms() throws {
    let day = try ICSDocument(parsing: event("DTSTART;VALUE=DATE:20260320", "DTEND;VALUE=DATE:20260322"))
      .onlyEvent()
    #expect(day.start == .date(try CivilDate(2026, 3, 20)))
    #expect(day.end == .date(try CivilDate(2026, 3, 22)))
    let floating = try ICSDocument(parsing: event("DTSTART:20260320T100000", "DURATION:P1DT2H")).onlyEvent()
    #expect(floating.start == .floating(try CivilDateTime("2026-03-20T10:00")))
    #expect(floating.end == .floating(try CivilDateTime("2026-03-21T12:00")))
    let zoned = try ICSDocument(parsing: event("DTSTART:20260320T100000Z")).onlyEvent()
    #expect(zoned.start == .utc(try utc("2026-03-20T10:00")))
    #expect(zoned.extent == .implied)
  }

  @Test("To-dos and journal entries")
  func others() throws {
    let text = calendar([
      "BEGIN:VTODO", "UID:t", "DTSTAMP:20260101T000000Z", "DUE;VALUE=DATE:20260318", "SUMMARY:Essay",
      "STATUS:IN-PROCESS", "PERCENT-COMPLETE:40", "PRIORITY:1", "END:VTODO", "BEGIN:VTODO", "UID:d",
      "DTSTAMP:20260101T000000Z", "DTSTART:20260301T080000", "DURATION:PT90M", "COMPLETED:20260301T093000Z",
      "STATUS:COMPLETED", "END:VTODO", "BEGIN:VJOURNAL", "UID:j", "DTSTAMP:20260101T000000Z",
      "DTSTART;VALUE=DATE:20260302", "SUMMARY:Notes", "DESCRIPTION:One", "DESCRIPTION:Two", "STATUS:DRAFT",
      "END:VJOURNAL",
    ])
    let document = try ICSDocument(parsing: text)
    #expect(document.diagnostics == [])
    let items = Array(document.calendars[0].items)
    let (open, done) = (try #require(items[0].todo), try #require(items[1].todo))
    #expect(open.due == .date(try CivilDate(2026, 3, 18)))
    #expect((open.status, open.percentComplete, open.priority) == (.inProcess, 40, 1))
    #expect(done.due == .floating(try CivilDateTime("2026-03-01T09:30")))
    #expect(done.completed == (try utc("2026-03-01T09:30")))
    #expect(done.isCompleted)
    let journal = try #require(items[2].journal)
    #expect(journal.start == .date(try CivilDate(2026, 3, 2)))
    #expect((journal.details, journal.status) == ("One", .draft))
    #expect(journal.unmodelled.properties.map(\.value) == ["Two"])
  }

  @Test("Overrides, also of all that follows")
  func overrides() throws {
    let document = try ICSDocument(
      parsing: event(
        "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Madrid:20260311T090000",
        "DTSTART;TZID=Europe/Madrid:20260312T120000"))
    let event = try document.onlyEvent()
    #expect(event.recurrenceID == (try madrid("2026-03-11T09:00")))
    #expect(event.overridesFuture)
    #expect(document.diagnostics == [])
  }

  @Test("Properties of a calendar")
  func header() throws {
    let text = calendar([
      "METHOD:publish", "NAME:Term", "X-WR-CALNAME:Term", "X-WR-CALDESC:All of it", "COLOR:steelblue",
      "X-WR-TIMEZONE:Europe/Madrid", "UID:cal-1", "CATEGORIES:a,b", "URL:https://example.org",
      "SOURCE;VALUE=URI:https://example.org/x.ics", "REFRESH-INTERVAL;VALUE=DURATION:PT12H",
      "X-PUBLISHED-TTL:PT12H", "LAST-MODIFIED:20260101T000000Z", "X-OTHER:1",
    ])
    let calendar = try ICSDocument(parsing: text).calendars[0]
    #expect((calendar.method, calendar.name, calendar.details) == ("PUBLISH", "Term", "All of it"))
    #expect(calendar.color == .steelBlue)
    #expect(calendar.zone == (try Zone("Europe/Madrid")))
    #expect((calendar.uid, calendar.url) == ("cal-1", "https://example.org"))
    #expect((calendar.categories, calendar.source) == (["a", "b"], "https://example.org/x.ics"))
    #expect(calendar.refreshInterval == .hours(12))
    #expect(calendar.lastModified == (try utc("2026-01-01T00:00")))
    #expect(calendar.unmodelled.properties.map(\.name) == ["X-OTHER"])
  }

  @Test(
    "A calendar's colour: the name, or the digits of which the name is only the neighbour",
    arguments: [
      (["COLOR:teal"], "#008080"), (["X-APPLE-CALENDAR-COLOR:#1BADF8"], "#1badf8"),
      (["X-APPLE-CALENDAR-COLOR:#1BADF8FF"], "#1badf8"),
      (["COLOR:teal", "X-APPLE-CALENDAR-COLOR:#1BADF8"], "#008080"),
      (["COLOR:deepskyblue", "X-APPLE-CALENDAR-COLOR:#1BADF8"], "#1badf8"), (["COLOR:#102030"], "#102030"),
    ])
  func colors(lines: [String], expected: String) throws {
    #expect(try ICSDocument(parsing: calendar(lines)).calendars[0].color?.hex == expected)
  }

  @Test("Several calendars, and components in none")
  func several() throws {
    let one = event("DTSTART:20260301T100000Z", "SUMMARY:one")
    let two = event("DTSTART:20260302T100000Z", "SUMMARY:two")
    let both = try ICSDocument(parsing: one + two)
    #expect(both.calendars.map { $0.items.map(\.summary) } == [["one"], ["two"]])
    let bare = try ICSDocument(
      parsing: "BEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20260301\r\nEND:VEVENT\r\n")
    #expect(try bare.onlyEvent().start == .date(try CivilDate(2026, 3, 1)))
    #expect(bare.diagnostics.contains { $0.severity > .note })
  }

  @Test(
    "Input that is not iCalendar at all",
    arguments: [
      ("", "empty"), (" \r\n\t\r\n", "empty"), ("<html><body>Sign in</body></html>", "not_icalendar"),
      ("SUMMARY:alone", "not_icalendar"), ("\u{0}\u{1}\u{2}", "empty"),
    ])
  func nothing(text: String, code: String) throws {
    let error = #expect(throws: ICSError.self) { try ICSDocument(parsing: text) }
    #expect(error?.code.rawValue == code)
    #expect(error?.expected.isEmpty == false)
  }

  @Test("Limits of the whole end the reading; those of a component cost only that component")
  func limits() throws {
    let text = event("DTSTART:20260301T100000Z")
    var options = ICSOptions()
    options.limits.bytes = 20
    #expect(throws: ICSError.self) { try ICSDocument(parsing: text, options: options) }
    options.limits = ICSLimits(lines: 3)
    #expect(throws: ICSError.self) { try ICSDocument(parsing: text, options: options) }
    options.limits = ICSLimits(properties: 6)
    let long = calendar(
      ["BEGIN:VEVENT", "UID:long"] + Array(repeating: "COMMENT:x", count: 9) + ["END:VEVENT"]
        + ["BEGIN:VEVENT", "UID:short", "DTSTAMP:20260101T000000Z", "DTSTART:20260301", "END:VEVENT"])
    let document = try ICSDocument(parsing: long, options: options)
    #expect(document.calendars[0].items.map(\.uid) == ["short"])
    #expect(document.diagnostics.contains { $0.severity == .error })
    #expect(document.text == long)
  }
}
