public import AlmanacTime

extension EventCalendar {
  /// The earliest instance of a to-do that is neither done nor cancelled, by its present time where it was moved; the to-do itself
  /// where it does not repeat.
  ///
  /// - Returns: `nil` when no instance is open, or when the calendar has no such to-do.
  public func nextOpenInstance(uid: String) -> ItemID? {
    let id = SeriesID(uid: uid, kind: .todo)
    guard let series = series(id) else { return nil }
    guard series.main != nil, let parts = SeriesParts(store.entries(of: id), systems: calendarSystems),
      !parts.isSingle
    else {
      let item = series.main ?? series.overrides.first { $0.todo?.isClosed == false }
      return item?.todo.flatMap { $0.isClosed ? nil : $0.id }
    }
    let overridden = series.overrides.filter { $0.todo?.isClosed == false }.compactMap { item in
      item.recurrenceID.map { (id: $0.conformed(to: parts.start), start: item.anchor ?? $0) }
    }
    // An override with RANGE=THISANDFUTURE gives later instances its state too.
    let plan = parts.plan
    let open = plan.stretches.indices.filter { plan.stretches[$0].item.todo?.isClosed == false }
      .compactMap { place in
        plan.firstInstance(of: place).map { (id: $0, start: plan.stretches[place].start(of: $0)) }
      }
    let zone = parts.start.zone ?? .utc
    return (overridden + open).min { one, other in
      let (first, second) = (one.start.instant(in: zone), other.start.instant(in: zone))
      return first == second ? InstanceKey(one.id) < InstanceKey(other.id) : first < second
    }.map { id.instance($0.id) }
  }

  /// Marks a to-do as done: of one that repeats the instance of the identity, or with the UID alone the next open one.
  /// The instance becomes an override.
  ///
  /// The kind of the identity is ignored: the UID names the to-do.
  ///
  /// ```swift
  /// let change = try chores.complete(ItemID(uid: "bins"), at: now)          // the next open one
  /// for late in try chores.overdue(at: now, viewer: madrid) { try chores.complete(late, at: now) }
  /// ```
  ///
  /// - Parameters:
  ///   - todo: The to-do, an occurrence of it, or the identity of either.
  ///   - now: The instant of completion (COMPLETED), which is also that of the edit.
  ///   - me: The calendar addresses of the person who makes the change. If one of them is the organizer's, or the
  ///     item has no organizer, SEQUENCE rises; otherwise, also with no addresses, it does not.
  /// - Throws: `EventError` with code `not_found`, `not_a_todo`, or `already_closed` for one that is done or cancelled.
  @discardableResult
  public mutating func complete(
    _ todo: some Identifiable<ItemID>, at now: Instant, by me: Set<String> = []
  ) throws(EventError) -> CalendarChange {
    var id = try self.todo(todo.id)
    if id.recurrenceID == nil {
      guard let open = nextOpenInstance(uid: id.uid) else { throw .closed(id) }
      id = open
    }
    return try edit(id, scope: .this, at: now, by: me) { (item) throws(EventError) in
      guard case .todo(var todo) = item else { return }
      if todo.isClosed { throw .closed(id) }
      todo.complete(at: now)
      todo.setAnswer(of: me, to: .completed)
      item = .todo(todo)
    }
  }

  /// Reopens a to-do that is done; of one that repeats the instance of the identity. The kind of the identity is ignored.
  ///
  /// - Parameters:
  ///   - todo: The to-do, an occurrence of it, or the identity of either.
  ///   - now: The instant of the edit, for DTSTAMP, CREATED and LAST-MODIFIED.
  ///   - me: The calendar addresses of the person who makes the change, as for `complete`.
  /// - Throws: `EventError` with code `not_found`, `not_a_todo` or `not_completed`.
  @discardableResult
  public mutating func reopen(
    _ todo: some Identifiable<ItemID>, at now: Instant, by me: Set<String> = []
  ) throws(EventError) -> CalendarChange {
    let id = try self.todo(todo.id)
    return try edit(id, scope: .this, at: now, by: me) { (item) throws(EventError) in
      guard case .todo(var todo) = item else { return }
      guard todo.isCompleted else {
        throw EventError(.notCompleted, "STATUS", uid: id.uid, expected: "a to-do that is done")
      }
      todo.reopen()
      todo.setAnswer(of: me, to: .accepted)
      item = .todo(todo)
    }
  }
}

extension EventCalendar {
  /// The identity with the kind of a to-do.
  ///
  /// - Throws: `EventError` with code `not_found`, or `not_a_todo` where only other kinds have the UID.
  private func todo(_ id: ItemID) throws(EventError) -> ItemID {
    let series = SeriesID(uid: id.uid, kind: .todo)
    if !store.entries(of: series).isEmpty { return series.instance(id.recurrenceID) }
    guard !store.entries(uid: id.uid).isEmpty else { throw .noItem(id.uid) }
    throw EventError(.notATodo, uid: id.uid, expected: "the UID of a to-do")
  }
}

extension EventError {
  fileprivate static func closed(_ id: ItemID) -> EventError {
    EventError(.alreadyClosed, "STATUS", uid: id.uid, expected: "an open to-do")
  }
}

extension Todo {
  /// Marks the to-do as done: sets status, percentage and time of completion (RFC 5545 §3.8.2.1).
  public mutating func complete(at now: Instant) {
    status = .completed
    percentComplete = 100
    completed = now
  }

  /// Sets the state of an attendee who changes the to-do of another organizer: what is done is then a part of all.
  fileprivate mutating func setAnswer(of me: Set<String>, to status: Attendee.Status) {
    if organizer?.isOne(of: me) ?? true { return }
    for index in attendees.indices where attendees[index].isOne(of: me) { attendees[index].status = status }
  }

  /// Reopens the to-do with nothing of it done.
  public mutating func reopen() {
    status = .needsAction
    percentComplete = nil
    completed = nil
  }

  /// Sets the percentage that is done, and with it the status: needs action, in process or completed.
  ///
  /// - Parameters:
  ///   - percent: 0 … 100; numbers outside count as the nearer end.
  ///   - now: The instant of completion, which is set from 100 per cent on.
  public mutating func setProgress(_ percent: Int, at now: Instant) {
    if percent >= 100 { return complete(at: now) }
    reopen()
    guard percent > 0 else { return }
    status = .inProcess
    percentComplete = percent
  }

  /// Whether the due time is reached, or the due day over, in the viewer's zone. A to-do that is done or cancelled is
  /// never overdue, nor one without a due time.
  ///
  /// For a to-do that repeats this is about the first instance; `Occurrence.isOverdue(at:viewer:)` is about each one.
  public func isOverdue(at now: Instant, viewer: Zone) -> Bool {
    guard !isClosed, let due else { return false }
    return due.dayOrMoment.end.instant(in: viewer) <= now
  }
}

extension CalendarQueryable {
  /// The occurrences of to-dos that are overdue, the oldest first: each missed instance of one that repeats is one.
  ///
  /// ```swift
  /// for late in try chores.overdue(at: now, viewer: madrid) { print(late.start, late.item.summary) }
  /// ```
  ///
  /// - Throws: `EventError` with code `too_many_instances` where series have more missed instances than
  ///   ``OccurrenceQuery/defaultBudget``.
  public func overdue(at now: Instant, viewer: Zone) throws(EventError) -> [Occurrence] {
    let past = Instant.min..<now.adding(seconds: 1)
    return try occurrences(in: past, viewer: viewer, matching: OccurrenceQuery(kinds: [.todo]))
      .filter { $0.isOverdue(at: now, viewer: viewer) }
  }
}

extension Occurrence {
  /// Whether this is an occurrence of a to-do that is overdue. See `Todo.isOverdue(at:viewer:)`.
  ///
  /// An instance of a to-do that repeats without a due time is overdue when its day is over in the viewer's zone.
  public func isOverdue(at now: Instant, viewer: Zone) -> Bool {
    guard let todo = item.todo, !todo.isClosed else { return false }
    guard todo.extent == .implied else { return end.instant(in: viewer) <= now }
    guard recurrenceID != nil else { return false }
    let day = start.isDate ? start.date : viewer.local(at: start.instant(in: viewer)).date
    return viewer.instant(of: day.adding(days: 1).startOfDay) <= now
  }
}
