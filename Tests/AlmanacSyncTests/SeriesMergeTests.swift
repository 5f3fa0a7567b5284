import AlmanacRecurrence
import AlmanacEvents
import AlmanacICS
import AlmanacSync
import AlmanacTime
import Testing

@Suite("Three-way merges of series")
struct SeriesMergeTests {
  static let series = file(
    event(
      "s", "DTSTART;TZID=Europe/Madrid:20260302T090000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=10",
      "SUMMARY:S"))

  func id(_ day: Int, hour: Int = 9) throws -> ItemID {
    let local = try CivilDateTime("2026-03-\(day < 10 ? "0" : "")\(day)T\(hour < 10 ? "0" : "")\(hour):00")
    return ItemID(uid: "s", recurrenceID: .zoned(local.in(try Zone("Europe/Madrid"))))
  }

  typealias Edit = (inout EventCalendar) throws -> Void

  func merge(
    _ ours: Edit, _ theirs: Edit, _ policy: MergePolicy = .ask, from base: EventCalendar? = nil
  ) throws -> CalendarMerge {
    let base = try base ?? calendar(Self.series)
    var sides = (base, base)
    try ours(&sides.0)
    try theirs(&sides.1)
    return CalendarMerge(base: base, ours: sides.0, theirs: sides.1, policy: policy, uids: .seeded(9))
  }

  /// The title, place and time of day of each occurrence, by its day in March 2026.
  func shown(_ calendar: EventCalendar) throws -> [String] {
    let zone = try Zone("Europe/Madrid")
    let from = try CivilDateTime("2026-03-01T00:00").in(zone).instant
    let agenda = calendar.agenda(in: from..<from.adding(seconds: 31 * 86_400), viewer: zone)
    return agenda.found.map { occurrence in
      let item = occurrence.item
      return
        "\(occurrence.start.date.description.suffix(2)) \(occurrence.start.local.time.description.prefix(5)) \(item.summary) \(item.location)"
    }.sorted()
  }

  /// Edits in both orders have the same result, which a sequence of the edits on one calendar has too.
  func expectSequence(_ ours: Edit, _ theirs: Edit, sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    var both = try calendar(Self.series)
    try ours(&both)
    try theirs(&both)
    for merge in [try merge(ours, theirs), try merge(theirs, ours)] {
      #expect(merge.conflicts.isEmpty, sourceLocation: sourceLocation)
      #expect(try shown(merge.calendar) == shown(both), sourceLocation: sourceLocation)
    }
  }

  @Test("a date that only followed its series is deleted where the other side deletes it")
  func followedDate() throws {
    var base = try calendar(Self.series)
    try title("Special", .this, 4)(&base)
    let delete: Edit = { _ = try $0.delete(id(4), scope: .this, at: nil) }
    for edit in [place("Hall", .all, 2), place("Hall", .thisAndFuture, 3)] {
      var both = base
      try delete(&both)
      try edit(&both)
      for sides in [[edit, delete], [delete, edit]] {
        let merge = try merge(sides[0], sides[1], from: base)
        #expect(merge.conflicts.isEmpty)
        #expect(try shown(merge.calendar) == shown(both))
      }
    }
  }

  @Test("a date that only followed its series is as the series where the other side resets it")
  func resetDate() throws {
    func text(_ day: Int, _ place: [String], isReset: Bool = false) -> String {
      func date(_ name: String, _ day: Int) -> String {
        "\(name);VALUE=DATE:202603\(day < 10 ? "0" : "")\(day)"
      }
      var lines = ["BEGIN:VEVENT", "UID:s", "DTSTAMP:20260101T000000Z", date("DTSTART", day)]
      lines += ["RRULE:FREQ=WEEKLY;COUNT=4", "SUMMARY:S"] + place + ["END:VEVENT"]
      if isReset { return file(lines) }
      return file(
        lines,
        event(
          "s", date("RECURRENCE-ID", day + 7), date("DTSTART", day + 7), "SUMMARY:S", "LOCATION:Annex"))
    }
    let (base, moved) = (text(2, []), text(1, ["LOCATION:Hall"]))
    for (ours, theirs) in [
      (moved, text(2, [], isReset: true)), (text(2, [], isReset: true), moved),
    ] {
      let merge = try Sides(base: base, ours: ours, theirs: theirs).merged()
      #expect(merge.conflicts.isEmpty)
      #expect(
        try shown(merge.calendar) == ["01", "08", "15", "22"].map { "\($0) 00:00 S Hall" })
    }
  }

  func title(_ text: String, _ scope: RecurrenceScope, _ day: Int, hour: Int = 9) -> Edit {
    { try $0.edit(id(day, hour: hour), scope: scope, at: nil, uids: .seeded(3)) { $0.summary = text } }
  }

  func place(_ text: String, _ scope: RecurrenceScope, _ day: Int, hour: Int = 9) -> Edit {
    { try $0.edit(id(day, hour: hour), scope: scope, at: nil, uids: .seeded(4)) { $0.location = text } }
  }

  func move(_ hours: Int, _ scope: RecurrenceScope, _ day: Int) -> Edit {
    { calendar in
      try calendar.edit(id(day), scope: scope, at: nil, uids: .seeded(5)) { item in
        if let start = item.start { item.move(to: start.adding(.hours(hours))) }
      }
    }
  }

  func delete(_ scope: RecurrenceScope, _ day: Int) -> Edit {
    { try $0.delete(id(day), scope: scope, at: nil) }
  }

  @Test("edits of different instances")
  func instances() throws {
    try expectSequence(title("A", .this, 4), title("B", .this, 6))
    try expectSequence(title("A", .this, 4), delete(.this, 6))
    try expectSequence(delete(.this, 4), delete(.this, 6))
  }

  @Test("different edits of one instance")
  func instance() throws {
    try expectSequence(title("A", .this, 4), place("P", .this, 4))
  }

  @Test("an edit of the series reaches the override that the other side made")
  func series() throws {
    try expectSequence(title("A", .all, 4), place("P", .this, 6))
  }

  @Test("an override follows the series that the other side moved")
  func moved() throws {
    let merge = try merge(move(2, .all, 4), place("P", .this, 6))
    #expect(merge.conflicts.isEmpty)
    let days = try shown(merge.calendar)
    #expect(days.count == 10)
    #expect(days.allSatisfy { $0.contains(" 11:00 ") })
    #expect(days.filter { $0.hasSuffix(" P") } == ["06 11:00 S P"])
    #expect(try shown(self.merge(place("P", .this, 6), move(2, .all, 4)).calendar) == days)
  }

  @Test("an edit of a deleted instance is a conflict, and the edit is used")
  func deletedInstance() throws {
    for merge in [
      try merge(delete(.this, 5), title("A", .this, 5)), try merge(title("A", .this, 5), delete(.this, 5)),
    ] {
      #expect(merge.conflicts.map(\.property) == [""])
      #expect(try shown(merge.calendar).filter { $0.hasPrefix("05") } == ["05 09:00 A "])
      #expect(merge.calendar.item(uid: "s")?.recurrence.exceptions == [])
    }
  }

  @Test("a deleted instance stays deleted if the policy prefers deletions")
  func deletionWins() throws {
    let merge = try merge(delete(.this, 5), title("A", .this, 5), .ours)
    #expect(try shown(merge.calendar).count == 9)
  }

  @Test("two different moves of a series are one conflict")
  func twoMoves() throws {
    let merge = try merge(move(1, .all, 2), move(2, .all, 2), .theirs)
    #expect(merge.conflicts.map(\.property) == ["DTSTART"])
    #expect(try shown(merge.calendar).allSatisfy { $0.contains("11:00") })
  }

  @Test(
    "a conflict of an instance is resolved where the series that the other side moved has it",
    arguments: [true, false])
  func resolvedInstance(isDeleted: Bool) throws {
    var merge = try merge(
      place("Ours", .this, 6),
      { calendar in
        if isDeleted { try delete(.this, 6)(&calendar) } else { try place("Theirs", .this, 6)(&calendar) }
        try move(2, .all, 2)(&calendar)
      })
    let conflict = try #require(merge.unresolved.first)
    #expect(merge.unresolved.count == 1)
    #expect(try shown(merge.calendar).filter { $0.hasPrefix("06") } == ["06 11:00 S Ours"])
    merge.calendar.resolve(conflict, as: .theirs)
    let expected = isDeleted ? [] : ["06 11:00 S Theirs"]
    #expect(try shown(merge.calendar).filter { $0.hasPrefix("06") } == expected)
    merge.calendar.resolve(conflict, as: .ours)
    #expect(try shown(merge.calendar).filter { $0.hasPrefix("06") } == ["06 11:00 S Ours"])
    #expect(try shown(merge.calendar).count == 10)
  }

  @Test("a start that is resolved later takes the overrides along")
  func resolvedMove() throws {
    var merge = try merge(
      { calendar in
        try move(1, .all, 2)(&calendar)
        try place("P", .this, 6, hour: 10)(&calendar)
      }, move(2, .all, 2))
    let conflict = try #require(merge.unresolved.first)
    #expect(try shown(merge.calendar).allSatisfy { $0.contains(" 10:00 ") })
    merge.calendar.resolve(conflict, as: .theirs)
    let days = try shown(merge.calendar)
    #expect(days.count == 10)
    #expect(days.allSatisfy { $0.contains(" 11:00 ") })
    #expect(days.filter { $0.hasSuffix(" P") } == ["06 11:00 S P"])
  }

  @Test("an override of a series that the other side made one of whole days replaces a date")
  func wholeDays() throws {
    let daily = file(event("s", "DTSTART;VALUE=DATE:20260302", "RRULE:FREQ=DAILY;COUNT=10", "SUMMARY:S"))
    let lunch = title("Lunch", .this, 5)
    for isOurs in [true, false] {
      let days: Edit = { $0 = try calendar(daily) }
      let merge = try isOurs ? self.merge(lunch, days) : self.merge(days, lunch)
      #expect(merge.conflicts.isEmpty)
      let override = try #require(merge.calendar.series(uid: "s")?.overrides.first)
      #expect(override.recurrenceID == .date(try CivilDate("2026-03-05")) && override.summary == "Lunch")
      #expect(ICSDocument([merge.calendar]).text.contains("RECURRENCE-ID;VALUE=DATE:20260305"))
    }
  }

  @Test("the copy that both makes of a series has its overrides, and is made once")
  func copiedSeries() throws {
    let moved = event(
      "s", "RECURRENCE-ID;TZID=Europe/Madrid:20260309T090000", "DTSTART;TZID=Europe/Madrid:20260309T140000",
      "DTEND;TZID=Europe/Madrid:20260309T150000", "SUMMARY:Moved")
    func series(_ title: String, _ override: [String]) -> String {
      file(
        event(
          "s", "DTSTART;TZID=Europe/Madrid:20260302T090000", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;COUNT=2",
          "SUMMARY:\(title)"), override)
    }
    let theirMoved = moved.map { $0.replacing("SUMMARY:Moved", with: "SUMMARY:Gone") }
    for (other, titles) in [(moved, ["Moved", "Moved"]), (theirMoved, ["Gone", "Moved"])] {
      // With an override that both changed as well, the series' copy has the other side's.
      let ours = other == moved ? moved : moved.map { $0.replacing("SUMMARY:Moved", with: "SUMMARY:Kept") }
      let sides = Sides(base: series("S", moved), ours: series("S1", ours), theirs: series("S2", other))
      let merge = try sides.merged(.both)
      let expected = other == moved ? titles : ["Gone", "Kept"]
      #expect(
        try shown(merge.calendar)
          == (["02 09:00 S1 ", "02 09:00 S2 "] + expected.map { "09 14:00 \($0) " }).sorted())
      #expect(Set(merge.calendar.items.map(\.uid)).count == 2 && merge.calendar.count == 4)
    }
  }
}
