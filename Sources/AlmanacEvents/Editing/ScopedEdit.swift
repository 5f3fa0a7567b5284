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
  /// On whose clock dates and floating times are; `nil` when it is not known.
  let viewer: Zone?
  /// The alarms that the first part of a series loses when the second one is changed.
  private(set) var partedAlarms: [Alarm] = []

  init(
    _ id: ItemID, _ scope: RecurrenceScope, viewer: Zone? = nil, uids: UIDSource = .random,
    in calendar: EventCalendar
  ) throws(EventError) {
    self.id = id
    self.viewer = viewer ?? calendar.zone
    let parts = SeriesParts(calendar.store.entries(of: id.series), systems: calendar.calendarSystems)
    if let parts, !parts.isSingle {
      let uid = { calendar.newUID(uids, number: calendar.store.nextNumber) }
      var subject = try Self.subject(id, scope, of: parts, newUID: uid)
      if case .split(let before, var after, let shown, let move) = subject {
        let from = move.inverse.moved(shown.id)
        let parting = AlarmParting(of: parts, before, after, at: from, viewer: self.viewer)
        partedAlarms = parting.before
        after.drop(parting.after)
        subject = .split(before, after, try Self.first(of: after, at: shown.id, id), move)
      }
      self.subject = subject
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

  /// The occurrence with which the second part of a series begins.
  private static func first(
    of parts: SeriesParts, at instance: EventTime, _ id: ItemID
  ) throws(EventError) -> SeriesParts.Shown {
    guard let first = parts.shown(at: instance) else { throw missing(id) }
    return first.ofSeries(parts)
  }

  private static func missing(_ id: ItemID) -> EventError {
    EventError(.notFound, "RECURRENCE-ID", uid: id.uid, expected: "an instance of the series")
  }

  private static func subject(
    _ id: ItemID, _ scope: RecurrenceScope, of parts: SeriesParts, newUID: () -> String
  ) throws(EventError) -> Subject {
    guard let instance = id.recurrenceID else {
      guard scope == .all else { throw missing(id) }
      return .series(parts, SeriesParts.Shown(id: parts.start, source: .main, item: parts.main.item))
    }
    if let unknown = parts.unknownCalendar { throw .unsupportedCalendar(unknown, uid: id.uid) }
    guard let shown = parts.shown(at: instance) else { throw missing(id) }
    switch scope {
    case .this: return .instance(parts, shown)
    case .thisAndFuture where parts.hasOccurrence(before: shown.id):
      let (before, after, move) = try parts.split(at: shown.id, newUID: newUID())
      return .split(before, after, try first(of: after, at: move.moved(shown.id), id), move)
    default: return .series(parts, shown.ofSeries(parts))
    }
  }

  var isSplit: Bool {
    if case .split = subject { true } else { false }
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
