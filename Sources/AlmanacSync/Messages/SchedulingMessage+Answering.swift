internal import AlmanacComponents
public import AlmanacEvents
public import AlmanacTime

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
}

extension EventError {
  fileprivate static func notInvited(_ uid: String) -> EventError {
    EventError(.notInvited, "ATTENDEE", uid: uid, expected: "one of your addresses among the attendees")
  }
}
