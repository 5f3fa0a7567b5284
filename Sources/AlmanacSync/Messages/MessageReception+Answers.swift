internal import AlmanacComponents
internal import AlmanacEvents
internal import AlmanacScheduling
internal import AlmanacTime

// MARK: Messages of attendees

extension MessageReception {
  mutating func receiveOfAttendee() throws(MessageRefused) {
    guard let item else { throw MessageRefused(.unknownItem) }
    try checkOrganizer(of: item)
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
    return sent ?? attendees.first { $0.status != .delegated } ?? attendees.first
  }

  /// Checks that I am the organizer, to whom questions and proposals go.
  private func checkOrganizedByMe(_ item: Item) throws(MessageRefused) {
    if let organizer = item.organizer, !item.isOrganized(by: me) {
      throw MessageRefused(.organizedBy(organizer.address))
    }
  }

  /// Returns the present state to an attendee who asks for it (RFC 5546 §3.2.6).
  private mutating func refresh(_ component: Item) throws(MessageRefused) {
    let item = try shown(component)
    try checkOrganizedByMe(item)
    let person = answering(component)?.address ?? ""
    guard item.attendees.contains(where: { PersonKey.areSame($0.address, person) }) else {
      throw MessageRefused(.notInvited(person))
    }
    let items = component.recurrenceID == nil ? present : [item]
    receipt.replies.append(SchedulingMessage(requesting: items, to: [person], at: now))
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
    let invited = item.attendees.first { PersonKey.areSame($0.address, answer.address) }
    if let organizer = item.organizer, !item.isOrganized(by: me) {
      guard let invited, invited.delegators.contains(where: isMe) else {
        throw MessageRefused(.organizedBy(organizer.address))
      }
    }
    guard invited != nil else { throw MessageRefused(.notInvited(answer.address)) }
    if component.sequence < item.sequence || item.hasLaterAnswer(of: answer.address, than: component) {
      throw MessageRefused(.stale)
    }
    try record(answer, of: component)
  }

  private mutating func record(_ answer: Attendee, of component: Item) throws(MessageRefused) {
    // DTSTAMP of a copy stays the organizer's, by which the organizer's next message is compared.
    let stamp = item?.isOrganized(by: me) == true ? now : nil
    let change: CalendarChange
    if component.recurrenceID == nil {
      do throws(EventError) {
        change = try calendar.edit(component.id, scope: .all, at: stamp, by: me) { item in
          item.record(answer, of: component)
        }
      } catch {
        throw MessageRefused(error)
      }
    } else {
      var states = calendar.series(uid: message.uid, kind: message.kind)?.current ?? []
      try changeInstances(of: component, in: &states) { state in
        let isOutdated = component.sequence < state.sequence
        if isOutdated || state.hasLaterAnswer(of: answer.address, than: component) { return }
        state.record(answer, of: component)
        if let stamp { (state.stamp, state.lastModified) = (stamp, stamp) }
      }
      change = calendar.replace(uid: message.uid, kind: message.kind, by: states)
    }
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
    for delegate in answer.delegates
    where !attendees.contains(where: { PersonKey.areSame($0.address, delegate) }) {
      let stated = message.attendees.first { PersonKey.areSame($0.address, delegate) }
      attendees.append(
        Attendee(
          delegate, name: stated?.name ?? "", role: attendees[index].role, status: .needsAction,
          wantsReply: true, delegators: [attendees[index].address]))
    }
    recordTime(of: answer.address, message)
  }
}

// MARK: The times of answers

/// The revision of an attendee's last answer, stored with the organizer's item so that an earlier answer that arrives
/// later does not replace it (RFC 5546 §2.1.5).
struct AnswerRecord {
  let person: String
  /// SEQUENCE.
  let sequence: Int
  /// DTSTAMP.
  let stamp: Instant

  init(_ person: String, _ message: Item) {
    (self.person, sequence, stamp) = (PersonKey(person).text, message.sequence, message.stamp ?? .min)
  }

  init?(_ record: PropertyRecord) {
    guard let person = record["person"], let stamp = InstantText.read(record["stamp"]) else { return nil }
    (self.person, self.stamp) = (person, stamp)
    sequence = record["sequence"].flatMap { Int($0) } ?? 0
  }

  var property: Property {
    PropertyRecord([
      ("person", person), ("sequence", "\(sequence)"), ("stamp", InstantText.written(stamp)),
    ]).property(AlmanacProperty.answer)
  }
}

extension Item {
  private var answers: [AnswerRecord] {
    unmodelled.records(AlmanacProperty.answer, value: "person").compactMap(AnswerRecord.init)
  }

  /// Whether an attendee's last answer is later than that of a message.
  fileprivate func hasLaterAnswer(of person: String, than message: Item) -> Bool {
    let answer = AnswerRecord(person, message)
    return answers.contains { $0.person == answer.person && answer.isEarlier(than: $0) }
  }

  fileprivate mutating func recordTime(of person: String, _ message: Item) {
    let answer = AnswerRecord(person, message)
    let records = answers.filter { $0.person != answer.person } + [answer]
    unmodelled.properties.replace(AlmanacProperty.answer, by: records.map(\.property))
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
