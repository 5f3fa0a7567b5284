import AlmanacEvents
import AlmanacFiles
import AlmanacRendering
import AlmanacTime

/// The items of one kind and UID on their way into a calendar.
struct Incoming: Sendable {
  enum Outcome: String, Sendable {
    case added, replaced, unchanged
    /// What is there is a later state.
    case older
  }

  let uid: String
  let kind: Item.Kind
  let items: [Item]
  /// Whether the items are published to others, who have alarms of their own.
  private let isPublished: Bool

  /// - Parameter method: The METHOD of the calendar.
  init(_ series: Series, method: String) {
    uid = series.uid
    kind = series.kind
    items = series.holding
    isPublished = !method.isEmpty
  }

  var summary: String { items.first?.summary ?? "" }

  func json(_ outcome: Outcome) -> JSON {
    ["uid": .string(uid), "summary": .string(summary), "outcome": .string(outcome.rawValue)]
  }

  /// The items of the same UID after the import: of each identity the later state (RFC 5546 §2.1.5). An override that
  /// only one side has stays if that side's series holds, or the override is later than the series that holds. An item that
  /// differs in its DTSTAMP alone stays as it is, and so do alarms that are not the publisher's.
  func replacing(_ present: [Item]) -> [Item] {
    let others = present.filter { $0.kind != kind }
    let own = present.filter { $0.kind == kind }
    let old = own.first { $0.recurrenceID == nil }
    let new = items.first { $0.recurrenceID == nil }
    let key = key(among: present)
    let states = Dictionary(own.map { (key($0), $0) }) { first, _ in first }
    let newIDs = Set(items.map(key))
    let isOld = old.map { old in new.map { old.isLaterState(than: $0) } ?? true } ?? false
    let main = isOld ? old : new
    let start = main?.start
    let taken = items.compactMap { item -> Item? in
      let other = states[key(item)]
      if let other, other.isLaterState(than: item) { return other }
      if other == nil, isOld, old?.isLaterState(than: item) == true { return nil }
      return replacing(other, by: start.map { item.conformed(to: $0) } ?? item, in: old)
    }
    let kept = own.filter { item in
      guard item.recurrenceID != nil, !newIDs.contains(key(item)) else { return false }
      return isOld || main.map { item.isLaterState(than: $0) } ?? true
    }
    return others + (new == nil ? [old].compactMap { $0 } : []) + taken + kept
  }

  /// The instant of the instance that an item of the series changes; `nil` for the series itself.
  private func key(among present: [Item]) -> (Item) -> Instant? {
    let main = (items + present).first { $0.kind == kind && $0.recurrenceID == nil }
    let zone = main?.start?.zone ?? .utc
    return { $0.recurrenceID?.instant(in: zone) }
  }

  /// An item in place of a present one, or of none.
  private func replacing(_ present: Item?, by item: Item, in series: Item?) -> Item {
    var item = item
    if isPublished, let own = present ?? series { item.alarms = own.alarms }
    guard let present else { return item }
    var unstamped = item
    unstamped.stamp = present.stamp
    return unstamped == present ? present : item
  }

  /// - Parameters:
  ///   - before: The items of the UID.
  ///   - after: Them after the import.
  fileprivate func outcome(_ before: [Item], _ after: [Item]) -> Outcome {
    let own = before.filter { $0.kind == kind }
    if Set(before) != Set(after) { return own.isEmpty ? .added : .replaced }
    let key = key(among: before)
    let states = Dictionary(own.map { (key($0), $0) }) { first, _ in first }
    let isTaken = items.allSatisfy { item in states[key(item)].map { !$0.isLaterState(than: item) } ?? false }
    return isTaken ? .unchanged : .older
  }
}

extension Item {
  /// Whether this is a later state than another: a higher SEQUENCE, or the same and a later DTSTAMP. Where one of them
  /// has no DTSTAMP, or the beginning of 1970 that stands for none, the SEQUENCE alone decides.
  fileprivate func isLaterState(than other: Item) -> Bool {
    if sequence != other.sequence { return sequence > other.sequence }
    guard let stamp, let earlier = other.stamp, min(stamp, earlier).secondsSinceEpoch != 0 else {
      return false
    }
    return stamp > earlier
  }
}

extension Series {
  /// The item and its changed instances, without what is superseded.
  fileprivate var holding: [Item] { (main.map { [$0] } ?? []) + overrides }
}

extension EventCalendar {
  /// Its items by kind and UID, in the order in which they stand.
  var incoming: [Incoming] {
    var seen: Set<ItemID> = []
    var incoming: [Incoming] = []
    for item in items where seen.insert(ItemID(uid: item.uid, kind: item.kind)).inserted {
      if let series = series(uid: item.uid, kind: item.kind) {
        incoming.append(Incoming(series, method: method))
      }
    }
    return incoming
  }

  /// Takes in items in place of those of the same kind and UID.
  fileprivate mutating func take(
    _ incoming: Incoming, _ outcome: inout Incoming.Outcome
  ) throws(EventError) -> CalendarChange {
    let present = series(uid: incoming.uid, kind: incoming.kind)?.holding ?? []
    let items = incoming.replacing(present)
    outcome = incoming.outcome(present, items)
    switch outcome {
    case .unchanged, .older: return insert([])
    case .added where present.isEmpty: return insert(items)
    default: return try remove(uid: incoming.uid, kind: incoming.kind).followed(by: insert(items))
    }
  }
}

extension CalendarStore {
  /// Imports items: where their UIDs are, the others into one calendar.
  mutating func take(
    _ incoming: [Incoming], into destination: Destination
  ) throws(CommandError) -> [Incoming.Outcome] {
    let index = positionsByUID
    var outcomes = [Incoming.Outcome](repeating: .added, count: incoming.count)
    var known: [Position: [Int]] = [:]
    var new: [[Item]] = []
    var placeOfNew: [String: Int] = [:]
    for (number, series) in incoming.enumerated() {
      if let positions = index[series.uid] {
        outcomes[number] = .unchanged
        for place in locations(of: series.uid, at: positions) {
          if place.parts.count == 1 {
            known[place.main, default: []].append(number)
          } else {
            _ = try makeChange(place) { (calendar) throws(EventError) in
              try calendar.take(series, &outcomes[number])
            }
          }
        }
      } else if let place = placeOfNew[series.uid] {
        let items = series.replacing(new[place])
        outcomes[number] = series.outcome(new[place], items)
        new[place] = items
      } else {
        placeOfNew[series.uid] = new.count
        new.append(series.replacing([]))
      }
    }
    for position in positions {
      guard let numbers = known[position] else { continue }
      try makeChange(position) { (calendar) throws(EventError) in
        for number in numbers { _ = try calendar.take(incoming[number], &outcomes[number]) }
      }
    }
    insert(new, into: destination)
    return outcomes
  }
}
