import AlmanacEvents
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime
import Testing

@Suite("Class series")
struct ClassSeriesTests {
  @Test("K1 classes recur on weekdays at a time and are listed by weekday")
  func weekdays() throws {
    let yoga = try Gym.yoga()
    var pilates = yoga
    pilates.uid = "pilates"
    pilates.title = "Pilates"
    pilates.start = try zoned("2026-03-04T08:00", Gym.madrid)
    pilates.recurrence = Recurrence(RecurrenceRule(.weekly, on: [.wednesday, .friday]))
    let now = try Gym.at("2026-03-02T00:00")
    let wednesday = [yoga, pilates].classes(on: .wednesday, from: now)
    #expect(wednesday.map { $0.title } == ["Pilates", "Yoga"])
    #expect(wednesday.map { $0.start.local.time.hour } == [8, 18])
    #expect(wednesday.map { $0.details } == ["Slow", "Slow"])
    #expect([yoga, pilates].classes(on: .monday, from: now).map { $0.title } == ["Yoga"])
    #expect([yoga, pilates].classes(on: .sunday, from: now).isEmpty)
  }

  @Test("keep their time of day across a change of clocks")
  func clockChange() throws {
    let window = try days("2026-03-23", "2026-04-02", in: Gym.madrid)
    let starts = try Gym.yoga().occurrences(in: window).map { "\($0.start)" }
    #expect(
      starts == [
        "2026-03-23T18:00:00+01:00[Europe/Madrid]", "2026-03-25T18:00:00+01:00[Europe/Madrid]",
        "2026-03-30T18:00:00+02:00[Europe/Madrid]", "2026-04-01T18:00:00+02:00[Europe/Madrid]",
      ])
  }

  @Test("have substitutes, other places, cancellations, moves and closures on single dates")
  func changes() throws {
    var yoga = try Gym.yoga()
    yoga.changes = [
      try Gym.at("2026-03-02T18:00"): ClassChange(places: 20, instructor: "Bea", location: "Hall"),
      try Gym.at("2026-03-04T18:00"): ClassChange(cancellation: "Ana is ill"),
      try Gym.at("2026-03-09T18:00"): ClassChange(start: try zoned("2026-03-06T19:00", Gym.madrid)),
    ]
    let works = ClosedPeriod(on: try date("2026-03-11"), "Works")
    yoga.closures = [works]
    let found = try yoga.occurrences(in: days("2026-03-01", "2026-03-17", in: Gym.madrid))
    #expect(found.map { $0.start.local.date.dayOfMonth } == [2, 4, 6, 11, 16])
    #expect(found[0].instructor == "Bea")
    #expect(found[0].isSubstituted)
    #expect(found[0].places == 20)
    #expect(found[1].status == .cancelled(reason: "Ana is ill"))
    #expect(found[2].isMoved)
    #expect(found[2].original.instant == (try Gym.at("2026-03-09T18:00")))
    #expect(found[3].status == .closed(works))
    #expect(found[4].status == .scheduled)
    #expect(try yoga.occurrences(on: date("2026-03-09")).isEmpty)
    #expect(try yoga.occurrences(on: date("2026-03-06")).count == 1)
    let next = yoga.nextOccurrences(from: try Gym.at("2026-03-03T00:00"), limit: 2)
    #expect(next.map { $0.start.local.date.dayOfMonth } == [6, 16])
  }

  @Test("a date that lasts longer than the others is found as long as it lasts")
  func longDate() throws {
    var yoga = try Gym.yoga()
    yoga.changes[try Gym.at("2026-03-02T18:00")] = ClassChange(duration: .days(4))
    let found = try yoga.occurrences(in: days("2026-03-05", "2026-03-06", in: Gym.madrid))
    #expect(found.map { $0.start.instant } == [try Gym.at("2026-03-02T18:00")])
  }

  @Test("an endless series without any date that takes place ends the search")
  func bounded() throws {
    var yoga = try Gym.yoga()
    yoga.closures = [ClosedPeriod(days: CivilDate.min..<CivilDate.max, "Gone")]
    #expect(yoga.nextOccurrences(from: yoga.start.instant, limit: 3).isEmpty)
  }

  @Test("a class without length takes no time: it refuses no other booking, wherever it begins")
  func withoutLength() throws {
    let (now, first) = (try Gym.at("2026-03-01T12:00"), try Gym.at("2026-03-02T18:00"))
    for minutes in [0, 30, 60] {
      var yoga = try Gym.yoga()
      yoga.duration = .zero
      yoga.start = try Gym.yoga().start.adding(.minutes(minutes))
      var other = try Gym.yoga()
      other.uid = "other"
      var book = ClassBook([yoga, other])
      #expect(book.request(.book("a"), of: "yoga", at: yoga.start.instant, now: now).outcome == .confirmed)
      #expect(book.busy(of: "a").items.isEmpty)
      #expect(book.request(.book("a"), of: "other", at: first, now: now).outcome == .confirmed)
    }
  }
}
