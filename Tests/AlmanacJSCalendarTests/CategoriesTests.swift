import AlmanacEvents
import AlmanacICS
import AlmanacJSCalendar
import Testing

@Suite("CONCEPT and categories")
struct CategoriesTests {
  /// The example of RFC 8984 §6.2 with the member of §4.2.10.
  private func object(_ members: String) -> String {
    """
    {"@type":"Event","uid":"a","updated":"2020-01-02T18:23:04Z","start":"2020-01-15T13:00:00","title":"x"\(members)}
    """
  }

  private func document(_ json: String) throws -> JSCalendarDocument {
    try JSCalendarDocument(parsing: json)
  }

  private func concepts(_ json: String) throws -> [String] {
    try document(json).calendars.flatMap { $0.items.flatMap(\.concepts) }
  }

  @Test("The categories of an Event are its concepts, both ways")
  func bothWays() throws {
    let concept = "https://example.com/event-types/arts/music"
    let json = object(#","categories":{"\#(concept)":true}"#)
    #expect(try concepts(json) == [concept])
    let document = try document(json)
    #expect(ICSDocument(document.calendars).text.contains("\r\nCONCEPT:\(concept)\r\n"))
    #expect(document.text().contains(#""categories":{"\#(concept)":true}"#))
  }

  @Test("Concepts that an earlier version wrote into iCalComponent are read")
  func earlier() throws {
    let rest = #","iCalComponent":["vevent",[["concept",{},"uri","https://example.org/a"]],[]]"#
    #expect(try concepts(object(rest)) == ["https://example.org/a"])
    let both = #","categories":{"https://example.org/a":true}"# + rest
    #expect(try concepts(object(both)) == ["https://example.org/a"])
  }
}
