import AlmanacEvents
import AlmanacICS
import AlmanacScheduling
import AlmanacTime
import TestSupport
import Testing

/// New terms that are asked of a book: the roster of a date and the series say the same of it.
@Suite("New terms of one date")
struct ClassTermsTests {
  let now: Instant
  let first: Instant

  init() throws {
    now = try Gym.at("2026-03-01T12:00")
    first = try Gym.at("2026-03-02T18:00")
  }

  private func terms(_ book: ClassBook) throws -> ClassOccurrence {
    try #require(book.roster(of: "yoga", at: first)).occurrence
  }

  @Test("the series, the list of classes and what goes out have the terms of the roster")
  func agreement() throws {
    var book = ClassBook([try Gym.yoga()])
    _ = book.request(.book("a"), of: "yoga", at: first, now: now)
    var terms = try terms(book)
    terms.places = 1
    terms.instructor = "Bea"
    terms.note = "Bring a mat"
    terms.start = try zoned("2026-03-02T19:00", Gym.madrid)
    terms.end = try zoned("2026-03-02T20:30", Gym.madrid)
    #expect(book.request(.revise(terms), of: "yoga", at: first, now: now).outcome == .done)
    #expect(book.series("yoga")?.changes[first]?.places == 1)
    let shown = try #require(book.occurrences(in: days("2026-03-02", "2026-03-03", in: Gym.madrid)).first)
    #expect(try shown == self.terms(book) && shown.isSubstituted && shown.start == terms.start)
    let text = ICSDocument([book.calendar(at: now)]).text
    let back = ClassBook(try #require(try ICSDocument(parsing: text).calendars.first))
    #expect(try self.terms(back) == self.terms(book))
    // A later edit of the series does not undo them.
    _ = book.request(.cancel("a"), of: "yoga", at: first, now: now)
    terms = try self.terms(book)
    terms.status = .cancelled(reason: "Works")
    #expect(book.request(.revise(terms), of: "yoga", at: first, now: now).outcome == .done)
    #expect(book.series("yoga")?.occurrence(at: first)?.status == .cancelled(reason: "Works"))
    // Back to what it always is: nothing is different any more.
    let usual = try #require(try Gym.yoga().occurrence(at: first))
    #expect(book.request(.revise(usual), of: "yoga", at: first, now: now).outcome == .done)
    #expect(book.series("yoga")?.changes.isEmpty == true)
  }

  @Test("changes that one date cannot have are refused, and so are fewer places than are booked")
  func refused() throws {
    var book = ClassBook([try Gym.yoga()])
    for member in ["a", "b"] { _ = book.request(.book(member), of: "yoga", at: first, now: now) }
    let before = book
    let changes: [(inout ClassOccurrence) -> Void] = [
      { $0.policy.placesPerBooking = 9 }, { $0.channelLimits = ["web": 1] },
      { $0.uid = "judo" }, { $0.status = .closed(ClosedPeriod(on: $0.start.local.date)) },
    ]
    for change in changes {
      var terms = try terms(book)
      change(&terms)
      #expect(
        book.request(.revise(terms), of: "yoga", at: first, now: now).outcome.codes == ["terms_of_series"])
    }
    var terms = try terms(book)
    terms.places = 1
    #expect(book.request(.revise(terms), of: "yoga", at: first, now: now).outcome.codes == ["places_taken"])
    #expect(book == before)
  }

  @Test("under any terms roster and series agree, or nothing changes", arguments: 1...UInt64(rounds(10)))
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var series = try Gym.yoga()
    if random.once(in: 2) { series.closures = [ClosedPeriod(on: try date("2026-03-02"), "Works")] }
    var book = ClassBook([series])
    for _ in 0..<8 {
      var terms = try terms(book)
      terms.places = random.int(0...4)
      terms.instructor = random.one(of: ["Ana", "Bea", ""])
      terms.location = random.one(of: ["Room 1", "Hall"])
      terms.start = terms.original.adding(.minutes(random.one(of: [0, 0, 30, 1440])))
      terms.end = terms.start.adding(.minutes(random.one(of: [60, 45])))
      terms.status = random.one(of: [.scheduled, .cancelled(reason: ""), terms.status])
      if random.once(in: 4) { terms.summary = "Judo" }
      let decision = book.request(.revise(terms), of: "yoga", at: first, now: now)
      let roster = try self.terms(book)
      #expect(book.series("yoga")?.occurrence(at: first) == roster)
      if !decision.isRefused { #expect(roster.places == terms.places && roster.start == terms.start) }
    }
  }
}
