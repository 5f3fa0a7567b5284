// Many processes race for the places of one class in a SQLite database:
//     SQLiteBookings [--processes 8] [--bookings 1000] [--places 100] [--rounds 1]
// Each round starts the processes, each of which requests its share of the bookings, every third one twice, like a client
// that got no answer. Unless exactly as many succeed as there are places, the exit code is 1.
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

// A worker process requests its share of the bookings, and prints the number of granted ones.
if let worker = arguments.firstIndex(of: "--worker") {
  let desk = BookingDesk(try SQLiteStore<RosterKey, Roster>(path: arguments[worker + 1]))
  var granted = 0
  for booking in stride(from: number("--share", else: 0), to: bookings, by: processes) {
    let command = RosterCommand.book("member\(booking)@example.org")
    let answer = try await desk.request(command, of: monday, now: now, key: "request-\(booking)")
    if answer.outcome == .confirmed { granted += 1 }
    guard booking % 3 == 0 else { continue }
    let again = try await desk.request(command, of: monday, now: now, key: "request-\(booking)")
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
  let workers = try (0..<processes).map { share in
    let worker = Process()
    worker.executableURL = URL(filePath: ProcessInfo.processInfo.arguments[0])
    worker.arguments = ["--worker", path, "--share", "\(share)"] + arguments.dropFirst()
    let output = Pipe()
    worker.standardOutput = output
    try worker.run()
    return (worker, output)
  }
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
  let roster = try await store.load([monday.key])[monday.key]?.book ?? Roster(of: monday)
  let expected = min(places, bookings)
  print("\(granted) of \(bookings) bookings granted, \(roster.takenPlaces) of \(places) places taken")
  return granted == expected && roster.takenPlaces == expected && roster.bookings.count == expected
}

for _ in 0..<number("--rounds", else: 1) where try await !race() { exit(1) }
