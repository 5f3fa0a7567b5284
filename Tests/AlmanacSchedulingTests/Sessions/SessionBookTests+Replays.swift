import AlmanacEvents
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime
import Foundation
import Testing

extension SessionBookTests {
  @Test("a key answers its own request only, and each coach has keys of their own")
  mutating func keys() throws {
    let request = SessionCommand.schedule(client: "bob", at: monday)
    let first = book.request(request, by: "ana", now: now, key: "1", uids: .seeded(1))
    let other = SessionCommand.schedule(client: "eva", at: monday.adding(.hours(2)))
    #expect(book.decide(other, by: "ana", now: now, key: "1").refusals == [.keyReused])
    let leos = SessionCommand.schedule(client: "bob", at: monday.adding(.hours(4)))
    #expect(!book.request(leos, by: "leo", now: now, key: "1", uids: .seeded(2)).isRefused)
    let before = book
    for _ in 0..<2 {
      let again = book.request(request, by: "ana", now: now, key: "1", uids: .seeded(3))
      #expect(again.session == first.session && !again.isRefused)
    }
    #expect(book == before)
    #expect(try stored(book) == before)
  }

  @Test("a series that is sent again books nothing more")
  mutating func repeatedSeries() throws {
    _ = schedule("eva", at: monday.adding(.days(7)))
    let rule = RecurrenceRule(.weekly, until: .count(3))
    func plan(_ book: inout SessionBook) -> BatchOutcome<PlannedSession> {
      book.requestSeries(
        SessionRequest(["bob"], at: monday), repeating: rule, .skipping, by: "ana", now: now, key: "term",
        uids: .seeded(4))
    }
    let once = plan(&book)
    #expect(once.isBooked && once.refused.count == 1)
    let before = book
    #expect(plan(&book) == once)
    #expect(book == before)
  }

  @Test("replays and repeated requests give the same state")
  mutating func replaying() throws {
    var log: [SessionEvent] = []
    var live = SessionBook()
    func perform(_ command: SessionCommand, _ key: String) throws -> SessionDecision {
      let decision = live.decide(command, by: "ana", now: now, key: key, uids: .seeded(3))
      try live.apply(decision)
      log += decision.events
      return decision
    }
    _ = try perform(.addClient(SessionBook.Client("bob")), "1")
    let once = try perform(.schedule(client: "bob", at: monday), "2")
    let twice = try perform(.schedule(client: "bob", at: monday), "2")
    #expect(once.session == twice.session)
    #expect(twice.events.isEmpty)
    var replayed = SessionBook()
    try replayed.apply(log)
    #expect(replayed == live)
    let error = #expect(throws: SchedulingError.self) { try replayed.apply(log) }
    #expect(error?.code == .staleVersion)
  }

  @Test("A book whose last client was removed equals the one that is read back")
  func lastClient() throws {
    var book = SessionBook()
    let now = Instant(secondsSinceEpoch: 1_772_438_400)
    _ = book.request(.addClient(SessionBook.Client("bob", name: "Bob")), by: "ana", now: now)
    _ = book.request(.removeClient("bob"), by: "ana", now: now)
    #expect(try JSONDecoder().decode(SessionBook.self, from: JSONEncoder().encode(book)) == book)
    #expect(book.coaches.isEmpty)
  }

  @Test("A book whose sessions became shorter equals the one that is read back")
  mutating func shorter() throws {
    let first = try #require(schedule("eva", at: monday).session)
    _ = book.request(.start(first.uid), by: "ana", now: monday.instant)
    _ = book.request(.complete(first.uid), by: "ana", now: monday.instant.adding(seconds: 480))
    let read = try JSONDecoder().decode(SessionBook.self, from: JSONEncoder().encode(book))
    #expect(read == book && read.hashValue == book.hashValue)
  }
}
