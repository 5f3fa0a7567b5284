import AlmanacEvents
import AlmanacICS
import AlmanacRendering
import ArgumentParser

/// `almanac import FILE…`
struct Import: AlmanacCommand {
  static let configuration = CommandConfiguration(
    abstract: "Take the items of files into a calendar.",
    discussion: """
      An item whose UID is there already is replaced, a series together with its changed instances; a file that has \
      only changed instances of a series leaves the series and the others as they are.
      """)

  @Argument(help: "The files to take from, - for standard input.")
  var files: [String]

  @Option(
    name: .customLong("in"),
    help: ArgumentHelp("The calendar for new items. [default: the first]", valueName: "name"))
  var shelf: String?

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    var calendars: [EventCalendar] = []
    for path in files { calendars += try read(path, &invocation) }
    var ledger = try invocation.ledger(self.calendars, makesMissing: true)
    let shelf = try ledger.shelf(named: shelf)
    let incoming = calendars.flatMap { $0.incoming }
    let outcomes = try ledger.take(incoming, into: shelf)
    if calendars.count == 1 { ledger.describe(shelf, like: calendars[0]) }
    let count = outcomes.count { $0 != .unchanged }
    try invocation.save(ledger, "imported \(count) from \(files.joined(separator: ", "))")
    switch common.format {
    case .text:
      for (series, outcome) in zip(incoming, outcomes) {
        invocation.output.writeLine(
          SafeText.singleLine("\(outcome.rawValue) \(series.uid): \(series.summary)"))
      }
    default:
      let value: JSON = [
        "version": 1, "imported": .array(zip(incoming, outcomes).map { $0.json($1) }),
      ]
      invocation.output.writeLine(value.text())
    }
  }

  private func read(_ path: String, _ invocation: inout Invocation) throws(CommandError) -> [EventCalendar] {
    let calendars = try invocation.calendarFile(path).document.calendars
    for calendar in calendars {
      let others =
        calendar.freeBusy.count + calendar.availabilities.count + calendar.unmodelled.components.count
      if others > 0 {
        let what = others == 1 ? "one part is" : "\(others) parts are"
        invocation.complain(Complaint("\(what) left out", expected: "events, to-dos and notes", file: path))
      }
    }
    return calendars
  }
}
