import Foundation
import Synchronization
import Testing

/// Many runs of the program at once on one calendar, each a process of its own.
@Suite("Processes that book at once")
struct RaceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs `almanac` as a process.
  private static func almanac(_ arguments: [String]) throws -> (status: Int32, output: String, errors: String)
  {
    let process = Process()
    process.executableURL = BuiltPrograms.folder.appending(path: "almanac")
    process.arguments = arguments + ["--zone", "Europe/Madrid", "--now", "2026-03-01T09:00"]
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let complaints = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text, complaints)
  }

  @Test(
    "K3 exactly as many succeed as there are places, in a file, in a folder, by several paths, and by several names of one file",
    arguments: [
      ["gym.ics"], ["gym/"], ["gym.ics", "elsewhere/link.ics"], ["root/inner/gym.ics", "root", "root/inner"],
      ["root/gym.ics", "names/a.ics", "root", "names"],
    ])
  func race(names: [String]) throws {
    let (processes, calls) = (8, rounds(2))
    let places = processes * calls / 2
    let paths = names.map { folder.path($0) }
    try folder.makeFolder("root/inner")
    let added = try Self.almanac([
      "class", "add", "Yoga", "--repeat", "every monday", "--at", "2026-03-02T18:00", "--for", "1h",
      "--places",
      "\(places)", "-c", paths[0],
    ])
    let uid = added.output.trimmingCharacters(in: .whitespacesAndNewlines)
    try #require(added.status == 0, "\(added.errors)")
    if names.contains("elsewhere/link.ics") {
      try folder.makeFolder("elsewhere")
      try FileManager.default.createSymbolicLink(atPath: paths[1], withDestinationPath: paths[0])
    }
    if names.contains("names/a.ics") {
      try folder.makeFolder("names")
      try FileManager.default.linkItem(atPath: paths[0], toPath: paths[1])
    }
    let answers = Mutex<[Int32: Int]>([:])
    DispatchQueue.concurrentPerform(iterations: processes) { process in
      for call in 0..<calls {
        let answer = try? Self.almanac([
          "class", "book", uid, "--on", "2026-03-02", "--member", "m\(process)-\(call)@example.org", "-c",
          paths[process % paths.count],
        ])
        answers.withLock { $0[answer?.status ?? -1, default: 0] += 1 }
      }
    }
    #expect(answers.withLock { $0 } == [0: places, 1: processes * calls - places])
    let roster = try Self.almanac([
      "class", "roster", uid, "--on", "2026-03-02", "-c", paths[0], "--format", "json",
    ])
    let rosters = try ReadJSON(roster.output)["rosters"].array
    let bookings = rosters.flatMap { $0["members"].array }
    #expect(Set(bookings.compactMap { $0["member"].string }).count == places, "\(roster.output)")
  }
}

/// The folder in which programs and tests were built.
enum BuiltPrograms {
  static var folder: URL {
    #if os(macOS)
      for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
        return bundle.bundleURL.deletingLastPathComponent()
      }
    #endif
    return URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
  }
}
