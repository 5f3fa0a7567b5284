internal import AlmanacRecurrence
internal import AlmanacTime

extension CalendarItem {
  /// Moves it to another start and keeps its length; a to-do without a start is due then.
  ///
  /// ```swift
  /// try course.edit(occurrence, scope: .all) { $0.move(to: friday) }
  /// ```
  public mutating func move(to start: some EventTimeConvertible) {
    content = item.starting(at: start.eventTime).content
  }
}

extension Item {
  /// How long an occurrence is, as far as the item says it by its end.
  var length: InstanceShape.Length {
    anchor.map { InstanceShape(self, from: $0).length } ?? .none
  }

  /// The same item from another start, as long as before; a to-do without a start is moved by what it is due.
  func starting(at new: EventTime) -> Item {
    var item = self
    guard let old = start else {
      if case .end = extent { item.content.fields.extent = .end(new) }
      return item
    }
    if old == new { return item }
    item.content.fields.start = new
    if old.isDate != new.isDate, !extent.isOfWholeDays {
      // Hours are no days, nor days hours: nothing is known of the length.
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

  /// As an item of the instance alone.
  func alone(at id: EventTime?) -> Item {
    var item = self
    item.recurrenceID = id
    item.recurrence = .none
    item.overridesFuture = false
    return item
  }

  /// Whether an override is where its instance would be by the series.
  func isInPlace(in series: EventTime) -> Bool {
    guard let start, let recurrenceID else { return true }
    return start.hasSameForm(as: series)
      && start.conformed(to: series).key == recurrenceID.conformed(to: series).key
  }
}

extension Extent {
  /// Whether it is a length for dates and for times.
  fileprivate var isOfWholeDays: Bool {
    if case .duration(let duration) = self { duration.exactSeconds == 0 } else { self == .implied }
  }
}
