import AlmanacEvents
import AlmanacFiles
import AlmanacTime
import CFuzzer
import CommandLineKit

/// A run of the command line within the process, over a folder in memory.
struct ProgramRun {
  let status: Int32
  let output: [UInt8]
  let errors: [String]

  init(_ arguments: [String], input: [UInt8] = []) {
    let collected = Collected()
    var environment = Environment(
      arguments: ["almanac"] + arguments, variables: ["TZ": "Europe/Madrid", "HOME": Scratch.path],
      now: Instant(secondsSinceEpoch: 1_772_442_000), uids: .seeded(1),
      readInput: { _ throws(FileError) in input },
      writeOutput: { (bytes) throws(FileError) in collected.output += bytes },
      writeError: { collected.errors.append($0) })
    environment.timeout = .zero
    status = CommandLineProgram(environment).run().rawValue
    (output, errors) = (collected.output, collected.errors)
  }

  private final class Collected: @unchecked Sendable {
    var output: [UInt8] = []
    var errors: [String] = []
  }
}

/// A folder of this process, emptied for each input.
enum Scratch {
  static let path = "/dev/shm/almanac-fuzz-\(getpid())"

  static func empty() {
    remove(path)
    mkdir(path, 0o700)
  }

  static func write(_ name: String, _ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    guard let file = fopen("\(path)/\(name)", "w") else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  /// The names of the files that programs see.
  static func names() -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  static func content(_ name: String) -> [UInt8]? {
    guard let file = fopen("\(path)/\(name)", "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer.prefix(count) }
    return bytes
  }

  static func state() -> [String: [UInt8]] {
    Dictionary(uniqueKeysWithValues: names().compactMap { name in content(name).map { (name, $0) } })
  }

  private static func remove(_ path: String) {
    nftw(path, { name, _, _, _ in CFuzzer.remove(name) }, 8, Int32(FTW_DEPTH) | Int32(FTW_PHYS))
  }
}

/// Any text where a person types a day, a time or a rule: an answer, or one line that says why not.
struct TypedWords {
  private let text: String

  init(_ input: [UInt8]) {
    text = String(decoding: input.prefix(80), as: UTF8.self).filter { $0 != "\0" && !$0.isNewline }
  }

  func check() {
    Scratch.empty()
    Scratch.write("a.ics", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//fuzz//EN\r\nEND:VCALENDAR\r\n".utf8)
    for arguments in [
      ["list", "--from=\(text)", "--days", "3"], ["add", "event", "Typed", "--at=\(text)", "--dry-run"],
      ["expand", "FREQ=DAILY;COUNT=2", "--start=\(text)"],
      ["add", "event", "Typed", "--at", "2026-03-02T09:00", "--repeat=\(text)"],
    ] {
      let run = ProgramRun(arguments + ["-c", "\(Scratch.path)/a.ics"])
      require([0, 1, 64, 65].contains(run.status), "\(arguments): exit code \(run.status)")
      require(run.status == 0 || run.errors.count >= 1, "\(arguments): refused without a reason")
    }
  }
}

/// A folder of any files, one of them perhaps a journal: listing, adding and taking back end; files that the program
/// could not read stay, and undo gives the bytes back.
///
/// The input is cut at zero bytes into the journal and the files.
struct FolderContents {
  private let parts: [ArraySlice<UInt8>]

  init(_ input: [UInt8]) { parts = input.split(separator: 0, maxSplits: 4, omittingEmptySubsequences: false) }

  func check() {
    Scratch.empty()
    for (number, part) in parts.enumerated() {
      Scratch.write(number == 0 ? ".almanac-undo" : "\(number).ics", part)
    }
    let folder = ["-c", Scratch.path]
    for arguments in [["list"], ["validate", Scratch.path], ["month", "2026-03"]] {
      let run = ProgramRun(arguments + (arguments[0] == "validate" ? [] : folder))
      require([0, 1, 65].contains(run.status), "\(arguments): exit code \(run.status): \(run.errors)")
    }
    // The journal may be of an interrupted change, which the first change completes or takes back.
    let first = ProgramRun(["add", "event", "First", "--at", "2026-03-02T09:00"] + folder)
    guard first.status == 0 else { return }
    let before = Scratch.state()
    let added = ProgramRun(["add", "event", "Second", "--at", "2026-03-03T09:00"] + folder)
    guard added.status == 0 else {
      return require(Scratch.state() == before, "a refused addition changes files")
    }
    require(Scratch.state() != before, "nothing is added")
    let undone = ProgramRun(["undo"] + folder)
    require(undone.status == 0, "not undone: \(undone.errors)")
    require(Scratch.state() == before, "undone to another state")
  }
}
