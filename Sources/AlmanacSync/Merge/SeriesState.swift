internal import AlmanacEvents
internal import AlmanacRecurrence
internal import AlmanacTime

/// One side's state of an item or of a series with its overrides.
struct SeriesState {
  let id: ItemID
  let items: [Item]
  let main: Item?
  let overrides: [Item]
  let superseded: [Item]
  private let calendar: EventCalendar
  /// The instances; `nil` for an item that does not repeat.
  let expansion: RecurrenceExpansion?
  private let overridden: Set<InstanceKey>
  /// The instances that the series does not show.
  private let excepted: Set<InstanceKey>
  /// Whether every instance equals the series, moved to its time.
  private let hasUniformInstances: Bool

  init(_ id: ItemID, in calendar: EventCalendar) {
    self.id = id
    self.calendar = calendar
    items = calendar.items(uid: id.uid, kind: id.kind)
    let series = calendar.series(uid: id.uid, kind: id.kind)
    main = series?.main
    overrides = series?.overrides ?? []
    superseded = series?.superseded ?? []
    expansion = main.flatMap { main in
      guard main.isRecurring, let start = main.anchor else { return nil }
      return RecurrenceExpansion(
        RecurrenceSet(start: start, main.recurrence), calendars: calendar.calendarSystems)
    }
    let start = main?.anchor
    overridden = Set(overrides.compactMap { $0.recurrenceID ?? start }.map { InstanceKey($0, in: start) })
    excepted = Set((main?.recurrence.exceptions ?? []).map { InstanceKey($0, in: start) })
    hasUniformInstances =
      !overrides.contains(where: \.overridesFuture)
      && main?.recurrence.additions.allSatisfy { $0.extent == nil } ?? true
  }

  var start: EventTime? { main?.anchor }

  /// The calendar systems by which the rules are expanded (RSCALE).
  var calendars: CalendarSystems { calendar.calendarSystems }

  /// The first instance at or after a recurrence id whose key satisfies a condition.
  func first(from id: EventTime, where isFound: (InstanceKey) -> Bool) -> EventTime? {
    let (zone, key) = (id.zone ?? .utc, key(id))
    return expansion?.instances(from: id.instant(in: zone), viewer: zone).lazy.map(\.start)
      .first { self.key($0) >= key && isFound(self.key($0)) }
  }

  /// Whether the series has neither instances nor overrides from a recurrence id on.
  func hasEnded(before id: EventTime) -> Bool {
    let key = key(id)
    return first(from: id) { _ in true } == nil && !overridden.contains { $0 >= key }
  }

  /// Whether the series has an instance of a recurrence id, in whatever form.
  func hasInstance(_ id: EventTime) -> Bool {
    guard let start else { return false }
    return expansion?.contains(id.conformed(to: start)) ?? false
  }

  /// The item that an instance without an override shows; `nil` where the series has no such instance.
  func instance(at id: EventTime) -> Item? {
    guard let main, let start, hasInstance(id) else { return nil }
    let id = id.conformed(to: start)
    if hasUniformInstances { return main.asInstance(id).starting(at: id) }
    return try? calendar.item(inEffectAt: ItemID(uid: self.id.uid, kind: self.id.kind, recurrenceID: id))
  }

  /// The recurrence id in this series that corresponds to one in another state of it: the same id if it is an instance
  /// or an override here; otherwise the id shifted by the distance of the starts, if that is an instance or an
  /// exception.
  ///
  /// A start that moved on the wall clock has moved all instances; a start that is another instance of the same rules
  /// has not: the series has lost or gained its first instances.
  func corresponding(_ id: EventTime, in other: SeriesState) -> EventTime {
    guard let start, let from = other.start, start != from, !hasInstance(id) else { return id }
    if overridden.contains(key(id)) || isEnd(of: other) || other.isEnd(of: self) { return id }
    let instance = other.expansion?.set.instance(at: id) ?? id.conformed(to: from)
    let moved = StartMove(from: from, to: start).moved(instance)
    return hasInstance(moved) || excepted.contains(key(moved)) ? moved : id
  }

  /// The most instances that two series are compared by.
  private static let comparedInstances = 1_000

  /// Whether the series is another one without its first instances: its start is a later instance of that, and from there on
  /// their rules have the same instances.
  func isEnd(of other: SeriesState) -> Bool {
    let zone = start?.zone ?? .utc
    guard let start, let from = other.start, start.hasSameForm(as: from),
      from.instant(in: zone) < start.instant(in: zone),
      let others = other.ruleInstances, others.contains(start), let own = ruleInstances
    else { return false }
    let first = key(start)
    let rest = [own, others].map { instances in
      instances.instances(from: start.instant(in: zone), viewer: zone).lazy.map { key($0.start) }
        .filter { $0 >= first }.prefix(Self.comparedInstances)
    }
    return rest[0].elementsEqual(rest[1])
  }

  /// Whether the series begins after a recurrence id.
  func begins(after id: EventTime) -> Bool { start.map { key(id) < key($0) } ?? false }

  /// The instances of the rules alone; `nil` for a series without rules.
  private var ruleInstances: RecurrenceExpansion? {
    guard let main, let start, !main.recurrence.rules.isEmpty else { return nil }
    return RecurrenceExpansion(
      RecurrenceSet(start: start, Recurrence(main.recurrence.rules)), calendars: calendars)
  }

  func key(_ id: EventTime) -> InstanceKey { InstanceKey(id, in: start) }

  /// Whether both states mean the same apart from their revision.
  func hasSameMeaning(as other: SeriesState) -> Bool {
    guard items.count == other.items.count else { return false }
    return zip(items, other.items).allSatisfy { $0.id == $1.id && $0.hasSameMeaning(as: $1) }
  }
}

extension Item {
  /// Removes the exceptions of instances, so that the series has them again.
  mutating func removeExceptions(at instances: [EventTime]) {
    guard !recurrence.exceptions.isEmpty else { return }
    let start = anchor
    let keys = Set(instances.map { InstanceKey($0, in: start) })
    recurrence.exceptions.removeAll { keys.contains(InstanceKey($0, in: start)) }
  }
}
