import Almanac
import Foundation
import PostgresStore
import Testing

/// A server in a folder of its own, which ends with this process.
private struct Server: Sendable {
  static let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "server").path
  let folder = FileManager.default.temporaryDirectory.appending(path: "db-\(UUID().uuidString.prefix(8))")
    .path
  let settings: String

  init() throws {
    settings = "host=\(folder) user=postgres dbname=postgres"
    try Self.run("start", folder, "\(ProcessInfo.processInfo.processIdentifier)")
  }

  private static func run(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: script)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }
}

@Suite("Bookings in a database that several machines share")
struct PostgresStoreTests {
  private typealias Store = PostgresStore<RosterKey, Roster>
  /// Started, and its tables made, once.
  private static let server = Task {
    let server = try Server()
    try await Store(server.settings, gym: "").migrate()
    return server
  }

  private let settings: String
  private let gym = UUID().uuidString
  private let monday: ClassOccurrence
  private let spinning: ClassOccurrence
  private let now: Instant

  init() async throws {
    settings = try await Self.server.value.settings
    let start = try CivilDateTime("2026-03-02T18:00").in(try Zone("Europe/Madrid"))
    now = start.adding(.days(-1)).instant
    let dates = ["yoga", "spinning"].compactMap { uid in
      ClassSeries(uid, from: start, lasting: .hours(1), places: 2, uid: uid).occurrences(on: start.local.date)
        .first
    }
    (monday, spinning) = (try #require(dates.first), try #require(dates.last))
  }

  private func store(_ gym: String? = nil) -> Store { Store(settings, gym: gym ?? self.gym) }

  @Test("a book is replaced only in the version that was loaded, alone and beside others, and gyms are apart")
  func versions() async throws {
    let (one, other, elsewhere) = (store(), store(), store("another"))
    let (key, beside) = (monday.key, spinning.key)
    var roster = Roster(of: monday)
    try roster.apply(roster.decide(.book("ana"), at: now))
    let first = try #require(try await one.replace([BookChange(key, roster, replacing: nil)])?[key])
    #expect(try await other.replace([BookChange(key, roster, replacing: nil)]) == nil)
    let bob = roster.decide(.book("bob"), at: now)
    try roster.apply(bob)
    let second = try #require(
      try await other.replace([BookChange(key, roster, replacing: first, by: bob.events)])?[key])
    #expect(try await one.replace([BookChange(key, roster, replacing: first, by: bob.events)]) == nil)
    let both = [
      BookChange(beside, Roster(of: spinning), replacing: nil), BookChange(key, roster, replacing: first),
    ]
    #expect(try await other.replace(both) == nil)
    #expect(try await other.load([key, beside]).map(\.key) == [key])
    let guarded = [
      BookChange(beside, Roster(of: spinning), replacing: nil), BookChange(key, nil, replacing: second),
    ]
    #expect(try await other.replace(guarded)?.map(\.key) == [beside])
    #expect(try await other.replace([BookChange(key, nil, replacing: second)]) == [:])
    #expect(try await other.replace([BookChange(key, nil, replacing: first)]) == nil)
    #expect(try await one.load([key])[key]?.book.bookings.map(\.member) == ["ana", "bob"])
    #expect(try await one.versions(of: [key, beside]) == [key: 2, beside: 1])
    #expect(try await elsewhere.load([key]).isEmpty)
  }

  @Test(
    "a book of events, of which some are written whole, is loaded as it is in memory",
    arguments: [true, false])
  func events(isAlternating: Bool) async throws {
    let stores = [store(), store()]
    let desks = stores.map { BookingDesk($0, remembering: isAlternating ? 0 : 1) }
    var roster = Roster(of: monday)
    for number in 0..<200 {
      let member = "m\(number * 7_919 % 5)"
      let command: RosterCommand =
        number * number % 11 < 5 ? .book(member, waitlist: true) : .cancel(member)
      let key = number % 3 == 0 ? "key-\(number)" : nil
      _ = try? roster.apply(roster.decide(command, at: now, key: key))
      let desk = desks[isAlternating ? number % 2 : 0]
      _ = try await desk.request(command, of: monday, now: now, key: key)
      guard number % 20 == 19 else { continue }
      let loaded = try #require(try await stores[1].load([monday.key])[monday.key])
      #expect(loaded.book == roster)
    }
  }

  @Test("members who ask for two classes at one time from two machines get one of them")
  func skew() async throws {
    let desks = [BookingDesk(store()), BookingDesk(store())]
    let (monday, spinning, now) = (monday, spinning, now)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for member in ["ana", "bob"] {
        for (desk, dates) in zip(desks, [(monday, spinning), (spinning, monday)]) {
          group.addTask {
            _ = try await desk.request(
              .book(member), of: dates.0, beside: [dates.1], now: now, key: "\(member)/\(dates.0.uid)")
          }
        }
      }
      try await group.waitForAll()
    }
    let books = try await desks[0].store.load([monday.key, spinning.key]).values
    #expect(books.flatMap { $0.book.bookings.map(\.member) }.sorted() == ["ana", "bob"])
  }

  @Test("a session book of a gym, in which a client is not booked twice")
  func sessions() async throws {
    let desk = BookingDesk(PostgresStore<String, SessionBook>(settings, gym: gym))
    let start = monday.start
    for (coach, isRefused) in [("eva", false), ("leo", true)] {
      let decision = try await desk.request(
        .book(SessionRequest(["bob"], at: start)), by: coach, in: "sessions", now: now)
      #expect(decision.isRefused == isRefused)
    }
  }

  @Test("a screen hears which book has changed")
  func changes() async throws {
    let desk = BookingDesk(store())
    let listener = ChangeListener(settings, gym: gym)
    try await listener.install()
    var keys = listener.changes().makeAsyncIterator()
    // The first change may come before the listener is there.
    let (monday, now) = (monday, now)
    let requests = Task {
      for number in 0..<100 where !Task.isCancelled {
        _ = try await desk.request(.book("m\(number)", waitlist: true), of: monday, now: now)
        try await Task.sleep(for: .milliseconds(50))
      }
    }
    #expect(try await keys.next() == monday.key.description)
    requests.cancel()
  }

  @Test("K3 eight processes, a cut connection, a restart: a hundred of ten thousand requests get a place")
  func race() async throws {
    let server = try Server()
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "PostgresBookings")
    process.arguments = ["race", server.settings, "--server", server.folder, "--script", Server.script]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
    #expect(text.contains("a connection was cut and the server restarted"))
    #expect(text.contains("100 of 10000 requests granted, 100 of 100 places taken"))
  }

  @Test(
    "a server that cannot be reached is an interruption that wrote nothing, and a wrong statement an error with its code"
  )
  func errors() async throws {
    let nowhere = Store("host=/nonexistent connect_timeout=1", gym: gym)
    await #expect {
      try await nowhere.load([monday.key])
    } throws: {
      ($0 as? StoreInterruption)?.mayHaveWritten == false
    }
    await #expect {
      try await BookingDesk(nowhere, tries: 2).request(.book("ana"), of: monday, now: now)
    } throws: {
      ($0 as? SchedulingError)?.code == .tooManyTries
    }
  }
}
