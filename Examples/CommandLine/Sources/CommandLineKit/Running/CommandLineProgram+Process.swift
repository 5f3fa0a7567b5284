internal import AlmanacFiles

extension CommandLineProgram {
  /// Runs the command line of the process and ends the process.
  public static func main(international: International) -> Never {
    Platform.ignoreSignals()
    let environment = Environment.process(arguments: CommandLine.arguments, international: international)
    Platform.end(with: CommandLineProgram(environment).run().rawValue)
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
