public import AlmanacTime

extension EventCalendar {
  /// Changes an occurrence: it alone, it and those after it, or the whole series.
  ///
  /// Whatever the scope, `change` is given the item as it looks at that occurrence, with its own start; what it makes
  /// different is done to the scope:
  /// - `.this` changes the override of the occurrence or makes one. It has no rules.
  /// - `.all` changes the series. Overrides take what is changed too, unless they had that field of their own
  ///   already; the edited occurrence always takes it. A moved start moves the series as far on the wall clock, with
  ///   rules, exceptions, additions and recurrence ids; overrides that were moved before stay where they are.
  /// - `.thisAndFuture` ends the series before the occurrence and makes the rest a series of its own, linked by
  ///   RELATED-TO (RFC 9253 §5), which is changed like `.all`; `change` is given the rules of that rest. It is `.all`
  ///   when nothing happens before the occurrence.
  ///
  /// Rules that are changed stand as they are given, for the start as it then is. Overrides that name no instance of
  /// them are taken away, as other calendars do: the change reports them as `gone`. Exceptions stay.
  /// The change's `identities` say what each occurrence is called now. To see beforehand what an edit does, make it
  /// on a copy: a calendar is a value.
  ///
  /// ```swift
  /// var draft = course
  /// let change = try draft.edit(occurrence, scope: .thisAndFuture, at: now) { $0.location = "Room 12" }
  /// show(change)
  /// try course.apply(change)                          // and course.apply(change.inverse) takes it back
  /// ```
  ///
  /// - Parameters:
  ///   - now: When this is done: sets DTSTAMP, CREATED and LAST-MODIFIED. Without it they stay.
  ///   - viewer: On whose clock dates and floating times are, without it the calendar's own: by that it is known of
  ///     which instance an alarm was put off.
  ///   - uids: Gives the UID of a second part.
  /// - Throws: `EventError` with every rule that is broken and was not before, `not_found` where nothing happens, or `immovable_part`
  ///   with the part of a rule that does not stay true. The calendar is then unchanged.
  @discardableResult
  public mutating func edit(
    _ occurrence: Occurrence, scope: RecurrenceScope, at now: Instant? = nil,
    viewer: Zone? = nil, policy: ValidationPolicy = .standard, uids: UIDSource = .random,
    change: (inout Item) throws(EventError) -> Void
  ) throws(EventError) -> CalendarChange {
    try edit(occurrence.id, scope: scope, at: now, viewer: viewer, policy: policy, uids: uids, change: change)
  }

  /// Changes the occurrence of an identity; with the identity of a series alone, and `.all`, the series as it starts.
  @discardableResult
  public mutating func edit(
    _ id: ItemID, scope: RecurrenceScope, at now: Instant? = nil, viewer: Zone? = nil,
    policy: ValidationPolicy = .standard, uids: UIDSource = .random,
    change: (inout Item) throws(EventError) -> Void
  ) throws(EventError) -> CalendarChange {
    try edit(
      id, scope: scope, splitsUnchanged: false, at: now, viewer: viewer, policy: policy, uids: uids,
      change: change)
  }

  /// Changes the occurrence of an identity as the other `edit` does.
  ///
  /// - Parameter splitsUnchanged: Whether `.thisAndFuture` splits the series also where the change leaves the
  ///   occurrence as it was, for a caller that stores more about the second part than the calendar does.
  package mutating func edit(
    _ id: ItemID, scope: RecurrenceScope, splitsUnchanged: Bool, at now: Instant? = nil, viewer: Zone? = nil,
    policy: ValidationPolicy = .standard, uids: UIDSource = .random,
    change: (inout Item) throws(EventError) -> Void
  ) throws(EventError) -> CalendarChange {
    var edit = try ScopedEdit(id, scope, viewer: viewer, uids: uids, in: self)
    do throws(EventError) {
      guard try edit.make(policy, splitsUnchanged: splitsUnchanged, change) else { return CalendarChange() }
    } catch {
      // A second part that is refused has no UID that anybody knows.
      throw error.naming(id.uid, insteadOf: edit.shown.uid)
    }
    return edit.done(in: &self, at: now)
  }

  /// The item as it looks at an occurrence: what `edit` gives to be changed, under the UID that it has now.
  ///
  /// - Throws: `EventError` with code `not_found`.
  public func item(shownAt id: ItemID, scope: RecurrenceScope = .this) throws(EventError) -> Item {
    var item = try ScopedEdit(id, scope, in: self).shown
    item.uid = id.uid
    return item
  }

  /// Takes away an occurrence, it and those after it, or the whole series with its overrides.
  ///
  /// One occurrence becomes an exception (EXDATE); with the last of them the item goes.
  ///
  /// What was put off of an instance that goes is over.
  ///
  /// - Parameters:
  ///   - now: When this is done: sets DTSTAMP and LAST-MODIFIED. Without it they stay.
  ///   - viewer: On whose clock dates and floating times are, without it the calendar's own: by that it is known of
  ///     which instance an alarm was put off. Where neither is known, only what is so for every viewer is over.
  /// - Throws: `EventError` with code `not_found`, or `immovable_part` where the rules cannot be ended there.
  @discardableResult
  public mutating func delete(
    _ id: ItemID, scope: RecurrenceScope, at now: Instant? = nil, viewer: Zone? = nil
  ) throws(EventError) -> CalendarChange {
    var edit = try ScopedEdit(id, scope, viewer: viewer, in: self)
    if case .item(_, let item) = edit.subject, item.recurrenceID != nil { return try remove(item.id) }
    guard edit.delete() else { return try remove(uid: id.uid, kind: id.kind) }
    return edit.done(in: &self, at: now)
  }

  /// Takes away an occurrence, it and those after it, or the whole series with its overrides.
  @discardableResult
  public mutating func delete(
    _ occurrence: Occurrence, scope: RecurrenceScope, at now: Instant? = nil, viewer: Zone? = nil
  ) throws(EventError) -> CalendarChange {
    try delete(occurrence.id, scope: scope, at: now, viewer: viewer)
  }
}
