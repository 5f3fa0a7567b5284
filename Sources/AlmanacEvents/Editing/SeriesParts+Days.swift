internal import AlmanacRecurrence
internal import AlmanacTime

/// An override of a day, of which a file says no time, takes the place of all instances of that day. Where it goes, or is
/// to be of one of them, the others become exceptions.
extension SeriesParts {
  /// Whether a recurrence id names a day among times.
  func isDay(_ id: EventTime) -> Bool { id.isDate && !start.isDate }

  /// One more than can be named one by one is enough to know.
  private func instances(of day: EventTime) -> [EventTime] {
    let zone = start.zone ?? .utc
    let next = day.with(local: day.local.adding(days: 1))
    return expansion.instances(in: day.instant(in: zone)..<next.instant(in: zone), viewer: .utc)
      .prefix(RecurrenceSet.mostOfADay + 1).map { $0.start }
  }

  private var ownKeys: Set<Int64> { Set(overrides.lazy.filter { $0.holds }.map { key($0) }) }

  /// The instances that an override hides though it is not theirs; `nil` for more than can be named one by one.
  func hidden(by part: Part) -> [EventTime]? {
    guard part.holds, let day = part.item.recurrenceID, isDay(day) else { return [] }
    let instances = instances(of: day)
    if instances.count > RecurrenceSet.mostOfADay { return nil }
    let own = ownKeys
    return instances.filter { !own.contains($0.key) }
  }

  /// The same of all overrides, as far as they can be named.
  var hidden: [EventTime] { overrides.flatMap { hidden(by: $0) ?? [] } }

  /// What hides the same when an override is taken away.
  func exceptions(for part: Part) -> [EventTime] {
    hidden(by: part) ?? [part.item.recurrenceID].compactMap { $0 }
  }

  /// A recurrence id in the form of the start, for a series in which what it hides is excepted: a day stays one where
  /// that cannot be named.
  func named(_ id: EventTime) -> EventTime {
    if isDay(id), instances(of: id).count > RecurrenceSet.mostOfADay { return id }
    return id.conformed(to: start)
  }

  /// The recurrence id for the series moved likewise.
  func moved(_ id: EventTime, by move: StartMove) -> EventTime {
    let named = named(id)
    return isDay(named) ? .date(move.moved(named.conformed(to: start)).date) : move.moved(named)
  }

  /// Exceptions of what no override stands for.
  mutating func except(_ instances: [EventTime]) {
    if instances.isEmpty { return }
    let own = ownKeys
    main.item.recurrence.exceptions += instances.filter { !own.contains($0.key) }
  }

  /// Exceptions for the sides of a split series: those of the later overrides, which are named anew, and what an earlier
  /// one hides on the later side.
  func exceptions(splitAt id: EventTime) -> (before: [EventTime], after: [EventTime]) {
    var sides: (before: [EventTime], after: [EventTime]) = ([], [])
    for part in overrides {
      let isLater = key(part) >= id.key
      if let hidden = hidden(by: part) {
        if isLater { sides.before += hidden.filter { $0.key < id.key } }
        sides.after += hidden.filter { $0.key >= id.key }
      } else if let day = part.item.recurrenceID, day.date == id.date {
        if isLater { sides.before.append(day) } else { sides.after.append(day) }
      }
    }
    return sides
  }
}
