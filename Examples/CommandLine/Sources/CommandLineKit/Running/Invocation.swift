import AlmanacRendering
import AlmanacTime

/// One run of a command: what came from outside, what the options make of it, and what is printed.
struct Invocation {
  let environment: Environment
  var output: Output
  /// What is wrong without ending the command.
  private(set) var complaints: [Complaint] = []
  /// What was read of standard input.
  private(set) var input: [UInt8]?
  /// Whether calendars were changed.
  var hasSaved = false
  /// The file that the output replaces.
  var outputFile: String?

  init(_ environment: Environment, output: Output) {
    self.environment = environment
    self.output = output
  }

  mutating func complain(_ complaint: Complaint) {
    complaints.append(complaint)
  }

  /// Prints a line, or the value that says the same to scripts.
  mutating func print(_ line: String, _ value: JSON, _ options: CommonOptions) {
    output.writeLine(options.format == .json ? value.text() : SafeText.singleLine(line))
  }

  /// The bytes of a file, or of standard input for `-`; asked for again, the same.
  ///
  /// - Throws: `CommandError` also for the file that the output replaces.
  mutating func read(
    _ path: String, _ origin: PathOrigin = .named, limit: Int = Platform.readingLimit
  ) throws(CommandError) -> [UInt8] {
    if let outputFile, path != "-", Platform.destination(of: path) == outputFile { throw .overwriting(path) }
    do throws(FileError) {
      guard path == "-" else { return try Platform.read(path, origin, limit: limit) }
      if let input { return input }
      let bytes = try environment.readInput()
      input = bytes
      return bytes
    } catch {
      throw CommandError(error)
    }
  }

  /// - Throws: `CommandError` when the output would replace a calendar of these places, or become one.
  func requireOutput(besides places: [CalendarPlace]) throws(CommandError) {
    guard let outputFile else { return }
    for place in places where place.path != "-" {
      let path = Platform.destination(of: place.path)
      let isInside = outputFile.hasPrefix(path.hasSuffix("/") ? path : path + "/")
      let name = Platform.name(of: outputFile)
      let isRead = name.hasSuffix(".ics") || name.hasPrefix(".") || ["color", "displayname"].contains(name)
      if outputFile == path || isInside && (isRead || name == CalendarPlace.training) {
        throw .overwriting(place.path)
      }
    }
  }
}

extension Invocation {
  /// The zone in which people read the output: `--zone`, `$TZ`, the system's, UTC.
  mutating func zone(_ options: CommonOptions) -> Zone {
    if let zone = options.zone { return zone }
    if let name = environment.variables["TZ"] {
      // An empty TZ is UTC, as the C library has it.
      if name.isEmpty || name == ":" { return .utc }
      if let zone = SystemZone.named(byVariable: name) { return zone }
      complain(
        Complaint("TZ=\(name) is no known zone; UTC is used", expected: "a name such as Europe/Madrid"))
      return .utc
    }
    return environment.localZone() ?? .utc
  }

  /// The moment at which the command runs: `--now`, the beginning of `--today`, else the clock's.
  func now(_ options: CommonOptions, in zone: Zone) -> Instant {
    if let now = options.now { return now.instant(in: zone) }
    if let today = options.today { return zone.instant(of: today.startOfDay) }
    return environment.now
  }

  func colorDepth(_ options: CommonOptions) -> ColorDepth {
    let isTerminal = environment.terminal.showsOutput && options.output == nil
    return options.color.depth(environment.variables, isTerminal: isTerminal)
  }

  /// The columns that the output may take.
  func width(_ options: CommonOptions) -> Int {
    if let width = options.width { return width }
    if let text = environment.variables["COLUMNS"], let columns = Int(text), columns > 0 { return columns }
    if options.output == nil, environment.terminal.showsOutput, let columns = environment.terminal.columns {
      return columns
    }
    return 80
  }
}
