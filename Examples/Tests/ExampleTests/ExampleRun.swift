import Foundation
import Synchronization
import Testing

/// One run of an example program.
struct ExampleRun {
  let lines: [String]
  let errors: String
  let status: Int32

  /// - Parameters:
  ///   - files: The files to use in place of the shipped ones.
  ///   - person: The person for whom the program runs.
  init(
    _ program: String, _ files: [String] = [], as person: String? = nil, now: String? = nil,
    zone: String? = nil
  ) throws {
    let process = Process()
    process.executableURL = Self.folder.appending(path: program)
    let options = [("--as", person), ("--now", now), ("--zone", zone)]
    process.arguments = files + options.flatMap { name, value in value.map { [name, $0] } ?? [] }
    let (output, complaints) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = complaints
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    errors = String(decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    status = process.terminationStatus
    lines = String(decoding: text, as: UTF8.self).split(separator: "\n").map { String($0) }
  }

  /// The lines that show one capability, without its number.
  subscript(row: String) -> [String] {
    lines.filter { $0 == row || $0.hasPrefix(row + "  ") }.map { String($0.dropFirst(row.count + 2)) }
  }

  var rows: Set<String> { Set(lines.map { String($0.prefix { $0 != " " }) }) }

  /// The run of a program on the shipped files, which is made once for all tests.
  static func shipped(_ program: String) throws -> ExampleRun {
    if let run = shipped.withLock({ $0[program] }) { return run }
    let run = try ExampleRun(program)
    shipped.withLock { $0[program] = run }
    return run
  }

  private static let shipped = Mutex<[String: ExampleRun]>([:])

  /// The folder in which programs and tests were built.
  private static var folder: URL {
    #if os(macOS)
      for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
        return bundle.bundleURL.deletingLastPathComponent()
      }
    #endif
    return URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
  }
}

/// The difference between the outputs of two runs.
struct OutputDifference {
  let removed: [String]
  let added: [String]

  init(_ one: ExampleRun, _ other: ExampleRun) {
    let changes = other.lines.difference(from: one.lines)
    removed = changes.removals.map { change in
      if case .remove(_, let line, _) = change { line } else { "" }
    }
    added = changes.insertions.map { change in
      if case .insert(_, let line, _) = change { line } else { "" }
    }
  }

  /// The capabilities whose lines differ.
  var rows: Set<String> { Set((removed + added).map { String($0.prefix { $0 != " " }) }) }
}

/// A changed copy of a shipped file, in a folder that is removed after the test.
final class AlteredFile {
  let path: String

  /// - Parameter count: The number of times that the text to be replaced occurs; `nil` for any.
  /// - Throws: An error where it occurs another number of times.
  init(_ name: String, replacing old: String, with new: String, count: Int? = 1) throws {
    let shipped = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Data").appending(path: name)
    let text = String(decoding: try Data(contentsOf: shipped), as: UTF8.self)
    let (from, to) = name.hasSuffix(".ics") ? (Self.lines(old), Self.lines(new)) : (old, new)
    try #require(count == nil || text.ranges(of: from).count == count)
    path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)-\(name)").path
    try Data(text.replacing(from, with: to).utf8).write(to: URL(filePath: path))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  private static func lines(_ text: String) -> String { text.replacing("\n", with: "\r\n") }
}

/// A calendar of the test's own, in a file that is removed after the test.
final class TextFile {
  let path: String

  init(_ text: String) throws {
    path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).ics").path
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
