import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime
import Testing

/// Splits of series with overrides that have an effect on more than their own instance.
@Suite("Splits at overrides and after them")
struct SplitAtOverrideTests {
  private func id(_ local: String) throws -> ItemID {
    ItemID(uid: "a", recurrenceID: .floating(try CivilDateTime(local)))
  }

  private func shown(_ calendar: EventCalendar) throws -> [String] {
    let days = try CivilDate("2026-03-01")..<CivilDate("2026-04-01")
    return try calendar.occurrences(in: QueryWindow(days: days, in: .utc).range, viewer: .utc)
      .map { "\($0.start) \($0.item.summary)" }
  }

  /// Six days from the second of March at nine, but for the fourth; its override, without an instance of the rule, has
  /// this and all later ones at eleven.
  private func orphan() throws -> EventCalendar {
    var calendar = EventCalendar()
    var event = Event(
      "Old", from: try CivilDateTime("2026-03-02T09:00"), lasting: .hours(1),
      repeating: try RecurrenceRule("FREQ=DAILY;COUNT=6"), uid: "a")
    event.recurrence.exceptions = [.floating(try CivilDateTime("2026-03-04T09:00"))]
    calendar.insert(event)
    var override = Event("Late", from: try CivilDateTime("2026-03-04T11:00"), lasting: .hours(1), uid: "a")
    override.recurrenceID = .floating(try CivilDateTime("2026-03-04T09:00"))
    override.overridesFuture = true
    calendar.insert(override)
    return calendar
  }

  private static let early = ["2026-03-02T09:00:00 Old", "2026-03-03T09:00:00 Old"]

  @Test("An override that names no instance begins the second part as it is")
  func orphanSplit() throws {
    var calendar = try orphan()
    let late = (4...7).map { "2026-03-0\($0)T11:00:00" }
    #expect(try shown(calendar) == Self.early + late.map { $0 + " Late" })
    try calendar.edit(id("2026-03-04T09:00"), scope: .thisAndFuture, at: nil, uids: .seeded(1)) {
      $0.summary = "X"
    }
    #expect(try shown(calendar) == Self.early + late.map { $0 + " X" })
    calendar = try orphan()
    try calendar.edit(id("2026-03-04T09:00"), scope: .thisAndFuture, at: nil, uids: .seeded(1)) {
      $0.move(to: try! CivilDateTime("2026-03-04T12:30"))
    }
    #expect(try shown(calendar) == Self.early + (4...7).map { "2026-03-0\($0)T12:30:00 Late" })
    calendar = try orphan()
    try calendar.delete(id("2026-03-04T09:00"), scope: .thisAndFuture, at: nil)
    #expect(try shown(calendar) == Self.early)
  }

  /// Three days from the fifth of March, and overrides on days before, which the series does not have.
  private func orphansBefore(_ days: Int...) throws -> EventCalendar {
    var calendar = EventCalendar()
    calendar.insert(
      Event(
        "Series", at: try CivilDateTime("2026-03-05T09:00"),
        repeating: try RecurrenceRule("FREQ=DAILY;COUNT=3"), uid: "a"))
    for day in days {
      var override = Event("Orphan", at: try CivilDateTime("2026-03-0\(day)T11:00"), uid: "a")
      override.recurrenceID = .floating(try CivilDateTime("2026-03-0\(day)T09:00"))
      calendar.insert(override)
    }
    return calendar
  }

  @Test("Where only overrides that name no instance are earlier, all of the rule is on the later side")
  func orphansFirst() throws {
    let (second, third) = ("2026-03-02T11:00:00 Orphan", "2026-03-03T11:00:00 Orphan")
    let series = (5...7).map { "2026-03-0\($0)T09:00:00" }
    for (days, at) in [([2], "05"), ([2, 3], "05"), ([2, 3], "03")] {
      let whole = try days.count == 1 ? orphansBefore(2) : orphansBefore(2, 3)
      let isThirdLater = at == "03"
      let early = days.count == 1 || isThirdLater ? [second] : [second, third]
      var calendar = whole
      let change = try calendar.delete(id("2026-03-\(at)T09:00"), scope: .thisAndFuture, at: nil)
      #expect(try shown(calendar) == early)
      #expect(change.identities[try id("2026-03-05T09:00")] == nil)
      try calendar.apply(change.inverse)
      #expect(calendar == whole)
      try calendar.edit(id("2026-03-\(at)T09:00"), scope: .thisAndFuture, at: nil, uids: .seeded(1)) {
        $0.summary = "X"
      }
      let later = (isThirdLater ? ["2026-03-03T11:00:00 X"] : []) + series.map { $0 + " X" }
      #expect(try shown(calendar) == early + later)
      // The rest of the first part is removed with its last override.
      try calendar.delete(id("2026-03-02T09:00"), scope: .this, at: nil)
      #expect(try shown(calendar) == early.dropFirst() + later)
    }
  }

  /// A series, and an override of the whole of 3 March 2026.
  private func calendar(from start: String, _ rule: String) throws -> EventCalendar {
    var calendar = EventCalendar()
    calendar.insert(
      Event(
        "Series", at: try CivilDateTime(start), repeating: try RecurrenceRule(rule), uid: "a"))
    var day = Event("Day", at: try CivilDateTime("2026-03-03T11:00"), uid: "a")
    day.recurrenceID = .date(try CivilDate("2026-03-03"))
    calendar.insert(day)
    return calendar
  }

  /// A RECURRENCE-ID that is a DATE matches by day.
  @Test("Instances that an override of a whole day hides stay hidden after any change")
  func days() throws {
    let whole = try calendar(from: "2026-03-02T09:00", "FREQ=DAILY;BYHOUR=9,15;COUNT=8")
    let all = ["02T09", "02T15", "03T11", "04T09", "04T15", "05T09", "05T15"]
    func starts(_ calendar: EventCalendar) throws -> [String] {
      try shown(calendar).map { String($0.dropFirst(8).prefix(5)) }
    }
    #expect(try starts(whole) == all)
    for (place, scope) in [
      ("02T09", RecurrenceScope.all), ("02T15", .thisAndFuture), ("03T09", .this), ("03T09", .thisAndFuture),
      ("04T09", .thisAndFuture),
    ] {
      var calendar = whole
      try calendar.edit(id("2026-03-\(place):00"), scope: scope, at: nil, uids: .seeded(1)) {
        $0.location = "Room 12"
      }
      #expect(try starts(calendar) == all)
    }
    var calendar = whole
    try calendar.edit(id("2026-03-02T09:00"), scope: .all, at: nil) {
      $0.move(to: try! CivilDateTime("2026-03-02T10:00"))
    }
    #expect(try starts(calendar) == ["02T10", "02T16", "03T11", "04T10", "04T16", "05T10", "05T16"])
    calendar = whole
    try calendar.delete(id("2026-03-03T09:00"), scope: .this, at: nil)
    #expect(try starts(calendar) == all.filter { $0 != "03T11" })
    calendar = whole
    try calendar.delete(id("2026-03-04T09:00"), scope: .thisAndFuture, at: nil)
    #expect(try starts(calendar) == Array(all.prefix(3)))
  }

  @Test("An override of a whole day and its series are unchanged by edits of other instances")
  func unrelatedDays() throws {
    let day = EventTime.date(try CivilDate("2026-03-03"))
    var calendar = try calendar(from: "2026-03-01T00:00", "FREQ=HOURLY;INTERVAL=6;COUNT=24")
    func onDay() throws -> [String] { try shown(calendar).filter { $0.hasPrefix("2026-03-03") } }
    let before = Array(calendar.items)
    let change = try calendar.edit(id("2026-03-05T06:00"), scope: .this, at: nil) { $0.summary = "X" }
    #expect(change.steps.count == 1)
    #expect(Array(calendar.items.prefix(2)) == before)
    try calendar.edit(id("2026-03-03T00:00"), scope: .this, at: nil) { $0.location = "Room 12" }
    #expect(Array(calendar.items)[0] == before[0])
    #expect(try onDay() == ["2026-03-03T11:00:00 Day"])
    try calendar.edit(id("2026-03-05T12:00"), scope: .all, at: nil) { $0.location = "Room 13" }
    #expect(Array(calendar.items)[0].recurrence == before[0].recurrence)
    #expect(Array(calendar.items)[1].recurrenceID == day)
    try calendar.remove(ItemID(uid: "a", recurrenceID: day))
    #expect(try onDay() == ["00", "06", "12", "18"].map { "2026-03-03T\($0):00:00 Series" })
  }

  @Test("On both sides of a split an override of a whole day hides the same instances, and is found")
  func splitDays() throws {
    var whole = EventCalendar()
    whole.insert(
      Event(
        "Series", at: try CivilDateTime("2026-03-02T09:00"),
        repeating: try RecurrenceRule("FREQ=DAILY;BYHOUR=6,9,15,21;COUNT=15"), uid: "a"))
    for (name, own) in [("Day", EventTime.date(try CivilDate("2026-03-03"))), ("Own", try at("03T15"))] {
      var override = Event(name, at: try CivilDateTime("2026-03-03T15:30"), uid: "a")
      override.recurrenceID = own
      whole.insert(override)
    }
    let all = try shown(whole)
    let onDay = all.filter { $0.hasPrefix("2026-03-03") }.map { String($0.suffix(3)) }
    #expect(onDay.sorted() == ["Day", "Own"])
    for place in ["02T15", "03T09", "03T15", "04T06"] {
      var calendar = whole
      let change = try calendar.edit(
        ItemID(uid: "a", recurrenceID: at(place)), scope: .thisAndFuture, at: nil, uids: .seeded(1)
      ) { $0.location = "Room 12" }
      #expect(try shown(calendar).sorted() == all.sorted(), "\(place)")
      let now = try #require(change.identities[ItemID(uid: "a", recurrenceID: at("03T09"))])
      #expect(try calendar.item(inEffectAt: now).summary == "Day", "\(place)")
    }
  }

  /// A day of 2880 instances, which are too many to be exceptions one by one.
  @Test("An override of a day with very many instances remains an override of the day")
  func manyOfADay() throws {
    let whole = try calendar(from: "2026-03-02T00:00", "FREQ=SECONDLY;INTERVAL=30;COUNT=8640")
    var calendar = whole
    #expect(try shown(calendar).count == 5761)
    try calendar.edit(id("2026-03-02T00:00"), scope: .all, at: nil) {
      $0.move(to: try! CivilDateTime("2026-03-05T00:00"))
    }
    #expect(try shown(calendar).count == 5761)
    #expect(Array(calendar.items)[1].recurrenceID == .date(try CivilDate("2026-03-06")))
    calendar = whole
    try calendar.delete(id("2026-03-03T00:00"), scope: .this, at: nil)
    #expect(try shown(calendar).count == 5760)
    calendar = whole
    try calendar.delete(id("2026-03-03T00:00"), scope: .thisAndFuture, at: nil)
    #expect(try shown(calendar).count == 2880)
  }

  private func at(_ hour: String) throws -> EventTime { .floating(try CivilDateTime("2026-03-\(hour):00")) }

  @Test("Times of several a day that became dates cannot begin at any but the first of a day")
  func dates() throws {
    var calendar = EventCalendar()
    calendar.insert(
      Event(
        "Twice", from: try CivilDateTime("2026-03-02T02:00"), lasting: .hours(1),
        repeating: try RecurrenceRule("FREQ=DAILY;BYHOUR=2,9;COUNT=12"), uid: "a"))
    var override = Event("Twice", from: try CivilDate("2026-03-04"), uid: "a")
    override.recurrenceID = .floating(try CivilDateTime("2026-03-03T02:00"))
    override.overridesFuture = true
    calendar.insert(override)
    let before = try shown(calendar)
    let error = #expect(throws: EventError.self) {
      try calendar.edit(id("2026-03-05T09:00"), scope: .thisAndFuture, at: nil) { $0.location = "X" }
    }
    #expect(error?.codes == [.immovablePart] && error?.reasons.map(\.uid) == ["a"])
    #expect(try shown(calendar) == before)
    try calendar.edit(id("2026-03-05T02:00"), scope: .thisAndFuture, at: nil) { $0.location = "X" }
    #expect(try shown(calendar) == before)
  }

  @Test("A series without its main item cannot be edited, and the error reports that")
  func noSeries() throws {
    var calendar = EventCalendar()
    var override = Event("Alone", at: try CivilDateTime("2026-03-04T11:00"), uid: "a")
    override.recurrenceID = .floating(try CivilDateTime("2026-03-04T09:00"))
    calendar.insert(override)
    for scope in [RecurrenceScope.thisAndFuture, .all] {
      let error = #expect(throws: EventError.self) {
        try calendar.delete(id("2026-03-04T09:00"), scope: scope, at: nil)
      }
      #expect(error?.reasons.first?.property == "RECURRENCE-ID")
    }
    try calendar.delete(id("2026-03-04T09:00"), scope: .this, at: nil)
    #expect(calendar.count == 0)
  }

  @Test("UIDs that only look the same are two")
  func spelling() throws {
    var calendar = EventCalendar()
    let (composed, decomposed) = ("\u{E9}1", "e\u{301}1")
    calendar.insert(Event("One", from: try CivilDate("2026-03-02"), uid: composed))
    calendar.insert(Event("Two", from: try CivilDate("2026-03-03"), uid: decomposed))
    #expect(
      calendar.item(uid: composed)?.summary == "One" && calendar.item(uid: decomposed)?.summary == "Two")
    #expect(calendar.currentItems.count == 2)
    #expect(try shown(calendar).count == 2)
    #expect(ItemID(uid: composed) != ItemID(uid: decomposed))
    try calendar.delete(ItemID(uid: composed), scope: .all, at: nil)
    #expect(calendar.items.map(\.summary) == ["Two"])
  }
}
