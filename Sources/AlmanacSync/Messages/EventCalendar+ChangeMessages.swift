internal import AlmanacRecurrence
internal import AlmanacComponents
public import AlmanacEvents
public import AlmanacTime

extension EventCalendar {
  /// The messages that inform others of what I changed since an earlier state of the calendar.
  ///
  /// For an item that I organize: a REQUEST to all attendees where it is new or changed, a CANCEL where it or an instance is
  /// removed or cancelled, and to attendees who are removed. Changed instances of an unchanged series are sent by
  /// themselves. For an item that somebody else organizes: a REPLY where my answer, or how much of a to-do I have done,
  /// changed, and one that declines where I removed the item or an instance. Items without an organizer or without other
  /// people, journal entries, and changes of alarms, answers and the revision need no message.
  ///
  /// The organizer's messages have a SEQUENCE above that of the earlier state, even if this one has a lower one, as after an undo.
  /// ``raiseSequences(above:by:)`` stores it.
  ///
  /// ```swift
  /// var draft = course
  /// try draft.edit(occurrence, scope: .all, at: now, by: me) { $0.location = "Room 12" }
  /// let messages = draft.messages(since: course, by: me, at: now)
  /// ```
  ///
  /// - Parameters:
  ///   - me: My addresses.
  ///   - now: The DTSTAMP of the messages.
  /// - Complexity: O(*n*) in the number of items.
  public func messages(
    since before: EventCalendar, by me: Set<String>, at now: Instant
  ) -> [SchedulingMessage] {
    var after = self
    after.raiseSequences(above: before, by: me)
    return before.changedSeries(to: after).filter { $0.kind != .journal }.flatMap { id in
      SeriesMessages(id, from: before, to: after, by: me, at: now).messages
    }
  }

  /// Raises SEQUENCE of what I organize to that of the messages about it (``messages(since:by:at:)``), so that later changes are
  /// above what was sent (RFC 5546 §2.1.4).
  ///
  /// An edit with the organizer's addresses raises it already. An undo takes that back, and other programs may not do it.
  ///
  /// - Returns: The change, which is empty where nothing is to be raised.
  /// - Complexity: O(*n*) in the number of items.
  @discardableResult
  public mutating func raiseSequences(above before: EventCalendar, by me: Set<String>) -> CalendarChange {
    let changes = before.changedSeries(to: self).map { id in
      let states = [before, self].map { $0.series(uid: id.uid, kind: id.kind)?.items ?? [] }
      let raised = states[1].raised(above: states[0], by: me)
      return raised == states[1] ? CalendarChange() : replace(uid: id.uid, kind: id.kind, by: raised)
    }
    return CalendarChange(combining: changes)
  }
}

extension [Item] {
  /// The items with a SEQUENCE above that of an earlier state, where attendees are informed of a difference.
  fileprivate func raised(above before: [Item], by me: Set<String>) -> [Item] {
    let ids = Set(map(\.id))
    let gone = before.filter { !ids.contains($0.id) }.map(\.sequence)
    let raised = map { item in
      guard item.organizer != nil, item.isOrganized(by: me) else { return item }
      let old = before.first { $0.id == item.id }
      let cancelled = item.recurrenceID == nil ? gone : []
      let sent = ([old?.sequence].compactMap { $0 } + cancelled).max() ?? -1
      let needsLater = !cancelled.isEmpty || old.map(item.cancels) ?? false
      let isBehind = needsLater ? item.sequence <= sent : item.sequence < sent
      let isInformed = needsLater || (old?.isPubliclyDifferent(from: item) ?? false)
      return isBehind && isInformed ? modified(item) { $0.sequence = sent &+ 1 } : item
    }
    // Instances that the earlier state had removed were cancelled by its series.
    guard let old = before.main, let main = raised.main, main.sequence > old.sequence, self.main != main
    else {
      return raised
    }
    let known = Set(before.map(\.id))
    return raised.map { item in
      known.contains(item.id) ? item : modified(item) { $0.sequence = Swift.max($0.sequence, main.sequence) }
    }
  }
}

/// The messages about the change of one series.
private struct SeriesMessages {
  private let id: ItemID
  private let earlier: EventCalendar
  private let before: [Item]
  private let after: [Item]
  private let me: Set<String>
  private let now: Instant

  init(
    _ id: ItemID, from earlier: EventCalendar, to later: EventCalendar, by me: Set<String>, at now: Instant
  ) {
    (self.id, self.earlier, self.me, self.now) = (id, earlier, me, now)
    before = earlier.series(uid: id.uid, kind: id.kind)?.items ?? []
    after = later.series(uid: id.uid, kind: id.kind)?.items ?? []
  }

  var messages: [SchedulingMessage] {
    guard let item = after.first ?? before.first, item.organizer != nil else { return [] }
    return item.isOrganized(by: me) ? organizersMessages : replies
  }

  /// The state of an item before the change: that of an instance without an override is the series' own.
  private func former(of item: Item) -> Item? {
    before.first { $0.id == item.id }
      ?? (item.recurrenceID == nil ? nil : try? earlier.item(inEffectAt: item.id))
  }
}

// MARK: Messages of the organizer

/// A message of the organizer without its recipients.
private enum Draft: Hashable {
  case cancellation(Item, isWhole: Bool, sequence: Int)
  case request([Item])

  var isCancellation: Bool {
    if case .cancellation = self { true } else { false }
  }

  func message(to people: [String], at now: Instant) -> SchedulingMessage {
    switch self {
    case .cancellation(let item, let isWhole, let sequence):
      SchedulingMessage(canceling: item, for: people, isWhole: isWhole, sequence: sequence, at: now)
    case .request(let items): SchedulingMessage(requesting: items, to: people, at: now)
    }
  }
}

/// People who are invited to the same items before and after a change.
private struct Party {
  var people: [String]
  /// The items before the change to which they are invited.
  let before: [Item]
  /// The items after the change to which they are invited.
  let after: [Item]
  /// The series and its instances as they are invited to them.
  let invitation: [Item]
}

extension SeriesMessages {
  /// The messages to all, of which each person gets those about the items that invite them (RFC 5546 §3.2.2.6).
  private var organizersMessages: [SchedulingMessage] {
    var recipients: [Draft: [String]] = [:]
    var all: [Draft] = []
    for party in parties {
      for draft in drafts(for: party) {
        if recipients[draft] == nil { all.append(draft) }
        recipients[draft, default: []] += party.people
      }
    }
    return (all.filter(\.isCancellation) + all.filter { !$0.isCancellation }).map {
      $0.message(to: recipients[$0] ?? [], at: now)
    }
  }

  private var parties: [Party] {
    let invited = (before + after).map { item in
      Set(item.attendees.lazy.filter { !$0.isOne(of: me) }.map { PersonKey($0.address) })
    }
    var places: [[Bool]: Int] = [:]
    var parties: [Party] = []
    for person in (before + after).attendees(except: me) {
      let key = PersonKey(person)
      let isInvited = invited.map { $0.contains(key) }
      if let place = places[isInvited] {
        parties[place].people.append(person)
        continue
      }
      places[isInvited] = parties.count
      let own = zip(after, isInvited.dropFirst(before.count)).filter { $1 }.map { $0.0 }
      let ids = Set(own.map(\.id))
      parties.append(
        Party(
          people: [person], before: zip(before, isInvited).filter { $1 }.map { $0.0 }, after: own,
          invitation: after.concerning { ids.contains($0.id) }))
    }
    return parties
  }

  private func drafts(for party: Party) -> [Draft] {
    if after.isGone { return before.isGone ? [] : cancellations(for: party) }
    let (wasInvited, isInvited) = (party.before.main != nil, party.after.main != nil)
    if isInvited, !wasInvited || isSeriesChanged { return [.request(party.invitation)] }
    if !isInvited, wasInvited { return removal(of: party) }
    if party.before.isEmpty {
      let items = party.after.filter { !$0.isCancelled }
      return items.isEmpty ? [] : [.request(items)]
    }
    let ids = Set(after.map(\.id))
    return after.flatMap { drafts(ofInstance: $0, for: party) }
      + party.before.filter { !ids.contains($0.id) }.map { cancellation(of: $0, isWhole: false) }
  }

  /// The cancellations of an item that nobody attends any longer.
  private func cancellations(for party: Party) -> [Draft] {
    let items = party.before.main.map { [$0] } ?? party.before.filter { !$0.isCancelled }
    return items.map { item in
      cancellation(of: after.first { $0.id == item.id } ?? item, isWhole: true)
    }
  }

  /// The messages to people who are invited to the series no longer, and to some instances still.
  private func removal(of party: Party) -> [Draft] {
    guard let series = after.main ?? before.main else { return [] }
    let cancellation = cancellation(of: series, isWhole: false)
    let rest = party.after.filter { !$0.isCancelled }.map { item in
      modified(item) { $0.sequence = max($0.sequence, sequence(cancelling: series)) }
    }
    return [cancellation] + (rest.isEmpty ? [] : [.request(rest)])
  }

  private func cancellation(of item: Item, isWhole: Bool) -> Draft {
    .cancellation(item, isWhole: isWhole, sequence: sequence(cancelling: item))
  }

  /// The SEQUENCE of a cancellation: above that of the states that were sent before (RFC 5546 §2.1.4).
  private func sequence(cancelling item: Item) -> Int {
    let own = before.filter { $0.id == item.id }
    let series = before.filter { $0.recurrenceID == nil }
    let sent = item.recurrenceID == nil ? before : own.isEmpty ? series : own
    return max(item.sequence, (sent.map(\.sequence).max() ?? -1) &+ 1)
  }

  /// Whether the series itself is new or changed, or an override is gone.
  private var isSeriesChanged: Bool {
    let ids = Set(after.map(\.id))
    if before.contains(where: { !ids.contains($0.id) }) { return true }
    guard let main = after.main else { return before.isEmpty }
    return before.main.map { $0.isPubliclyDifferent(from: main) } ?? true
  }

  /// The messages about a changed instance of an unchanged series.
  private func drafts(ofInstance item: Item, for party: Party) -> [Draft] {
    guard item.recurrenceID != nil else { return [] }
    let isOwn = before.contains { $0.id == item.id }
    let old = former(of: item)
    guard old?.isPubliclyDifferent(from: item) ?? true else { return [] }
    let wasInvited = party.before.contains { $0.id == item.id || !isOwn && $0.recurrenceID == nil }
    if item.isCancelled {
      if !wasInvited || old?.isCancelled == true { return [] }
      return [cancellation(of: item, isWhole: true)]
    }
    if party.after.contains(where: { $0.id == item.id }) { return [.request([item])] }
    return wasInvited ? [cancellation(of: item, isWhole: false)] : []
  }
}

extension [Item] {
  /// The series without its overrides.
  var main: Item? { first { $0.recurrenceID == nil } }

  /// Whether nothing of the series takes place.
  fileprivate var isGone: Bool { isEmpty || main?.isCancelled == true }

  /// The items of which some are sent or received: the series with exceptions in place of other instances, or, if the series
  /// is none of them, the instances, such as those to which a person is invited (RFC 5546 §3.2.2.6).
  func concerning(_ isInvited: (Item) -> Bool) -> [Item] {
    guard let start = main?.anchor, main.map(isInvited) ?? false else { return filter(isInvited) }
    let others = filter { !isInvited($0) && !$0.overridesFuture }
    let ids = Set(others.map(\.id))
    let missing = others.compactMap { $0.recurrenceID?.conformed(to: start) }
    return filter { !ids.contains($0.id) }.map { item in
      guard item.recurrenceID == nil else { return item }
      var series = item
      series.recurrence.exceptions += missing.filter { !series.recurrence.exceptions.contains($0) }
      return series
    }
  }
}

extension Item {
  /// Whether attendees see a difference: not in answers, the revision and the organizer's own content.
  fileprivate func isPubliclyDifferent(from other: Item) -> Bool {
    !publicContent.hasSameContent(as: other.publicContent)
  }

  /// Whether a CANCEL is sent for it, or for attendees, since an earlier state.
  fileprivate func cancels(_ old: Item) -> Bool {
    let invited = Set(attendees.map { PersonKey($0.address) })
    return isCancelled && !old.isCancelled
      || old.attendees.contains { !invited.contains(PersonKey($0.address)) }
  }

  private var publicContent: Item {
    var item = withoutOwnContent
    item.attendees = item.attendees.map { attendee in
      modified(attendee) {
        ($0.status, $0.sentBy, $0.delegates, $0.delegators, $0.wantsReply) = (nil, "", [], [], false)
      }
    }
    return item
  }
}

extension Item {
  /// The part of a to-do that is done, in percent.
  fileprivate var progress: Int? { todo?.percentComplete }
}

// MARK: Messages of an attendee

extension SeriesMessages {
  private var replies: [SchedulingMessage] {
    guard !after.isEmpty else {
      let declined = declining(before)
      return declined.isEmpty ? [] : [reply(declined)]
    }
    let changed = after.filter(isNewlyAnswered)
    let series = changed.main.flatMap(answer(in:))
    // One message has the answer to the series and to the changed instances that it is an answer to.
    let common = series == nil ? [] : changed.filter { answer(in: $0)?.status == series?.status }
    let ids = Set(common.map(\.id))
    let separate = changed.filter { !ids.contains($0.id) }
    return ([common].filter { !$0.isEmpty } + separate.map { [$0] }).map { items in
      reply(items.map { item in item.answered(by: me, as: answer(in: item)) })
    } + declining(removedInstances).map { reply([$0]) }
  }

  /// Whether my answer to an item, or how much of a to-do I have done, is another than before.
  private func isNewlyAnswered(_ item: Item) -> Bool {
    let old = former(of: item)
    guard let mine = answer(in: item), !mine.isUnanswered else { return false }
    return old.flatMap(answer(in:))?.status != mine.status || item.progress != old?.progress
  }

  /// The instances that were removed by an exception.
  private var removedInstances: [Item] {
    let old = before.main?.recurrence.exceptions ?? []
    let new = after.main?.recurrence.exceptions ?? []
    return new.filter { !old.contains($0) }.compactMap { exception in
      let name = ItemID(uid: id.uid, kind: id.kind, recurrenceID: exception)
      return try? earlier.item(inEffectAt: name)
    }
  }

  /// Items that I removed and had not declined, declined.
  private func declining(_ items: [Item]) -> [Item] {
    items.compactMap { item in
      guard !item.isCancelled, var mine = answer(in: item), mine.status != .declined else { return nil }
      mine.status = .declined
      return item.answered(by: me, as: mine)
    }
  }

  /// My answer, that to a to-do with its state where that is of my part: I have changed it or answered so before.
  private func answer(in item: Item) -> Attendee? {
    var mine = item.attendees.first { $0.isOne(of: me) }
    let old = former(of: item)
    let isChanged = old != nil && (old?.progress != item.progress || old?.todo?.status != item.todo?.status)
    guard isChanged || mine?.statesProgress == true else { return mine }
    switch item.todo?.status {
    case .completed: mine?.status = .completed
    case .inProcess: mine?.status = .inProcess
    default: break
    }
    return mine
  }

  /// The message with my answers to items, at least one.
  private func reply(_ items: [Item]) -> SchedulingMessage {
    let mine = items[0].attendees.first { $0.isOne(of: me) }
    let organizer = [items[0].organizer?.address].compactMap { $0 }
    return SchedulingMessage(
      replying: items, as: mine?.address ?? "", to: organizer + (mine?.delegators ?? []), at: now)
  }
}

extension Item {
  fileprivate func answered(by me: Set<String>, as answer: Attendee?) -> Item {
    modified(self) { $0.attendees = attendees.map { $0.isOne(of: me) ? answer ?? $0 : $0 } }
  }
}
