import AlmanacICS
import ArgumentParser

/// `almanac convert`
struct Convert: AlmanacCommand {
  static let configuration = CommandConfiguration(
    abstract: "Read a calendar and write it anew, in legal iCalendar that opens anywhere.")

  @Argument(help: "The file to read, - for standard input.")
  var input: String

  @Argument(help: "The file to write, - for standard output.")
  var destination: String

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    guard common.output == nil else {
      throw ValidationError("OUT and --output both name the output (expected one)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    let file = try invocation.calendarFile(input)
    let bytes = file.document.bytes(.normalized)
    guard destination != "-" else {
      invocation.output.write(bytes)
      return
    }
    do throws(FileError) { try AtomicFile.write(bytes, to: destination) } catch { throw CommandError(error) }
  }
}
