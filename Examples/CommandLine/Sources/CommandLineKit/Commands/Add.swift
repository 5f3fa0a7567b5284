import AlmanacRecurrence
import AlmanacEvents
import AlmanacFiles
import AlmanacRendering
import AlmanacTime
import ArgumentParser

/// `almanac add KIND TITLE`
struct Add: AlmanacCommand {
  static let configuration = CommandConfiguration(
    abstract: "Add an event, a task, a to-do or a note, and print its UID.",
    discussion: """
      A task is an event that must have a date, a time of day and a name that does not begin with a digit, and must not \
      be red. Times are in the zone of --zone. The item is added to the first of the calendars, or that of --in: to its \
      file, or in a folder as a file of its own.
      """)

  @Argument(help: "event, task, todo or journal.")
  var kind: ItemRequest.Kind

  @Argument(help: "The name, in one word or several.")
  var title: [String]

  @OptionGroup(title: "The item")
  var options: ItemOptions

  @Option(
    name: .customLong("in"), help: ArgumentHelp("The calendar. [default: the first]", valueName: "name"))
  var destination: String?

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let zone = invocation.zone(common)
    let now = invocation.now(common, in: zone)
    let times = ItemTimes(zone: zone, today: zone.local(at: now).date, options: options)
    let request = ItemRequest(kind: kind, title: title.joined(separator: " "), times: times)
    var item = try request.item()
    // The rules of a calendar apply also to an item in a file of its own.
    var calendar = EventCalendar()
    do throws(EventError) { try calendar.add(item, policy: request.policy, at: now) } catch {
      throw CommandError(error)
    }
    item = calendar.items.first { _ in true } ?? item
    var store = try invocation.store(calendars, createsMissing: true)
    let destination = try store.destination(named: destination)
    item.uid = store.unusedUID(invocation.environment.uids)
    store.insert([[item]], into: destination)
    try invocation.save(store, "added \(item.summary)")
    warn(item, in: &invocation)
    invocation.print(item.uid, ["version": .version, "uid": .string(item.uid)], common)
  }

  /// Reports times that are perhaps not as intended.
  private func warn(_ item: Item, in invocation: inout Invocation) {
    guard let start = item.start ?? item.todo?.due else { return }
    if let at = options.at, at.day == nil, let localization = try? invocation.localization(common) {
      invocation.complain(
        Complaint("\(localization.clock(start.local.time)): \(localization.described(start))"))
    }
    if let time = options.at?.time, options.at?.zoned == nil, start.local.time != time {
      invocation.complain(
        Complaint("clocks skip \(time) on \(start.date); the item is at \(start.local.time)"))
    }
    if let rule = item.recurrence.rules.first, !rule.produces(start) {
      invocation.complain(
        Complaint(
          "the rule does not match \(start.isDate ? "\(start.date)" : "\(start.local)"), which is the first instance all the same"
        ))
    }
  }
}
