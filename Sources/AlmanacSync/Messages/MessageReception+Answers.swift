internal import AlmanacComponents
internal import AlmanacEvents
internal import AlmanacScheduling
internal import AlmanacTime

// MARK: Messages of attendees

extension MessageReception {
  mutating func receiveFromAttendee() throws(MessageRefused) {
    guard let item else { throw MessageRefused(.unknownItem) }
    if let refusal = item.refusalOfOtherOrganizer(of: items) { throw MessageRefused(refusal) }
    for component in items {
      switch message.method {
      case .reply: try reply(component)
      case .counter: try counter(component)
      default: try refresh(component)
      }
    }
  }

  /// Whether the answer to an instance is one to the whole series, which the message has too. The organizer may have changed
  /// or removed the instance since.
  private func isOfSeries(_ component: Item, _ answer: Attendee) -> Bool {
    component.recurrenceID != nil
      && items.contains { series in
        series.recurrenceID == nil
          && series.attendees.contains {
            PersonKey.areSame($0.address, answer.address) && $0.status == answer.status
          }
      }
  }

  /// The item that a component is about, as the calendar shows it.
  private func shown(_ component: Item) throws(MessageRefused) -> Item {
    let id = component.id
    if let item = calendar.item(id) { return item }
    guard let instance = component.recurrenceID, let item = try? calendar.item(inEffectAt: id) else {
      throw MessageRefused(component.recurrenceID.map(MessageRefusal.unknownInstance) ?? .unknownItem)
    }
    return modified(item) { $0.recurrenceID = item.recurrenceID ?? instance }
  }

  /// Whether an attendee sent the message; `nil` where the sender is not known.
  private func isSender(_ attendee: Attendee) -> Bool? {
    sender.map { senders(of: attendee.principal).includes($0) }
  }

  /// The attendee who answers: the sender, else the one who does not only appear as the delegator of another.
  private func answering(_ component: Item) -> Attendee? {
    let attendees = component.attendees
    let sent = attendees.first { isSender($0) ?? false }
    let answered = attendees.filter { !$0.isUnanswered }
    return sent ?? answered.first { $0.status != .delegated } ?? answered.first ?? attendees.first
  }

  /// Checks that I am the organizer, to whom questions and proposals go.
  private func checkOrganizedByMe(_ item: Item) throws(MessageRefused) {
    if let organizer = item.organizer, !item.isOrganized(by: me) {
      throw MessageRefused(.organizedBy(organizer.address))
    }
  }

  /// Returns the present state to an attendee who asks for it, of a cancelled item a CANCEL (RFC 5546 §3.2.6).
  private mutating func refresh(_ component: Item) throws(MessageRefused) {
    let item = try shown(component)
    guard item.organizer != nil else { throw MessageRefused(EventError.notOrganized(item.uid)) }
    try checkOrganizedByMe(item)
    let person = answering(component)?.address ?? ""
    let items = (component.recurrenceID == nil ? present : [item]).concerning { item in
      item.attendees.contains { PersonKey.areSame($0.address, person) }
    }
    guard let first = items.first else { throw MessageRefused(.notInvited(person)) }
    receipt.replies.append(
      first.isCancelled
        ? SchedulingMessage(
          canceling: first, for: [person], isWhole: true, sequence: first.sequence, at: now)
        : SchedulingMessage(requesting: items, to: [person], at: now))
  }

  /// Reports the state that an attendee proposes (RFC 5546 §3.2.7).
  private mutating func counter(_ component: Item) throws(MessageRefused) {
    let item = try shown(component)
    try checkOrganizedByMe(item)
    let isInvited = item.attendees.contains { attendee in
      isSender(attendee) ?? component.attendees.contains { PersonKey.areSame($0.address, attendee.address) }
    }
    guard isInvited else {
      throw MessageRefused(.notInvited(sender ?? answering(component)?.address ?? ""))
    }
    if component.sequence < item.sequence { throw MessageRefused(.stale) }
    try checkRevision(of: component)
    receipt.proposals.append(component)
    receipt.proposedChanges.append(component.proposedChanges(of: item))
  }
}

extension Item {
  /// The properties in which a proposal differs from the present item. Properties it omits, alarms and the answer of its sender
  /// are not part of it.
  fileprivate func proposedChanges(of item: Item) -> [PropertyChange] {
    var proposal = withoutOwnContent
    (proposal.recurrenceID, proposal.overridesFuture) = (item.recurrenceID, item.overridesFuture)
    (proposal.comments, proposal.sequence) = (item.comments, item.sequence)
    (proposal.created, proposal.lastModified) = (item.created, item.lastModified)
    proposal.attendees = attendees.map { attendee in
      item.attendees.first { PersonKey.areSame($0.address, attendee.address) } ?? attendee
    }
    let states = [item.withoutOwnContent, proposal].map { EventCalendar().with(items: [$0]) }
    return CalendarDifference(from: states[0], to: states[1]).items.flatMap(\.properties)
      .filter { !$0.after.isEmpty }
  }
}

// MARK: Answers

extension MessageReception {
  /// Records an attendee's answer (RFC 5546 §3.2.3): the organizer that of anybody invited, an attendee that of the
  /// person to whom they delegated.
  private mutating func reply(_ component: Item) throws(MessageRefused) {
    guard let answer = answering(component) else { throw MessageRefused(.notInvited("")) }
    guard isOfSeries(component, answer) else { return try reply(component, answer, isOfSeries: false) }
    do { try reply(component, answer, isOfSeries: true) } catch {
      let isOutdated = error.refusals.allSatisfy { refusal in
        switch refusal {
        case .stale, .unknownInstance, .notInvited: true
        default: false
        }
      }
      if !isOutdated { throw error }
    }
  }

  private mutating func reply(
    _ component: Item, _ answer: Attendee, isOfSeries: Bool
  ) throws(MessageRefused) {
    try checkStatus(of: answer, in: component)
    let item = try shown(component)
    try checkOthers(in: component, beside: answer)
    let invited = item.attendees.first { PersonKey.areSame($0.address, answer.address) }
    if let organizer = item.organizer, !item.isOrganized(by: me) {
      guard let invited, invited.delegators.contains(where: me.includes) else {
        throw MessageRefused(.organizedBy(organizer.address))
      }
    }
    guard invited != nil else {
      let delegator = item.attendees.first { answer.delegators.includes($0.address) }?.address
      throw MessageRefused(
        delegator.map { .unknownDelegation(answer.address, by: $0) } ?? .notInvited(answer.address))
    }
    let stated = AnswerRecord(
      answer.address, component, isOfSeries: isOfSeries, component.percentDone(by: answer))
    if component.sequence < item.sequence || item.hasLaterAnswer(than: stated) {
      throw MessageRefused(.stale)
    }
    try checkRevision(of: component)
    if let person = item.attendees.delegator(of: answer.address, among: answer.delegates) {
      throw MessageRefused(.delegationRing(person, by: answer.address))
    }
    try record(answer, stated, of: component)
  }

  /// Checks that a message is about a revision that was sent.
  private func checkRevision(of component: Item) throws(MessageRefused) {
    if present.allSatisfy({ $0.sequence < component.sequence }) {
      throw MessageRefused(.unknownRevision(component.sequence))
    }
  }

  /// Checks that the attendee answers, and in a way that the kind of item has (RFC 5545 §3.2.12).
  private func checkStatus(of answer: Attendee, in component: Item) throws(MessageRefused) {
    let section = MessageRule.rule(.reply, component.kind)?.section ?? "3.2.3"
    guard let status = answer.status else {
      throw MessageRefused(.missingProperty("PARTSTAT", section: section))
    }
    if !component.kind.hasAnswer(status) {
      throw MessageRefused(.misplacedAnswer(status, component.kind))
    }
    if status == .delegated, answer.delegates.isEmpty {
      throw MessageRefused(.missingProperty("DELEGATED-TO", section: section))
    }
  }

  /// Checks that only one attendee answers, apart from their delegators and delegates (RFC 5546 §3.2.3). With a known
  /// sender, or where nobody else has an answer, the others are ignored.
  private mutating func checkOthers(in component: Item, beside answer: Attendee) throws(MessageRefused) {
    let others = component.attendees.filter { other in
      !PersonKey.areSame(other.address, answer.address)
        && !(answer.delegators + answer.delegates).includes(other.address)
        && !(other.delegators + other.delegates).includes(answer.address)
    }
    if others.isEmpty { return }
    guard sender != nil || others.allSatisfy(\.isUnanswered) else {
      throw MessageRefused(.severalAttendees([answer.address] + others.map(\.address)))
    }
    receipt.ignored.append(PropertyName.attendee.text)
  }

  /// Records an answer in the item and in the overrides to which the attendee has given no answer of their own, or in
  /// instances.
  private mutating func record(
    _ answer: Attendee, _ record: AnswerRecord, of component: Item
  ) throws(MessageRefused) {
    var states = calendar.series(uid: message.uid, kind: message.kind)?.items ?? []
    let (me, now) = (me, now)
    func recordAnswer(in state: inout Item) {
      let isOutdated = component.sequence < state.sequence
      if isOutdated || state.hasLaterAnswer(than: record) { return }
      let before = state
      state.record(answer, record, of: component)
      if state != before { state.markChanged(at: now, byOrganizer: state.isOrganized(by: me)) }
    }
    if component.recurrenceID == nil {
      let indices = states.indices(coveredBySeriesAnswerOf: answer.address)
      for index in indices { recordAnswer(in: &states[index]) }
    } else {
      try changeInstances(of: component, in: &states, recordAnswer)
    }
    let replacement = calendar.replace(uid: message.uid, kind: message.kind, by: states)
    receipt.change = receipt.change.followed(by: replacement)
  }
}

extension Item {
  /// Replaces the state of an attendee by an answer, and adds the people to whom they delegated.
  fileprivate mutating func record(_ answer: Attendee, _ record: AnswerRecord, of message: Item) {
    guard let index = attendees.firstIndex(where: { PersonKey.areSame($0.address, answer.address) }) else {
      return
    }
    attendees[index].copyAnswer(of: answer)
    if attendees[index].name.isEmpty { attendees[index].name = answer.name }
    addDelegates(of: attendees[index], named: message.attendees)
    recordAnswer(record)
    if record.percent != nil { updateProgress(at: message.todo?.completed ?? message.stamp ?? .min) }
  }

  /// The part of a to-do that an answering attendee has done, in percent of theirs; `nil` where the answer states none.
  fileprivate func percentDone(by attendee: Attendee) -> Int? {
    guard let todo else { return nil }
    let isDone = todo.isCompleted || attendee.status == .completed
    return isDone ? 100 : todo.percentComplete ?? (attendee.status == .inProcess ? 0 : nil)
  }
}

extension Item {
  /// The item without what is its owner's own: alarms, records of other people's answers, and bookings.
  var withoutOwnContent: Item {
    var item = self
    item.alarms = []
    item.unmodelled.properties.removeAll {
      $0.isNamed(AlmanacProperty.answer) || $0.isNamed(AlmanacProperty.booking)
    }
    return item
  }
}

extension [Attendee] {
  /// The first of `delegates` who is `person`, or whose participation led to `person` through delegations; `nil` if none. Such a
  /// delegation would form a ring, in which nobody takes part.
  ///
  /// - Complexity: O(*n*²) in the number of attendees who delegate.
  func delegator(of person: String, among delegates: [String]) -> String? {
    var chain = [person]
    var others = delegates.isEmpty ? [] : filter { $0.status == .delegated }
    while let place = others.firstIndex(where: { $0.delegates.contains(where: chain.includes) }) {
      chain.append(others.remove(at: place).address)
    }
    return delegates.first(where: chain.includes)
  }
}
