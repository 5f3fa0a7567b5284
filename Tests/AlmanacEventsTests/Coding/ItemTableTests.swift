import AlmanacComponents
import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import Foundation
import TestSupport
import Testing

@Suite("The table of the fields of items")
struct ItemTableTests {
  private let fields = ItemTable.fields
  /// Says something of each field.
  private let full: Item
  private let empty = Event("", from: CivilDate.min).item
  private let frozenKeys: Set<String>

  init() throws {
    let forms = try FrozenForms()
    let kinds = [forms.object("Event"), forms.object("Todo"), forms.object("Journal")]
    frozenKeys = Set(kinds.flatMap { $0.keys }).subtracting(["kind", "schema"])
    var form = kinds[0].merging(kinds[1].filter { $0.key != "due" }) { event, _ in event }
    // Members that were added since the forms were frozen.
    form["concepts"] = ["https://example.org/music"]
    form["referenceIDs"] = ["trip"]
    form["travelTime"] = "PT45M"
    form["estimatedDuration"] = "PT2H"
    full = try JSONDecoder().decode(Item.self, from: JSONSerialization.data(withJSONObject: form))
  }

  @Test(
    "each property of items has a field or is stored as text", arguments: Item.Kind.allCases)
  func properties(of kind: Item.Kind) {
    let known = Set(fields.flatMap { $0.properties })
    for property in PropertyName.allCases where property.isAllowed(in: kind.component) {
      #expect(known.contains(property), "\(property.text)")
    }
    #expect(
      ItemTable.leftover.allSatisfy { property in
        fields.filter { $0.properties.contains(property) }.count == 1
      })
  }

  @Test("each key of a stored item has one field")
  func keys() {
    let keys = fields.flatMap { $0.keys }
    #expect(Set(keys).count == keys.count)
    #expect(frozenKeys.isSubset(of: keys))
    #expect(
      Set(keys).subtracting(frozenKeys) == [
        "concepts", "end", "estimatedDuration", "referenceIDs", "travelTime",
      ])
  }

  @Test("the fields of an item are independent and complete")
  func copies() {
    var copy = empty.content
    for (index, field) in fields.enumerated() {
      #expect(field.isStated(in: full.content), "\(field.name)")
      #expect(!field.isEqual(copy, full.content), "\(field.name)")
      field.copy(full.content, &copy)
      for (other, isCopied) in zip(fields, fields.indices.map { $0 <= index }) {
        #expect(other.isEqual(copy, full.content) == isCopied, "\(other.name) after \(field.name)")
      }
    }
    #expect(copy == full.content)
  }

  @Test("changes that matter to attendees raise SEQUENCE")
  func sequence() {
    #expect(
      fields.filter { $0.raisesSequence }.map { $0.name }
        == ["DTSTART", "DTEND", "RRULE", "EXRULE", "RDATE", "EXDATE", "STATUS"])
  }

  @Test("the parts of a list are identified by their keys")
  func mergeKeys() throws {
    func keys(_ name: String, of item: some CalendarItem) -> [String] {
      guard case .entries(let list)? = fields.first(where: { $0.name == name })?.merge else { return [] }
      return list.keys(item.content)
    }
    var event = try #require(full.event)
    event.attendees = [Attendee("mailto:Ana@Example.org"), Attendee("ana@example.org", name: "Ana")]
    #expect(Set(keys("ATTENDEE", of: event)).count == 1)
    event.alarms = [
      Alarm(.before(.minutes(5)), uid: "a"), Alarm(.before(.minutes(5))), Alarm(.before(.minutes(9))),
    ]
    #expect(Set(keys("VALARM", of: event)).count == 3)
    event.relations = [
      Relation("a"), Relation("a", kind: .child), Relation("a", parameters: [Parameter("X", "1")]),
    ]
    #expect(Set(keys("RELATED-TO", of: event)).count == 2)
  }

  @Test("texts have no control characters and addresses are URIs, whatever field they are in")
  func texts() throws {
    var event = try #require(empty.event)
    (event.uid, event.summary, event.details, event.location) = ("\u{1}", "\u{1}", "\u{1}", "\u{1}")
    (event.categories, event.resources, event.contacts) = (["\u{1}", "\u{1}"], ["\u{1}"], ["\u{1}"])
    (event.comments, event.classification, event.url) = (["\u{1}"], .init(rawValue: "\u{1}"), "x")
    event.relations = [Relation("\u{1}")]
    event.requestStatuses = [RequestStatus(code: "2.0", text: "\u{1}")]
    event.conferences = [Conference(""), Conference("x")]
    event.attachments = [AttachedFile(.uri("x")), AttachedFile(.bytes([]))]
    event.images = [AttachedImage(AttachedFile(.uri("x")))]
    (event.organizer, event.attendees) = (Organizer("x"), [Attendee("x"), Attendee("y")])
    event.concepts = ["https://example.org/music", "music"]
    #expect(
      event.violations().map(\.property) == [
        "UID", "SUMMARY", "DESCRIPTION", "LOCATION", "CATEGORIES", "CLASS", "RESOURCES", "CONTACT", "COMMENT",
        "URL", "CONCEPT",
        "CONFERENCE", "CONFERENCE", "ATTACH", "IMAGE", "ORGANIZER", "ATTENDEE", "ATTENDEE", "RELATED-TO",
        "REQUEST-STATUS",
      ])
  }

  @Test("values that were stored as unmodelled are read into their fields")
  func leftovers() throws {
    var event = try #require(empty.event)
    let languages = [Parameter("LANGUAGE", "ca")]
    event.unmodelled.properties = [
      Property("X-A", value: "1"), Property("CONCEPT", value: "https://example.org/music"),
      Property("Concept", parameters: languages, value: "https://example.org/arts"),
      Property("REFID", value: "trip\\, 2026"), Property("X-APPLE-TRAVEL-DURATION", value: "PT45M"),
    ]
    event.unmodelled.parameters = [KeptParameters("SUMMARY", languages)]
    let read = try JSONDecoder().decode(Event.self, from: JSONEncoder().encode(event))
    #expect(read.concepts == ["https://example.org/music", "https://example.org/arts"])
    #expect(read.referenceIDs == ["trip, 2026"] && read.travelTime == .minutes(45))
    #expect(read.unmodelled.properties == [Property("X-A", value: "1")])
    #expect(
      read.unmodelled.parameters == [
        KeptParameters("CONCEPT", languages, values: ["https://example.org/arts"]),
        KeptParameters("SUMMARY", languages),
      ])
    #expect(try JSONDecoder().decode(Event.self, from: JSONEncoder().encode(read)) == read)
  }

  @Test("a property of other kinds of items is misplaced")
  func misplaced() throws {
    func found(_ kind: String) throws -> [EventError.Reason] {
      var form = try #require(
        JSONSerialization.jsonObject(with: JSONEncoder().encode(full)) as? [String: Any])
      form["kind"] = kind
      let item = try JSONDecoder().decode(Item.self, from: JSONSerialization.data(withJSONObject: form))
      return item.violations().filter { $0.code == .misplacedProperty }
    }
    #expect(try found("event").map(\.property) == ["COMPLETED", "ESTIMATED-DURATION", "PERCENT-COMPLETE"])
    // The event's STATUS:TENTATIVE is none of those of other kinds (RFC 5545 §3.8.1.11).
    #expect(try found("todo").map(\.property) == ["TRANSP", "STATUS"])
    #expect(
      try found("todo").map(\.expected) == [
        "event: VTODO has no TRANSP", "NEEDS-ACTION, IN-PROCESS, COMPLETED, CANCELLED for VTODO",
      ])
    #expect(
      try found("journal").map(\.property) == [
        "COMPLETED", "ESTIMATED-DURATION", "GEO", "LOCATION", "PERCENT-COMPLETE", "PRIORITY", "RESOURCES",
        "TRANSP", "VALARM", "STATUS",
      ])
  }
}
