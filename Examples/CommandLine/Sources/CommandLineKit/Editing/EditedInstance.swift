import AlmanacEvents
import AlmanacTime

/// The item that stands for one occurrence, to be changed by itself: a single item, an override, or one to be.
struct EditedInstance: Sendable {
  var item: Item
  /// Whether it has no item of its own yet.
  let isNew: Bool

  /// A single item, or a series as a whole.
  init(_ item: Item) {
    self.item = item
    isNew = false
  }

  init(_ occurrence: Occurrence) {
    let source = occurrence.item
    item = source
    isNew = occurrence.recurrenceID != nil && source.recurrenceID == nil
    guard isNew, let main = source.start else { return }
    item.recurrenceID = occurrence.recurrenceID
    item.recurrence = .none
    let start = occurrence.recurrenceID ?? occurrence.start
    switch item {
    case .event(var event):
      event.start = occurrence.start
      if case .end = event.extent { event.extent = .end(occurrence.end) }
      item = .event(event)
    case .todo(var todo):
      todo.start = start
      if case .end(let due) = todo.extent { todo.extent = .end(due.moved(from: main, to: start)) }
      item = .todo(todo)
    case .journal(var journal):
      journal.start = occurrence.start
      item = .journal(journal)
    }
  }
}

extension EventTime {
  /// As far from one time as this is from another of the same form; on the wall clock for dates and floating times,
  /// exactly for times in a zone.
  func moved(from old: EventTime, to new: EventTime) -> EventTime {
    if case .zoned(let end) = self, case .zoned(let start) = old, case .zoned(let moved) = new {
      return .zoned(moved.instant.adding(seconds: end.instant.seconds(since: start.instant)).in(end.zone))
    }
    return new.adding(CalendarDuration(civilSeconds: local.seconds(since: old.local)))
  }
}
