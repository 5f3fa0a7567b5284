import AlmanacEvents
import AlmanacFiles
import AlmanacTime
import CommandLineKit
import Foundation
import Synchronization
import TOMLReading

/// One run of the program within the process of the test, with an environment of its own.
struct AlmanacRun {
  let status: ProgramStatus
  let output: String
  let errors: [String]
  /// The standard input passed to the program with calendar systems and locales.
  let internationalInput: [UInt8]??
  /// The questions; the answers are the lines of the input.
  let questions: [String]

  /// - Parameters:
  ///   - now: The time, unless the arguments state it.
  ///   - brokenPipe: Whether the reader has closed the output.
  ///   - whileAsking: A closure that runs while a question is shown.
  init(
    _ arguments: [String], input: String = "", variables: [String: String] = ["TZ": "Europe/Madrid"],
    now: String = "2026-03-02T08:00:00Z", terminal: Environment.Terminal = .init(), brokenPipe: Bool = false,
    hasInternational: Bool = false, whileAsking: (@Sendable () -> Void)? = nil,
    adjust: (inout Environment) -> Void = { _ in }
  ) throws {
    let world = World()
    var environment = Environment(
      arguments: ["almanac"] + arguments, variables: variables, now: try Instant(now), terminal: terminal,
      international: hasInternational
        ? .elsewhere(isInstalled: true) { world.runInternational($0) } : .absent,
      localZone: { nil },
      uids: UIDSource { "item-\($0)" },
      ask: { world.ask($0, of: input) },
      readInput: { (limit) throws(FileError) in
        guard input.utf8.count <= limit else {
          throw FileError(.unreadable, "-", "Longer than \(limit) bytes")
        }
        return Array(input.utf8)
      },
      writeOutput: { (bytes) throws(FileError) in
        if brokenPipe { throw FileError(.brokenPipe, "standard output", "Broken pipe") }
        world.write(bytes)
      },
      writeError: { world.complain($0) })
    environment.timeout = .zero
    environment.readTOML = ConfigurationValue.parsing(toml:)
    whileAsking.map { body in
      environment.ask = { question in
        body()
        return world.ask(question, of: input)
      }
    }
    adjust(&environment)
    status = CommandLineProgram(environment).run()
    (output, errors, internationalInput, questions) = world.state.withLock {
      (String(decoding: $0.output, as: UTF8.self), $0.errors, $0.internationalInput, $0.questions)
    }
  }

  init(
    _ arguments: String..., input: String = "", hasInternational: Bool = false, brokenPipe: Bool = false
  ) throws {
    try self.init(arguments, input: input, brokenPipe: brokenPipe, hasInternational: hasInternational)
  }

  /// The lines of the output, each of which is ended.
  var lines: [String] {
    output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }
}

/// The effects of a run.
private final class World: Sendable {
  struct State {
    var output: [UInt8] = []
    var errors: [String] = []
    var internationalInput: [UInt8]??
    var questions: [String] = []
  }

  let state = Mutex(State())

  func write(_ bytes: [UInt8]) { state.withLock { $0.output += bytes } }
  func complain(_ line: String) { state.withLock { $0.errors.append(line) } }

  func ask(_ question: String, of input: String) -> String? {
    let number = state.withLock { state in
      state.questions.append(question)
      return state.questions.count - 1
    }
    let answers = input.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return answers.indices.contains(number) ? String(answers[number]) : nil
  }

  func runInternational(_ input: [UInt8]?) -> FileError {
    state.withLock { $0.internationalInput = .some(input) }
    return FileError(.unreadable, "AlmanacInternational", "not in a test")
  }
}

/// A folder that is removed after the test.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "almanac-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Creates a file and returns its path.
  func file(_ name: String, _ content: String) throws -> String {
    let path = path(name)
    try Data(content.utf8).write(to: URL(filePath: path))
    return path
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
  }

  func path(_ name: String) -> String { path + "/" + name }

  func content(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path(name))), as: UTF8.self)
  }

  /// The names of the files, without those from which an undone change can be made again.
  var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: path)
        .filter { !$0.contains(".almanac-redo") }.sorted()
    }
  }
}
