import Almanac
import Foundation
import PostgresStore

/// Many processes ask for the places of one class, while a connection is cut and the server is restarted.
struct Race {
  let contest: Contest
  let settings: String
  private var processes: Int { max(1, contest.number("--processes", else: 8)) }
  private var requests: Int { contest.number("--requests", else: 10_000) }

  /// A process makes its share of the requests, every third one twice, and prints how many were granted. It pauses after each of
  /// these, so that there are still free places when it is disturbed.
  func work(_ share: Int) async throws {
    let desk = BookingDesk(
      PostgresStore<RosterKey, Roster>(settings, gym: "gym", connections: 2), remembering: 1)
    var granted = 0
    for number in stride(from: share, to: requests, by: processes) {
      let answer = try await ask(desk, number)
      if answer.outcome == .confirmed {
        granted += 1
        try await Task.sleep(for: .milliseconds(100))
      }
      guard number % 3 == 0 else { continue }
      let again = try await ask(desk, number)
      // A refusal is decided anew, and may have found more reasons by then; nobody gives a place back here.
      guard (again.outcome == .confirmed) == (answer.outcome == .confirmed) else {
        print("request \(number) was answered \(answer.outcome), then \(again.outcome)")
        exit(1)
      }
    }
    print(granted)
  }

  private func ask(_ desk: BookingDesk<PostgresStore<RosterKey, Roster>>, _ number: Int) async throws
    -> RosterDecision
  {
    // Members come again and again, each time with another request; only the first one can succeed.
    try await desk.request(
      .book("member\(number % 1_000)@example.org"), of: contest.monday, now: contest.now,
      key: "request-\(number)")
  }

  /// Starts the processes, disturbs them, and counts.
  func run() async throws -> Bool {
    let store = PostgresStore<RosterKey, Roster>(settings, gym: "gym")
    try await store.migrate()
    // Through a desk, which tries again where the restart has broken a connection.
    let desk = BookingDesk(store, remembering: 1)
    func stored() async throws -> Roster {
      try await desk.perform(on: contest.monday.key, else: Roster(of: contest.monday)) { $0 }
    }
    let workers = try (0..<processes).map { try start($0) }
    if let folder = contest.text("--server") {
      try await disturb(folder) { try await stored().takenPlaces }
    }
    var granted = 0
    for worker in workers {
      // A worker that failed has printed something else.
      let text = String(decoding: worker.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      guard let number = Int(text.filter { !$0.isWhitespace }) else {
        print("a process failed: \(text)")
        return false
      }
      granted += number
    }
    let places = contest.monday.places
    let roster = try await stored()
    var again = 0
    for number in 0..<requests where try await ask(desk, number).outcome == .confirmed { again += 1 }
    let after = try await stored()
    print(
      "\(granted) of \(requests) requests granted, \(roster.takenPlaces) of \(places) places taken, "
        + "\(again) granted again by their keys")
    return [granted, again, roster.takenPlaces, roster.bookings.count].allSatisfy { $0 == places }
      && after == roster
  }

  private func start(_ share: Int) throws -> Pipe {
    let worker = Process()
    worker.executableURL = URL(filePath: ProcessInfo.processInfo.arguments[0])
    worker.arguments = ["work", "--share", "\(share)"] + contest.arguments.dropFirst()
    let output = Pipe()
    worker.standardOutput = output
    try worker.run()
    return output
  }

  /// Cuts a connection of a process, then restarts the server at once, as after a crash, both while places are free.
  private func disturb(_ folder: String, taken: () async throws -> Int) async throws {
    let free = contest.monday.places
    func waitUntil(_ count: Int) async throws {
      let end = ContinuousClock.now + .seconds(60)
      while try await taken() < count, .now < end { try await Task.sleep(for: .milliseconds(1)) }
    }
    try await waitUntil(free / 10)
    for _ in 0..<100 where try await shell("psql", settings, "-qAtc", Self.cut) == "t" {
      try await waitUntil(free / 5)
      _ = try await shell(contest.text("--script") ?? "Examples/PostgresBookings/server", "restart", folder)
      print("a connection was cut, and the server restarted before place \(try await taken() + 1)")
      return
    }
    print("no connection could be cut")
  }

  private static let cut = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND query LIKE '%book%' LIMIT 1
    """

  /// The output of a program without blanks at the ends.
  private func shell(_ command: String...) async throws -> String {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardOutput = output
    let status = try await process.exitStatus()
    guard status == 0 else { throw CocoaError(.executableLoad) }
    return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

extension Process {
  /// Starts the process and waits for its end.
  func exitStatus() async throws -> Int32 {
    try await withCheckedThrowingContinuation { continuation in
      terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do { try run() } catch { continuation.resume(throwing: error) }
    }
  }
}
