import Foundation

/// Runs other programs as oracles: Python with `datetime` and `zoneinfo`, GNU `date`, the compiler `zic`.
enum Oracle {
  /// Whether Python is here, with zone files; without it the suites that ask it say so and are skipped.
  static let hasPython =
    output("python3", ["-c", "import zoneinfo; zoneinfo.ZoneInfo('Europe/Madrid')"]) != nil

  /// Whether GNU `date` is here, which asks the C library.
  static let hasDate = output("date", ["-d", "@0", "+%Z"]) != nil

  /// The output of a Python script.
  static func python(_ script: String, _ arguments: String...) -> [UInt8] {
    output("python3", ["-c", script] + arguments) ?? []
  }

  /// The output of a program, `nil` when it cannot be run or fails.
  static func output(_ program: String, _ arguments: [String]) -> [UInt8]? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"]) { own, added in "\(own):\(added)" }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? [UInt8](data) : nil
  }

  /// Lines of words separated by single spaces.
  static func lines(_ bytes: [UInt8]) -> [[Substring]] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { $0.split(separator: " ") }
  }
}
