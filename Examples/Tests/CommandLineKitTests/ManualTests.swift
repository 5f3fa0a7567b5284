import CommandLineKit
import Foundation
import Testing

@Suite("Manual pages")
struct ManualTests {
  private let folder: TemporaryFolder
  private let pages: [String]

  private static let prepared = PreparedFiles { folder in
    let run = try AlmanacRun("manual", "--into", folder.path, "--today", "2026-11-27")
    try #require(run.status == .done)
  }

  init() throws {
    folder = try Self.prepared.copy()
    pages = try folder.names.filter { $0.hasSuffix(".1") }
  }

  /// The output of a program, with its errors; `nil` if it is not installed.
  private func run(_ program: String, _ arguments: [String]) throws -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let candidates = folders.map { "\($0)/\(program)" }
    guard let path = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
      return nil
    }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: folder.path)
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return output
  }

  @Test("each command that --help lists has a page, which the page above it names")
  func commands() throws {
    let help = try AlmanacRun("--help").lines
    let start = try #require(help.firstIndex { $0.hasPrefix("SUBCOMMANDS") })
    let names = help[(start + 1)...].filter {
      $0.hasPrefix("  ") && !$0.hasPrefix("   ") && !$0.hasPrefix("  See")
    }
    .compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(names.count > 30)
    let root = try folder.content("almanac.1")
    for name in names {
      #expect(pages.contains("almanac-\(name).1") && root.contains("almanac\\-\(name)\\fR(1)"), "\(name)")
    }
    #expect(pages.contains("almanac-session-book.1"))
  }

  @Test("a page has each option of --help")
  func options() throws {
    for command in [["list"], ["edit"], ["session", "book"], ["merge"], ["add"]] {
      let page = try AlmanacRun(["manual"] + command + ["--today", "2026-11-27"]).output
      #expect(try page == folder.content("almanac-\(command.joined(separator: "-")).1"))
      let text = page.replacing("\\-", with: "-")
      let help = try AlmanacRun(["help"] + command).output
      let options = help.matches(of: /(?m)^  (?:-[a-z], )?(--[a-z-]+)/).map { String($0.1) }
      #expect(options.count > 10)
      for option in options where option != "--version" {
        #expect(text.contains("\\fB\(option)\\fR"), "\(command) \(option)")
      }
    }
  }

  @Test("groff and mandoc format every page without a warning")
  func formatters() throws {
    if let warnings = try run("groff", ["-ww", "-man", "-Tutf8", "-z"] + pages) { #expect(warnings.isEmpty) }
    if let faults = try run("mandoc", ["-T", "lint"] + pages) { #expect(faults.isEmpty) }
    guard let shown = try run("mandoc", ["-T", "utf8", "almanac-config.1"]) else { return }
    // An example stands in lines of its own, and nothing is read as a request.
    #expect(shown.contains("[calendars.work]\n") && shown.contains("~/.config/almanac/config.toml"))
  }

  @Test("a command that is not there, and a folder that is not there, are refused")
  func refused() throws {
    #expect(try AlmanacRun("manual", "lists").status == .usage)
    #expect(try AlmanacRun("manual", "list", "--into", folder.path).status == .usage)
    #expect(try AlmanacRun("manual", "--into", folder.path("new/man1")).status == .done)
    #expect(try folder.content("new/man1/almanac-list.1").contains(".TH"))
    #expect(try AlmanacRun("manual", "--into", folder.path("new/man1/almanac.1/x")).status == .cannotWrite)
  }
}
