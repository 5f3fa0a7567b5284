import AlmanacEvents
import AlmanacICS
import AlmanacSync
import TestSupport
import Testing

/// Each method of RFC 5546 §3 for each role in each state, for events and to-dos, of the whole and of one instance: the rules
/// that hold in every cell. `MessageTable` has the outcomes of single ones.
@Suite("Each method × role × state (RFC 5546 §3)") struct MessageMatrixTests {
  struct Cell: Sendable, CustomTestStringConvertible {
    let method: SchedulingMessage.Method
    let me: String
    let state: MessageTable.State
    let component: String
    let isInstance: Bool

    /// Who sends the method (RFC 5546 §1.4, §3).
    var isOrganizers: Bool { [.publish, .request, .add, .cancel, .declineCounter].contains(method) }

    var testDescription: String {
      "\(method.rawValue) for \(me) who has \(state), \(component)\(isInstance ? ", one instance" : "")"
    }
  }

  static let states: [MessageTable.State] = [
    .nothing, .invited, .cancelled, .published, .unorganized, .series, .accepted, .alone, .delegated,
  ]

  static let cells = SchedulingMessage.Method.allCases.flatMap { method in
    [MessageTable.boss, MessageTable.ana, MessageTable.bob, MessageTable.eve].flatMap { me in
      states.flatMap { state in
        ["VEVENT", "VTODO"].flatMap { component in
          // An added instance has no RECURRENCE-ID (RFC 5546 §3.2.4).
          (method == .add ? [false] : [false, true]).map {
            Cell(method: method, me: me, state: state, component: component, isInstance: $0)
          }
        }
      }
    }
  }

  /// At length all cells, else one for nearly each method, role and state.
  @Test(arguments: sample(cells, oneIn: 4))
  func cell(_ cell: Cell) throws {
    let end = cell.component == "VEVENT" ? "DTEND" : "DUE"
    let sender = cell.me == MessageTable.bob ? MessageTable.ana : MessageTable.bob
    var lines = ["UID:m", "ORGANIZER:mailto:\(MessageTable.boss)", MessageTable.newer, "SEQUENCE:2"]
    if cell.isInstance { lines.append("RECURRENCE-ID:20260310T090000Z") }
    switch cell.method {
    case .reply: lines.append(MessageTable.answer(sender))
    case .refresh: lines.append("ATTENDEE:mailto:\(sender)")
    case .declineCounter: break
    case .publish: lines += MessageTable.moved
    case .cancel: lines += MessageTable.attendees + ["STATUS:CANCELLED"]
    default: lines += MessageTable.moved + MessageTable.attendees
    }
    if cell.isOrganizers { lines[3] = "SEQUENCE:3" }
    let before = try MessageTable.state(cell.state, cell.component, end: end)
    let text = messageText(cell.method.rawValue, cell.component, lines, end: end)
    let message = try #require(SchedulingMessage.messages(in: ICSDocument(parsing: text)).first)
    var after = before
    let receipt = after.receive(
      message, from: cell.isOrganizers ? MessageTable.boss : sender, me: [cell.me], at: now)

    // Accepted or refused with the reasons, all of it or nothing, and to be undone.
    #expect(receipt.isAccepted == receipt.refusals.isEmpty)
    for refusal in receipt.refusals { #expect(!refusal.code.isEmpty && !refusal.expected.isEmpty) }
    if !receipt.isAccepted { #expect(receipt.change.isEmpty && after == before) }
    if receipt.change.isEmpty { #expect(after == before) }
    var undone = after
    try undone.apply(receipt.change.inverse)
    #expect(differences(before, undone) == [])

    let isOrganized = cell.state != .nothing && cell.state != .unorganized
    if isOrganized, cell.isOrganizers == (cell.me == MessageTable.boss) {
      // The organizer's own items change by nobody's message, and an answer to the organizer changes no attendee's copy.
      #expect(receipt.change.isEmpty)
    }
    switch (cell.state, cell.method) {
    case (.nothing, .reply), (.nothing, .counter), (.nothing, .refresh), (.nothing, .declineCounter),
      (.nothing, .add):
      #expect(!receipt.isAccepted)
    case (_, .refresh), (_, .counter), (_, .declineCounter):
      // They ask, propose or reject; the state changes by a REQUEST only (RFC 5546 §3.2.6–3.2.8).
      #expect(receipt.change.isEmpty)
    case (_, .cancel):
      // A cancellation leaves nothing that takes place as before it.
      if receipt.isAccepted, !cell.isInstance, isOrganized, cell.me != MessageTable.boss {
        #expect(after.items.allSatisfy { $0.isCancelled || $0.uid != "m" })
      }
    default: break
    }
    // The same message again changes nothing more (RFC 5546 §2.1.5).
    var again = after
    let second = again.receive(
      message, from: cell.isOrganizers ? MessageTable.boss : sender, me: [cell.me], at: now)
    if cell.method != .add { #expect(again == after && second.change.isEmpty) }
  }
}
