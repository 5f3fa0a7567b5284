import AlmanacEvents
import AlmanacFiles
import AlmanacRendering
import AlmanacSync
import ArgumentParser

/// `almanac reply UID`
struct Reply: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "reply",
    abstract: "Answer an invitation, and print the message for the organizer.",
    discussion: """
      The answer is stored with the item. The output is the message to be sent to the organizer (METHOD:REPLY, RFC \
      5546), and with --delegate also the invitation of the delegate.
      """)

  @Argument(help: .itemName, completion: .items)
  var uid: String

  @Flag(exclusivity: .exclusive, help: "The answer; with --delegate none is needed.")
  var answer: Answer?

  @Option(
    name: .customLong("delegate"),
    help: ArgumentHelp(
      "A person who takes part in your place; may be given several times.", valueName: "address"))
  var delegates: [String] = []

  @Option(help: ArgumentHelp("A text for the organizer.", valueName: "text"))
  var comment = ""

  @OptionGroup
  var instance: InstanceOptions

  @OptionGroup
  var kinds: KindOptions

  @OptionGroup
  var identity: IdentityOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  enum Answer: String, EnumerableFlag {
    case accept, decline, tentative

    var status: Attendee.Status {
      switch self {
      case .accept: .accepted
      case .decline: .declined
      case .tentative: .tentative
      }
    }
  }

  func validate() throws {
    if let fault = delegates.first(where: { Person($0) == nil }) {
      throw ValidationError(Person.fault(fault))
    }
    if delegates.isEmpty, answer == nil {
      throw ValidationError("the answer is missing (expected --accept, --decline, --tentative or --delegate)")
    }
    if !delegates.isEmpty, answer == .accept || answer == .tentative {
      throw ValidationError("--delegate means that you do not take part (expected no other answer)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    let me = identity.addresses(invocation.environment.variables)
    guard !me.isEmpty else { throw .usage("your address is missing", expected: "--me ADDRESS") }
    let zone = invocation.zone(common)
    let now = invocation.now(common, in: zone)
    var (store, uid) = try invocation.store(calendars, naming: uid, kind: kinds.kind, needsAll: true)
    let location = try store.itemLocation(uid: uid, kind: kinds.kind)
    let id = try invocation.identity(
      of: uid, kind: kinds.kind, on: instance.on, in: store[location], viewer: zone)
    let people = delegates.compactMap { Person($0)?.address }
    let status = people.isEmpty ? answer?.status ?? .declined : .delegated
    let comment = comment
    var messages: [SchedulingMessage] = []
    _ = try store.makeChange(location) { (calendar) throws(EventError) in
      let answered = try calendar.answer(
        id, status, delegatingTo: people, comment: comment, by: me, at: now)
      messages = answered.messages
      return answered.change
    }
    try invocation.save(store, "answered \(uid)")
    switch common.format {
    case .text: for message in messages { invocation.output.write(document: Array(message.text.utf8)) }
    default:
      invocation.write([
        "version": .version, "uid": .string(uid), "answer": .string(status.rawValue),
        "messages": .array(messages.map { $0.json }),
      ])
    }
  }
}
