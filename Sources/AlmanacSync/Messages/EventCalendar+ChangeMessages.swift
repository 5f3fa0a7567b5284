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
    before.changedSeries(to: self).filter { $0.kind != .journal }.flatMap { id in
      SeriesMessages(id, from: before, to: self, by: me, at: now).messages
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
    before = earlier.series(uid: id.uid, kind: id.kind)?.current ?? []
    after = later.series(uid: id.uid, kind: id.kind)?.current ?? []
  }

  var messages: [SchedulingMessage] {
    guard let item = after.first ?? before.first, item.organizer != nil else { return [] }
    return item.isOrganized(by: me) ? organizersMessages : replies
  }
}

// MARK: Messages of the organizer

extension SeriesMessages {
  private var organizersMessages: [SchedulingMessage] {
    let (were, are) = (before.attendees(except: me), after.attendees(except: me))
    guard let first = after.first, !(first.recurrenceID == nil && first.isCancelled) else {
      return cancellation(to: were.isEmpty ? are : were)
    }
    let stayed = Set(are.map { PersonKey($0) })
    let removed = were.filter { !stayed.contains(PersonKey($0)) }
    var messages: [SchedulingMessage] = []
    if !removed.isEmpty {
      messages.append(SchedulingMessage(canceling: [first], for: removed, isWhole: false, at: now))
    }
    if are.isEmpty { return messages }
    let isWhole = isSeriesChanged
    return messages
      + (isWhole
        ? [SchedulingMessage(requesting: after, to: are, at: now)] : after.flatMap(messages(ofInstance:)))
  }

  /// The cancellation of the whole item, unless it was cancelled before.
  private func cancellation(to people: [String]) -> [SchedulingMessage] {
    guard let item = after.first ?? before.first, !people.isEmpty else { return [] }
    if let old = before.first, old.recurrenceID == nil, old.isCancelled { return [] }
    if before.isEmpty { return [] }
    return [SchedulingMessage(canceling: [item], for: people, isWhole: true, at: now)]
  }

  /// Whether the series itself is new or changed, or an override is gone.
  private var isSeriesChanged: Bool {
    let ids = Set(after.map(\.id))
    if before.contains(where: { !ids.contains($0.id) }) { return true }
    guard let main = after.first(where: { $0.recurrenceID == nil }) else { return before.isEmpty }
    return before.first { $0.recurrenceID == nil }.map { $0.isPubliclyDifferent(from: main) } ?? true
  }

  /// The messages about a changed instance of an unchanged series.
  private func messages(ofInstance item: Item) -> [SchedulingMessage] {
    guard item.recurrenceID != nil else { return [] }
    let old = before.first { $0.id == item.id } ?? (try? earlier.item(inEffectAt: item.id))
    guard old?.isPubliclyDifferent(from: item) ?? true else { return [] }
    let were = old.map { [$0].attendees(except: me) } ?? []
    let are = [item].attendees(except: me)
    if item.isCancelled {
      if old == nil || old?.isCancelled == true || were.isEmpty { return [] }
      return [SchedulingMessage(canceling: [item], for: were, isWhole: true, at: now)]
    }
    let stayed = Set(are.map { PersonKey($0) })
    let removed = were.filter { !stayed.contains(PersonKey($0)) }
    let cancellation = SchedulingMessage(canceling: [item], for: removed, isWhole: false, at: now)
    let request = SchedulingMessage(requesting: [item], to: are, at: now)
    return (removed.isEmpty ? [] : [cancellation]) + (are.isEmpty ? [] : [request])
  }
}

extension Item {
  /// Whether attendees see a difference: not in answers, the revision and the organizer's own content.
  fileprivate func isPubliclyDifferent(from other: Item) -> Bool {
    !publicContent.hasSameContent(as: other.publicContent)
  }

  private var publicContent: Item {
    var item = withoutOwnContent
    for index in item.attendees.indices {
      (item.attendees[index].status, item.attendees[index].sentBy) = (nil, "")
      (item.attendees[index].delegates, item.attendees[index].delegators) = ([], [])
      item.attendees[index].wantsReply = false
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
    guard !after.isEmpty else { return before.first.map { [$0] }.map(declining) ?? [] }
    let changed = after.compactMap { item -> SchedulingMessage? in
      let old =
        before.first { $0.id == item.id }
        ?? (item.recurrenceID == nil ? nil : (try? earlier.item(inEffectAt: item.id)))
      guard let mine = answer(in: item), !mine.isUnanswered,
        old.flatMap(answer(in:))?.status != mine.status || item.progress != old?.progress
      else { return nil }
      return reply(item, as: mine)
    }
    return changed + declining(removedInstances)
  }

  /// The instances that were removed by an exception.
  private var removedInstances: [Item] {
    let old = before.first { $0.recurrenceID == nil }?.recurrence.exceptions ?? []
    let new = after.first { $0.recurrenceID == nil }?.recurrence.exceptions ?? []
    return new.filter { !old.contains($0) }.compactMap { exception in
      let name = ItemID(uid: id.uid, kind: id.kind, recurrenceID: exception)
      return try? earlier.item(inEffectAt: name)
    }
  }

  /// The answers that decline what I removed and had not declined.
  private func declining(_ items: [Item]) -> [SchedulingMessage] {
    items.compactMap { item in
      guard !item.isCancelled, var mine = answer(in: item), mine.status != .declined else { return nil }
      mine.status = .declined
      return reply(item, as: mine)
    }
  }

  /// My answer, that to a to-do with its state.
  private func answer(in item: Item) -> Attendee? {
    var mine = item.attendees.first { $0.isOne(of: me) }
    switch item.todo?.status {
    case .completed: mine?.status = .completed
    case .inProcess: mine?.status = .inProcess
    default: break
    }
    return mine
  }

  private func reply(_ item: Item, as mine: Attendee) -> SchedulingMessage {
    var item = item
    item.attendees = item.attendees.map { $0.isOne(of: me) ? mine : $0 }
    let organizer = [item.organizer?.address].compactMap { $0 }
    return SchedulingMessage(replying: item, as: mine.address, to: organizer + mine.delegators, at: now)
  }
}
