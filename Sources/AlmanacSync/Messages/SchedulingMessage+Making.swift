internal import AlmanacRecurrence
internal import AlmanacComponents
public import AlmanacEvents
public import AlmanacTime

// MARK: The organizer's messages

extension EventCalendar {
  /// The item for everybody, without attendees (PUBLISH, RFC 5546 §3.2.1).
  ///
  /// - Parameters:
  ///   - kind: The kind of the item; without one an event goes before a to-do of the same UID.
  ///   - now: The DTSTAMP of the message.
  /// - Throws: `EventError` with code `not_found`, or `not_the_organizer` where the item has no organizer.
  public func publication(
    of uid: String, kind: Item.Kind? = nil, at now: Instant
  ) throws(EventError) -> SchedulingMessage {
    let items = try items(of: ItemID(uid: uid, kind: kind ?? item(uid: uid)?.kind ?? .event))
    guard items.allSatisfy({ $0.organizer != nil }) else { throw .notOrganized(uid) }
    return SchedulingMessage(.publish, items.map { $0.sent(.publish, at: now) })
  }

  /// The invitation to an item, or its new state for the invited (REQUEST, RFC 5546 §3.2.2).
  ///
  /// - Parameters:
  ///   - id: The item, a series with its overrides, or one instance.
  ///   - people: The addresses of those who get it; by default all attendees but me.
  ///   - now: The DTSTAMP of the message.
  /// - Throws: `EventError` with code `not_found`, `not_the_organizer`, or `no_attendees`.
  public func request(
    for id: ItemID, to people: [String]? = nil, by me: Set<String>, at now: Instant
  ) throws(EventError) -> SchedulingMessage {
    let items = try items(of: id)
    return SchedulingMessage(requesting: items, to: try items.recipients(people, by: me), at: now)
  }

  /// An added instance of a series for its attendees (ADD, RFC 5546 §3.2.4).
  ///
  /// - Parameter id: An instance, which the series has already.
  /// - Throws: `EventError` with code `not_found`, `not_the_organizer`, or `no_attendees`.
  public func addition(
    of id: ItemID, by me: Set<String>, at now: Instant
  ) throws(EventError) -> SchedulingMessage {
    let items = try items(of: id)
    return SchedulingMessage(.add, items.map { $0.sent(.add, at: now) }, to: try items.recipients(by: me))
  }

  /// The cancellation of an item or an instance, or of the participation of some attendees (CANCEL, RFC 5546 §3.2.5).
  ///
  /// SEQUENCE is above that of the item and its instances, unless the item is cancelled or the attendees are removed
  /// already: that change has raised it (RFC 5546 §2.1.4).
  ///
  /// - Parameters:
  ///   - people: The addresses of those who are removed; `nil` cancels the item for all.
  ///   - comment: A reason for the attendees.
  /// - Throws: `EventError` with code `not_found`, `not_the_organizer`, or `no_attendees`.
  public func cancellation(
    of id: ItemID, for people: [String]? = nil, comment: String = "", by me: Set<String>, at now: Instant
  ) throws(EventError) -> SchedulingMessage {
    let items = try items(of: id)
    let recipients = try items.recipients(people, by: me)
    let isDone =
      people.map { people in items[0].attendees.allSatisfy { !people.includes($0.address) } }
      ?? items[0].isCancelled
    let sequence = isDone ? items[0].sequence : (items.map(\.sequence).max() ?? 0) &+ 1
    return SchedulingMessage(
      canceling: items[0], for: recipients, isWhole: people == nil, sequence: sequence, comment: comment,
      at: now)
  }

  /// Accepts an attendee's proposal (COUNTER, RFC 5546 §3.2.7), one of `MessageReceipt.proposals`, as the organizer.
  ///
  /// The times, the rule, the title, the description and the place become those of the proposal where it states them; people,
  /// alarms and everything else remain. The change raises SEQUENCE, and `messages(since:by:at:)` makes the requests by which
  /// the attendees learn it.
  ///
  /// - Throws: `EventError` with code `not_found`, `not_the_organizer`, or that of an edit that is refused.
  @discardableResult
  public mutating func accept(
    _ proposal: Item, by me: Set<String>, at now: Instant
  ) throws(EventError) -> CalendarChange {
    guard let present = try items(of: proposal.id).first else { throw .noItem(proposal.uid) }
    try present.requireOrganizer(among: me)
    let scope = proposal.recurrenceID == nil ? RecurrenceScope.all : .this
    return try edit(proposal, scope: scope, at: now, by: me) { (item) throws(EventError) in
      item.adopt(proposal)
    }
  }
}

extension SchedulingMessage {
  /// The present state for attendees. Its STATUS is not CANCELLED (RFC 5546 §3.2.2): cancelled instances of a series are
  /// exceptions.
  init(requesting items: [Item], to people: [String], at now: Instant) {
    let held = items.concerning { !$0.isCancelled }
    let stated = held.isEmpty ? items : held
    self.init(.request, stated.map { $0.sent(.request, at: now) }, to: people)
  }

  /// - Parameters:
  ///   - people: Those who are removed, or all attendees.
  ///   - isWhole: Whether the item is cancelled for all.
  init(
    canceling item: Item, for people: [String], isWhole: Bool, sequence: Int, comment: String = "",
    at now: Instant
  ) {
    var component = item.sent(.cancel, at: now)
    component.sequence = sequence
    component.content.setStatus(isWhole ? ItemStatus.cancelled.rawValue : nil)
    component.attendees = people.map { Attendee($0) }
    component.recurrence = .none
    component.comments = comment.isEmpty ? [] : [comment]
    self.init(.cancel, [component], to: people)
  }

  /// The rejection of a proposal (DECLINECOUNTER, RFC 5546 §3.2.8).
  ///
  /// - Parameters:
  ///   - counter: A message with a proposal.
  ///   - proposer: The address of the attendee who proposes, as the message may list others too.
  ///   - comment: A comment for the proposer (COMMENT); empty for none.
  ///   - now: The DTSTAMP of the message.
  public init(
    declining counter: SchedulingMessage, of proposer: String, comment: String = "", at now: Instant
  ) {
    let items = counter.items.map { item in
      var component = item.sent(.declineCounter, at: now)
      component.attendees = [Attendee(proposer)]
      component.comments = comment.isEmpty ? [] : [comment]
      return component
    }
    self.init(.declineCounter, items, to: [proposer])
  }
}

extension Item {
  /// Replaces what a proposal states: times, rule, title, description and place.
  fileprivate mutating func adopt(_ proposal: Item) {
    switch (self, proposal) {
    case (.event(var event), .event(let proposed)):
      event.move(to: proposed.start)
      if proposed.extent != .implied { event.extent = proposed.extent }
      self = .event(event)
    case (.todo(var todo), .todo(let proposed)):
      if let start = proposed.start, todo.start != nil { todo.move(to: start) }
      todo.start = proposed.start ?? todo.start
      if proposed.due != nil { todo.extent = proposed.extent }
      self = .todo(todo)
    default: break
    }
    if proposal.recurrenceID == nil, !proposal.recurrence.rules.isEmpty {
      recurrence.rules = proposal.recurrence.rules
    }
    if !proposal.summary.isEmpty { summary = proposal.summary }
    if !proposal.details.isEmpty { details = proposal.details }
    if !proposal.location.isEmpty { location = proposal.location }
  }
}

// MARK: Parts

extension Item {
  /// The item as a message has it, with a new DTSTAMP.
  func sent(_ method: SchedulingMessage.Method, at now: Instant) -> Item {
    var item = MessageRule.rule(method, kind)?.prepared(self) ?? withoutOwnContent
    item.stamp = now
    return item
  }

  /// Adds the people to whom an attendee has delegated, except those who are attendees already.
  ///
  /// - Parameter others: People whose names are known.
  mutating func addDelegates(of attendee: Attendee, named others: [Attendee] = []) {
    for delegate in attendee.delegates
    where !attendees.contains(where: { PersonKey.areSame($0.address, delegate) }) {
      let name = others.first { PersonKey.areSame($0.address, delegate) }?.name ?? ""
      attendees.append(
        Attendee(
          delegate, name: name, role: attendee.role, status: .needsAction, wantsReply: true,
          delegators: [attendee.address]))
    }
  }
}

extension Item {
  /// - Throws: `EventError` with code `not_the_organizer` if I am not the organizer, or nobody is.
  fileprivate func requireOrganizer(among me: Set<String>) throws(EventError) {
    guard organizer != nil, isOrganized(by: me) else {
      throw EventError(
        .notTheOrganizer, "ORGANIZER", uid: uid, expected: "one of your addresses as the organizer")
    }
  }
}

extension [Item] {
  /// The addresses of all attendees but mine, each once.
  func attendees(except me: Set<String>) -> [String] {
    flatMap(\.attendees).filter { !$0.isOne(of: me) }.map(\.address).uniqued { PersonKey($0) }
  }

  /// The people to whom my message as the organizer goes: those given, or all attendees.
  fileprivate func recipients(_ people: [String]? = nil, by me: Set<String>) throws(EventError) -> [String] {
    for item in self { try item.requireOrganizer(among: me) }
    let recipients = people ?? attendees(except: me)
    if recipients.isEmpty {
      throw EventError(
        .noAttendees, "ATTENDEE", uid: self[0].uid, expected: "an attendee other than the organizer")
    }
    return recipients
  }
}

extension EventCalendar {
  /// The item with its overrides, or one instance as the calendar shows it.
  ///
  /// - Throws: `EventError` with code `not_found`.
  func items(of id: ItemID) throws(EventError) -> [Item] {
    guard let instance = id.recurrenceID else {
      guard let series = series(uid: id.uid, kind: id.kind) else { throw .noItem(id.uid) }
      return series.items
    }
    var item = try item(inEffectAt: id)
    item.recurrenceID = item.recurrenceID ?? instance
    return [item]
  }
}

extension EventError {
  static func notOrganized(_ uid: String) -> EventError {
    EventError(.notTheOrganizer, "ORGANIZER", uid: uid, expected: "an item with an organizer")
  }
}

extension EventError.Code {
  /// An item that another person organizes, or that nobody does, where a message needs an organizer.
  public static var notTheOrganizer: Self { Self(rawValue: "not_the_organizer") }
  /// A person who is not among the attendees.
  public static var notInvited: Self { Self(rawValue: "not_invited") }
  /// A delegation to somebody whose participation came to the person who delegates.
  public static var delegationRing: Self { Self(rawValue: "delegation_ring") }
  /// An item without anybody to whom a message could go.
  public static var noAttendees: Self { Self(rawValue: "no_attendees") }
}
