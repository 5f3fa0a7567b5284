import AlmanacScheduling
import AlmanacTime
import Testing

/// A store of which each load fails, as long as it is closed, once it is told to.
private actor ClosedStore: BookingStore {
  private(set) var loads = 0
  private var isHeld = true
  private var isOpen = false
  private let store = MemoryStore<String, Int>()

  func release() { isHeld = false }
  func open() { isOpen = true }

  func load(_ keys: [String]) async throws -> [String: StoredBook<Int, Int>] {
    loads += 1
    while isHeld { try await Task.sleep(for: .milliseconds(1)) }
    if isOpen { return await store.load(keys) }
    throw StoreInterruption("closed", mayHaveWritten: false)
  }

  func replace(_ changes: [BookChange<String, Int, Int>]) async -> [String: Int]? {
    await store.replace(changes)
  }
}

@Suite("Desks while the store fails")
struct StoreOutageTests {
  private let now: Instant
  private let monday: ClassOccurrence

  init() throws {
    now = try Gym.at("2026-03-01T12:00")
    monday = try #require(Gym.yoga().nextOccurrences(from: now, limit: 1).first)
  }

  @Test("what may have been written is tried again only with a key, and tries and their time are bounded")
  func bounds() async throws {
    struct Broken: RosterStore {
      let mayHaveWritten: Bool
      func load(_ keys: [RosterKey]) -> [RosterKey: StoredBook<Roster, Int>] { [:] }
      func replace(_ changes: [BookChange<RosterKey, Roster, Int>]) throws -> [RosterKey: Int]? {
        throw StoreInterruption("broken", mayHaveWritten: mayHaveWritten)
      }
    }
    await #expect(throws: StoreInterruption.self) {
      try await BookingDesk(Broken(mayHaveWritten: true)).request(.book("a"), of: monday, now: now)
    }
    for (mayHaveWritten, key) in [(true, "k"), (false, nil)] as [(Bool, String?)] {
      let desk = BookingDesk(Broken(mayHaveWritten: mayHaveWritten), tries: 3)
      await #expect {
        try await desk.request(.book("a"), of: monday, now: now, key: key)
      } throws: {
        ($0 as? SchedulingError)?.code == .tooManyTries
      }
    }
    // The time is bounded too: without it the tries would take a week.
    await #expect {
      let desk = BookingDesk(Broken(mayHaveWritten: false), tries: 2_000_000, within: .milliseconds(20))
      return try await desk.request(.book("a"), of: monday, now: now)
    } throws: {
      ($0 as? SchedulingError)?.code == .tooManyTries && "\($0)".contains("broken")
    }
  }

  @Test("the error after all tries states the last failure of the store")
  func lastFailure() async throws {
    struct Unreachable: RosterStore {
      func load(_ keys: [RosterKey]) throws -> [RosterKey: StoredBook<Roster, Int>] {
        throw StoreInterruption("no route to db.example.org", mayHaveWritten: false)
      }
      func replace(_ changes: [BookChange<RosterKey, Roster, Int>]) -> [RosterKey: Int]? { nil }
    }
    await #expect {
      try await BookingDesk(Unreachable(), tries: 2).request(.book("a"), of: monday, now: now)
    } throws: {
      ($0 as? SchedulingError)?.code == .tooManyTries && "\($0)".contains("no route to db.example.org")
    }
  }

  @Test(
    "requests that wait for one that fails end with it, none of them tried for the whole time again, and later ones are tried",
    .timeLimit(.minutes(60)))
  func outage() async throws {
    let store = ClosedStore()
    // No time for further tries, so that each request would make one.
    let desk = BookingDesk(store, within: .zero)
    let begun = Counter()
    let outcomes = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<20 {
        group.addTask {
          await begun.count()
          do {
            try await desk.perform(on: "a", else: 0) { $0 += 1 }
            return "\(number) written"
          } catch { return "\(error)" }
        }
        while await store.loads == 0 { await Task.yield() }
      }
      while await begun.number < 20 { await Task.yield() }
      try await Task.sleep(for: .milliseconds(100))
      await store.release()
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.count == 20 && outcomes.allSatisfy { $0.contains("closed") }, "\(outcomes)")
    // One that came only after the failure is tried.
    #expect(await store.loads < 10)
    let before = await store.loads
    await #expect(throws: SchedulingError.self) { try await desk.perform(on: "a", else: 0) { $0 += 1 } }
    #expect(await store.loads == before + 1)
    await store.open()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 { group.addTask { try await desk.perform(on: "a", else: 0) { $0 += 1 } } }
      try await group.waitForAll()
    }
    #expect(try await desk.perform(on: "a", else: 0) { $0 } == 20)
  }
}
