import AlmanacEvents
import AlmanacICS
import AlmanacTime
import Foundation
import Testing

/// VLOCATION, PARTICIPANT (RFC 9073) and LINK (RFC 9253) as JSCalendar's own members.
@Suite("Places, people and links in JSCalendar")
struct JSCalendarDetailTests {
  private let options = ICSOptions(uids: .seeded(1))

  /// The JSCalendar of an event as Foundation reads it.
  private func json(_ document: ICSDocument) throws -> [String: Any] {
    let bytes = Data(document.jsCalendar(uids: .seeded(2)).utf8)
    return try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
  }

  private func member(_ object: [String: Any], _ path: String...) throws -> [String: Any] {
    var object = object
    for name in path { object = try #require(object[name] as? [String: Any], "\(name) in \(object)") }
    return object
  }

  private let given = event(
    "DTSTART:20260302T090000Z", "LOCATION:The Hall", "GEO:48.85;2.35",
    "LINK;VALUE=URI;LINKREL=latest-version;LABEL=Newest;FMTTYPE=text/html:https://x.example/new",
    "LINK;VALUE=URI;LINKREL=enclosure:https://x.example/no-attachment",
    "ATTENDEE;CN=Ana:mailto:ana@x.example",
    "BEGIN:VLOCATION", "UID:hall", "NAME:The Hall", "GEO:48.85;2.35", "LOCATION-TYPE:theater,public",
    "DESCRIPTION:Enter by the yard", "URL:https://hall.example", "END:VLOCATION",
    "BEGIN:VLOCATION", "UID:car.park@x.example", "NAME:Car park", "X-LEVEL:2", "END:VLOCATION",
    "BEGIN:PARTICIPANT", "UID:s1", "PARTICIPANT-TYPE:SPONSOR", "SUMMARY:Example\\, Inc.",
    "DESCRIPTION:Pays for it", "END:PARTICIPANT",
    "BEGIN:PARTICIPANT", "UID:a1", "PARTICIPANT-TYPE:SPEAKER", "CALENDAR-ADDRESS:mailto:ana@x.example",
    "DESCRIPTION:Speaks first", "END:PARTICIPANT")

  @Test("Each place, person and link is in its member of RFC 8984")
  func members() throws {
    let object = try json(try ICSDocument(parsing: given, options: options))
    let places = try member(object, "locations")
    #expect(places.count == 2)
    let hall = try member(places, "hall")
    #expect(hall["name"] as? String == "The Hall")
    #expect(hall["coordinates"] as? String == "geo:48.85,2.35")
    #expect(hall["description"] as? String == "Enter by the yard")
    #expect(Set(try member(hall, "locationTypes").keys) == ["theater", "public"])
    #expect(try member(hall, "links").count == 1)
    // This UID can be no key (RFC 8984 §1.4.1).
    let park = try #require(places.first { $0.key != "hall" })
    #expect(!park.key.contains("@"))
    #expect((park.value as? [String: Any])?["name"] as? String == "Car park")

    let people = try member(object, "participants")
    #expect(people.count == 2)
    let sponsor = try member(people, "s1")
    #expect(sponsor["name"] as? String == "Example, Inc.")
    #expect(sponsor["description"] as? String == "Pays for it")
    #expect(Set(try member(sponsor, "roles").keys) == ["sponsor"])
    #expect(sponsor["sendTo"] == nil)
    let ana = try #require(people.first { $0.key != "s1" }?.value as? [String: Any])
    #expect(ana["name"] as? String == "Ana")
    #expect(ana["description"] as? String == "Speaks first")

    let links = try member(object, "links").values.compactMap { $0 as? [String: Any] }
    #expect(links.map { $0["rel"] as? String } == ["latest-version"])
    #expect(links.map { $0["href"] as? String } == ["https://x.example/new"])
    #expect(links.map { $0["title"] as? String } == ["Newest"])
  }

  @Test("The same event is read from the JSCalendar and from its iCalendar")
  func back() throws {
    let document = try ICSDocument(parsing: given, options: options)
    let event = try document.onlyEvent()
    let text = document.jsCalendar(uids: .seeded(2))
    let again = try ICSDocument(jsCalendar: Array(text.utf8), options: options)
    for read in [again, try ICSDocument(parsing: again.text, options: options)] {
      let back = try read.onlyEvent()
      #expect(back.location == event.location && back.geo == event.geo)
      #expect(back.locations.map(\.uid) == event.locations.map(\.uid))
      #expect(back.locations.map(\.name) == event.locations.map(\.name))
      #expect(back.locations.map(\.types) == event.locations.map(\.types))
      #expect(back.locations.map(\.details) == event.locations.map(\.details))
      #expect(back.locations.map(\.geo) == event.locations.map(\.geo))
      #expect(back.locations.map(\.url) == event.locations.map(\.url))
      #expect(Set(back.participants.map(\.uid)) == Set(event.participants.map(\.uid)))
      #expect(Set(back.participants.map(\.details)) == Set(event.participants.map(\.details)))
      #expect(Set(back.participants.map(\.kind)) == Set(event.participants.map(\.kind)))
      #expect(back.attendees.map(\.address) == event.attendees.map(\.address))
      #expect(Set(back.links.map(\.target)) == Set(event.links.map(\.target)))
      #expect(back.attachments.isEmpty)
      #expect(back.unmodelled.properties.allSatisfy { $0.name != "JSPROP" })
      #expect(try json(read) as NSDictionary == json(document) as NSDictionary)
    }
  }

  @Test("Places, people and links of JSCalendar are read into the model")
  func reading() throws {
    let text = #"""
      {"@type":"Event","uid":"e","updated":"2026-01-01T00:00:00Z","start":"2026-03-02T09:00:00","duration":"PT1H",
       "locations":{"1":{"@type":"Location","name":"Gate A"},
         "b":{"@type":"Location","name":"Gate B","locationTypes":{"airport":true},"relativeTo":"end"}},
       "participants":{"p":{"@type":"Participant","name":"Zoe","roles":{"contact":true},"description":"Ask her"}},
       "links":{"l":{"@type":"Link","href":"https://x.example/copy","rel":"alternate","title":"A copy","size":12}}}
      """#
    let document = try ICSDocument(jsCalendar: Array(text.utf8), options: options)
    let event = try document.onlyEvent()
    #expect(event.location == "Gate A")
    #expect(event.locations.map(\.name) == ["Gate B"] && event.locations.map(\.types) == [["airport"]])
    #expect(event.participants.map(\.name) == ["Zoe"] && event.participants.map(\.kind) == [.contact])
    #expect(event.links.map(\.relation) == ["alternate"] && event.links.map(\.label) == ["A copy"])
    #expect(document.text.contains("BEGIN:VLOCATION") && document.text.contains("PARTICIPANT-TYPE:CONTACT"))
    for read in [document, try ICSDocument(parsing: document.text, options: options)] {
      let whole = try #require(
        try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
      #expect(try json(read) as NSDictionary == whole)
    }
  }
}
