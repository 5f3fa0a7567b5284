import AlmanacEvents
import AlmanacFiles
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
      is sent: the messages are the output, with --format json each with its recipients.
      """)

  @Argument(help: "The earlier calendar: a file, - for standard input, or a folder.")
  var before: String

  @Argument(help: "The later calendar.")
  var after: String

  @OptionGroup
  var identity: IdentityOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    let me = identity.addresses(invocation.environment.variables)
    guard !me.isEmpty else { throw .usage("your address is missing", expected: "--me ADDRESS") }
    let now = invocation.now(common, in: invocation.zone(common))
    let states = [try calendar(before, &invocation), try calendar(after, &invocation)]
    let books = states.map { ClassBook($0) }
    // Members of a class do not see each other's names.
    let classes = Set(books.flatMap { $0.calendar().items.map { $0.uid } })
    let others = states.map { state in
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
    for uid in Set(unorganized).sorted() {
      let title = states.reversed().lazy.compactMap { $0.item(uid: uid)?.summary }.first ?? uid
      invocation.complain(
        Complaint(
          "\(title: title): no organizer, so its members get no messages",
          expected: "edit \(uid) --organizer ADDRESS"))
    }
    switch common.format {
    case .text: for message in messages { invocation.output.write(document: Array(message.text.utf8)) }
    default:
      let value: JSON = ["version": .version, "messages": .array(messages.map { $0.json })]
      invocation.output.writeLine(value.text())
    }
  }

  /// The items of a file or a folder.
  private func calendar(
    _ path: String, _ invocation: inout Invocation
  ) throws(CommandError) -> EventCalendar {
    var calendar = EventCalendar()
    let sources = try invocation.sources(at: [CalendarLocation(path)])
    calendar.insert(sources.flatMap { $0.calendars.flatMap { $0.items } })
    return calendar
  }
}
