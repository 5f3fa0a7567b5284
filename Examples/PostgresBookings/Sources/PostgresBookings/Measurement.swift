import Almanac
import Foundation
import PostgresStore

/// Bookings per second, with the time that one takes, of a desk and of a hand-written transaction in turns.
struct Measurement {
  let contest: Contest
  let settings: String

  func run() async throws {
    let seconds = contest.number("--seconds", else: 5)
    let clients = contest.text("--clients").flatMap { Int($0) }.map { [$0] } ?? [1, 8, 32]
    try await PostgresStore<RosterKey, Roster>(settings, gym: "measured").migrate()
    print("clients      way  bookings/s  p50 ms  p99 ms")
    for count in clients {
      // Each run has a gym or tables of its own, in which nothing is booked.
      for _ in 0..<2 {
        try await report("desk", count, seconds, try deskBooking(count))
        try await report("by hand", count, seconds, try await handBooking(count))
      }
    }
  }

  private func connections(_ clients: Int) -> Int { contest.number("--connections", else: clients) }

  private typealias Booking = @Sendable (_ client: Int, _ number: Int) async throws -> Void

  private func deskBooking(_ clients: Int) throws -> Booking {
    let gym = "measured-\(UUID().uuidString)"
    let desk = BookingDesk(
      PostgresStore<RosterKey, Roster>(settings, gym: gym, connections: connections(clients)),
      remembering: 100_000)
    let dates = try (0..<50).map { try contest.date($0) }
    let now = contest.now
    return { client, number in
      var date = dates[(client + number) % dates.count]
      date.uid = Self.name(of: client, number, clients)
      _ = try await desk.request(
        .book("member-\(client)-\(number)@example.org"), of: date, now: now, key: "\(client)/\(number)")
    }
  }

  private func handBooking(_ clients: Int) async throws -> Booking {
    let bookings = HandWrittenBookings(settings, connections: connections(clients))
    try await bookings.createTables()
    return { client, number in
      _ = try await bookings.book(
        "member-\(client)-\(number)@example.org", in: Self.name(of: client, number, clients),
        request: "\(client)/\(number)")
    }
  }

  /// The class of a booking. A thousand bookings fill fifty classes of twenty places; then come the next fifty.
  private static func name(of client: Int, _ number: Int, _ clients: Int) -> String {
    "class-\((client + number) % 50)-\(number * clients / 1_000)"
  }

  private func report(_ way: String, _ clients: Int, _ seconds: Int, _ book: @escaping Booking) async throws {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(seconds)
    let times = try await withThrowingTaskGroup(of: [Double].self) { group in
      for client in 0..<clients {
        group.addTask {
          var times: [Double] = []
          var number = 0
          while clock.now < end {
            let elapsed = try await clock.measure { try await book(client, number) }
            times.append(
              Double(elapsed.components.attoseconds) / 1e15 + Double(elapsed.components.seconds) * 1e3)
            number += 1
          }
          return times
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }.sorted()
    guard !times.isEmpty else { return }
    func text(_ value: Double) -> String { String(format: "%.2f", value) }
    let (p50, p99) = (times[times.count / 2], times[times.count * 99 / 100])
    print("\(clients)\t\(way)\t\(times.count / seconds)\t\(text(p50))\t\(text(p99))")
  }
}
