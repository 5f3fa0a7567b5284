import AlmanacEvents
import AlmanacFiles
import AlmanacRendering
import AlmanacScheduling
import AlmanacTime
import AlmanacViews
import ArgumentParser

/// `almanac delete UID`, `almanac delete --category NAME` and `almanac delete --done`
struct Delete: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete an item, one instance of a series, everything of a category, or to-dos that are done.",
    discussion: """
      The items are shown first and, unless --yes is given, deleted only after an answer that begins with y. If a series \
      is deleted from one instance on, that instance is shown. So are the members whose bookings of a class go with it. The command undo restores them.
      """)

  @Argument(
    help:
      "A UID, of which all items are deleted, a handle as search prints it, or a title that one item alone has.",
    completion: .items)
  var uid: String?

  @OptionGroup
  var instance: InstanceOptions

  @OptionGroup
  var kinds: KindOptions

  @Option(
    help:
      "this: one instance; future: it and all later ones; all: the whole series. [default: this with --on, else all]"
  )
  var scope: EditScope?

  @Option(
    help: ArgumentHelp("All items of this category, in any case.", valueName: "name"), completion: .categories
  )
  var category: String?

  @Flag(help: "All to-dos that are done or cancelled, apart from series.")
  var done = false

  @OptionGroup
  var preview: PreviewOptions

  @OptionGroup
  var identity: IdentityOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    guard [uid != nil, category != nil, done].count(where: { $0 }) == 1 else {
      throw ValidationError("there must be a UID, --category or --done (expected one of them)")
    }
    if instance.on != nil, uid == nil { throw ValidationError("--on names no item (expected a UID)") }
    if kinds.kind != nil, uid == nil { throw ValidationError("--kind names no item (expected a UID)") }
    if let scope, uid == nil || scope != .all && instance.on == nil {
      throw ValidationError("--scope \(scope.rawValue) names no instance (expected a UID and --on)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    var (store, uid) = try open(&invocation)
    let setting = try invocation.setting(store.calendars, common)
    let bookings = ActiveBookings(store, of: uid)
    let removed = try remove(uid, from: &store, setting, in: &invocation)
    let calledOff = bookings.missing(in: store).filter {
      $0.occurrence.interval.upperBound > setting.now
    }
    let count = removed.items.count + removed.undated.count
    let question: Phrase =
      scope == .future
      ? "Delete this and all later ones?" : count == 1 ? "Delete this?" : "Delete these \(count)?"
    let shown = Preview(
      text: setting.renderer.text(setting.lines(removed))
        + calledOff.map { SafeText.singleLine($0.sentence(in: setting.words)) + "\n" }.joined(),
      json: (JSON(removed)["items"].map { [JSON.Member("items", $0)] } ?? [])
        + [.init("calledOff", .array(calledOff.map { $0.json }))],
      question: question,
      refusal: "nothing was deleted")
    guard try invocation.approves(shown, of: store, preview, common) else { return }
    let name = removed.items.first?.item.summary ?? removed.undated.first?.item.summary ?? ""
    try invocation.save(store, count == 1 ? "deleted \(name)" : "deleted \(count) items")
  }

  private func open(_ invocation: inout Invocation) throws(CommandError) -> (CalendarStore, uid: String?) {
    guard let uid else { return (try invocation.store(calendars, isPreview: preview.dryRun), nil) }
    let (store, found) = try invocation.store(
      calendars, naming: uid, kind: kinds.kind, isPreview: preview.dryRun)
    return (store, found)
  }

  /// Removes the items from the store.
  ///
  /// - Returns: The removed items, as they were.
  private func remove(
    _ uid: String?, from store: inout CalendarStore, _ setting: ViewSetting, in invocation: inout Invocation
  ) throws(CommandError) -> ListView {
    if let uid, let on = instance.on, scope != .all {
      return try removeInstance(of: uid, on: on, from: &store, setting, in: &invocation)
    }
    let removed: Set<ItemID>
    if let uid {
      removed = try removeItems(of: uid, kind: kinds.kind, from: &store)
    } else if let category {
      removed = try removeItems(inCategory: category, from: &store)
    } else {
      removed = try removeClosedTodos(from: &store)
    }
    let items = setting.calendars.enumerated().flatMap { number, calendar in
      calendar.currentItems.filter { removed.contains($0.id) }.map { (item: $0, calendar: number) }
    }
    return setting.list(of: items)
  }

  /// Removes an instance of a series, or it and later ones.
  private func removeInstance(
    of uid: String, on: EventTime, from store: inout CalendarStore, _ setting: ViewSetting,
    in invocation: inout Invocation
  ) throws(CommandError) -> ListView {
    let location = try store.itemLocation(uid: uid, kind: kinds.kind)
    let named = try store[location].instance(of: uid, kind: kinds.kind, on: on, viewer: setting.zone)
    invocation.reportOthers(of: named, on: on)
    let occurrence = named.occurrence
    let (now, zone, scope) = (setting.now, setting.zone, (scope ?? .this).scope)
    if scope != .this { try store[location].requireSeries(of: occurrence.id) }
    let me = identity.addresses(invocation.environment.variables)
    _ = try store.makeChange(location) { (calendar) throws(EventError) in
      try calendar.delete(occurrence.id, scope: scope, at: now, by: me, viewer: zone)
    }
    let number = setting.calendars.firstIndex { $0.series(uid: uid, kind: occurrence.id.kind) != nil } ?? 0
    return setting.list(
      of: [
        Occurrence(
          occurrence.item, from: occurrence.start, to: occurrence.end,
          recurrenceID: occurrence.recurrenceID, calendar: number)
      ])
  }

  /// Removes all items of a UID, of one kind or of all.
  private func removeItems(
    of uid: String, kind: Item.Kind?, from store: inout CalendarStore
  ) throws(CommandError) -> Set<ItemID> {
    if instance.on != nil, kind == nil {
      // --on names one item, not all that have its UID.
      let all = store.kinds(uid: uid)
      if all.count > 1 { throw .ambiguous(all, uid: uid) }
    }
    let positions = store.positions(uid: uid, kind: kind)
    for location in store.locations(of: uid, at: positions) {
      try store.checkOneFile(location, kind: kind)
    }
    var removed: Set<ItemID> = []
    for position in positions {
      let change = try store.makeChange(position) { (calendar) throws(EventError) in
        try calendar.remove(uid: uid, kind: kind)
      }
      removed.formUnion(change.removed.map { $0.id })
    }
    if removed.isEmpty { throw .notFound(uid) }
    return removed
  }

  /// Removes all to-dos that are closed in each of the calendars that has them.
  private func removeClosedTodos(from store: inout CalendarStore) throws(CommandError) -> Set<ItemID> {
    let todos = store.calendars.flatMap { $0.items.filter { $0.kind == .todo } }
    let open = Set(
      todos.filter { !$0.isClosed || $0.isRecurring || $0.recurrenceID != nil }.map { $0.uid })
    let closed = Set(todos.map { $0.uid }).subtracting(open)
    guard !closed.isEmpty else {
      throw .refused(
        "not_found", "no to-do is done or cancelled",
        expected: "one that does not repeat, or --on for an instance that is done")
    }
    var removed: Set<ItemID> = []
    for uid in closed.sorted() { removed.formUnion(try removeItems(of: uid, kind: .todo, from: &store)) }
    return removed
  }

  /// Removes all items of a category.
  private func removeItems(
    inCategory category: String, from store: inout CalendarStore
  ) throws(CommandError) -> Set<ItemID> {
    var removed: Set<ItemID> = []
    // Items that are spread over several files are changed as one calendar.
    for location in store.multiFileLocations() {
      let before = store
      let change = try store.makeChange(location) { (calendar) throws(EventError) in
        calendar.remove(category: category)
      }
      if !change.isEmpty { try before.checkOneFile(location) }
      removed.formUnion(change.removed.map { $0.id })
    }
    for position in store.positions {
      let change = try store.makeChange(position) { (calendar) throws(EventError) in
        calendar.remove(category: category)
      }
      removed.formUnion(change.removed.map { $0.id })
    }
    guard !removed.isEmpty else {
      throw .refused("not_found", "no item has the category \(category)", expected: "another category")
    }
    return removed
  }
}
