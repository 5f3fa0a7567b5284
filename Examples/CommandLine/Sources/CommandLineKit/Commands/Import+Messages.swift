import AlmanacEvents
import AlmanacFiles
import AlmanacRendering
import AlmanacScheduling
import AlmanacSync
import AlmanacTime

/// `almanac import --as-message`
extension Import {
  /// Receives messages, one after the other. An answer that declines a booking of a class is a request to cancel it.
  func receive(in invocation: inout Invocation) throws(CommandError) {
    let me = identity.addresses(invocation.environment.variables)
    guard !me.isEmpty else {
      throw .usage("your address is missing", expected: "--me ADDRESS")
    }
    var messages: [SchedulingMessage] = []
    for path in files {
      let file = try invocation.completeFile(path, yes: preview.yes, dryRun: preview.dryRun)
      let found = SchedulingMessage.messages(in: file.document)
      if found.isEmpty {
        throw .refused(
          "no_message", "\(path) is not a message", expected: "a file with METHOD:PUBLISH, REQUEST, REPLY …")
      }
      messages += found
    }
    let words = try invocation.schedulingWords(common)
    let now = invocation.now(common, in: words.zone)
    var store = try invocation.store(calendars, createsMissing: true, isPreview: preview.dryRun)
    let questions = messages.filter { $0.method == .request }.flatMap { $0.freeBusy }
    if let start = questions.compactMap({ $0.start }).min(), let end = questions.compactMap({ $0.end }).max()
    {
      invocation.recordUnknownTimes(in: start..<Swift.max(start, end), viewer: words.zone)
    }
    let destination = try store.destination(named: destination, invocation.environment.configuration)
    var inbox = Inbox(
      store,
      .init(
        sender: from, me: me, now: now, newOrganizer: newOrganizer, trusted: Set(trusted),
        destination: destination, words: words, unread: invocation.refusalsOfUnread))
    for message in messages.inOrderOfRevision { try inbox.receive(message) }
    store = try inbox.closedStore()
    let (received, cancellations) = (inbox.received, inbox.cancellations)
    if !preview.dryRun { try invocation.save(store, "received \(files.joined(separator: ", "))") }
    report(received, cancellations, words, in: &invocation)
    let isDone =
      received.allSatisfy { $0.isAccepted } && !cancellations.contains(where: \.decision.isRefused)
    let isUnread = received.contains { $0.refusal?.code == "unread" }
    if !isDone { throw .ended(isUnread ? .badData : .refused, []) }
  }

  private func report(
    _ received: [ReceivedMessage], _ cancellations: [MemberCancellation], _ words: SchedulingWords,
    in invocation: inout Invocation
  ) {
    for complaint in received.flatMap({ $0.complaints }) + cancellations.flatMap({ $0.complaints(in: words) })
    {
      invocation.complain(complaint)
    }
    guard common.format == .text else {
      return invocation.write([
        "version": .version, "received": .array(received.map { $0.json }),
        "cancelled": .array(cancellations.map { $0.json }),
      ])
    }
    let lines = received.flatMap { $0.lines } + cancellations.compactMap { $0.line(in: words) }
    for line in lines { invocation.output.writeLine(SafeText.singleLine(line)) }
    for reply in received.flatMap({ $0.receipt.replies }) {
      invocation.output.write(document: Array(reply.text.utf8))
    }
  }
}
