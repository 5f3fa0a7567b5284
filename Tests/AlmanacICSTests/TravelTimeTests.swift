import AlmanacEvents
import AlmanacICS
import AlmanacTime
import Foundation
import Testing

@Suite("The time to travel to an item")
struct TravelTimeTests {
  /// As Apple's Calendar writes it.
  private let text = event(
    "DTSTART:20260302T090000Z", "SUMMARY:s", "X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT45M")

  @Test("It is read, changed, and written in its line")
  func travelTime() throws {
    var document = try ICSDocument(parsing: text)
    var event = try document.onlyEvent()
    #expect(document.diagnostics == [])
    #expect(event.travelTime == .minutes(45))
    #expect(event.unmodelled.isEmpty)
    #expect(document.text(.normalized).contains("X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT45M\r\n"))
    event.travelTime = .hours(1)
    try document.calendars[0].update(event, at: nil)
    #expect(document.text.contains("X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT1H\r\n"))
    event.travelTime = nil
    try document.calendars[0].update(event, at: nil)
    #expect(!document.text.contains("TRAVEL"))
  }

  @Test("It round-trips through JSCalendar, jCal and a stored calendar")
  func otherForms() throws {
    let document = try ICSDocument(parsing: text)
    let jsCalendar = document.jsCalendar(uids: .seeded(1))
    let back = try ICSDocument(jsCalendar: Array(jsCalendar.utf8))
    #expect(back.calendars[0].items.map(\.travelTime) == [.minutes(45)])
    #expect(document.jCal.contains(#"["x-apple-travel-duration",{},"duration","PT45M"]"#))
    #expect(try ICSDocument(jCal: Array(document.jCal.utf8)).calendars == document.calendars)
    let stored = try JSONEncoder().encode(document.calendars[0])
    #expect(try JSONDecoder().decode(EventCalendar.self, from: stored) == document.calendars[0])
  }

  @Test("A calendar that an earlier version stored has it in its place")
  func earlier() throws {
    let form = #"""
      {"items": [{"kind": "event", "uid": "1", "start": "2026-03-02T09:00:00", "unmodelled": {"properties":
        [{"name": "X-APPLE-TRAVEL-DURATION", "parameters": [{"name": "VALUE", "values": ["DURATION"]}],
          "value": "PT45M"}]}}]}
      """#
    let items = Array(try JSONDecoder().decode(EventCalendar.self, from: Data(form.utf8)).items)
    #expect(items.map(\.travelTime) == [.minutes(45)] && items.map(\.unmodelled.isEmpty) == [true])
  }

  @Test("A value that is not a duration is preserved")
  func fault() throws {
    let document = try ICSDocument(
      parsing: text.replacing("PT45M", with: "soon").replacing(";VALUE=DURATION", with: ""))
    #expect(try document.onlyEvent().travelTime == nil)
    #expect(document.text(.normalized).contains("X-APPLE-TRAVEL-DURATION:soon\r\n"))
  }
}
