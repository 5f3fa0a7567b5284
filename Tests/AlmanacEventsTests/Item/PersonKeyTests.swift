import AlmanacEvents
import AlmanacTime
import Testing

@Suite("People by address")
struct PersonKeyTests {
  private static let pairsOfOne = [
    ("mailto:ana@example.org", "ana@example.org"),
    ("MAILTO:Ana@Example.ORG", "ana@example.org"),
    ("Ana@Example.org", "mailto:ANA@example.org"),
    ("mailto:josé@example.org", "JOSÉ@example.org"),
    ("mailto:zo%C3%AB@x.org", "Zoë@X.org"), ("mailto:zo%C3%AB@x.org", "mailto:zoë@x.org"),
    ("mailto:a%20b@x.org", "a b@x.org"), ("mailto:50%@x.org", "50%@x.org"),
    ("urn:x-almanac:Ana%20Puig", "Ana Puig"),
    ("URN:X-ALMANAC:member-7", "member-7"), ("MAILTO:urn:x-almanac:Ana%20Puig", "Ana Puig"),
    ("https://example.org/people/ana", "https://example.org/people/ana"),
    ("Ana Puig", "ana puig"), ("urn:x-almanac:ANA", "ana"), ("Jörg Groß", "JÖRG GROSS"),
    ("Court 2", "court 2"),
  ]

  private static let pairsOfTwo = [
    ("mailto:ana@example.org", "mailto:ana@example.com"),
    ("mailto:ana@example.org", "mailto:anna@example.org"),
    ("ana", "mailto:ana@example.org"), ("mailto:a%0Ab@x.org", "a\nb@x.org"),
    ("zo%C3%AB@x.org", "zoë@x.org"),
    ("mail:ana@example.org", "ana@example.org"),
    ("urn:x-almanac:Ana%20Puig", "Ana"),
    ("https://example.org/people/ana", "people/ana"),
  ]

  @Test("one person is one key", arguments: pairsOfOne)
  func same(one: String, other: String) {
    #expect(PersonKey(one) == PersonKey(other))
    #expect(Set([PersonKey(one), PersonKey(other)]).count == 1)
  }

  @Test("two people are two", arguments: pairsOfTwo)
  func different(one: String, other: String) {
    #expect(PersonKey(one) != PersonKey(other))
  }

  @Test(
    "a text without anything to be seen names nobody",
    arguments: [
      "", "  ", "\u{A0}", "ana\nbob", "\u{7F}", "mailto:", "MAILTO:", "urn:x-almanac:", "urn:x-almanac:%20",
      "mailto: ",
      "@", "\u{200B}", "\u{FEFF}", "\u{2060}\u{200D}", "\u{202E}", " ana@example.org ", "ana ",
    ])
  func invalid(name: String) {
    #expect(PersonKey(validating: name) == nil)
    #expect(PersonKey(validating: "Ana Puig") == PersonKey("urn:x-almanac:Ana%20Puig"))
  }

  @Test(
    "an address beside a name or another address names nobody",
    arguments: [
      "Ute <ute@example.de>", "\"Ute\" <ute@example.de>", "<ute@example.de>", "ute@example.de,eva@example.de",
      "mailto:Ute%20%3Cute@example.de%3E",
    ])
  func severalParts(text: String) {
    #expect(PersonKey(validating: text) == nil)
    for name in ["Puig, Ana", "room <2>", "ute+gym@example.de"] {
      #expect(PersonKey(validating: name) != nil)
    }
  }

  @Test(
    "a text with @ that is no mail address names nobody (RFC 5322 §3.4.1)",
    arguments: [
      "a@", "@b", "a b@c", "mailto:a@", "@b.example", "mailto:a%20b@c",
    ])
  func noAddress(text: String) {
    #expect(PersonKey(validating: text) == nil)
    for name in ["a@b", "Laia Riera", "a,b", "http://x"] { #expect(PersonKey(validating: name) != nil) }
  }

  @Test("queries and free/busy find people however their address is written")
  func queries() throws {
    for (one, other) in Self.pairsOfOne {
      #expect(try found(one, asking: other) == [true, true, true], "\(one) \(other)")
      #expect(try found(other, asking: one) == [true, true, true], "\(one) \(other)")
    }
    for (one, other) in Self.pairsOfTwo {
      #expect(try found(one, asking: other) == [false, false, false], "\(one) \(other)")
    }
  }

  /// Whether an event is found by who attends it, by who organises it, and free/busy sees that it is declined.
  private func found(_ address: String, asking person: String) throws -> [Bool] {
    let start = try CivilDateTime("2026-03-02T09:00").in(.utc)
    let window = start.instant..<start.instant.adding(seconds: 7200)
    var event = Event("Lesson", from: start, lasting: .hours(1), uid: "lesson")
    event.attendees = [Attendee(address, status: .declined)]
    let query = OccurrenceQuery(attendee: person)
    let attends = query.matches(event)
    var calendar = EventCalendar()
    calendar.insert(event)
    let rules = BusyRules.Prepared(BusyRules(owner: person))
    let isFree = calendar.agenda(in: window, viewer: .utc, counting: rules).found.isEmpty
    event.attendees = []
    event.organizer = Organizer(address)
    return [attends, query.matches(event), isFree]
  }
}
