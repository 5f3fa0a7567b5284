import AlmanacEvents
import AlmanacScheduling
import AlmanacTime
import Foundation
import Testing

/// A value after it was written to a store and read again, which must be the same.
func stored<Value: Codable & Equatable>(_ value: Value) throws -> Value {
  let back = try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  #expect(back == value)
  return back
}

@Suite("Books and rosters in a store")
struct StoringTests {
  @Test("a class book round-trips with its series, changes, bookings and answered keys")
  func classes() throws {
    var yoga = try Gym.yoga()
    yoga.channelLimits = ["web": 2]
    yoga.closures = [ClosedPeriod(on: try date("2026-03-11"), "Holiday")]
    yoga.changes[try Gym.at("2026-03-04T18:00")] = ClassChange(
      start: try CivilDateTime("2026-03-05T19:30").in(Gym.madrid), places: 5, instructor: "Bea")
    var book = ClassBook([yoga])
    let now = try Gym.at("2026-02-20T09:00")
    for (member, day) in [("ana", "2026-03-02"), ("bob", "2026-03-02"), ("ana", "2026-03-05")] {
      let decision = book.request(.book(member), of: "yoga", on: try date(day), now: now, key: member + day)
      #expect(!decision.isRefused)
    }
    var back = try stored(book)
    // An answered request is not done twice by the one who reads the book.
    let version = try #require(back.rosters(of: "yoga", on: date("2026-03-02")).first?.version)
    let again = back.request(
      .book("ana"), of: "yoga", on: try date("2026-03-02"), now: now, key: "ana2026-03-02")
    #expect(again.outcome == .confirmed && again.events.isEmpty && again.version == version)
  }

  @Test("a session book round-trips and accepts further requests")
  func sessions() throws {
    var book = SessionBook(freeCancellationBefore: .hours(24))
    let now = try Gym.at("2026-03-01T09:00")
    let monday = try CivilDateTime("2026-03-02T10:00").in(Gym.madrid)
    _ = book.request(.addClient(SessionBook.Client("bob", name: "Bob")), by: "carla", now: now)
    let planned = book.request(.schedule(client: "bob", at: monday), by: "carla", now: now, key: "k")
    let uid = try #require(planned.session?.uid)
    _ = book.request(.cancel(uid), by: "carla", now: now)
    _ = book.request(.startUnplanned(client: "bob", in: monday.zone), by: "carla", now: monday.instant)
    let back = try stored(book)
    #expect(Set(back.sessions(of: "carla").map { $0.state }) == [.cancelled(isLate: false), .inProgress])
    #expect(back.clients(of: "carla").map { $0.name } == ["Bob"])
  }

  @Test("a season round-trips")
  func season() throws {
    let days = try date("2026-03-07")..<date("2026-03-09")
    let fixtures = [
      Fixture("A", "B", on: .fixed(.date(days.lowerBound)), score: .init(2, 1)), Fixture("C", "D", on: .open),
      Fixture("E", "F", on: .postponed(from: .date(days.lowerBound))),
    ]
    _ = try stored(Season("2026", rounds: [Round(1, on: days, fixtures: fixtures)], uid: "s"))
  }

  @Test("the form of a booking")
  func form() throws {
    let text = """
      {"number":0,"member":"ana","places":2,"channel":"web","state":"held 2026-03-02T17:10:00Z",\
      "madeAt":"2026-03-02T17:00:00Z","changedAt":"2026-03-02T17:00:00Z"}
      """
    let made = try Instant("2026-03-02T17:00:00Z")
    #expect(
      try JSONDecoder().decode(Booking.self, from: Data(text.utf8))
        == Booking(
          number: 0, member: "ana", places: 2, channel: "web",
          state: .held(until: made.adding(seconds: 600)), madeAt: made))
    for wrong in ["held", "held soon", "confirmed late", "sold", ""] {
      let text = text.replacingOccurrences(of: "held 2026-03-02T17:10:00Z", with: wrong)
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(Booking.self, from: Data(text.utf8)) }
    }
  }

  @Test("stored numbers out of range are bounded")
  func hostile() throws {
    let booking = Booking(number: .min, member: "m", places: .max, state: .confirmed, madeAt: .min)
    let other = Booking(number: .max, member: "n", places: .max, state: .confirmed, madeAt: .max)
    let empty = try Gym.roster()
    let whole = Roster(of: empty.occurrence, version: 0, bookings: [])
    let text = String(decoding: try JSONEncoder().encode(whole), as: UTF8.self)
      .replacingOccurrences(of: "\"version\":0", with: "\"version\":\(Int.max)")
      .replacingOccurrences(of: "\"places\":3", with: "\"places\":\(Int.min)")
      .replacingOccurrences(
        of: "\"bookings\":[]",
        with: "\"bookings\":\(String(decoding: try JSONEncoder().encode([booking, other]), as: UTF8.self))")
    #expect(text.contains("\(Int.min)") && text.contains("\"member\":\"n\""))
    let roster = try JSONDecoder().decode(Roster.self, from: Data(text.utf8))
    let decision = roster.decide(.book("o"), at: try Gym.at("2026-03-01T09:00"))
    #expect(decision.outcome.codes.contains("full"))
  }
}
