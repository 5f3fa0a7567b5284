import CommandLineKit

CommandLineProgram.main(international: .absent)
