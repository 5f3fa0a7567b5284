import AlmanacTime
import Foundation
import Testing

@testable import AlmanacEvents
@testable import AlmanacSync

/// Independent truth: the stored form of calendars, which has a key for each property.
@Suite("Properties of calendars in merges")
struct CalendarFieldTests {
  private let full: [String: Any]

  init() throws {
    let moment = try Instant("2026-03-02T08:00:00Z")
    var calendar = EventCalendar(name: "Gym", color: .steelBlue, zone: .utc)
    (calendar.details, calendar.uid, calendar.method) = ("All classes", "gym", "PUBLISH")
    (calendar.url, calendar.source) = ("https://example.org/1", "https://example.org/2")
    (calendar.refreshInterval, calendar.lastModified) = (.days(1), moment)
    calendar.categories = ["Sport"]
    calendar.images = [AttachedImage(AttachedFile(.uri("https://example.org/a.png")))]
    calendar.freeBusy = [FreeBusy(uid: "f", from: moment, to: moment.adding(seconds: 60))]
    calendar.availabilities = [AvailabilityStatement(uid: "a", windows: [])]
    calendar.unmodelled.properties = [Property("X-A", value: "1")]
    full = try #require(
      JSONSerialization.jsonObject(with: JSONEncoder().encode(calendar)) as? [String: Any])
  }

  private func calendar(with keys: Set<String>) throws -> EventCalendar {
    let form = full.filter { keys.contains($0.key) || $0.key == "version" }
    return try JSONDecoder().decode(EventCalendar.self, from: JSONSerialization.data(withJSONObject: form))
  }

  @Test("A change of any one property on either side is in the result")
  func everyProperty() throws {
    let keys = EventCalendar.codingTable.fields.flatMap(\.keys).map(\.stringValue)
    #expect(Set(full.keys).subtracting(["version", "zones", "items"]) == Set(keys))
    let base = EventCalendar()
    for (key, other) in zip(keys, keys.dropFirst() + keys.prefix(1)) {
      let (one, another) = (try calendar(with: [key]), try calendar(with: [other]))
      let merge = CalendarMerge(base: base, ours: another, theirs: one)
      #expect(merge.conflicts.isEmpty, "\(key)")
      #expect(try merge.calendar == calendar(with: [key, other]), "\(key)")
      // A property that one side removed is not in the result; a side without any X- content has lost it.
      let expected = key == "unmodelled" ? one : base
      #expect(CalendarMerge(base: one, ours: one, theirs: base).calendar == expected, "\(key)")
      #expect(CalendarDifference(from: base, to: one).isEmpty == (key == "lastModified"), "\(key)")
    }
  }

  @Test("The later of two times of the last change is used")
  func lastModified() throws {
    func calendar(_ text: String) throws -> EventCalendar {
      var calendar = EventCalendar()
      calendar.lastModified = try Instant(text)
      return calendar
    }
    let base = try calendar("2026-03-01T08:00:00Z")
    let (early, late) = (try calendar("2026-03-02T08:00:00Z"), try calendar("2026-03-03T08:00:00Z"))
    for (ours, theirs) in [(early, late), (late, early)] {
      let merge = CalendarMerge(base: base, ours: ours, theirs: theirs)
      #expect(merge.calendar == late)
      #expect(merge.conflicts.isEmpty)
    }
  }

  @Test("Joined calendars have every property that none of them contradicts")
  func joining() throws {
    let keys = EventCalendar.codingTable.fields.flatMap(\.keys).map(\.stringValue)
    let whole = try calendar(with: Set(keys))
    #expect(EventCalendar(joining: [whole]) == whole && EventCalendar(joining: [whole, whole]) == whole)
    // Lists are joined, single values belong to all or to none.
    let lists: Set = ["categories", "images", "freeBusy", "availabilities", "unmodelled", "lastModified"]
    for key in keys {
      let one = try calendar(with: [key])
      let expected = lists.contains(key) ? one : EventCalendar()
      #expect(EventCalendar(joining: [one, EventCalendar()]) == expected, "\(key)")
      #expect(EventCalendar(joining: [EventCalendar(), one]) == expected, "\(key)")
    }
  }

  @Test("Of an X- property that joined calendars state differently none is stated; components are all there")
  func joiningUnmodelled() throws {
    func calendar(_ name: String) -> EventCalendar {
      var calendar = EventCalendar()
      calendar.unmodelled.properties = [Property("X-SAME", value: "1"), Property("X-NAME", value: name)]
      calendar.unmodelled.components = [Component("X-PART", properties: [Property("UID", value: name)])]
      calendar.freeBusy = [FreeBusy(uid: name)]
      return calendar
    }
    let joined = EventCalendar(joining: [calendar("a"), calendar("b"), calendar("a")])
    #expect(joined.unmodelled.properties == [Property("X-SAME", value: "1")])
    #expect(joined.unmodelled.components.map { $0.value("UID") } == ["a", "b"])
    #expect(joined.freeBusy.map(\.uid) == ["a", "b"])
  }
}
