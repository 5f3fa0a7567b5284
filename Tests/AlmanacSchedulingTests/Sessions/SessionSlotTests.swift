import AlmanacEvents
import AlmanacScheduling
import AlmanacTime
import TestSupport
import Testing

@Suite("Sessions and slots")
struct SessionSlotTests {
  @Test(
    "what is listed around a session book can be booked on it, what is not is in conflict",
    arguments: UInt64(1)...12)
  func listedIsBookable(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let madrid = try Zone("Europe/Madrid")
    let now = try instant("2026-03-01T12:00", in: madrid)
    var book = SessionBook()
    for coach in ["ana", "leo"] {
      _ = book.request(.addClient(SessionBook.Client("bob")), by: coach, now: now)
    }
    let first = try zoned("2026-03-02T08:00", madrid)
    for _ in 0..<12 {
      let start = first.adding(.minutes(random.int(0...160) * 15))
      _ = book.request(
        .schedule(client: "bob", at: start, lasting: .minutes(random.int(1...6) * 15)),
        by: random.one(of: ["ana", "leo"]), now: now, uids: .seeded(seed))
    }
    let coach = Availability(try WeeklyHours("mon-tue 08:00-20:00"), in: madrid)
    let grid = try SlotGrid(
      lasting: .minutes(45), in: try days("2026-03-02", "2026-03-04", in: madrid),
      for: [
        SlotParticipant("ana", availability: coach, busy: book.busy(of: "ana")),
        SlotParticipant("bob", busy: book.busy(of: "bob")),
      ], policy: BookingPolicy(every: .minutes(15)), at: now)
    for candidate in grid.candidates where !candidate.reasons.contains(.outsideHours(of: "ana")) {
      let decision = book.decide(
        .schedule(client: "bob", at: candidate.slot.start, lasting: .minutes(45)), by: "ana", now: now)
      #expect(decision.isRefused != candidate.isAvailable)
      #expect(Set(decision.refusals.map { $0.code }) == Set(candidate.reasons.map { $0.code }))
    }
  }

  @Test("eight tasks want the same coach at the same times: each time is given once")
  func race() async throws {
    let madrid = try Zone("Europe/Madrid")
    let now = try instant("2026-03-01T12:00", in: madrid)
    let first = try zoned("2026-03-02T08:00", madrid)
    var book = SessionBook()
    for client in 0..<8 {
      _ = book.request(.addClient(SessionBook.Client("client \(client)")), by: "ana", now: now)
    }
    let desk = BookingDesk(MemoryStore(["ana": book]))
    let granted = try await withThrowingTaskGroup(of: Int.self) { group in
      for client in 0..<8 {
        group.addTask {
          var granted = 0
          for hour in 0..<40 {
            let command = SessionCommand.schedule(client: "client \(client)", at: first.adding(.hours(hour)))
            let decision = try await desk.request(command, by: "ana", in: "ana", now: now)
            if !decision.isRefused { granted += 1 }
          }
          return granted
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(granted == 40)
    let starts = try #require(await desk.store.load(["ana"])["ana"]).book.sessions(of: "ana").map {
      $0.start.instant
    }
    #expect(Set(starts).count == 40)
  }
}
