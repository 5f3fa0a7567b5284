import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import AlmanacViews
import Foundation
import Testing

@Suite("JSON")
struct JSONTests {
  func parsed(_ json: JSON, indented: Bool = false) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(json.text(indented: indented).utf8))
    return try #require(object as? [String: Any])
  }

  @Test("is read back unchanged by Foundation, with any text")
  func texts() throws {
    for text in sampleTexts(300) + ["\"\\/\u{8}\u{C}\u{1F}\u{85}\u{2028}", "😀\u{FFFF}"] {
      let json: JSON = ["text": .string(text), "list": [1, true, .null, -5]]
      #expect(try parsed(json)["text"] as? String == text)
      #expect(try parsed(json, indented: true)["text"] as? String == text)
      #expect(isInert(json.text()))
    }
  }

  @Test("writes names in their order; a member without a value is omitted")
  func order() {
    let json: JSON = ["z": 1, "a": ["k": []], "m": .null, "n": nil]
    #expect(json.text() == #"{"z":1,"a":{"k":[]},"m":null}"#)
  }

  @Test("JSON of a month has the keys that scripts rely on, and red for several")
  func month() throws {
    let json = try parsed(JSON(ViewSample.month()))
    #expect(json["version"] as? Int == 2)
    #expect(json["month"] as? String == "2026-03")
    let weeks = try #require(json["weeks"] as? [[String: Any]])
    #expect(weeks.map { $0["number"] as? Int } == [9, 10, 11, 12, 13, 14])
    let days = weeks.flatMap { $0["days"] as? [[String: Any]] ?? [] }
    #expect(days.count == 42)
    let keys: Set = ["date", "inMonth", "today", "selected", "count", "color", "items"]
    #expect(days.allSatisfy { keys.isSubset(of: $0.keys) })
    for day in days {
      let count = try #require(day["count"] as? Int)
      #expect((day["color"] is NSNull) == (count == 0))
      #expect((day["color"] as? String == "red") == (count > 1))
    }
    let third = try #require(days.first { $0["date"] as? String == "2026-03-03" })
    let items = try #require(third["items"] as? [[String: Any]])
    #expect(items.map { $0["summary"] as? String } == ["Exàmens", "Programació", "Física"])
    #expect(items[1]["start"] as? String == "2026-03-03T11:00:00+01:00[Europe/Madrid]")
    #expect(items[1]["end"] as? String == "2026-03-03T13:00:00+01:00[Europe/Madrid]")
    #expect(items[1]["color"] as? String == "orange")
    #expect(items[1]["calendar"] as? String == "Universitat")
    #expect(items[0]["start"] as? String == "2026-02-26")
    #expect(items[0]["allDay"] as? Bool == true)
    let itemKeys: Set = [
      "uid", "kind", "summary", "start", "end", "allDay", "recurrenceID", "status", "color", "categories",
      "location", "calendar",
    ]
    #expect(items.allSatisfy { itemKeys.isSubset(of: $0.keys) })
  }

  @Test("of a list has each item once, those without a day last")
  func list() throws {
    let view = ListView(
      of: ViewSample.date("2026-03-01")...ViewSample.date("2026-03-31"),
      showing: ViewContents(
        ViewSample.occurrences, undated: [(.todo(Todo("Some day", uid: "s")), 0)],
        calendars: ViewSample.calendars), in: ViewSample.madrid)
    let items = try #require(try parsed(JSON(view))["items"] as? [[String: Any]])
    #expect(items.count == 11)
    #expect(items.last?["start"] is NSNull)
    #expect(items.last?["kind"] as? String == "todo")
  }
}
