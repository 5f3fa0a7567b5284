import AlmanacEvents
import AlmanacRecurrence
import AlmanacTime

/// Window queries as their definition has them, without an index and without a thought for time: every instance of
/// every series up to a far end, each placed and then asked whether it overlaps.
struct NaiveQuery {
  let items: [Item]
  let viewer: Zone

  func occurrences(in window: Range<Instant>) -> [Occurrence] {
    let all = Dictionary(grouping: items) { "\($0.kind) \($0.uid)" }.values.flatMap {
      occurrences(of: $0, upTo: window.upperBound)
    }
    let order = OccurrenceOrder(viewer: viewer)
    return all.filter { overlaps($0, window) && !isClosed($0.item) }.sorted { order.isBefore($0, $1) }
  }

  private func isClosed(_ item: Item) -> Bool {
    item.todo.map { $0.isCompleted || $0.isCancelled } ?? false
  }

  private func overlaps(_ occurrence: Occurrence, _ window: Range<Instant>) -> Bool {
    let start = occurrence.start.instant(in: viewer)
    let end = occurrence.end.instant(in: viewer)
    return window.contains(start) || start < window.lowerBound && end > window.lowerBound
  }

  /// By the instant for times in a zone, else by the digits.
  private func key(_ time: EventTime) -> Int64 {
    time.zone == nil ? time.local.secondsSinceEpoch : time.instant(in: .utc).secondsSinceEpoch
  }

  private func occurrences(of items: [Item], upTo end: Instant) -> [Occurrence] {
    let main = items.first { $0.recurrenceID == nil }
    var overrides: [Int64: Item] = [:]
    for item in items {
      guard let id = item.recurrenceID else { continue }
      if let other = overrides[key(id)], other.sequence > item.sequence { continue }
      overrides[key(id)] = item
    }
    var found: [Occurrence] = []
    for item in overrides.values {
      guard let start = item.start, let id = item.recurrenceID, let main, let form = main.start else {
        continue
      }
      found.append(occurrence(item, from: start, lengthOf: item, id: conformed(id, to: form)))
    }
    guard let main, let start = main.start else { return found }
    guard main.recurrence != .none else {
      return found + [occurrence(main, from: start, lengthOf: main, id: nil)]
    }
    let far = end.adding(seconds: 400 * 86_400)
    for instance in RecurrenceExpansion(RecurrenceSet(start: start, main.recurrence)) {
      if instance.start.instant(in: .utc) > far { break }
      if overrides[key(instance.start)] != nil { continue }
      let ruling = overrides.values.filter {
        $0.overridesFuture && key($0.recurrenceID ?? start) < key(instance.start)
      }
      .max { key($0.recurrenceID ?? start) < key($1.recurrenceID ?? start) }
      found.append(
        occurrence(
          ruling ?? main, from: moved(instance.start, by: ruling, in: start), lengthOf: ruling ?? main,
          id: instance.start))
    }
    return found
  }

  private func conformed(_ id: EventTime, to start: EventTime) -> EventTime {
    guard case .zoned(let zoned) = id, case .zoned(let first) = start else { return id }
    return .zoned(zoned.instant.in(first.zone))
  }

  /// As far on the clock of an override with RANGE=THISANDFUTURE as it moved its own instance.
  private func moved(_ instance: EventTime, by override: Item?, in series: EventTime) -> EventTime {
    guard let override, let id = override.recurrenceID, var target = override.start else { return instance }
    if case .zoned(let zoned) = target, zoned.zone.fixedOffset != nil, let zone = series.zone {
      target = .zoned(zoned.in(zone))
    }
    let distance = instance.local.seconds(since: conformed(id, to: series).local)
    return target.with(local: target.local.adding(seconds: distance))
  }

  /// RFC 5545 §3.8.5.3: the length of the item, at another start.
  private func occurrence(_ item: Item, from start: EventTime, lengthOf model: Item, id: EventTime?)
    -> Occurrence
  {
    var end = start
    if let first = model.start, model.kind != .journal {
      switch (model.extent, first, start) {
      case (.end(let stated), .zoned(let from), .zoned(let zoned)):
        let length = stated.instant(in: .utc).seconds(since: from.instant)
        end = .zoned(zoned.instant.adding(seconds: length).in(stated.zone ?? from.zone))
      case (.end(let stated), _, _):
        end = start.with(local: start.local.adding(seconds: stated.local.seconds(since: first.local)))
      case (.duration(let duration), _, _):
        end = start.adding(duration)
      case (.implied, .date(_), _) where model.kind == .event:
        end = start.adding(.days(1))
      case (.implied, _, _):
        break
      }
    }
    if model.kind == .event { return Occurrence(item, from: start, to: end, recurrenceID: id) }
    // A to-do is at the moment it is due, or on that day; a note at its start.
    return Occurrence(item, from: end, to: end.isDate ? end.adding(.days(1)) : end, recurrenceID: id)
  }
}
