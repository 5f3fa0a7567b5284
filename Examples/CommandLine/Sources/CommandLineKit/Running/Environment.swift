public import AlmanacEvents
public import AlmanacFiles
public import AlmanacRecurrence
public import AlmanacTime
public import AlmanacViews

/// All inputs from outside the program, collected once, so that commands are functions of their arguments.
public struct Environment: Sendable {
  /// The program's name and arguments.
  public var arguments: [String]
  /// The environment variables; those that the configuration sets, too, while a command runs.
  public var variables: [String: String]
  /// The configuration file, while a command runs.
  private(set) var configuration = Configuration()
  /// The environment variables without those of the configuration, while a command runs.
  private(set) var originalVariables: [String: String] = [:]
  public var now: Instant
  /// The current time, for commands that last; `now` is the time at which the program was started.
  public var clock: @Sendable () -> Instant
  public var terminal: Terminal
  public var international: International
  /// The zone that the system is set to, used if `TZ` is not set.
  public var localZone: @Sendable () -> Zone?
  /// Parses the configuration file; `nil` where the other program does.
  public var readTOML: (@Sendable (String) throws(ConfigurationFault) -> ConfigurationTable)?
  /// The source of UIDs for new items.
  public var uids: UIDSource
  /// Shows a question and returns the next line of standard input; `nil` at its end.
  public var ask: @Sendable (_ question: String) -> String?
  /// Shows a text in the person's editor, and returns what it is when the editor ends; `nil` if there is no editor.
  public var edit: @Sendable (_ text: String, _ editor: String?) throws(EditorFailure) -> String? = { _, _ in
    nil
  }
  /// Runs a command line of the shell with further environment variables, and returns its exit status.
  public var runCommand: @Sendable (_ command: String, _ variables: [String: String]) -> Int32 = { _, _ in 127
  }
  /// Waits for a number of seconds; `false` if the program is to end.
  public var pause: @Sendable (_ seconds: Int) -> Bool = { _ in false }
  /// Standard input up to its end, which is an error if it is longer than a limit in bytes.
  public var readInput: @Sendable (_ limit: Int) throws(FileError) -> [UInt8]
  public var writeOutput: @Sendable ([UInt8]) throws(FileError) -> Void
  public var writeError: @Sendable (String) -> Void
  /// The time to wait for another process that is changing the same calendars.
  public var timeout = Duration.seconds(10)

  /// An editor that ended with another status than 0, by which a person says that the text is not to be used, or that left a file
  /// that cannot be read.
  public struct EditorFailure: Error {
    public let status: Int32
    /// The reason for which the file cannot be read; `nil` for another status than 0.
    public let reason: String?

    public init(status: Int32, reason: String? = nil) { (self.status, self.reason) = (status, reason) }
  }

  /// The terminal to which the program is connected, if any.
  public struct Terminal: Sendable, Hashable {
    public var showsOutput: Bool
    /// Whether standard output is open.
    public var isOpen: Bool
    public var columns: Int?
    /// Whether a person types the input.
    public var isInteractive: Bool

    public init(
      showsOutput: Bool = false, isOpen: Bool = true, columns: Int? = nil, isInteractive: Bool = false
    ) {
      self.showsOutput = showsOutput
      self.isOpen = isOpen
      self.columns = columns
      self.isInteractive = isInteractive
    }
  }

  public init(
    arguments: [String], variables: [String: String] = [:], now: Instant, terminal: Terminal = Terminal(),
    clock: (@Sendable () -> Instant)? = nil, international: International = .absent,
    localZone: @escaping @Sendable () -> Zone? = { nil },
    uids: UIDSource = .random, ask: @escaping @Sendable (_ question: String) -> String? = { _ in nil },
    readInput: @escaping @Sendable (_ limit: Int) throws(FileError) -> [UInt8],
    writeOutput: @escaping @Sendable ([UInt8]) throws(FileError) -> Void,
    writeError: @escaping @Sendable (String) -> Void
  ) {
    self.arguments = arguments
    self.variables = variables
    self.now = now
    self.clock = clock ?? { now }
    self.terminal = terminal
    self.international = international
    self.localZone = localZone
    self.uids = uids
    self.ask = ask
    self.readInput = readInput
    self.writeOutput = writeOutput
    self.writeError = writeError
  }
}

extension Environment {
  /// Uses a configuration, whose values are those of environment variables that are not set.
  mutating func configure(_ configuration: Configuration) {
    (self.configuration, originalVariables) = (configuration, variables)
    func set(_ name: String, _ value: String?) {
      if variables[name]?.isEmpty ?? true, let value { variables[name] = value }
    }
    if variables["TZ"] == nil { set("TZ", configuration.zone) }
    if variables["LC_ALL"]?.isEmpty ?? true { set("LC_TIME", configuration.locale) }
    set("ALMANAC_ME", configuration.me.isEmpty ? nil : configuration.me.joined(separator: ","))
  }

  /// The locale that environment variables, or the configuration, name; `nil` for none.
  var locale: String? {
    ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
  }

  /// The environment of the running process.
  public static func process(arguments: [String], international: International) -> Environment {
    let isOpen = Platform.isWritable(1)
    Platform.reserveStandardDescriptors()
    Platform.raiseFileLimit()
    var environment = Environment(
      arguments: arguments,
      variables: Platform.variables,
      now: Instant(secondsSinceEpoch: Platform.clock),
      terminal: Terminal(
        showsOutput: Platform.isTerminal(1), isOpen: isOpen, columns: Platform.columns(of: 1),
        isInteractive: Platform.isTerminal(0)),
      clock: { Instant(secondsSinceEpoch: Platform.clock) },
      international: international,
      localZone: { SystemZone.read() },
      ask: { question in
        try? FileSystem.write(Array(question.utf8), descriptor: 2, named: "standard error")
        let answer = Platform.readLine()
        if answer == nil, !question.isEmpty {
          try? FileSystem.write([UInt8(ascii: "\n")], descriptor: 2, named: "standard error")
        }
        return answer
      },
      readInput: { (limit) throws(FileError) in
        try FileSystem.read(descriptor: 0, named: "-", limit: limit)
      },
      writeOutput: { (bytes) throws(FileError) in
        try FileSystem.write(bytes, descriptor: 1, named: "standard output")
      },
      writeError: { line in
        try? FileSystem.write(Array((line + "\n").utf8), descriptor: 2, named: "standard error")
      })
    // ICU reads them itself, and ends the program at some texts.
    for name in ["LC_ALL", "LC_MESSAGES", "LC_TIME", "LC_CTYPE", "LANG"] {
      let value = environment.variables[name] ?? ""
      let isPlain = ["", "C", "POSIX"].contains(value.localeName) || value.localeName.isLocaleName
      if !isPlain || value.utf8.count > 100 { Platform.setVariable(name, "C") }
    }
    environment.edit = { (text, editor) throws(EditorFailure) in try Platform.edit(text, with: editor) }
    environment.runCommand = { Platform.run($0, [], $1) }
    environment.pause = { Platform.pause($0) }
    return environment
  }
}

/// The source of calendar systems and locales that are not built into the library.
///
/// They need the data of ICU, which takes longer to load than most commands run. So there are two programs with the same
/// commands: `almanac` is not linked to ICU, and replaces itself by the other program only for commands that need it.
public enum International: Sendable {
  /// This program has them.
  case here(CalendarSystems, localize: @Sendable (_ identifier: String) -> (Localization, ViewPhrases))
  /// Another program has them, if it is installed. `replaceProcess` runs it in place of this program, with the same
  /// arguments and the standard input that was already read; it returns only if that failed.
  case elsewhere(isInstalled: Bool, replaceProcess: @Sendable (_ input: [UInt8]?) -> FileError)
  /// They are not available.
  case absent

  /// The calendar systems of this program.
  var calendars: CalendarSystems {
    if case .here(let calendars, _) = self { calendars } else { .gregorian }
  }

  var isElsewhere: Bool {
    if case .elsewhere = self { true } else { false }
  }
}

/// The zone that the machine is set to.
enum SystemZone {
  /// The zone of `/etc/localtime`, which is a link into the zone database, or a zone file.
  static func read() -> Zone? {
    let path = "/etc/localtime"
    if let target = FileSystem.target(ofLink: path), let zone = named(byPath: target) { return zone }
    guard let bytes = try? FileSystem.read(path, .found, limit: 1 << 20) else { return nil }
    return try? Zone(name: "localtime", tzif: bytes)
  }

  /// The zone of a value of `TZ`: a name in the database, with or without a colon before it, a file, or a POSIX rule.
  static func named(byVariable value: String) -> Zone? {
    let name = value.hasPrefix(":") ? String(value.dropFirst()) : value
    if name.hasPrefix("/") { return named(byPath: name) }
    if let zone = try? Zone(name) { return zone }
    return try? Zone(name: name, posix: name)
  }

  private static func named(byPath path: String) -> Zone? {
    let folders = path.split(separator: "/")
    guard let database = folders.lastIndex(of: "zoneinfo") else { return nil }
    return try? Zone(folders[(database + 1)...].joined(separator: "/"))
  }
}
