import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import ArgumentParser

/// `almanac edit UID`
struct Edit: AlmanacCommand {
  static let configuration = CommandConfiguration(
    abstract: "Change an item, or one instance of a series.",
    discussion: """
      What is not named stays as it is. --at with a time alone keeps the date, with a date alone the time of day; the \
      length stays unless --for or --until say another. --repeat never makes a series happen once. --category and \
      --alarm stand in place of all that were there.
      """)

  enum Scope: String, ExpressibleByArgument, CaseIterable {
    case this, all
  }

  @Argument(help: "The UID, as search prints it.")
  var uid: String

  @Option(help: ArgumentHelp("The name.", valueName: "text"))
  var title: String?

  @Option(help: "How it stands.")
  var status: ItemEdit.Status?

  @OptionGroup(title: "The item")
  var options: ItemOptions

  @Option(
    help: ArgumentHelp("The instance on a date, or at a time.", valueName: "date"),
    transform: EventTime.init(argument:))
  var on: EventTime?

  @Option(help: "this: one instance; all: the whole series. [default: this with --on, else all]")
  var scope: Scope?

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    if scope == .this, on == nil {
      throw ValidationError("--scope this names no instance (expected --on)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    let zone = invocation.zone(common)
    let now = invocation.now(common, in: zone)
    let times = ItemTimes(zone: zone, today: zone.local(at: now).date, options: options)
    let edit = ItemEdit(title: title, status: status, times: times)
    guard !edit.isEmpty else {
      throw .usage("nothing is to be changed", expected: "an option such as --title")
    }
    var ledger = try invocation.ledger(calendars)
    let spot = try ledger.spot(uid: uid)
    let edited: Item
    if let on, scope ?? .this == .this {
      let occurrence = try ledger[spot].occurrence(of: uid, on: on, viewer: zone)
      edited = try change(occurrence, by: edit, in: spot, of: &ledger, at: now)
    } else {
      edited = try changeAll(by: edit, in: spot, of: &ledger, at: now)
    }
    try invocation.save(ledger, "changed \(edited.summary)")
    switch common.format {
    case .text: invocation.output.writeLine(Complaint("changed \(edited.uid): \(edited.summary)").reason)
    default:
      let value: JSON = [
        "version": 1, "uid": .string(edited.uid), "recurrenceID": JSON(edited.recurrenceID?.description),
      ]
      invocation.output.writeLine(value.text())
    }
  }

  private func change(
    _ occurrence: Occurrence, by edit: ItemEdit, in spot: Ledger.Spot, of ledger: inout Ledger,
    at now: Instant
  ) throws(CommandError) -> Item {
    if edit.changesRule, occurrence.recurrenceID != nil {
      throw .refused(
        "misplaced_recurrence", "one instance has no rule of its own", expected: "--scope all", uid: uid)
    }
    let instance = EditedInstance(occurrence)
    let edited = try edit.applied(to: instance.item, at: now)
    _ = try ledger.change(spot) { (calendar) throws(EventError) in
      if instance.isNew {
        try calendar.add(edited, policy: edit.policy, at: now)
      } else {
        try calendar.update(edited, policy: edit.policy, at: now)
      }
    }
    return edited
  }

  private func changeAll(
    by edit: ItemEdit, in spot: Ledger.Spot, of ledger: inout Ledger, at now: Instant
  ) throws(CommandError) -> Item {
    guard let main = ledger[spot].item(uid: uid) else { throw .notFound(uid) }
    if main.isRecurring, options.at != nil {
      throw .refused(
        "recurring", "a whole series is not moved", expected: "--on with the instance to move", uid: uid)
    }
    let edited = try edit.applied(to: main, at: now)
    let overrides = ledger[spot].series(uid: uid)?.overrides ?? []
    _ = try ledger.change(spot) { (calendar) throws(EventError) in
      try calendar.update(edited, policy: edit.policy, at: now)
      if edit.endsSeries, !overrides.isEmpty, let changed = calendar.item(uid: uid) {
        try calendar.remove(uid: uid)
        calendar.insert(changed)
      }
    }
    return edited
  }
}
