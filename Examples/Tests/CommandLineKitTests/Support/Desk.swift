import CommandLineKit
import Foundation
import Testing

/// A temporary calendar file that commands change.
struct Desk {
  let folder: TemporaryFolder
  let path: String

  init(_ content: String = Sample.course) throws {
    folder = try TemporaryFolder()
    path = try folder.file("calendar.ics", content)
  }

  func run(_ arguments: String..., input: String = "") throws -> AlmanacRun {
    try run(arguments, input: input)
  }

  func run(_ arguments: [String], input: String = "") throws -> AlmanacRun {
    try AlmanacRun(arguments + ["-c", path, "--now", "2026-03-02T08:00"], input: input)
  }

  var content: String { get throws { try folder.content("calendar.ics") } }

  func items(from: String = "2026-03-02", until: String = "2026-04-10") throws -> [ReadJSON] {
    let run = try run("list", "--from", from, "--until", until, "--format", "json")
    return try ReadJSON(run.output)["items"].array
  }

  func starts(_ uid: String, until: String = "2026-04-10") throws -> [String] {
    try items(until: until).filter { $0["uid"].string == uid }.compactMap { $0["start"].string?.prefix(16) }
      .map(
        String.init)
  }
}
