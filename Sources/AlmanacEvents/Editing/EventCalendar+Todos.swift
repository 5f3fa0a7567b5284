internal import AlmanacRecurrence
public import AlmanacTime

extension EventCalendar {
  /// The first instance of a to-do that is neither done nor cancelled: of one that happens once, itself.
  ///
  /// - Returns: `nil` when there is none left, or no such to-do.
  public func nextOpenInstance(uid: String) -> ItemID? {
    let id = SeriesID(uid: uid, kind: .todo)
    guard let series = series(id) else { return nil }
    guard series.main != nil, let parts = SeriesParts(store.entries(of: id), systems: calendarSystems),
      !parts.isSingle
    else {
      let item = series.main ?? series.overrides.first { $0.todo?.isClosed == false }
      return item?.todo.flatMap { $0.isClosed ? nil : $0.id }
    }
    let overridden = series.overrides.filter { $0.todo?.isClosed == false }.compactMap { $0.recurrenceID }
      .map { $0.conformed(to: parts.start) }
    // What an override says of later instances too, it says of their state as well.
    let plan = parts.plan
    let open = plan.stretches.indices.filter { plan.stretches[$0].item.todo?.isClosed == false }
      .compactMap { plan.firstInstance(of: $0) }
    return (overridden + open).min { $0.key < $1.key }.map { id.instance($0) }
  }

  /// Marks a to-do as done; of one that repeats, the instance of the identity, or with the UID alone the next one
  /// that is open. The instance becomes an override.
  ///
  /// Only to-dos are done: the to-do is meant, whatever the kind of the identity.
  ///
  /// ```swift
  /// let change = try chores.complete(ItemID(uid: bins.uid), at: now)
  /// ```
  ///
  /// - Throws: `EventError` with code `not_found`, `not_a_todo`, or `already_closed` for one that is done or cancelled.
  @discardableResult
  public mutating func complete(_ id: ItemID, at now: Instant) throws(EventError) -> CalendarChange {
    var id = try todo(id)
    if id.recurrenceID == nil {
      guard let open = nextOpenInstance(uid: id.uid) else { throw .closed(id) }
      id = open
    }
    return try edit(id, scope: .this, at: now) { (item) throws(EventError) in
      guard case .todo(var todo) = item else { return }
      if todo.isClosed { throw .closed(id) }
      todo.complete(at: now)
      item = .todo(todo)
    }
  }

  /// Marks a to-do that is done as to be done again; of one that repeats, the instance of the identity. The to-do is
  /// meant, whatever the kind of the identity.
  ///
  /// - Throws: `EventError` with code `not_found`, `not_a_todo` or `not_completed`.
  @discardableResult
  public mutating func reopen(_ id: ItemID, at now: Instant) throws(EventError) -> CalendarChange {
    try edit(todo(id), scope: .this, at: now) { (item) throws(EventError) in
      guard case .todo(var todo) = item else { return }
      guard todo.isCompleted else {
        throw EventError(.notCompleted, "STATUS", uid: id.uid, expected: "a to-do that is done")
      }
      todo.reopen()
      item = .todo(todo)
    }
  }
}

extension EventCalendar {
  /// The same of the to-do of a UID.
  ///
  /// - Throws: `EventError` with code `not_found`, or `not_a_todo` where only other kinds have the UID.
  private func todo(_ id: ItemID) throws(EventError) -> ItemID {
    let series = SeriesID(uid: id.uid, kind: .todo)
    if !store.entries(of: series).isEmpty { return series.instance(id.recurrenceID) }
    guard !store.entries(uid: id.uid).isEmpty else {
      throw EventError(.notFound, "UID", uid: id.uid, expected: "an item of the calendar")
    }
    throw EventError(.notATodo, uid: id.uid, expected: "the UID of a to-do")
  }
}

extension EventError {
  fileprivate static func closed(_ id: ItemID) -> EventError {
    EventError(.alreadyClosed, "STATUS", uid: id.uid, expected: "an open to-do")
  }
}
