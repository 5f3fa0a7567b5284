import AlmanacComponents
import AlmanacTime
import Testing

@testable import AlmanacEvents
@testable import AlmanacMapping

/// The tables of reading and writing against the facts of the properties.
@Suite("Tables of properties")
struct MappingTableTests {
  /// The names of the properties that the model represents and no row reads, and of those that a row reads and the
  /// model does not represent.
  private func differences<Draft>(
    _ mapping: ComponentMapping<Draft>, _ modelled: [PropertyName]
  ) -> Set<PropertyName> {
    Set(mapping.rows.map(\.property)).symmetricDifference(modelled)
  }

  @Test("Each property that the model represents has a row")
  func complete() {
    let ofItems = ItemTable.fields.flatMap(\.properties).filter { !ItemTable.leftover.contains($0) }
    // Vendors' properties are read as hints, and stored as they are.
    let hints = Set(ItemTable.leftover.filter { $0.facts.type == .unknown }).subtracting([.altDescription])
    #expect(differences(.items, ofItems) == hints)
    #expect(differences(.alarms, Alarm.codingTable.properties) == [])
    #expect(differences(.freeBusy, FreeBusy.codingTable.properties) == [])
    #expect(differences(.availability, AvailabilityStatement.codingTable.properties) == [])
    #expect(differences(.available, AvailabilityStatement.Window.codingTable.properties) == [])
    // Every calendar that is written has these.
    #expect(differences(.calendars, EventCalendar.codingTable.properties) == [.version, .prodid, .calscale])
    #expect(
      differences(.timeZones, PropertyName.allCases.filter { $0.isAllowed(in: .timeZone) })
        == [.lastModified, .tzurl])
    #expect(
      differences(.observances, PropertyName.allCases.filter { $0.isAllowed(in: .standard) }) == [.comment])
  }

  /// A property of one of RFC 9073's components, the text of its accessor, and the accessor.
  private typealias Accessor<Detail> = (line: String, text: String, read: (Detail) -> String)

  /// The properties that a component may have and no accessor reads.
  private func withoutAccessor<Detail: DetailComponent>(_ accessors: [Accessor<Detail>]) -> Set<PropertyName>
  {
    let kind = ComponentKind.allCases.filter { $0.name == Detail.componentName }
    #expect(kind.count == 1)
    var rest = Set(kind.flatMap { kind in PropertyName.allCases.filter { $0.isAllowed(in: kind) } })
    for (line, text, read) in accessors {
      let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
      let property = Property(parts[0], value: parts[1])
      let empty = Detail(Component(Detail.componentName))
      #expect(read(Detail(Component(Detail.componentName, properties: [property]))) == text)
      #expect(read(empty) != text)
      #expect(PropertyName.named(parts[0]).flatMap { rest.remove($0) } != nil)
    }
    return rest
  }

  @Test("Each property that a component of RFC 9073 may have has an accessor, or is preserved")
  func details() {
    let everywhere: Set<PropertyName> = [.concept, .link, .refid, .structuredData, .styledDescription]
    let participant: [Accessor<Participant>] = [
      ("UID:a", "a", { $0.uid }), ("PARTICIPANT-TYPE:active", "ACTIVE", { $0.kind?.rawValue ?? "" }),
      ("SUMMARY:a\\, b", "a, b", { $0.name }), ("DESCRIPTION:a\\nb", "a\nb", { $0.details }),
      ("CALENDAR-ADDRESS:mailto:a@b.c", "mailto:a@b.c", { $0.address }),
    ]
    #expect(
      withoutAccessor(participant)
        == everywhere.union([
          .attach, .categories, .comment, .contact, .created, .dtstamp, .geo, .lastModified, .location,
          .priority, .relatedTo, .requestStatus, .resources, .sequence, .status, .url,
        ]))
    let location: [Accessor<DetailedLocation>] = [
      ("UID:a", "a", { $0.uid }), ("NAME:a\\;b", "a;b", { $0.name }), ("DESCRIPTION:a", "a", { $0.details }),
      ("LOCATION-TYPE:a,b\\,c", "a|b,c", { $0.types.joined(separator: "|") }),
      ("GEO:48.85;2.35", "48.85 2.35", { $0.geo.map { "\($0.latitude) \($0.longitude)" } ?? "" }),
      ("URL:geo:40.443,-79.945;u=10", "geo:40.443,-79.945;u=10", { $0.url }),
    ]
    #expect(withoutAccessor(location) == everywhere)
    let resource: [Accessor<DetailedResource>] = [
      ("UID:a", "a", { $0.uid }), ("NAME:a", "a", { $0.name }), ("RESOURCE-TYPE:ROOM", "ROOM", { $0.type }),
    ]
    #expect(withoutAccessor(resource) == everywhere.union([.description, .geo]))
  }

  @Test("An accessor of a component of RFC 9073 writes its property, and only that")
  func accessors() throws {
    var place = DetailedLocation(uid: "a;b", name: "Hall, big")
    (place.details, place.types, place.url) = ("x\ny", ["arts", "a,b"], "https://example.org/a,b")
    place.geo = try Geo(latitude: 48.85, longitude: 2.35)
    #expect(
      place.component.properties.map { "\($0.name):\($0.value)" } == [
        "UID:a\\;b", "NAME:Hall\\, big", "DESCRIPTION:x\\ny", "LOCATION-TYPE:arts,a\\,b",
        "URL:https://example.org/a,b", "GEO:48.85;2.35",
      ])
    let person = Participant(uid: "p", kind: .speaker, name: "Ana", address: "mailto:ana@example.org")
    #expect(
      person.component.properties.map { "\($0.name):\($0.value)" } == [
        "UID:p", "PARTICIPANT-TYPE:SPEAKER", "SUMMARY:Ana", "CALENDAR-ADDRESS:mailto:ana@example.org",
      ])
    // The same text in another form of escaping is left as it was read.
    var read = DetailedResource(Component("VRESOURCE", properties: [Property("NAME", value: "a\\Nb")]))
    let before = read
    read.name = "a\nb"
    #expect(read == before)
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
    (
      .travelDuration, .event,
      Property("X-APPLE-TRAVEL-DURATION", parameters: [Parameter("VALUE", "DURATION")], value: "PT30M")
    ),
    (.status, .event, Property("STATUS", value: "CONFIRMED")),
    (.transp, .event, Property("TRANSP", value: "OPAQUE")),
    (.priority, .event, Property("PRIORITY", value: "5")),
    (.sequence, .event, Property("SEQUENCE", value: "2")),
    (.created, .event, Property("CREATED", value: "20260101T000000Z")),
    (.lastModified, .event, Property("LAST-MODIFIED", value: "20260101T000000Z")),
    (.classification, .event, Property("CLASS", value: "PRIVATE")),
    (.completed, .todo, Property("COMPLETED", value: "20260101T000000Z")),
    (.percentComplete, .todo, Property("PERCENT-COMPLETE", value: "50")),
    (.estimatedDuration, .todo, Property("ESTIMATED-DURATION", value: "PT45M")),
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
      var reader = ModelReader(.standard)
      let read = reader.item(kind, ComponentView(component), in: CalendarContext())
      let item = try #require(read)
      #expect(item.unmodelled.isEmpty, "\(property)")
      var writer = ModelWriter()
      #expect(writer.component(for: item).properties.contains(line), "\(property)")
    }
    let rows = ComponentMapping.items.rows.filter { $0.property.facts.type != .unknown }
    #expect(Set(Self.values.map(\.property)) == Set(rows.map(\.property)))
  }

  @Test("Parts of items represent the parameters that the facts state, and keep others")
  func parameters() {
    func check(_ property: PropertyName, _ part: some ParameterizedPart) {
      let names = property.parameters.filter { !["VALUE", "TZID", "ENCODING"].contains($0) }
      let other = Parameter("X-OTHER", "a")
      let read = part.with(names.map { Parameter($0, "TRUE") } + [other])
      #expect(read.parameters == [other], "\(property.text)")
      #expect(Set(read.written.map(\.name)) == Set(names + [other.name]), "\(property.text)")
    }
    check(.attendee, Attendee("mailto:a@example.org"))
    check(.organizer, Organizer("mailto:a@example.org"))
    check(.relatedTo, Relation("a"))
    check(.attach, AttachedFile(.uri("https://example.org")))
    check(.image, AttachedImage(AttachedFile(.uri("https://example.org"))))
    check(.conference, Conference("https://example.org"))
  }
}
