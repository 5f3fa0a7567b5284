import AlmanacFiles
import AlmanacICS
import AlmanacRecurrence
import AlmanacRendering
import ArgumentParser

/// `almanac validate`
struct Validate: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check a file or a folder against the standards of calendars.",
    discussion: """
      Each diagnostic is a line: file, line, severity (note, warning, error), code, UID and property, the fault and its \
      repair. The exit code is 0 if the file can be read, even with errors, unless --strict is given, which also \
      requires a VTIMEZONE for each TZID (missing_timezone). In a folder all \
      .ics files are checked, those of subfolders too, and the color files; duplicate_uid is an item that several files \
      have, orphan_temporary and interrupted_change are left by a killed process. Of a series with unknown_calendar only \
      the first date is shown. iCalendar of more than 32 MiB is read component by component: a VTIMEZONE must then come \
      before the items that use it.
      """)

  @Argument(help: "The file, - for standard input, or the folder.", completion: .file())
  var file: String

  @Flag(help: "End with exit code 1 when there are errors.")
  var strict = false

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let isFolder = file != "-" && FileSystem.kind(of: file) == .directory
    let (findings, failure) =
      try isFolder
      ? invocation.findings(inFolder: file, strict: strict)
      : (invocation.findings(in: file, strict: strict), nil)
    switch common.format {
    case .text: for finding in findings { invocation.output.writeLine(finding.line) }
    default:
      invocation.write(["version": .version, "diagnostics": .array(findings.map { $0.json })])
    }
    if let failure {
      invocation.output.outlivesFailure = true
      throw failure
    }
    if strict, findings.contains(where: { $0.diagnostic.severity == .error }) { throw .ended(.refused, []) }
  }
}

/// A diagnostic of a file.
private struct Finding {
  let file: String
  let diagnostic: Diagnostic

  var line: String {
    var complaint = Complaint(diagnostic, in: file)
    complaint.message =
      "\(diagnostic.severity.rawValue) \(diagnostic.code.rawValue): " + complaint.message
    return complaint.description
  }

  var json: JSON {
    [
      "file": .string(file),
      "severity": .string(diagnostic.severity.rawValue),
      "code": .string(diagnostic.code.rawValue),
      "line": .int(diagnostic.line),
      "uid": .string(diagnostic.uid),
      "property": .string(diagnostic.property),
      "message": .string(diagnostic.message),
      "repair": .string(diagnostic.repair),
    ]
  }
}

extension Finding {
  /// An item that several files of a folder have.
  fileprivate static func duplicate(_ duplicate: CalendarDirectory.Duplicate) -> [Finding] {
    guard let first = duplicate.paths.first else { return [] }
    let originals = Dictionary(
      duplicate.conflictCopies.map { ($0.path, $0.original) }, uniquingKeysWith: { first, _ in first })
    return duplicate.paths.filter { $0 != first || originals[$0] != nil }.compactMap { path in
      if originals[path] == nil, originals[first] == path { return nil }
      let (other, isCopy) = (originals[path] ?? first, originals[path] != nil)
      return Finding(
        file: path,
        diagnostic: Diagnostic(
          .warning, Diagnostic.Code(rawValue: "duplicate_uid"), line: 1, uid: duplicate.uid,
          message: "\(FileSystem.name(of: other)) contains the same item",
          repair: isCopy
            ? "the latest state is shown; almanac merge --copies merges this conflict copy"
            : "the latest state is shown; almanac delete \(duplicate.uid) -c FILE removes one"))
    }
  }

  /// A temporary file that a killed process has left.
  fileprivate static func orphan(_ path: String) -> Finding {
    Finding(
      file: path,
      diagnostic: Diagnostic(
        .note, Diagnostic.Code(rawValue: "orphan_temporary"), line: 1,
        message: "an interrupted process has left this file",
        repair: "the next change of the folder removes it"))
  }

  /// The journal of a change that a killed process has not completed.
  fileprivate static func interrupted(_ path: String) -> Finding {
    Finding(
      file: path,
      diagnostic: Diagnostic(
        .warning, Diagnostic.Code(rawValue: "interrupted_change"), line: 1,
        message: "a change was interrupted; some of its files may be changed already",
        repair: "the next change by the same user in this folder completes or undoes it"))
  }
}

/// The diagnostics of a file: of one document, or of a longer file component by component.
private struct FileExamination: ~Copyable {
  let file: String
  private let systems: CalendarSystems
  private var zones: UndefinedZones?
  /// The content read so far, if it is not longer than `wholeLimit`.
  private var whole: [UInt8] = []
  private var isStreamed = false
  private var stream = ICSStream()
  private var diagnostics: [Diagnostic] = []

  /// The most bytes of iCalendar that are read as one document: 32 MiB.
  private static let wholeLimit = 1 << 25

  init(_ file: String, strict: Bool, besides systems: CalendarSystems) {
    (self.file, self.systems) = (file, systems)
    zones = strict ? UndefinedZones() : nil
  }

  mutating func append(_ part: ArraySlice<UInt8>) throws(FileError) {
    zones?.append(part)
    guard !isStreamed else { return try examine(part) }
    whole += part
    let isJSON = whole.first { $0 > 0x20 }.map { "{[".utf8.contains($0) } ?? false
    guard whole.count > Self.wholeLimit, !isJSON else { return }
    isStreamed = true
    try examine(whole[...])
    whole = []
  }

  private mutating func examine(_ part: ArraySlice<UInt8>) throws(FileError) {
    stream.append(part)
    try collectDiagnostics()
  }

  private mutating func collectDiagnostics() throws(FileError) {
    var unknown: [Diagnostic] = []
    do throws(ICSError) {
      while let element = try stream.next() {
        if case .item(let item) = element { unknown += item.unknownCalendarDiagnostics(besides: systems) }
      }
    } catch {
      throw FileError(
        .badData, file, line: error.line, String(error.code.rawValue.map { $0 == "_" ? " " : $0 }),
        expected: error.expected)
    }
    let remaining = ICSLimits.standard.diagnostics - diagnostics.count
    diagnostics += (stream.takeDiagnostics() + unknown).prefix(max(remaining, 0))
  }

  mutating func finish() throws(FileError) -> [Diagnostic] {
    zones?.finish()
    return try content() + (zones?.diagnostics ?? [])
  }

  private mutating func content() throws(FileError) -> [Diagnostic] {
    guard isStreamed else {
      let read = try CalendarFile(parsing: whole, path: file)
      return read.document.diagnostics + read.unreadableMarks
        + [read].overlappingSessions.map { $0.diagnostic } + read.unknownCalendars(besides: systems)
    }
    stream.finish()
    try collectDiagnostics()
    return diagnostics
  }
}

extension Invocation {
  fileprivate mutating func findings(in file: String, strict: Bool) throws(CommandError) -> [Finding] {
    var examination = FileExamination(file, strict: strict, besides: environment.international.calendars)
    let input = file == "-" ? try read(file) : []
    try checkOutput(against: [file])
    let diagnostics: [Diagnostic]
    do throws(FileError) {
      if file == "-" {
        try examination.append(input[...])
      } else {
        try FileSystem.read(file) { (part) throws(FileError) in try examination.append(part) }
      }
      diagnostics = try examination.finish()
    } catch {
      throw CommandError(error)
    }
    try requireCalendars(diagnostics)
    return diagnostics.map { Finding(file: file, diagnostic: $0) }
  }

  /// - Throws: `needsInternational` if only the other program may know a calendar system.
  private func requireCalendars(_ diagnostics: [Diagnostic]) throws(CommandError) {
    guard case .elsewhere(isInstalled: true, _) = environment.international else { return }
    if diagnostics.contains(where: { $0.code == .unknownCalendar }) { throw .needsInternational }
  }

  /// The diagnostics of the files of a folder and its subfolders.
  ///
  /// - Returns: The diagnostics, and the first error if some files could not be read.
  fileprivate mutating func findings(
    inFolder path: String, strict: Bool
  ) throws(CommandError) -> ([Finding], failure: CommandError?) {
    let listing = try FileError.refusing(DirectoryListing(path))
    var findings = listing.interruptedJournals.map { Finding.interrupted($0) }
    var failure: CommandError?
    for folder in listing.all {
      try checkOutput(against: folder.files)
      let directory = CalendarDirectory(reading: folder)
      for problem in directory.problems where problem.path != folder.color || problem.code != .badData {
        complain(Complaint(problem))
        failure = failure ?? .ended(CommandError(problem).status ?? .badData, [])
      }
      if let color = folder.color, let text = try? CalendarDirectory.firstLine(color) {
        let diagnostic = CollectionColor(text).diagnostic
        findings += [diagnostic].compactMap { $0 }.map { Finding(file: color, diagnostic: $0) }
      }
      for file in directory.files {
        var zones = UndefinedZones()
        if strict { zones.append(file.document.bytes[...]) }
        zones.finish()
        let unknown = file.unknownCalendars(besides: environment.international.calendars)
        try requireCalendars(unknown)
        let diagnostics = file.document.diagnostics + file.unreadableMarks + unknown + zones.diagnostics
        findings += diagnostics.map { Finding(file: file.path, diagnostic: $0) }
      }
      findings += directory.files.overlappingSessions.map {
        Finding(file: $0.path, diagnostic: $0.diagnostic)
      }
      findings += directory.duplicates.flatMap { Finding.duplicate($0) }
      findings += folder.orphans.map { Finding.orphan($0) }
    }
    return (findings, failure)
  }
}
