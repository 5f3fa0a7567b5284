import Foundation
import Testing

@Suite("Screens are short")
struct ScreenLengthTests {
  @Test("each view model has fewer than 60 lines")
  func length() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix("Screens.swift") }
    #expect(!files.isEmpty)
    for file in files {
      let text = String(decoding: try Data(contentsOf: folder.appending(path: file)), as: UTF8.self)
      // A model begins with its attributes and ends with a brace at the beginning of a line.
      for part in text.split(separator: "\n}\n") {
        guard let start = part.firstRange(of: "@MainActor @Observable") else { continue }
        let lines = part[start.lowerBound...].split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count + 1 < 60, "\(file): \(lines.prefix(2))")
      }
    }
  }
}
