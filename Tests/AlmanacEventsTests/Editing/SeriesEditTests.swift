import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import Testing

@Suite("Edits of a series, case by case") struct SeriesEditTests {
  static func series(_ rule: String, from start: String = "2026-03-02T09:00", name: String = "Algebra") throws
    -> EventCalendar
  {
    var event = Event(
      name, from: try Samples.madrid(start), to: try Samples.madrid(start).adding(.minutes(90)),
      repeating: try RecurrenceRule(rule), uid: "a")
    event.sequence = 3
    var calendar = EventCalendar()
    calendar.insert(event)
    return calendar
  }

  static func at(_ local: String) -> ZonedDateTime { try! Samples.madrid(local) }

  static func id(_ local: String) throws -> ItemID {
    ItemID(uid: "a", recurrenceID: .zoned(try Samples.madrid(local)))
  }

  static func starts(_ calendar: EventCalendar, days: Int = 200) throws -> [String] {
    let from = try Samples.madrid("2026-01-01T00:00").instant
    return try calendar.occurrences(in: from..<from.adding(seconds: days * 86_400), viewer: .utc)
      .map { String("\($0.start.local)".prefix(16)) + " " + $0.item.summary }
  }

  static func rules(_ calendar: EventCalendar) -> [String] {
    calendar.items.flatMap(\.recurrence.rules).map(\.description)
  }

  static let now = Instant(secondsSinceEpoch: 1_772_000_000)

  @Test("COUNT is divided; the parts are linked; SEQUENCE and stamps follow RFC 5546")
  func split() throws {
    var calendar = try Self.series("FREQ=WEEKLY;BYDAY=MO;COUNT=5")
    let change = try calendar.edit(
      try Self.id("2026-03-16T09:00"), scope: .thisAndFuture, at: Self.now, uids: .seeded(1)
    ) {
      #expect($0.recurrence.rules.map(\.description) == ["FREQ=WEEKLY;COUNT=3;BYDAY=MO"])
      $0.location = "Room 12"
    }
    #expect(Self.rules(calendar) == ["FREQ=WEEKLY;COUNT=2;BYDAY=MO", "FREQ=WEEKLY;COUNT=3;BYDAY=MO"])
    let items = Array(calendar.items)
    #expect(items[0].uid == "a" && items[0].sequence == 4 && items[0].location.isEmpty)
    #expect(items[1].sequence == 0 && items[1].created == Self.now && items[1].stamp == Self.now)
    #expect(items[0].relations == [Relation(items[1].uid, kind: .next)])
    #expect(items[1].relations == [Relation("a", kind: .first)])
    // Again, in the second part and then between both.
    let uid = items[1].uid
    let late = ItemID(uid: uid, recurrenceID: .zoned(try Samples.madrid("2026-03-30T09:00")))
    try calendar.edit(late, scope: .thisAndFuture, at: Self.now, uids: .seeded(1)) { $0.summary = "Late" }
    let third = try #require(Array(calendar.items).last)
    #expect(third.relations == [Relation("a", kind: .first)])
    #expect(calendar.item(uid: uid)?.relations.map(\.kind) == [.first, .next])
    try calendar.edit(try Self.id("2026-03-09T09:00"), scope: .thisAndFuture, at: Self.now, uids: .seeded(1))
    {
      $0.summary = "Early"
    }
    let fourth = try #require(Array(calendar.items).last)
    #expect(fourth.relations == [Relation(uid, kind: .next), Relation("a", kind: .first)])
    #expect(calendar.item(uid: "a")?.relations == [Relation(fourth.uid, kind: .next)])
    #expect(change.identities[try Self.id("2026-03-09T09:00")] == (try Self.id("2026-03-09T09:00")))
    #expect(change.identities[ItemID(uid: "a")] == ItemID(uid: "a"))
  }

  @Test("Identities of an endless series go on for ever, through several changes and back")
  func identities() throws {
    var calendar = try Self.series("FREQ=DAILY")
    let old = try Self.id("2026-03-10T09:00")
    let first = try calendar.edit(old, scope: .thisAndFuture, at: nil, uids: .seeded(1)) {
      $0.move(to: Self.at("2026-03-10T11:00"))
    }
    let middle = try #require(first.identities[old])
    let second = try calendar.edit(middle, scope: .all, at: nil) { $0.move(to: try! CivilDate("2026-03-11")) }
    let both = first.followed(by: second).identities
    let far = try Self.id("2999-12-30T09:00")
    #expect(both[far] == ItemID(uid: middle.uid, recurrenceID: .date(try CivilDate("2999-12-31"))))
    #expect(both.inverse[try #require(both[far])] == far)
    #expect(both[try Self.id("2026-03-09T09:00")] == (try Self.id("2026-03-09T09:00")))
    let third = try calendar.delete(try #require(both[old]), scope: .all, at: nil)
    #expect(first.followed(by: second).followed(by: third).identities[far] == nil)
    #expect(first.identities != second.identities && first.identities == first.identities.inverse.inverse)
  }

  @Test(
    "UNTIL ends the first part just before, in the form of the start",
    arguments: [
      ("2026-03-02T09:00", "FREQ=DAILY", "FREQ=DAILY;UNTIL=20260331T065959Z"),
      ("2026-03-02T09:00", "FREQ=DAILY;UNTIL=20260401T220000Z", "FREQ=DAILY;UNTIL=20260331T065959Z"),
    ])
  func until(start: String, rule: String, ended: String) throws {
    var calendar = try Self.series(rule, from: start)
    try calendar.delete(try Self.id("2026-03-31T09:00"), scope: .thisAndFuture, at: nil)
    #expect(Self.rules(calendar) == [ended])
  }

  @Test("At the first remaining instance, and after it, all are edited or removed")
  func first() throws {
    var calendar = try Self.series("FREQ=WEEKLY;COUNT=5")
    try calendar.delete(try Self.id("2026-03-02T09:00"), scope: .this, at: nil)
    try calendar.edit(try Self.id("2026-03-09T09:00"), scope: .thisAndFuture, at: nil) { $0.summary = "B" }
    #expect(calendar.count == 1 && calendar.item(uid: "a")?.summary == "B")
    try calendar.delete(try Self.id("2026-03-09T09:00"), scope: .thisAndFuture, at: nil)
    #expect(calendar.count == 0)
  }

  @Test("Deleting the last occurrence removes the series")
  func last() throws {
    var calendar = try Self.series("FREQ=WEEKLY;COUNT=2")
    try calendar.delete(try Self.id("2026-03-02T09:00"), scope: .this, at: nil)
    let change = try calendar.delete(try Self.id("2026-03-09T09:00"), scope: .this, at: nil)
    #expect(calendar.count == 0 && change.gone.count == 1)
    #expect(change.identities[ItemID(uid: "a")] == nil)
  }

  static let moves: [(rule: String, from: String, to: String, moved: String?)] = [
    ("FREQ=WEEKLY;BYDAY=MO,TH", "2026-03-02T09:00", "2026-03-03T10:00", "FREQ=WEEKLY;BYDAY=TU,FR"),
    (
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU", "2026-03-02T09:00", "2026-03-03T09:00",
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,MO;WKST=TU"
    ),
    ("FREQ=MONTHLY;BYDAY=-1MO", "2026-03-30T09:00", "2026-03-30T10:00", "FREQ=MONTHLY;BYDAY=-1MO"),
    ("FREQ=MONTHLY;BYDAY=-1MO", "2026-03-30T09:00", "2026-03-31T09:00", nil),
    ("FREQ=MONTHLY;BYDAY=1MO", "2026-03-02T09:00", "2026-03-09T09:00", "FREQ=MONTHLY;BYDAY=2MO"),
    (
      "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1", "2026-03-02T09:00", "2026-03-02T23:00",
      "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1"
    ),
    ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1", "2026-03-02T09:00", "2026-03-03T09:00", nil),
    ("FREQ=MONTHLY;BYMONTHDAY=2,16", "2026-03-02T09:00", "2026-03-04T09:00", "FREQ=MONTHLY;BYMONTHDAY=4,18"),
    ("FREQ=MONTHLY;BYMONTHDAY=2,28", "2026-03-02T09:00", "2026-03-04T09:00", nil),
    ("FREQ=MONTHLY", "2026-03-31T09:00", "2026-03-30T09:00", nil),
    ("FREQ=MONTHLY", "2026-03-02T09:00", "2026-03-20T09:00", "FREQ=MONTHLY"),
    (
      "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=30", "2026-03-30T09:00", "2026-04-02T09:00",
      "FREQ=YEARLY;BYMONTHDAY=2;BYMONTH=4"
    ),
    ("FREQ=YEARLY", "2026-02-28T09:00", "2026-03-01T09:00", nil),
    (
      "FREQ=YEARLY;BYWEEKNO=10;BYDAY=MO", "2026-03-02T09:00", "2026-03-05T09:00",
      "FREQ=YEARLY;BYDAY=TH;BYWEEKNO=10"
    ),
    ("FREQ=YEARLY;BYWEEKNO=10;BYDAY=MO", "2026-03-02T09:00", "2026-03-09T09:00", nil),
    ("FREQ=DAILY;BYHOUR=9,18", "2026-03-02T09:00", "2026-03-02T11:00", "FREQ=DAILY;BYHOUR=11,20"),
    ("FREQ=DAILY;BYHOUR=9,18", "2026-03-02T09:00", "2026-03-02T15:00", nil),
    (
      "FREQ=DAILY;BYHOUR=9;BYMINUTE=0,30", "2026-03-02T09:00", "2026-03-02T10:15",
      "FREQ=DAILY;BYMINUTE=15,45;BYHOUR=10"
    ),
    ("FREQ=DAILY;BYHOUR=9;BYMINUTE=0,30", "2026-03-02T09:00", "2026-03-02T09:45", nil),
    ("FREQ=DAILY;BYMONTH=3", "2026-03-02T09:00", "2026-03-03T09:00", nil),
    ("FREQ=HOURLY;INTERVAL=5", "2026-03-02T09:00", "2026-03-04T01:20", "FREQ=HOURLY;INTERVAL=5"),
    ("FREQ=HOURLY;BYHOUR=9,10,11", "2026-03-02T09:00", "2026-03-02T23:00", "FREQ=HOURLY;BYHOUR=0,1,23"),
    ("FREQ=HOURLY;BYDAY=MO", "2026-03-02T09:00", "2026-03-02T10:00", nil),
    (
      "FREQ=DAILY;UNTIL=20260310", "2026-03-02T09:00", "2026-03-02T23:00", "FREQ=DAILY;UNTIL=20260310T225959Z"
    ),
  ]

  @Test("An error about a second part names the series, not the UID of the part")
  func refusedSplit() throws {
    var calendar = try Self.series("FREQ=MONTHLY;BYDAY=-1FR", from: "2026-02-27T09:00")
    let before = calendar
    let second = try Self.id("2026-03-27T09:00")
    let changes: [(String, (inout Item) -> Void)] = [
      ("BYDAY", { $0.move(to: Self.at("2026-03-28T09:00")) }), ("SUMMARY", { $0.summary = "\u{7}" }),
      ("RRULE", { $0.recurrence.rules = [RecurrenceRule(.daily, every: 0)] }),
    ]
    for (property, change) in changes {
      let error = #expect(throws: EventError.self) {
        try calendar.edit(second, scope: .thisAndFuture, at: nil, change: change)
      }
      #expect(error?.reasons.map(\.property) == [property])
      #expect(error?.reasons.map(\.uid) == ["a"])
    }
    #expect(calendar == before)
    #expect(try calendar.item(inEffectAt: second, scope: .thisAndFuture).uid == "a")
  }

  @Test("A move moves the rule too, or is refused with the part that cannot move", arguments: moves)
  func move(rule: String, from: String, to: String, moved: String?) throws {
    var calendar = try Self.series(rule, from: from)
    let before = try Self.starts(calendar)
    let target = try Samples.madrid(to)
    let distance = target.local.seconds(since: try CivilDateTime(from))
    guard let moved else {
      let error = #expect(throws: EventError.self) {
        try calendar.edit(try Self.id(from), scope: .all, at: nil) { $0.move(to: target) }
      }
      #expect(error?.codes == [.immovablePart])
      let part = error?.reasons.first?.property ?? ""
      #expect(rule.contains(part + "="), "\(part)")
      return
    }
    try calendar.edit(try Self.id(from), scope: .all, at: nil) { $0.move(to: target) }
    #expect(Self.rules(calendar) == [moved])
    let expected = try before.map {
      String("\(try CivilDateTime(String($0.prefix(16))).adding(seconds: distance))".prefix(16)) + " Algebra"
    }
    // Near the end of the window one may have more.
    let count = max(1, expected.count - 60)
    #expect(try Self.starts(calendar).prefix(count) == expected.prefix(count))
  }

  @Test("A new rule preserves the overrides of its instances and reports the others")
  func newRule() throws {
    var calendar = try Self.series("FREQ=WEEKLY;BYDAY=MO")
    for day in ["2026-03-09T09:00", "2026-03-16T09:00"] {
      try calendar.edit(try Self.id(day), scope: .this, at: nil) { $0.summary = "on \(day.prefix(10))" }
    }
    let before = calendar
    let change = try calendar.edit(ItemID(uid: "a"), scope: .all, at: nil) {
      $0.recurrence.rules = [RecurrenceRule(.weekly, every: 2, until: .count(3))]
    }
    #expect(
      try Self.starts(calendar) == [
        "2026-03-02T09:00 Algebra", "2026-03-16T09:00 on 2026-03-16", "2026-03-30T09:00 Algebra",
      ])
    #expect(change.gone.map(\.summary) == ["on 2026-03-09"])
    #expect(change.identities[try Self.id("2026-03-09T09:00")] == nil)
    #expect(change.identities[try Self.id("2026-03-16T09:00")] == (try Self.id("2026-03-16T09:00")))
    let once = try calendar.edit(ItemID(uid: "a"), scope: .all, at: nil) { $0.recurrence = .none }
    #expect(try Self.starts(calendar) == ["2026-03-02T09:00 Algebra"])
    #expect(once.identities[try Self.id("2026-03-02T09:00")] == ItemID(uid: "a"))
    let again = try calendar.edit(ItemID(uid: "a"), scope: .all, at: nil) {
      $0.recurrence = Recurrence(RecurrenceRule(.daily))
    }
    #expect(again.identities[ItemID(uid: "a")] == (try Self.id("2026-03-02T09:00")))
    for change in [again, once, change] { try calendar.apply(change.inverse) }
    #expect(calendar == before)
  }

  @Test("A rule for the rest starts where the edited occurrence is, moved or not")
  func newRuleForTheRest() throws {
    var calendar = try Self.series("FREQ=WEEKLY;BYDAY=MO")
    try calendar.edit(try Self.id("2026-03-16T09:00"), scope: .this, at: nil) {
      $0.move(to: Self.at("2026-03-17T16:00"))
    }
    try calendar.edit(try Self.id("2026-03-16T09:00"), scope: .thisAndFuture, at: nil, uids: .seeded(1)) {
      $0.recurrence.rules = [RecurrenceRule(.weekly, on: [.tuesday], until: .count(2))]
    }
    #expect(
      try Self.starts(calendar).map { $0.prefix(16) } == [
        "2026-03-02T09:00", "2026-03-09T09:00", "2026-03-17T16:00", "2026-03-24T16:00",
      ])
  }

  @Test("Fields changed by an override are preserved; the others follow the series")
  func ownFields() throws {
    var calendar = try Self.series("FREQ=WEEKLY;COUNT=4")
    try calendar.edit(try Self.id("2026-03-09T09:00"), scope: .this, at: nil) { $0.summary = "Own" }
    try calendar.edit(try Self.id("2026-03-16T09:00"), scope: .this, at: nil) {
      $0.move(to: Self.at("2026-03-17T09:00"))
    }
    try calendar.edit(try Self.id("2026-03-02T09:00"), scope: .all, at: nil) {
      $0.summary = "Geometry"
      $0.location = "Room 12"
      $0.move(to: Self.at("2026-03-02T10:00"))
    }
    #expect(
      try Self.starts(calendar) == [
        "2026-03-02T10:00 Geometry", "2026-03-09T10:00 Own", "2026-03-17T09:00 Geometry",
        "2026-03-23T10:00 Geometry",
      ])
    #expect(calendar.items.allSatisfy { $0.location == "Room 12" })
    // Edited through an override the whole series is called so, and that override too.
    try calendar.edit(try Self.id("2026-03-09T10:00"), scope: .all, at: nil) { $0.summary = "Topology" }
    #expect(Set(calendar.items.map(\.summary)) == ["Topology"])
  }

  @Test("RANGE=THISANDFUTURE: its first instance, a later one, and the rest from a later one on")
  func ranges() throws {
    func calendar() throws -> EventCalendar {
      var calendar = try Self.series("FREQ=WEEKLY;COUNT=5")
      var range = Event(
        "Afternoon", from: try Samples.madrid("2026-03-09T15:00"), lasting: .hours(1), uid: "a")
      range.recurrenceID = .zoned(try Samples.madrid("2026-03-09T09:00"))
      range.overridesFuture = true
      calendar.insert(range)
      return calendar
    }
    let later = ["2026-03-16T15:00 Afternoon", "2026-03-23T15:00 Afternoon", "2026-03-30T15:00 Afternoon"]
    var one = try calendar()
    try one.edit(try Self.id("2026-03-09T09:00"), scope: .this, at: nil) { $0.summary = "Once" }
    #expect(try Self.starts(one) == ["2026-03-02T09:00 Algebra", "2026-03-09T15:00 Once"] + later)
    var two = try calendar()
    try two.delete(try Self.id("2026-03-09T09:00"), scope: .this, at: nil)
    #expect(try Self.starts(two) == ["2026-03-02T09:00 Algebra"] + later)
    var three = try calendar()
    let change = try three.edit(
      try Self.id("2026-03-16T09:00"), scope: .thisAndFuture, at: nil, uids: .seeded(1)
    ) {
      #expect($0.start == .zoned(Self.at("2026-03-16T15:00")))
      $0.summary = "Rest"
    }
    #expect(
      try Self.starts(three) == ["2026-03-02T09:00 Algebra", "2026-03-09T15:00 Afternoon"]
        + later.map { $0.prefix(16) + " Rest" })
    let rest = try #require(three.items.first { $0.uid != "a" })
    #expect(rest.recurrenceID == nil && rest.start == .zoned(Self.at("2026-03-16T15:00")))
    #expect(
      change.identities[try Self.id("2026-03-23T09:00")]
        == ItemID(uid: rest.uid, recurrenceID: .zoned(try Samples.madrid("2026-03-23T15:00"))))
    var four = try calendar()
    try four.edit(try Self.id("2026-03-16T09:00"), scope: .all, at: nil) {
      $0.move(to: Self.at("2026-03-16T16:00"))
    }
    #expect(
      try Self.starts(four) == ["2026-03-02T10:00 Algebra", "2026-03-09T16:00 Afternoon"]
        + later.map { $0.replacing("15:00", with: "16:00") })
  }

  @Test("An impossible edit is refused and changes nothing")
  func refusals() throws {
    var calendar = try Self.series("FREQ=WEEKLY;COUNT=4")
    let before = calendar
    func codes(_ id: ItemID, _ scope: RecurrenceScope, _ change: (inout Item) -> Void) throws -> [EventError
      .Code]
    {
      let error = #expect(throws: EventError.self) {
        try calendar.edit(id, scope: scope, at: nil, policy: .task, change: change)
      }
      return error?.codes ?? []
    }
    let monday = try Self.id("2026-03-09T09:00")
    #expect(try codes(try Self.id("2026-03-10T09:00"), .this) { $0.summary = "X" } == [.notFound])
    #expect(try codes(ItemID(uid: "a"), .this) { $0.summary = "X" } == [.notFound])
    #expect(try codes(ItemID(uid: "b"), .all) { $0.summary = "X" } == [.notFound])
    #expect(
      try codes(monday, .this) { $0.recurrence = Recurrence(RecurrenceRule(.daily)) } == [
        .misplacedRecurrence
      ])
    #expect(try codes(monday, .thisAndFuture) { $0.summary = "1st" } == [.leadingDigit])
    #expect(try codes(monday, .all) { $0 = .todo(Todo("X")) }.contains(.otherKind))
    #expect(
      try codes(monday, .all) { $0.extent = .end(.zoned(Self.at("2026-03-09T08:00"))) } == [
        .endNotAfterStart
      ])
    #expect(calendar == before)
    #expect(try calendar.edit(monday, scope: .thisAndFuture, at: nil) { _ in }.isEmpty)
    #expect(try calendar.item(inEffectAt: monday).recurrenceID == monday.recurrenceID)
  }
}
