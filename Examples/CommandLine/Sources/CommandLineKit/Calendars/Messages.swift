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
  /// The refusal to store the content of the message; `nil` if it is stored, or if the receipt has the reasons.
  let refusal: Refusal?
  /// The changed instances that a request for their series replaced.
  var replaced: [Complaint] = []

  init(
    message: SchedulingMessage, receipt: MessageReceipt, title: String? = nil, refusal: Refusal? = nil
  ) {
    (self.message, self.receipt, self.refusal) = (message, receipt, refusal)
    self.title = title ?? message.items.first?.summary ?? ""
  }

  var isAccepted: Bool { receipt.isAccepted && refusal == nil }

  /// Whether it changed an item of the classes and sessions of the calendars.
  var changesClasses: Bool {
    receipt.change.steps.contains { step in
      [step.before, step.after].contains {
        $0?.unmodelled.properties.contains { $0.name == "X-ALMANAC-KIND" } ?? false
      }
    }
  }

  /// The outcome, then the proposed changes.
  var lines: [String] {
    let outcome = !isAccepted ? "refused" : receipt.proposals.isEmpty ? "accepted" : "proposed"
    let proposed =
      receipt.proposedChanges.joined().flatMap(\.after)
      + receipt.proposals.flatMap(\.comments)
    return ["\(outcome) METHOD:\(message.method.rawValue) \(message.uid): \(title: title)"]
      + (receipt.proposals.isEmpty ? comments : proposed).map { "  \($0)" }
  }

  /// The texts of the sender to the receiver, of an answer or a cancellation.
  private var comments: [String] {
    [.reply, .cancel, .declineCounter].contains(message.method)
      ? message.items.flatMap(\.comments).unique : []
  }

  var complaints: [Complaint] {
    let ignored = receipt.ignored.map { Complaint("\(message.uid): \($0) is ignored in this message") }
    return ignored + replaced + receipt.refusals.map { Complaint($0, uid: message.uid) }
      + [refusal].compactMap { $0?.complaint }
  }

  /// The changed instances that a request for their series made as the others are, with what was added to them here.
  func replacedDates(in calendar: EventCalendar, of me: Set<String>) -> [Complaint] {
    guard message.method == .request else { return [] }
    let people = Set(me.map { PersonKey($0) })
    return receipt.change.gone.compactMap { item in
      guard item.recurrenceID != nil, calendar.item(item.id) == nil,
        (try? calendar.item(inEffectAt: item.id)) != nil,
        !receipt.change.added.contains(where: { $0.recurrenceID?.date == item.recurrenceID?.date })
      else { return nil }
      let isAnswered = item.attendees.contains {
        people.contains(PersonKey($0.address)) && ![nil, .needsAction].contains($0.status)
      }
      let phrase: Phrase =
        isAnswered || !item.alarms.isEmpty
        ? "\(item.id): as in the series again, as this revision does not name it; your answer or alarms for it are gone"
        : "\(item.id): as in the series again, as this revision does not name it"
      return Complaint(phrase)
    }
  }

  var json: JSON {
    [
      "method": .string(message.method.rawValue), "uid": .string(message.uid), "summary": .string(title),
      "accepted": .bool(isAccepted),
      "changed": .bool(!receipt.change.isEmpty || !receipt.freeBusy.isEmpty),
      "refused": .array(receipt.refusals.map { $0.json } + [refusal].compactMap { $0?.json }),
      "ignored": .array(receipt.ignored.map { .string($0) }),
      "comments": .array(comments.map { .string($0) }),
      "proposals": .array(
        zip(receipt.proposals, receipt.proposedChanges).map { proposal, changes in
          [
            "recurrenceID": JSON(proposal.recurrenceID?.description),
            "start": JSON(proposal.start?.description),
            "comments": .array(proposal.comments.map { .string($0) }),
            "changes": .array(changes.map(\.json)),
          ]
        }),
      "messages": .array(receipt.replies.map { $0.json }),
    ]
  }
}

extension Complaint {
  init(_ refusal: MessageRefusal, uid: String) {
    self.init("\(uid): \(refusal.code): \(refusal.description)", expected: Phrase(refusal.expected))
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
