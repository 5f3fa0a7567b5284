internal import AlmanacFiles
internal import AlmanacRendering
internal import ArgumentParser

/// The program `almanac`: parses its command line, runs the command and returns the exit status.
public struct CommandLineProgram: Sendable {
  private(set) var environment: Environment

  /// The most options of a command line.
  private static let maximumOptions = 1_000

  public init(_ environment: Environment) {
    self.environment = environment
  }

  /// Runs the command that the arguments name.
  public func run() -> ProgramStatus {
    do {
      // Help is there also beside a wrong configuration.
      let given = environment.arguments.dropFirst()
      let isHelp = given.first == "help" || given.contains { ["--help", "-h", "--version"].contains($0) }
      let configuration = try isHelp ? Configuration() : Configuration(environment)
      var program = self
      program.environment.configure(configuration)
      if !isHelp { try IdentityOptions.check(program.environment.variables) }
      return program.parse()
    } catch CommandError.needsInternational {
      return runInternational(nil)
    } catch {
      return report(error)
    }
  }

  private func parse() -> ProgramStatus {
    do {
      let given = Array(environment.arguments.dropFirst())
      // The parser compares every option with all others.
      let count = given.prefix { $0 != "--" }.count { $0.hasPrefix("-") && $0 != "-" }
      guard count <= Self.maximumOptions else {
        return end(
          with: .usage("\(count) options are too many", expected: "\(Self.maximumOptions) or fewer"))
      }
      let arguments = LeadingOptions.behindCommand(given)
      let named = NamedCommand(arguments)
      if let fault = Suggestions.unknownCommand(in: named) { return end(with: fault) }
      let dates = DateContext(environment, arguments)
      var parsed: any ParsableCommand
      do {
        parsed = try DateContext.$current.withValue(dates) { try Self.command(named, of: arguments) }
      } catch {
        if dates.needsInternational { return runInternational(nil) }
        if !AlmanacRoot.exitCode(for: error).isSuccess,
          let fault = Suggestions.unknownOption(in: named)
        {
          return end(with: fault)
        }
        return report(error, in: arguments)
      }
      if dates.needsInternational { return runInternational(nil) }
      let saysTimes = (parsed as? any AlmanacCommand)?.saysTimes ?? false
      report(dates.notes(ofItems: !saysTimes).map { Complaint($0) })
      guard let command = parsed as? any AlmanacCommand else {
        // A group of commands, or a request for help: both throw the help text.
        try parsed.run()
        return .done
      }
      let formats = type(of: command).formats
      let format = command.common.format
      guard formats.contains(format) || format.hasRows && type(of: command).hasRows else {
        let rows = type(of: command).hasRows ? ["tsv", "a template such as '{start} {summary}'"] : []
        let names = (formats.map { $0.name } + rows).joined(separator: " or ")
        return end(
          with: .usage("--format \(format.name) is not available for this command", expected: names))
      }
      return run(command)
    } catch {
      return report(error)
    }
  }

  /// The command of a command line. Only that one is asked for its options, as the parser needs a multiple of the time of most
  /// commands for the whole tree, which has the texts of help.
  private static func command(
    _ named: NamedCommand, of arguments: [String]
  ) throws -> any ParsableCommand {
    if named.running is any AlmanacCommand.Type, arguments.first != "help" {
      do {
        let parsed = try named.running.parseAsRoot(Array(named.rest))
        if let command = parsed as? any AlmanacCommand { return command }
      } catch {
        // Help and the version are those of the whole tree.
        if !named.words.isEmpty, !named.running.exitCode(for: error).isSuccess {
          throw CommandError.ended(
            .usage, [Complaint(ofParser: named.running.message(for: error), in: arguments)])
        }
      }
    }
    return try AlmanacRoot.parseAsRoot(arguments)
  }

  private func run(_ command: any AlmanacCommand) -> ProgramStatus {
    do throws(FileError) {
      guard let path = command.outputPath, !["-", "/dev/stdout", "/dev/fd/1"].contains(path) else {
        guard environment.terminal.isOpen else {
          throw FileError(.unwritable, "standard output", "Is closed; the command was not run")
        }
        let output = Output(isTerminal: environment.terminal.showsOutput, to: environment.writeOutput)
        return run(command, output) { _ in }
      }
      let file = try AtomicFile(path)
      return run(
        command, Output(isTerminal: Platform.isTerminal(path), to: file.write),
        replacing: FileSystem.destination(of: path)
      ) {
        (isWanted) throws(FileError) in
        if isWanted { try file.commit() } else { file.discard() }
      }
    } catch {
      return end(with: CommandError(error))
    }
  }

  /// Runs a command and closes its output. After a failure the output is discarded, unless it is a refusal or a report of
  /// the failures.
  private func run(
    _ command: any AlmanacCommand, _ output: Output, replacing file: String? = nil,
    close: (Bool) throws(FileError) -> Void
  ) -> ProgramStatus {
    var invocation = Invocation(environment, output: output)
    (invocation.outputFile, invocation.format) = (file, command.common.format)
    invocation.options = command.common
    var ending = CommandError.ended(.done, [])
    do throws(CommandError) {
      try command.run(in: &invocation)
      try invocation.savePending()
      if invocation.lacksConsent { ending = .ended(.refused, []) }
    } catch {
      ending = error
    }
    if let fault = invocation.incompleteness {
      if ending.status == .done {
        invocation.output.outlivesFailure = true
        ending = .ended(.badData, ending.complaints + [fault])
      } else {
        invocation.complain(fault)
      }
    }
    if let path = invocation.overwritten { ending = .overwriting(path) }
    if let fault = invocation.formatFault { ending = fault }
    if case .needsInternational = ending {
      try? close(false)
      return runInternational(invocation.input)
    }
    if !ending.complaints.isEmpty { ending = ending.localized(invocation.language) }
    if case .refused(let refusals) = ending, command.common.format == .json {
      invocation.write(["version": .version, "refused": .array(refusals.map { $0.json })])
    }
    let mayFail = ending.status == .refused || invocation.output.outlivesFailure
    let isWanted =
      (ending.status == .done || mayFail && invocation.output.isUsed) && invocation.overwritten == nil
    do throws(FileError) {
      invocation.output.flush()
      try close(isWanted && invocation.output.failure == nil)
      if let failure = invocation.output.failure { throw failure }
    } catch {
      // A reader that has seen enough does not change the answer: calendars that differ still do.
      if error.code != .brokenPipe { ending = CommandError(error) }
      if invocation.hasSaved, error.code == .unwritable {
        invocation.complain(Complaint("the calendars were changed; only the output could not be written"))
      }
    }
    report(invocation.complaints.map { $0.localized(invocation.language) })
    return end(with: ending)
  }

  /// Runs the same command line in the program with calendar systems and locales; returns only if that cannot be started.
  private func runInternational(_ input: [UInt8]?) -> ProgramStatus {
    guard case .elsewhere(_, let replaceProcess) = environment.international else { return .usage }
    let error = replaceProcess(input)
    return end(
      with: .ended(
        .noInput,
        [Complaint("calendar systems and locales are not available: \(error.reason)", file: error.path)]))
  }

  private func end(with error: CommandError) -> ProgramStatus {
    report(error.complaints)
    return error.status ?? .usage
  }

  /// Prints messages on standard error; of very many the first, and how many there are.
  private func report(_ complaints: [Complaint]) {
    for complaint in complaints.prefix(1_000) { environment.writeError(complaint.description) }
    guard complaints.count > 1_000 else { return }
    let rest = "\(complaints.count - 1_000) more messages; validate reports those about a file, line by line"
    environment.writeError(Complaint(rest).description)
  }

  /// Prints the help, or reports the fault of the command line in one line.
  private func report(_ error: any Error, in arguments: [String] = []) -> ProgramStatus {
    if let error = error as? CommandError { return end(with: error) }
    let status = AlmanacRoot.exitCode(for: error)
    if status.isSuccess {
      var output = Output(to: environment.writeOutput)
      output.writeLine(AlmanacRoot.fullMessage(for: error))
      output.flush()
      return output.failure.map { end(with: CommandError($0)) } ?? .done
    }
    return end(with: .ended(.usage, [Complaint(ofParser: AlmanacRoot.message(for: error), in: arguments)]))
  }
}

// MARK: The process

extension CommandLineProgram {
  /// Runs the command line of the process and ends the process.
  public static func main(
    international: International,
    readTOML: (@Sendable (String) throws(ConfigurationFault) -> ConfigurationTable)? = nil
  ) -> Never {
    Platform.ignoreSignals()
    var environment = Environment.process(arguments: CommandLine.arguments, international: international)
    environment.readTOML = readTOML
    let program = CommandLineProgram(environment)
    if let text = Platform.argumentNotUTF8 {
      Platform.end(
        with: program.end(with: .usage("\(text) is not UTF-8", expected: "names in UTF-8")).rawValue)
    }
    Platform.end(with: program.run().rawValue)
  }
}

extension International {
  /// The program of a name in the folder of the running program.
  public static func sibling(named name: String, arguments: [String]) -> International {
    guard let own = Platform.executable, let slash = own.lastIndex(of: "/") else {
      return .elsewhere(isInstalled: false) { _ in
        FileError(.unreadable, name, "the folder of the running program is unknown")
      }
    }
    let path = String(own[...slash]) + name
    return .elsewhere(isInstalled: Platform.isExecutable(path)) { input in
      Platform.replaceProcess(by: path, arguments, input: input)
    }
  }
}

// MARK: Options before the command

/// Options before the command, as in `almanac -c work.ics month`, which are allowed for options that every command accepts.
enum LeadingOptions {
  /// The options allowed before the command, all of which have a value.
  private static let names: Set<String> = [
    "-c", "--calendar", "--zone", "--now", "--today", "--locale", "--first-weekday", "--color", "--format",
    "--width", "-o", "--output",
  ]

  /// The arguments with leading options moved behind the words of the command. If another argument comes first, they are
  /// unchanged, and the parser reports the fault.
  ///
  /// - Parameter arguments: The arguments without the name of the program.
  static func behindCommand(_ arguments: [String]) -> [String] {
    var count = 0
    while count < arguments.count, let name = optionName(arguments[count]) {
      guard names.contains(name) else { return arguments }
      count += name == arguments[count] ? 2 : 1
    }
    guard count > 0, count < arguments.count else { return arguments }
    let rest = arguments[count...]
    let words = rest.prefix { optionName($0) == nil }
    return Array(words + arguments[..<count] + rest.dropFirst(words.count))
  }

  /// The name of an option such as `--zone` or `--zone=UTC`; `nil` for a word and for a lone hyphen.
  private static func optionName(_ argument: String) -> String? {
    guard argument.hasPrefix("-"), argument != "-" else { return nil }
    return String(argument.prefix { $0 != "=" })
  }
}
