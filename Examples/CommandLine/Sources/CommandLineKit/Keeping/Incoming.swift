import AlmanacEvents
import AlmanacRendering

/// The items of one kind and UID on their way into a calendar.
struct Incoming: Sendable {
  enum Outcome: String, Sendable {
    case added, replaced, unchanged

    /// - Returns: `nil` where nothing happened.
    fileprivate init?(_ change: CalendarChange) {
      guard !change.isEmpty else { return nil }
      self = change.removed.isEmpty ? .added : .replaced
    }
  }

  let uid: String
  let kind: Item.Kind
  let items: [Item]
  /// Whether it is the item itself, and not only changed instances of a series.
  let isWhole: Bool

  init(_ series: Series) {
    uid = series.uid
    kind = series.kind
    items = series.holding
    isWhole = series.main != nil
  }

  var summary: String { items.first?.summary ?? "" }

  func json(_ outcome: Outcome) -> JSON {
    ["uid": .string(uid), "summary": .string(summary), "outcome": .string(outcome.rawValue)]
  }

  /// What items of the same UID become by it: those of its kind are replaced, or those of the same identity are.
  func replacing(_ present: [Item]) -> [Item] {
    guard !isWhole else { return present.filter { $0.kind != kind } + items }
    let ids = Set(items.map { $0.id })
    return present.filter { !ids.contains($0.id) } + items
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
      if let series = series(uid: item.uid, kind: item.kind) { incoming.append(Incoming(series)) }
    }
    return incoming
  }

  /// Takes in items in place of those of the same kind and UID.
  ///
  fileprivate mutating func take(_ incoming: Incoming) throws(EventError) -> CalendarChange {
    let present = series(uid: incoming.uid, kind: incoming.kind)?.holding ?? []
    let items = incoming.replacing(present)
    guard Set(items) != Set(present) else { return insert([]) }
    if present.isEmpty { return insert(items) }
    return try remove(uid: incoming.uid, kind: incoming.kind).followed(by: insert(items))
  }
}

extension Ledger {
  /// Takes items in: where their UIDs are, the others into one calendar.
  mutating func take(_ incoming: [Incoming], into shelf: Shelf) throws(CommandError) -> [Incoming.Outcome] {
    let index = spotsByUID
    var outcomes = [Incoming.Outcome](repeating: .added, count: incoming.count)
    var known: [Spot: [Int]] = [:]
    var new: [[Item]] = []
    var placeOfNew: [String: Int] = [:]
    for (number, series) in incoming.enumerated() {
      if let spots = index[series.uid] {
        outcomes[number] = .unchanged
        for home in homes(of: series.uid, at: spots) {
          if home.parts.count == 1 {
            known[home.spot, default: []].append(number)
          } else if let outcome = Incoming.Outcome(
            try change(home) { (calendar) throws(EventError) in try calendar.take(series) })
          {
            outcomes[number] = outcome
          }
        }
      } else if let place = placeOfNew[series.uid] {
        let items = series.replacing(new[place])
        let isNew = !new[place].contains { $0.kind == series.kind }
        outcomes[number] = isNew ? .added : items == new[place] ? .unchanged : .replaced
        new[place] = items
      } else {
        placeOfNew[series.uid] = new.count
        new.append(series.items)
      }
    }
    for spot in spots {
      guard let numbers = known[spot] else { continue }
      let changes = try change(spot) { (calendar) throws(EventError) in
        var changes: [Int: CalendarChange] = [:]
        for number in numbers { changes[number] = try calendar.take(incoming[number]) }
        return changes
      }
      for (number, change) in changes {
        if let outcome = Incoming.Outcome(change) { outcomes[number] = outcome }
      }
    }
    insert(new, into: shelf)
    return outcomes
  }
}
