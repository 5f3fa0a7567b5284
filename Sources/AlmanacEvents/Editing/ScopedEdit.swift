internal import AlmanacRecurrence
internal import AlmanacTime

/// An edit of a scope: what is shown to be changed, and what becomes of the items of its series.
struct ScopedEdit {
  enum Subject {
    /// An item by itself: one that happens once, or an override of a series that is not here.
    case item(number: Int, Item)
    case instance(SeriesParts, SeriesParts.Shown)
    case series(SeriesParts, SeriesParts.Shown)
    /// The first part, the second part, and the occurrence in it, with the move of its recurrence ids.
    case split(SeriesParts, SeriesParts, SeriesParts.Shown, StartMove)
  }

  let id: ItemID
  let subject: Subject
  /// What becomes of the items.
  var results: [SeriesParts] = []
  var steps: [CalendarChange.Step] = []
  var passages: [Passage] = []

  init(
    _ id: ItemID, _ scope: RecurrenceScope, uids: UIDSource = .random, in calendar: EventCalendar
  ) throws(EventError) {
    self.id = id
    let parts = SeriesParts(calendar.store.entries(of: id.series), systems: calendar.calendarSystems)
    if let parts, !parts.isSingle {
      let uid = { calendar.newUID(uids, number: calendar.store.nextNumber) }
      subject = try Self.subject(id, scope, of: parts, newUID: uid)
    } else {
      subject = try Self.item(id, scope, of: parts, in: calendar)
    }
  }

  private static func item(
    _ id: ItemID, _ scope: RecurrenceScope, of parts: SeriesParts?, in calendar: EventCalendar
  ) throws(EventError) -> Subject {
    if let parts, let number = parts.main.number, id.recurrenceID.map({ parts.shown(at: $0) != nil }) ?? true
    {
      return .item(number: number, parts.main.item)
    }
    if parts == nil, scope == .this || id.recurrenceID == nil, let number = calendar.number(of: id),
      let item = calendar.store[number]
    {
      return .item(number: number, item)
    }
    if parts == nil, let orphan = calendar.store.entries(of: id.series).first, orphan.item.recurrenceID != nil
    {
      throw EventError(
        .notFound, "RECURRENCE-ID", uid: id.uid,
        expected: "the series, of which only changed instances are here")
    }
    throw EventError(.notFound, "UID", uid: id.uid, expected: "an item of the calendar")
  }

  private static func subject(
    _ id: ItemID, _ scope: RecurrenceScope, of parts: SeriesParts, newUID: () -> String
  ) throws(EventError) -> Subject {
    let missing = EventError(.notFound, "RECURRENCE-ID", uid: id.uid, expected: "an instance of the series")
    guard let instance = id.recurrenceID else {
      guard scope == .all else { throw missing }
      return .series(parts, SeriesParts.Shown(id: parts.start, source: .main, item: parts.main.item))
    }
    if let unknown = parts.unknownCalendar { throw .unsupportedCalendar(unknown, uid: id.uid) }
    guard let shown = parts.shown(at: instance) else { throw missing }
    switch scope {
    case .this: return .instance(parts, shown)
    case .thisAndFuture where parts.hasOccurrence(before: shown.id):
      var (before, after, move) = try parts.split(at: shown.id, newUID: newUID())
      after.drop(parts.main.item.alarms(beforeSplitAt: shown.id, parts.systems))
      guard let first = after.shown(at: move.moved(shown.id)) else { throw missing }
      return .split(before, after, first.ofSeries(after), move)
    default: return .series(parts, shown.ofSeries(parts))
    }
  }

  /// The item as it looks at the occurrence.
  var shown: Item {
    switch subject {
    case .item(_, let item): item
    case .instance(_, let shown), .series(_, let shown), .split(_, _, let shown, _): shown.item
    }
  }
}

extension SeriesParts.Shown {
  /// With the rules of the series instead of the identity of the instance.
  fileprivate func ofSeries(_ parts: SeriesParts) -> SeriesParts.Shown {
    var shown = self
    shown.item.recurrenceID = nil
    shown.item.recurrence = parts.main.item.recurrence
    return shown
  }
}
