import AlmanacEvents
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime
import TestSupport
import Testing

@Suite("Instructors of classes")
struct ClassInstructorTests {
  let now: Instant
  let first: Instant
  let second: Instant

  init() throws {
    now = try Gym.at("2026-03-01T12:00")
    first = try Gym.at("2026-03-02T18:00")
    second = try Gym.at("2026-03-04T18:00")
  }

  private var spinning: ClassSeries {
    get throws {
      var spinning = try Gym.yoga()
      (spinning.uid, spinning.summary) = ("spinning", "Spinning")
      spinning.start = try zoned("2026-03-02T18:30", Gym.madrid)
      return spinning
    }
  }

  @Test("who instructs a class has no place in another one at the time, and may book their own")
  func instructing() throws {
    var book = ClassBook([try Gym.yoga(), try spinning])
    #expect(
      book.request(.book("Ana"), of: "spinning", at: try spinning.start.instant, now: now).refusals.map {
        $0.code
      } == ["conflict"])
    let offers = book.offers(to: "Ana", in: first..<second, now: now)
    #expect(offers.map { $0.isBookable } == [false, false])
    // A substitute is free, and takes the conflict along.
    var change = ClassChange()
    change.instructor = "Bea"
    let edit = try #require(book.series("spinning")).changing(try spinning.start.instant, change)
    #expect(book.apply(edit, now: now).isDone)
    #expect(book.offers(to: "Ana", in: first..<second, now: now).map { $0.isBookable } == [true, false])
    #expect(book.offers(to: "Bea", in: first..<second, now: now).map { $0.isBookable } == [false, true])
    let removed = ClassEdit([], removing: ["yoga"])
    #expect(book.apply(removed, now: now).isDone)
    #expect(book.offers(to: "Ana", in: first..<second, now: now).map { $0.isBookable } == [true])
  }

  @Test("a change reports the dates on which it takes an instructor twice, and no others")
  func busyInstructors() throws {
    var spinning = try spinning
    spinning.instructor = "Bea"
    var book = ClassBook([try Gym.yoga(), spinning])
    #expect(book.impact(of: ClassEdit([spinning]), now: now).isEmpty)
    var late = spinning
    late.start = try zoned("2026-03-02T20:00", Gym.madrid)
    #expect(book.impact(of: ClassEdit([late]), now: now).busyInstructors.isEmpty)
    // A new class of Ana on Mondays, which overlaps her yoga; the rule ends after two dates.
    var pilates = try Gym.yoga()
    (pilates.uid, pilates.summary) = ("pilates", "Pilates")
    pilates.recurrence = Recurrence([RecurrenceRule(.weekly, on: [.monday], until: .count(2))])
    let impact = book.impact(of: ClassEdit([pilates]), now: now)
    #expect(
      impact.busyInstructors.map { $0.occurrence.start.instant } == [first, try Gym.at("2026-03-09T18:00")])
    #expect(impact.busyInstructors.flatMap { $0.items.map { $0.summary } } == ["Yoga", "Yoga"])
    #expect(impact.isPossible && !impact.isEmpty)
    // A substitute for one date who has something else then.
    var change = ClassChange()
    change.instructor = "Cid"
    let context = BookingContext(commitments: { person, range in
      let item = BusyTime.Item(first..<first.adding(seconds: 1800), summary: "Core")
      return person == "Cid" && range.overlaps(item.interval) ? [item] : []
    })
    let edit = try Gym.yoga().changing(first, change)
    #expect(
      book.impact(of: edit, now: now, checking: context).busyInstructors.map { $0.items.map { $0.summary } }
        == [["Core"]])
    #expect(book.impact(of: edit, now: second, checking: context).busyInstructors.isEmpty)
    #expect(book.apply(edit, now: now, checking: context).isDone)
    let again = try #require(book.series("yoga"))
    #expect(book.impact(of: ClassEdit([again]), now: now, checking: context).busyInstructors.isEmpty)
  }
}
