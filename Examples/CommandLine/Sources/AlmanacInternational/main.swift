import AlmanacFoundation
import CommandLineKit

CommandLineProgram.main(international: .here(.foundation))
