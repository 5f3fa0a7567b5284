internal import AlmanacComponents
internal import AlmanacEvents
internal import AlmanacScheduling
internal import AlmanacTime

// MARK: Messages of attendees

extension MessageReception {
  mutating func receiveOfAttendee() throws(MessageRefused) {
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

  /// The item that a component is about, as the calendar shows it.
  private func shown(_ component: Item) throws(MessageRefused) -> Item {
    let id = component.id
    if let item = calendar.item(id) { return item }
    guard let instance = component.recurrenceID, let item = try? calendar.item(shownAt: id) else {
      throw MessageRefused(component.recurrenceID.map(MessageRefusal.unknownInstance) ?? .unknownItem)
    }
    var shown = item
    shown.recurrenceID = item.recurrenceID ?? instance
    return shown
  }

  /// Whether an attendee sent the message; `nil` where the sender is not known.
  private func isSender(_ attendee: Attendee) -> Bool? {
    sender.map { sender in attendee.senders.contains { PersonKey.areSame($0, sender) } }
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
    guard item.attendees.contains(where: { PersonKey.areSame($0.address, person) }) else {
      throw MessageRefused(.notInvited(person))
    }
    let items = component.recurrenceID == nil ? present : [item]
    receipt.replies.append(
      item.isCancelled
        ? SchedulingMessage(canceling: [item], for: [person], isWhole: true, at: now)
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
    receipt.proposals.append(component)
  }
}

// MARK: Answers

extension MessageReception {
  /// Records an attendee's answer (RFC 5546 §3.2.3): the organizer that of anybody invited, an attendee that of the
  /// person to whom they delegated.
  private mutating func reply(_ component: Item) throws(MessageRefused) {
    let item = try shown(component)
    guard let answer = answering(component) else { throw MessageRefused(.notInvited("")) }
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
    if component.sequence < item.sequence || item.hasLaterAnswer(of: answer.address, than: component) {
      throw MessageRefused(.stale)
    }
    if present.allSatisfy({ $0.sequence < component.sequence }) {
      throw MessageRefused(.unknownRevision(component.sequence))
    }
    try record(answer, of: component)
  }

  /// Checks that only one attendee answers, beside who delegated to them or to whom they delegated (RFC 5546 §3.2.3). With a
  /// known sender, or where nobody else has an answer, the others are ignored.
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
  private mutating func record(_ answer: Attendee, of component: Item) throws(MessageRefused) {
    var states = calendar.series(uid: message.uid, kind: message.kind)?.current ?? []
    let (me, now) = (me, now)
    func record(in state: inout Item) {
      let isOutdated = component.sequence < state.sequence
      if isOutdated || state.hasLaterAnswer(of: answer.address, than: component) { return }
      state.record(answer, of: component)
      state.markChanged(at: now, byOrganizer: state.isOrganized(by: me))
    }
    if component.recurrenceID == nil {
      let indices = states.indices(answeredByWholeAnswerOf: answer.address)
      for index in indices { record(in: &states[index]) }
    } else {
      try changeInstances(of: component, in: &states) { record(in: &$0) }
    }
    let change = calendar.replace(uid: message.uid, kind: message.kind, by: states)
    receipt.change = receipt.change.followed(by: change)
  }
}

extension Item {
  /// Replaces the state of an attendee by an answer, and adds the people to whom they delegated.
  fileprivate mutating func record(_ answer: Attendee, of message: Item) {
    guard let index = attendees.firstIndex(where: { PersonKey.areSame($0.address, answer.address) }) else {
      return
    }
    attendees[index].status = answer.status
    attendees[index].delegates = answer.delegates
    attendees[index].sentBy = answer.sentBy
    if attendees[index].name.isEmpty { attendees[index].name = answer.name }
    addDelegates(of: attendees[index], named: message.attendees)
    let part = message.percentDone(by: answer)
    recordTime(of: answer.address, message, part)
    if part != nil { recordProgress(at: message.todo?.completed ?? message.stamp ?? .min) }
  }

  /// The part of a to-do that an answering attendee has done, in percent of theirs; `nil` where the answer states none.
  private func percentDone(by attendee: Attendee) -> Int? {
    guard let todo else { return nil }
    let isDone = todo.isCompleted || attendee.status == .completed
    return isDone ? 100 : todo.percentComplete ?? (attendee.status == .inProcess ? 0 : nil)
  }

  /// Sets how much of a to-do is done: the mean of the parts of those to whom it is assigned (RFC 5545 §3.8.1.8).
  private mutating func recordProgress(at instant: Instant) {
    guard case .todo(var todo) = self, todo.status != .cancelled else { return }
    let parts = Dictionary(answers.map { ($0.person, $0.percent ?? 0) }) { $1 }
    let assignees = attendees.filter { attendee in
      attendee.status != .declined && attendee.status != .delegated
        && organizer.map { !PersonKey.areSame($0.address, attendee.address) } ?? true
    }
    let sum = assignees.reduce(0) { $0 + (parts[PersonKey($1.address).text] ?? 0) }
    let percent = assignees.isEmpty ? 0 : sum / assignees.count
    todo.setProgress(percent, at: instant)
    if percent == 0, assignees.contains(where: { $0.status == .inProcess }) { todo.status = .inProcess }
    self = .todo(todo)
  }
}

// MARK: The times of answers

/// The revision of an attendee's last answer, stored with the organizer's item so that an earlier answer that arrives
/// later does not replace it (RFC 5546 §2.1.5), and what it states of a to-do.
struct AnswerRecord {
  let person: String
  /// SEQUENCE.
  let sequence: Int
  /// DTSTAMP.
  let stamp: Instant
  /// Whether it is an answer to instances, and not to the whole series.
  let isOfInstance: Bool
  /// The part of a to-do that the attendee has done, in percent of theirs: 0 … 100.
  let percent: Int?

  init(_ person: String, _ message: Item, _ percent: Int? = nil) {
    (self.person, sequence, stamp) = (PersonKey(person).text, message.sequence, message.stamp ?? .min)
    (isOfInstance, self.percent) = (message.recurrenceID != nil, percent)
  }

  init?(_ record: PropertyRecord) {
    guard let person = record["person"], let stamp = InstantText.read(record["stamp"]) else { return nil }
    (self.person, self.stamp) = (person, stamp)
    sequence = record["sequence"].flatMap { Int($0) } ?? 0
    isOfInstance = record["of"] == "instance"
    percent = record["percent"].flatMap { Int($0) }.map { min(max($0, 0), 100) }
  }

  var property: Property {
    PropertyRecord([
      ("person", person), ("sequence", "\(sequence)"), ("stamp", InstantText.written(stamp)),
      ("of", isOfInstance ? "instance" : nil), ("percent", percent.map { "\($0)" }),
    ]).property(AlmanacProperty.answer)
  }
}

extension Item {
  private var answers: [AnswerRecord] {
    unmodelled.records(AlmanacProperty.answer, value: "person").compactMap(AnswerRecord.init)
  }

  /// Whether an attendee's last answer is later than that of a message. An answer to an instance is not compared with
  /// one to the series (RFC 5546 §2.1.5).
  fileprivate func hasLaterAnswer(of person: String, than message: Item) -> Bool {
    let answer = AnswerRecord(person, message)
    return answers.contains { other in
      other.person == answer.person && answer.isEarlier(than: other)
        && other.isOfInstance == answer.isOfInstance
    }
  }

  /// Whether a person has answered this instance by itself: such an answer is recorded, or is another than that to the
  /// series.
  fileprivate func hasOwnAnswer(of person: String, besides series: Item?) -> Bool {
    func answer(_ item: Item?) -> Attendee.Status? {
      item?.attendees.first { PersonKey.areSame($0.address, person) && !$0.isUnanswered }?.status
    }
    let key = PersonKey(person).text
    if answers.contains(where: { $0.person == key && $0.isOfInstance }) { return true }
    return answer(self).map { $0 != answer(series) } ?? false
  }

  mutating func recordTime(of person: String, _ message: Item, _ percent: Int? = nil) {
    let answer = AnswerRecord(person, message, percent)
    let records = answers.filter { $0.person != answer.person } + [answer]
    unmodelled.properties.replace(AlmanacProperty.answer, by: records.map(\.property))
  }
}

extension [Item] {
  /// The indices of a series' items that an answer of a person to the whole series is about.
  func indices(answeredByWholeAnswerOf person: String) -> [Int] {
    let series = first { $0.recurrenceID == nil }
    return indices.filter {
      self[$0].recurrenceID == nil || !self[$0].hasOwnAnswer(of: person, besides: series)
    }
  }
}

extension AnswerRecord {
  fileprivate func isEarlier(than other: AnswerRecord) -> Bool {
    (sequence, stamp) < (other.sequence, other.stamp)
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
