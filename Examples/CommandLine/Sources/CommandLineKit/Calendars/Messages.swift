import AlmanacEvents
import AlmanacFiles
import AlmanacRendering
import AlmanacSync
import AlmanacTime

/// A received message with its outcome.
struct ReceivedMessage: Sendable {
  let message: SchedulingMessage
  let receipt: MessageReceipt
  /// The title of the item, also if the message does not state it.
  let title: String

  /// The outcome, then the proposed changes.
  var lines: [String] {
    let outcome = !receipt.isAccepted ? "refused" : receipt.proposals.isEmpty ? "accepted" : "proposed"
    return ["\(outcome) METHOD:\(message.method.rawValue) \(message.uid): \(title: title)"]
      + (receipt.proposals.isEmpty ? comments.map { "  \($0)" } : [])
      + receipt.proposals.map { proposal in
        ([proposal.start?.description ?? ""] + proposal.comments).joined(separator: " ")
      }.map { "  \($0)" }
  }

  /// The texts of the sender to the receiver, of an answer or a cancellation.
  private var comments: [String] {
    [.reply, .cancel, .declineCounter].contains(message.method)
      ? message.items.flatMap(\.comments).unique : []
  }

  var complaints: [Complaint] {
    let ignored = receipt.ignored.map { Complaint("\(message.uid): \($0) is ignored in this message") }
    return ignored + replaced + receipt.refusals.map { Complaint($0, uid: message.uid) }
  }

  /// The changed instances that a request for their series replaced, with what was added to them here.
  private var replaced: [Complaint] {
    guard message.method == .request else { return [] }
    return receipt.change.gone.compactMap { $0.id.recurrenceID == nil ? nil : $0.id }.map { id in
      Complaint(
        "\(id): as in the series again, as this revision does not name it; answers and alarms of it are gone")
    }
  }

  var json: JSON {
    [
      "method": .string(message.method.rawValue), "uid": .string(message.uid), "summary": .string(title),
      "accepted": .bool(receipt.isAccepted),
      "changed": .bool(!receipt.change.isEmpty || !receipt.freeBusy.isEmpty),
      "refused": .array(receipt.refusals.map { $0.json }),
      "ignored": .array(receipt.ignored.map { .string($0) }),
      "comments": .array(comments.map { .string($0) }),
      "proposals": .array(receipt.proposals.map { .string($0.start?.description ?? "") }),
      "messages": .array(receipt.replies.map { $0.json }),
    ]
  }
}

extension Complaint {
  init(_ refusal: MessageRefusal, uid: String) {
    self.init("\(uid): \(refusal.code): \(refusal.description)", expected: refusal.expected)
  }
}

extension MessageRefusal {
  var json: JSON { ["code": .string(code), "message": .string(description)] }
}

extension SchedulingMessage {
  var json: JSON {
    [
      "method": .string(method.rawValue), "to": .array(recipients.map { .string($0) }),
      "text": .string(text),
    ]
  }
}

extension CalendarStore {
  /// Receives a message in the calendar of its item, else in the destination. A request for busy time is answered from all
  /// calendars.
  mutating func receive(
    _ message: SchedulingMessage, from sender: String?, me: Set<String>, at now: Instant,
    newOrganizer: String?, into destination: Destination, showing zone: Zone
  ) throws(CommandError) -> ReceivedMessage {
    var receipt = MessageReceipt.none
    if !message.freeBusy.isEmpty {
      var own = EventCalendar()
      if message.method == .request {
        receipt = own.receive(message, from: sender, me: me, at: now, beside: calendars, viewer: zone)
      }
      // The owner's own request is stored, as are the answers of others.
      let isStored = message.method != .request || !own.freeBusy.isEmpty
      if isStored,
        !change(
          destination, { receipt = $0.receive(message, from: sender, me: me, at: now) })
      {
        throw .refused(
          "busy_time", "a folder cannot store the busy time of other people",
          expected: "a file, with -c or --in")
      }
      return ReceivedMessage(message: message, receipt: receipt, title: "busy time")
    }
    if positions(uid: message.uid, kind: message.kind).isEmpty {
      var calendar = EventCalendar()
      receipt = calendar.receive(message, from: sender, me: me, at: now)
      let items = Array(calendar.items)
      if !items.isEmpty { insert([items], into: destination) }
    } else {
      let location = try itemLocation(uid: message.uid, kind: message.kind)
      _ = try makeChange(location) { (calendar) throws(EventError) in
        receipt = calendar.receive(message, from: sender, me: me, at: now, newOrganizer: newOrganizer)
        return receipt.change
      }
    }
    let item = item(uid: message.uid) ?? message.items.first
    return ReceivedMessage(message: message, receipt: receipt, title: item?.summary ?? "")
  }
}
