import Almanac
import Foundation

/// The memory of a desk whose store has nothing in memory, so that all of it is what the desk remembers.
struct DeskMemory {
  let contest: Contest

  func run() async throws {
    let count = contest.number("--rosters", else: 100_000)
    let desk = BookingDesk(FullStore(contest: contest), remembering: count)
    let before = try residentBytes()
    for number in 0..<count {
      _ = try await desk.request(.book("late@example.org"), of: try contest.date(number), now: contest.now)
    }
    let bytes = try residentBytes() - before
    print("\(count) rosters of 20 bookings: \(bytes / 1_048_576) MiB, \(bytes / max(1, count)) bytes each")
  }

  private func residentBytes() throws -> Int {
    let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * sysconf(Int32(_SC_PAGESIZE))
  }
}

/// A store of rosters that are full, made when they are loaded.
private struct FullStore: RosterStore {
  let contest: Contest

  func load(_ keys: [RosterKey]) throws -> [RosterKey: StoredBook<Roster, Int>] {
    var books: [RosterKey: StoredBook<Roster, Int>] = [:]
    for key in keys {
      guard let number = Int(key.uid.dropFirst("class-".count)) else { continue }
      var roster = Roster(of: try contest.date(number))
      for member in 0..<20 {
        try roster.apply(
          roster.decide(.book("member-\(member)@example.org"), at: contest.now, key: "request-\(member)"))
      }
      books[key] = StoredBook(roster, version: 1)
    }
    return books
  }

  func replace(_ changes: [BookChange<RosterKey, Roster, Int>]) -> [RosterKey: Int]? { [:] }
}
