import AlmanacComponents
import AlmanacEvents
import AlmanacTime
import Testing

@testable import AlmanacMapping

/// Each row of the tables of alarms, busy time, availability and calendars, in both directions.
@Suite("Components read and written by their tables")
struct ComponentRowTests {
  private static let value = Parameter("VALUE", "URI")
  private static let organizer = Property("ORGANIZER", value: "mailto:b@example.org")
  private static let attendee = Property(
    "ATTENDEE", parameters: [Parameter("CN", "Ana"), Parameter("PARTSTAT", "ACCEPTED")],
    value: "mailto:ana@example.org")
  private static let texts = [
    Property("SUMMARY", value: "a\\, b"), Property("DESCRIPTION", value: "c\\nd"),
    Property("LOCATION", value: "e"), Property("CATEGORIES", value: "f,g\\,h"),
  ]

  private var reader: ModelReader { ModelReader(.standard) }
  private var writer: ModelWriter { ModelWriter() }

  /// Requires that the properties are those that were read, and that each row has one.
  private func require<Draft>(
    _ written: Component, _ read: [Property], _ mapping: ComponentMapping<Draft>,
    but absent: Set<PropertyName> = []
  ) {
    let (written, read) = (Set(written.properties), Set(read))
    #expect(written == read, "\(written.symmetricDifference(read))")
    let names = Set(read.compactMap { PropertyName.named($0.name) })
    #expect(names.union(absent) == Set(mapping.rows.map(\.property)))
    #expect(names.isDisjoint(with: absent))
  }

  @Test("VALARM")
  func alarm() throws {
    let properties = [
      Property("UID", value: "a"), Property("ACTION", value: "EMAIL"),
      Property("TRIGGER", parameters: [Parameter("RELATED", "END")], value: "PT5M"),
      Property("REPEAT", value: "2"), Property("DURATION", value: "PT10M"), Self.texts[0], Self.texts[1],
      Self.attendee, Property("ATTACH", value: "https://example.org/a.pdf"),
      Property("RELATED-TO", parameters: [Parameter("RELTYPE", "SNOOZE")], value: "b"),
      Property("ACKNOWLEDGED", value: "20260301T080000Z"),
    ]
    var (reader, writer) = (reader, writer)
    let read = reader.alarm(ComponentView(Component("VALARM", properties: properties)))
    let alarm = try #require(read)
    #expect(reader.diagnostics == [] && alarm.unmodelled.isEmpty)
    #expect(alarm.trigger == .after(.minutes(5), .end))
    #expect(alarm.repetition == .init(2, every: .minutes(10)))
    #expect(alarm.acknowledged == (try Instant("2026-03-01T08:00:00Z")))
    require(writer.component(for: alarm, itemSummary: "s"), properties, .alarms)
  }

  @Test(
    "A VALARM that would never go off is no alarm, and the reason is reported",
    arguments: [
      (["ACTION:DISPLAY"], "TRIGGER"), (["ACTION:DISPLAY", "TRIGGER:soon"], "TRIGGER"),
      (["ACTION:NONE", "TRIGGER:PT0S"], "ACTION"),
    ])
  func silentAlarm(lines: [String], property: String) throws {
    let properties = lines.map { line in
      let parts = line.split(separator: ":").map(String.init)
      return Property(parts[0], value: parts[1])
    }
    var reader = reader
    #expect(reader.alarm(ComponentView(Component("VALARM", properties: properties))) == nil)
    let last = try #require(reader.diagnostics.last)
    #expect(last.code == .incompleteAlarm && last.property == property)
  }

  @Test("VFREEBUSY")
  func freeBusy() {
    let properties = [
      Property("UID", value: "a"), Property("DTSTAMP", value: "20260101T000000Z"),
      Property("DTSTART", value: "20260301T000000Z"), Property("DTEND", value: "20260401T000000Z"),
      Self.organizer, Self.attendee, Property("CONTACT", value: "c"),
      Property("URL", value: "https://example.org"), Property("COMMENT", value: "d"),
      Property("REQUEST-STATUS", value: "2.0;Success"),
      Property(
        "FREEBUSY", parameters: [Parameter("FBTYPE", "FREE"), Parameter("X-A", "1")],
        value: "20260302T090000Z/20260302T100000Z,20260303T090000Z/20260303T100000Z"),
    ]
    var (reader, writer) = (reader, writer)
    let busy = reader.freeBusy(ComponentView(Component("VFREEBUSY", properties: properties)))
    #expect(reader.diagnostics == [] && busy.unmodelled.isEmpty)
    #expect(busy.periods.count == 2 && busy.periods[0].end.seconds(since: busy.periods[0].start) == 3600)
    require(writer.component(for: busy), properties, .freeBusy)
  }

  @Test("VAVAILABILITY and AVAILABLE")
  func availability() throws {
    let stamp = Property("DTSTAMP", value: "20260101T000000Z")
    let window =
      [
        Property("UID", value: "w"), stamp, Property("RECURRENCE-ID", value: "20260302T090000Z"),
        Property("DTSTART", value: "20260302T090000Z"), Property("DURATION", value: "PT3H"),
        Property("RRULE", value: "FREQ=DAILY;COUNT=3"), Property("EXRULE", value: "FREQ=WEEKLY;COUNT=2"),
        Property("RDATE", value: "20260306T090000Z"), Property("EXDATE", value: "20260303T090000Z"),
      ] + Self.texts
    let properties =
      [
        Property("UID", value: "v"), stamp, Property("DTSTART", value: "20260301T000000Z"),
        Property("DTEND", value: "20260401T000000Z"), Property("BUSYTYPE", value: "BUSY"),
        Property("PRIORITY", value: "1"), Self.organizer, Property("URL", value: "https://example.org"),
      ] + Self.texts
    let tree = Component(
      "VAVAILABILITY", properties: properties, components: [Component("AVAILABLE", properties: window)])
    var (reader, writer) = (reader, writer)
    let statement = reader.availability(ComponentView(tree), calendarZone: nil)
    #expect(statement.unmodelled.isEmpty && statement.windows.map(\.unmodelled.isEmpty) == [true])
    let written = writer.component(for: statement)
    require(written, properties, .availability, but: [.duration])
    require(try #require(written.components.first), window, .available, but: [.dtend])
  }

  @Test("VCALENDAR")
  func calendar() {
    let properties = [
      Property("VERSION", value: "2.0"), Property("PRODID", value: ModelWriter.product),
      Property("CALSCALE", value: "GREGORIAN"), Property("METHOD", value: "PUBLISH"),
      Property("UID", value: "c"), Property("NAME", value: "n"), Property("DESCRIPTION", value: "d"),
      Property("COLOR", value: "steelblue"), Property("CATEGORIES", value: "a,b"),
      Property("IMAGE", parameters: [Self.value], value: "https://example.org/a.png"),
      Property("URL", value: "https://example.org/1"),
      Property("SOURCE", parameters: [Self.value], value: "https://example.org/2"),
      Property("REFRESH-INTERVAL", parameters: [Parameter("VALUE", "DURATION")], value: "P1D"),
      Property("LAST-MODIFIED", value: "20260101T000000Z"),
      // The properties that preceded RFC 7986 are written beside the standard ones.
      Property("X-WR-CALNAME", value: "n"), Property("X-WR-CALDESC", value: "d"),
      Property("X-APPLE-CALENDAR-COLOR", value: CalendarColor.steelBlue.hex),
      Property("X-WR-TIMEZONE", value: "Europe/Madrid"), Property("X-PUBLISHED-TTL", value: "P1D"),
    ]
    var (reader, writer) = (reader, writer)
    let calendar = reader.calendar(ComponentView(Component("VCALENDAR", properties: properties)))
    #expect(reader.diagnostics == [] && calendar.unmodelled.isEmpty)
    #expect(calendar.zone?.name == "Europe/Madrid" && calendar.refreshInterval == .days(1))
    require(writer.component(for: calendar), properties, .calendars)
  }
}

/// Times and zones through the pure door.
@Suite("Times and their zones in the model")
struct MappedTimeTests {
  /// The VTIMEZONE of New York in RFC 5545 §3.6.5, its rules since 2007.
  private static let zone = Component(
    "VTIMEZONE", properties: [Property("TZID", value: "Our office")],
    components: [
      Component(
        "DAYLIGHT",
        properties: [
          Property("DTSTART", value: "20070311T020000"),
          Property("RRULE", value: "FREQ=YEARLY;BYMONTH=3;BYDAY=2SU"),
          Property("TZOFFSETFROM", value: "-0500"), Property("TZOFFSETTO", value: "-0400"),
          Property("TZNAME", value: "EDT"),
        ]),
      Component(
        "STANDARD",
        properties: [
          Property("DTSTART", value: "20071104T020000"),
          Property("RRULE", value: "FREQ=YEARLY;BYMONTH=11;BYDAY=1SU"),
          Property("TZOFFSETFROM", value: "-0400"), Property("TZOFFSETTO", value: "-0500"),
          Property("TZNAME", value: "EST"),
        ]),
    ])

  private func calendar(_ starts: [Property]) -> (calendar: EventCalendar, diagnostics: [Diagnostic]) {
    let events = starts.enumerated().map { number, start in
      Component(
        "VEVENT",
        properties: [
          Property("UID", value: "\(number)"), Property("DTSTAMP", value: "20260101T000000Z"), start,
        ])
    }
    let head = [Property("VERSION", value: "2.0"), Property("PRODID", value: "-//T//T//EN")]
    let tree = Component("VCALENDAR", properties: head, components: [Self.zone] + events)
    var reader = ModelReader(ICSOptions(uids: .seeded(1)))
    let calendar = reader.calendar(ComponentView(tree))
    reader.reportZoneNames()
    return (calendar, reader.diagnostics)
  }

  @Test(
    "A VTIMEZONE decides on the offset where its name is not a zone's",
    arguments: [
      ("20260302T090000", "2026-03-02T14:00:00Z"), ("20260308T030000", "2026-03-08T07:00:00Z"),
      ("20260704T090000", "2026-07-04T13:00:00Z"), ("20261101T030000", "2026-11-01T08:00:00Z"),
      ("20401225T090000", "2040-12-25T14:00:00Z"),
    ])
  func offsets(local: String, instant: String) throws {
    let start = Property("DTSTART", parameters: [Parameter("TZID", "Our office")], value: local)
    let read = calendar([start]).calendar
    #expect(Array(read.items).first?.start?.instant(in: .utc) == (try Instant(instant)))
  }

  @Test("The forms of a time: a date, without a zone, in UTC, in a zone by its name")
  func forms() throws {
    let tzid = [Parameter("TZID", "Europe/Madrid")]
    let (read, diagnostics) = calendar([
      Property("DTSTART", parameters: [Parameter("VALUE", "DATE")], value: "20260302"),
      Property("DTSTART", value: "20260302T090000"), Property("DTSTART", value: "20260302T090000Z"),
      Property("DTSTART", parameters: tzid, value: "20260302T090000"),
    ])
    let local = try CivilDateTime("2026-03-02T09:00")
    #expect(diagnostics == [])
    #expect(
      read.items.map(\.start) == [
        .date(local.date), .floating(local), .zoned(local.in(.utc)),
        .zoned(local.in(try Zone("Europe/Madrid"))),
      ])
  }

  @Test("A TZID without a zone is reported, and kept with the time")
  func unknownZone() throws {
    let (read, diagnostics) = calendar([
      Property("DTSTART", parameters: [Parameter("TZID", "Nowhere at all")], value: "20260302T090000")
    ])
    #expect(diagnostics.map(\.code) == [.unknownZone])
    let item = try #require(Array(read.items).first)
    #expect(item.start == .floating(try CivilDateTime("2026-03-02T09:00")))
    #expect(item.unmodelled.parameters.map(\.parameters) == [[Parameter("TZID", "Nowhere at all")]])
  }
}
