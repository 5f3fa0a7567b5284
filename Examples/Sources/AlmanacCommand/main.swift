import CommandLineKit

CommandLineProgram.main(
  international: .sibling(named: "AlmanacInternational", arguments: CommandLine.arguments))
