import AlmanacEvents
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime
import Testing

@Suite("Class books")
struct ClassBookTests {
  let now: Instant
  let first: Instant
  let second: Instant

  init() throws {
    now = try Gym.at("2026-03-01T12:00")
    first = try Gym.at("2026-03-02T18:00")
    second = try Gym.at("2026-03-04T18:00")
  }

  var spinning: ClassSeries {
    get throws {
      var spinning = try Gym.yoga()
      spinning.uid = "spinning"
      spinning.summary = "Spinning"
      spinning.start = try zoned("2026-03-02T18:30", Gym.madrid)
      return spinning
    }
  }

  @Test(
    "K2 one concrete date is booked; a date on which the class does not run is refused, saying when it does")
  func dates() throws {
    var book = ClassBook([try Gym.yoga()])
    #expect(book.request(.book("a"), of: "yoga", on: try date("2026-03-04"), now: now).outcome == .confirmed)
    let tuesday = book.request(.book("a"), of: "yoga", on: try date("2026-03-03"), now: now)
    #expect(
      tuesday.refusals == [
        .notAClassDay(next: [
          .date(try date("2026-03-04")), .date(try date("2026-03-09")), .date(try date("2026-03-11")),
        ])
      ])
    #expect(
      book.request(.book("a"), of: "judo", on: try date("2026-03-04"), now: now).refusals == [.noSuchClass])
    #expect(book.rosters(of: "yoga", on: try date("2026-03-04")).map { $0.takenPlaces } == [1])
    // After a day that is over, the days to come are named.
    let past = book.request(.book("a"), of: "yoga", on: try date("2026-03-03"), now: second)
    #expect(
      past.refusals == [
        .notAClassDay(next: [
          .date(try date("2026-03-04")), .date(try date("2026-03-09")), .date(try date("2026-03-11")),
        ])
      ])
    let later = try Gym.at("2026-03-10T12:00")
    #expect(
      book.request(.book("a"), of: "yoga", at: first.adding(seconds: 1), now: later).refusals == [
        .notAClassDay(next: [
          .date(try date("2026-03-11")), .date(try date("2026-03-16")), .date(try date("2026-03-18")),
        ])
      ])
    #expect(book.rosters(of: "yoga", on: try date("2026-03-09")).map { $0.takenPlaces } == [0])
  }

  @Test("K2 a date on which a class runs several times names none of its runs; their starts name one each")
  func severalRuns() throws {
    var zumba = try Gym.yoga()
    (zumba.uid, zumba.start) = ("zumba", try zoned("2026-03-02T10:00", Gym.madrid))
    var twice = RecurrenceRule(.weekly, on: [.monday])
    twice.byHour = [10, 12]
    zumba.recurrence = Recurrence(twice)
    let starts = [try zoned("2026-03-09T10:00", Gym.madrid), try zoned("2026-03-09T12:00", Gym.madrid)]
    var book = ClassBook([zumba])
    let monday = try date("2026-03-09")
    for command in [RosterCommand.book("a"), .cancel("a"), .settle] {
      let refusals = book.request(command, of: "zumba", on: monday, now: now).refusals
      #expect(refusals == [.severalRuns(starts)])
    }
    #expect(
      book.request(.book("a"), of: "zumba", on: monday.adding(days: 1), now: now).refusals == [
        .notAClassDay(
          next: [
            .zoned(try zoned("2026-03-16T10:00", Gym.madrid)),
            .zoned(try zoned("2026-03-16T12:00", Gym.madrid)),
            .zoned(try zoned("2026-03-23T10:00", Gym.madrid)),
          ])
      ])
    // The first is moved behind the second: both its starts name it, and then a time to which both are moved.
    let evening = try zoned("2026-03-09T18:00", Gym.madrid)
    #expect(
      book.apply(zumba.changing(starts[0].instant, ClassChange(start: evening)), now: now).isDone)
    for (time, original) in [(evening, 0), (starts[0], 0), (starts[1], 1)] {
      let run = try book.run(of: "zumba", on: .floating(time.local), now: now)
      #expect(run.original == starts[original])
    }
    zumba.changes = [
      starts[0].instant: ClassChange(start: evening), starts[1].instant: ClassChange(start: evening),
    ]
    book = ClassBook([zumba])
    #expect(throws: BookingRefusal.severalRuns(starts)) {
      try book.run(of: "zumba", on: .zoned(evening), now: now)
    }
    #expect(try book.run(of: "zumba", on: .zoned(starts[1]), now: now).original == starts[1])
    #expect(zumba.occurrences(on: monday).map { zumba.shortStart(of: $0) } == starts.map { .zoned($0) })
    let term = book.bookTerm(
      "a", of: "zumba", on: monday..<monday.adding(days: 15), at: starts[1].local.time, now: now)
    #expect(
      term.dates.map { $0.occurrence.original.local.description } == [
        "2026-03-09T12:00:00", "2026-03-16T12:00:00", "2026-03-23T12:00:00",
      ])
  }

  @Test("a member's other booking at the time refuses another one, naming it")
  func conflicts() throws {
    var book = ClassBook([try Gym.yoga(), try spinning])
    _ = book.request(.book("a"), of: "yoga", at: first, now: now)
    let refusals = book.request(.book("a"), of: "spinning", at: first.adding(seconds: 1800), now: now)
      .refusals
    #expect(refusals.map { $0.description } == ["busy at that time: Yoga"])
    #expect(
      book.request(.book("b"), of: "spinning", at: first.adding(seconds: 1800), now: now).outcome
        == .confirmed)
    let session = BusyTime.Item(second..<second.adding(seconds: 60), summary: "Session")
    let context = BookingContext(commitments: { _, interval in
      session.interval.overlaps(interval) ? [session] : []
    })
    #expect(
      book.request(.book("a"), of: "yoga", at: second, now: now, checking: context).refusals == [
        .conflict(session)
      ])
  }

  @Test("a member sees only their own bookings")
  func members() throws {
    var book = ClassBook([try Gym.yoga()])
    _ = book.request(.book("a"), of: "yoga", at: first, now: now)
    _ = book.request(.book("b"), of: "yoga", at: second, now: now)
    #expect(book.bookings(of: "a").map { $0.occurrence.start.instant } == [first])
    #expect(book.busy(of: "b").items.map { $0.interval.lowerBound } == [second])
    #expect(book.bookings(of: "c").isEmpty)
    _ = book.request(.cancel("a"), of: "yoga", at: first, now: now)
    #expect(book.bookings(of: "a").isEmpty)
    #expect(book.statistics(of: "a").cancelledInTime == 1)
    #expect(book.statistics(ofSeries: "yoga").made == 2)
  }

  @Test("the instructor of a class, usual or for one date, is busy meanwhile, like its participants")
  func busy() throws {
    var yoga = try Gym.yoga()
    yoga.instructor = "ana@gym.example"
    yoga.changes = [first: ClassChange(instructor: "bea@gym.example")]
    var book = ClassBook([yoga])
    _ = book.request(.book("c"), of: "yoga", at: second, now: now)
    let both = first..<second.adding(seconds: 60)
    func starts(_ person: String, in window: Range<Instant>) -> [Instant] {
      book.busy(of: person, in: window).items.map { $0.interval.lowerBound }
    }
    #expect(starts("MAILTO:Ana@gym.example", in: both) == [second])
    #expect(starts("bea@gym.example", in: both) == [first])
    #expect(starts("c", in: both) == [second])
    #expect(starts("c", in: first..<second).isEmpty && starts("d", in: both).isEmpty)
  }

  @Test("a whole term is booked: all dates or the available ones")
  func terms() throws {
    var yoga = try Gym.yoga(places: 1)
    yoga.closures = [ClosedPeriod(on: try date("2026-03-09"))]
    var book = ClassBook([yoga])
    _ = book.request(.book("b"), of: "yoga", at: second, now: now)
    let march = try date("2026-03-01")..<date("2026-03-14")
    let before = book
    let all = book.bookTerm("a", of: "yoga", on: march, now: now)
    #expect(!all.isBooked)
    #expect(book == before)
    #expect(all.refused.map { $0.occurrence.start.instant } == [second])
    let some = book.bookTerm("a", of: "yoga", on: march, .skipping, now: now, key: "term")
    #expect(some.isBooked)
    #expect(some.dates.map { $0.occurrence.start.local.date.dayOfMonth } == [2, 4, 11])
    #expect(book.bookings(of: "a").map { $0.occurrence.start.local.date.dayOfMonth } == [2, 11])
    let once = book
    #expect(book.bookTerm("a", of: "yoga", on: march, .skipping, now: now, key: "term").isBooked)
    #expect(book == once)
  }

  @Test("a term has at most 500 dates")
  func longTerm() throws {
    var yoga = try Gym.yoga(places: 1)
    yoga.recurrence = Recurrence(RecurrenceRule(.daily))
    var book = ClassBook([yoga])
    let ever = try date("2026-03-01")..<CivilDate.max
    let all = book.bookTerm("a", of: "yoga", on: ever, now: now)
    #expect(!all.isBooked && all.refused.map { $0.outcome } == [.refused([.tooManyDates(most: 500)])])
    #expect(book.bookTerm("a", of: "yoga", on: ever, .skipping, now: now).isBooked)
    #expect(book.bookings(of: "a").count == 500)
  }

  @Test("the place of a class is taken while it runs, on a date with another place that one")
  func places() throws {
    var yoga = try Gym.yoga()
    yoga.location = "Room 1"
    yoga.changes[second] = ClassChange(location: "Room 2")
    let book = ClassBook([yoga])
    let days = first..<second.adding(seconds: 86_400)
    func starts(_ place: String) -> [Instant] {
      book.busy(of: place, in: days).items.map { $0.interval.lowerBound }
    }
    #expect(starts("Room 1") == [first])
    #expect(starts("room 2") == [second])
    #expect(starts("Room 3").isEmpty)
  }

  @Test("bookings of a date at a time that the clocks skip follow their class to another time")
  func skippedTime() throws {
    var nights = try Gym.yoga()
    nights.start = try zoned("2026-03-28T02:30", Gym.madrid)
    nights.recurrence = Recurrence(RecurrenceRule(.daily, until: .count(3)))
    var book = ClassBook([nights])
    let days = try ["28", "29", "30"].map { try date("2026-03-\($0)") }
    for day in days { _ = book.request(.book("a"), of: "yoga", on: day, now: now) }
    let later = try book.editing("yoga", at: nights.start.instant, scope: .all) {
      $0.start = $0.start.adding(CalendarDuration(hours: 2))
    }
    let (isDone, impact) = book.apply(later, now: now)
    #expect(isDone && impact.calledOff.isEmpty && impact.moved.count == 3)
    #expect(
      book.bookings(of: "a").map { $0.occurrence.start.description.prefix(16) }
        == ["2026-03-28T04:30", "2026-03-29T04:30", "2026-03-30T04:30"])
  }

  @Test("a class ends before a date: later bookings are called off, the others are preserved")
  func ending() throws {
    var book = ClassBook([try Gym.yoga()])
    for start in [first, second] { _ = book.request(.book("a"), of: "yoga", at: start, now: now) }
    let edit = try book.ending("yoga", before: second)
    #expect(book.impact(of: edit, now: now).calledOff.map { $0.from.original.instant } == [second])
    #expect(book.apply(edit, now: now).isDone)
    #expect(book.bookings(of: "a").map { $0.occurrence.original.instant } == [first])
    #expect(book.series("yoga")?.nextOccurrences(from: first, limit: 5).count == 1)
  }

  @Test("a class can move to dates whose former classes ended; the bookings of those are preserved")
  func ontoVanished() throws {
    var book = ClassBook([try Gym.yoga()])
    _ = book.request(.book("a"), of: "yoga", at: first, now: now)
    _ = book.request(.book("b"), of: "yoga", at: second, now: now)
    // No Wednesdays any more.
    let mondays = try book.editing("yoga", at: first, scope: .all) {
      $0.recurrence = Recurrence(RecurrenceRule(.weekly, on: [.monday]))
    }
    #expect(book.apply(mondays, now: now).impact.calledOff.map { $0.booking.member } == ["b"])
    // Mondays on Wednesdays.
    let wednesdays = try book.editing("yoga", at: first, scope: .all) { $0.start = $0.start.adding(.days(2)) }
    let impact = book.impact(of: wednesdays, now: now)
    #expect(impact.isPossible)
    #expect(impact.moved.map { $0.booking.member } == ["a"])
    #expect(impact.calledOff.isEmpty)
    #expect(book.apply(wednesdays, now: now).isDone)
    #expect(book.bookings(of: "a").map { $0.occurrence.start.instant } == [second])
    #expect(book.statistics(of: "b").calledOff == 1)
    #expect(book.statistics(ofSeries: "yoga").made == 2)
    _ = try stored(book)
  }

  @Test("a change that would oversell or merge two dates is not made")
  func impossible() throws {
    let yoga = try Gym.yoga()
    var book = ClassBook([yoga])
    for member in ["a", "b"] { _ = book.request(.book(member), of: "yoga", at: first, now: now) }
    _ = book.request(.book("a"), of: "yoga", at: second, now: now)
    let fewer = yoga.changing(first, ClassChange(places: 1))
    let impact = book.impact(of: fewer, now: now)
    #expect(impact.overbooked.map { $0.taken } == [2])
    let sentences = impact.sentences(in: SchedulingWords(.english, in: yoga.zone))
    #expect(sentences.count == 1 && sentences[0].hasSuffix(": 2 places are booked already"))
    // An edit of a book that knows of no other class takes the UID of one that is here.
    var other = yoga
    other.uid = "other"
    #expect(book.apply(ClassEdit([other]), now: now).isDone)
    _ = book.request(.book("z"), of: "other", at: second, now: now)
    let merging = try ClassBook([yoga]).editing(
      "yoga", at: second, scope: .thisAndFuture, uids: UIDSource { _ in "other" }
    ) { $0.places = 8 }
    #expect(book.impact(of: merging, now: now).merged.count == 1)
    let before = book
    for edit in [fewer, merging] { #expect(!book.apply(edit, now: now).isDone) }
    #expect(book == before)
    #expect(book.apply(ClassEdit([], removing: ["yoga"]), now: now).impact.calledOff.count == 3)
    #expect(book.bookings(of: "a").isEmpty)
  }

  @Test("an edit from a date on that was moved alone moves that date to the new start, and the others as far")
  func movedDate() throws {
    var yoga = try Gym.yoga()
    yoga.changes[second] = ClassChange(start: try zoned("2026-03-05T19:00", Gym.madrid))
    let book = ClassBook([yoga])
    let edit = try book.editing("yoga", at: second, scope: .thisAndFuture, uids: UIDSource { _ in "new" }) {
      #expect($0.start.local.time == yoga.changes[second]?.start?.local.time)
      $0.start = $0.start.adding(.hours(1))
    }
    let rest = try #require(edit.series.first { $0.uid == "new" })
    let starts = rest.nextOccurrences(from: second, limit: 3).map { $0.start.local.description }
    #expect(starts == ["2026-03-05T20:00:00", "2026-03-09T19:00:00", "2026-03-11T19:00:00"])
    let titled = try book.editing("yoga", at: second, scope: .all) { $0.summary = "Ioga" }
    #expect(titled.series.first?.changes == yoga.changes && titled.series.first?.start == yoga.start)
  }

  @Test("a hold that is over is no commitment, nor a booking that a change affects")
  func expiredHold() throws {
    var book = ClassBook([try Gym.yoga(places: 1)])
    _ = book.request(.hold("a"), of: "yoga", at: first, now: now)
    let (over, window) = (now.adding(seconds: 600), first..<first.adding(seconds: 1))
    #expect(book.busy(of: "a", in: window, at: now).items.count == 1)
    #expect(
      book.busy(of: "a", in: window, at: over).items.isEmpty && book.busy(of: "a", at: over).items.isEmpty)
    #expect(
      book.statistics(of: "a", at: now).held == 1 && book.statistics(ofSeries: "yoga", at: over).held == 0)
    #expect(book.statistics(of: "a", at: over).expired == 1)
    #expect(
      book.calendar(of: "a", at: now).count == 1 && book.calendar(of: "a", at: over).count == 0)
    let storm = try Gym.yoga(places: 1).changing(first, ClassChange(cancellation: "Storm"))
    #expect(
      book.impact(of: storm, now: now).calledOff.count == 1 && book.impact(of: storm, now: over).isEmpty)
  }
}
