import AlmanacEvents
import AlmanacFiles
import AlmanacRendering
import ArgumentParser

/// `almanac move UID --to CALENDAR`
struct MoveItem: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move an item into another calendar, a series with its changed instances.",
    discussion:
      "Both calendars are named by -c, $ALMANAC_CALENDAR or the configuration; they change together or not at all."
  )

  @Argument(help: .itemName)
  var uid: String

  @Option(help: ArgumentHelp("The calendar, as almanac calendars lists it.", valueName: "name"))
  var to: String

  @OptionGroup
  var kinds: KindOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    var (store, uid) = try invocation.store(calendars, naming: uid, kind: kinds.kind)
    let location = try store.itemLocation(uid: uid, kind: kinds.kind)
    let destination = try store.destination(named: to)
    guard store.destination(beside: location.main).isSameCalendar(as: destination) == false else {
      throw .refused("already_there", "it is in \(to) already", expected: "another calendar", uid: uid)
    }
    let positions = store.positions(uid: uid, kind: kinds.kind)
    var series: [Series] = []
    for part in location.parts { series += store[part].allSeries(uid: uid, kind: kinds.kind) }
    guard positions.count == location.parts.count else {
      throw .refused(
        "already_there", "several calendars have an item of this UID", expected: "an item of one calendar",
        uid: uid)
    }
    let items = series.flatMap { [$0.main].compactMap { $0 } + $0.overrides }
    for part in location.parts {
      _ = try store.makeChange(part) { (calendar) throws(EventError) in
        try calendar.remove(uid: uid, kind: kinds.kind)
      }
    }
    store.insert([items], into: destination)
    let title = items.first?.summary ?? ""
    try invocation.save(store, "moved \(title) to \(to)")
    invocation.print(
      "moved \(title: title) to \(to)",
      ["version": .version, "uid": .string(uid), "calendar": .string(to)], common)
  }
}
