import Almanac
import Foundation
import Testing

/// A backend of appointments: free slots, requests, cancellations; its state is JSON.
private struct BookingBackend {
  var book = SessionBook(freeCancellationBefore: .hours(24))
  let coach = "eva@example.org"
  let hours: Availability
  let policy = BookingPolicy(every: .minutes(30), minimumNotice: .hours(2))

  init(in zone: Zone) throws {
    hours = Availability(try WeeklyHours("mon-fri 09:00-12:00"), in: zone)
  }

  func slots(for client: String, in range: Range<Instant>, now: Instant) throws -> SlotGrid {
    try book.slots(
      of: coach, with: client, lasting: .hours(1), in: range, availability: hours, policy: policy, at: now)
  }
  mutating func register(_ client: String, name: String, now: Instant) {
    _ = book.request(.addClient(.init(client, name: name)), by: coach, now: now)
  }
  mutating func request(_ client: String, at start: ZonedDateTime, now: Instant) throws -> SessionDecision {
    let day = start.local.date
    let window = QueryWindow(days: day..<day.adding(days: 1), in: start.zone).range
    let offer = try slots(for: client, in: window, now: now)
    return book.request(
      .schedule(client: client, at: start, lasting: .hours(1)), by: coach, now: now, offering: offer)
  }
}

@Test("Slots, requests, cancellations, stored as JSON")
func bookingBackend() throws {
  let madrid = try Zone("Europe/Madrid")
  let now = try CivilDateTime("2026-03-02T08:15").in(madrid).instant  // a Monday
  var backend = try BookingBackend(in: madrid)
  backend.register("ana@example.org", name: "Ana", now: now)
  backend.register("bob@example.org", name: "Bob", now: now)

  let monday = QueryWindow(days: try CivilDate("2026-03-02")..<CivilDate("2026-03-03"), in: madrid).range
  func starts(_ client: String) throws -> [String] {
    try backend.slots(for: client, in: monday, now: now).map { $0.start.in(madrid).local.time.description }
  }
  // Starts are 9:00, 9:30 … 11:00; two hours of notice leave out those before 10:15.
  #expect(try starts("ana@example.org") == ["10:30:00", "11:00:00"])

  let half = try CivilDateTime("2026-03-02T10:30").in(madrid)
  let made = try backend.request("ana@example.org", at: half, now: now)
  #expect(made.refusals.isEmpty)
  #expect(try starts("bob@example.org") == [])  // 11:00 overlaps 10:30–11:30
  let refused = try backend.request("bob@example.org", at: half, now: now)
  #expect(!refused.refusals.isEmpty)
  for refusal in refused.refusals { #expect(!refusal.description.isEmpty) }
  let early = try backend.request(
    "bob@example.org", at: CivilDateTime("2026-03-02T09:00").in(madrid), now: now)
  #expect(!early.refusals.isEmpty)

  // The next process.
  let data = try JSONEncoder().encode(backend.book)
  var next = try BookingBackend(in: madrid)
  next.book = try JSONDecoder().decode(SessionBook.self, from: data)
  #expect(next.book == backend.book)
  let session = try #require(next.book.nextSessions(of: next.coach, from: now, limit: 5).first)
  #expect(session.client == "ana@example.org")
  #expect(session.start == half)

  // Two hours before is late for a free cancellation; the slot is free again all the same.
  let cancelled = next.book.request(.cancel(session.id), by: next.coach, now: now)
  #expect(cancelled.refusals.isEmpty)
  #expect(next.book.nextSessions(of: next.coach, from: now, limit: 5).isEmpty)
  #expect(next.book.session(session.id, of: next.coach)?.state == .cancelled(isLate: true))
  backend = next
  #expect(try starts("bob@example.org") == ["10:30:00", "11:00:00"])
}
