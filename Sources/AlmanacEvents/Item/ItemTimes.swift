public import AlmanacRecurrence
public import AlmanacTime

/// The stated end or length of an item: DTEND or DUE, DURATION, or neither.
///
/// In a series an end fixes one exact length for all instances, and a duration a nominal one, whose days and weeks follow
/// the wall clock (RFC 5545 §3.8.5.3).
public enum Extent: Sendable, Hashable {
  /// Neither is stated: an event on a date lasts that day, one at a time has no length, and a to-do has no due time.
  case implied
  /// The end, not included: the first moment or the first day after.
  case end(EventTime)
  /// The length from the start; not negative, and in whole days from a date, in a valid item.
  case duration(CalendarDuration)

  /// The end, not included, of an event that starts at `start`.
  public func end(from start: EventTime) -> EventTime {
    switch self {
    case .end(let end): return end
    case .duration(let duration): return start.adding(duration)
    case .implied:
      if case .date(let date) = start { return .date(date.adding(days: 1)) }
      return start
    }
  }
}

/// A type whose values can be the start or the end of an item: a date, a wall-clock time, a time in a zone.
public protocol EventTimeConvertible {
  /// The value as the time of an item.
  var eventTime: EventTime { get }
}

extension EventTime: EventTimeConvertible {
  /// The time itself.
  public var eventTime: EventTime { self }
}

extension CivilDate: EventTimeConvertible {
  /// The date, for an item that covers whole days.
  public var eventTime: EventTime { .date(self) }
}

extension CivilDateTime: EventTimeConvertible {
  /// The wall-clock time without a zone (floating), which is read in the viewer's zone.
  public var eventTime: EventTime { .floating(self) }
}

extension ZonedDateTime: EventTimeConvertible {
  /// The time in its zone.
  public var eventTime: EventTime { .zoned(self) }
}

/// Coded as an object with `rules`, `exclusionRules`, `additions` and `exceptions`; lists that are empty are not
/// written.
extension Recurrence: TableCoded {
  static let codingTable = CodingTable<Recurrence>(
    blank: Recurrence.none,
    isStored: true,
    .list("rules", \.rules), .list("exclusionRules", \.exclusionRules), .list("additions", \.additions),
    .list("exceptions", \.exceptions))
}

extension CalendarItem {
  /// Moves the item to another start without changing its length. A to-do without a start becomes due at that time.
  ///
  /// ```swift
  /// try course.edit(occurrence, scope: .all) { $0.move(to: friday) }
  /// ```
  public mutating func move(to start: some EventTimeConvertible) {
    content = item.starting(at: start.eventTime).content
  }

  /// Moves the item by days, negative ones back, on the clock of its own zone: time of day and length stay. A to-do without a
  /// start moves its due time, an item with neither stays.
  ///
  /// ```swift
  /// try course.edit(occurrence, scope: .this, at: now) { $0.move(byDays: 7) }
  /// ```
  public mutating func move(byDays days: Int) {
    guard let time = item.anchor else { return }
    move(to: time.adding(.days(days)))
  }
}

extension Item {
  /// The length of an occurrence as the item's end states it.
  var length: InstanceShape.Length {
    anchor.map { InstanceShape(self, from: $0).length } ?? .none
  }

  /// The override assigned to another instance; an override at the time of its instance moves to the new one.
  package func placed(at target: EventTime, from instance: EventTime) -> Item {
    if target == instance { return self }
    var placed = start == instance ? starting(at: target) : self
    placed.recurrenceID = target
    return placed
  }

  /// The same item from another start and with the same length; of a to-do without a start the due time moves.
  package func starting(at new: EventTime) -> Item {
    var item = self
    guard let old = start else {
      if case .end = extent { item.content.fields.extent = .end(new) }
      return item
    }
    if old == new { return item }
    item.content.setStart(new)
    if old.isDate != new.isDate, !extent.isOfWholeDays {
      // A length in hours has no meaning for dates, nor one in days for times.
      item.content.fields.extent = .implied
      return item
    }
    guard case .end(let end) = extent else { return item }
    var moved = InstanceShape(self, from: old).length.end(from: new)
    if case .zoned(let zoned) = moved, let zone = new.zone, end.zone == old.zone {
      moved = .zoned(zoned.in(zone))
    }
    item.content.fields.extent = .end(moved)
    return item
  }

  /// The same item as one of a single instance, without rules.
  package func asInstance(_ id: EventTime?) -> Item {
    var item = self
    item.recurrenceID = id
    item.recurrence = .none
    item.content.replaceUnreadRecurrence()
    item.overridesFuture = false
    return item
  }

  /// Whether an override has the start that its instance has by the rules.
  func isInPlace(in series: EventTime) -> Bool {
    guard let start, let recurrenceID else { return true }
    return start.hasSameForm(as: series)
      && InstanceKey(start, in: series) == InstanceKey(recurrenceID, in: series)
  }
}

extension Extent {
  /// Whether the length applies to dates as well as to times.
  fileprivate var isOfWholeDays: Bool {
    if case .duration(let duration) = self { duration.exactSeconds == 0 } else { self == .implied }
  }
}

extension Item {
  /// The item with its times of instances as programs compare them: RECURRENCE-ID in the form and the zone of the
  /// series' DTSTART, EXDATE and RDATE in its form (RFC 5545 §3.8.4.4, §3.8.5.1, §3.8.5.2).
  ///
  /// An exception of another form becomes the instances that it excludes, unless they are more than a day can have.
  ///
  /// - Parameter start: The DTSTART of the series: of the item itself, or of the one whose instance it changes.
  package func conformed(to start: EventTime) -> Item {
    var conformed = self
    if let id = recurrenceID {
      if !id.hasSameForm(as: start) || id.zone != start.zone {
        conformed.recurrenceID = id.conformed(to: start)
      }
      return conformed
    }
    if recurrence.additions.contains(where: { !$0.start.hasSameForm(as: start) }) {
      conformed.recurrence.additions = recurrence.additions.map { $0.conformed(to: start) }
    }
    if recurrence.exceptions.contains(where: { !$0.hasSameForm(as: start) }) {
      let set = RecurrenceSet(start: start, conformed.recurrence)
      conformed.recurrence.exceptions = recurrence.exceptions.flatMap { exception in
        if exception.hasSameForm(as: start) { return [exception] }
        let instances = set.instances(excludedBy: exception)
        return instances.count > RecurrenceSet.maximumPerDay ? [exception] : instances
      }
    }
    return conformed
  }
}

extension RecurrenceDate {
  /// The date in the form of a series' start; a length of its own applies to times alone.
  fileprivate func conformed(to series: EventTime) -> RecurrenceDate {
    if start.hasSameForm(as: series) { return self }
    let moved = start.conformed(to: series)
    switch extent {
    case .end(let end) where !moved.isDate:
      return RecurrenceDate(moved, extent: .end(end.conformed(to: series)))
    case .duration where !moved.isDate: return RecurrenceDate(moved, extent: extent)
    default: return RecurrenceDate(moved)
    }
  }
}
