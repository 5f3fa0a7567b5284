import AlmanacEvents
import AlmanacICS
import AlmanacTime
import Testing

/// RFC 5545 §3.8 allows other parameters on every property, and none of them may be lost.
@Suite("Parameters that the model has no place for")
struct KeptParameterTests {
  /// TRIGGER as Apple's programs write it.
  private let alarm = [
    "BEGIN:VALARM", "UID;X-P=1:a", "ACTION;X-P=2:DISPLAY",
    "TRIGGER;RELATED=END;X-APPLE-RELATED-TRIGGER=-PT30M:-PT1H", "REPEAT;X-P=3:2", "DURATION;X-P=4:PT5M",
    "DESCRIPTION;LANGUAGE=de:Bald", #"SUMMARY;LANGUAGE=ca;ALTREP="cid:1":Aviat"#,
    "ACKNOWLEDGED;X-P=5:20260301T000000Z", "END:VALARM",
  ]

  private func document(_ lines: [String]) throws -> ICSDocument {
    try ICSDocument(
      parsing: calendar(
        [
          "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000Z",
          "DTEND:20260302T100000Z", "SUMMARY:Talk",
        ] + lines + ["END:VEVENT"]))
  }

  private func lines(_ text: String) -> Set<String> {
    Set(text.replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init))
  }

  @Test("Parameters of an alarm's lines are preserved in every form")
  func alarms() throws {
    for wanted in [alarm, alarm.map { $0.replacing("DISPLAY", with: "AUDIO") }] {
      let document = try document(wanted)
      #expect(document.diagnostics == [])
      let jCal = try ICSDocument(jCal: document.jCal.utf8)
      let jsCalendar = try ICSDocument(jsCalendar: document.jsCalendar().utf8)
      for other in [document, jCal, jsCalendar] {
        #expect(lines(other.text(.normalized)).isSuperset(of: wanted))
        #expect(try other.onlyEvent().alarms == document.onlyEvent().alarms)
      }
    }
  }

  @Test("An edit of one field of an alarm keeps the parameters of the others")
  func editedAlarm() throws {
    var document = try document(alarm)
    let text = document.text
    var event = try document.onlyEvent()
    event.alarms[0].repetition?.count = 3
    event.alarms[0].details = "Jetzt"
    try document.calendars[0].update(event, at: nil)
    #expect(
      document.text
        == text.replacing("REPEAT;X-P=3:2", with: "REPEAT;X-P=3:3").replacing(":Bald", with: ":Jetzt"))
  }

  @Test("What an alarm's alert says in JSCalendar holds, with the parameters beside it")
  func editedAlert() throws {
    let json = try document(alarm).jsCalendar()
    let edited = json.replacing("\"-PT1H\"", with: "\"-PT2H\"")
      .replacing(/"@type"\s*:\s*"Alert"/) { $0.output + ",\"action\":\"email\"" }
    #expect(edited != json)
    let read = lines(try ICSDocument(jsCalendar: edited.utf8).text(.normalized))
    #expect(
      read.isSuperset(of: [
        "ACTION;X-P=2:EMAIL", "TRIGGER;RELATED=END;X-APPLE-RELATED-TRIGGER=-PT30M:-PT2H",
      ]))
  }

  @Test("Parameters of lines that an alarm does not read are not its own")
  func untakenLines() throws {
    let document = try document([
      "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER;X-P=1:soon", "TRIGGER;X-P=2:-PT5M", "TRIGGER;X-P=3:-PT6M",
      "REPEAT;X-P=4:2", "DESCRIPTION;LANGUAGE=de:", "ACKNOWLEDGED;X-P=5:never", "END:VALARM",
    ])
    let found = try document.onlyEvent().alarms[0]
    #expect(found.unmodelled.parameters == [KeptParameters("TRIGGER", [Parameter("X-P", "2")])])
    let written = document.text(.normalized)
    #expect(written.contains("\r\nTRIGGER;X-P=2:-PT5M\r\n"))
    #expect(
      try ICSDocument(parsing: written).onlyEvent().alarms[0].unmodelled.parameters
        == found.unmodelled.parameters)
  }

  @Test(
    "A reply that is wanted replaces an RSVP with another value: no parameter occurs twice (RFC 5545 §3.2)")
  func wantedReply() throws {
    var document = try document(["ATTENDEE;RSVP=FALSE;X-P=1:mailto:a@b.example"])
    var event = try document.onlyEvent()
    event.summary = "Changed"
    try document.calendars[0].update(event, at: nil)
    #expect(lines(document.text).contains("ATTENDEE;RSVP=FALSE;X-P=1:mailto:a@b.example"))
    event.attendees[0].wantsReply = true
    try document.calendars[0].update(event, at: nil)
    for text in [document.text, document.text(.normalized)] {
      #expect(lines(text).contains("ATTENDEE;RSVP=TRUE;X-P=1:mailto:a@b.example"))
      #expect(try ICSDocument(parsing: text).onlyEvent().attendees[0].wantsReply)
    }
  }

  /// After the examples of RFC 5545 §3.8.8.3.
  @Test("A REQUEST-STATUS keeps its own")
  func requestStatuses() throws {
    let wanted = [
      "REQUEST-STATUS;LANGUAGE=en:2.0;Success",
      "REQUEST-STATUS;LANGUAGE=de;X-P=1:3.1;Ungültiger Wert;DTSTART:96-Apr-01",
      #"REQUEST-STATUS:2.8; Success\, repeating event ignored. Scheduled as a single event.;RRULE:FREQ=WEEKLY\;INTERVAL=2"#,
    ]
    var document = try document(wanted)
    let jCal = try ICSDocument(jCal: document.jCal.utf8)
    let jsCalendar = try ICSDocument(jsCalendar: document.jsCalendar().utf8)
    for other in [document, jCal, jsCalendar] {
      #expect(lines(other.text(.normalized)).isSuperset(of: wanted))
    }
    let text = document.text
    var event = try document.onlyEvent()
    #expect(
      event.requestStatuses.map(\.parameters) == [
        [Parameter("LANGUAGE", "en")], [Parameter("LANGUAGE", "de"), Parameter("X-P", "1")], [],
      ])
    event.requestStatuses.removeFirst()
    try document.calendars[0].update(event, at: nil)
    #expect(document.text == text.replacing(wanted[0] + "\r\n", with: ""))
    #expect(lines(document.text(.normalized)).isSuperset(of: wanted.dropFirst()))
  }
}
