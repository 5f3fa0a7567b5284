public import AlmanacEvents
internal import AlmanacRecurrence
public import AlmanacTime

extension ClassBook {
  /// Returns an edit of one date of a class, of that date and later ones, or of all dates.
  ///
  /// Nothing changes until `apply(_:callingOff:now:checking:)` applies the edit; `impact(of:now:checking:)` tells
  /// beforehand what it does to bookings. Bookings follow their dates.
  ///
  /// For every scope `change` gets the class as it is on that date, with the date's own start.
  /// - `.this` changes that date alone: title, details, colour, categories, start, duration, places, instructor and location.
  /// - `.all` changes the class. A moved start moves every date by the same time on the wall clock; other dates with a
  ///   start of their own stay where they are. With new rules the start is the first of the class by them.
  /// - `.thisAndFuture` ends the class before the date and makes the rest a class of its own, linked by its `relations`
  ///   (RFC 9253 §5) and changed like `.all`. On the first date it is `.all`.
  ///
  /// ```swift
  /// let edit = try gym.editing(yoga.uid, at: monday.instant, scope: .thisAndFuture) { $0.places = 20 }
  /// if gym.impact(of: edit, now: now).calledOff.isEmpty { print(gym.apply(edit, now: now).isDone) }
  /// ```
  ///
  /// - Parameters:
  ///   - uid: The UID of the class.
  ///   - original: The start that the recurrence gives the date.
  ///   - scope: The dates to change.
  ///   - uids: The source of the UID of a second part.
  ///   - change: Changes the class as it is on that date.
  /// - Throws: `SchedulingError` with code `notFound` where the class does not run, `notRepresented` for a change that
  ///   one date cannot have of its own, or the code of the `EventError` that the calendar gives, such as `immovable_part`.
  public func editing(
    _ uid: String, at original: Instant, scope: RecurrenceScope, uids: UIDSource = .random,
    change: (inout ClassSeries) -> Void
  ) throws(SchedulingError) -> ClassEdit {
    let series = try running(uid, at: original)
    if scope == .this { return try series.editingAlone(original, change) }
    var dates = dates(with: series)
    var (kept, edited) = (series, series)
    do {
      let done = try dates.edit(
        series.identity(of: original), scope: scope, splitsUnchanged: true, at: nil, uids: uids
      ) { (item) throws(EventError) in
        guard var event = item.event, let start = event.start.zonedTime else { return }
        let own = series.changes[original]?.start
        edited.start = own ?? start
        edited.recurrence = event.recurrence
        edited.relations = event.relations
        change(&edited)
        if let own {
          let isNew = edited.recurrence.rules != event.recurrence.rules
          edited.start = kept.moveDate(original, from: own, to: edited.start, ofSeries: start, isNew)
        }
        event.start = .zoned(edited.start)
        event.extent = .duration(edited.duration)
        event.recurrence = edited.recurrence
        event.relations = edited.relations
        item = .event(event)
      }
      return done.isEmpty ? kept.edit(keepingDates: edited) : kept.edit(into: edited, done)
    } catch {
      throw SchedulingError(error)
    }
  }

  /// Returns an edit as the other `editing` does, by a closure that may throw any error.
  @_disfavoredOverload
  public func editing(
    _ uid: String, at original: Instant, scope: RecurrenceScope, uids: UIDSource = .random,
    change: (inout ClassSeries) throws -> Void
  ) throws -> ClassEdit {
    try rethrowing(change) { try editing(uid, at: original, scope: scope, uids: uids, change: $0) }
  }

  /// Returns an edit that ends a class before a date, so that neither the date nor a later one takes place. Nothing
  /// changes until it is applied.
  ///
  /// - Throws: `SchedulingError` as `editing(_:at:scope:uids:change:)` does.
  public func ending(_ uid: String, before original: Instant) throws(SchedulingError) -> ClassEdit {
    let series = try running(uid, at: original)
    var dates = dates(with: series)
    do {
      return series.edit(
        into: series, try dates.delete(series.identity(of: original), scope: .thisAndFuture, at: nil))
    } catch {
      throw SchedulingError(error)
    }
  }

  private func running(_ uid: String, at original: Instant) throws(SchedulingError) -> ClassSeries {
    guard let series = seriesByUID[uid], series.occurrence(at: original) != nil else {
      throw SchedulingError(.notFound, expected: "a date on which the class runs")
    }
    return series
  }

  /// A calendar of the dates of a class, for the calendar's own editing of series.
  ///
  /// The other classes are in it so that no second part gets one of their UIDs.
  private func dates(with series: ClassSeries) -> EventCalendar {
    var calendar = EventCalendar()
    for other in self.series where other.uid != series.uid {
      calendar.insert(Event("", at: other.start, uid: other.uid))
    }
    var event = Event("", from: series.start, lasting: series.duration, uid: series.uid)
    event.recurrence = series.recurrence
    event.relations = series.relations
    calendar.insert(event)
    return calendar
  }
}

extension ClassSeries {
  /// Moves a date that has a start of its own, and returns the start that the series has for it then.
  ///
  /// - Parameters:
  ///   - own: The date's own start before.
  ///   - new: The new start of the date.
  ///   - start: The start that the series has for the date before.
  ///   - isNew: Whether the rules are new ones, by which the class begins at a start that was changed.
  fileprivate mutating func moveDate(
    _ original: Instant, from own: ZonedDateTime, to new: ZonedDateTime, ofSeries start: ZonedDateTime,
    _ isNew: Bool
  ) -> ZonedDateTime {
    if own == new { return start }
    changes[original]?.start = isNew ? nil : new
    if changes[original] == ClassChange() { changes[original] = nil }
    let move = StartMove(from: .zoned(own), to: .zoned(new))
    return isNew ? new : move.moved(.zoned(start)).zonedTime ?? start
  }

  /// The edit of one date, by the properties that the change makes different.
  fileprivate func editingAlone(
    _ original: Instant, _ change: (inout ClassSeries) -> Void
  ) throws(SchedulingError) -> ClassEdit {
    var before = self
    let own = changes[original]
    before.start = own?.start ?? original.in(zone)
    before.duration = own?.duration ?? duration
    before.places = own?.places ?? places
    before.copyDescription(of: occurrence(from: original.in(zone)))
    var after = before
    change(&after)
    var rest = after
    (rest.start, rest.duration, rest.places) = (before.start, before.duration, before.places)
    rest.copyDescription(of: before)
    guard rest == before, after.color != nil || color == nil else {
      throw SchedulingError(
        .notRepresented,
        expected:
          "a change of summary, details, colour, categories, start, duration, places, instructor or location")
    }
    var changed = own ?? ClassChange()
    changed.start = after.start.instant == original ? nil : after.start
    changed.duration = after.duration == duration ? nil : after.duration
    changed.places = after.places == places ? nil : after.places
    changed.setDescription(of: after, unlike: self)
    return changing(original, changed == ClassChange() ? nil : changed)
  }

  /// The edit that leaves every date where it is.
  fileprivate func edit(keepingDates edited: ClassSeries) -> ClassEdit {
    var edited = edited
    (edited.uid, edited.start, edited.recurrence) = (uid, start, recurrence)
    (edited.relations, edited.changes) = (relations, changes)
    return ClassEdit([edited])
  }

  /// The edit that makes of a class the parts that its dates now have, with the changes of single dates moved along.
  fileprivate func edit(into edited: ClassSeries, _ done: CalendarChange) -> ClassEdit {
    let uids = done.added.map { $0.uid }
    let editedUID = uids.first { $0 != uid } ?? uid
    var parts: [ClassSeries] = []
    for event in done.added.compactMap({ $0.event }) {
      guard let start = event.start.zonedTime else { continue }
      var part = event.uid == editedUID ? edited : self
      part.uid = event.uid
      part.start = start
      part.recurrence = event.recurrence
      part.relations = event.relations
      part.changes = [:]
      parts.append(part)
    }
    for (original, own) in changes {
      guard let id = done.identities[identity(of: original)],
        let place = parts.firstIndex(where: { $0.uid == id.uid })
      else { continue }
      let key = id.recurrenceID?.instant(in: zone) ?? parts[place].start.instant
      parts[place].changes[key] = own
    }
    return ClassEdit(
      parts, removing: uids.contains(uid) ? [] : [uid], identities: done.identities)
  }
}

extension SchedulingError {
  /// The first reason for which a calendar did not make a change.
  fileprivate init(_ error: EventError) {
    let reason = error.reasons.first
    self.init(
      Code(rawValue: reason?.code.rawValue ?? Code.notRepresented.rawValue),
      expected: reason?.expected ?? "a change that the calendar makes")
  }
}
