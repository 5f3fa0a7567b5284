import AlmanacComponents
import AlmanacEvents
import AlmanacTime
import Testing

@testable import AlmanacMapping

/// The tables of reading and writing against the facts of the properties.
@Suite("Tables of properties")
struct MappingTableTests {
  /// The names of the properties that components may have and neither a row reads nor `kept` lists, and of those that
  /// have a row or are listed where no component may have them.
  private func differences<Draft>(
    _ mapping: ComponentMapping<Draft>, in kinds: [ComponentKind], keeping kept: PropertySet
  ) -> [String] {
    PropertyName.allCases.filter { property in
      let isAllowed = kinds.contains { property.mayStand(in: $0) }
      let hasRow = mapping.rows.contains { $0.property == property }
      return isAllowed != (hasRow != kept.contains(property))
    }.map(\.text)
  }

  @Test("Each property that a component may have has a row, or is kept as it is")
  func complete() {
    #expect(
      differences(
        .items, in: [.event, .todo, .journal],
        keeping: [.altDescription, .link, .structuredData, .styledDescription]) == [])
    #expect(differences(.alarms, in: [.alarm], keeping: [.concept, .link, .proximity, .refid]) == [])
    #expect(
      differences(.freeBusy, in: [.freeBusy], keeping: [.concept, .link, .refid, .styledDescription]) == [])
    #expect(
      differences(
        .availability, in: [.availability],
        keeping: [
          .classification, .comment, .concept, .contact, .created, .lastModified, .link, .refid, .sequence,
        ]) == [])
    #expect(
      differences(
        .available, in: [.available],
        keeping: [.comment, .concept, .contact, .created, .lastModified, .link, .refid, .sequence]) == [])
    #expect(differences(.calendars, in: [.calendar], keeping: [.concept, .link, .refid]) == [])
    #expect(differences(.timeZones, in: [.timeZone], keeping: [.lastModified, .tzurl]) == [])
    #expect(differences(.observances, in: [.standard, .daylight], keeping: [.comment]) == [])
  }

  @Test("No property has two rows")
  func unique() {
    func isUnique<Draft>(_ mapping: ComponentMapping<Draft>) -> Bool {
      Set(mapping.rows.map(\.property)).count == mapping.rows.count
    }
    #expect(isUnique(.items) && isUnique(.alarms) && isUnique(.freeBusy) && isUnique(.availability))
    #expect(isUnique(.available) && isUnique(.calendars) && isUnique(.timeZones) && isUnique(.observances))
  }

  /// A legal value for each property of items that stands in the model.
  static let values: [(property: PropertyName, kind: Item.Kind, line: Property)] = [
    (.uid, .event, Property("UID", value: "a")),
    (.dtstamp, .event, Property("DTSTAMP", value: "20260101T000000Z")),
    (.dtstart, .event, Property("DTSTART", value: "20260302T090000")),
    (.dtend, .event, Property("DTEND", value: "20260302T100000")),
    (.due, .todo, Property("DUE", value: "20260302T100000")),
    (.duration, .event, Property("DURATION", value: "PT1H30M")),
    (.recurrenceID, .event, Property("RECURRENCE-ID", value: "20260309T090000")),
    (.rrule, .event, Property("RRULE", value: "FREQ=WEEKLY;COUNT=3")),
    (.exrule, .event, Property("EXRULE", value: "FREQ=DAILY;COUNT=3")),
    (.rdate, .event, Property("RDATE", value: "20260304T090000")),
    (.exdate, .event, Property("EXDATE", value: "20260309T090000")),
    (.summary, .event, Property("SUMMARY", value: "a\\, b")),
    (.description, .event, Property("DESCRIPTION", value: "a\\nb")),
    (.location, .event, Property("LOCATION", value: "a")),
    (.categories, .event, Property("CATEGORIES", value: "a,b")),
    (.color, .event, Property("COLOR", value: "steelblue")),
    (.url, .event, Property("URL", value: "https://example.org")),
    (.geo, .event, Property("GEO", value: "41.5;2.25")),
    (.resources, .event, Property("RESOURCES", value: "a,b")),
    (.comment, .event, Property("COMMENT", value: "a")), (.contact, .event, Property("CONTACT", value: "a")),
    (.refid, .event, Property("REFID", value: "a\\,b")),
    (.concept, .event, Property("CONCEPT", value: "https://example.org/music")),
    (.status, .event, Property("STATUS", value: "CONFIRMED")),
    (.transp, .event, Property("TRANSP", value: "OPAQUE")),
    (.priority, .event, Property("PRIORITY", value: "5")),
    (.sequence, .event, Property("SEQUENCE", value: "2")),
    (.created, .event, Property("CREATED", value: "20260101T000000Z")),
    (.lastModified, .event, Property("LAST-MODIFIED", value: "20260101T000000Z")),
    (.classification, .event, Property("CLASS", value: "PRIVATE")),
    (.completed, .todo, Property("COMPLETED", value: "20260101T000000Z")),
    (.percentComplete, .todo, Property("PERCENT-COMPLETE", value: "50")),
    (.organizer, .event, Property("ORGANIZER", value: "mailto:a@example.org")),
    (.attendee, .event, Property("ATTENDEE", value: "mailto:a@example.org")),
    (.relatedTo, .event, Property("RELATED-TO", value: "b")),
    (.attach, .event, Property("ATTACH", value: "https://example.org/a.pdf")),
    (
      .image, .event,
      Property("IMAGE", parameters: [Parameter("VALUE", "URI")], value: "https://example.org/a.png")
    ),
    (
      .conference, .event,
      Property("CONFERENCE", parameters: [Parameter("VALUE", "URI")], value: "https://example.org/room")
    ),
    (.requestStatus, .event, Property("REQUEST-STATUS", value: "2.0;Success")),
  ]

  @Test("What is read by a row is written by it, and belongs to no other")
  func bothWays() throws {
    for (property, kind, line) in Self.values {
      var properties = [line]
      // What an event must have, and what others count from.
      if kind == .event, property != .dtstart {
        properties.append(Property("DTSTART", value: "20260302T090000"))
      }
      let component = Component(kind == .event ? "VEVENT" : "VTODO", properties: properties)
      var reader = ModelReader(.standard, door: PureDoor())
      let read = reader.item(kind, ComponentView(component), in: CalendarContext())
      let item = try #require(read)
      #expect(item.unmodelled.isEmpty, "\(property)")
      var writer = ModelWriter(door: PureDoor(), calendarZone: nil)
      #expect(writer.component(for: item).properties.contains(line), "\(property)")
    }
    let rows = ComponentMapping.items.rows.filter { $0.property.facts.type != .unknown }
    #expect(Set(Self.values.map(\.property)) == Set(rows.map(\.property)))
  }
}
