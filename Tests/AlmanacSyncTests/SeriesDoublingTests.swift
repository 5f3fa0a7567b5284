import AlmanacEvents
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacSync
import AlmanacTime
import Testing

extension SeriesMergeTests {
  @Test("A split after the instances that the other side deleted, from the first on, doubles nothing")
  func splitAfterDeletedBeginning() throws {
    for edit in [title("Late", .thisAndFuture, 4), move(2, .thisAndFuture, 4)] {
      func deletions(_ calendar: inout EventCalendar) throws {
        try delete(.this, 2)(&calendar)
        try delete(.this, 3)(&calendar)
      }
      try expectSequence(deletions, edit)
    }
    // Another program moves the start of the series instead.
    func start(_ calendar: inout EventCalendar) throws {
      var main = try #require(calendar.item(uid: "s"))
      let third = try #require(id(3).recurrenceID)
      main.move(to: third)
      main.recurrence.rules[0].end = .count(9)
      calendar = calendar.with(items: [main])
    }
    for merge in [
      try merge(start, title("Late", .thisAndFuture, 3)), try merge(title("Late", .thisAndFuture, 3), start),
    ] {
      #expect(try shown(merge.calendar) == (3...11).map { "\($0 < 10 ? "0" : "")\($0) 09:00 Late " })
    }
  }

  @Test(
    "Without a base, a changed instance of a series that one side moved is one instance",
    arguments: [MergePolicy.newer, .ours, .theirs])
  func movedWithoutBase(policy: MergePolicy) throws {
    var ours = try calendar(Self.series)
    try place("L", .this, 8)(&ours)
    var theirs = ours
    try move(1, .all, 2)(&theirs)
    for (one, other) in [(ours, theirs), (theirs, ours)] {
      let merge = CalendarMerge(
        base: EventCalendar(), ours: one, theirs: other, policy: policy, uids: .seeded(9))
      let days = try shown(merge.calendar)
      #expect(days.map { String($0.prefix(2)) } == (2...11).map { "\($0 < 10 ? "0" : "")\($0)" })
      #expect(days.filter { $0.hasSuffix(" L") }.map { $0.prefix(2) } == ["08"])
    }
  }
}

extension RosterMergeTests {
  @Test("Without a base, a date that was booked while the other side ended its class is called off")
  func endedWithoutBase() throws {
    let base = try booked(book(places: 2), [], at: "2026-03-01T09:00").calendar(at: nil)
    let ours = try booked(ClassBook(base), ["ana"], at: "2026-03-01T10:00").calendar(at: nil)
    var theirs = base
    let id = ItemID(
      uid: "yoga", recurrenceID: .zoned(try CivilDateTime("2026-03-09T18:00").in(try Zone("Europe/Madrid"))))
    try theirs.delete(id, scope: .thisAndFuture, at: Instant("2026-03-01T12:00:00Z"))
    for (one, other) in [(ours, theirs), (theirs, ours)] {
      let merge = CalendarMerge(base: EventCalendar(), ours: one, theirs: other, policy: .newer)
      #expect(merge.displaced.map(\.booking.state) == [.calledOff])
      let date = try #require(merge.calendar.items.first { $0.recurrenceID != nil })
      #expect(date.isCancelled)
    }
  }
}
