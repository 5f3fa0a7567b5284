public import AlmanacEvents
public import AlmanacFiles
public import AlmanacTime

/// Everything that comes to a command from outside, gathered once at the edge, so that all below is a function of
/// its arguments.
public struct Environment: Sendable {
  /// The program's name and arguments.
  public var arguments: [String]
  public var variables: [String: String]
  public var now: Instant
  /// The time as it goes on, for what lasts; `now` is when the program was started.
  public var clock: @Sendable () -> Instant
  public var terminal: Terminal
  public var international: International
  /// Where the system says which zone it is in, when `TZ` does not.
  public var localZone: @Sendable () -> Zone?
  /// Where the UIDs of new items come from.
  public var uids: UIDSource
  /// Puts a question and gives the next line of standard input; `nil` at its end.
  public var ask: @Sendable (_ question: String) -> String?
  /// Standard input up to its end.
  public var readInput: @Sendable () throws(FileError) -> [UInt8]
  public var writeOutput: @Sendable ([UInt8]) throws(FileError) -> Void
  public var writeError: @Sendable (String) -> Void
  /// How long a change waits for another process that is changing the same calendars.
  public var timeout = Duration.seconds(10)

  /// Where output and messages appear.
  public struct Terminal: Sendable, Hashable {
    public var showsOutput: Bool
    /// Whether there is an output to write to.
    public var isOpen: Bool
    public var columns: Int?
    /// Whether somebody types the input.
    public var asks: Bool

    public init(
      showsOutput: Bool = false, isOpen: Bool = true, columns: Int? = nil, asks: Bool = false
    ) {
      self.showsOutput = showsOutput
      self.isOpen = isOpen
      self.columns = columns
      self.asks = asks
    }
  }

  public init(
    arguments: [String], variables: [String: String] = [:], now: Instant, terminal: Terminal = Terminal(),
    clock: (@Sendable () -> Instant)? = nil, international: International = .absent,
    localZone: @escaping @Sendable () -> Zone? = { nil },
    uids: UIDSource = .random, ask: @escaping @Sendable (_ question: String) -> String? = { _ in nil },
    readInput: @escaping @Sendable () throws(FileError) -> [UInt8],
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
  /// The running process's own.
  public static func process(arguments: [String], international: International) -> Environment {
    let isOpen = Platform.isWritable(1)
    Platform.reserveStandardDescriptors()
    Platform.raiseFileLimit()
    return Environment(
      arguments: arguments,
      variables: Platform.variables,
      now: Instant(secondsSinceEpoch: Platform.clock),
      terminal: Terminal(
        showsOutput: Platform.isTerminal(1), isOpen: isOpen, columns: Platform.columns(of: 1),
        asks: Platform.isTerminal(0)),
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
      readInput: { () throws(FileError) in try FileSystem.read(descriptor: 0, named: "-") },
      writeOutput: { (bytes) throws(FileError) in
        try FileSystem.write(bytes, descriptor: 1, named: "standard output")
      },
      writeError: { line in
        try? FileSystem.write(Array((line + "\n").utf8), descriptor: 2, named: "standard error")
      })
  }
}
