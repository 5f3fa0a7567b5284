import Foundation
import Testing

@Suite("A person at a terminal")
struct TranscriptTests {
  /// The transcripts were judged by reading when they were recorded.
  @Test("the terminal shows what the transcript of a day has", arguments: ["a-day"])
  func transcript(name: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Terminal")
    let python = URL(filePath: "/usr/bin/python3")
    guard FileManager.default.isExecutableFile(atPath: python.path) else { return }
    let process = Process()
    process.executableURL = python
    process.arguments = [
      folder.appending(path: "transcript.py").path, folder.appending(path: "\(name).txt").path, "--almanac",
      BuiltPrograms.folder.appending(path: "almanac").path,
    ]
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let difference = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(difference)")
  }
}
