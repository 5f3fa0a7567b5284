import AlmanacEvents
import AlmanacFiles
import AlmanacRendering
import AlmanacTime
import ArgumentParser

/// `almanac done UID`
struct Done: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "done",
    abstract: "Complete a to-do, or the next open instance of a recurring one.")

  @Argument(help: .itemName, completion: .openTodos)
  var uid: String

  @OptionGroup
  var instance: InstanceOptions

  @OptionGroup
  var identity: IdentityOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    var (store, uid) = try invocation.store(calendars, naming: uid, kind: .todo)
    let zone = invocation.zone(common)
    let now = invocation.now(common, in: zone)
    // Only to-dos can be completed, so that other items of the UID do not matter.
    let kind = store.positions(uid: uid, kind: .todo).isEmpty ? nil : Item.Kind.todo
    let location = try store.itemLocation(uid: uid, kind: kind)
    guard kind != nil else {
      let item = store[location].allSeries(uid: uid).lazy.compactMap { $0.main ?? $0.overrides.first }.first
      throw .refused(
        "not_a_todo",
        item?.kind == .journal
          ? "\(title: item?.summary ?? uid) is a note, not a to-do"
          : "\(title: item?.summary ?? uid) is an event, not a to-do",
        expected: "a to-do, or edit --status cancelled or delete for what is not held", uid: uid)
    }
    let id = try invocation.identity(of: uid, kind: kind, on: instance.on, in: store[location], viewer: zone)
    let me = identity.addresses(invocation.environment.variables)
    let change = try store.makeChange(location) { (calendar) throws(EventError) in
      try calendar.complete(id, at: now, by: me)
    }
    guard let done = change.added.first else { throw .notFound(uid) }
    try invocation.save(store, "completed \(done.summary)")
    let setting = try invocation.setting([], common)
    let next = store[location].nextOpenInstance(uid: uid).flatMap {
      try? store[location].item(inEffectAt: $0)
    }
    func when(_ item: Item) -> String {
      item.span.map { setting.described(from: $0.start, to: nil) } ?? ""
    }
    let completed = when(done).isEmpty ? "" : ", \(when(done))"
    let later: Phrase = next.map { "; next: \(when($0))" } ?? ""
    let path = store.destination(beside: location.main).path
    invocation.print(
      "done: \(done.summary)\(completed)\(later)",
      [
        "version": .version, "uid": .string(uid), "recurrenceID": JSON(done.recurrenceID?.description),
        "next": JSON(next?.span?.start.description),
        "item": try invocation.json(done, at: path, in: store, common),
      ], common)
  }
}
