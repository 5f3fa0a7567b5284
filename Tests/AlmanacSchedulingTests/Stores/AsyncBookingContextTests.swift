import AlmanacEvents
import AlmanacScheduling
import AlmanacTime
import TestSupport
import Testing

/// The directory of a gym: some members are suspended, others have an appointment at the time of the class.
private actor Directory {
  private(set) var questions: [String] = []
  var isBroken = false

  func fail() { isBroken = true }

  static func ineligibility(of member: String) -> String? { member.hasSuffix("3") ? "suspended" : nil }

  static func commitments(of member: String, in interval: Range<Instant>) -> [BusyTime.Item] {
    member.hasSuffix("5") ? [BusyTime.Item(interval)] : []
  }

  func ineligibility(of member: String) throws -> String? {
    questions.append("ineligibility \(member)")
    if isBroken { throw StoreInterruption("no directory", mayHaveWritten: false) }
    return Self.ineligibility(of: member)
  }

  func commitments(of member: String, in interval: Range<Instant>) -> [BusyTime.Item] {
    questions.append("commitments \(member) \(interval)")
    return Self.commitments(of: member, in: interval)
  }

  nonisolated var context: AsyncBookingContext {
    AsyncBookingContext(
      ineligibility: { try await self.ineligibility(of: $0) },
      commitments: { await self.commitments(of: $0, in: $1) })
  }
}

@Suite("Answers that are loaded while a request is decided")
struct AsyncBookingContextTests {
  private let date: ClassOccurrence
  private let now: Instant

  init() throws {
    now = try Gym.at("2026-03-01T12:00")
    date = try #require(Gym.yoga(places: 3).nextOccurrences(from: now, limit: 1).first)
  }

  @Test(
    "random requests of a desk are decided as with answers at hand, also about those who wait, and each is loaded once",
    arguments: 1...10)
  func decisions(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let present = BookingContext(
      ineligibility: { Directory.ineligibility(of: $0) },
      commitments: { Directory.commitments(of: $0, in: $1) })
    let desk = BookingDesk(MemoryStore<RosterKey, Roster>())
    let other = BookingDesk(MemoryStore<RosterKey, Roster>())
    for number in 0..<60 {
      let command = RosterCommand.random(of: 8, using: &random)
      let moment = now.adding(seconds: 60 * number)
      let directory = Directory()
      let expected = try await other.request(command, of: date, now: moment, checking: present)
      let decision = try await directory.context.decide { context in
        try await desk.request(command, of: date, now: moment, checking: context)
      }
      #expect(decision == expected)
      let questions = await directory.questions
      #expect(Set(questions).count == questions.count)
    }
    let books = await (desk.store.load([date.key]), other.store.load([date.key]))
    #expect(books.0[date.key]?.book == books.1[date.key]?.book && books.0[date.key] != nil)
  }

  @Test("a directory that fails ends the request, and nothing is written")
  func failure() async throws {
    let desk = BookingDesk(MemoryStore<RosterKey, Roster>())
    let directory = Directory()
    await directory.fail()
    await #expect(throws: StoreInterruption.self) {
      try await directory.context.decide { context in
        try await desk.request(.book("ana"), of: date, now: now, key: "r", checking: context)
      }
    }
    #expect(await desk.store.load([date.key]).isEmpty)
  }

  @Test("a book of any kind is written only when no answer is missing, and its own error reaches the caller")
  func anyBook() async throws {
    struct Unwanted: Error {}
    let desk = BookingDesk(MemoryStore(["gym": ClassBook([try Gym.yoga(places: 1)])]))
    let directory = Directory()
    for (member, isRefused) in [("ana3", true), ("ana", false), ("bob", true)] {
      let decision = try await directory.context.decide { context in
        try await desk.perform(on: "gym", else: ClassBook()) { gym in
          gym.request(.book(member), of: date, now: now, checking: context)
        }
      }
      #expect(decision.isRefused == isRefused)
    }
    await #expect(throws: Unwanted.self) {
      try await directory.context.decide { _ in throw Unwanted() }
    }
  }
}
