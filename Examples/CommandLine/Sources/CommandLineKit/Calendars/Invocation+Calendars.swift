import AlmanacEvents
import AlmanacFiles
import AlmanacICS
import AlmanacRecurrence
import AlmanacRendering
import AlmanacSync
import AlmanacTime

extension Invocation {
  /// The calendars that the options name, for reading.
  ///
  /// - Parameter uids: The UIDs of the items that are needed; `nil` for all items.
  mutating func calendars(
    _ options: CalendarOptions, having uids: Set<String>? = nil
  ) throws(CommandError) -> [EventCalendar] {
    let configuration = environment.configuration
    let calendars = try sources(at: try locations(options), having: uids).flatMap { source in
      source.calendars.map { configuration.style($0, at: source.path) }
    }
    if uids == nil { calendarsRead = calendars }
    return calendars
  }

  /// The files and directories that the options name, for reading.
  mutating func sources(_ calendars: CalendarOptions) throws(CommandError) -> [CalendarStore.Source] {
    try sources(at: try locations(calendars))
  }

  mutating func sources(
    at locations: [CalendarLocation], having uids: Set<String>? = nil
  ) throws(CommandError) -> [CalendarStore.Source] {
    try savePending()
    let options = fileOptions
    var sources: [CalendarStore.Source] = []
    for location in locations {
      guard location.path != "-" else {
        sources.append(.file(try calendarFile("-")))
        continue
      }
      do throws(FileError) {
        let read = try CalendarStore.read(location, having: uids, options: options)
        sources += read.sources
        recordUnread(read.problems)
        report(read.problems)
      } catch {
        throw CommandError(error)
      }
    }
    try report(sources)
    return sources
  }

  /// Reads one file. Invalid content and unknown zones, which change times, are reported; repairs are reported by
  /// `validate`, and by a command that writes what it read anew.
  mutating func calendarFile(
    _ path: String, reportingRepairs: Bool = false
  ) throws(CommandError) -> CalendarFile {
    let file = try parsedFile(path, try read(path), reportingRepairs: reportingRepairs)
    recordGaps([file])
    unknownTimes.add(file)
    return file
  }

  private mutating func parsedFile(
    _ path: String, _ bytes: [UInt8], reportingRepairs: Bool = false
  ) throws(CommandError) -> CalendarFile {
    do throws(FileError) {
      let file = try CalendarFile(parsing: bytes, path: path, options: fileOptions)
      report(file, reportingRepairs: reportingRepairs)
      return file
    } catch {
      throw CommandError(error)
    }
  }

  /// Reads one file that is complete.
  ///
  /// - Parameters:
  ///   - yes: Whether a file that is not complete is accepted.
  ///   - dryRun: Whether the refusal is reported only.
  mutating func completeFile(
    _ path: String, yes: Bool, dryRun: Bool = false
  ) throws(CommandError) -> CalendarFile {
    try completeFile(path, try read(path), yes: yes, dryRun: dryRun)
  }

  private mutating func completeFile(
    _ path: String, _ bytes: [UInt8], yes: Bool, dryRun: Bool = false
  ) throws(CommandError) -> CalendarFile {
    let file = try parsedFile(path, bytes)
    try requireConsent(to: Refusal(incomplete: file), yes: yes, dryRun: dryRun)
    return file
  }

  /// Reads the base of a merge; `nil` for an empty file, as git has for one that both branches added.
  mutating func baseFile(_ path: String, yes: Bool) throws(CommandError) -> CalendarFile? {
    let bytes = try read(path)
    return bytes.isEmpty ? nil : try completeFile(path, bytes, yes: yes)
  }

  private var fileOptions: CalendarFile.Options {
    CalendarFile.Options(systems: environment.international.calendars)
  }
}

extension CalendarStore.Source {
  /// The path of the file or the folder.
  var path: String {
    switch self {
    case .directory(let directory): directory.path
    case .file(let file): file.path
    }
  }
}

extension Refusal {
  /// The refusal of a file that was not read completely: what it lacks would count as deleted, and half an item would
  /// replace a whole one. `nil` for a complete file.
  init?(incomplete file: CalendarFile) {
    guard let gap = file.document.incompleteness else { return nil }
    if file.document.isCutOff {
      self.init("cut_off", "\(file.path) is cut off", expected: "--yes, or the complete file")
    } else {
      self.init(
        "over_limits", "\(file.path) is not read completely: \(gap.message)",
        expected: "--yes, or a file within the limits", property: gap.property, uid: gap.uid)
    }
  }
}

extension Invocation {
  /// Opens the calendars that the options name, to change them. They are locked, so that no other process changes them.
  ///
  /// - Parameters:
  ///   - uids: The UIDs of the items that are needed; `nil` for all items.
  ///   - createsMissing: Whether a missing calendar is created.
  ///   - isPreview: Whether the change is only shown: nothing is then locked or written.
  mutating func store(
    _ options: CalendarOptions, having uids: Set<String>? = nil, createsMissing: Bool = false,
    isPreview: Bool = false
  ) throws(CommandError) -> CalendarStore {
    try savePending()
    isForReading = false
    let locations = try changeableLocations(options, createsMissing: createsMissing)
    let store = try FileError.refusing(
      CalendarStore(
        locations, for: isPreview ? .preview : .changing(timeout: environment.timeout),
        having: uids, createsMissing: createsMissing, options: fileOptions))
    recordUnread(store.problems)
    report(store.recoveries)
    report(store.problems)
    try report(store.sources)
    return store
  }

  /// The locations that the options name, for a change.
  func changeableLocations(
    _ options: CalendarOptions, createsMissing: Bool = false
  ) throws(CommandError) -> [CalendarLocation] {
    let locations = try locations(options).map { createsMissing ? $0.asFolder : $0 }
    if locations.contains(where: { $0.path == "-" }) {
      throw .usage("standard input cannot be changed", expected: "a file or a folder as --calendar")
    }
    return locations
  }

  /// Saves the changes, all or none, and records them for `undo`.
  ///
  /// - Parameter summary: The change in words, which `undo` shows in the language of this command.
  mutating func save(_ store: CalendarStore, _ summary: Phrase) throws(CommandError) {
    if let overwritten { throw .overwriting(overwritten) }
    try save(store, as: summary.text(in: language))
  }
}

// MARK: Reports

/// A file or a folder of calendars that was not read, or not completely.
struct UnreadFile: Sendable, Hashable {
  let path: String
  let reason: String

  /// The path, or words for standard input.
  var name: String { path == "-" ? "standard input" : path }

  var json: JSON { ["file": .string(path), "message": .string(reason)] }
}

extension JSON {
  /// The object with further elements of its member `incomplete`.
  func adding(incomplete more: [JSON]) -> JSON {
    guard !more.isEmpty, case .object(var members) = self else { return self }
    let index = members.firstIndex { $0.name == "incomplete" }
    guard let index, case .array(let present) = members[index].value else {
      return .object(members + [.init("incomplete", .array(more))])
    }
    members[index] = .init("incomplete", .array(present + more))
    return .object(members)
  }
}

extension Invocation {
  /// Records files and folders of calendars that could not be read; the files with a name or a colour have no items.
  fileprivate mutating func recordUnread(_ problems: [FileError]) {
    for problem in problems where [.unreadable, .badData].contains(problem.code) {
      let isProperty = ["color", "displayname"].contains(FileSystem.name(of: problem.path))
      if isProperty, FileSystem.kind(of: problem.path) != .directory { continue }
      record(UnreadFile(path: problem.path, reason: problem.reason))
    }
  }

  /// Records files that lack items.
  fileprivate mutating func recordGaps(_ files: [CalendarFile]) {
    for file in files {
      guard let gap = file.document.missingContent else { continue }
      record(UnreadFile(path: file.path, reason: gap.message))
    }
  }

  /// Records the files with an item that newly written output lacks, as it cannot be read, or has at another time, as its zone
  /// is unknown.
  mutating func recordLosses(of files: [CalendarFile]) {
    for file in files {
      if let item = file.document.unwrittenItem ?? file.document.itemWithoutZone {
        record(UnreadFile(path: file.path, reason: item))
      }
    }
  }

  mutating func report(_ problems: some Sequence<FileError>) {
    for problem in problems { complain(Complaint(problem)) }
  }

  /// Reports faults of files.
  ///
  /// - Throws: `needsInternational` if rules use a calendar system that only the other program has.
  private mutating func report(_ sources: [CalendarStore.Source]) throws(CommandError) {
    let files = sources.flatMap { $0.files }
    try checkOutput(against: sources.flatMap { $0.paths })
    recordGaps(files)
    for file in files {
      report(file)
      unknownTimes.add(file)
    }
    let scales = files.reduce(into: Set<String>()) { $0.formUnion($1.calendarScales) }
    let unknown = scales.filter { !environment.international.calendars.supports($0) }
    if !unknown.isEmpty, case .elsewhere(isInstalled: true, _) = environment.international {
      throw .needsInternational
    }
    for name in unknown.sorted() {
      complain(
        Complaint(
          "the calendar system \(name) is not known: only the first date of series that use it is shown"))
    }
  }

  private mutating func report(_ file: CalendarFile, reportingRepairs: Bool = false) {
    let least = reportingRepairs ? Diagnostic.Severity.warning : .error
    for diagnostic in file.document.diagnostics
    where diagnostic.severity >= least || diagnostic.code == .unknownZone {
      complain(Complaint(diagnostic, in: file.path))
    }
    for mark in file.unreadableMarks { complain(Complaint(mark, in: file.path)) }
  }

  mutating func report(_ recoveries: [FileTransaction.Recovery]) {
    for recovery in recoveries {
      let files = recovery.files.joined(separator: ", ")
      switch recovery.outcome {
      case .completed: break
      case .undone:
        complain(Complaint("an interrupted change was undone: \(files)", file: recovery.directory))
      case .abandoned:
        complain(
          Complaint(
            "an interrupted change was not undone, as its files have changed since: \(files)",
            file: recovery.directory))
      }
    }
  }
}

extension ICSDocument {
  /// A message about the first item in an unknown zone, whose time changes when it is written without the zone; `nil` if there
  /// is none.
  fileprivate var itemWithoutZone: String? {
    for calendar in calendars {
      for item in calendar.items {
        let isInUnknownZone = item.unmodelled.parameters.contains { kept in
          kept.property == "DTSTART" && kept.parameters.contains { $0.name == "TZID" }
        }
        if isInUnknownZone, item.start?.zone == nil {
          return "\(item.uid): a start in a zone that is not known"
        }
      }
    }
    return nil
  }

  /// A message about the first item that is lost when the document is rewritten; `nil` if none is. An event without a start is
  /// legal in a message, and is written.
  var unwrittenItem: String? {
    for calendar in calendars {
      let events = calendar.unmodelled.components.filter { $0.name.uppercased() == "VEVENT" }
      if let lost = events.first(where: { calendar.method.isEmpty || $0.first("DTSTART") != nil }) {
        return lost.unreadTime
      }
    }
    // JSON has no component for an object that cannot be read.
    return diagnostics.first { found in
      found.severity == .error
        && (found.code == .badComponent || ["start", "@type"].contains(found.property))
    }?.message
  }
}

extension Complaint {
  init(_ error: FileError) {
    let (file, line) = (error.path.isEmpty ? nil : error.path, error.line > 0 ? error.line : nil)
    let expected = error.code == .locked ? nil : Phrase(error.expected)
    self.init(error.reason, expected: expected, file: file, line: line)
  }

  /// A diagnostic of the parser, with its repair.
  init(_ diagnostic: Diagnostic, in file: String) {
    let subject = [diagnostic.uid, diagnostic.property].filter { !$0.isEmpty }.joined(separator: " ")
    let message = [subject, diagnostic.message].filter { !$0.isEmpty }.joined(separator: ": ")
    self.init(
      diagnostic.repair.isEmpty ? message : "\(message); \(diagnostic.repair)", file: file,
      line: diagnostic.line > 0 ? diagnostic.line : nil)
  }
}
