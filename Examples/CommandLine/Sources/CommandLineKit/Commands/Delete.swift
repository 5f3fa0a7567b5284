import AlmanacEvents
import AlmanacFiles
import AlmanacRendering
import AlmanacTime
import AlmanacViews
import ArgumentParser

/// `almanac delete UID` and `almanac delete --category NAME`
struct Delete: AlmanacCommand {
  static let configuration = CommandConfiguration(
    abstract: "Delete an item, one instance of a series, or everything of a category.",
    discussion: """
      What goes is shown first, and asked for unless --yes is given: only an answer that begins with y deletes. Of a \
      series that is deleted from one instance on, that instance is shown. undo takes it back.
      """)

  @Argument(help: "The UID, as search prints it: all that has it, of a series and of each kind.")
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

  @Option(help: ArgumentHelp("Everything that is filed under this, whatever its case.", valueName: "name"))
  var category: String?

  @OptionGroup
  var preview: PreviewOptions

  @OptionGroup
  var identity: IdentityOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    guard (uid == nil) != (category == nil) else {
      throw ValidationError("what is to go is not clear (expected a UID or --category)")
    }
    if instance.on != nil, uid == nil { throw ValidationError("--on names no item (expected a UID)") }
    if kinds.kind != nil, uid == nil { throw ValidationError("--kind names no item (expected a UID)") }
    if let scope, uid == nil || scope != .all && instance.on == nil {
      throw ValidationError("--scope \(scope.rawValue) names no instance (expected a UID and --on)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    var store = try invocation.store(
      calendars, having: uid.map { [$0] }, isPreview: preview.dryRun)
    let setting = try invocation.setting(store.calendars, common)
    let going = try remove(from: &store, setting, in: &invocation)
    let count = going.items.count + going.undated.count
    let all = scope == .future ? "this and all later ones" : count == 1 ? "this" : "these \(count)"
    let shown = Preview(
      text: setting.renderer.text(setting.lines(going)),
      json: JSON(going)["items"].map { [JSON.Member("items", $0)] } ?? [], question: "Delete \(all)?",
      refusal: "nothing was deleted")
    guard try invocation.approves(shown, of: store, preview, common) else { return }
    let name = going.items.first?.item.summary ?? going.undated.first?.item.summary ?? ""
    try invocation.save(store, "deleted \(count == 1 ? name : "\(count) items")")
  }

  /// Takes away what is to go.
  ///
  /// - Returns: What goes, as it was.
  private func remove(
    from store: inout CalendarStore, _ setting: ViewSetting, in invocation: inout Invocation
  ) throws(CommandError) -> ListView {
    if let uid, let on = instance.on, scope != .all {
      let place = try store.place(uid: uid, kind: kinds.kind)
      let named = try store[place].instance(of: uid, kind: kinds.kind, on: on, viewer: setting.zone)
      invocation.tell(named, on: on)
      let occurrence = named.occurrence
      let (now, zone, scope) = (setting.now, setting.zone, (scope ?? .this).scope)
      if scope != .this { try store[place].requireSeries(of: occurrence.id) }
      let me = identity.addresses(invocation.environment.variables)
      _ = try store.makeChange(place) { (calendar) throws(EventError) in
        try calendar.delete(occurrence.id, scope: scope, at: now, by: me, viewer: zone)
      }
      let number = setting.calendars.firstIndex { $0.series(uid: uid, kind: occurrence.id.kind) != nil } ?? 0
      return setting.list(
        of: [
          Occurrence(
            occurrence.item, from: occurrence.start, to: occurrence.end,
            recurrenceID: occurrence.recurrenceID,
            calendar: number)
        ])
    }
    if let uid, instance.on != nil, kinds.kind == nil {
      // One item is named, not all that has its UID.
      let all = store.kinds(uid: uid)
      if all.count > 1 { throw .ambiguous(all, uid: uid) }
    }
    var removed: Set<ItemID> = []
    if let category {
      for place in store.scatteredLocations() {
        let before = store
        let change = try store.makeChange(place) { (calendar) throws(EventError) in
          calendar.remove(category: category)
        }
        if !change.isEmpty { try before.checkOneFile(place) }
        removed.formUnion(change.removed.map { $0.id })
      }
    }
    let spots = uid.map { store.positions(uid: $0, kind: kinds.kind) } ?? store.positions
    if let uid {
      for place in store.locations(of: uid, at: spots) { try store.checkOneFile(place, kind: kinds.kind) }
    }
    for position in spots {
      let change = try store.makeChange(position) { (calendar) throws(EventError) in
        if let uid { return try calendar.remove(uid: uid, kind: kinds.kind) }
        return calendar.remove(category: category ?? "")
      }
      removed.formUnion(change.removed.map { $0.id })
    }
    guard !removed.isEmpty else {
      if let uid { throw .notFound(uid) }
      throw .refused("not_found", "nothing is filed under \(category ?? "")", expected: "another category")
    }
    let items = setting.calendars.enumerated().flatMap { number, calendar in
      calendar.currentItems.filter { removed.contains($0.id) }.map { (item: $0, calendar: number) }
    }
    return setting.list(of: items)
  }
}
