import AlmanacEvents
import AlmanacFiles
import AlmanacICS
import AlmanacRendering
import AlmanacScheduling
import ArgumentParser

/// `almanac import FILE…`
struct Import: AlmanacCommand {
  static let configuration = CommandConfiguration(
    abstract: "Take the items of files into a calendar.",
    discussion: """
      An item whose UID is there already is replaced, a series together with its changed instances; a file that has \
      only changed instances of a series leaves the series and the others as they are. An earlier state of an item – \
      a lower SEQUENCE, or the same and an earlier DTSTAMP – replaces nothing. Answers, counter-proposals, additions \
      and cancellations (METHOD:REPLY, COUNTER, ADD, CANCEL) are messages about items, and are refused. Alarms stay as \
      they are here where a file is sent to others (METHOD:PUBLISH, REQUEST).

      In a member's own calendar, as class calendar --member writes it, bookings that were removed, cancelled or declined \
      are requests to cancel them.
      """)

  @Argument(help: "The files to take from, - for standard input.")
  var files: [String]

  @Option(
    name: .customLong("in"),
    help: ArgumentHelp("The calendar for new items. [default: the first]", valueName: "name"))
  var destination: String?

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func run(in invocation: inout Invocation) throws(CommandError) {
    var calendars: [EventCalendar] = []
    for path in files { calendars += try read(path, &invocation) }
    var store = try invocation.store(self.calendars, makesMissing: true)
    let destination = try store.destination(named: destination)
    var incoming = calendars.flatMap { $0.incoming }
    let members = calendars.compactMap { MemberCalendar($0) }
    var cancellations: [MemberCancellation] = []
    let zone = invocation.zone(common)
    if !members.isEmpty {
      let now = invocation.now(common, in: zone)
      var files = ClassFiles(store)
      let sessions = SessionFiles(store, at: now, showing: zone).book
      incoming.removeAll { series in
        series.items.contains { item in members.contains { $0.isBooking(item, in: files.book) } }
      }
      cancellations = try files.cancel(askedBy: members, at: now, checking: .sessions(sessions))
      store = files.store
    }
    let outcomes = try store.take(incoming, into: destination)
    if calendars.count == 1 { store.copyProperties(of: calendars[0], to: destination) }
    let count =
      outcomes.count { $0 == .added || $0 == .replaced } + cancellations.count { !$0.decision.isRefused }
    try invocation.save(store, "imported \(count) from \(files.joined(separator: ", "))")
    switch common.format {
    case .text:
      for (series, outcome) in zip(incoming, outcomes) {
        invocation.output.writeLine(
          SafeText.singleLine("\(outcome.rawValue) \(series.uid): \(series.summary)"))
      }
      for cancellation in cancellations {
        invocation.output.writeLine(SafeText.singleLine(cancellation.line(zone)))
      }
    default:
      let value: JSON = [
        "version": 1, "imported": .array(zip(incoming, outcomes).map { $0.json($1) }),
        "cancelled": .array(cancellations.map { $0.json }),
      ]
      invocation.output.writeLine(value.text())
    }
  }

  private func read(_ path: String, _ invocation: inout Invocation) throws(CommandError) -> [EventCalendar] {
    let calendars = try invocation.calendarFile(path).document.calendars
    let messages = calendars.compactMap { Refusal(message: $0, in: path) }
    guard messages.isEmpty else { throw .refused(messages) }
    for calendar in calendars {
      let others =
        calendar.freeBusy.count + calendar.availabilities.count + calendar.unmodelled.components.count
      if others > 0 {
        let what = others == 1 ? "one part is" : "\(others) parts are"
        invocation.complain(Complaint("\(what) left out", expected: "events, to-dos and notes", file: path))
      }
    }
    return calendars
  }
}

extension Refusal {
  /// Why a calendar is no state of its items, but a message about them (RFC 5546); `nil` for a publication, an
  /// invitation, and a calendar at rest.
  fileprivate init?(message calendar: EventCalendar, in path: String) {
    let (what, expected): (String, String)
    switch calendar.method {
    case "", "PUBLISH", "REQUEST": return nil
    case "CANCEL": (what, expected) = ("cancels items", "almanac delete UID, with --on DATE for one instance")
    case "ADD": (what, expected) = ("adds instances to an item", "the organizer's whole item, METHOD:REQUEST")
    case "REPLY":
      (what, expected) = ("answers an invitation", "an item; almanac show UID -c FILE shows the answer")
    case "COUNTER":
      (what, expected) = ("proposes another time or content", "an item; almanac edit UID makes the change")
    case "REFRESH": (what, expected) = ("asks for an item", "an item; almanac export has it")
    case "DECLINECOUNTER": (what, expected) = ("rejects a counter-proposal", "an item; nothing is to be done")
    default: (what, expected) = ("is not known", "METHOD:PUBLISH, METHOD:REQUEST or none")
    }
    self.init(
      "message", "\(path) is a message that \(what) (METHOD:\(calendar.method))", expected: expected,
      property: "METHOD", uid: calendar.currentItems.first?.uid ?? "")
  }
}
