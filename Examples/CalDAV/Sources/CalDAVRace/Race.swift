import Almanac
import CalDAV
import CalDAVBookings
import DAVServers
import Foundation

/// Many processes ask for the places of one class, while the server is restarted.
struct Race {
  private let arguments: [String]
  private let yoga: ClassSeries
  private let monday: ClassOccurrence
  private let now: Instant
  private let processes: Int
  private let requests: Int

  init(_ arguments: [String]) throws {
    self.arguments = arguments
    func number(_ option: String, else standard: Int) -> Int {
      Self.text(option, in: arguments).flatMap { Int($0) } ?? standard
    }
    (processes, requests) = (max(1, number("--processes", else: 8)), number("--requests", else: 10_000))
    let start = try CivilDateTime("2026-03-02T18:00").in(try Zone("Europe/Madrid"))
    now = start.adding(.days(-1)).instant
    yoga = ClassSeries(
      "Yoga", from: start, lasting: .hours(1), repeating: RecurrenceRule(.weekly),
      places: number("--places", else: 100), uid: "yoga")
    guard let date = yoga.occurrences(on: start.local.date).first else { throw CocoaError(.formatting) }
    monday = date
  }

  private static func text(_ option: String, in arguments: [String]) -> String? {
    arguments.firstIndex(of: option).flatMap { arguments.indices.contains($0 + 1) ? arguments[$0 + 1] : nil }
  }

  /// A process makes its share of the requests, every third one twice, and prints how many were granted.
  func work() async throws {
    guard let url = Self.text("--url", in: arguments) else { throw CocoaError(.formatting) }
    let share = Self.text("--share", in: arguments).flatMap { Int($0) } ?? 0
    let address = try WebAddress(url)
    let credentials = address.user.map { Credentials(user: $0, passwordCommand: "echo x") }
    let client = WebClient(to: address, credentials: credentials)
    // Xandikos has no passwords.
    let store = CalDAVStore(CalDAVCollection(address, client), allowsStrangers: credentials == nil)
    let desk = BookingDesk(store)
    var granted = 0
    for number in stride(from: share, to: requests, by: processes) {
      let answer = try await ask(desk, number)
      if answer.outcome == .confirmed { granted += 1 }
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

  private func ask(_ desk: BookingDesk<CalDAVStore>, _ number: Int) async throws -> RosterDecision {
    // Each member makes two requests, of which only the first one can succeed.
    try await desk.request(
      .book("member\(number / 2)@example.org"), of: monday, now: now, key: "request-\(number)")
  }

  /// Starts the server and the processes, restarts the server, and counts.
  func run(on kind: RunningServer.Kind) async throws -> Bool {
    let server = try await RunningServer(kind)
    let store = CalDAVStore(try server.calendar())
    try await store.add(yoga, organizer: Organizer("mailto:gym@example.org"))
    func stored() async throws -> Roster? { try await store.load([monday.key])[monday.key]?.book }
    let url = server.credentials.map { server.url.replacing("://", with: "://\($0.user)@") } ?? server.url
    let workers = try (0..<processes).map { try start($0, url) }
    // The server is restarted while there are free places.
    let end = ContinuousClock.now + .seconds(60)
    while try await stored()?.takenPlaces ?? 0 < monday.places / 10, .now < end {
      try await Task.sleep(for: .milliseconds(10))
    }
    server.stop()
    try await server.start()
    let takenBefore = try await stored()?.takenPlaces ?? 0
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
    guard let roster = try await stored() else { return false }
    let members = Set(roster.bookings.map(\.member))
    let other = CalDAVStore(try server.calendar(), allowsStrangers: server.credentials == nil)
    let desk = BookingDesk(other, remembering: 1)
    var again = 0
    for number in 0..<requests where try await ask(desk, number).outcome == .confirmed { again += 1 }
    let after = try await stored()
    print(
      "\(kind.rawValue), restarted before place \(takenBefore + 1): \(granted) of \(requests) requests granted, \(roster.takenPlaces) of "
        + "\(monday.places) places taken, \(again) granted again by their keys")
    return [granted, again, roster.takenPlaces, roster.bookings.count, members.count].allSatisfy {
      $0 == monday.places
    } && after == roster
  }

  private func start(_ share: Int, _ url: String) throws -> Pipe {
    let worker = Process()
    worker.executableURL = URL(filePath: ProcessInfo.processInfo.arguments[0])
    worker.arguments = ["work", "--share", "\(share)", "--url", url] + arguments.dropFirst()
    let output = Pipe()
    worker.standardOutput = output
    try worker.run()
    return output
  }
}
