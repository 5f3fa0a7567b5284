public import AlmanacTime

/// The part of a series that an edit or a deletion affects. For an item that happens once all three are the same.
public enum RecurrenceScope: String, Sendable, Hashable, CaseIterable {
  /// The occurrence alone.
  case this
  /// The occurrence and those after it: the series is split.
  case thisAndFuture
  /// The whole series.
  case all
}

extension EventCalendar {
  /// Changes an occurrence: it alone, it and those after it, or the whole series.
  ///
  /// Whatever the scope, `change` gets the item as that occurrence shows it, with its own start. The differences that it
  /// makes are applied to the scope:
  /// - `.this` changes the override of the occurrence or makes one. It has no rules.
  /// - `.all` changes the series. Overrides get the changed fields too, except those that they had changed themselves;
  ///   the edited occurrence gets them all. A moved start moves the series as far on the wall clock, with rules,
  ///   exceptions, additions and recurrence ids; overrides that were moved before do not move.
  /// - `.thisAndFuture` ends the series before the occurrence and makes the rest a series of its own, linked by
  ///   RELATED-TO (RFC 9253 §5), which is changed like `.all`; `change` gets the rules of that rest. It is the same as
  ///   `.all` when no occurrence comes before this one.
  ///
  /// Changed rules apply from the changed start on. Overrides of instances that the new rules do not produce are removed,
  /// as other calendars do, and reported in the change's `gone`. Exceptions stay. The change's `identities` map each
  /// identity from before to the one it has now. To see the effect of an edit beforehand, make it on a copy: a calendar
  /// is a value.
  ///
  /// ```swift
  /// var draft = course
  /// let change = try draft.edit(occurrence, scope: .thisAndFuture, at: now) { $0.location = "Room 12" }
  /// show(change)
  /// try course.apply(change)                          // and course.apply(change.inverse) undoes it
  /// ```
  ///
  /// - Parameters:
  ///   - occurrence: An occurrence of this calendar or its identity; with `.all` also the identity of a series alone, which
  ///     shows its main item. One that a query of several calendars found is in `calendars[occurrence.calendar]`.
  ///   - scope: The part of the series to change.
  ///   - now: The instant of the edit, for DTSTAMP, CREATED and LAST-MODIFIED; `nil` leaves them unchanged.
  ///   - me: The calendar addresses of the person who makes the change. If one of them is the organizer's, or the item
  ///     has no organizer, the change is the organizer's and raises SEQUENCE where it has to; otherwise, also with no
  ///     addresses, it is an attendee's and does not.
  ///   - viewer: The zone in which dates and floating times are read, to find the instance of a snooze; by default the
  ///     calendar's.
  ///   - policy: Further rules for what the edit changes; by default those of tasks for a task.
  ///   - uids: The source of the UID of a second part.
  ///   - change: Changes the item as the occurrence shows it; the calendar is unchanged if it throws.
  /// - Throws: `EventError` with every rule that is broken and was not before, `not_found` where there is no occurrence,
  ///   or `immovable_part` with the part of a rule that cannot move. The calendar is then unchanged.
  @discardableResult
  public mutating func edit(
    _ occurrence: some Identifiable<ItemID>, scope: RecurrenceScope, at now: Instant?,
    by me: Set<String> = [], viewer: Zone? = nil, policy: ValidationPolicy? = nil,
    uids: UIDSource = .random, change: (inout Item) throws(EventError) -> Void
  ) throws(EventError) -> CalendarChange {
    try edit(
      occurrence.id, scope: scope, splitsUnchanged: false, at: now, by: me, viewer: viewer, policy: policy,
      uids: uids, change: change)
  }

  /// Changes an occurrence as the other `edit` does, by a closure that may throw any error.
  ///
  /// - Throws: The error of `change`, or an `EventError` as the other `edit` does. The calendar is then unchanged.
  @_disfavoredOverload
  @discardableResult
  public mutating func edit(
    _ occurrence: some Identifiable<ItemID>, scope: RecurrenceScope, at now: Instant?,
    by me: Set<String> = [], viewer: Zone? = nil, policy: ValidationPolicy? = nil,
    uids: UIDSource = .random, change: (inout Item) throws -> Void
  ) throws -> CalendarChange {
    try rethrowing(change) { change in
      try edit(
        occurrence, scope: scope, at: now, by: me, viewer: viewer, policy: policy, uids: uids,
        change: { (item: inout Item) throws(EventError) in change(&item) })
    }
  }

  /// Changes the occurrence of an identity as the other `edit` does.
  ///
  /// - Parameter splitsUnchanged: Whether `.thisAndFuture` splits the series also where the change leaves the
  ///   occurrence as it was, for a caller that stores more about the second part than the calendar does.
  package mutating func edit(
    _ id: ItemID, scope: RecurrenceScope, splitsUnchanged: Bool, at now: Instant?,
    by me: Set<String> = [],
    viewer: Zone? = nil, policy: ValidationPolicy? = nil, uids: UIDSource = .random,
    change: (inout Item) throws(EventError) -> Void
  ) throws(EventError) -> CalendarChange {
    var edit = try ScopedEdit(id, scope, by: me, viewer: viewer, uids: uids, in: self)
    do throws(EventError) {
      guard try edit.apply(policy, splitsUnchanged: splitsUnchanged, change) else { return CalendarChange() }
    } catch {
      // The caller has no use for the UID of a second part that is refused.
      throw error.naming(id.uid, insteadOf: edit.effective.uid)
    }
    return edit.done(in: &self, at: now)
  }

  /// The item as an occurrence shows it: the one that `edit` passes to its change, under its present UID.
  ///
  /// - Throws: `EventError` with code `not_found`.
  public func item(inEffectAt id: ItemID, scope: RecurrenceScope = .this) throws(EventError) -> Item {
    var item = try ScopedEdit(id, scope, in: self).effective
    item.uid = id.uid
    return item
  }

  /// Deletes an occurrence, it and those after it, or the whole series with its overrides.
  ///
  /// A single occurrence becomes an exception (EXDATE); with the last one the item is removed. Snoozes of a deleted
  /// instance are removed too.
  ///
  /// - Parameters:
  ///   - occurrence: An occurrence or its identity, which may be that of a series alone.
  ///   - scope: The part of the series to delete.
  ///   - now: The instant of the deletion, for DTSTAMP and LAST-MODIFIED; `nil` leaves them unchanged.
  ///   - me: The calendar addresses of the person who makes the change. If one of them is the organizer's, or the item
  ///     has no organizer, the change is the organizer's and raises SEQUENCE where it has to; otherwise, also with no
  ///     addresses, it is an attendee's and does not.
  ///   - viewer: The zone in which dates and floating times are read, to find the instance of a snooze; by default the
  ///     calendar's. Without either, only the snoozes are removed that belong to the instance in every zone.
  /// - Throws: `EventError` with code `not_found`, or `immovable_part` where the rules cannot be ended there.
  @discardableResult
  public mutating func delete(
    _ occurrence: some Identifiable<ItemID>, scope: RecurrenceScope, at now: Instant?,
    by me: Set<String> = [], viewer: Zone? = nil
  ) throws(EventError) -> CalendarChange {
    let id = occurrence.id
    var edit = try ScopedEdit(id, scope, by: me, viewer: viewer, in: self)
    if case .item(_, let item) = edit.subject, item.recurrenceID != nil { return try remove(item.id) }
    guard edit.delete() else { return try remove(uid: id.uid, kind: id.kind) }
    return edit.done(in: &self, at: now)
  }
}

/// Makes an edit whose closure cannot throw by one that can. Where it throws, the value stays as it was, so that the edit
/// changes nothing, and the error is thrown afterwards.
package func rethrowing<Value, Result>(
  _ change: (inout Value) throws -> Void, in edit: ((inout Value) -> Void) throws -> Result
) throws -> Result {
  // A closure that does not escape cannot be captured by one that is passed to another such closure.
  try withoutActuallyEscaping(change) { change in
    var failure: (any Error)?
    let result = try edit { value in
      let before = value
      do { try change(&value) } catch { (value, failure) = (before, error) }
    }
    if let failure { throw failure }
    return result
  }
}
