internal import AlmanacRecurrence
internal import AlmanacTime

/// An edit of one occurrence, of it and later ones, or of a whole series: the item in effect there, to be changed, and the
/// items that result.
struct ScopedEdit {
  enum Subject {
    /// An item that happens once, or an override of a series that is not in the calendar.
    case item(number: Int, Item)
    case instance(SeriesParts, SeriesParts.Effective)
    case series(SeriesParts, SeriesParts.Effective)
    /// A series in two parts, and the occurrence with which the second one begins.
    case split(SplitSeries, SeriesParts.Effective)
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
      if case .split(var split, let effective) = subject {
        let alarms = AlarmSplit(of: split, at: split.move.inverse.moved(effective.id), viewer: self.viewer)
        lostAlarms = alarms.removedFromFirst
        split.after.drop(alarms.removedFromSecond)
        subject = .split(split, try Self.first(of: split.after, at: effective.id, id))
      }
      self.subject = subject
    } else {
      subject = try Self.item(id, scope, of: parts, in: calendar)
    }
  }

  private static func item(
    _ id: ItemID, _ scope: RecurrenceScope, of parts: SeriesParts?, in calendar: EventCalendar
  ) throws(EventError) -> Subject {
    if let parts, let number = parts.main.number,
      id.recurrenceID.map({ parts.effective(at: $0) != nil }) ?? true
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
  ) throws(EventError) -> SeriesParts.Effective {
    guard let first = parts.effective(at: instance) else { throw missing(id) }
    return first.asSeriesItem(parts)
  }

  private static func missing(_ id: ItemID) -> EventError {
    EventError(.notFound, "RECURRENCE-ID", uid: id.uid, expected: "an instance of the series")
  }

  private static func subject(
    _ id: ItemID, _ scope: RecurrenceScope, of parts: SeriesParts, newUID: () -> String
  ) throws(EventError) -> Subject {
    guard let instance = id.recurrenceID else {
      guard scope == .all else { throw missing(id) }
      return .series(parts, SeriesParts.Effective(id: parts.start, source: .main, item: parts.main.item))
    }
    if let unknown = parts.unknownCalendar {
      throw EventError([], and: .unsupportedCalendar(unknown, uid: id.uid))
    }
    if scope == .thisAndFuture, let unread = parts.main.item.unreadInstances {
      throw EventError([], and: .unreadTimes(unread.text, uid: id.uid))
    }
    guard let effective = parts.effective(at: instance) else { throw missing(id) }
    switch scope {
    case .this: return .instance(parts, effective)
    case .thisAndFuture where parts.hasOccurrence(before: effective.id):
      let split = try parts.split(at: effective.id, newUID: newUID())
      return .split(split, try first(of: split.after, at: split.move.moved(effective.id), id))
    default: return .series(parts, effective.asSeriesItem(parts))
    }
  }

  var isSplit: Bool {
    if case .split = subject { true } else { false }
  }

  /// The item as the occurrence shows it.
  var effective: Item {
    switch subject {
    case .item(_, let item): item
    case .instance(_, let effective), .series(_, let effective), .split(_, let effective): effective.item
    }
  }
}

extension SeriesParts.Effective {
  /// The same item with the rules of the series in place of the identity of the instance.
  fileprivate func asSeriesItem(_ parts: SeriesParts) -> SeriesParts.Effective {
    var effective = self
    effective.item.recurrenceID = nil
    effective.item.recurrence = parts.main.item.recurrence
    return effective
  }
}

extension ScopedEdit {
  /// Deletes the subject.
  ///
  /// - Returns: Whether any item of the series is left.
  mutating func delete() -> Bool {
    switch subject {
    case .item, .series: return false
    case .instance(var parts, let effective):
      parts.exclude(effective, viewer: viewer)
      if parts.isEmpty { return false }
      results = [parts]
      mappings = [.gone(id.series, at: effective.id, in: parts.start)]
    case .split(var split, let effective):
      let from = split.move.inverse.moved(effective.id)
      split.before.drop(split.whole.snoozes(of: from, andLater: true, viewer: viewer))
      results = [split.before]
      let rest = IdentityMapping.Span(series: id.series, start: split.before.start, from: from)
      mappings = [IdentityMapping(old: rest, new: nil)]
    }
    return true
  }
}

extension SeriesParts {
  /// Removes one occurrence, by an exception where the rules produce it.
  fileprivate mutating func exclude(_ effective: Effective, viewer: Zone?) {
    var next: Member?
    if case .override(let index) = effective.source, overrides[index].item.overridesFuture {
      next = continuations(of: [index]).first
    }
    // Its snoozes end with it.
    drop(snoozes(of: effective.id, andLater: false, viewer: viewer))
    let own = overrides.filter { key($0) == key(effective.id) }
    let hidden = own.flatMap { exceptions(for: $0) }
    if expansion.contains(effective.id) { main.item.recurrence.exceptions.append(effective.id) }
    main.item.recurrence.exceptions += hidden
    dropped += own
    overrides = overrides.filter { key($0) != key(effective.id) } + (next.map { [$0] } ?? [])
  }
}
