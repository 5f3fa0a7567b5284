import AlmanacComponents
import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import TestSupport
import Testing

@testable import AlmanacICS
@testable import AlmanacMapping

@Suite("VTIMEZONE both ways")
struct ZoneWritingTests {
  /// What a written VTIMEZONE makes when it is read, not looking at its name.
  private func reread(_ zone: Zone, from first: Instant, to last: Instant, isEndless: Bool) throws -> Zone {
    let writer = use(of: zone, "Private", from: first, to: last, isEndless: isEndless)
    var reader = ModelReader(.standard, door: standardDoor)
    _ = try table(text: String(decoding: printed(writer), as: UTF8.self)).withElement {
      $0?.component.map { reader.defineZone($0) }
    }
    #expect(reader.diagnostics == [], "\(zone.name)")
    return try #require(reader.zones.definitions["Private"]?.zone())
  }

  private func use(
    of zone: Zone, _ tzid: String, from first: Instant, to last: Instant, isEndless: Bool
  ) -> ZoneUse {
    var use = ZoneUse(zone, tzid: tzid, at: first)
    use.add(last)
    use.isEndless = isEndless
    return use
  }

  private func printed(_ zone: ZoneUse) -> [UInt8] {
    var components = ModelWriter(door: standardDoor, calendarZone: nil)
    var lines = LineWriter()
    lines.write(components.component(for: zone))
    return lines.bytes
  }

  @Test(
    "Zones of the database, written for uses from 2026 on, are read back with the same offsets until 2110")
  func everyZone() throws {
    let first = Instant(secondsSinceEpoch: 1_767_225_600)
    let last = Instant(secondsSinceEpoch: 4_449_513_600)
    for name in sample(ZoneDatabase.system.names().all, oneIn: 4, seed: 1) {
      let zone = try Zone(name)
      let again = try reread(zone, from: first, to: first, isEndless: true)
      let mine = zone.transitions(in: first..<last).map {
        "\($0.instant.secondsSinceEpoch) \($0.phase.offset)"
      }
      let theirs = again.transitions(in: first..<last).map {
        "\($0.instant.secondsSinceEpoch) \($0.phase.offset)"
      }
      #expect(offsets(mine) == offsets(theirs), "\(name)")
      #expect(zone.offset(at: first) == again.offset(at: first), "\(name)")
    }
  }

  @Test(
    "Zones with a rich past, written for old uses",
    arguments: [
      "Europe/Madrid", "America/New_York", "Asia/Jerusalem", "Africa/Casablanca", "Australia/Lord_Howe",
      "Asia/Kolkata", "Pacific/Apia", "America/Nuuk", "Africa/Cairo", "Europe/Dublin", "Asia/Tehran",
      "America/Sao_Paulo",
    ])
  func past(name: String) throws {
    let zone = try Zone(name)
    let first = Instant(secondsSinceEpoch: -500_000_000)
    let last = Instant(secondsSinceEpoch: 1_800_000_000)
    let again = try reread(zone, from: first, to: last, isEndless: false)
    var instant = first
    while instant < last {
      #expect(zone.offset(at: instant) == again.offset(at: instant), "\(name) \(instant.utc)")
      instant = instant.adding(seconds: 86_400 * 5)
    }
  }

  @Test("Zones of the database, each written for one old use, have the offset that they had then")
  func oneUse() throws {
    for (number, name) in sample(ZoneDatabase.system.names().all, oneIn: 4, seed: 2).enumerated() {
      let zone = try Zone(name)
      for year in stride(from: 1972 + number % 12, through: 2024, by: 12) {
        let use = try CivilDateTime(CivilDate(year, 2, 15), CivilTime(9, 30)).in(zone).instant
        let again = try reread(zone, from: use, to: use, isEndless: false)
        #expect(again.offset(at: use) == zone.offset(at: use), "\(name) \(year)")
      }
    }
  }

  @Test("A zone that moved to other hours and kept its days of change follows no one rule")
  func sameDaysOtherHours() throws {
    // On GMT-1 until 2024 and on GMT-2 since, with Europe's instants of change before and after.
    let zone = try Zone("America/Scoresbysund")
    let use = try CivilDateTime("2012-02-15T09:30").in(zone).instant
    #expect(zone.offset(at: use) == -3600)
    for isEndless in [false, true] {
      let again = try reread(zone, from: use, to: use, isEndless: isEndless)
      #expect(again.offset(at: use) == -3600)
    }
  }

  /// Transitions that change the offset; some only change the name.
  private func offsets(_ all: [String]) -> [String] {
    var kept: [String] = []
    for text in all where kept.last?.split(separator: " ").last != text.split(separator: " ").last {
      kept.append(text)
    }
    return kept
  }

  @Test("A zone with a yearly rule takes two observances, one without any takes one")
  func minimal() throws {
    let first = Instant(secondsSinceEpoch: 1_767_225_600)
    func lines(_ name: String) throws -> [String] {
      return try unfolded(printed(use(of: Zone(name), name, from: first, to: first, isEndless: true)))
    }
    #expect(
      try lines("Europe/Madrid") == [
        "BEGIN:VTIMEZONE", "TZID:Europe/Madrid", "BEGIN:DAYLIGHT", "DTSTART:19960331T020000",
        "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "TZNAME:CEST", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3",
        "END:DAYLIGHT", "BEGIN:STANDARD", "DTSTART:19961027T030000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100",
        "TZNAME:CET", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10", "END:STANDARD", "END:VTIMEZONE",
      ])
    #expect(
      try lines("Asia/Tokyo").filter { $0.hasPrefix("BEGIN") } == ["BEGIN:VTIMEZONE", "BEGIN:STANDARD"])
    #expect(
      try lines("Africa/Cairo") == [
        "BEGIN:VTIMEZONE", "TZID:Africa/Cairo", "BEGIN:DAYLIGHT", "DTSTART:20230428T000000",
        "TZOFFSETFROM:+0200", "TZOFFSETTO:+0300", "TZNAME:EEST", "RRULE:FREQ=YEARLY;BYDAY=-1FR;BYMONTH=4",
        "END:DAYLIGHT", "BEGIN:STANDARD", "DTSTART:20231027T000000", "TZOFFSETFROM:+0300", "TZOFFSETTO:+0200",
        "TZNAME:EET", "RRULE:FREQ=YEARLY;BYDAY=FR;BYYEARDAY=-67,-66,-65,-64,-63,-62,-61", "END:STANDARD",
        "END:VTIMEZONE",
      ])
    // Ramadan moves Gaza's changes until 2086; from then on there are rules, and no date is behind them.
    let gaza = try lines("Asia/Gaza")
    #expect(gaza.contains("RRULE:FREQ=YEARLY;BYDAY=SA;BYMONTHDAY=24,25,26,27,28,29,30;BYMONTH=3"))
    #expect(gaza.contains("RRULE:FREQ=YEARLY;BYDAY=SA;BYMONTHDAY=24,25,26,27,28,29,30;BYMONTH=10"))
    #expect(gaza.filter { $0.hasPrefix("BEGIN") }.count == 5)
    #expect(!gaza.contains { $0.contains(",209") || $0.contains(",2088") })
    #expect(
      try lines("Asia/Jerusalem").contains(
        "RRULE:FREQ=YEARLY;BYDAY=FR;BYMONTHDAY=23,24,25,26,27,28,29;BYMONTH=3"))
  }
}

@Suite("The ladder from a TZID to a zone")
struct ZoneLadderTests {
  private func document(_ tzid: String, _ zone: [String], zoneFirst: Bool = true) throws -> ICSDocument {
    let definition = ["BEGIN:VTIMEZONE", "TZID:" + tzid] + zone + ["END:VTIMEZONE"]
    let event = [
      "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART;TZID=\"\(tzid)\":20260702T090000",
      "END:VEVENT",
    ]
    return try ICSDocument(parsing: calendar(zoneFirst ? definition + event : event + definition))
  }

  private let kolkata = [
    "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0530", "TZOFFSETTO:+0530", "END:STANDARD",
  ]

  @Test(
    "A name of the file's own has the meaning of its VTIMEZONE, wherever that is", arguments: [true, false])
  func ownName(zoneFirst: Bool) throws {
    let document = try document("Our Office", kolkata, zoneFirst: zoneFirst)
    #expect(try document.onlyEvent().start.instant(in: .utc) == (try utc("2026-07-02T03:30")))
    #expect(document.diagnostics == [])
  }

  @Test("An IANA name takes precedence over the file; the difference is reported")
  func nameHolds() throws {
    let document = try document("Europe/Madrid", kolkata)
    #expect(try document.onlyEvent().start.instant(in: .utc) == (try utc("2026-07-02T07:00")))
    #expect(document.codes == ["zone_differs"])
  }

  @Test(
    "The file takes precedence over any other name; the difference is reported", arguments: [true, false])
  func fileHolds(zoneFirst: Bool) throws {
    let document = try document("Romance Standard Time", kolkata, zoneFirst: zoneFirst)
    #expect(try document.onlyEvent().start.instant(in: .utc) == (try utc("2026-07-02T03:30")))
    #expect(document.codes.contains("zone_differs"))
  }

  private func holding(_ event: Event) -> EventCalendar {
    var calendar = EventCalendar()
    var event = event
    event.stamp = Instant(secondsSinceEpoch: 1_767_225_600)
    calendar.insert(event)
    return calendar
  }

  /// RFC 5545 §3.2.19: a TZID needs a VTIMEZONE. Text that was read is not completed, but what is added is valid.
  @Test(
    "A new event in a zone that the file names without a VTIMEZONE brings it, and an edit does not",
    arguments: ["Europe/Madrid", "Romance Standard Time"])
  func zoneWithoutDefinition(tzid: String) throws {
    let lines = [
      "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART;TZID=\(tzid):20260310T100000",
      "SUMMARY:A", "END:VEVENT",
    ]
    var document = try ICSDocument(parsing: calendar(lines))
    var event = try #require(document.onlyItem().event)
    let zone = try #require(event.start.zone)
    event.summary = "B"
    try document.calendars[0].update(event, at: nil)
    let edited = document.text
    #expect(!edited.contains("VTIMEZONE"))
    let new = Event("C", at: try CivilDateTime("2026-07-01T09:00").in(zone), uid: "2")
    for _ in 0..<2 {
      try document.calendars[0].add(new, at: Instant(secondsSinceEpoch: 0))
      #expect(document.text.split(separator: "BEGIN:VTIMEZONE").count == 2)
      #expect(document.text.contains("TZID:\(tzid)\r\n"))
      let again = try ICSDocument(parsing: document.text)
      #expect(again.calendars[0].items.map(\.start) == document.calendars[0].items.map(\.start))
      _ = try document.calendars[0].remove(uid: "2", kind: .event)
      #expect(document.text == edited)
    }
  }

  @Test("An exported calendar is read back without diagnostics of its zones")
  func ownExport() throws {
    for name in sample(ZoneDatabase.system.names().all, oneIn: 4, seed: 3) {
      let start = try CivilDateTime("2026-07-02T09:00").in(Zone(name))
      let text = ICSDocument([holding(Event("A", at: start, uid: "1"))]).text(.normalized)
      let again = try ICSDocument(parsing: text)
      #expect(again.diagnostics == [], "\(name)")
      #expect(try again.onlyEvent().start.instant(in: .utc) == start.instant, "\(name)")
    }
  }

  @Test(
    "The VTIMEZONE of a series that ends goes no further than its last instance",
    arguments: ["UNTIL=20121231T080000Z", "COUNT=900"])
  func boundedSeries(_ end: String) throws {
    let start = try CivilDateTime("2010-07-02T09:00").in(Zone("Africa/Casablanca"))
    let rule = try RecurrenceRule("FREQ=DAILY;" + end)
    let text = ICSDocument([holding(Event("A", at: start, repeating: rule, uid: "1"))]).text(.normalized)
    let lines = text.replacing("\r\n ", with: "").split(separator: "\r\n")
    let definition = lines.prefix { $0 != "END:VTIMEZONE" }.dropFirst(4)
    // Morocco changed its clocks several times a year for Ramadan; the series ends in December 2012.
    #expect(definition.contains { $0.contains("2012") })
    #expect(!definition.contains { $0.contains("2013") || $0.hasPrefix("RRULE") })
  }

  @Test("A name with quotation marks is written with the escapes of RFC 6868, and found")
  func quotedName() throws {
    let lines = [
      "BEGIN:VTIMEZONE", "TZID:The \"other\"\\, one", "BEGIN:STANDARD", "DTSTART:19700101T000000",
      "TZOFFSETFROM:+0600", "TZOFFSETTO:+0600", "END:STANDARD", "END:VTIMEZONE", "BEGIN:VEVENT", "UID:1",
      "DTSTAMP:20260101T000000Z", "DTSTART;TZID=\"The ^'other^', one\":20260309T100000", "END:VEVENT",
    ]
    let document = try ICSDocument(parsing: calendar(lines))
    #expect(try document.onlyEvent().start.instant(in: .utc) == Instant("20260309T040000Z"))
    var edited = document
    try edited.calendars[0].add(
      Event("New", at: document.onlyEvent().start, uid: "2"), at: Instant(secondsSinceEpoch: 1_767_225_600))
    #expect(edited.text.split(separator: "DTSTART;TZID=\"The ^'other^', one\":").count == 3)
  }

  @Test("X-LIC-LOCATION names the zone")
  func location() throws {
    let document = try document("Custom 1", ["X-LIC-LOCATION:Asia/Kolkata"] + kolkata)
    #expect(try document.onlyEvent().start.zone?.name == "Asia/Kolkata")
  }

  @Test("An empty VTIMEZONE is reported, and its name is used")
  func empty() throws {
    let document = try document("Asia/Kolkata", [])
    #expect(try document.onlyEvent().start.zone == (try Zone("Asia/Kolkata")))
    #expect(document.codes == ["bad_time_zone"])
  }

  @Test("The caller's hook has the last word")
  func hook() throws {
    let options = ICSOptions(resolveZone: { $0 == "Moon" ? Zone(offset: 7200, name: "Moon") : nil })
    let document = try ICSDocument(parsing: event("DTSTART;TZID=Moon:20260702T090000"), options: options)
    #expect(try document.onlyEvent().start.instant(in: .utc) == (try utc("2026-07-02T07:00")))
  }

  @Test("Every Windows name maps to a zone of the database")
  func windows() throws {
    for name in ["W. Europe Standard Time", "Eastern Standard Time", "India Standard Time", "UTC"] {
      #expect(WindowsZones.ianaName(of: name) != nil, "\(name)")
    }
    for entry in WindowsZones.entries { _ = try Zone(try #require(WindowsZones.ianaName(of: entry.name))) }
    #expect(Set(WindowsZones.entries.map(\.name)).count == 139)
  }

  @Test("A hostile VTIMEZONE is read at once and affects nothing else")
  func hostile() throws {
    let rules = [
      "FREQ=SECONDLY", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=YEARLY;INTERVAL=0", "FREQ=DAILY",
    ]
    let observances = rules.flatMap {
      [
        "BEGIN:DAYLIGHT", "DTSTART:00010101T000000", "TZOFFSETFROM:+9999", "TZOFFSETTO:-9999", "RRULE:" + $0,
        "END:DAYLIGHT",
      ]
    }
    let document = try document("Hostile", observances + kolkata)
    #expect(document.calendars[0].count == 1)
  }
}
