internal import AlmanacRecurrence
internal import AlmanacTime

/// An edit of one occurrence, of it and later ones, or of a whole series: the item that is shown to be changed, and the
/// items that result.
struct ScopedEdit {
  enum Subject {
    /// An item that happens once, or an override of a series that is not in the calendar.
    case item(number: Int, Item)
    case instance(SeriesParts, SeriesParts.Shown)
    case series(SeriesParts, SeriesParts.Shown)
    /// A series in two parts, and the occurrence with which the second one begins.
    case split(SplitSeries, SeriesParts.Shown)
  }

  let id: ItemID
  let subject: Subject
  /// The series that result.
  var results: [SeriesParts] = []
  var steps: [CalendarChange.Step] = []
  var mappings: [IdentityMapping] = []
  /// The zone in which dates and floating times are read; `nil` when it is not stated.
  let viewer: Zone?
  /// The calendar addresses of the person who makes the edit.
  let me: Set<String>
  /// The alarms that the first part of a split series loses when the second one is changed.
  private(set) var lostAlarms: [Alarm] = []

  init(
    _ id: ItemID, _ scope: RecurrenceScope, by me: Set<String> = [], viewer: Zone? = nil,
    uids: UIDSource = .random, in calendar: EventCalendar
  ) throws(EventError) {
    self.id = id
    self.me = me
    self.viewer = viewer ?? calendar.zone
    let parts = SeriesParts(calendar.store.entries(of: id.series), systems: calendar.calendarSystems)
    if let parts, !parts.isSingle {
      let uid = { calendar.newUID(uids, number: calendar.store.nextNumber) }
      var subject = try Self.subject(id, scope, of: parts, newUID: uid)
      if case .split(var split, let shown) = subject {
        let alarms = AlarmSplit(of: split, at: split.move.inverse.moved(shown.id), viewer: self.viewer)
        lostAlarms = alarms.before
        split.after.drop(alarms.after)
        subject = .split(split, try Self.first(of: split.after, at: shown.id, id))
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
        expected: "an edit of one instance, or the series, of which there are only changed instances")
    }
    throw .noItem(id.uid)
  }

  /// The occurrence with which the second part of a split series begins.
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
    if let unknown = parts.unknownCalendar {
      let expected = "the calendar \(unknown) among the calendar's systems"
      throw EventError(.unsupportedCalendar, "RRULE", uid: id.uid, expected: expected)
    }
    guard let shown = parts.shown(at: instance) else { throw missing(id) }
    switch scope {
    case .this: return .instance(parts, shown)
    case .thisAndFuture where parts.hasOccurrence(before: shown.id):
      let split = try parts.split(at: shown.id, newUID: newUID())
      return .split(split, try first(of: split.after, at: split.move.moved(shown.id), id))
    default: return .series(parts, shown.ofSeries(parts))
    }
  }

  var isSplit: Bool {
    if case .split = subject { true } else { false }
  }

  /// The item as the occurrence shows it.
  var shown: Item {
    switch subject {
    case .item(_, let item): item
    case .instance(_, let shown), .series(_, let shown), .split(_, let shown): shown.item
    }
  }
}

extension SeriesParts.Shown {
  /// The same item with the rules of the series in place of the identity of the instance.
  fileprivate func ofSeries(_ parts: SeriesParts) -> SeriesParts.Shown {
    var shown = self
    shown.item.recurrenceID = nil
    shown.item.recurrence = parts.main.item.recurrence
    return shown
  }
}

extension ScopedEdit {
  /// Deletes the subject.
  ///
  /// - Returns: Whether any item of the series is left.
  mutating func delete() -> Bool {
    switch subject {
    case .item, .series: return false
    case .instance(var parts, let shown):
      parts.except(shown, viewer: viewer)
      if parts.isEmpty { return false }
      results = [parts]
      mappings = [.gone(id.series, at: shown.id, in: parts.start)]
    case .split(var split, let shown):
      let from = split.move.inverse.moved(shown.id)
      split.before.drop(split.whole.snoozes(of: from, andLater: true, viewer: viewer))
      results = [split.before]
      let rest = IdentityMapping.Place(series: id.series, start: split.before.start, from: from)
      mappings = [IdentityMapping(old: rest, new: nil)]
    }
    return true
  }
}

extension SeriesParts {
  /// Removes one occurrence, by an exception where the rules produce it.
  fileprivate mutating func except(_ shown: Shown, viewer: Zone?) {
    var next: Part?
    if case .override(let index) = shown.source, overrides[index].item.overridesFuture {
      next = continuation(of: index)
    }
    // Its snoozes end with it.
    drop(snoozes(of: shown.id, andLater: false, viewer: viewer))
    let own = overrides.filter { key($0) == key(shown.id) }
    let hidden = own.flatMap { exceptions(for: $0) }
    if expansion.contains(shown.id) { main.item.recurrence.exceptions.append(shown.id) }
    main.item.recurrence.exceptions += hidden
    dropped += own
    overrides = overrides.filter { key($0) != key(shown.id) } + (next.map { [$0] } ?? [])
  }
}
