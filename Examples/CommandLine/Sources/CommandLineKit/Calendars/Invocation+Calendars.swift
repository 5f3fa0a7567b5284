import AlmanacEvents
import AlmanacFiles
import AlmanacICS
import AlmanacRecurrence

extension Invocation {
  /// The calendars that the options name, for reading.
  ///
  /// - Parameter uids: The UIDs of the items that are needed; `nil` for all items.
  mutating func calendars(
    _ options: CalendarOptions, having uids: Set<String>? = nil
  ) throws(CommandError) -> [EventCalendar] {
    try sources(at: try locations(options), having: uids).flatMap { $0.calendars }
  }

  /// The files and directories that the options name, for reading.
  mutating func sources(_ calendars: CalendarOptions) throws(CommandError) -> [CalendarStore.Source] {
    try sources(at: try locations(calendars))
  }

  mutating func sources(
    at locations: [CalendarLocation], having uids: Set<String>? = nil
  ) throws(CommandError) -> [CalendarStore.Source] {
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
        report(read.problems)
      } catch {
        throw CommandError(error)
      }
    }
    try report(sources)
    return sources
  }

  /// Reads one file; content that could not be understood is reported, and a zone that is not known, as it changes
  /// times; repairs are for `validate`.
  mutating func calendarFile(_ path: String) throws(CommandError) -> CalendarFile {
    let bytes = try read(path)
    do throws(FileError) {
      let file = try CalendarFile(parsing: bytes, path: path, options: fileOptions)
      report(file.document.diagnostics, in: path)
      return file
    } catch {
      throw CommandError(error)
    }
  }

  private var fileOptions: CalendarFile.Options {
    CalendarFile.Options(systems: environment.international.calendars)
  }
}

extension Invocation {
  /// Opens the calendars that the options name to change them; no other run of the program changes them meanwhile.
  ///
  /// - Parameters:
  ///   - uids: The UIDs of the items that are needed; `nil` for all items.
  ///   - makesMissing: Whether a calendar that is not there is made.
  ///   - isPreview: Whether the change is only shown: then nothing is locked, and nothing written.
  mutating func store(
    _ options: CalendarOptions, having uids: Set<String>? = nil, makesMissing: Bool = false,
    isPreview: Bool = false
  ) throws(CommandError) -> CalendarStore {
    let locations = try changeableLocations(options)
    let store: CalendarStore
    do throws(FileError) {
      store = try CalendarStore(
        locations, for: isPreview ? .preview : .changing(timeout: environment.timeout),
        having: uids, createsMissing: makesMissing, options: fileOptions)
    } catch {
      throw CommandError(error)
    }
    report(store.recoveries)
    report(store.problems)
    try report(store.sources)
    return store
  }

  /// The locations that the options name, each once.
  func changeableLocations(_ options: CalendarOptions) throws(CommandError) -> [CalendarLocation] {
    var seen: Set<String> = []
    let locations = try locations(options)
    if locations.contains(where: { $0.path == "-" }) {
      throw .usage("standard input cannot be changed", expected: "a file or a folder as --calendar")
    }
    return locations.filter { seen.insert(FileSystem.destination(of: $0.path)).inserted }
  }

  /// Writes what was changed, all of it or nothing, and records it for `undo`.
  ///
  /// - Parameter summary: The change in words, for a person.
  mutating func save(_ store: CalendarStore, _ summary: String) throws(CommandError) {
    if let overwritten { throw .overwriting(overwritten) }
    var store = store
    let count = store.problems.count
    defer { report(store.problems.dropFirst(count)) }
    do throws(FileError) {
      if try store.save(summary, at: environment.now) { hasSaved = true }
    } catch {
      throw CommandError(error)
    }
  }
}

// MARK: Reports

extension Invocation {
  mutating func report(_ problems: some Sequence<FileError>) {
    for problem in problems { complain(Complaint(problem)) }
  }

  /// Reports what was found in files. Ends here where another program has the calendar systems by which they count.
  private mutating func report(_ sources: [CalendarStore.Source]) throws(CommandError) {
    let files = sources.flatMap { $0.files }
    try checkOutput(against: sources.flatMap { $0.paths })
    for file in files { report(file.document.diagnostics, in: file.path) }
    let scales = files.reduce(into: Set<String>()) { $0.formUnion($1.calendarScales) }
    let unknown = scales.filter { !environment.international.calendars.supports($0) }
    if !unknown.isEmpty, case .elsewhere(isThere: true, _) = environment.international {
      throw .needsInternational
    }
    for name in unknown.sorted() {
      complain(
        Complaint(
          "the calendar \(name) is not known here: of series that count by it only the first date is shown"))
    }
  }

  private mutating func report(_ diagnostics: [Diagnostic], in path: String) {
    for diagnostic in diagnostics where diagnostic.severity == .error || diagnostic.code == .unknownZone {
      complain(Complaint(diagnostic, in: path))
    }
  }

  mutating func report(_ recoveries: [FileTransaction.Recovery]) {
    for recovery in recoveries {
      let files = recovery.files.joined(separator: ", ")
      switch recovery.outcome {
      case .completed: break
      case .undone:
        complain(
          Complaint("an interrupted change was taken back: \(files)", file: recovery.directory))
      case .abandoned:
        let what = "an interrupted change stays as it is, as files have changed since: \(files)"
        complain(Complaint(what, file: recovery.directory))
      }
    }
  }
}

extension Complaint {
  init(_ error: FileError) {
    let (file, line) = (error.path.isEmpty ? nil : error.path, error.line > 0 ? error.line : nil)
    self.init(error.reason, expected: error.code == .locked ? nil : error.expected, file: file, line: line)
  }

  /// A finding of the parser and its repair.
  init(_ diagnostic: Diagnostic, in file: String) {
    let place = [diagnostic.uid, diagnostic.property].filter { !$0.isEmpty }.joined(separator: " ")
    let what = [place, diagnostic.message].filter { !$0.isEmpty }.joined(separator: ": ")
    self.init(
      diagnostic.repair.isEmpty ? what : "\(what); \(diagnostic.repair)", file: file, line: diagnostic.line)
  }
}
