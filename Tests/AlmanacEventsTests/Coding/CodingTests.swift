import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import Foundation
import TestSupport
import Testing

@Suite("Calendars as JSON")
struct CodingTests {
  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func read<Value: Decodable>(_ type: Value.Type = Value.self, _ json: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
  }

  private func comesBack<Value: Codable & Equatable>(_ value: Value) throws -> Bool {
    try read(Value.self, json(value)) == value
  }

  /// An event goes without its kind, as identities were written before they had one.
  @Test("identities round-trip, each with the kind of its item")
  func identities() throws {
    let event = ItemID(uid: "a", recurrenceID: .date(try CivilDate("2026-03-02")))
    #expect(try json(event) == #"{"recurrenceID":"2026-03-02","uid":"a"}"#)
    #expect(try json(ItemID(uid: "a", kind: .todo)) == #"{"kind":"todo","uid":"a"}"#)
    for kind in Item.Kind.allCases { #expect(try comesBack(ItemID(uid: "a", kind: kind))) }
    #expect(throws: DecodingError.self) { try read(ItemID.self, #"{"uid":"a","kind":"alarm"}"#) }

    var calendar = EventCalendar()
    calendar.insert(
      Todo("Bins", from: try CivilDate("2026-03-02"), repeating: RecurrenceRule(.daily), uid: "a"))
    let later = EventTime.date(try CivilDate("2026-03-03"))
    let change = try calendar.edit(ItemID(uid: "a", kind: .todo), scope: .all, at: nil) { $0.start = later }
    let back = try read(ItemIdentities.self, json(change.identities))
    #expect(back == change.identities)
    let moved = ItemID(uid: "a", kind: .todo, recurrenceID: .date(try CivilDate("2026-03-05")))
    #expect(back[ItemID(uid: "a", kind: .todo, recurrenceID: .date(try CivilDate("2026-03-04")))] == moved)
    #expect(back[ItemID(uid: "a", recurrenceID: moved.recurrenceID)]?.recurrenceID == moved.recurrenceID)
  }

  /// The document of the documentation, as somebody would write it.
  @Test("a document written by hand is read, and written with the same keys")
  func document() throws {
    let text = """
      {"version": 1, "name": "Spring term", "color": "steelblue", "later": {"added": true}, "items": [
        {"kind": "event", "uid": "algebra", "summary": "Algebra", "status": "CONFIRMED",
         "start": "2026-03-02T09:00:00+01:00[Europe/Madrid]", "duration": "PT90M", "future": [1],
         "recurrence": {"rules": ["FREQ=WEEKLY;BYDAY=MO,WE;COUNT=24"], "exceptions": ["2026-03-04T09:00:00+01:00[Europe/Madrid]"]},
         "alarms": [{"trigger": {"offset": "-PT15M"}}, {"trigger": {"when": "2026-03-01T20:00:00Z"}, "action": "AUDIO"}]},
        {"kind": "event", "uid": "algebra", "recurrenceID": "2026-03-09T09:00:00+01:00[Europe/Madrid]",
         "summary": "Exam", "start": "2026-03-09T11:00:00+01:00[Europe/Madrid]", "color": "#123456"},
        {"kind": "event", "uid": "holiday", "summary": "Sant Jordi", "start": "2026-04-23", "end": "2026-04-24"},
        {"kind": "todo", "uid": "essay", "summary": "Essay", "due": "2026-03-20", "percentComplete": 40},
        {"kind": "journal", "summary": "Notes", "start": "2026-03-02T18:00:00", "categories": ["a", "b"]}]}
      """
    let calendar = try read(EventCalendar.self, text)
    #expect(calendar.name == "Spring term")
    #expect(calendar.color == .steelBlue)
    #expect(calendar.items.map(\.summary) == ["Algebra", "Exam", "Sant Jordi", "Essay", "Notes"])
    let algebra = try #require(calendar.item(uid: "algebra")?.event)
    #expect(algebra.start == .zoned(try Samples.madrid("2026-03-02T09:00")))
    #expect(algebra.extent == .duration(.minutes(90)))
    #expect(algebra.status == .confirmed)
    #expect(algebra.recurrence.rules.map(\.description) == ["FREQ=WEEKLY;COUNT=24;BYDAY=MO,WE"])
    #expect(algebra.alarms.map(\.action) == [.display, .audio])
    #expect(algebra.alarms[0].trigger == .before(.minutes(15)))
    #expect(calendar.series(uid: "algebra")?.overrides.map(\.summary) == ["Exam"])
    #expect(calendar.item(uid: "holiday")?.event?.end == .date(try CivilDate("2026-04-24")))
    let essay = try #require(calendar.item(uid: "essay")?.todo)
    #expect(essay.due == .date(try CivilDate("2026-03-20")))
    #expect(essay.percentComplete == 40)
    #expect(Array(calendar.items).last?.start == .floating(try CivilDateTime("2026-03-02T18:00")))

    let known = text.replacingOccurrences(of: ", \"later\": {\"added\": true}", with: "")
      .replacingOccurrences(of: ", \"future\": [1]", with: "")
      .replacingOccurrences(of: "BYDAY=MO,WE;COUNT=24", with: "COUNT=24;BYDAY=MO,WE")
    let written = try JSONSerialization.jsonObject(with: Data(json(calendar).utf8)) as? NSDictionary
    let expected = try JSONSerialization.jsonObject(with: Data(known.utf8)) as? NSDictionary
    #expect(written == expected)
  }

  @Test(
    "parts that few items have",
    arguments: [
      #"{"kind":"event","start":"2026-03-02","organizer":{"address":"mailto:a@b.c","name":"A"}}"#,
      #"{"attendees":[{"address":"mailto:a@b.c","kind":"ROOM","role":"CHAIR","status":"ACCEPTED","wantsReply":true}],"kind":"event","start":"2026-03-02"}"#,
      #"{"attachments":[{"bytes":"AAEC/w==","mediaType":"image/png"},{"uri":"https://a.b/c"}],"kind":"todo"}"#,
      #"{"geo":{"latitude":41.5,"longitude":2.25},"kind":"journal","resources":["beamer"]}"#,
      #"{"alarms":[{"acknowledged":"2026-03-02T08:00:00Z","relations":[{"kind":"SNOOZE","target":"x"}],"repeat":{"count":2,"interval":"PT5M"},"trigger":{"offset":"PT0S","relativeTo":"end"},"uid":"y"}],"kind":"event","start":"2026-03-02"}"#,
      #"{"kind":"event","start":"2026-03-02","unmodelled":{"components":[{"name":"X-C","properties":[{"name":"X-P","parameters":[{"name":"A","values":["b","c"]}],"position":3,"value":"v"}]}],"parameters":[{"parameters":[{"name":"LANGUAGE","values":["ca"]}],"property":"SUMMARY"}]}}"#,
      #"{"conferences":[{"features":["VIDEO"],"label":"l","uri":"https://a.b"}],"images":[{"displays":["BADGE"],"uri":"https://a.b"}],"kind":"todo","start":"2026-03-02","requestStatuses":[{"code":"2.0","text":"ok"}]}"#,
      #"{"alarms":[{"trigger":{"offset":"-PT1H"},"unmodelled":{"parameters":[{"parameters":[{"name":"X-A","values":["1"]}],"property":"TRIGGER"}]}}],"kind":"todo","requestStatuses":[{"code":"2.0","parameters":[{"name":"LANGUAGE","values":["de"]}],"text":"gut"}]}"#,
      #"{"kind":"event","recurrence":{"additions":["2026-03-05",{"duration":"P2D","start":"2026-03-09"}]},"start":"2026-03-02"}"#,
    ])
  func parts(_ text: String) throws {
    let item = try read(Item.self, text)
    var list = try #require(
      try JSONSerialization.jsonObject(with: Data(json([item]).utf8)) as? [[String: Any]])
    // An item of a list has the number of its form, as one by itself has.
    #expect(list[0].removeValue(forKey: "schema") as? Int == 1)
    let written: Any = list[0]
    let stated = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
    #expect(written as? NSDictionary == stated)
    #expect(try comesBack(item))
  }

  @Test(
    "a fault is reported with its path and the expected value",
    arguments: [
      (#"{"items":[{"kind":"event"}]}"#, "items.0.start", ""),
      (#"{"items":[{"kind":"meeting"}]}"#, "items.0.kind", "expected event, todo or journal"),
      (#"{"items":[{"start":"2026-03-02"}]}"#, "items.0.kind", ""),
      (#"{"items":[{"kind":"event","start":"2026-02-30"}]}"#, "items.0.start", "2026-02-30"),
      (
        #"{"items":[{"kind":"event","start":"2026-03-02","status":"MAYBE"}]}"#, "items.0.status",
        "expected one of TENTATIVE"
      ),
      (
        #"{"items":[{"kind":"event","start":"2026-03-02","recurrence":{"rules":["FREQ=SOMETIMES"]}}]}"#,
        "items.0.recurrence.rules.0", "FREQ=SOMETIMES"
      ),
      (
        #"{"items":[{"kind":"event","start":"2026-03-02","end":"2026-03-03","duration":"P1D"}]}"#,
        "items.0.duration", "not both"
      ),
      (
        #"{"items":[{"kind":"event","start":"2026-03-02","alarms":[{"trigger":{"offset":"-PT15M","relativeTo":"middle"}}]}]}"#,
        "items.0.alarms.0.trigger.relativeTo", "expected start or end"
      ),
      (
        #"{"items":[{"kind":"todo","attachments":[{"bytes":"?"}]}]}"#, "items.0.attachments.0.bytes",
        "expected base64"
      ),
      (
        #"{"items":[{"kind":"todo","geo":{"latitude":91,"longitude":0}}]}"#, "items.0.geo.latitude",
        "latitude"
      ),
      (#"{"color":"no colour"}"#, "color", ""), (#"{"zone":"Nowhere/At_All"}"#, "zone", "Nowhere"),
      (#"{"version":2}"#, "version", "expected 1"),
      (#"{"zones":[{"name":"x","offset":"east"}]}"#, "zones.0.offset", ""),
    ])
  func faults(_ text: String, _ path: String, _ message: String) throws {
    do {
      _ = try read(EventCalendar.self, text)
      Issue.record("it was read")
    } catch let error as DecodingError {
      let (context, key): (DecodingError.Context, (any CodingKey)?) =
        switch error {
        case .dataCorrupted(let context): (context, nil)
        case .keyNotFound(let key, let context): (context, key)
        case .typeMismatch(_, let context), .valueNotFound(_, let context): (context, nil)
        @unknown default: throw error
        }
      let keys = context.codingPath + (key.map { [$0] } ?? [])
      let found = keys.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }.joined(separator: ".")
      #expect(found == path)
      #expect(message.isEmpty || context.debugDescription.contains(message))
    }
  }

  @Test("random calendars round-trip", arguments: 0..<rounds(10))
  func random(_ seed: Int) throws {
    var random = RandomCalendar(seed: UInt64(seed) &+ 77)
    var calendar = EventCalendar(name: "random", zone: random.zone())
    calendar.insert(random.items(20))
    let back = try read(EventCalendar.self, json(calendar))
    #expect(back == calendar)
    #expect(Array(back.items) == Array(calendar.items))
    let window = random.window()
    #expect(
      try back.occurrences(in: window, viewer: Samples.madrid)
        == calendar.occurrences(in: window, viewer: Samples.madrid))
  }

  @Test("a file's own zones are stored with their rules, whatever their names")
  func zones() throws {
    let summer = try Instant("2026-03-29T01:00:00Z")
    let own = Zone(
      name: "Our [own] clocks = 100%", initial: ZonePhase(offset: 3600, isDaylight: false, abbreviation: "A"),
      transitions: [ZoneTransition(summer, ZonePhase(offset: 7200, isDaylight: true, abbreviation: "B"))])
    let rule = try Zone(name: "+Rule", posix: "AAA-1BBB,M3.5.0,M10.5.0/3")
    let madrid = try Zone(name: "Europe/Madrid", posix: "XXX5")
    var calendar = EventCalendar(name: "zones", zone: own)
    for (number, zone) in [own, rule, madrid, Zone(offset: 19_800), Zone(offset: 60, name: "near"), .utc]
      .enumerated()
    {
      for text in ["2026-02-01T09:00", "2026-03-29T02:30", "2026-07-01T09:00", "2026-10-25T02:30"] {
        calendar.insert(Event("\(zone)", at: try CivilDateTime(text).in(zone), uid: "\(number) \(text)"))
      }
    }
    let back = try read(EventCalendar.self, json(calendar))
    #expect(back == calendar)
    for (item, other) in zip(calendar.items, back.items) {
      #expect(item.start?.local == other.start?.local)
      #expect(item.start?.instant(in: .utc) == other.start?.instant(in: .utc))
      #expect(item.start?.zone == other.start?.zone)
    }
    // An item by itself has the instant and the name.
    let alone = try read(Item.self, json(Array(calendar.items)[2]))
    #expect(alone.start?.instant(in: .utc) == Array(calendar.items)[2].start?.instant(in: .utc))
    #expect(alone.start?.zone?.name == own.name)
  }

  @Test("two zones of one name cannot be stored in a document")
  func sameName() throws {
    var calendar = EventCalendar()
    for offset in [3600, 7200] {
      let zone = Zone(offset: offset, name: "Ours")
      calendar.insert(Event("", at: try CivilDateTime("2026-02-01T09:00").in(zone), uid: "\(offset)"))
    }
    #expect(throws: EncodingError.self) { try json(calendar) }
  }

  @Test("changes round-trip, identities included, and can be undone afterwards", arguments: 0..<rounds(5))
  func changes(_ seed: Int) throws {
    var random = RandomCalendar(seed: UInt64(seed) &+ 7)
    var calendar = EventCalendar()
    calendar.insert(random.items(10))
    let before = calendar
    var change = try calendar.remove(uid: "item 3")
    if let occurrence = calendar.next(after: try Instant("2010-06-01T00:00:00Z"), viewer: Samples.madrid)
      .first,
      let more = try? calendar.edit(
        occurrence, scope: .thisAndFuture, at: nil, change: { $0.summary = "changed" })
    {
      change = change.followed(by: more)
    }
    let back = try read(CalendarChange.self, json(change))
    #expect(back == change)
    try calendar.apply(back.inverse)
    #expect(calendar == before)
  }

  @Test("an item with the identity of another one can be restored")
  func twins() throws {
    var calendar = EventCalendar()
    calendar.insert(Event("A", from: try Samples.date("2026-03-02"), uid: "a"))
    let change = calendar.insert(Event("B", from: try Samples.date("2026-03-02"), uid: "a"))
    let both = calendar
    try calendar.apply(change.inverse)
    try calendar.apply(try read(CalendarChange.self, json(change)))
    #expect(calendar == both)
  }

  @Test("statements of free, busy and available time")
  func statements() throws {
    let from = try Instant("2026-03-02T08:00:00Z")
    var calendar = EventCalendar()
    calendar.freeBusy = [
      FreeBusy(
        uid: "f", from: from, to: from.adding(seconds: 7200),
        periods: [
          BusyPeriod(from: from, to: from.adding(seconds: 60)),
          BusyPeriod(
            from: from, to: from.adding(seconds: 90), .tentative, parameters: [Parameter("X-SUMMARY", "Trip")]
          ),
        ], organizer: Organizer("mailto:a@b.c"))
    ]
    calendar.availabilities = [
      AvailabilityStatement(
        uid: "a", extent: .duration(.days(7)), busyKind: .unavailable, priority: 2,
        windows: [
          .init(
            from: try Samples.madrid("2026-03-02T09:00"), extent: .duration(.hours(4)),
            recurrence: Recurrence(RecurrenceRule(.weekly)), uid: "office")
        ])
    ]
    calendar.unmodelled.properties = [Property("X-A", value: "b")]
    calendar.refreshInterval = .hours(1)
    #expect(try comesBack(calendar))
  }
}
