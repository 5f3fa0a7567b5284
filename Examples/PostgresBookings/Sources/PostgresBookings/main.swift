// Bookings in PostgreSQL. A server in a folder of its own: Examples/PostgresBookings/server start /tmp/db
//     PostgresBookings race SETTINGS [--processes 8] [--requests 10000] [--places 100] [--server DIR --script PATH]
// Processes ask for the places of one class; with --server a connection is cut and the server restarted meanwhile. Then
// all requests are made once more, each with its key. Unless exactly as many are granted as there are places, both times, the exit
// code is 1.
//     PostgresBookings measure SETTINGS [--clients 8] [--connections 8] [--seconds 5]
// The bookings per second of a desk, beside a hand-written transaction with SELECT … FOR UPDATE, each with so many connections,
// by default one for each client.
//     PostgresBookings memory [--rosters 100000]
// The memory of a desk that remembers so many rosters, each of twenty bookings.
import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
let verbs = ["race", "measure", "memory", "work"]
let settings = arguments.first { $0.contains("=") || $0.contains("://") } ?? ""
guard let verb = arguments.first, verbs.contains(verb), verb == "memory" || !settings.isEmpty else {
  print("usage: PostgresBookings race|measure SETTINGS [options], or memory [options]")
  exit(64)
}
let contest = try Contest(arguments)
let race = Race(contest: contest, settings: settings)
switch verb {
case "work": try await race.work(contest.number("--share", else: 0))
case "memory": try await DeskMemory(contest: contest).run()
case "race": if try await !race.run() { exit(1) }
default: try await Measurement(contest: contest, settings: settings).run()
}
