import AlmanacEvents
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

  /// The items of the same UID after the import: of each identity the later state holds (see `Series`). An override
  /// that only one side has stays if that side's series is the later one, or the override is later than the other
  /// side's series.
  func replacing(_ present: [Item]) -> [Item] {
    let others = present.filter { $0.kind != kind }
    let own = present.filter { $0.kind == kind }
    var joined = EventCalendar()
    joined.insert(own + items)
    guard let series = joined.series(uid: uid, kind: kind) else { return present }
    guard isWhole, let old = own.first(where: { $0.recurrenceID == nil }),
      let new = items.first(where: { $0.recurrenceID == nil })
    else { return others + series.holding }
    let isLater = series.main == new
    let (known, lost) = isLater ? (items, own) : (own, items)
    let limit = (isLater ? new : old).stamp ?? .max
    let ids = Set(known.map { $0.id })
    let dropped = Set(lost.filter { !ids.contains($0.id) && ($0.stamp ?? .min) <= limit })
    return others + series.holding.filter { !dropped.contains($0) }
  }

  /// - Parameters:
  ///   - before: The items of the UID.
  ///   - after: Them after the import.
  fileprivate func outcome(_ before: [Item], _ after: [Item]) -> Outcome {
    let (old, new) = (Set(before), Set(after))
    if old == new { return old.isSuperset(of: items) ? .unchanged : .older }
    return before.contains { $0.kind == kind } ? .replaced : .added
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
          } else {
            _ = try change(home) { (calendar) throws(EventError) in
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
        new.append(series.items)
      }
    }
    for spot in spots {
      guard let numbers = known[spot] else { continue }
      try change(spot) { (calendar) throws(EventError) in
        for number in numbers { _ = try calendar.take(incoming[number], &outcomes[number]) }
      }
    }
    insert(new, into: shelf)
    return outcomes
  }
}
