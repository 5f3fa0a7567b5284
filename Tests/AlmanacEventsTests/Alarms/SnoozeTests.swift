import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import Testing

/// A snooze belongs to one instance of its series and ends with it.
@Suite("Snoozes in series that are changed") struct SnoozeTests {
  /// One form of the start, and who looks.
  struct Form: Sendable, CustomTestStringConvertible {
    let start: EventTime
    let viewer: Zone
    var testDescription: String { "\(start) in \(viewer.name)" }
  }

  private static let forms: [Form] = {
    let evening = try! CivilDateTime("2026-03-01T20:00")
    let (auckland, madrid) = (Samples.zone("Pacific/Auckland"), Samples.madrid)
    return [
      Form(start: .zoned(evening.in(.utc)), viewer: .utc),
      Form(start: .zoned(evening.in(madrid)), viewer: auckland),
      Form(start: .floating(evening), viewer: Samples.newYork),
      Form(start: .floating(try! CivilDateTime("2026-03-01T09:00")), viewer: auckland),
      Form(start: .date(evening.date), viewer: auckland),
      Form(start: .date(evening.date), viewer: Samples.newYork),
    ]
  }()

  /// Six days from the first of March, each with an alarm when it starts; that of the third was put off for ten days.
  private func calendar(_ form: Form) throws -> (EventCalendar, ids: [ItemID]) {
    var event = Event("a", at: form.start, repeating: RecurrenceRule(.daily, until: .count(6)), uid: "a")
    event.alarms = [Alarm(.before(.zero), uid: "al")]
    var calendar = EventCalendar()
    calendar.insert(event)
    let signals = try calendar.alarms(in: try Self.spring, viewer: form.viewer)
    let ids = signals.compactMap { $0.occurrence?.id }
    let third = signals[2]
    try calendar.snooze(
      third, until: third.instant.adding(seconds: 864_000), at: third.instant.adding(seconds: 60),
      uids: .seeded(1))
    return (calendar, ids)
  }

  private static var spring: Range<Instant> {
    get throws { try Instant("2026-02-20T00:00:00Z")..<Instant("2026-05-01T00:00:00Z") }
  }

  /// The items that give what was put off.
  private func putOff(_ calendar: EventCalendar, _ form: Form) throws -> [String] {
    try calendar.alarms(in: try Self.spring, viewer: form.viewer).filter { $0.occurrence == nil }.map(
      \.item.location)
  }

  @Test(
    "it is over once its instance is deleted, with or without those that follow, and not with another",
    arguments: forms)
  func deleted(_ form: Form) throws {
    let (whole, ids) = try calendar(form)
    #expect(ids.count == 6)
    for (index, scope, count) in [
      (2, RecurrenceScope.this, 0), (2, .thisAndFuture, 0), (1, .thisAndFuture, 0), (1, .this, 1),
      (3, .this, 1),
      (3, .thisAndFuture, 1),
    ] {
      var calendar = whole
      try calendar.delete(ids[index], scope: scope, at: nil, viewer: form.viewer)
      #expect(try putOff(calendar, form).count == count, "\(index) \(scope)")
      // The zone of the calendar replaces the viewer's.
      calendar = whole
      calendar.zone = form.viewer
      try calendar.delete(ids[index], scope: scope, at: nil)
      #expect(try putOff(calendar, form).count == count, "\(index) \(scope)")
    }
    // A snooze of another instance is not lost.
    var calendar = whole
    try calendar.delete(ids[1], scope: .this, at: nil)
    #expect(try putOff(calendar, form).count == 1)
  }

  @Test("a snooze goes to the part of its instance when the series is split", arguments: forms)
  func split(_ form: Form) throws {
    let (whole, ids) = try calendar(form)
    for (index, place) in [(1, "Later"), (2, "Later"), (3, "")] {
      var calendar = whole
      try calendar.edit(ids[index], scope: .thisAndFuture, at: nil, viewer: form.viewer) {
        $0.location = "Later"
      }
      #expect(try putOff(calendar, form) == [place])
    }
  }

  @Test(
    "it is over when its instance is moved to a later time, as that of a single event is", arguments: forms)
  func moved(_ form: Form) throws {
    var (calendar, ids) = try calendar(form)
    try calendar.edit(ids[2], scope: .this, at: nil) { $0.move(to: ids[2].recurrenceID!.adding(.days(20))) }
    #expect(try putOff(calendar, form).isEmpty)
    let last = try calendar.alarms(in: try Self.spring, viewer: form.viewer).last
    #expect(last?.occurrence?.recurrenceID == ids[2].recurrenceID)
  }

  @Test("an alarm at an instant stays in the part that can give it", arguments: [true, false])
  func ranges(isOfSeries: Bool) throws {
    let nine = try CivilDateTime("2026-03-02T09:00")
    let alarms = [Alarm(.absolute(try Instant("2026-03-05T08:00:00Z")), uid: "al")]
    var event = Event("a", at: nine.in(.utc), repeating: RecurrenceRule(.daily, until: .count(6)), uid: "a")
    var later = Event("b", at: nine.adding(days: 1).adding(.hours(1)).in(.utc), uid: "a")
    later.recurrenceID = .zoned(nine.adding(days: 1).in(.utc))
    later.overridesFuture = true
    if isOfSeries { event.alarms = alarms } else { later.alarms = alarms }
    var calendar = EventCalendar()
    calendar.insert([event.item, later.item])
    let before = try calendar.alarms(in: try Self.spring, viewer: .utc)
    #expect(before.map { "\($0.instant)" } == ["2026-03-05T08:00:00Z"])
    let fourth = ItemID(uid: "a", recurrenceID: .zoned(nine.adding(days: 2).in(.utc)))
    try calendar.edit(fourth, scope: .thisAndFuture, at: nil) { $0.location = "Room 12" }
    let after = try calendar.alarms(in: try Self.spring, viewer: .utc)
    #expect(after.map { "\($0.instant)" } == ["2026-03-05T08:00:00Z"])
  }

  /// From the third of March on an override says what happens; its alarm on the sixth was put off.
  @Test("a snooze of an instance that an override with RANGE=THISANDFUTURE shows goes off once")
  func later() throws {
    let nine = try CivilDateTime("2026-03-02T09:00")
    let event = Event("a", at: nine.in(.utc), repeating: RecurrenceRule(.daily, until: .count(9)), uid: "a")
    var later = Event("b", at: nine.adding(days: 1).in(.utc), uid: "a")
    later.recurrenceID = later.start
    later.overridesFuture = true
    later.alarms = [Alarm(.before(.zero), uid: "al")]
    var whole = EventCalendar()
    whole.insert([event.item, later.item])
    let sixth = try whole.alarms(in: try Self.spring, viewer: .utc)[3]
    try whole.snooze(sixth, until: sixth.instant.adding(seconds: 864_000), at: sixth.instant)
    for (day, scope) in [
      (3, RecurrenceScope.this), (3, .thisAndFuture), (4, .thisAndFuture), (5, .thisAndFuture),
    ] {
      var calendar = whole
      let id = ItemID(uid: "a", recurrenceID: .zoned(nine.adding(days: day).in(.utc)))
      try calendar.edit(id, scope: scope, at: nil) { $0.location = "Room 12" }
      let found = try calendar.alarms(in: try Self.spring, viewer: .utc).filter { $0.occurrence == nil }
      #expect(found.map(\.instant) == [sixth.instant.adding(seconds: 864_000)])
      #expect((found.first?.item.uid == "a") == (scope == .this || day == 5))
    }
  }

  @Test("of a cancelled series an alarm at an instant stays in the override that gives it")
  func cancelled() throws {
    let nine = try CivilDateTime("2026-03-02T09:00")
    var event = Event("a", at: nine.in(.utc), repeating: RecurrenceRule(.daily, until: .count(6)), uid: "a")
    event.alarms = [Alarm(.absolute(try Instant("2026-03-05T08:00:00Z")), uid: "al")]
    var override = event
    override.recurrence = .none
    override.recurrenceID = event.start
    event.status = .cancelled
    var calendar = EventCalendar()
    calendar.insert([event.item, override.item])
    let fourth = ItemID(uid: "a", recurrenceID: .zoned(nine.adding(days: 2).in(.utc)))
    try calendar.edit(fourth, scope: .thisAndFuture, at: nil) { $0.location = "Room 12" }
    let after = try calendar.alarms(in: try Self.spring, viewer: .utc)
    #expect(after.map { "\($0.instant) \($0.item.id)" } == ["2026-03-05T08:00:00Z \(override.id)"])
  }

  @Test("of every second of years, and of many overrides with alarms, it is found at once")
  func bounded() throws {
    let start = try CivilDateTime("2016-03-01T09:00").in(.utc)
    let until = try Instant("2026-03-01T08:00:00Z")
    for rule in ["FREQ=SECONDLY;UNTIL=20260101T000000Z", "FREQ=SECONDLY"] {
      var event = Event("a", at: start, repeating: try RecurrenceRule(rule), uid: "a")
      event.alarms = [
        Alarm(.before(.minutes(5)), uid: "al", acknowledged: try Instant("9999-01-01T00:00:00Z")),
        Alarm(.absolute(until), uid: "later", relations: [Relation("al", kind: .snooze)]),
      ]
      var calendar = EventCalendar()
      calendar.insert(event)
      let next = try calendar.nextAlarms(after: until.adding(seconds: -86_400 * 30), viewer: .utc)
      #expect(next.map(\.instant) == [until])
      #expect(
        try calendar.nextAlarms(after: until.adding(seconds: -60), viewer: .utc).map(\.instant) == [until])
    }
    var items = [Event("a", at: start, repeating: RecurrenceRule(.daily), uid: "a").item]
    for day in 0..<8000 {
      var override = Event("b", at: start.local.adding(days: day).in(.utc), uid: "a")
      override.recurrenceID = override.start
      override.alarms = [Alarm(.absolute(until.adding(seconds: day % 2)), uid: "\(day)")]
      items.append(override.item)
    }
    var calendar = EventCalendar()
    calendar.insert(items)
    var query = OccurrenceQuery.all
    query.limit = 10_000
    let found = try calendar.alarms(in: until..<until.adding(seconds: 2), viewer: .utc, matching: query)
    #expect(found.count == 8000)
  }
}
