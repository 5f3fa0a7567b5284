import AlmanacEvents
import AlmanacFiles
import AlmanacScheduling
import AlmanacSync
import AlmanacTime

/// The calendars that receive messages, one after the other. Each of them is written into its file once, after all messages.
struct Inbox {
  private(set) var received: [ReceivedMessage] = []
  /// The requests to cancel bookings of classes, by answers that decline them.
  private(set) var cancellations: [MemberCancellation] = []
  private let terms: Terms
  private var store: CalendarStore
  /// The positions of the stored items, by UID.
  private var positions: [String: [CalendarStore.Position]]
  /// The calendars that messages have been received in, by their positions.
  private var open: [CalendarStore.Position: EventCalendar] = [:]
  /// The series that are not stored yet, each in a calendar of its own, and their order.
  private var new: [ItemID: EventCalendar] = [:]
  private var newIDs: [ItemID] = []
  /// The classes of the stored calendars; `nil` before an answer may be about them.
  private var classes: ClassFiles?

  /// The terms on which all messages are received.
  struct Terms {
    let sender: String?
    let me: Set<String>
    let now: Instant
    let newOrganizer: String?
    let trusted: Set<String>
    let destination: CalendarStore.Destination
    let words: SchedulingWords
    /// The reasons for which no answer says what time is free.
    let unread: [Refusal]
  }

  init(_ store: CalendarStore, _ terms: Terms) {
    (self.store, self.terms) = (store, terms)
    positions = store.positionsByUID
  }

  /// The store with all that was received.
  mutating func closedStore() throws(CommandError) -> CalendarStore {
    try close()
    return store
  }

  /// Receives a message. An answer that declines a booking of a class is a request to cancel it.
  mutating func receive(_ message: SchedulingMessage) throws(CommandError) {
    if let refusal = message.refusalOfUnread {
      received.append(ReceivedMessage(message: message, receipt: .refused(refusal)))
      return
    }
    if message.method == .reply, try receiveAnswerToClass(message) { return }
    let result = try message.freeBusy.isEmpty ? receiveItems(of: message) : receiveBusyTime(of: message)
    if result.changesClasses { classes = nil }
    received.append(result)
  }

  private mutating func close() throws(CommandError) {
    if open.isEmpty, newIDs.isEmpty { return }
    for (position, calendar) in open {
      try store.makeChange(position) { (stored) throws(EventError) in stored = calendar }
    }
    let groups = newIDs.compactMap { id in new[id].map { Array($0.items) } }
    store.insert(groups.filter { !$0.isEmpty }, into: terms.destination)
    (open, new, newIDs) = ([:], [:], [])
    positions = store.positionsByUID
  }
}

// MARK: Items

extension Inbox {
  /// Receives a message in the calendar of its item, else in the destination.
  private mutating func receiveItems(of message: SchedulingMessage) throws(CommandError) -> ReceivedMessage {
    let id = ItemID(uid: message.uid, kind: message.kind)
    let stored = (positions[id.uid] ?? []).filter { store[$0].series(uid: id.uid, kind: id.kind) != nil }
    if stored.isEmpty {
      if new[id] == nil { newIDs.append(id) }
      return ReceivedMessage(message, in: &new[id, default: EventCalendar()], terms)
    }
    let location = try store.itemLocation(uid: id.uid, kind: id.kind, among: positions[id.uid])
    if location.parts.count > 1 { return try receive(message, at: location) }
    let calendar = store[location.main]
    return ReceivedMessage(message, in: &open[location.main, default: calendar], terms)
  }

  /// Receives a message about a series whose parts are in several files, which are one calendar for it.
  private mutating func receive(
    _ message: SchedulingMessage, at location: CalendarStore.ItemLocation
  ) throws(CommandError) -> ReceivedMessage {
    try close()
    var result = ReceivedMessage(message: message, receipt: .none)
    _ = try store.makeChange(location) { (calendar) throws(EventError) in
      result = ReceivedMessage(message, in: &calendar, terms)
      return result.receipt.change
    }
    return result
  }

  /// Answers a request for busy time from all calendars, and stores the owner's own request and what others state.
  private mutating func receiveBusyTime(of message: SchedulingMessage) throws(CommandError) -> ReceivedMessage
  {
    try close()
    var own = EventCalendar()
    var receipt = MessageReceipt.none
    if message.method == .request {
      receipt = own.receive(
        message, from: terms.sender, me: terms.me, at: terms.now, trusting: terms.trusted,
        beside: store.calendars, viewer: terms.words.zone)
      if own.freeBusy.isEmpty {
        // Items at unknown times may take the time that the answer would leave free.
        let refusal = receipt.replies.isEmpty ? nil : terms.unread.first
        return ReceivedMessage(
          message: message, receipt: refusal == nil ? receipt : .none, title: "busy time", refusal: refusal)
      }
    }
    let isStored = store.change(terms.destination) {
      receipt = $0.receive(
        message, from: terms.sender, me: terms.me, at: terms.now, trusting: terms.trusted)
    }
    return ReceivedMessage(
      message: message, receipt: isStored ? receipt : .none, title: "busy time",
      refusal: isStored
        ? nil
        : Refusal(
          "busy_time", "a folder cannot store the busy time of other people",
          expected: "a file, with -c or --in", uid: message.uid))
  }
}

// MARK: Answers to classes

extension Inbox {
  /// Receives an answer that is about bookings of a class: one that declines them is a request to cancel them.
  ///
  /// - Returns: `false` for an answer that is about none.
  private mutating func receiveAnswerToClass(_ message: SchedulingMessage) throws(CommandError) -> Bool {
    if classes == nil {
      try close()
      classes = ClassFiles(store, showing: terms.words)
    }
    guard var files = classes else { return false }
    let requested = files.book.cancellations(in: message, from: terms.sender)
    if !requested.isEmpty {
      try close()
      files.store = store
      cancellations += try files.cancel(requested, at: terms.now)
      (store, positions, classes) = (files.store, files.store.positionsByUID, nil)
    } else if files.book.isOutdated(message, from: terms.sender) {
      received.append(ReceivedMessage(message: message, receipt: .refused(.stale)))
    } else if files.book.isSettled(message, from: terms.sender) {
      received.append(ReceivedMessage(message: message, receipt: .none))
    } else {
      return false
    }
    return true
  }
}

extension ReceivedMessage {
  /// Receives a message in the calendar of its item.
  fileprivate init(_ message: SchedulingMessage, in calendar: inout EventCalendar, _ terms: Inbox.Terms) {
    let receipt = calendar.receive(
      message, from: terms.sender, me: terms.me, at: terms.now, newOrganizer: terms.newOrganizer,
      trusting: terms.trusted)
    let item = calendar.item(uid: message.uid, kind: message.kind) ?? message.items.first
    self.init(message: message, receipt: receipt, title: item?.summary)
    replaced = replacedDates(in: calendar, of: terms.me)
  }
}
