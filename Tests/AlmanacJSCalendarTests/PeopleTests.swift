import AlmanacEvents
import AlmanacICS
import AlmanacJSCalendar
import Foundation
import Testing

/// RFC 8984 §4.4.6: Participants, and the lines of people that they are.
@Suite("People in JSCalendar and in iCalendar")
struct PeopleTests {
  private static let invited =
    "ATTENDEE;SCHEDULE-AGENT=NONE;SCHEDULE-FORCE-SEND=REQUEST;SCHEDULE-STATUS=\"2.0,5.1\";LANGUAGE=de;"
    + "EMAIL=j@example.org:mailto:john@example.org"

  private func json(of text: String) throws -> [String: Any] {
    let json = try ICSDocument(parsing: text).jsCalendar()
    return try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
  }

  private func people(of text: String) throws -> [[String: Any]] {
    let people = try #require(try json(of: text)["participants"] as? [String: [String: Any]])
    return people.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The unfolded lines of a text that begin with a name.
  private func lines(_ name: String, of document: ICSDocument) -> [String] {
    document.text.replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init)
      .filter { $0.hasPrefix(name) }
  }

  @Test("The parameters of scheduling are members (RFC 6638 §7), in both directions")
  func scheduling() throws {
    let text = event("DTSTART:20260302T090000Z", "ORGANIZER:mailto:anna@example.org", Self.invited)
    let person = try #require(try people(of: text).first)
    #expect(person["scheduleAgent"] as? String == "none")
    #expect(person["scheduleForceSend"] as? Bool == true)
    #expect(person["scheduleStatus"] as? [String] == ["2.0", "5.1"])
    #expect(person["language"] as? String == "de")
    #expect(person["email"] as? String == "j@example.org")
    #expect(try json(of: text)["iCalComponent"] == nil)
    let json = try ICSDocument(parsing: text).jsCalendar()
    let back = try ICSDocument(jsCalendar: Array(json.utf8))
    #expect(try back.onlyEvent().attendees == ICSDocument(parsing: text).onlyEvent().attendees)
    #expect(lines("JSPROP", of: back) == [])
  }

  @Test("scheduleAgent none is SCHEDULE-AGENT=NONE, by which no server sends mail")
  func agent() throws {
    let document = try ICSDocument(
      jsCalendar: Array(
        #"""
        {"@type":"Event","uid":"1","updated":"2026-01-01T00:00:00Z","start":"2026-03-02T09:00:00",
        "replyTo":{"imip":"mailto:anna@example.org"},"participants":{
        "o":{"@type":"Participant","roles":{"owner":true},"sendTo":{"imip":"mailto:anna@example.org"},
        "scheduleAgent":"client","scheduleForceSend":true},
        "1":{"@type":"Participant","roles":{"attendee":true},"sendTo":{"imip":"mailto:j@example.org"},
        "scheduleAgent":"none"}}}
        """#.utf8))
    #expect(lines("ATTENDEE", of: document) == ["ATTENDEE;SCHEDULE-AGENT=NONE:mailto:j@example.org"])
    #expect(
      lines("ORGANIZER", of: document) == [
        "ORGANIZER;JSID=o;SCHEDULE-AGENT=CLIENT;SCHEDULE-FORCE-SEND=REPLY:mailto:anna@example.org"
      ])
    #expect(lines("JSPROP", of: document) == [])
  }

  @Test(
    "What a member cannot state is in the parameter alone",
    arguments: [
      "SCHEDULE-AGENT=X-OTHER", "SCHEDULE-FORCE-SEND=REPLY", "SCHEDULE-STATUS=\"a b\"",
      "EMAIL=\"mailto:j@example.org\"", "LANGUAGE=\"d e\"",
    ])
  func others(parameter: String) throws {
    let line = "ATTENDEE;\(parameter):mailto:john@example.org"
    let text = event("DTSTART:20260302T090000Z", line)
    let person = try #require(try people(of: text).first)
    #expect(Set(person.keys) == ["@type", "sendTo", "roles"])
    let back = try ICSDocument(jsCalendar: Array(ICSDocument(parsing: text).jsCalendar().utf8))
    #expect(
      lines("ATTENDEE", of: back) == [
        line.replacing("\"a b\"", with: "a b").replacing("\"d e\"", with: "d e")
      ])
  }

  @Test("Another organizer in the object is that of the event, whatever the former line had")
  func organizer() throws {
    let text = event(
      "DTSTART:20260302T090000Z",
      #"ORGANIZER;CN=Anna;SENT-BY="mailto:office@example.org";X-A=1:mailto:anna@example.org"#,
      "ATTENDEE:mailto:john@example.org")
    let json = try ICSDocument(parsing: text).jsCalendar()
    let same = try ICSDocument(jsCalendar: Array(json.utf8)).onlyEvent()
    #expect(try same.organizer == ICSDocument(parsing: text).onlyEvent().organizer)
    // The members alone are edited; `iCalComponent` states its address in another form.
    let edited = json.replacing(
      "\"imip\":\"mailto:anna@example.org\"", with: "\"imip\":\"mailto:bert@example.org\""
    )
    .replacing("\"name\":\"Anna\"", with: "\"name\":\"Bert\"")
    let document = try ICSDocument(jsCalendar: Array(edited.utf8))
    #expect(lines("ORGANIZER", of: document) == ["ORGANIZER;CN=Bert:mailto:bert@example.org"])
    // A changed name alone leaves the rest.
    let renamed = json.replacing("\"name\":\"Anna\"", with: "\"name\":\"Anne\"")
    #expect(
      try ICSDocument(jsCalendar: Array(renamed.utf8)).onlyEvent().organizer
        == Organizer(
          "mailto:anna@example.org", name: "Anne", sentBy: "mailto:office@example.org",
          parameters: [Parameter("X-A", "1")]))
  }

  @Test("Another organizer of an instance, with parameters, remains that of the instance")
  func organizerOfInstance() throws {
    let main = ["UID:u", "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000Z", "RRULE:FREQ=DAILY;COUNT=4"]
    let lines = [
      ("ORGANIZER;X-A=1:mailto:a@example.org", "ORGANIZER;X-A=1:mailto:b@example.org"),
      ("ORGANIZER;X-A=1:mailto:a@example.org", "ORGANIZER;CN=B;X-B=2:mailto:a@example.org"),
    ]
    for (own, other) in lines {
      let text = calendar(
        ["BEGIN:VEVENT"] + main + [own, "END:VEVENT", "BEGIN:VEVENT", "UID:u", "DTSTAMP:20260101T000000Z"]
          + ["RECURRENCE-ID:20260303T090000Z", "DTSTART:20260303T100000Z", other, "END:VEVENT"])
      let document = try ICSDocument(parsing: text)
      let back = try ICSDocument(jsCalendar: Array(document.jsCalendar().utf8))
      #expect(self.lines("ORGANIZER", of: back) == [own, other])
    }
  }

  @Test("A relation to somebody outside has no key: it is stated by the parameter (§4.4.6)")
  func relations() throws {
    let line =
      #"ATTENDEE;MEMBER="mailto:g2@example.org","mailto:g1@example.org";DELEGATED-FROM="mailto:x@example.org":mailto:john@example.org"#
    let text = event("DTSTART:20260302T090000Z", line, "ATTENDEE;CUTYPE=GROUP:mailto:g2@example.org")
    let people = try people(of: text)
    #expect(people[0]["memberOf"] as? [String: Bool] == ["2": true])
    #expect(people[0]["delegatedFrom"] == nil)
    let json = try ICSDocument(parsing: text).jsCalendar()
    let back = try ICSDocument(jsCalendar: Array(json.utf8))
    #expect(try back.onlyEvent().attendees == ICSDocument(parsing: text).onlyEvent().attendees)
    // Without the member the relation to the other participant ends.
    let edited = json.replacing("\"memberOf\":{\"2\":true}", with: "\"memberOf\":{}")
    #expect(
      try ICSDocument(jsCalendar: Array(edited.utf8)).onlyEvent().attendees[0].groups == [
        "mailto:g1@example.org"
      ])
  }

  @Test("A member that is removed does not return from the parameters beside it")
  func removed() throws {
    let text = event(
      "DTSTART:20260302T090000Z",
      "ATTENDEE;CUTYPE=ROOM;ROLE=CHAIR;PARTSTAT=ACCEPTED;RSVP=TRUE;X-A=1:mailto:john@example.org")
    let json = try ICSDocument(parsing: text).jsCalendar()
    #expect(
      try ICSDocument(jsCalendar: Array(json.utf8)).onlyEvent().attendees
        == ICSDocument(parsing: text).onlyEvent().attendees)
    let edited = json.replacing("\"participationStatus\":\"accepted\",", with: "")
      .replacing("\"kind\":\"location\",", with: "").replacing(",\"chair\":true", with: "")
    #expect(
      try ICSDocument(jsCalendar: Array(edited.utf8)).onlyEvent().attendees
        == [Attendee("mailto:john@example.org", wantsReply: true, parameters: [Parameter("X-A", "1")])])
  }

  @Test("The key of an alert is an Id (§1.4.1), and the UID of its alarm returns")
  func alerts() throws {
    let text = event(
      "DTSTART:20260302T090000Z", "BEGIN:VALARM", "UID:alarm.1@x.example", "ACTION:DISPLAY", "TRIGGER:-PT5M",
      "END:VALARM", "BEGIN:VALARM", "UID:fine", "ACTION:DISPLAY", "TRIGGER:-PT4M",
      "RELATED-TO;RELTYPE=SNOOZE:alarm.1@x.example", "END:VALARM")
    let json = try json(of: text)
    let alerts = try #require(json["alerts"] as? [String: [String: Any]])
    #expect(Set(alerts.keys) == ["1", "fine"])
    let related = try #require(alerts["fine"]?["relatedTo"] as? [String: Any])
    #expect(Array(related.keys) == ["1"])
    let back = try ICSDocument(jsCalendar: Array(ICSDocument(parsing: text).jsCalendar().utf8))
    #expect(try back.onlyEvent().alarms.map(\.uid) == ["alarm.1@x.example", "fine"])
    #expect(
      try back.onlyEvent().alarms.map(\.relations)
        == ICSDocument(parsing: text).onlyEvent().alarms.map(\.relations))
    #expect(lines("JSPROP", of: back) == [])
  }

  @Test("Alerts with other keys are written with them again", arguments: ["k", "a.b@x", "7"])
  func keysOfAlerts(key: String) throws {
    let json = """
      {"@type":"Event","uid":"1","updated":"2026-01-01T00:00:00Z","start":"2026-03-02T09:00:00","duration":"PT1H",
      "alerts":{"\(key)":{"@type":"Alert","trigger":{"@type":"OffsetTrigger","offset":"-PT5M"},
      "iCalComponent":["valarm",[["uid",{},"text","z.z@x"]],[]]}}}
      """
    let document = try ICSDocument(jsCalendar: Array(json.utf8))
    #expect(try document.onlyEvent().alarms.map(\.uid) == ["z.z@x"])
    let again = try ICSDocument(parsing: document.text)
    let object = try JSONSerialization.jsonObject(with: Data(again.jsCalendar().utf8)) as? NSDictionary
    #expect(try object == JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSDictionary)
  }
}
