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
    guard let main = ledger[spot].item(uid: uid) ?? ledger[spot].series(uid: uid)?.overrides.first else {
      throw .notFound(uid)
    }
    let instance = try instance(of: main, in: ledger[spot], viewer: zone)
    guard var todo = instance.item.todo else {
      throw .refused("not_a_todo", "\(main.summary) is no to-do", expected: "the UID of a to-do", uid: uid)
    }
    guard !todo.isClosed else {
      throw .refused(
        "already_closed", "\(main.summary) is done or cancelled", expected: "an open to-do", uid: uid)
    }
    todo.status = .completed
    todo.percentComplete = 100
    todo.completed = now
    let done = todo
    _ = try ledger.change(spot) { (calendar) throws(EventError) in
      if instance.isNew { try calendar.add(done, at: now) } else { try calendar.update(done, at: now) }
    }
    try invocation.save(ledger, "completed \(done.summary)")
    switch common.format {
    case .text: invocation.output.writeLine(Complaint("done: \(done.summary)").reason)
    default:
      let value: JSON = [
        "version": 1, "uid": .string(uid), "recurrenceID": JSON(done.recurrenceID?.description),
      ]
      invocation.output.writeLine(value.text())
    }
  }

  /// The to-do itself, or the instance of a series that is meant.
  private func instance(
    of main: Item, in calendar: EventCalendar, viewer: Zone
  ) throws(CommandError) -> EditedInstance {
    guard main.isRecurring else { return EditedInstance(main) }
    if let on { return EditedInstance(try calendar.occurrence(of: uid, on: on, viewer: viewer)) }
    // Instances that are done are not among those that happen.
    let first = main.start?.instant(in: viewer).adding(seconds: -86_400) ?? .min
    var query = OccurrenceQuery.all
    query.limit = 1
    guard
      let open = calendar.only(uid: uid).occurrences(in: first..<Instant.max, viewer: viewer, matching: query)
        .first
    else {
      throw .refused("already_closed", "every instance is done", expected: "an open to-do", uid: uid)
    }
    return EditedInstance(open)
  }
}
