internal import AlmanacFiles

extension CommandLineProgram {
  /// Runs the process's own command line and ends the process.
  public static func main(international: International) -> Never {
    Platform.ignoreSignals()
    let environment = Environment.process(arguments: CommandLine.arguments, international: international)
    Platform.end(with: CommandLineProgram(environment).run().rawValue)
  }
}

extension International {
  /// In the program of this name in the folder of the running one.
  public static func sibling(named name: String, arguments: [String]) -> International {
    guard let own = Platform.executable, let slash = own.lastIndex(of: "/") else {
      return .elsewhere(isThere: false) { _ in
        FileError(.unreadable, name, "the folder of the running program is not known")
      }
    }
    let path = String(own[...slash]) + name
    return .elsewhere(isThere: Platform.isExecutable(path)) { input in
      Platform.become(path, arguments, input: input)
    }
  }
}
