import Almanac
import AlmanacICS
import Testing

@Test("A gym: classes with places, a waiting list, a member's own calendar")
func gym() throws {
  let madrid = try Zone("Europe/Madrid")
  let now = try CivilDateTime("2026-03-02T08:00").in(madrid).instant  // a Monday
  let seven = try CivilDateTime("2026-03-03T19:00").in(madrid)  // Tuesday
  let rule = RecurrenceRule(.weekly, on: [.tuesday, .thursday])
  let yoga = ClassSeries("Yoga", from: seven, lasting: .hours(1), repeating: rule, places: 2, uid: "yoga")
  let pilates = ClassSeries("Pilates", from: seven, lasting: .minutes(45), places: 10, uid: "pilates")
  var book = ClassBook([yoga, pilates])
  let tuesday = try CivilDate("2026-03-03"), thursday = try CivilDate("2026-03-05")
  let week = QueryWindow(days: try CivilDate("2026-03-02")..<CivilDate("2026-03-09"), in: madrid).range
  let (ana, bob, eva) = ("ana@example.org", "bob@example.org", "eva@example.org")

  // A week has yoga twice and pilates once, all with free places.
  let offers = book.offers(to: ana, in: week, now: now)
  #expect(offers.count == 3)
  #expect(offers.allSatisfy { $0.refusals.isEmpty })

  #expect(book.request(.book(ana), of: "yoga", on: tuesday, now: now).outcome == .confirmed)
  #expect(book.request(.book(bob), of: "yoga", on: tuesday, now: now).outcome == .confirmed)
  let full = book.request(.book(eva), of: "yoga", on: tuesday, now: now)
  #expect(full.refusals.count == 1)
  let waiting = book.request(.book(eva, waitlist: true), of: "yoga", on: tuesday, now: now)
  #expect(waiting.outcome == .waitlisted(position: 1))
  #expect(book.request(.book(ana), of: "yoga", on: thursday, now: now).outcome == .confirmed)

  // Pilates is at the same time as the yoga that Ana has; on Wednesday there is no class.
  guard case .refused(let conflict) = book.request(.book(ana), of: "pilates", on: tuesday, now: now).outcome
  else {
    Issue.record("booked twice at one time")
    return
  }
  #expect(conflict.count == 1)
  guard
    case .refused(let wrongDay) = book.request(
      .book(ana), of: "yoga", on: try CivilDate("2026-03-04"), now: now
    ).outcome
  else {
    Issue.record("booked without a class")
    return
  }
  #expect(wrongDay.contains { if case .notAClassDay = $0 { true } else { false } })

  // Bob leaves, Eva gets the place by the same request.
  let cancellation = book.request(.cancel(bob), of: "yoga", on: tuesday, now: now)
  #expect(cancellation.outcome == .cancelled(isLate: false))
  let roster = try #require(book.rosters(of: "yoga", on: tuesday).first)
  #expect(roster.bookings.filter(\.state.takesPlaces).map(\.member) == [ana, eva])
  #expect(roster.waitlist.isEmpty)
  #expect(roster.takenPlaces == 2)

  // Ana's own calendar: both classes and nobody else; it opens anywhere.
  let own = book.calendar(of: ana, at: now)
  let mine = try own.occurrences(in: week, viewer: madrid)
  #expect(mine.map { $0.start.local.date } == [tuesday, thursday])
  let text = ICSDocument([own]).text(.normalized, at: now)
  #expect(text.contains("SUMMARY:Yoga"))
  #expect(!text.contains(eva))
  #expect(!book.publicCalendar(name: "Gym", at: now).events.isEmpty)

  // The whole place as iCalendar and back.
  let whole = book.calendar(organizer: Organizer("mailto:gym@example.org"), at: now)
  #expect(ClassBook(whole) == book)
}
