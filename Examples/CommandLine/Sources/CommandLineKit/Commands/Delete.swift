import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import AlmanacViews
import ArgumentParser

/// `almanac delete UID` and `almanac delete --category NAME`
struct Delete: AlmanacCommand {
  static let configuration = CommandConfiguration(
    abstract: "Delete an item, one instance of a series, or everything of a category.",
    discussion: """
      What goes is shown first, and asked for unless --yes is given: only an answer that begins with y deletes. undo \
      takes it back.
      """)

  @Argument(help: "The UID, as search prints it; of a series, all of it.")
  var uid: String?

  @Option(
    help: ArgumentHelp("Only the instance on a date, or at a time.", valueName: "date"),
    transform: EventTime.init(argument:))
  var on: EventTime?

  @Option(help: ArgumentHelp("Everything that is filed under this, whatever its case.", valueName: "name"))
  var category: String?

  @Flag(help: "Only show what would go.")
  var dryRun = false

  @Flag(name: [.short, .long], help: "Do not ask.")
  var yes = false

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    guard (uid == nil) != (category == nil) else {
      throw ValidationError("what is to go is not clear (expected a UID or --category)")
    }
    if on != nil, uid == nil { throw ValidationError("--on names no item (expected a UID)") }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    var ledger = try invocation.ledger(calendars)
    let setting = try invocation.setting(ledger.calendars, common)
    let going = try remove(from: &ledger, setting)
    switch common.format {
    case .text: invocation.output.write(setting.renderer.text(setting.lines(going)))
    default:
      var members = [JSON.Member("version", 1), JSON.Member("dryRun", .bool(dryRun))]
      if let items = JSON(going)["items"] { members.append(JSON.Member("items", items)) }
      invocation.output.writeLine(JSON.object(members).text())
    }
    if dryRun { return }
    let count = going.items.count + going.undated.count
    if !yes {
      invocation.output.flush()
      let answer = invocation.environment.ask("Delete \(count == 1 ? "this" : "these \(count)")? [y/N] ")
      guard answer?.lowercased().hasPrefix("y") == true else {
        throw .refused("not_confirmed", "nothing was deleted", expected: "y, or --yes")
      }
    }
    let name = going.items.first?.item.summary ?? going.undated.first?.item.summary ?? ""
    try invocation.save(ledger, "deleted \(count == 1 ? name : "\(count) items")")
  }

  /// Takes away what is to go.
  ///
  /// - Returns: What goes, as it was.
  private func remove(from ledger: inout Ledger, _ setting: ViewSetting) throws(CommandError) -> ListView {
    if let uid, let on {
      let spot = try ledger.spot(uid: uid)
      let occurrence = try ledger[spot].occurrence(of: uid, on: on, viewer: setting.zone)
      let now = setting.now
      try ledger.change(spot) { (calendar) throws(EventError) in
        try calendar.remove(occurrence, at: now)
      }
      let number = setting.calendars.firstIndex { $0.item(uid: uid) != nil } ?? 0
      return setting.list(
        of: [
          Occurrence(
            occurrence.item, from: occurrence.start, to: occurrence.end,
            recurrenceID: occurrence.recurrenceID,
            calendar: number)
        ])
    }
    var removed: Set<ItemID> = []
    let spots = uid.map { ledger.spots(uid: $0) } ?? ledger.spots
    for spot in spots {
      let change = try ledger.change(spot) { (calendar) throws(EventError) in
        if let uid { return try calendar.remove(uid: uid) }
        return calendar.remove(category: category ?? "")
      }
      removed.formUnion(change.removed.map { $0.id })
    }
    guard !removed.isEmpty else {
      if let uid { throw .notFound(uid) }
      throw .refused("not_found", "nothing is filed under \(category ?? "")", expected: "another category")
    }
    let items = setting.calendars.enumerated().flatMap { number, calendar in
      calendar.items.filter { removed.contains($0.id) }.map { (item: $0, calendar: number) }
    }
    return setting.list(of: items)
  }
}

extension EventCalendar {
  /// Takes away one occurrence: the item itself, or an instance of a series, which gets an exception.
  fileprivate mutating func remove(_ occurrence: Occurrence, at now: Instant) throws(EventError) {
    let uid = occurrence.item.uid
    guard let id = occurrence.recurrenceID, let series = series(uid: uid), var main = series.main else {
      try remove(uid: uid)
      return
    }
    let others = series.overrides.filter { $0.id != occurrence.item.id }
    if others.count < series.overrides.count {
      try remove(uid: uid)
      insert(main)
      for other in others { insert(other) }
    }
    main.recurrence.exceptions.append(id)
    try update(main, at: now)
  }
}
