public import AlmanacEvents
internal import AlmanacTime

/// The items of one kind and UID on their way into a calendar, from a file or a message.
///
/// ```swift
/// for incoming in IncomingSeries.all(in: fetched) {
///   let (change, outcome) = try course.update(with: incoming)
/// }
/// ```
public struct IncomingSeries: Sendable, Hashable {
  public enum Outcome: String, Sendable, Hashable, Codable {
    case added, replaced, unchanged
    /// The calendar has a later state.
    case older
  }

  public let uid: String
  public let kind: Item.Kind
  /// The item and its overrides, without superseded ones.
  public let items: [Item]
  /// Whether the items are sent to others, who have alarms of their own.
  private let isPublished: Bool

  /// - Parameter isPublished: Whether the items are sent to others, who have alarms of their own.
  public init(_ series: Series, isPublished: Bool) {
    (uid, kind, items) = (series.uid, series.kind, series.current)
    self.isPublished = isPublished
  }

  /// The series of a calendar, in the order of their first items. Those of a calendar with a METHOD are published.
  public static func all(in calendar: EventCalendar) -> [IncomingSeries] {
    var seen: Set<ItemID> = []
    return calendar.items.filter { seen.insert($0.id.series).inserted }.compactMap { item in
      calendar.series(uid: item.uid, kind: item.kind).map {
        IncomingSeries($0, isPublished: !calendar.method.isEmpty)
      }
    }
  }
}

extension IncomingSeries {
  /// The items of the same UID after the import: of each identity the later state (RFC 5546 §2.1.5). An override that
  /// only one side has stays if that side's series is the later one, or the override is later than that series. An item
  /// that differs in its DTSTAMP alone stays as it is, and so do alarms that are not the publisher's.
  ///
  /// - Parameter present: The items of the UID, of any kind.
  public func replacing(_ present: [Item]) -> [Item] {
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
  ///   - after: The same items after the import.
  public func outcome(_ before: [Item], _ after: [Item]) -> Outcome {
    let own = before.filter { $0.kind == kind }
    if Set(before) != Set(after) { return own.isEmpty ? .added : .replaced }
    let key = key(among: before)
    let states = Dictionary(own.map { (key($0), $0) }) { first, _ in first }
    let isTaken = items.allSatisfy { item in states[key(item)].map { !$0.isLaterState(than: item) } ?? false }
    return isTaken ? .unchanged : .older
  }
}

extension EventCalendar {
  /// Replaces the items of the same kind and UID by an incoming series, as far as it is later.
  ///
  /// - Complexity: O(log *n* + items of the series).
  public mutating func update(
    with incoming: IncomingSeries
  ) -> (change: CalendarChange, outcome: IncomingSeries.Outcome) {
    let present = series(uid: incoming.uid, kind: incoming.kind)?.current ?? []
    let items = incoming.replacing(present)
    let outcome = incoming.outcome(present, items)
    switch outcome {
    case .unchanged, .older: return (CalendarChange(), outcome)
    case .added, .replaced:
      return (replace(uid: incoming.uid, kind: incoming.kind, by: items), outcome)
    }
  }
}

extension Item {
  /// Whether this is a later state than another: a higher SEQUENCE, or the same and a later DTSTAMP. Where one of them
  /// has no DTSTAMP, or the beginning of 1970 that stands for none, the SEQUENCE alone decides.
  func isLaterState(than other: Item) -> Bool {
    if sequence != other.sequence { return sequence > other.sequence }
    guard let stamp, let earlier = other.stamp, min(stamp, earlier).secondsSinceEpoch != 0 else {
      return false
    }
    return stamp > earlier
  }
}

extension Series {
  /// The item and its overrides, without superseded ones.
  var current: [Item] { (main.map { [$0] } ?? []) + overrides }
}
