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

// MARK: Attendees' messages

extension EventCalendar {
  /// Changes my answer to an item or an instance, and returns it as a message to the organizer and to those who delegated
  /// to me (REPLY, RFC 5546 §3.2.3); with a delegation also the request for the delegates.
  ///
  /// - Parameters:
  ///   - id: The item, or one instance.
  ///   - status: My answer: accepted, declined, tentative, delegated, of a to-do also completed or in process.
  ///   - delegates: The addresses of those who are to take part in my place, with the status `delegated`.
  ///   - comment: A text for the organizer.
  ///   - me: My addresses.
  /// - Throws: `EventError` with code `not_found`, `misplaced_property` for an answer that the kind of item does not have,
  ///   `not_invited` where no address of mine is among the attendees, `not_the_organizer` where the item has no organizer to whom the answer could go, or `delegation_ring` where a
  ///   delegate is me, or one of those from whom the participation came to me.
  public mutating func answer(
    _ id: ItemID, _ status: Attendee.Status, delegatingTo delegates: [String] = [], comment: String = "",
    by me: Set<String>, at now: Instant
  ) throws(EventError) -> (change: CalendarChange, messages: [SchedulingMessage]) {
    let shown = try item(inEffectAt: id, scope: id.recurrenceID == nil ? .all : .this)
    guard shown.kind.hasAnswer(status) else {
      throw EventError(
        .misplacedProperty, "PARTSTAT", uid: shown.uid,
        expected: status.statesProgress ? "a to-do" : "an event or a to-do")
    }
    guard let organizer = shown.organizer else { throw .notOrganized(id.uid) }
    guard let mine = shown.attendees.first(where: { $0.isOne(of: me) }) else {
      throw .notInvited(id.uid)
    }
    if let person = shown.attendees.delegator(of: mine.address, among: delegates) {
      throw EventError(
        .delegationRing, "DELEGATED-TO", uid: id.uid,
        expected: "\(MessageRefusal.newDelegate), not \(CalendarAddress.plain(person))")
    }
    let answers = try changedAnswers(of: mine.address, to: id, at: now, by: me) { item in
      item.answer(as: mine.address, status, delegates)
    }
    let reply = SchedulingMessage(
      replying: answers.items, as: mine.address, to: [organizer.address] + mine.delegators, comment: comment,
      at: now)
    guard !delegates.isEmpty else { return (answers.change, [reply]) }
    let items = id.recurrenceID == nil ? try items(of: id) : answers.items
    let delegated = items.concerning { item in item.attendees.contains { delegates.includes($0.address) } }
    return (answers.change, [reply, SchedulingMessage(requesting: delegated, to: delegates, at: now)])
  }

  /// Changes an answer to an instance, or to the item and those of its instances that have no other answer.
  ///
  /// - Returns: The change, and the items with the answer. Changed instances of a series are among them: an answer is to a
  ///   SEQUENCE, and each of them has its own.
  private mutating func changedAnswers(
    of person: String, to id: ItemID, at now: Instant, by me: Set<String>, _ answer: (inout Item) -> Void
  ) throws(EventError) -> (change: CalendarChange, items: [Item]) {
    guard id.recurrenceID == nil else {
      let change = try edit(id, scope: .this, at: now, by: me) { item in
        answer(&item)
        var answered = item
        (answered.recurrenceID, answered.stamp) = (id.recurrenceID, now)
        item.recordAnswer(AnswerRecord(person, answered))
      }
      var answered = try item(inEffectAt: id)
      if item(uid: id.uid, kind: id.kind)?.isRecurring == true {
        answered.recurrenceID = answered.recurrenceID ?? id.recurrenceID
      }
      return (change, [answered])
    }
    var states = try items(of: id)
    let covered = states.indices(coveredBySeriesAnswerOf: person)
    for index in covered {
      answer(&states[index])
      states[index].markChanged(at: now, byOrganizer: states[index].isOrganized(by: me))
    }
    let answered = covered.map { states[$0] }.filter { item in
      item.recurrenceID == nil
        || !item.isCancelled && item.attendees.contains { PersonKey.areSame($0.address, person) }
    }
    return (replace(uid: id.uid, kind: id.kind, by: states), answered)
  }

  /// The question for the present state of an item (REFRESH, RFC 5546 §3.2.6).
  ///
  /// - Throws: `EventError` with code `not_found`, or `not_invited`.
  public func refresh(
    for id: ItemID, by me: Set<String>, at now: Instant
  ) throws(EventError) -> SchedulingMessage {
    guard let item = try items(of: id).first, let mine = item.attendees.first(where: { $0.isOne(of: me) })
    else {
      throw .notInvited(id.uid)
    }
    return SchedulingMessage(refreshing: item, as: mine.address, at: now)
  }

  /// A proposal for the organizer (COUNTER, RFC 5546 §3.2.7), with the SEQUENCE of the present state. My calendar stays
  /// as it is until the organizer sends a new state.
  ///
  /// - Parameter proposal: An item of the calendar, or one of its instances, with the changes.
  /// - Throws: `EventError` with code `not_found`, `not_the_organizer` where the item has no organizer, or `not_invited`.
  public func counter(
    _ proposal: Item, comment: String = "", by me: Set<String>, at now: Instant
  ) throws(EventError) -> SchedulingMessage {
    guard let present = try items(of: proposal.id).first else { throw .noItem(proposal.uid) }
    guard let organizer = present.organizer else { throw .notOrganized(proposal.uid) }
    guard present.attendees.contains(where: { $0.isOne(of: me) }) else {
      throw .notInvited(proposal.uid)
    }
    var component = proposal.sent(.counter, at: now)
    (component.organizer, component.sequence) = (organizer, present.sequence)
    if !comment.isEmpty { component.comments = [comment] }
    return SchedulingMessage(.counter, [component], to: [organizer.address])
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
  /// An attendee's answer. The components have what the organizer needs to recognize the items, what people read, and how
  /// much of a to-do is done.
  init(
    replying items: [Item], as attendee: String, to people: [String], comment: String = "", at now: Instant
  ) {
    let components = items.map { $0.reply(of: attendee, comment, at: now) }
    self.init(.reply, components, to: people)
  }

  /// - Parameter item: An item, or the component of a message about one that is not there.
  init(refreshing item: Item, as attendee: String, at now: Instant) {
    var component = item.sent(.refresh, at: now)
    component.attendees = [Attendee(attendee)]
    component.comments = []
    self.init(.refresh, [component], to: [item.organizer?.address].compactMap { $0 })
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
  fileprivate func sent(_ method: SchedulingMessage.Method, at now: Instant) -> Item {
    var item = MessageRule.rule(method, kind)?.prepared(self) ?? withoutOwnContent
    item.stamp = now
    return item
  }

  fileprivate func reply(of attendee: String, _ comment: String, at now: Instant) -> Item {
    var component = sent(.reply, at: now)
    let blank = Item(ItemContent(ItemFields()), kind)
    var kept = ["UID", "RECURRENCE-ID", "DTSTART", "DTEND", "DTSTAMP", "SEQUENCE", "SUMMARY", "ORGANIZER"]
    // The percentage is that of the attendee's part (RFC 5545 §3.8.1.8).
    let mine = attendees.first { PersonKey.areSame($0.address, attendee) }
    if kind == .todo, mine?.statesProgress == true { kept += ["STATUS", "PERCENT-COMPLETE", "COMPLETED"] }
    for field in ItemTable.fields where !kept.contains(field.name) {
      field.copy(blank.content, &component.content)
    }
    component.attendees = attendees.filter { other in
      PersonKey.areSame(other.address, attendee)
        || other.delegates.contains { PersonKey.areSame($0, attendee) }
    }
    for index in component.attendees.indices { component.attendees[index].wantsReply = false }
    if !comment.isEmpty { component.comments = [comment] }
    return component
  }

  fileprivate mutating func answer(as me: String, _ status: Attendee.Status, _ delegates: [String]) {
    guard let index = attendees.firstIndex(where: { PersonKey.areSame($0.address, me) }) else { return }
    attendees[index].status = status
    attendees[index].delegates = delegates
    addDelegates(of: attendees[index])
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
  fileprivate func items(of id: ItemID) throws(EventError) -> [Item] {
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

  fileprivate static func notInvited(_ uid: String) -> EventError {
    EventError(.notInvited, "ATTENDEE", uid: uid, expected: "one of your addresses among the attendees")
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
