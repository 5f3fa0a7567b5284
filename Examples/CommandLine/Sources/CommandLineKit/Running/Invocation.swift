import AlmanacEvents
import AlmanacFiles
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime

/// One run of a command: its environment, its output and its messages.
struct Invocation {
  let environment: Environment
  var output: Output
  /// Messages about faults that do not end the command.
  private(set) var complaints: [Complaint] = []
  /// The messages about files, each of which is given once however often its file is read.
  private var complaintsAboutFiles: Set<Complaint> = []
  /// The standard input, if it was read.
  private(set) var input: [UInt8]?
  /// The files that were not read, or not completely, each once.
  private(set) var unread: [UnreadFile] = []
  /// The items of the files that were read whose times are not known.
  var unknownTimes = UnknownTimes()
  /// Whether calendars were opened for reading only.
  var isForReading = true
  /// Whether calendars were changed.
  var hasSaved = false
  /// A change that is saved once the fields of the template are known to exist.
  private var pending: (store: CalendarStore, summary: String)?
  /// Whether the change that a preview shows would be refused without --yes.
  var lacksConsent = false
  var format = OutputFormat.text
  /// The options of the command.
  var options: CommonOptions?
  /// The language of messages and results; English for one that has no sentences, or is not available, which the command reports.
  lazy var language: Localization = options.flatMap { try? localization($0) }?.ofSentences ?? .english
  /// The calendars that were read completely, whose items have handles.
  var calendarsRead: [EventCalendar] = []
  /// The fault of a template.
  private(set) var formatFault: CommandError?
  /// The file that the output replaces.
  var outputFile: String?
  /// Whether the output may replace an input, as that of a merge does in a driver of a version control system.
  var replacesInputs = false
  /// An input file that the output would replace.
  private(set) var overwritten: String?

  init(_ environment: Environment, output: Output) {
    self.environment = environment
    self.output = output
  }

  mutating func complain(_ complaint: Complaint) {
    if complaint.file != nil, !complaintsAboutFiles.insert(complaint).inserted { return }
    complaints.append(complaint)
  }

  /// Records a file that is not read, or not completely.
  mutating func record(_ file: UnreadFile) {
    if !unread.contains(where: { $0.path == file.path }) { unread.append(file) }
  }

  /// Counts files with items at unknown times as not read completely, in an answer about free time.
  ///
  /// - Parameters:
  ///   - range: The time that is asked for, in which items of which the times are known in part count too; `nil` where these are
  ///     in the answer.
  ///   - isOfPeople: Whether the answer is about the time of people in sessions and classes, which sessions that cannot be
  ///     read may take.
  mutating func recordUnknownTimes(
    in range: Range<Instant>? = nil, viewer: Zone = .utc, ofPeople isOfPeople: Bool = false
  ) {
    for file in unknownTimes.files + (isOfPeople ? unknownTimes.sessions : []) { record(file) }
    unknownTimes.removeAll()
    if let range { for file in unknownTimes.files(in: range, viewer: viewer) { record(file) } }
  }

  /// Counts files with items at unknown times, in an answer about the free time of a grid; not those of which the grid has an item
  /// itself.
  ///
  /// - Returns: The series that the grid does not know in full.
  mutating func recordUnknownTimes(
    of grid: SlotGrid, viewer: Zone, ofPeople isOfPeople: Bool = false
  ) -> [UnexpandedSeries] {
    let unexpanded = grid.unexpanded.earliest
    let isKnown = !unexpanded.contains { $0.unreadProperty != nil }
    recordUnknownTimes(in: isKnown ? grid.searched : nil, viewer: viewer, ofPeople: isOfPeople)
    return unexpanded
  }

  /// Checks that every calendar is read completely, since what is not read may be at any time, and may be of anybody.
  ///
  /// - Parameters:
  ///   - range: The time that is taken.
  ///   - uid: The UID of a series of which a place is taken.
  /// - Throws: A refusal with code `unread`.
  mutating func requireAllRead(
    in range: Range<Instant>, viewer: Zone, of uid: String? = nil
  ) throws(CommandError) {
    recordUnknownTimes(in: range, viewer: viewer, ofPeople: true)
    if let file = uid.flatMap({ unknownTimes.file(of: $0) }) { record(file) }
    if !unread.isEmpty { throw .refused(refusalsOfUnread) }
  }

  /// The reasons against an answer about free time, a file each.
  var refusalsOfUnread: [Refusal] {
    unread.prefix(5).map { file in
      Refusal(
        "unread", "\(file.name) is not read, or not completely: \(file.reason)",
        expected: "calendars that can be read, since one that cannot may have the time already")
    }
  }

  /// The fault of an answer that lacks what files have that were not read; `nil` if it lacks nothing, or calendars were to
  /// be changed.
  var incompleteness: Complaint? {
    guard isForReading, let first = unread.first else { return nil }
    let others: Phrase = unread.count > 1 ? " and \(unread.count - 1) more" : ""
    return Complaint(
      "incomplete: what \(first.name)\(others) may have is missing, as it is not read, or not completely",
      expected: "files that can be read, within the limits")
  }

  /// Prints a sentence in the reader's language, or the equivalent value for scripts.
  mutating func print(_ phrase: Phrase, _ value: JSON, _ options: CommonOptions) {
    print(phrase.text(in: language), value, options)
  }

  /// Prints a line, or the equivalent value for scripts.
  @_disfavoredOverload
  mutating func print(_ line: String, _ value: JSON, _ options: CommonOptions) {
    if options.format.isForScripts { write(value) } else { output.writeLine(SafeText.singleLine(line)) }
  }

  /// Prints lines, or the equivalent value for scripts.
  mutating func print(
    _ lines: @autoclosure () -> [String], _ value: @autoclosure () -> JSON, _ options: CommonOptions
  ) {
    guard options.format == .text else { return write(value()) }
    for line in lines() { output.writeLine(SafeText.singleLine(line)) }
  }

  /// Prints lines, as ``ViewSetting/text(_:)``, or the equivalent value for scripts.
  mutating func print(
    _ lines: @autoclosure () -> [StyledText], _ value: @autoclosure () -> JSON, _ setting: ViewSetting,
    _ options: CommonOptions
  ) {
    guard options.format == .text else { return write(value()) }
    output.write(setting.text(lines()))
  }

  /// Prints a sentence in the reader's language, also in formats for scripts.
  mutating func write(_ phrase: Phrase) {
    output.writeLine(SafeText.singleLine(phrase.text(in: language)))
  }

  /// Prints a value for scripts. The files that a command for reading did not read are among its member `incomplete`.
  mutating func write(_ value: JSON) {
    let value = isForReading ? value.adding(incomplete: unread.map { $0.json }) : value
    let handles = calendarsRead.isEmpty ? nil : Handles(calendarsRead)
    switch format {
    case .tsv: Rows(value, handles).writeSeparatedByTabs { output.writeLine($0) }
    case .template(let template):
      do throws(CommandError) {
        let rows = Rows(value, handles)
        try rows.check(template)
        try savePending()
        rows.write(template) { output.writeLine($0) }
      } catch {
        pending = nil
        if hasSaved { error.complaints.forEach { complain($0) } } else { formatFault = error }
      }
    default: output.writeLine(value, handles)
    }
  }

  /// Saves the changes of a store, of a command with a template only with the row that it prints: a change is not made where
  /// the row cannot be.
  mutating func save(_ store: CalendarStore, as summary: String) throws(CommandError) {
    try savePending()
    if let formatFault { throw formatFault }
    pending = (store, summary)
    if case .template = format { return }
    try savePending()
  }

  /// Saves the change that waits for its row.
  mutating func savePending() throws(CommandError) {
    guard case (var store, let summary)? = pending else { return }
    pending = nil
    let count = store.problems.count
    defer { report(store.problems.dropFirst(count)) }
    if try FileError.refusing(store.save(summary, at: environment.now)) { hasSaved = true }
  }

  /// The bytes of a file that the user named, or of standard input for `-`, which is read once.
  ///
  /// - Parameter limit: The most bytes.
  /// - Throws: `CommandError`, also for the file that the output replaces.
  mutating func read(
    _ path: String, limit: Int = FileSystem.readingLimit
  ) throws(CommandError) -> [UInt8] {
    try checkOutput(against: [path])
    do throws(FileError) {
      guard path == "-" else { return try FileSystem.read(path, limit: limit) }
      if let input { return input }
      let bytes = try environment.readInput(limit)
      input = bytes
      return bytes
    } catch {
      throw CommandError(error)
    }
  }

  /// Uses the standard input that another invocation of the same process has read.
  mutating func reuseInput(of other: Invocation) {
    input = input ?? other.input
  }

  /// Checks that the output does not replace one of some files.
  ///
  /// - Throws: `CommandError`.
  mutating func checkOutput(against paths: [String]) throws(CommandError) {
    guard let outputFile, !replacesInputs else { return }
    for path in paths where FileSystem.isSameFile(path == "-" ? "/dev/stdin" : path, outputFile) {
      overwritten = path
      throw .overwriting(path)
    }
  }

  /// The locations that options name, each once.
  ///
  /// - Throws: `CommandError` if the output would replace or add a file of one of these calendars.
  func locations(_ options: CalendarOptions) throws(CommandError) -> [CalendarLocation] {
    let usual = options.usual
    var options = options
    options.paths = options.paths.map { pathOfCalendar(named: $0, among: usual) ?? $0 }
    let locations = CalendarLocation.locations(
      options, environment.variables, environment.configuration
    ).distinct
    guard let outputFile else { return locations }
    for location in locations where location.path != "-" && location.includes(outputFile) {
      throw .overwriting(location.path)
    }
    return locations
  }
}

extension Invocation {
  /// The path of one of the calendars that are used without options, by the name that `almanac calendars` lists; `nil` for a
  /// path.
  private func pathOfCalendar(named name: String, among usual: CalendarOptions) -> String? {
    guard name != "-", !name.contains("/"), FileSystem.kind(of: name) == nil,
      environment.configuration.path(named: name) == nil
    else { return nil }
    let locations = CalendarLocation.locations(usual, environment.variables, environment.configuration)
    let sources = locations.lazy.flatMap {
      (try? CalendarStore.read($0, having: [], options: .init()).sources) ?? []
    }
    return sources.flatMap { ListedCalendar.all(of: $0, environment.configuration) }
      .first { $0.title == name }?.path
  }
}

extension CalendarLocation {
  /// Whether a file is a calendar of the location, or a file that belongs to it.
  fileprivate func includes(_ file: String) -> Bool {
    let path = FileSystem.destination(of: path)
    let name = FileSystem.name(of: file)
    guard isDirectory else {
      let isBeside = FileSystem.parent(of: file) == FileSystem.parent(of: path)
      let stem = FileSystem.name(of: companion(""))
      return file == path
        || isBeside && (name == journalName || name.hasPrefix(stem) && name.hasSuffix(".json"))
    }
    guard file != path, FileSystem.isPath(file, in: path) else { return false }
    let own = [Self.training, Self.feeds, "color", "displayname"]
    let isOwn = own.contains(name) || name.hasPrefix("running-")
    return isOwn || FileSystem.isCalendar(name) || name.hasPrefix(".")
  }
}

extension Invocation {
  /// The zone in which times are shown: `--zone`, else `$TZ`, else the system's, else UTC.
  mutating func zone(_ options: CommonOptions) -> Zone {
    if let zone = options.zone { return zone }
    if let name = environment.variables["TZ"] {
      // An empty TZ means UTC, as in the C library.
      if name.isEmpty || name == ":" { return .utc }
      if let zone = SystemZone.named(byVariable: name) { return zone }
      complain(
        Complaint("TZ=\(name) is not a known zone; UTC is used", expected: "a name such as Europe/Madrid"))
      return .utc
    }
    return environment.localZone() ?? .utc
  }

  /// The time at which the command runs: `--now`, the beginning of `--today`, else the time of the clock.
  func now(_ options: CommonOptions, in zone: Zone) -> Instant {
    if let now = options.now { return now.instant(in: zone) }
    if let today = options.today { return zone.instant(of: today.startOfDay) }
    return environment.now
  }

  func colorDepth(_ options: CommonOptions) -> ColorDepth {
    let isTerminal = environment.terminal.showsOutput && options.output == nil
    return options.color.depth(environment.variables, isTerminal: isTerminal)
  }

  /// The width of the output in columns.
  func width(_ options: CommonOptions) -> Int {
    if let width = options.width { return width }
    if let text = environment.variables["COLUMNS"], let columns = Int(text), columns > 0 { return columns }
    if options.output == nil, environment.terminal.showsOutput, let columns = environment.terminal.columns {
      return columns
    }
    return 80
  }
}
