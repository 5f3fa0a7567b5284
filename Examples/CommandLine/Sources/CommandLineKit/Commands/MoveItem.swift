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

  @Argument(help: .itemName, completion: .items)
  var uid: String

  @Option(
    help: ArgumentHelp("The calendar, as almanac calendars lists it.", valueName: "name"),
    completion: .calendars)
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
    let destination = try store.destination(named: to, invocation.environment.configuration)
    guard store.destination(beside: location.main).isSameCalendar(as: destination) == false else {
      throw .refused("already_there", "it is in \(to) already", expected: "another calendar", uid: uid)
    }
    let positions = store.positions(uid: uid, kind: kinds.kind)
    guard positions.count == location.parts.count else {
      throw .refused(
        "already_there", "several calendars have an item of this UID", expected: "an item of one calendar",
        uid: uid)
    }
    let items = store.items(of: uid, kind: kinds.kind, at: location)
    for part in location.parts {
      _ = try store.makeChange(part) { (calendar) throws(EventError) in
        try calendar.remove(uid: uid, kind: kinds.kind)
      }
    }
    store.insert([items], into: destination)
    guard let item = items.first else { throw .notFound(uid) }
    try invocation.save(store, "moved \(item.summary) to \(to)")
    invocation.print(
      "moved \(title: item.summary) to \(to)",
      [
        "version": .version, "uid": .string(uid), "calendar": .string(to),
        "item": try invocation.json(item, at: destination.path, in: store, common),
      ], common)
  }
}

/// `almanac copy UID [--to CALENDAR]`
struct CopyItem: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copy an item, a series with its changed instances, and print the UID of the copy.",
    discussion: """
      The copy is in the same calendar unless --to names another; edit gives it another time. What takes the time of people is not \
      copied: a session that is not cancelled, or a class with bookings.
      """)

  @Argument(help: .itemName, completion: .items)
  var uid: String

  @Option(
    help: ArgumentHelp(
      "The calendar, as almanac calendars lists it. [default: that of the item]", valueName: "name"),
    completion: .calendars)
  var to: String?

  @OptionGroup
  var kinds: KindOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    // The copy gets a UID that no item has.
    var (store, uid) = try invocation.store(calendars, naming: uid, kind: kinds.kind, needsAll: true)
    let location = try store.itemLocation(uid: uid, kind: kinds.kind)
    let destination = try to.map { (to) throws(CommandError) in
      try store.destination(named: to, invocation.environment.configuration)
    }
    try ActiveBookings(store, of: uid).requireNone()
    let new = store.unusedUID(invocation.environment.uids)
    var items = store.items(of: uid, kind: kinds.kind, at: location)
    for index in items.indices { (items[index].uid, items[index].sequence) = (new, 0) }
    for item in items { try invocation.requireFree(item, in: calendars, common) }
    guard let item = items.first else { throw .notFound(uid) }
    let place = destination ?? store.destination(beside: location.main)
    store.insert([items], into: place)
    try invocation.save(store, "copied \(item.summary)")
    let value = try invocation.json(item, at: place.path, in: store, common)
    invocation.print(new, ["version": .version, "uid": .string(new), "item": value], common)
  }
}

extension CalendarStore {
  /// The items of a UID: of a series its main item, then its changed instances.
  fileprivate func items(of uid: String, kind: Item.Kind?, at location: ItemLocation) -> [Item] {
    location.parts.flatMap { self[$0].allSeries(uid: uid, kind: kind) }.flatMap(\.items)
  }
}
