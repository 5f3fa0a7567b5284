import AlmanacEvents
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime
import Testing

@Suite("Closed periods of classes")
struct ClassClosureTests {
  let now: Instant
  let first: Instant
  let second: Instant

  init() throws {
    now = try Gym.at("2026-03-01T12:00")
    first = try Gym.at("2026-03-02T18:00")
    second = try Gym.at("2026-03-04T18:00")
  }

  @Test("a closure over bookings lists them first, and is not made when none may be called off")
  func closing() throws {
    let yoga = try Gym.yoga()
    var book = ClassBook([yoga])
    _ = book.request(.book("a"), of: "yoga", at: first, now: now)
    let edit = try #require(book.closing(ClosedPeriod(on: date("2026-03-02"), "Works"), of: "yoga"))
    #expect(book.impact(of: edit, now: now).calledOff.map { $0.booking.member } == ["a"])
    let refused = book.apply(edit, callingOff: false, now: now)
    #expect(!refused.isDone)
    #expect(book.bookings(of: "a").count == 1)
    #expect(book.apply(edit, now: now).isDone)
    #expect(book.bookings(of: "a").isEmpty)
    #expect(book.request(.book("b"), of: "yoga", at: first, now: now).refusals.map { $0.code } == ["closed"])
  }

  @Test("a closure can spare the dates that have bookings")
  func sparing() throws {
    var book = ClassBook([try Gym.yoga()])
    _ = book.request(.book("a"), of: "yoga", at: first, now: now)
    let period = ClosedPeriod(days: try date("2026-03-01")..<date("2026-03-08"), "Works")
    let edit = try #require(book.closing(period, of: "yoga", sparingBooked: true))
    #expect(book.impact(of: edit, now: now).isEmpty)
    #expect(book.apply(edit, callingOff: false, now: now).isDone)
    #expect(book.bookings(of: "a").map { $0.occurrence.status } == [.scheduled])
    #expect(book.request(.book("b"), of: "yoga", at: first, now: now).outcome == .confirmed)
    #expect(book.request(.book("b"), of: "yoga", at: second, now: now).refusals == [.closed(period)])
    #expect(ClassBook(book.calendar(at: now)) == book)
    #expect(book.closing(period, of: "judo") == nil)
  }

  @Test("a later closure closes the dates that an earlier one spared")
  func closingSpared() throws {
    var book = ClassBook([try Gym.yoga()])
    _ = book.request(.book("a"), of: "yoga", at: first, now: now)
    let week = ClosedPeriod(days: try date("2026-03-01")..<date("2026-03-08"), "Works")
    #expect(book.apply(try #require(book.closing(week, of: "yoga", sparingBooked: true)), now: now).isDone)
    let day = ClosedPeriod(on: try date("2026-03-02"), "Flood")
    // A closure that spares bookings still does.
    let sparing = try #require(book.closing(day, of: "yoga", sparingBooked: true))
    #expect(book.impact(of: sparing, now: now).isEmpty)
    let edit = try #require(book.closing(day, of: "yoga"))
    #expect(book.impact(of: edit, now: now).calledOff.map { $0.booking.member } == ["a"])
    #expect(book.apply(edit, now: now).isDone)
    #expect(book.bookings(of: "a").isEmpty)
    #expect(book.request(.book("b"), of: "yoga", at: first, now: now).refusals.map { $0.code } == ["closed"])
    #expect(ClassBook(book.calendar(at: now)) == book)
  }

  @Test("a closure of a place is one edit of its classes, and that of other places is not changed")
  func closingPlace() throws {
    var book = ClassBook()
    for (uid, location) in [("yoga", "North"), ("judo", "South"), ("spinning", "North")] {
      var series = try Gym.yoga()
      (series.uid, series.location) = (uid, location)
      #expect(book.apply(ClassEdit([series]), now: now).isDone)
      _ = book.request(.book("\(uid) member"), of: uid, at: first, now: now)
    }
    let period = ClosedPeriod(on: try date("2026-03-02"), "Works")
    let edit = book.closing(period) { $0.location == "North" }
    #expect(edit.series.map { $0.uid } == ["spinning", "yoga"])
    #expect(book.apply(edit, now: now).impact.calledOff.map { $0.from.uid } == ["spinning", "yoga"])
    #expect(book.bookings(of: "judo member").map { $0.occurrence.status } == [.scheduled])
    #expect(book.bookings(of: "yoga member").isEmpty)
    #expect(book.closing(period) { $0.location == "East" } == ClassEdit([]))
  }

  @Test("a closed date is opened alone, with a change of its own or without, and survives storing")
  func opening() throws {
    let week = ClosedPeriod(days: try date("2026-03-02")..<date("2026-03-09"), "Works")
    var book = ClassBook([try Gym.yoga()])
    #expect(book.apply(try #require(book.closing(week, of: "yoga")), now: now).isDone)
    let yoga = try #require(book.series("yoga"))
    #expect(book.apply(yoga.opening(first), now: now).isDone)
    let status = book.series("yoga").map { series in
      [first, second].map { series.occurrence(at: $0)?.status }
    }
    #expect(status == [.scheduled, .closed(week)])
    #expect(ClassBook(book.calendar(at: now)) == book)
    // A date outside of the period gets no change, a cancelled one takes place.
    let later = try Gym.at("2026-03-09T18:00")
    #expect(yoga.opening(later).series.first?.changes == [:])
    let cancelled = ClassChange(cancellation: "Ill", places: 9)
    #expect(yoga.opening(later, cancelled).series.first?.changes[later] == ClassChange(places: 9))
  }

  @Test("an edit of the calendar moves the dates of a class and not its closed period")
  func preserveClosures() throws {
    var yoga = try Gym.yoga()
    yoga.recurrence.exceptions = [.zoned(try zoned("2026-03-23T18:00", Gym.madrid))]
    yoga.closures = [ClosedPeriod(days: try date("2026-03-09")..<date("2026-03-13"), "Works")]
    var calendar = ClassBook([yoga]).calendar(at: now)
    let (before, wednesday) = (calendar, try zoned("2026-03-04T17:00", Gym.madrid))
    let change = try calendar.preserveClosures(of: "yoga") { (calendar) throws(EventError) in
      try calendar.edit(ItemID(uid: "yoga"), scope: .all, at: now) { $0.move(to: wednesday) }
    }
    #expect(change.steps.count == 1)
    let event = try #require(calendar.item(uid: "yoga")?.event)
    // Moved by two days: Wednesdays and Fridays, of which the 11th is closed and the 25th is an exception.
    #expect(
      event.recurrence.exceptions.map { $0.local.date.dayOfMonth }.sorted() == [11, 25])
    #expect(ClassBook(calendar).series("yoga")?.closures == yoga.closures)
    try calendar.apply(change.inverse)
    #expect(calendar == before)
    try calendar.preserveClosures(of: "yoga") { _ throws(EventError) in CalendarChange() }
    #expect(calendar == before)
  }
}
