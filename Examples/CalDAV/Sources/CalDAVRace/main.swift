// Processes ask for the places of one class, whose bookings are in a calendar of a CalDAV server that this program starts in a
// folder and restarts meanwhile:
//     CalDAVRace radicale|xandikos [--processes 8] [--requests 10000] [--places 100]
// Unless exactly as many requests are granted as there are places, and each key is answered once, the exit code is 1.
import DAVServers
import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "work": try await Race(arguments).work()
case let word?:
  guard let kind = RunningServer.Kind(rawValue: word) else { fallthrough }
  if try await !Race(arguments).run(on: kind) { exit(1) }
default:
  print("usage: CalDAVRace radicale|xandikos [--processes 8] [--requests 10000] [--places 100]")
  exit(64)
}
