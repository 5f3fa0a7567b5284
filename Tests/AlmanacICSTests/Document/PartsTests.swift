import AlmanacEvents
import AlmanacICS
import AlmanacTime
import Testing

@Suite("Participants, places and links of RFC 9073 and RFC 9253")
struct PartsTests {
  /// After the examples of RFC 9073 §7 and RFC 9253 §8.
  private let text = event(
    "DTSTART:20200315T150000Z", "DTEND:20200315T160000Z", "SUMMARY:A concert",
    "DESCRIPTION:Piano Sonata No 3",
    "STYLED-DESCRIPTION;VALUE=TEXT;FMTTYPE=text/html:<p>Piano\\, <b>Sonata</b></p>",
    "STRUCTURED-DATA;FMTTYPE=application/ld+json;SCHEMA=\"https://schema.org/SportsEvent\";VALUE=TEXT:{\\n  \"a\": 1\\n}",
    "LINK;VALUE=URI;LINKREL=SOURCE;LABEL=Venue;FMTTYPE=text/html:https://example.com/venue",
    "CONCEPT:https://example.com/event-types/arts/music", "REFID:itinerary-2014-11-17",
    "RELATED-TO;RELTYPE=FINISHTOSTART;GAP=P1DT2H:other",
    "RELATED-TO;VALUE=URI;RELTYPE=STARTTOFINISH:https://example.com/caldav/user/jb/cal/1.ics",
    "BEGIN:PARTICIPANT", "UID:em9lQGZvb2GFtcGxlLmNvbQ", "PARTICIPANT-TYPE:SPONSOR", "SUMMARY:Example Inc.",
    "STRUCTURED-DATA;VALUE=URI:https://example.com/sponsor.vcf", "END:PARTICIPANT", "BEGIN:PARTICIPANT",
    "UID:p2",
    "PARTICIPANT-TYPE:PERFORMER", "CALENDAR-ADDRESS:mailto:ana@example.org", "BEGIN:VLOCATION", "UID:l2",
    "NAME:Stage", "END:VLOCATION", "X-KEEP;A=b:kept", "END:PARTICIPANT", "BEGIN:VLOCATION",
    "UID:123456-abcdef-98765432", "NAME:The venue\\, big hall", "LOCATION-TYPE:arts,club", "GEO:48.85;2.35",
    "STRUCTURED-DATA;VALUE=URI:https://dir.example.com/venues/big-hall.vcf", "END:VLOCATION",
    "BEGIN:VRESOURCE",
    "UID:r1", "NAME:The projector", "RESOURCE-TYPE:PROJECTOR", "END:VRESOURCE")

  @Test("Each property of a file has its field in the model")
  func reading() throws {
    let event = try ICSDocument(parsing: text).onlyEvent()
    #expect(event.participants.map(\.kind) == [.sponsor, .performer])
    #expect(event.participants.map(\.name) == ["Example Inc.", ""])
    #expect(event.participants[1].address == "mailto:ana@example.org")
    #expect(event.participants[1].locations.map(\.name) == ["Stage"])
    #expect(event.locations.map(\.name) == ["The venue, big hall"])
    #expect(event.locations[0].types == ["arts", "club"])
    #expect(event.locations[0].geo == (try Geo(latitude: 48.85, longitude: 2.35)))
    #expect(event.detailedResources.map(\.type) == ["PROJECTOR"])
    #expect(event.styledDetails.map(\.content) == ["<p>Piano, <b>Sonata</b></p>"])
    #expect(event.styledDetails[0].mediaType == "text/html" && event.styledDetails[0].isText)
    #expect(event.structuredData.map(\.content) == ["{\n  \"a\": 1\n}"])
    #expect(event.structuredData[0].schema == "https://schema.org/SportsEvent")
    #expect(event.links.map(\.target) == ["https://example.com/venue"])
    #expect(event.links[0].relation == "SOURCE" && event.links[0].label == "Venue")
    #expect(event.concepts == ["https://example.com/event-types/arts/music"])
    #expect(event.referenceIDs == ["itinerary-2014-11-17"])
    #expect(event.relations.map(\.kind) == [.finishToStart, .init(rawValue: "STARTTOFINISH")])
    #expect(event.relations[0].gap == (try CalendarDuration("P1DT2H")) && event.relations[1].isURI)
  }

  @Test("Setting what is there changes nothing; a change of one value changes its line")
  func lossless() throws {
    var document = try ICSDocument(parsing: text)
    var event = try document.onlyEvent()
    let before = event
    event.participants = event.participants
    event.locations = event.locations
    event.detailedResources = event.detailedResources
    event.links = event.links
    event.concepts = event.concepts
    event.referenceIDs = event.referenceIDs
    event.styledDetails = event.styledDetails
    event.structuredData = event.structuredData
    event.participants[1].address = event.participants[1].address
    event.locations[0].types = event.locations[0].types
    #expect(event == before)
    event.participants[1].kind = .speaker
    event.locations[0].name = "Small hall; left"
    event.links[0].label = "The venue: here"
    event.concepts.append("https://example.com/event-types/arts")
    try document.calendars[0].update(event, policy: .standard, at: nil)
    let wanted = text.replacing("PARTICIPANT-TYPE:PERFORMER", with: "PARTICIPANT-TYPE:SPEAKER")
      .replacing("NAME:The venue\\, big hall", with: "NAME:Small hall\\; left")
      .replacing("LABEL=Venue", with: "LABEL=\"The venue: here\"")
    let lines = Set(document.text.replacing("\r\n ", with: "").split(separator: "\r\n"))
    for line in wanted.split(separator: "\r\n") where !line.hasPrefix("PRODID") {
      #expect(lines.contains(line), "\(line)")
    }
    #expect(lines.contains("CONCEPT:https://example.com/event-types/arts"))
    #expect(
      try ICSDocument(parsing: document.text).onlyEvent().participants.map(\.kind) == [.sponsor, .speaker])
  }

  @Test("New parts are legal lines, whatever their content")
  func writing() throws {
    var event = Event("A concert", from: try CivilDate(2026, 3, 10), uid: "new")
    var singer = Participant(
      uid: "s", kind: .performer, name: "Ana; \"the voice\"", address: "mailto:a@x.org\r\nX-B:1")
    singer.locations = [DetailedLocation(uid: "l", name: "Stage\nleft")]
    event.participants = [singer]
    event.locations = [
      DetailedLocation(
        uid: "v", name: "Hall, big", geo: try Geo(latitude: 1, longitude: -2.5), types: ["theater", "a,b"])
    ]
    event.detailedResources = [DetailedResource(uid: "r", name: "Piano", type: "ROOM")]
    event.links = [
      ItemLink("https://x.example/a", relation: "describedby", label: "a: \"b\"", mediaType: "text/html")
    ]
    event.styledDetails = [TypedContent(text: "<b>x, y</b>\n", mediaType: "text/html")]
    event.structuredData = [TypedContent(uri: "https://x.example/d", schema: "https://schema.org/Event")]
    event.concepts = ["https://x.example/c"]
    event.referenceIDs = ["trip; 1"]
    var relation = Relation("other", kind: .finishToStart)
    relation.gap = .hours(2)
    event.relations = [relation]
    var calendar = EventCalendar()
    calendar.insert(event)
    let document = ICSDocument([calendar])
    #expect(!document.text.contains("\nX-B"))
    let read = try ICSDocument(parsing: document.text)
    #expect(read.diagnostics.filter { $0.severity > .note && $0.code != .missingStamp } == [])
    let again = try read.onlyEvent()
    #expect(again.participants[0].name == singer.name && again.participants[0].kind == .performer)
    #expect(again.participants[0].locations[0].name == "Stage\nleft")
    #expect(
      again.locations[0].types == ["theater", "a,b"] && again.locations[0].geo == event.locations[0].geo)
    #expect(again.detailedResources[0].type == "ROOM")
    #expect(again.links == event.links || again.links[0].label == "a: \"b\"")
    #expect(again.styledDetails[0].content == "<b>x, y</b>\n")
    #expect(again.structuredData[0].content == "https://x.example/d" && !again.structuredData[0].isText)
    #expect(again.concepts == event.concepts && again.referenceIDs == event.referenceIDs)
    #expect(again.relations[0].gap == .hours(2))
  }
}
