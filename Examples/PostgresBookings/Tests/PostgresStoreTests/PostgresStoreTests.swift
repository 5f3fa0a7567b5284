import Almanac
import Foundation
import PostgresStore
import Testing

/// A server in a folder of its own, which ends with this process.
struct Server: Sendable {
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

  /// The settings for a new database without tables.
  private func emptyDatabase() async throws -> String {
    let name = "empty\(UInt32.random(in: 0 ... .max))"
    try await ConnectionPool(settings, size: 1).run { _ = try $0.execute("CREATE DATABASE \(name)") }
    return settings + " dbname=\(name)"
  }

  @Test(
    "four servers that migrate an empty database at once all succeed, and it has each migration once",
    arguments: 1...5)
  func migrations(round: Int) async throws {
    let settings = try await emptyDatabase()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { try await Store(settings, gym: "", connections: 1).migrate() } }
      try await group.waitForAll()
    }
    let numbers = try await ConnectionPool(settings, size: 1).run {
      try $0.execute("SELECT number FROM migration").rows
    }
    #expect(numbers == [["1"]])
    let desk = BookingDesk(Store(settings, gym: gym))
    #expect(try await desk.request(.book("ana"), of: monday, now: now).outcome == .confirmed)
  }

  @Test("a migration of which a statement fails leaves nothing, and is made whole later")
  func halfMigration() async throws {
    let settings = try await emptyDatabase()
    let store = Store(settings, gym: "")
    let half = "-- migration 1\nCREATE TABLE one (a bigint);\nCREATE TABLE two (a nothing);\n"
    await #expect {
      try await store.migrate(by: half)
    } throws: {
      ($0 as? PostgresError)?.code == "42704"
    }
    for _ in 0..<2 { try await store.migrate(by: half.replacing("nothing", with: "bigint")) }
  }

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

  @Test("two classes are booked in one write, or neither")
  func together() async throws {
    let (desk, monday, now) = (BookingDesk(store()), monday, now)
    let later = try #require(
      ClassSeries(
        "pilates", from: monday.start.adding(.hours(2)), lasting: .hours(1), places: 1, uid: "pilates"
      )
      .occurrences(on: monday.start.local.date).first)
    func book(_ member: String) async throws -> [RosterOutcome] {
      try await desk.request(
        [RosterRequest(.book(member), of: monday), RosterRequest(.book(member), of: later)], now: now
      ).map(\.outcome)
    }
    #expect(try await book("ana") == [.confirmed, .confirmed])
    let versions = try await desk.store.versions(of: [monday.key, later.key])
    #expect(versions == [monday.key: 1, later.key: 1])
    #expect(try await book("bob").last == .refused([.full(free: 0, waiting: 0)]))
    #expect(try await desk.store.versions(of: [monday.key, later.key]) == versions)
    let members = try await desk.store.load([monday.key, later.key]).values
    #expect(members.map { $0.book.bookings.map(\.member) } == [["ana"], ["ana"]])
  }

  @Test("a serialization failure is tried again, also without a key, as nothing was written")
  func serializationFailures() async throws {
    let settings = try await emptyDatabase()
    let store = Store(settings, gym: gym)
    try await store.migrate()
    let fail = """
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('failures') <= 2 THEN RAISE EXCEPTION 'fail' USING ERRCODE = '40001'; END IF;
        RETURN NEW;
      END $$
      """
    let trigger = "CREATE TRIGGER fail BEFORE INSERT ON book FOR EACH ROW EXECUTE FUNCTION fail()"
    let pool = ConnectionPool(settings, size: 1)
    for statement in ["CREATE SEQUENCE failures", fail, trigger] {
      try await pool.run { _ = try $0.execute(statement) }
    }
    let decision = try await BookingDesk(store).request(.book("ana"), of: monday, now: now)
    #expect(decision.outcome == .confirmed)
    let tries = try await pool.run { try $0.execute("SELECT last_value FROM failures").rows }
    #expect(tries == [["3"]])
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

  @Test("a screen hears which book has changed", .timeLimit(.minutes(60)))
  func changes() async throws {
    let desk = BookingDesk(store())
    let listener = ChangeListener(settings, gym: gym)
    try await listener.install()
    // From here on no change is missed.
    var keys = try await listener.changes().makeAsyncIterator()
    _ = try await desk.request(.book("ana"), of: monday, now: now)
    #expect(try await keys.next() == monday.key.description)
    // PostgreSQL has no longer messages than 8000 bytes.
    var long = monday
    long.uid = String(repeating: "y", count: 9_000)
    #expect(try await desk.request(.book("ana"), of: long, now: now).outcome == .confirmed)
    #expect(try await keys.next() == "")
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
    // The restart was over while there were free places.
    let restart = try #require(
      text.firstMatch(of: /a connection was cut, and the server restarted before place ([0-9]+)/))
    #expect(try #require(Int(restart.1)) <= 100)
    #expect(
      text.contains("100 of 10000 requests granted, 100 of 100 places taken, 100 granted again by their keys")
    )
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
      ($0 as? SchedulingError)?.code == .tooManyTries && "\($0)".contains("/nonexistent")
    }
    for (other, code) in [("dbname=nowhere", "3D000"), ("user=nobody", "28000")] {
      await #expect {
        try await BookingDesk(Store("\(settings) \(other)", gym: gym)).request(
          .book("ana"), of: monday, now: now)
      } throws: {
        ($0 as? PostgresError)?.code == code
      }
    }
  }

  @Test(
    "connections that the server ended while they were not used are replaced, and a request without a key is not lost"
  )
  func endedConnections() async throws {
    let name = "ended\(UInt32.random(in: 0 ... .max))"
    let desk = BookingDesk(Store("\(settings) application_name=\(name)", gym: gym))
    for member in ["ana", "bob"] {
      #expect(try await desk.request(.book(member), of: monday, now: now).outcome == .confirmed)
      try await ConnectionPool(settings, size: 1).run { connection in
        let ended = try connection.execute(
          "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = $1", [name])
        #expect(!ended.rows.isEmpty)
      }
    }
    #expect(try await desk.request(.cancel("ana"), of: monday, now: now).outcome == .cancelled(isLate: false))
  }

  @Test(
    "a statement that the server gives up for its time is tried again, as nothing was written",
    arguments: ["statement_timeout", "lock_timeout"])
  func limits(limit: String) async throws {
    let (settings, gym, monday, now) = (settings, gym, monday, now)
    let isLocked = AsyncStream<Void>.makeStream()
    let lock = Task {
      try await ConnectionPool(settings, size: 1).run { connection in
        _ = try connection.execute("BEGIN")
        _ = try connection.execute("LOCK TABLE book IN ACCESS EXCLUSIVE MODE")
        isLocked.continuation.yield()
        Thread.sleep(forTimeInterval: 1)
        _ = try connection.execute("COMMIT")
      }
    }
    for await _ in isLocked.stream { break }
    let desk = BookingDesk(Store("\(settings) options='-c \(limit)=100ms'", gym: gym))
    #expect(try await desk.request(.book("ana"), of: monday, now: now).outcome == .confirmed)
    try await lock.value
  }

  @Test(
    "a server that does not answer, and a pool without a free connection, are interruptions after a while")
  func silence() async throws {
    // The system accepts the connection, and no program answers.
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        #expect(bind(listener, pointer, length) == 0 && listen(listener, 5) == 0)
        #expect(getsockname(listener, pointer, &length) == 0)
      }
    }
    let settings =
      "host=127.0.0.1 port=\(UInt16(bigEndian: address.sin_port)) user=x dbname=x sslmode=disable"
    await #expect {
      try await Store(settings, gym: gym, timeout: .milliseconds(300)).load([monday.key])
    } throws: {
      ($0 as? StoreInterruption)?.mayHaveWritten == false
    }
    let pool = ConnectionPool(self.settings, size: 1, timeout: .milliseconds(500))
    for mayCommit in [false, true] {
      await #expect {
        try await pool.run { _ = try $0.execute("SELECT pg_sleep(20)", mayCommit: mayCommit) }
      } throws: {
        ($0 as? StoreInterruption)?.mayHaveWritten == mayCommit
      }
    }
    let holder = Task { try await pool.run { _ in Thread.sleep(forTimeInterval: 1.5) } }
    try await Task.sleep(for: .milliseconds(100))
    await #expect {
      try await pool.run { _ in }
    } throws: {
      ($0 as? StoreInterruption)?.mayHaveWritten == false
    }
    try await holder.value
    #expect(try await pool.run { try $0.execute("SELECT 1").rows } == [["1"]])
  }

  @Test("a pool gives its connections to tasks in the order in which they came")
  func order() async throws {
    let pool = ConnectionPool(settings, size: 1)
    let log = Log()
    let tasks = Task {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<8 {
          group.addTask {
            try await pool.run { _ in
              log.add(number)
              Thread.sleep(forTimeInterval: 0.05)
            }
            // Comes after those that wait already.
            try await pool.run { _ in log.add(number + 8) }
          }
          try await Task.sleep(for: .milliseconds(20))
        }
        try await group.waitForAll()
      }
    }
    try await tasks.value
    #expect(log.numbers.filter { $0 < 8 } == Array(0..<8))
    #expect(log.numbers.filter { $0 >= 8 } == Array(8..<16))
  }
}

private final class Log: @unchecked Sendable {
  private let lock = NSLock()
  private var all: [Int] = []
  func add(_ number: Int) { lock.withLock { all.append(number) } }
  var numbers: [Int] { lock.withLock { all } }
}
