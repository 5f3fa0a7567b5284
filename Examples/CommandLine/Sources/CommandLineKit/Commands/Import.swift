import AlmanacEvents
import AlmanacFiles
import AlmanacICS
import AlmanacRendering
import AlmanacScheduling
import AlmanacSync
import AlmanacTime
import ArgumentParser

/// `almanac import FILE…`
struct Import: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import the items of files into a calendar.",
    discussion: """
      An item whose UID exists is replaced, a series together with its changed instances; if a file has only changed \
      instances of a series, only these are replaced. Alarms stay where the file has none for the item. An earlier state of \
      an item – a lower SEQUENCE, or the same and an earlier DTSTAMP – is not imported, nor by a message (METHOD) the same \
      state again. Nor is an item that was changed here \
      (LAST-MODIFIED) replaced by one without LAST-MODIFIED and with a later DTSTAMP only, which many servers write at each \
      download: this is reported (edited_here), and --refresh merges both. A change by a program that writes no \
      LAST-MODIFIED is not recognized. A file that is cut off is imported only with --yes, and an item that is over the \
      limits of reading not at all. If a file is a message \
      (METHOD:PUBLISH, REQUEST), your alarms and your answer to the same revision are preserved, and only the organizer \
      of an item can replace it; items without an organizer, and items that you organize (--me), are yours.

      Answers, counter-proposals, additions and cancellations (METHOD:REPLY, COUNTER, ADD, CANCEL) are messages about \
      items, which --as-message receives: they are checked against their sender, your address (--me) and the stored \
      state. The output has the messages to be sent in return, such as the answer to a request for your busy time. The \
      request of an attendee is received only if the attendees agreed that they organize the item (--new-organizer).

      In a member's own calendar, as class calendar --member writes it, bookings that were removed, cancelled or declined \
      are requests to cancel them. Events that were moved are reported, and change no booking: the time of a class is the class's. \
      If more than half of several are gone, --yes is required. If another program dropped its X- \
      properties, the bookings that it had are not known: those that the files lack are reported, and cancelled with --yes.

      With --refresh the file is the present state of a feed: items imported from it before that it no longer contains \
      are removed, unless they were changed here. Your changes, and alarms, are preserved unless the feed changes the \
      same property, which is reported. If more than half of several items would be removed, or the file is empty, --yes \
      is required. The imported items are recorded in feeds.json beside the calendar, with the time of the next automatic \
      refresh (REFRESH-INTERVAL, X-PUBLISHED-TTL).
      """)

  @Argument(help: "The files to import, - for standard input.", completion: .file())
  var files: [String]

  @Option(
    name: .customLong("in"),
    help: ArgumentHelp("The calendar for new items. [default: the first]", valueName: "name"),
    completion: .calendars)
  var destination: String?

  @Flag(help: "Remove items imported from this feed before that it no longer contains.")
  var refresh = false

  @Option(
    help: ArgumentHelp(
      "The name of the feed, for --refresh. [default: the SOURCE in it, else the path of the file]",
      valueName: "name"))
  var source: String?

  @Flag(help: "List every item; without it, and without --dry-run, more than 20 are only counted.")
  var verbose = false

  @OptionGroup(title: "What is changed")
  var preview: PreviewOptions

  @Flag(help: "Receive the files as messages of an organizer or of attendees (RFC 5546).")
  var asMessage = false

  @Option(
    help: ArgumentHelp(
      "The sender of the messages. [default: the person who may send them]", valueName: "address"),
    transform: { Person.address(in: $0) })
  var from: String?

  @Option(
    help: ArgumentHelp(
      "The attendee who organizes the item from now on, as its attendees agreed (RFC 5546 §3.2.2.4).",
      valueName: "address"))
  var newOrganizer: String?

  @Option(
    name: .customLong("trust"),
    help: ArgumentHelp(
      "A person who may send messages for the organizer or attendee that they name (SENT-BY); may be given several times.",
      valueName: "address"),
    transform: { Person.address(in: $0) })
  var trusted: [String] = []

  @OptionGroup
  var identity: IdentityOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  func validate() throws {
    if refresh, files.count != 1 {
      throw ValidationError("--refresh reads one file, not \(files.count) (expected one feed)")
    }
    if source != nil, !refresh {
      throw ValidationError("--source is the name of a feed (expected --refresh)")
    }
    if from != nil, !asMessage {
      throw ValidationError("--from names the sender of a message (expected --as-message)")
    }
    if !trusted.isEmpty, !asMessage {
      throw ValidationError("--trust names the sender of a message (expected --as-message)")
    }
    if newOrganizer != nil, !asMessage {
      throw ValidationError("--new-organizer receives the messages of an attendee (expected --as-message)")
    }
    if asMessage, refresh {
      throw ValidationError("--as-message receives messages (expected without --refresh)")
    }
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    guard !asMessage else { return try receive(in: &invocation) }
    var documents: [ICSDocument] = []
    for path in files { documents.append(try read(path, &invocation)) }
    // A file that is cut off has been agreed to.
    let isWhole =
      preview.yes
      || documents.allSatisfy { ($0.isCutOff || $0.incompleteness == nil) && $0.unwrittenItem == nil }
    let calendars = documents.flatMap { $0.calendars }
    var imported = documents.flatMap { $0.importedSeries }
    let members = MemberCalendar.all(in: calendars)
    if refresh, !members.isEmpty {
      throw .usage("\(files[0]) is a member's calendar, not a feed", expected: "import without --refresh")
    }
    let feedName = try refresh ? feedName(calendars) : nil
    let uids = Set(imported.map { $0.uid })
    // Requests to cancel bookings depend on all classes and sessions, a refresh on the second parts of split series.
    let needsAll = !members.isEmpty || refresh
    var store = try invocation.store(
      self.calendars, having: needsAll ? nil : uids, createsMissing: true, isPreview: preview.dryRun)
    let destination = try store.destination(named: destination, invocation.environment.configuration)
    let words = try invocation.schedulingWords(common)
    let now = invocation.now(common, in: words.zone)
    var requests = MemberRequests()
    if !members.isEmpty {
      var files = ClassFiles(store, showing: words)
      requests = MemberRequests(members, removingBookingsFrom: &imported, in: files.book, words.zone)
      try check(members, requests.requested.count, &invocation)
      let absent = requests.absences(of: members, in: files.book, after: now)
      if preview.yes {
        requests.add(absent)
      } else if let complaint = Complaint(absent: absent, in: files.book) {
        invocation.complain(complaint)
      }
      try requests.cancel(in: &files, at: now)
      store = files.store
    }
    var feed = try feedName.map { name throws(CommandError) in try FeedImport(name, documents[0], in: store) }
    try invocation.requireConsent(to: feed?.massDeletion, yes: preview.yes, dryRun: preview.dryRun)
    imported = feed?.imports ?? imported
    let me = identity.addresses(invocation.environment.variables)
    let results = try store.importAll(imported, into: destination, me: me)
    if calendars.count == 1 { store.copyProperties(of: calendars[0], to: destination) }
    try feed?.close(results, in: &store, at: now)
    let count =
      results.count { $0.outcome == .added || $0.outcome == .replaced }
      + requests.cancellations.count { !$0.decision.isRefused }
    if !preview.dryRun { try invocation.save(store, summary(count, removed: feed?.removed.count ?? 0)) }
    let report = ImportReport(
      imported: Array(zip(imported, results)), feed: feed, requests: requests, words: words,
      isRefresh: refresh,
      isPreview: preview.dryRun, isVerbose: verbose)
    for complaint in report.complaints { invocation.complain(complaint) }
    invocation.print(report.lines, report.json, common)
    if !report.isDone { throw .ended(.refused, []) }
    if !isWhole { throw .ended(.badData, []) }
  }

  /// The change in words.
  private func summary(_ count: Int, removed: Int) -> Phrase {
    let names = files.joined(separator: ", ")
    let (imported, gone): (Phrase, Phrase) = (
      "imported \(count) from \(names)", "removed \(removed) that are gone from \(names)"
    )
    return removed == 0 ? imported : count == 0 ? gone : "\(imported); \(gone)"
  }

  /// - Throws: A refusal if a calendar that lost most of its events would cancel bookings, unless it is agreed to.
  private func check(
    _ members: [MemberCalendar], _ count: Int, _ invocation: inout Invocation
  ) throws(CommandError) {
    guard count > 0, members.contains(where: \.lacksMost) else { return }
    let refusal = Refusal(
      "mass_deletion",
      count == 1
        ? "most events of the member's calendar are gone: one booking would be cancelled"
        : "most events of the member's calendar are gone: \(count) bookings would be cancelled",
      expected: "--yes, or the complete calendar")
    try invocation.requireConsent(to: refusal, yes: preview.yes, dryRun: preview.dryRun)
  }

  private func feedName(_ calendars: [EventCalendar]) throws(CommandError) -> String {
    let file = files[0] == "-" ? nil : FileSystem.destination(of: files[0])
    guard let name = source ?? calendars.lazy.map({ $0.source }).first(where: { !$0.isEmpty }) ?? file else {
      throw .usage("the feed has no name", expected: "--source")
    }
    return name
  }

  /// Reads a file. Single items that are over the limits of reading are not imported; what a member's calendar lacks would be
  /// a request to cancel it.
  private func read(_ path: String, _ invocation: inout Invocation) throws(CommandError) -> ICSDocument {
    let file = try invocation.calendarFile(path)
    let document = file.document
    let calendars = document.calendars
    if document.isCutOff || calendars.contains(where: { MemberCalendar($0) != nil }) {
      try invocation.requireConsent(
        to: Refusal(incomplete: file), yes: preview.yes, dryRun: preview.dryRun)
    }
    let messages = calendars.compactMap { Refusal(message: $0, in: path) }
    guard messages.isEmpty else { throw .refused(messages) }
    for calendar in calendars {
      let others =
        calendar.freeBusy.count + calendar.availabilities.count + calendar.unmodelled.components.count
      if others > 0 {
        invocation.complain(
          Complaint(
            others == 1 ? "one component is not imported" : "\(others) components are not imported",
            expected: "events, to-dos and notes", file: path))
      }
    }
    let earlier = document.diagnostics.filter { $0.code == .superseded }
    if let first = earlier.first {
      invocation.complain(
        Complaint(
          earlier.count == 1
            ? "one earlier state of an item is not imported"
            : "\(earlier.count) earlier states of items are not imported",
          expected: "each UID and instance once", file: path, line: first.line))
    }
    return document
  }
}

extension Refusal {
  /// The refusal of a calendar that is a message about items rather than their state (RFC 5546); `nil` for a publication,
  /// an invitation, and a calendar without METHOD.
  fileprivate init?(message calendar: EventCalendar, in path: String) {
    let action: String
    switch calendar.method {
    case "", "PUBLISH", "REQUEST": return nil
    case "CANCEL": action = "cancels items"
    case "ADD": action = "adds instances to an item"
    case "REPLY": action = "answers an invitation"
    case "COUNTER": action = "proposes another time or content"
    case "REFRESH": action = "asks for an item"
    case "DECLINECOUNTER": action = "rejects a counter-proposal"
    default: action = "is not known"
    }
    let isKnown = SchedulingMessage.Method(rawValue: calendar.method) != nil
    let expected: Phrase = isKnown ? "--as-message to receive it" : "METHOD:PUBLISH, METHOD:REQUEST or none"
    self.init(
      "message", "\(path) is a message that \(action) (METHOD:\(calendar.method))", expected: expected,
      property: "METHOD", uid: calendar.currentItems.first?.uid ?? "")
  }
}
