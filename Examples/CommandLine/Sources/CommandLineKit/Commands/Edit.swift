import AlmanacEvents
import AlmanacFiles
import AlmanacRendering
import AlmanacTime
import ArgumentParser

/// `almanac edit UID`
struct Edit: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change an item, or one instance of a series.",
    discussion: """
      Properties without an option do not change. --at with a time alone preserves the date, with a date alone the time of \
      day; the length changes only by --for or --until, and \
      where whole days get a time of day: the days then stay, and the last one lasts the default duration, else an hour. The name, time and colour of a task \
      obey the rules of tasks. Times are read in the zone of --zone and converted to that of the \
      item. --repeat none makes a series happen once. --category, --alarm and --attendee replace all categories, alarms and \
      attendees.

      A series moves by the same distance as the named instance, with its rule, its changed instances and its exceptions; \
      a rule that cannot move so is refused. Bookings of a class are never lost: class change calls them off. A session moves \
      only to a time at which its people are free. With --scope future the series is split, and the UID of the new one is \
      printed. Changed instances preserve their own properties; those that a new rule does not produce are reported and \
      removed.
      """)

  @Argument(help: .itemName, completion: .items)
  var uid: String

  @Option(help: ArgumentHelp("The name.", valueName: "text"))
  var title: String?

  @Flag(
    name: [.customShort("i"), .customLong("interactive")],
    help: "Edit the item as a short form in $VISUAL or $EDITOR.")
  var isInteractive = false

  @Flag(help: "The item is no longer a task, so that any name, time and colour will do.")
  var noTask = false

  @OptionGroup(title: "The item")
  var options: ItemOptions

  @OptionGroup
  var instance: InstanceOptions

  @OptionGroup
  var kinds: KindOptions

  @Option(
    help: ArgumentHelp(
      "this: one instance; future: it and all later ones; all: the whole series. [default: this with --on, else all]"
    ))
  var scope: EditScope?

  @OptionGroup
  var identity: IdentityOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  var saysTimes: Bool { true }

  func validate() throws {
    if let scope, scope != .all, instance.on == nil {
      throw ValidationError("--scope \(scope.rawValue) names no instance (expected --on)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    let zone = invocation.zone(common)
    let now = invocation.now(common, in: zone)
    guard let (edit, shown) = try requested(at: now, in: zone, &invocation) else {
      invocation.print("unchanged: \(uid)", ["version": .version, "changed": false], common)
      return
    }
    // A new series gets a UID that no item has.
    var (store, uid) = try invocation.store(
      calendars, naming: uid, kind: kinds.kind, needsAll: scope == .future)
    let location = try store.itemLocation(uid: uid, kind: kinds.kind)
    let id = try invocation.identity(
      of: uid, kind: kinds.kind, on: instance.on, in: store[location], viewer: zone)
    let scope = (scope ?? (id.recurrenceID == nil ? .all : .this)).scope
    if edit.changesRule, scope == .this, id.recurrenceID != nil {
      throw .refused(
        "misplaced_recurrence", "one instance cannot have a rule of its own",
        expected: "--scope future or all",
        uid: uid)
    }
    if scope != .this { try store[location].requireSeries(of: id) }
    if instance.on == nil { try requireNamedDay(of: store[location].item(id), at: now, in: zone) }
    let environment = invocation.environment
    let bookings = ActiveBookings(store, of: uid)
    let stored = store
    let (before, edited, change) = try store.edit(
      location, id, scope, by: edit, at: now, me: identity.addresses(environment.variables),
      uids: environment.uids)
    try bookings.requirePreserved(in: store, following: change.identities)
    try invocation.requireFree(edited, replacing: before, in: calendars, common)
    try invocation.requireFreeInstructors(
      of: [uid, edited.uid], before: stored, after: store, at: now, common)
    if let shown { try requireUnchanged(shown, before, edited, in: zone) }
    try invocation.save(store, "changed \(edited.summary)")
    if edit.hasUsualLength, before.event?.start.isDate == true, edited.event?.start.isDate == false {
      invocation.complain(
        Complaint(
          "the event had no time of day; now its last day lasts \(Length.text(edit.times.usualLength))",
          expected: "--for or --until for another end"))
    }
    if edit.changesRule, let complaint = Complaint(ofRuleOf: edited) { invocation.complain(complaint) }
    let new = change.identities[id] ?? id
    let setting = try invocation.setting([], common)
    let path = store.destination(beside: location.main).path
    report(
      EditReport(before, edited, setting), new.uid, instance.on == nil ? nil : new.recurrenceID, change,
      try invocation.json(edited, at: path, in: store, common), in: &invocation)
  }

  /// The changes of the options, or those that the person makes in the form with the item that it showed; `nil` for a form without
  /// changes.
  private func requested(
    at now: Instant, in zone: Zone, _ invocation: inout Invocation
  ) throws(CommandError) -> (edit: ItemEdit, shown: Item?)? {
    var times = ItemTimes(zone: zone, today: zone.local(at: now).date, options: options)
    if let length = invocation.environment.configuration.defaultDuration { times.usualLength = length }
    let edit = ItemEdit(title: title, endsTask: noTask, times: times)
    if isInteractive {
      guard edit.isEmpty else {
        throw .usage("-i has all changes in its form", expected: "no other option that changes the item")
      }
      return try edited(edit, at: now, in: zone, invocation).map { ($0.edit, $0.shown) }
    }
    guard !edit.isEmpty else {
      throw .usage("there is nothing to change", expected: "an option such as --title, or -i")
    }
    return (edit, nil)
  }

  /// Checks the day of a series of which no instance is named.
  ///
  /// - Throws: A refusal of a day that is counted from today, if the series has begun: which of its instances moves there is
  ///   not said.
  private func requireNamedDay(of item: Item?, at now: Instant, in zone: Zone) throws(CommandError) {
    guard let item, item.isRecurring, options.at?.value?.isInWords == true, let start = item.start,
      start.instant(in: zone) < now
    else { return }
    throw .refused(
      "which_instance",
      "a day counted from today names no instance of a series that began on \(start.date)",
      expected: "--on with --scope all, future or this, or the new first day as 2026-03-02", uid: item.uid)
  }

  /// - Throws: A refusal with the fields of the form that were changed while it was open.
  private func requireUnchanged(
    _ shown: Item, _ before: Item, _ edited: Item, in zone: Zone
  ) throws(CommandError) {
    let overwritten = ItemForm.overwritten(from: shown, by: before, then: edited, in: zone)
    guard overwritten.isEmpty else {
      throw .refused(
        overwritten.map { field in
          Refusal(
            "conflict",
            "\(field.name) was changed to “\(field.present)” meanwhile; “\(field.typed)” is not stored, nor is any other field",
            expected: "another edit, which shows it", uid: before.uid)
        })
    }
  }

  /// The changes that the person makes in the form, and the item that it showed; `nil` for none.
  private func edited(
    _ edit: ItemEdit, at now: Instant, in zone: Zone, _ invocation: Invocation
  ) throws(CommandError) -> (edit: ItemEdit, shown: Item)? {
    // Faults of the files are reported when they are opened for the change.
    var reader = invocation
    let (calendars, uid) = try reader.calendars(calendars, naming: uid, kind: kinds.kind)
    let found = calendars.first { !$0.allSeries(uid: uid, kind: kinds.kind).isEmpty }
    guard let calendar = found else { throw .notFound(uid) }
    let id = try reader.identity(of: uid, kind: kinds.kind, on: instance.on, in: calendar, viewer: zone)
    let extent = (scope ?? (id.recurrenceID == nil ? .all : .this)).scope
    let item = try EventError.refusing(calendar.item(inEffectAt: id, scope: extent))
    let filled = try ItemForm(item, in: zone).edited(edit, invocation.environment, in: reader.language) {
      (edit) throws(CommandError) in try edit.validate(for: item, id, extent, in: calendar, at: now)
    }
    return filled.map { ($0, item) }
  }

  private func report(
    _ edit: EditReport, _ uid: String, _ instance: EventTime?, _ change: CalendarChange, _ item: JSON,
    in invocation: inout Invocation
  ) {
    let gone = change.gone.compactMap { $0.recurrenceID?.description }
    for instance in gone {
      invocation.complain(
        Complaint("the new rule does not produce the changed instance of \(instance), which is removed"))
    }
    invocation.print(
      change.isEmpty
        ? "unchanged \(uid): \(edit.title)" : "changed \(uid): \(edit.words(in: invocation.language))",
      [
        "version": .version, "uid": .string(uid), "recurrenceID": JSON(instance?.description),
        "changed": .bool(!change.isEmpty),
        "changes": .array(edit.changes.map { .string($0.text(in: .english)) }),
        "gone": .array(gone.map { .string($0) }), "item": item,
      ],
      common)
  }
}
