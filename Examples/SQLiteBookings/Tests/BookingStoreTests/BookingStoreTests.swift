import Almanac
import Foundation
import Testing

@testable import BookingStore

@Suite("Bookings in a database that several share")
struct BookingStoreTests {
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

  @Test("a decision on a version that no longer exists is not written")
  func stale() throws {
    let (one, other) = (try BookingStore(path: path), try BookingStore(path: path))
    for (taken, members) in [(1, ["ana", "bea"]), (2, ["cleo", "dan"])] {
      // Both read the same version and decide on it.
      var rosters = try [one, other].map { try $0.roster(for: monday) }
      let version = rosters[0].version
      for place in 0...1 {
        try rosters[place].apply(rosters[place].decide(.book(members[place]), at: now))
      }
      #expect(try one.replace(version, by: rosters[0]))
      #expect(try !other.replace(version, by: rosters[1]))
      #expect(try one.roster(for: monday).takenPlaces == taken)
    }
    let roster = try other.roster(for: monday)
    #expect(roster.bookings.map { $0.member } == ["ana", "cleo"])
  }

  @Test("a request that is sent again is answered as it was, also by another process")
  func keys() throws {
    let store = try BookingStore(path: path)
    let answer = try store.request(.book("ana"), for: monday, now: now, key: "1")
    let again = try BookingStore(path: path).request(.book("ana"), for: monday, now: now, key: "1")
    #expect(answer.outcome == .confirmed && again.outcome == .confirmed)
    #expect(try store.roster(for: monday).bookings.count == 1)
    let other = try store.request(.book("ana"), for: monday, now: now, key: "2")
    #expect(other.outcome == .refused([.alreadyBooked]))
    let reused = try store.request(.book("bea"), for: monday, now: now, key: "1")
    #expect(reused.outcome == .refused([.keyReused]))
  }

  @Test("K3 eight processes ask a thousand times for a hundred places: a hundred have one, each time")
  func race() throws {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "SQLiteBookings")
    process.arguments = ["--rounds", "3"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
    let lines = text.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.hasPrefix("100 of 1000 bookings granted, 100 of 100 places taken") })
  }
}
