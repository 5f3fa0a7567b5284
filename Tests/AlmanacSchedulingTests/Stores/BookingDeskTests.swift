import AlmanacEvents
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime
import TestSupport
import Testing

@Suite("Desks on a store that others change too")
struct BookingDeskTests {
  private let now: Instant
  private let monday: ClassOccurrence
  /// At the same time as the other class.
  private let spinning: ClassOccurrence

  init() throws {
    now = try Gym.at("2026-03-01T12:00")
    monday = try Self.date("yoga", places: 20)
    spinning = try Self.date("spinning", places: 20)
  }

  private static func date(_ uid: String, places: Int) throws -> ClassOccurrence {
    let series = ClassSeries(
      uid, from: try Gym.at("2026-03-02T18:00").in(try Zone("Europe/Madrid")), lasting: .hours(1),
      places: places, uid: uid)
    return try #require(series.nextOccurrences(from: Gym.at("2026-03-01T12:00"), limit: 1).first)
  }

  private func roster(_ date: ClassOccurrence, in store: MemoryStore<RosterKey, Roster>) async -> Roster {
    await store.load([date.key])[date.key]?.book ?? Roster(of: date)
  }

  @Test(
    "eight desks on one store that fails at random, each request with a key and some sent twice: each place is given once",
    arguments: [0, 3])
  func race(remembering: Int) async throws {
    let store = FailingStore(seed: 7)
    let (monday, now) = (monday, now)
    let granted = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<8 {
        group.addTask {
          let desk = BookingDesk(store, within: .seconds(3_600), remembering: remembering)
          var granted = 0
          for booking in stride(from: number, to: 80, by: 8) {
            let first = try await desk.request(
              .book("member\(booking)"), of: monday, now: now, key: "request-\(booking)")
            if first.outcome == .confirmed { granted += 1 }
            guard booking % 3 == 0 else { continue }
            let again = try await desk.request(
              .book("member\(booking)"), of: monday, now: now, key: "request-\(booking)")
            #expect(again.outcome == first.outcome)
          }
          return granted
        }
      }
      return try await group.reduce(0, +)
    }
    let roster = await roster(monday, in: store.store)
    #expect(granted == 20 && roster.takenPlaces == 20 && roster.bookings.count == 20)
  }

  @Test("tasks of one desk take turns: one load and one write each, and none when the book is remembered")
  func turns() async throws {
    let store = FailingStore(seed: 1, isFailing: false)
    let (monday, now) = (monday, now)
    let desk = BookingDesk(store, tries: 1, remembering: 10)
    try await withThrowingTaskGroup(of: RosterDecision.self) { group in
      for number in 0..<20 {
        group.addTask { try await desk.request(.book("m\(number)"), of: monday, now: now) }
      }
      for try await decision in group { #expect(decision.outcome == .confirmed) }
    }
    #expect(await store.loads == 1)
  }

  @Test("a refusal on a remembered book that others have changed meanwhile is decided again")
  func staleRefusal() async throws {
    let store = MemoryStore<RosterKey, Roster>()
    let one = try Self.date("yoga", places: 1)
    let (desk, other) = (BookingDesk(store, remembering: 1), BookingDesk(store))
    _ = try await desk.request(.book("ana"), of: one, now: now)
    _ = try await other.request(.cancel("ana"), of: one, now: now)
    #expect(try await desk.request(.book("bob"), of: one, now: now).outcome == .confirmed)
    #expect(try await other.request(.book("cyd"), of: one, now: now).isRefused)
  }

  @Test("a member's two classes are booked in one write, or neither, and a class at the same time is refused")
  func atomic() async throws {
    let desk = BookingDesk(MemoryStore<RosterKey, Roster>())
    let later = try #require(
      ClassSeries(
        "late", from: try Gym.at("2026-03-02T20:00").in(try Zone("Europe/Madrid")), lasting: .hours(1),
        places: 1,
        uid: "late"
      ).nextOccurrences(from: now, limit: 1).first)
    let both = [RosterRequest(.book("ana"), of: monday), RosterRequest(.book("ana"), of: later)]
    let first = try await desk.request(both, now: now, key: "r")
    let again = try await desk.request(both, now: now, key: "r")
    #expect(first.map(\.outcome) == [.confirmed, .confirmed] && again.map(\.outcome) == first.map(\.outcome))
    #expect(again.allSatisfy { $0.events.isEmpty })
    let turned = try await desk.request(both.reversed(), now: now, key: "r")
    #expect(turned.map(\.outcome) == first.map(\.outcome) && turned.allSatisfy { $0.events.isEmpty })
    let bob = [RosterRequest(.book("bob"), of: monday), RosterRequest(.book("bob"), of: later)]
    let refused = try await desk.request(bob, now: now)
    #expect(refused.map(\.isRefused) == [false, true])
    #expect(await roster(monday, in: desk.store).bookings.map(\.member) == ["ana"])
    let together = [RosterRequest(.book("eve"), of: monday), RosterRequest(.book("eve"), of: spinning)]
    #expect(try await desk.request(together, now: now).map(\.isRefused) == [false, true])
    #expect(try await desk.request(.book("ana"), of: spinning, beside: [monday], now: now).isRefused)
    #expect(try await !desk.request(.book("ana"), of: spinning, now: now).isRefused)
  }

  @Test(
    "members who book two classes at the same time, from two desks at once, get one of them",
    arguments: 1...20)
  func skew(seed: UInt64) async throws {
    let store = FailingStore(seed: seed)
    let (monday, spinning, now) = (monday, spinning, now)
    // However long the other tests keep the processors: the tries are what is bounded here.
    let desks = [0, 1].map { _ in BookingDesk(store, within: .seconds(3_600)) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for member in 0..<8 {
        for (desk, dates) in zip(desks, [(monday, spinning), (spinning, monday)]) {
          group.addTask {
            _ = try await desk.request(
              .book("m\(member)"), of: dates.0, beside: [dates.1], now: now, key: "\(member)/\(dates.0.uid)")
          }
        }
      }
      try await group.waitForAll()
    }
    let members = await [roster(monday, in: store.store), roster(spinning, in: store.store)].map { roster in
      roster.bookings.filter { $0.state.takesPlaces }.map(\.member)
    }
    #expect(Set(members.joined()).count == 8 && members.joined().count == 8)
  }

  @Test("the events of a change lead from the book that was loaded to the new one")
  func events() async throws {
    var random = SeededGenerator(seed: 25)
    let rosters = BookingDesk(EventStore<RosterKey, Roster>())
    for number in 0..<300 {
      let command = RosterCommand.random(of: 30, using: &random)
      let dates = Bool.random(using: &random) ? [monday, spinning] : [monday]
      _ = try await rosters.request(
        dates.map { RosterRequest(command, of: $0) }, now: now.adding(seconds: 60 * number),
        key: number.isMultiple(of: 2) ? "\(number)" : nil)
    }
    #expect(await rosters.store.isConsistent)
    let written = await rosters.store.written
    #expect(written.whole <= 2 && written.events > 50)
    let sessions = BookingDesk(EventStore<String, SessionBook>())
    let start = try Gym.at("2026-03-03T10:00").in(try Zone("Europe/Madrid"))
    for number in 0..<40 {
      let request = SessionRequest(["bob"], at: start.adding(.hours(number / 2)))
      _ = try await sessions.request(.book(request), by: "eva", in: "gym", now: now, key: "\(number)")
    }
    #expect(await sessions.store.isConsistent)
    #expect(await sessions.store.written == (whole: 1, events: 19))
  }

  /// A request that waits for two books is before those that come later, however many these are.
  @Test("a request for two books is not overtaken by requests for one of them", .timeLimit(.minutes(60)))
  func turnsOfSeveral() async throws {
    let desk = BookingDesk(SlowStore())
    let counter = Counter()
    var overtaking = 0
    let singles = Task {
      await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<8 {
          group.addTask {
            while !Task.isCancelled {
              try await desk.perform(on: number.isMultiple(of: 2) ? "a" : "b", else: 0) { $0 += 1 }
              await counter.count()
            }
          }
        }
      }
    }
    while await counter.number < 20 { await Task.yield() }
    for _ in 0..<5 {
      let before = await counter.number
      try await desk.perform(on: ["a", "b"]) { books in books["a", default: 0] += 1 }
      overtaking = max(overtaking, await counter.number - before)
    }
    singles.cancel()
    await singles.value
    // Each of the eight tasks has one request at a time, and some more end while the counter is read.
    #expect(overtaking < 100)
  }

  @Test("a request whose task is cancelled stops waiting, and delays no others", .timeLimit(.minutes(60)))
  func cancelled() async throws {
    let store = SlowStore()
    await store.close()
    let desk = BookingDesk(store)
    let first = Task { try await desk.perform(on: "a", else: 0) { $0 += 1 } }
    while await store.loads == 0 { await Task.yield() }
    let second = Task { try await desk.perform(on: ["a", "b"]) { $0["b"] = 7 } }
    try await Task.sleep(for: .milliseconds(20))
    let third = Task { try await desk.perform(on: "b", else: 0) { $0 += 1 } }
    try await Task.sleep(for: .milliseconds(20))
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    await store.open()
    try await first.value
    try await third.value
    #expect(await store.store.load(["a", "b"]).mapValues(\.book) == ["a": 1, "b": 1])
  }

  @Test("a refusal that depends on two books is of a state that was")
  func tornRefusal() async throws {
    // The one thing is in one of the two books at every moment.
    let store = SlowStore(["a": 0, "b": 1], movesOnce: true)
    let sum = try await BookingDesk(store).perform(on: ["a", "b"]) { $0.values.reduce(0, +) }
    #expect(sum == 1)
  }

  private struct Wrong: Error {}

  @Test(
    "an error of a change on books that others have changed meanwhile is decided again, and one on current books is thrown"
  )
  func staleError() async throws {
    let store = MemoryStore<String, Int>()
    let (desk, other) = (BookingDesk(store, remembering: 1), BookingDesk(store))
    try await desk.perform(on: "a", else: 0) { $0 = 1 }
    try await other.perform(on: "a", else: 0) { $0 = 2 }
    let found = try await desk.perform(on: "a", else: 0) { book in
      if book != 2 { throw Wrong() }
      return book
    }
    #expect(found == 2)
    await #expect(throws: Wrong.self) { try await desk.perform(on: "a", else: 0) { _ in throw Wrong() } }
    // The one thing is in one of the two books at every moment.
    let moving = SlowStore(["a": 0, "b": 1], movesOnce: true)
    let sum = try await BookingDesk(moving).perform(on: ["a", "b"]) { books in
      let sum = books.values.reduce(0, +)
      if sum != 1 { throw Wrong() }
      return sum
    }
    #expect(sum == 1)
    await #expect(throws: Wrong.self) {
      try await BookingDesk(moving).perform(on: ["a", "b"]) { _ in throw Wrong() }
    }
  }

  @Test(
    "another set of classes under the same key is decided anew as a whole, and is no single request with a like key"
  )
  func keysOfSets() async throws {
    let desk = BookingDesk(MemoryStore<RosterKey, Roster>())
    let start = try Gym.at("2026-03-02T21:00").in(try Zone("Europe/Madrid"))
    let pilates = try #require(
      ClassSeries("pilates", from: start, lasting: .hours(1), places: 9, uid: "pilates")
        .nextOccurrences(from: now, limit: 1).first)
    let later = try #require(
      ClassSeries("late", from: start.adding(.hours(1)), lasting: .hours(1), places: 9, uid: "late")
        .nextOccurrences(from: now, limit: 1).first)
    func request(_ dates: [ClassOccurrence], _ key: String) async throws -> [RosterOutcome] {
      try await desk.request(dates.map { RosterRequest(.book("ana"), of: $0) }, now: now, key: key).map(
        \.outcome)
    }
    #expect(try await request([monday, pilates], "K") == [.confirmed, .confirmed])
    #expect(try await request([monday, later], "K")[0] == .refused([.alreadyBooked]))
    #expect(await roster(later, in: desk.store).bookings.isEmpty)
    #expect(try await request([monday, pilates], "K") == [.confirmed, .confirmed])
    // Of another member, who happens to have such a key.
    for key in ["K", "K/1"] {
      let bob = try await desk.request(.book("bob \(key)"), of: pilates, now: now, key: key)
      #expect(bob.outcome == .confirmed)
    }
  }

  @Test("session books by name, and whole gyms as one book")
  func otherBooks() async throws {
    let now = now
    let sessions = BookingDesk(MemoryStore<String, SessionBook>())
    let start = try Gym.at("2026-03-03T10:00").in(try Zone("Europe/Madrid"))
    let request = SessionCommand.book(SessionRequest(["bob"], at: start))
    let granted = try await withThrowingTaskGroup(of: Bool.self) { group in
      for coach in ["eva", "leo", "mia"] {
        group.addTask { try await !sessions.request(request, by: coach, in: "gym", now: now).isRefused }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    // One client, one hour: one coach.
    #expect(granted == 1)
    let gym = BookingDesk(MemoryStore(["gym": ClassBook([try Gym.yoga(places: 1)])]))
    let first = try Gym.at("2026-03-02T18:00")
    let outcomes = try await ["ana", "bob"].asyncMap { member in
      try await gym.perform(on: "gym", else: ClassBook()) {
        $0.request(.book(member), of: "yoga", at: first, now: now)
      }.outcome
    }
    #expect(outcomes[0] == .confirmed && !outcomes[1].refusals.isEmpty)
  }
}

extension Array where Element: Sendable {
  fileprivate func asyncMap<T>(_ transform: (Element) async throws -> T) async rethrows -> [T] {
    var results: [T] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
