internal import AlmanacRecurrence
package import AlmanacTime

extension CalendarItem {
  /// Moves the item to another start without changing its length. A to-do without a start becomes due at that time.
  ///
  /// ```swift
  /// try course.edit(occurrence, scope: .all) { $0.move(to: friday) }
  /// ```
  public mutating func move(to start: some EventTimeConvertible) {
    content = item.starting(at: start.eventTime).content
  }
}

extension Item {
  /// The length of an occurrence as the item's end states it.
  var length: InstanceShape.Length {
    anchor.map { InstanceShape(self, from: $0).length } ?? .none
  }

  /// The same item from another start and with the same length; of a to-do without a start the due time moves.
  package func starting(at new: EventTime) -> Item {
    var item = self
    guard let old = start else {
      if case .end = extent { item.content.fields.extent = .end(new) }
      return item
    }
    if old == new { return item }
    item.content.fields.start = new
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
  package func alone(at id: EventTime?) -> Item {
    var item = self
    item.recurrenceID = id
    item.recurrence = .none
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
  /// Whether the length has a meaning for dates as well as for times.
  fileprivate var isOfWholeDays: Bool {
    if case .duration(let duration) = self { duration.exactSeconds == 0 } else { self == .implied }
  }
}
