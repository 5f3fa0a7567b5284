import AlmanacFiles
import AlmanacICS
import AlmanacJSCalendar
import ArgumentParser

/// `almanac convert`
struct Convert: AlmanacCommand {
  static let hasRows = false

  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract:
      "Convert a calendar to normalized iCalendar, which any program can read, to jCal or to JSCalendar.",
    discussion: """
      The form of the input is recognised. The output is jCal if its name ends in .json, JSCalendar if it ends in .jscal, \
      .jscal.json or .jscalendar, else iCalendar.

      What is not written as it was read is reported on standard error. The exit code is 65 if an item is missing from the \
      output, as it cannot be read, or has another time there, as its zone is not known.
      """
  )

  @Argument(help: "The file to read, - for standard input.", completion: .file())
  var input: String

  @Argument(help: "The file to write, - for standard output.", completion: .file())
  var destination: String

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  private var isJSCalendar: Bool {
    [".jscal", ".jscal.json", ".jscalendar"].contains { destination.hasSuffix($0) }
  }
  private var isJSON: Bool { destination.hasSuffix(".json") || common.format == .json }

  var outputPath: String? { destination }

  func validate() throws {
    if destination.isEmpty {
      throw ValidationError("OUT is empty (expected a file, or - for standard output)")
    }
    guard common.output == nil else {
      throw ValidationError("OUT and --output both name the output (expected one)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    try invocation.checkOutput(against: [input])
    let file = try invocation.calendarFile(input, reportingRepairs: true)
    invocation.recordLosses(of: [file])
    let now = invocation.now(common, in: invocation.zone(common))
    if isJSCalendar {
      invocation.output.write(json: Array("\(JSCalendarDocument(file.document.calendars).text())\n".utf8))
    } else if isJSON {
      invocation.output.write(jCalOf: file.document, at: now)
    } else {
      invocation.output.write(document: file.document.bytes(.normalized, at: now))
    }
  }
}
