import Almanac
import Foundation
import GRDB
import Testing

@testable import SQLiteStore

@Suite("Bookings in a database that several share")
struct SQLiteStoreTests {
  private let path: String
  private let monday: ClassOccurrence
  private let now: Instant

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).sqlite").path
    let start = try CivilDateTime("2026-03-02T18:00").in(try Zone("Europe/Madrid"))
    let yoga = ClassSeries("Yoga", from: start, lasting: .hours(1), places: 2, uid: "yoga")
    monday = try #require(yoga.occurrences(on: start.local.date).first)
    now = start.adding(.days(-1)).instant
  }

  private typealias Store = SQLiteStore<RosterKey, Roster>

  @Test("a decision on a version that no longer exists is not written, nor is another one beside it")
  func stale() async throws {
    let (one, other) = (try Store(path: path), try Store(path: path))
    let key = monday.key
    let spinning = RosterKey(uid: "spinning", original: key.original)
    for (taken, members) in [(1, ["ana", "bea"]), (2, ["cleo", "dan"])] {
      // Both load the same version and decide on it.
      let loaded = try await one.load([key])[key]
      var rosters = [Roster](repeating: loaded?.book ?? Roster(of: monday), count: 2)
      for place in 0...1 {
        try rosters[place].apply(rosters[place].decide(.book(members[place]), at: now))
      }
      #expect(try await one.replace([BookChange(key, rosters[0], replacing: loaded?.version)]) != nil)
      let both = [
        BookChange(spinning, Roster(of: monday), replacing: nil),
        BookChange(key, rosters[1], replacing: loaded?.version),
      ]
      #expect(try await other.replace(both) == nil)
      #expect(try await one.load([key, spinning]).map(\.value.book.takenPlaces) == [taken])
    }
    // A book that is only compared is compared too.
    let guards = [
      BookChange(spinning, Roster(of: monday), replacing: nil), BookChange(key, nil, replacing: 1),
    ]
    #expect(try await other.replace(guards) == nil)
    #expect(try await other.load([key])[key]?.book.bookings.map { $0.member } == ["ana", "cleo"])
  }

  @Test("two classes are booked in one write, or neither")
  func together() async throws {
    let (desk, monday, now) = (BookingDesk(try Store(path: path)), monday, now)
    let later = try #require(
      ClassSeries(
        "Pilates", from: monday.start.adding(.hours(2)), lasting: .hours(1), places: 1, uid: "pilates"
      )
      .occurrences(on: monday.start.local.date).first)
    func book(_ member: String) async throws -> [RosterOutcome] {
      try await desk.request(
        [RosterRequest(.book(member), of: monday), RosterRequest(.book(member), of: later)], now: now
      ).map(\.outcome)
    }
    #expect(try await book("ana") == [.confirmed, .confirmed])
    #expect(try await book("bea").last == .refused([.full(free: 0, waiting: 0)]))
    let books = try await desk.store.load([monday.key, later.key]).values
    #expect(books.map { $0.book.bookings.map(\.member) } == [["ana"], ["ana"]])
    #expect(books.allSatisfy { $0.version == 1 })
  }

  @Test("a request that is sent again is answered as it was, also by another process")
  func keys() async throws {
    let desks = try [Store(path: path), Store(path: path)].map { BookingDesk($0) }
    let answer = try await desks[0].request(.book("ana"), of: monday, now: now, key: "1")
    let again = try await desks[1].request(.book("ana"), of: monday, now: now, key: "1")
    #expect(answer.outcome == .confirmed && again.outcome == .confirmed)
    #expect(try await desks[0].store.load([monday.key])[monday.key]?.book.bookings.count == 1)
    let other = try await desks[0].request(.book("ana"), of: monday, now: now, key: "2")
    #expect(other.outcome == .refused([.alreadyBooked]))
    let reused = try await desks[1].request(.book("bea"), of: monday, now: now, key: "1")
    #expect(reused.outcome == .refused([.keyReused]))
  }

  @Test("a commit waits for the disk, so that a confirmed booking outlives a loss of power")
  func durability() async throws {
    // 2 is FULL: https://www.sqlite.org/pragma.html#pragma_synchronous
    let (mode, journal) = try await Store(path: path).database.read {
      (try Int.fetchOne($0, sql: "PRAGMA synchronous"), try String.fetchOne($0, sql: "PRAGMA journal_mode"))
    }
    #expect(mode == 2 && journal == "wal")
  }

  @Test("session books are in the same kind of table")
  func sessions() async throws {
    let desk = BookingDesk(try SQLiteStore<String, SessionBook>(path: path))
    let start = try CivilDateTime("2026-03-02T18:00").in(try Zone("Europe/Madrid"))
    for (coach, isRefused) in [("eva", false), ("leo", true)] {
      let decision = try await desk.request(
        .book(SessionRequest(["bob"], at: start)), by: coach, in: "gym", now: now)
      #expect(decision.isRefused == isRefused)
    }
    let book = try await SQLiteStore<String, SessionBook>(path: path).load(["gym"])["gym"]?.book
    #expect(book?.sessions(of: "eva").map(\.client) == ["bob"])
  }

  @Test(
    "K3 eight processes, one killed, ask ten thousand times for a hundred places: a hundred have one, and again by their keys"
  )
  func race() throws {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "SQLiteBookings")
    process.arguments = ["--bookings", "10000"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
    #expect(text.contains("a process was killed"), "\(text)")
    #expect(
      text.contains(
        "100 of 10000 bookings granted, 100 of 100 places taken, 100 granted again by their keys"),
      "\(text)")
  }
}
