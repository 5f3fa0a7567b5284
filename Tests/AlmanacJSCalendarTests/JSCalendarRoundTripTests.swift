import AlmanacEvents
import AlmanacRecurrence
import AlmanacICS
import AlmanacJSCalendar
import AlmanacTime
import Foundation
import Testing

/// Content of iCalendar that is equal after passing through JSCalendar.
@Suite("iCalendar through JSCalendar and back")
struct JSCalendarRoundTripTests {
  private let options = ICSOptions(uids: .seeded(1))

  /// The document after the passage, read from its text.
  private func passed(_ text: String) throws -> ICSDocument {
    let json = try ICSDocument(parsing: text, options: options).jsCalendar(uids: .seeded(2))
    let document = try ICSDocument(jsCalendar: Array(json.utf8), options: options)
    return try ICSDocument(parsing: document.text, options: options)
  }

  /// A series of four days and its second instance, with more lines each.
  private func series(_ main: [String], _ instance: [String]) -> String {
    calendar(
      ["BEGIN:VEVENT", "UID:u", "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000Z"] + main
        + ["RRULE:FREQ=DAILY;COUNT=4", "END:VEVENT"]
        + [
          "BEGIN:VEVENT", "UID:u", "DTSTAMP:20260101T000000Z", "RECURRENCE-ID:20260303T090000Z",
          "DTSTART:20260303T100000Z",
        ] + instance + ["END:VEVENT"])
  }

  @Test("An override with an organizer of its own retains its relation")
  func relationBesideOrganizer() throws {
    let document = try passed(series(["ORGANIZER:mailto:a@x"], ["ORGANIZER:mailto:b@x", "RELATED-TO:z"]))
    let series = try #require(document.calendars[0].series(uid: "u"))
    #expect(series.main?.relations == [])
    #expect(series.overrides.map(\.relations) == [[Relation("z", kind: .parent)]])
    #expect(series.overrides.map { $0.organizer?.address } == ["mailto:b@x"])
  }

  @Test("Rules and dates of a changed instance, which has none in JSCalendar, return")
  func recurrenceOfInstance() throws {
    let lines = ["RRULE:FREQ=WEEKLY;COUNT=3", "EXDATE:20260310T100000Z", "RDATE:20260311T100000Z"]
    let document = try passed(series([], lines))
    for line in lines { #expect(document.text.contains("\r\n\(line)\r\n"), "\(line)") }
    #expect(try passed(document.text).text == document.text)
    #expect(document.calendars[0].series(uid: "u")?.main?.recurrence.rules.count == 1)
  }

  @Test("A changed instance without a property of its series gets none, though no patch may remove it")
  func lacking() throws {
    let document = try passed(
      series(["CLASS:PRIVATE", "ORGANIZER:mailto:a@x", "RELATED-TO:y"], ["SUMMARY:S"]))
    let series = try #require(document.calendars[0].series(uid: "u"))
    #expect(series.main?.classification == .private && series.main?.relations.count == 1)
    #expect(series.main?.organizer?.address == "mailto:a@x")
    #expect(series.overrides.map(\.classification) == [nil] && series.overrides.map(\.relations) == [[]])
    #expect(series.overrides.map(\.organizer) == [nil])
    #expect(!document.text.contains("X-ALMANAC-WITHOUT"))
    // Another one in place of that of the series, and one more.
    for (instance, relations) in [
      (["RELATED-TO:z"], ["z"]), (["RELATED-TO:y", "RELATED-TO:z"], ["y", "z"]),
    ] {
      let document = try passed(self.series(["RELATED-TO:y"], instance))
      #expect(
        document.calendars[0].series(uid: "u")?.overrides.map { $0.relations.map(\.target) } == [relations])
    }
  }

  @Test("The order of categories is preserved, in a series and in its overrides")
  func categories() throws {
    for (main, instance) in [("b,a", "c,a,b"), ("a,b", "b,a"), ("b,a", "b,a"), ("z", "y,x"), ("c,b,a", "b")] {
      let document = try passed(series(["CATEGORIES:\(main)"], ["CATEGORIES:\(instance)"]))
      let series = try #require(document.calendars[0].series(uid: "u"))
      #expect(series.main?.categories.joined(separator: ",") == main)
      #expect(series.overrides.map { $0.categories.joined(separator: ",") } == [instance])
    }
  }

  @Test("An RDATE on the start is not an override, and a missing DTSTAMP is not a change in 1970")
  func datesAndStamps() throws {
    let document = try passed(
      calendar([
        "BEGIN:VEVENT", "UID:u", "DTSTART:20260302T090000Z", "SUMMARY:S",
        "RDATE:20260302T090000Z,20260305T090000Z",
        "END:VEVENT",
      ]))
    let event = try document.onlyEvent()
    #expect(event.lastModified == nil && event.recurrence.rules.isEmpty)
    #expect(
      event.recurrence.additions.map(\.start.description) == ["2026-03-02T09:00:00Z", "2026-03-05T09:00:00Z"])
    for name in ["RECURRENCE-ID", "LAST-MODIFIED", "JSPROP"] { #expect(!document.text.contains(name)) }
  }

  @Test(
    "Properties of items of another kind round-trip",
    arguments: [
      ("VEVENT", ["PERCENT-COMPLETE:40", "COMPLETED:20260301T000000Z", "DUE:20260304T090000Z"]),
      ("VEVENT", ["ESTIMATED-DURATION:PT1H", "X-AFTER:1"]),
      ("VTODO", ["TRANSP:OPAQUE", "DTEND:20260304T090000Z"]),
    ])
  func misplaced(component: String, lines: [String]) throws {
    let text = calendar(
      ["BEGIN:\(component)", "UID:u", "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000Z"] + lines
        + ["END:\(component)"])
    let document = try passed(text)
    for line in lines { #expect(document.text.contains("\r\n\(line)\r\n"), "\(line)") }
  }

  @Test("Parameters of alarms round-trip, also those of a text that is the item's own")
  func parametersOfAlarms() throws {
    let alarm = [
      "BEGIN:VALARM", "ACTION;X-A=1:DISPLAY", "TRIGGER;X-B=2:-PT5M", "DESCRIPTION;LANGUAGE=ca:S",
      "END:VALARM",
    ]
    let document = try passed(event("DTSTART:20260302T090000Z", "SUMMARY:S", alarm.joined(separator: "\r\n")))
    for line in alarm { #expect(document.text.contains("\r\n\(line)\r\n"), "\(line)") }
  }

  @Test("An iCalComponent is kept as JSON only for what could not be read, so that nothing is duplicated")
  func readComponents() throws {
    let properties = (0..<40).map { #"["x-\#($0)",{},"unknown","\#(String(repeating: "a", count: 100))"]"# }
    // The member `title` has precedence over a SUMMARY, and 140 is not a percentage.
    let ignored = [#"["summary",{},"text","Other"]"#, #"["percent-complete",{},"integer",140]"#]
    let component = #"["vtodo",[\#((ignored + properties).joined(separator: ","))],[]]"#
    let text = """
      {"@type":"Task","uid":"u","updated":"2026-01-01T00:00:00Z","title":"T","iCalComponent":\(component)}
      """
    let read = try JSCalendarDocument(parsing: Array(text.utf8))
    let iCalendar = ICSDocument(read.calendars).text.replacing("\r\n ", with: "")
    #expect(iCalendar.utf8.count < text.utf8.count * 3 / 2)
    for number in 0..<40 { #expect(iCalendar.components(separatedBy: "X-\(number):").count == 2) }
    var again = try ICSDocument(parsing: iCalendar).jsCalendar()
    for part in ignored + properties { #expect(again.components(separatedBy: part).count == 2, "\(part)") }
    let passedOnce = again
    again = try ICSDocument(jsCalendar: Array(again.utf8)).jsCalendar()
    #expect(again == passedOnce)
  }

  @Test("Objects of one Group may define zones of one name differently")
  func definitionsOfOneName() throws {
    let objects = [("a", "+01:00"), ("b", "+05:00")].map { uid, offset in
      """
      {"@type":"Event","uid":"\(uid)","updated":"2020-01-02T18:23:04Z","start":"2026-03-02T09:00:00",
       "timeZone":"/Office","timeZones":{"/Office":{"@type":"TimeZone","tzId":"Office","standard":[
       {"@type":"TimeZoneRule","start":"1970-01-01T00:00:00","offsetFrom":"\(offset)","offsetTo":"\(offset)"}]}},
       "recurrenceRules":[{"@type":"RecurrenceRule","frequency":"daily","count":3}],
       "recurrenceOverrides":{"2026-03-03T09:00:00":{"title":"x"}}}
      """
    }
    let text = "{\"@type\":\"Group\",\"uid\":\"g\",\"entries\":[\(objects.joined(separator: ","))]}"
    let calendar = try #require(try JSCalendarDocument(parsing: Array(text.utf8)).calendars.first)
    for (uid, hour) in [("a", "08"), ("b", "04")] {
      let series = try #require(calendar.series(uid: uid))
      #expect(series.main?.start?.instant(in: .utc) == (try utc("2026-03-02T\(hour):00:00")))
      #expect(series.overrides.map { $0.start?.instant(in: .utc) } == [try utc("2026-03-03T\(hour):00:00")])
      #expect(series.overrides.map(\.unmodelled.isEmpty) == [true])
    }
  }

  @Test("Zones of one name and different rules have a definition each")
  func zonesOfOneName() throws {
    let zones = [Zone(offset: 10_860, name: "Office"), Zone(offset: -16_260, name: "Office")]
    let start = try CivilDateTime("2026-03-02T09:00")
    var calendar = EventCalendar()
    for (uid, zone) in zip(["a", "b"], zones) {
      var item = Event("", at: start.in(zone), uid: uid).item
      for other in zones where other != zone { item.extent = .end(.zoned(start.adding(days: 1).in(other))) }
      calendar.insert(item)
    }
    let text = JSCalendarDocument([calendar]).text(uids: .seeded(1))
    let read = try #require(try JSCalendarDocument(parsing: Array(text.utf8)).calendars.first)
    for item in calendar.items {
      let found = try #require(read.series(uid: item.uid)?.main)
      let (own, zone) = (try #require(item.start), try #require(item.start?.zone))
      #expect(found.start?.instant(in: .utc) == own.instant(in: zone))
      let end = found.start.map { found.extent.end(from: $0).instant(in: .utc) }
      #expect(end == item.extent.end(from: own).instant(in: zone))
      let ends = [item, found].map { item in
        let end = item.extent.end(from: own)
        return end.zone?.offset(at: end.instant(in: .utc))
      }
      #expect(ends[0] != nil && ends[0] == ends[1], "\(text)")
    }
  }
}
