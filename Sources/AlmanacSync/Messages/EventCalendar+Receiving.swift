internal import AlmanacComponents
public import AlmanacEvents
internal import AlmanacRecurrence
public import AlmanacTime

extension EventCalendar {
  /// Receives a message (RFC 5546 §3): checks it, changes the calendar, and answers with what is to be sent in return.
  ///
  /// A message is checked against the table of its method, its sender, my role and the present state. An attendee's copy
  /// gets the organizer's state, with the alarms and the answer that it has; a cancelled item stays with STATUS
  /// CANCELLED, so that an earlier message does not revive it. The organizer's item gets the answers of attendees, each
  /// unless a later one is there. A request for my busy time is answered; that of others is stored where I asked or they
  /// publish it. Nothing is changed where there is a refusal.
  ///
  /// - Parameters:
  ///   - sender: The address from which the message came; `nil` trusts the message.
  ///   - me: My addresses. An item without an organizer is mine.
  ///   - now: The instant at which the organizer's item changes.
  ///   - newOrganizer: The address of the attendee who organizes the item from now on, as its attendees have agreed by other
  ///     means (RFC 5546 §3.2.2.4). Their request with a higher SEQUENCE is received, also where the item was mine.
  ///   - trusted: The addresses of people who may send messages of others that name them (SENT-BY). Without them a message
  ///     entitles only the person whom the calendar's item names already, as anybody can write a SENT-BY (RFC 6047 §2.2.1).
  ///   - others: My other calendars, whose busy time is in an answer too.
  ///   - viewer: The zone in which dates and floating times are busy time.
  /// - Complexity: O(log *n* + items of the series), for busy time that of its query.
  public mutating func receive(
    _ message: SchedulingMessage, from sender: String? = nil, me: Set<String>, at now: Instant,
    newOrganizer: String? = nil, trusting trusted: Set<String> = [], beside others: [EventCalendar] = [],
    viewer: Zone = .utc
  ) -> MessageReceipt {
    var reception = MessageReception(message, from: sender, me: me, at: now, in: self)
    (reception.newOrganizer, reception.trusted) = (newOrganizer, trusted)
    do throws(MessageRefused) {
      if message.freeBusy.isEmpty {
        try reception.receive()
      } else {
        try reception.receiveFreeBusy(beside: others, viewer)
      }
      self = reception.calendar
    } catch {
      reception.receipt.refusals = error.refusals
      reception.receipt.replies = error.replies
      (reception.receipt.proposals, reception.receipt.proposedChanges) = ([], [])
      reception.receipt.freeBusy = []
      reception.receipt.change = CalendarChange()
    }
    return reception.receipt
  }
}

/// The reception of one message by one calendar.
struct MessageReception {
  let message: SchedulingMessage
  /// The components of the message without what its method does not allow.
  var items: [Item] = []
  let sender: String?
  let me: Set<String>
  let now: Instant
  /// The address of the person on whom the attendees have agreed as the next organizer.
  var newOrganizer: String?
  /// The addresses of people who may act for others in the messages that name them.
  var trusted: Set<String> = []
  var calendar: EventCalendar
  /// The present items of the UID.
  private(set) var present: [Item]
  var receipt = MessageReceipt()

  init(
    _ message: SchedulingMessage, from sender: String?, me: Set<String>, at now: Instant,
    in calendar: EventCalendar
  ) {
    (self.message, self.sender, self.me, self.now) = (message, sender, me, now)
    self.calendar = calendar
    present = calendar.series(uid: message.uid, kind: message.kind)?.items ?? []
  }

  /// The series, or its first override if the calendar has only overrides.
  var item: Item? { present.first }

  mutating func receive() throws(MessageRefused) {
    if let refusal = message.refusalOfUnread { throw MessageRefused(refusal) }
    try checkComponents()
    try checkSender()
    switch message.method {
    case .publish, .request, .add, .cancel, .declineCounter: try receiveFromOrganizer()
    case .reply, .refresh, .counter: try receiveFromAttendee()
    }
  }

  /// The most instances that a message about single instances may have; each is looked up separately.
  private static let maximumInstances = 1_000

  /// Checks the components against the table of the method.
  private mutating func checkComponents() throws(MessageRefused) {
    guard let rule = MessageRule.rule(message.method, message.kind) else {
      throw MessageRefused(.misplacedMethod(message.method, message.kind))
    }
    let isState = [.publish, .request].contains(message.method)
    if !isState, message.items.count > Self.maximumInstances {
      throw MessageRefused(.tooManyInstances(limit: Self.maximumInstances))
    }
    var missing: Set<String> = []
    for var item in message.items {
      missing.formUnion(rule.missing(in: item))
      receipt.ignored += rule.restrict(&item)
      items.append(item)
    }
    guard missing.isEmpty else {
      throw MessageRefused(
        missing.sorted().map { MessageRefusal.missingProperty($0, section: rule.section) })
    }
  }

  /// Checks that the sender may send the message: one of its principals, or with a request one who delegated to me.
  func checkSender() throws(MessageRefused) {
    guard let sender else { return }
    let entitled = message.principals.flatMap(senders).uniqued { PersonKey($0) }
    if entitled.includes(sender) { return }
    let delegators = message.method == .request ? delegators : []
    guard delegators.includes(sender) else {
      throw MessageRefused(.wrongSender(sender, entitled: entitled + delegators))
    }
    try checkDelegationToMe()
  }

  /// Checks that nobody who delegates to me takes part by a delegation of mine, which would be a ring.
  private func checkDelegationToMe() throws(MessageRefused) {
    for attendees in message.items.map(\.attendees) {
      guard let own = attendees.first(where: { $0.isOne(of: me) && !$0.delegates.isEmpty }) else { continue }
      let others = attendees.filter { $0.delegates.includes(own.address) }.map(\.address)
      for person in others where attendees.delegator(of: person, among: [own.address]) != nil {
        throw MessageRefused(.delegationRing(own.address, by: person))
      }
    }
  }

  /// The addresses from which messages of a person come: the person's own, and the mail address if that is none (EMAIL, RFC
  /// 7986 §6.2). The address of who acts for the person (SENT-BY) is among them if the stored item names it too, or I trust it.
  func senders(of person: Organizer) -> [String] {
    [person.address] + person.parameters.mails + (mayActForOthers(person) ? [person.sentBy] : [])
  }

  private func mayActForOthers(_ person: Organizer) -> Bool {
    if person.sentBy.isEmpty { return false }
    if trusted.includes(person.sentBy) { return true }
    let known = present.flatMap { [$0.organizer].compactMap { $0 } + $0.attendees.map(\.principal) }
    return known.contains {
      PersonKey.areSame($0.sentBy, person.sentBy) && PersonKey.areSame($0.address, person.address)
    }
  }

  /// The attendees of the message who delegated to me, and so may send me the organizer's request (RFC 5546 §3.2.2.3).
  private var delegators: [String] {
    message.items.flatMap(\.attendees).filter { $0.delegates.contains(where: me.includes) }.map(\.address)
  }
}

// MARK: Messages of the organizer

extension MessageReception {
  private mutating func receiveFromOrganizer() throws(MessageRefused) {
    replaceOrganizer()
    if let refusal = item?.refusal(ofStates: items, me) { throw MessageRefused(refusal) }
    switch message.method {
    case .publish: try replace()
    case .request:
      items = items.concerning { item in item.attendees.contains { $0.isOne(of: me) } }
      guard !items.isEmpty else { throw MessageRefused(.meNotInvited) }
      try readmitInstances()
      try replace()
    case .add: try add()
    case .cancel: try cancel()
    default: if item == nil { throw MessageRefused(.unknownItem) }
    }
  }

  /// Makes the sender of a request the organizer of the present items, where the attendees have agreed on them.
  private mutating func replaceOrganizer() {
    guard message.method == .request, let newOrganizer, let item, let organizer = items.first?.organizer,
      items.allSatisfy({ PersonKey.areSame($0.organizer?.address ?? "", newOrganizer) }),
      items.allSatisfy({ $0.sequence > item.sequence })
    else { return }
    for index in present.indices { present[index].organizer = organizer }
    receipt.change = calendar.replace(uid: message.uid, kind: message.kind, by: present)
  }

  /// Replaces the present state, where the message has a later one.
  private mutating func replace() throws(MessageRefused) {
    let series = EventCalendar().with(items: items).series(uid: message.uid, kind: message.kind)
    guard let series else { throw MessageRefused(.unknownItem) }
    var imported = ImportedSeries(series, method: message.method.rawValue)
    imported.isMessage = true
    let (result, change) = calendar.importSeries(imported, me: me)
    if result.outcome == .older { throw MessageRefused(.stale) }
    if let refusal = result.refusal { throw MessageRefused(refusal) }
    receipt.change = receipt.change.followed(by: change)
  }

  /// Checks that the series has the instances of a message that is about these alone, and drops their exceptions.
  private mutating func readmitInstances() throws(MessageRefused) {
    guard var main = present.first, main.recurrenceID == nil else { return }
    if items.contains(where: { $0.recurrenceID == nil }) { return }
    main.removeExceptions(at: items.compactMap(\.recurrenceID))
    if main != present.first {
      let change = calendar.replace(
        uid: message.uid, kind: message.kind, by: [main] + present.dropFirst())
      receipt.change = receipt.change.followed(by: change)
    }
    for item in items { try checkInstance(of: item) }
  }

  /// Adds instances as RDATEs, each with an override if it differs from the series (RFC 5546 §3.2.4). Instances that the
  /// series has already were received before. Where a revision is missing before that of the message, the present state is
  /// asked for, as an earlier message cannot be received any more.
  private mutating func add() throws(MessageRefused) {
    guard var main = present.main, let start = main.start else {
      throw MessageRefused(.unknownItem, replies: refresh)
    }
    var overrides = present.filter { $0.recurrenceID != nil }
    let new = items.filter { $0.sequence > main.sequence || !hasInstance(at: $0.start) }
    if let first = new.map(\.sequence).min(), first > main.sequence &+ 1 { receipt.replies += refresh }
    for instance in new {
      guard instance.sequence > main.sequence, let begin = instance.start?.conformed(to: start) else {
        throw MessageRefused(.stale)
      }
      var added = instance.asInstance(begin)
      added.alarms = main.alarms
      main.recurrence.additions.append(RecurrenceDate(begin))
      main.recurrence.exceptions.removeAll { $0.conformed(to: start) == begin }
      if !added.hasSameContent(as: main.starting(at: begin).asInstance(begin)) { overrides.append(added) }
    }
    for item in new {
      main.sequence = max(main.sequence, item.sequence)
      main.stamp = [main.stamp, item.stamp].compactMap { $0 }.max()
    }
    receipt.change = calendar.replace(uid: message.uid, kind: message.kind, by: [main] + overrides)
  }

  /// Whether the series has an instance at a time.
  private func hasInstance(at start: EventTime?) -> Bool {
    let id = ItemID(uid: message.uid, kind: message.kind, recurrenceID: start)
    return start != nil && (try? calendar.item(inEffectAt: id)) != nil
  }

  /// The question for the present state of the whole item, where I am an attendee. Who lacks an instance of a series has missed
  /// a change of the series, which an answer about the instance alone would not bring.
  var refresh: [SchedulingMessage] {
    let attendee = items.flatMap(\.attendees).first { $0.isOne(of: me) }?.address ?? me.sorted().first
    guard let first = items.first?.asInstance(nil), let attendee else { return [] }
    return [SchedulingMessage(refreshing: first, as: attendee, at: now)]
  }
}

// MARK: Cancelling

extension MessageReception {
  /// Cancels the item or its instances, or removes attendees (RFC 5546 §3.2.5).
  private mutating func cancel() throws(MessageRefused) {
    guard !present.isEmpty else { throw MessageRefused(.unknownItem) }
    var states = present
    for component in items {
      if component.recurrenceID == nil {
        try cancelSeries(component, &states)
      } else {
        try changeInstances(of: component, in: &states) { (state) throws(MessageRefused) in
          if state.revision.isSent(after: component.revision) { throw MessageRefused(.stale) }
          apply(component, to: &state)
          state.sequence = max(state.sequence, component.sequence)
        }
      }
    }
    receipt.change = calendar.replace(uid: message.uid, kind: message.kind, by: states)
  }

  /// Cancels the series, and its instances that were not sent later, or removes attendees from them. Instances have a
  /// SEQUENCE of their own (RFC 5546 §2.1.5).
  private func cancelSeries(_ component: Item, _ states: inout [Item]) throws(MessageRefused) {
    let hasSeries = states.contains { $0.recurrenceID == nil }
    var isApplied = false
    for index in states.indices {
      let (revision, isSeries) = (states[index].revision, states[index].recurrenceID == nil)
      if isSeries ? revision.isSent(after: component.revision) : revision.isStamped(after: component.revision)
      {
        continue
      }
      apply(component, to: &states[index])
      if isSeries { states[index].sequence = max(states[index].sequence, component.sequence) }
      isApplied = isApplied || isSeries || !hasSeries
    }
    if !isApplied { throw MessageRefused(.stale) }
  }

  /// Whether a component cancels for me; otherwise it removes other attendees.
  private func cancelsForMe(_ component: Item) -> Bool {
    let attendees = component.attendees
    return component.isCancelled || attendees.isEmpty || attendees.contains { $0.isOne(of: me) }
  }

  private func apply(_ component: Item, to state: inout Item) {
    if cancelsForMe(component) {
      state.content.setStatus(ItemStatus.cancelled.rawValue)
    } else {
      state.attendees.removeAll { attendee in
        component.attendees.contains { PersonKey.areSame($0.address, attendee.address) }
      }
    }
    state.stamp = [state.stamp, component.stamp].compactMap { $0 }.max()
    state.comments += component.comments.filter { !state.comments.contains($0) }
  }
}

// MARK: Instances

extension MessageReception {
  /// Checks that the calendar has the instance that a component is about.
  private func checkInstance(of component: Item) throws(MessageRefused) {
    guard let id = component.recurrenceID else { return }
    // The digits of a time in an unknown zone are those of another instance of a series in a zone that is known.
    let isKnown = !component.hasInstanceInUnknownZone || present.main?.start?.zone == nil
    if isKnown, (try? calendar.item(inEffectAt: component.id)) != nil { return }
    throw MessageRefused(.unknownInstance(id), replies: message.method.isOrganizers ? refresh : [])
  }

  /// Changes the instance that a component is about, with RANGE=THISANDFUTURE also all later ones: existing overrides,
  /// and the first instance without one, which becomes an override with RANGE=THISANDFUTURE unless an override before it
  /// has the change for all that follow.
  func changeInstances(
    of component: Item, in states: inout [Item],
    _ change: (inout Item) throws(MessageRefused) -> Void
  ) throws(MessageRefused) {
    guard let id = component.recurrenceID else { return }
    let series = SeriesState(component.id.series, in: calendar)
    let (key, isRange) = (series.key(id), component.overridesFuture)
    let overridden = Set(states.compactMap(\.recurrenceID).map(series.key))
    try checkInstance(of: component)
    for index in states.indices {
      guard let own = states[index].recurrenceID.map(series.key) else { continue }
      if own == key || isRange && key < own { try change(&states[index]) }
    }
    let first = isRange ? series.first(from: id) { !overridden.contains($0) } : id
    let changedFuture = states.filter(\.overridesFuture).compactMap(\.recurrenceID).map(series.key)
      .filter { isRange && key <= $0 }.min()
    guard let first = first ?? (series.expansion == nil ? id : nil), !overridden.contains(series.key(first)),
      changedFuture.map({ series.key(first) < $0 }) ?? true,
      var state = try? calendar.item(
        inEffectAt: ItemID(uid: message.uid, kind: message.kind, recurrenceID: first))
    else { return }
    // An item that happens once may be named by its only start.
    if state.recurrenceID == nil, let index = states.firstIndex(where: { $0.recurrenceID == nil }) {
      return try change(&states[index])
    }
    try change(&state)
    state.overridesFuture = isRange
    states.append(state)
  }
}

extension Attendee {
  /// Whether the answer is about how much of a to-do the attendee has done.
  var statesProgress: Bool { status?.statesProgress ?? false }

  /// Whether an answer is awaited.
  var isUnanswered: Bool { status == nil || status == .needsAction }
}

extension Attendee.Status {
  /// Whether it is about how much of a to-do is done.
  var statesProgress: Bool { self == .inProcess || self == .completed }
}

extension Item.Kind {
  /// Whether an attendee can answer so: journal entries have no answers (RFC 5546 §3.5), and only to-dos are worked on (RFC
  /// 5545 §3.2.12).
  func hasAnswer(_ status: Attendee.Status) -> Bool {
    self != .journal && (self == .todo || !status.statesProgress)
  }
}
