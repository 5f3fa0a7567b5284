extension CommandLineProgram {
  /// Runs the process's own command line and ends the process.
  public static func main(international: International) -> Never {
    Platform.ignoreBrokenPipes()
    let environment = Environment.process(arguments: CommandLine.arguments, international: international)
    Platform.end(with: CommandLineProgram(environment).run().rawValue)
  }
}

extension International {
  /// In the program of this name in the folder of the running one.
  public static func sibling(named name: String, arguments: [String]) -> International {
    .elsewhere { input in
      guard let own = Platform.executable, let slash = own.lastIndex(of: "/") else {
        return FileError(.unreadable, name, "the folder of the running program is not known")
      }
      return Platform.become(own[...slash] + name, arguments, input: input)
    }
  }
}
