// Many processes race for the places of one class in a SQLite database:
//     SQLiteBookings [--processes 8] [--bookings 1000] [--places 100] [--rounds 1]
// Each round starts the processes, each of which requests its share of the bookings, every third one twice, like a client
// that got no answer. One is killed in the middle, and its share requested by another from the start. Then all are requested once
// more, each with its key. Unless exactly as many succeed as there are places, both times, the exit code is 1.
import Almanac
import SQLiteStore
import Foundation

let arguments = CommandLine.arguments

func number(_ option: String, else standard: Int) -> Int {
  guard let index = arguments.firstIndex(of: option), index + 1 < arguments.count else { return standard }
  return Int(arguments[index + 1]) ?? standard
}

let (processes, bookings) = (max(1, number("--processes", else: 8)), number("--bookings", else: 1000))
let places = number("--places", else: 100)
let start = try CivilDateTime("2026-03-02T18:00").in(try Zone("Europe/Madrid"))
let yoga = ClassSeries("Yoga", from: start, lasting: .hours(1), places: places, uid: "yoga")
let now = start.adding(.days(-1)).instant

guard let monday = yoga.occurrences(on: start.local.date).first else { exit(1) }

func request(_ number: Int, at desk: BookingDesk<SQLiteStore<RosterKey, Roster>>) async throws
  -> RosterDecision
{
  try await desk.request(
    .book("member\(number)@example.org"), of: monday, now: now, key: "request-\(number)")
}

// A worker process requests its share of the bookings, and prints the number of granted ones.
if let worker = arguments.firstIndex(of: "--worker") {
  let desk = BookingDesk(try SQLiteStore<RosterKey, Roster>(path: arguments[worker + 1]), remembering: 1)
  var granted = 0
  for booking in stride(from: number("--share", else: 0), to: bookings, by: processes) {
    let answer = try await request(booking, at: desk)
    if answer.outcome == .confirmed { granted += 1 }
    guard booking % 3 == 0 else { continue }
    let again = try await request(booking, at: desk)
    // A refusal is decided anew, and may have found more reasons by then; nobody gives a place back here.
    guard (again.outcome == .confirmed) == (answer.outcome == .confirmed) else {
      print("request \(booking) was answered \(answer.outcome), then \(again.outcome)")
      exit(1)
    }
  }
  print(granted)
  exit(0)
}

/// Runs one race on a new database.
func race() async throws -> Bool {
  let folder = FileManager.default.temporaryDirectory.appending(path: "bookings-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let path = folder.appending(path: "bookings.sqlite").path
  let store = try SQLiteStore<RosterKey, Roster>(path: path)
  func start(_ share: Int) throws -> (Process, Pipe) {
    let worker = Process()
    worker.executableURL = URL(filePath: ProcessInfo.processInfo.arguments[0])
    worker.arguments = ["--worker", path, "--share", "\(share)"] + arguments.dropFirst()
    let output = Pipe()
    worker.standardOutput = output
    try worker.run()
    return (worker, output)
  }
  func stored() async throws -> Roster {
    try await store.load([monday.key])[monday.key]?.book ?? Roster(of: monday)
  }

  var workers = try (0..<processes).map { try start($0) }
  let killed = workers[0].0
  while killed.isRunning, try await stored().takenPlaces < min(places, bookings) / 10 {
    try await Task.sleep(for: .milliseconds(1))
  }
  kill(killed.processIdentifier, SIGKILL)
  killed.waitUntilExit()
  print(killed.terminationReason == .uncaughtSignal ? "a process was killed" : "no process was killed")
  workers[0] = try start(0)
  var granted = 0
  for (worker, output) in workers {
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    worker.waitUntilExit()
    guard worker.terminationStatus == 0, let number = Int(text.filter { !$0.isWhitespace }) else {
      print("a process failed: \(text)")
      return false
    }
    granted += number
  }
  let roster = try await stored()
  let desk = BookingDesk(store, remembering: 1)
  var again = 0
  for number in 0..<bookings where try await request(number, at: desk).outcome == .confirmed { again += 1 }
  let after = try await stored()
  let expected = min(places, bookings)
  print(
    "\(granted) of \(bookings) bookings granted, \(roster.takenPlaces) of \(places) places taken, "
      + "\(again) granted again by their keys")
  return [granted, again, roster.takenPlaces, roster.bookings.count].allSatisfy { $0 == expected }
    && after == roster
}

for _ in 0..<number("--rounds", else: 1) where try await !race() { exit(1) }
