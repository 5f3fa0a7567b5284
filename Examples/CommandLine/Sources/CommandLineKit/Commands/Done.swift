import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import ArgumentParser

/// `almanac done UID`
struct Done: AlmanacCommand {
  static let configuration = CommandConfiguration(
    abstract: "Complete a to-do; of one that repeats, the next instance that is open.")

  @Argument(help: "The UID, as search prints it.")
  var uid: String

  @Option(
    help: ArgumentHelp("The instance on a date, or at a time.", valueName: "date"),
    transform: EventTime.init(argument:))
  var on: EventTime?

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    var ledger = try invocation.ledger(calendars)
    let zone = invocation.zone(common)
    let now = invocation.now(common, in: zone)
    let spot = try ledger.spot(uid: uid)
    let id = try ledger[spot].identity(of: uid, on: on, viewer: zone)
    let change = try ledger.change(spot) { (calendar) throws(EventError) in try calendar.complete(id, at: now)
    }
    guard let done = change.added.first else { throw .notFound(uid) }
    try invocation.save(ledger, "completed \(done.summary)")
    invocation.print(
      "done: \(done.summary)",
      ["version": 1, "uid": .string(uid), "recurrenceID": JSON(done.recurrenceID?.description)], common)
  }
}
