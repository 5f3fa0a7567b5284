import Almanac
import AlmanacICS
import AlmanacSync
import CalDAV
import CalDAVBookings
import DAVServers
import Foundation
import Testing

@Suite("Bookings in a calendar of a server")
struct StoreTests {
  private let yoga: ClassSeries
  private let start: ZonedDateTime
  private let now: Instant
  private let gym = Organizer("mailto:gym@example.org")

  init() throws {
    start = try CivilDateTime("2026-03-02T18:00").in(try Zone("Europe/Madrid"))
    now = start.adding(.days(-1)).instant
    yoga = ClassSeries(
      "Yoga", from: start, lasting: .hours(1), repeating: RecurrenceRule(.weekly), places: 1, uid: "yoga")
  }

  private func date(_ week: Int, of series: ClassSeries? = nil) throws -> ClassOccurrence {
    let found = (series ?? yoga).occurrences(on: start.adding(.days(7 * week)).local.date)
    return try #require(found.first)
  }

  @Test(
    "two desks give a place once, and what other programs have written stays",
    arguments: RunningServer.Kind.allCases)
  func booking(_ kind: RunningServer.Kind) async throws {
    let server = try await RunningServer(kind)
    let calendar = try server.calendar()
    let stores = [calendar, try server.calendar()].map {
      CalDAVStore($0, allowsStrangers: kind == .xandikos)
    }
    let desks = stores.map { BookingDesk($0, remembering: 1) }
    try await stores[0].add(yoga, organizer: gym)
    let plain = try await calendar.read("yoga.ics")
    let text = String(decoding: plain.bytes, as: UTF8.self)
      .replacing("SUMMARY:Yoga", with: "SUMMARY:Yoga\r\nX-OTHER:kept\r\nURL:https://example.org/yoga")
    _ = try await calendar.write(Array(text.utf8), to: "yoga.ics", replacing: plain.token)

    let (monday, next, now) = (try date(0), try date(1), now)
    let first = try await desks[0].request(.book("ana@example.org"), of: monday, now: now, key: "1")
    #expect(first.outcome == .confirmed)
    let second = try await desks[1].request(.book("bob@example.org"), of: monday, now: now, key: "2")
    #expect(second.refusals == [.full(free: 0, waiting: 0)])
    // The answer is in the calendar, so that any machine gives it again.
    #expect(
      try await desks[1].request(.book("ana@example.org"), of: monday, now: now, key: "1").outcome
        == .confirmed)
    let waiting = try await desks[1].request(
      [
        RosterRequest(.book("bob@example.org", waitlist: true), of: monday),
        RosterRequest(.book("bob@example.org"), of: next),
      ],
      now: now, key: "3")
    #expect(waiting.map(\.outcome) == [.waitlisted(position: 1), .confirmed])

    let stored = String(decoding: try await calendar.read("yoga.ics").bytes, as: UTF8.self).replacing(
      "\r\n ", with: "")
    let attendees = stored.split(separator: "\r\n").filter { $0.hasPrefix("ATTENDEE") }
    #expect(attendees.count == 3 && attendees.allSatisfy { $0.contains("SCHEDULE-AGENT=CLIENT") })
    #expect(stored.contains("X-OTHER:kept") && stored.contains("URL:https://example.org/yoga"))
    let book = ClassBook(try #require(try ICSDocument(parsing: stored).calendars.first))
    #expect(book.bookings(of: "bob@example.org").count == 2)
    #expect(try await calendar.refusesStrangers() == (kind == .radicale))
  }

  @Test("a refusal on a remembered class that another program has changed is decided again")
  func staleRefusal() async throws {
    let server = try await RunningServer(.radicale)
    let stores = [CalDAVStore(try server.calendar()), CalDAVStore(try server.calendar())]
    let desks = stores.map { BookingDesk($0, remembering: 1) }
    try await stores[0].add(yoga, organizer: gym)
    let (monday, now) = (try date(0), now)
    _ = try await desks[1].request(.book("ana@example.org"), of: monday, now: now)
    #expect(try await desks[0].request(.book("eva@example.org"), of: monday, now: now).isRefused)
    _ = try await desks[1].request(.cancel("ana@example.org"), of: monday, now: now)
    let again = try await desks[0].request(.book("eva@example.org"), of: monday, now: now)
    #expect(again.outcome == .confirmed)
  }

  @Test(
    "nobody is booked in a calendar that the server gives to anybody, and nothing but a refusal proves that it does not"
  )
  func privacy() async throws {
    let server = try await RunningServer(.xandikos)
    let store = CalDAVStore(try server.calendar())
    try await store.add(yoga, organizer: gym)
    let before = try await server.calendar().read("yoga.ics")
    await #expect {
      try await BookingDesk(store).request(.book("ana@example.org"), of: try date(0), now: now)
    } throws: {
      ($0 as? SyncError)?.code == .public
    }
    #expect(try await server.calendar().read("yoga.ics") == before)
    let sync = try await DeceivedSync()
    #expect(try await !sync.collection.refusesStrangers())
    for lie in ["list-500", "list-403", "list-cut"] {
      try await sync.lie(lie)
      await #expect(throws: SyncError.self) { try await sync.collection.refusesStrangers() }
      #expect(try await !sync.collection.refusesStrangers("a.ics"))
    }
    try await sync.lie("private")
    #expect(try await sync.collection.refusesStrangers())
  }

  @Test("rosters of two classes are not written together, and a class that is not there cannot be booked")
  func refusals() async throws {
    let server = try await RunningServer(.xandikos)
    let store = CalDAVStore(try server.calendar(), allowsStrangers: true)
    let desk = BookingDesk(store)
    let later = start.adding(.hours(2))
    let spinning = ClassSeries("Spinning", from: later, lasting: .hours(1), places: 2, uid: "spinning")
    try await store.add(yoga, organizer: gym)
    let (monday, other) = (try date(0), try date(0, of: spinning))
    await #expect {
      try await desk.request(.book("ana@example.org"), of: other, now: now)
    } throws: {
      ($0 as? SyncError)?.code == .notFound
    }
    try await store.add(spinning, organizer: gym)
    await #expect {
      try await desk.request(
        [RosterRequest(.book("ana"), of: monday), RosterRequest(.book("ana"), of: other)], now: now)
    } throws: {
      ($0 as? SyncError)?.code == .notAtomic
    }
    await #expect {
      try await store.add(yoga, organizer: gym)
    } throws: {
      ($0 as? SyncError)?.code == .conflict
    }
    #expect(try await store.load([monday.key, other.key]).values.allSatisfy { $0.book.bookings.isEmpty })
  }

  @Test(
    "K3 eight processes and a restart: a hundred of four hundred requests get a place",
    arguments: RunningServer.Kind.allCases)
  func race(_ kind: RunningServer.Kind) throws {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
      path: "CalDAVRace")
    process.arguments = [kind.rawValue, "--requests", "400"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
    #expect(
      text.contains("100 of 400 requests granted, 100 of 100 places taken, 100 granted again by their keys"))
    let restart = try #require(text.firstMatch(of: /restarted before place ([0-9]+)/))
    #expect(try #require(Int(restart.1)) <= 100)
  }
}
