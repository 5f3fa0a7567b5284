import AlmanacEvents
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime
import TestSupport
import Testing

@Suite("Offered classes can be booked, and no others")
struct ClassOfferTests {
  @Test("listed ⇒ bookable, not listed ⇒ refused with the same reasons", arguments: 1...UInt64(rounds(8)))
  func sameReasons(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let zone = try Zone(random.one(of: ["Europe/Madrid", "Australia/Lord_Howe"]))
    let first = try date(random.one(of: ["2026-03-26", "2026-10-01"])).startOfDay.in(zone)
    var classes: [ClassSeries] = []
    for (number, time) in [("a", 9), ("b", 9), ("c", 26)].enumerated() {
      var series = ClassSeries(
        time.0, from: first.adding(.hours(time.1)), lasting: .minutes(random.int(2...6) * 30),
        repeating: RecurrenceRule(.daily), places: random.int(0...2),
        policy: ClassPolicy(
          opensBefore: random.one(of: [nil, .days(2)]), closesBefore: .minutes(random.one(of: [0, 60])),
          placesPerBooking: random.int(1...2)), uid: "class-\(number)")
      if random.once(in: 2) { series.closures = [ClosedPeriod(on: first.local.date.adding(days: 2))] }
      if random.once(in: 2) { series.channelLimits = ["web": 1] }
      classes.append(series)
    }
    var book = ClassBook(classes)
    let members = ["m0", "m1", "m2"]
    let window = first.instant..<first.adding(.days(5)).instant
    var now = first.instant
    for _ in 0..<40 {
      let occurrence = random.one(of: book.occurrences(in: window))
      _ = book.request(
        .book(random.one(of: members), channel: random.one(of: ["", "web"]), waitlist: random.once(in: 2)),
        of: occurrence.uid, at: occurrence.original.instant, now: now)
      now = now.adding(seconds: random.int(0...2400))
    }
    for member in members + ["new"] {
      let places = random.int(1...2)
      let context = BookingContext(ineligibility: { $0 == "m2" ? "unpaid" : nil })
      let offers = book.offers(
        to: member, in: window, places: places, channel: "web", now: now, checking: context)
      #expect(offers.map { $0.occurrence.id } == book.occurrences(in: window).map { $0.id })
      for offer in offers {
        var copy = book
        let occurrence = offer.occurrence
        let decision = copy.request(
          .book(member, places: places, channel: "web"), of: occurrence.uid, at: occurrence.original.instant,
          now: now, checking: context)
        #expect(decision.refusals == offer.refusals)
        #expect(decision.isRefused != offer.isBookable)
        if offer.isBookable {
          #expect(offer.free >= places)
          #expect(copy.bookings(of: member).contains { $0.occurrence.id == occurrence.id })
        }
      }
    }
    // An unknown class is not listed, and is refused.
    let wrong = book.request(.book("m0"), of: "class-0", at: first.instant.adding(seconds: 1), now: now)
    #expect(wrong.refusals.map { $0.code } == ["not_a_class_day"])
  }

  @Test(
    "an offer has the numbers, the booking and the refusals of one moment: those of the roster after settling it"
  )
  func settled() throws {
    var book = ClassBook([try Gym.yoga(places: 1)])
    let first = try Gym.at("2026-03-02T18:00")
    let start = try Gym.at("2026-03-01T12:00")
    let requests: [RosterCommand] = [.hold("a"), .book("b", waitlist: true), .book("c", waitlist: true)]
    for request in requests { _ = book.request(request, of: "yoga", at: first, now: start) }
    let roster = try #require(book.roster(of: "yoga", at: first))
    let now = try #require(roster.nextHoldEnd)
    var copy = roster
    _ = try copy.perform(.settle, at: now)
    for member in ["a", "b", "c", "new", ""] {
      let offer = try #require(
        book.offers(to: member, in: first..<first.adding(seconds: 1), now: now).first)
      #expect(offer.waiting == copy.waitlist.count && offer.waiting == 1)
      #expect(offer.free == 0)
      #expect(offer.booking == copy.booking(of: member), "\(member)")
      for case .full(let free, let waiting) in offer.refusals {
        #expect(free == offer.free && waiting == offer.waiting)
      }
      #expect(offer.refusals.contains(.alreadyWaiting(position: 1)) == (member == "c"))
    }
    let words = SchedulingWords(.english, in: try Gym.madrid)
    #expect(roster.description(at: now, in: words) == copy.description(at: now, in: words))
  }

  @Test("a place that waiting members may not have is free for others")
  func placesOfThoseWhoMayNot() throws {
    var book = ClassBook([try Gym.yoga(places: 1)])
    let now = try Gym.at("2026-03-01T12:00")
    let first = try Gym.at("2026-03-02T18:00")
    for member in ["a", "b"] {
      _ = book.request(.book(member, waitlist: true), of: "yoga", at: first, now: now)
    }
    let context = BookingContext(ineligibility: { $0 == "b" ? "unpaid" : nil })
    _ = book.request(.cancel("a"), of: "yoga", at: first, now: now, checking: context)
    let window = first..<first.adding(seconds: 1)
    let offer = try #require(book.offers(to: "c", in: window, now: now, checking: context).first)
    #expect(offer.isBookable && offer.free == 1)
    // Were everybody eligible, the place would go to the one who waits.
    let open = try #require(book.offers(to: "c", in: window, now: now).first)
    #expect(!open.isBookable && open.free == 0)
  }
}
