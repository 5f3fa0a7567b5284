import AlmanacEvents
import AlmanacFiles
import AlmanacICS
import AlmanacRendering
import AlmanacScheduling
import AlmanacSync
import ArgumentParser

/// `almanac messages`
struct ChangeMessages: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "messages",
    abstract: "Write the messages that inform others of the changes between two calendars.",
    discussion: """
      Attendees of items that you organize (--me) are invited, and informed of changes and cancellations \
      (METHOD:REQUEST, CANCEL, RFC 5546), and so are the clients of sessions. Organizers of other items get your answers \
      (METHOD:REPLY). Each member of a class gets messages about their own bookings, without the names of others. Nothing \
      is sent: the messages are the output, with --format json each with its recipients. If the later calendar has a lower \
      SEQUENCE than the earlier one, as after an undo, that of the messages is stored in it. Calendars that are not read \
      completely are refused, as what they lack would be cancelled.
      """)

  @Argument(
    help: "The earlier calendar: a file, - for standard input, or a folder.", completion: .file())
  var before: String

  @Argument(help: "The later calendar.", completion: .file())
  var after: String

  @OptionGroup
  var identity: IdentityOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let me = identity.addresses(invocation.environment.variables)
    guard !me.isEmpty else { throw .usage("your address is missing", expected: "--me ADDRESS") }
    let now = invocation.now(common, in: invocation.zone(common))
    let sources = [try sources(before, &invocation), try sources(after, &invocation)]
    // An item that one state has and that cannot be read in the other one was not cancelled.
    let unread = sources.joined().flatMap { $0.files }.reduce(into: Set()) {
      $0.formUnion($1.document.unreadUIDs)
    }
    let states = sources.map { calendar($0, without: unread) }
    let books = states.map { ClassBook($0) }
    // Members of a class do not see each other's names.
    let classes = Set(books.flatMap { $0.calendar(at: nil).items.map { $0.uid } })
    var others = states.map { state in
      var others = state
      for uid in classes { _ = try? others.remove(uid: uid) }
      return others
    }
    let people = Set(me.map { PersonKey($0) })
    var unorganized: [String] = []
    let messages =
      others[1].messages(since: others[0], by: me, at: now)
      + books[1].messages(
        since: books[0],
        organizer: { uid in
          let organizers = states.reversed().compactMap { $0.item(uid: uid)?.organizer }
          if organizers.isEmpty { unorganized.append(uid) }
          return organizers.first.flatMap { people.contains(PersonKey($0.address)) ? $0 : nil }
        }, at: now)
    let raised = others[1].raiseSequences(above: others[0], by: me)
    if !raised.isEmpty { store(raised, since: others[0], by: me, &invocation) }
    for uid in Set(unorganized).sorted() {
      let title = states.reversed().lazy.compactMap { $0.item(uid: uid)?.summary }.first ?? uid
      invocation.complain(
        Complaint(
          "\(title: title): no organizer, so its members get no messages",
          expected: Phrase(verbatim: "edit \(uid) --organizer ADDRESS")))
    }
    switch common.format {
    case .text: for message in messages { invocation.output.write(document: Array(message.text.utf8)) }
    default:
      invocation.write(["version": .version, "messages": .array(messages.map { $0.json })])
    }
  }

  /// Stores the SEQUENCE of the messages, so that later changes are above it, or reports that it cannot be stored.
  private func store(
    _ raised: CalendarChange, since before: EventCalendar, by me: Set<String>, _ invocation: inout Invocation
  ) {
    let ids = Set(raised.steps.compactMap(\.after).map { ItemID(uid: $0.uid, kind: $0.kind) })
      .sorted { $0.uid < $1.uid }
    do throws(CommandError) { try store(ids, since: before, by: me, &invocation) } catch {
      for id in ids {
        invocation.complain(
          Complaint(
            "\(id.uid): its SEQUENCE is lower than that of its messages",
            expected: "a file or a folder that can be changed"))
      }
    }
  }

  private func store(
    _ ids: [ItemID], since before: EventCalendar, by me: Set<String>, _ invocation: inout Invocation
  ) throws(CommandError) {
    var calendars = CalendarOptions()
    calendars.paths = [after]
    var store = try invocation.store(calendars)
    let positions = store.positionsByUID
    for id in ids {
      let location = try store.itemLocation(uid: id.uid, kind: id.kind, among: positions[id.uid])
      _ = try store.makeChange(location) { (calendar) throws(EventError) in
        calendar.raiseSequences(above: before.only(id), by: me)
      }
    }
    let names = ids.map { $0.uid }.joined(separator: ", ")
    try invocation.save(store, "raised the SEQUENCE of \(names) to that of the messages")
  }

  /// A file or a folder that is read completely.
  private func sources(
    _ path: String, _ invocation: inout Invocation
  ) throws(CommandError) -> [CalendarStore.Source] {
    let sources = try invocation.sources(at: [CalendarLocation(path)])
    var refusals = sources.flatMap { $0.files }.compactMap { Refusal(incomplete: $0) }
    for index in refusals.indices { refusals[index].expected = "the complete file, within the limits" }
    if !refusals.isEmpty { throw .refused(refusals) }
    return sources
  }

  private func calendar(_ sources: [CalendarStore.Source], without uids: Set<String>) -> EventCalendar {
    let items = sources.flatMap { $0.calendars.flatMap { $0.items } }
    return EventCalendar(items: items.filter { !uids.contains($0.uid) })
  }
}

extension EventCalendar {
  /// A calendar of one series alone.
  fileprivate func only(_ id: ItemID) -> EventCalendar {
    EventCalendar(items: series(uid: id.uid, kind: id.kind)?.items ?? [])
  }
}
