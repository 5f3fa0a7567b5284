import AlmanacEvents
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime
import Testing

extension ClassBookTests {
  @Test("moving one date moves its bookings, and the preview has the same impact")
  func moving() throws {
    let yoga = try Gym.yoga(places: 1)
    var book = ClassBook([yoga, try spinning])
    for member in ["a", "b"] {
      _ = book.request(.book(member, waitlist: true), of: "yoga", at: first, now: now)
    }
    _ = book.request(.book("a"), of: "spinning", at: second.adding(seconds: 1800), now: now)
    let edit = yoga.changing(first, ClassChange(start: try zoned("2026-03-04T19:00", Gym.madrid), places: 2))
    let impact = book.impact(of: edit, now: now)
    #expect(impact.moved.map { $0.booking.member } == ["a", "b"])
    #expect(impact.promoted.map { $0.booking.member } == ["b"])
    #expect(impact.conflicts.map { $0.items.map { $0.summary } } == [["Spinning"]])
    #expect(impact.calledOff.isEmpty)
    #expect(book.apply(edit, now: now).impact == impact)
    let moved = book.rosters(of: "yoga", on: try date("2026-03-04")).last
    #expect(moved?.bookings.map { $0.member } == ["a", "b"])
    #expect(book.rosters(of: "yoga", on: try date("2026-03-02")).isEmpty)
  }

  @Test("splitting a series takes later bookings along to the new one by the identity map")
  func splitting() throws {
    let yoga = try Gym.yoga()
    var book = ClassBook([yoga])
    let third = try Gym.at("2026-03-09T18:00")
    for (member, start) in [("a", first), ("b", second), ("c", third)] {
      _ = book.request(.book(member), of: "yoga", at: start, now: now)
    }
    // From 4 March on an hour later, as a series of its own.
    let edit = try book.editing("yoga", at: second, scope: .thisAndFuture, uids: .seeded(2)) {
      $0.start = $0.start.adding(.hours(1))
      $0.places = 9
    }
    let later = try #require(edit.series.first { $0.uid != "yoga" })
    #expect(later.places == 9 && edit.series.first { $0.uid == "yoga" }?.places == 3)
    #expect(later.relations.map { $0.target } == ["yoga"])
    #expect(book.impact(of: edit, now: now).moved.map { $0.booking.member } == ["b", "c"])
    #expect(book.apply(edit, now: now).isDone)
    #expect(book.roster(of: "yoga", at: first)?.booking(of: "a") != nil)
    #expect(book.roster(of: "yoga", at: second) == nil)
    #expect(book.roster(of: later.uid, at: second.adding(seconds: 3600))?.booking(of: "b") != nil)
    #expect(book.bookings(of: "c").map { $0.occurrence.uid } == [later.uid])
  }

  @Test("an edit that moves no date splits the class, or changes all of it from its first date on")
  func editingWithoutMoving() throws {
    let yoga = try Gym.yoga()
    let book = ClassBook([yoga])
    let split = try book.editing("yoga", at: second, scope: .thisAndFuture, uids: .seeded(2)) {
      $0.places = 9
    }
    let later = try #require(split.series.first { $0.uid != "yoga" })
    #expect(split.removed.isEmpty && split.series.count == 2)
    #expect(later.start.instant == second && later.places == 9)
    for scope in [RecurrenceScope.all, .thisAndFuture] {
      let date = scope == .all ? second : first
      let whole = try book.editing("yoga", at: date, scope: scope, uids: .seeded(2)) { $0.places = 9 }
      var expected = yoga
      expected.places = 9
      #expect(whole == ClassEdit([expected]))
    }
  }

  @Test("an edit of all dates takes bookings and changes of single dates along; the preview names conflicts")
  func all() throws {
    var yoga = try Gym.yoga()
    yoga.changes[second] = ClassChange(instructor: "Bea")
    yoga.closures = [ClosedPeriod(on: try date("2026-03-10"))]
    var book = ClassBook([yoga, try spinning])
    let third = try Gym.at("2026-03-09T18:00")
    for start in [first, second, third] { _ = book.request(.book("a"), of: "yoga", at: start, now: now) }
    _ = book.request(.book("b"), of: "spinning", at: first.adding(seconds: 1800), now: now)
    // Tuesdays and Thursdays at 18:30: Monday the 9th would fall on a day that is closed.
    let edit = try book.editing("yoga", at: second, scope: .all) {
      $0.start = $0.start.adding(CalendarDuration(days: 1, minutes: 30))
      $0.summary = "Late yoga"
    }
    let impact = book.impact(of: edit, now: now)
    #expect(impact.calledOff.map { $0.from.original.instant } == [third])
    #expect(impact.moved.map { $0.from.original.instant } == [first, second])
    #expect(book.apply(edit, now: now).impact == impact)
    let rosters = book.rosters(of: "yoga", on: try date("2026-03-05"))
    #expect(rosters.map { $0.occurrence.instructor } == ["Bea"])
    #expect(rosters.map { $0.occurrence.summary } == ["Late yoga"])
    #expect(rosters.map { $0.occurrence.start.instant } == [try Gym.at("2026-03-05T18:30")])
    #expect(rosters.first?.booking(of: "a") != nil)
    #expect(book.series("yoga")?.recurrence.rules.map { "\($0)" } == ["FREQ=WEEKLY;BYDAY=TU,TH"])
  }

  @Test("an edit of one date changes only that date, and invalid changes are refused")
  func alone() throws {
    var book = ClassBook([try Gym.yoga()])
    _ = book.request(.book("a"), of: "yoga", at: second, now: now)
    let edit = try book.editing("yoga", at: second, scope: .this) {
      $0.places = 1
      $0.location = "Room 9"
    }
    #expect(edit.series.first?.changes == [second: ClassChange(places: 1, location: "Room 9")])
    #expect(book.apply(edit, now: now).isDone)
    let back = try book.editing("yoga", at: second, scope: .this) {
      $0.places = 3
      $0.location = "Room 1"
    }
    #expect(back.series == [try Gym.yoga()])
    #expect(throws: SchedulingError.self) {
      try book.editing("yoga", at: second, scope: .this) { $0.policy.waitlistLimit = 1 }
    }
    #expect(throws: SchedulingError.self) {
      try book.editing("yoga", at: second.adding(seconds: 1), scope: .all) { $0.places = 1 }
    }
  }
}
