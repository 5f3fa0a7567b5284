public import AlmanacEvents
internal import AlmanacTime

/// The items of one kind and UID of a calendar, to be imported into another one.
///
/// ```swift
/// for series in feed.importedSeries {
///   let result = try calendar.importSeries(series).result
///   print(result.outcome, series.uid, result.changes)
/// }
/// ```
/// An import is repeatable: the same series again changes nothing.
public struct ImportedSeries: Sendable, Hashable {
  public let uid: String
  public let kind: Item.Kind
  /// The item and its changed instances, without superseded ones.
  public let items: [Item]
  /// Whether the items are published to others, who have alarms of their own.
  private let isPublished: Bool

  /// - Parameter isPublished: Whether the items are published to others, who have alarms of their own.
  init(_ series: Series, isPublished: Bool) {
    (uid, kind, items) = (series.uid, series.kind, series.current)
    self.isPublished = isPublished
  }

  /// The title of the first item.
  public var summary: String { items.first?.summary ?? "" }

  var id: ItemID { ItemID(uid: uid, kind: kind) }
}

/// The result of the import of a series.
public struct ImportResult: Sendable, Hashable {
  public enum Outcome: String, Sendable, Hashable {
    case added, replaced, unchanged
    /// A later state is present.
    case older
  }

  public let outcome: Outcome
  /// The items of the UID before the import.
  public let before: [Item]
  /// The items of the UID after the import.
  public let after: [Item]

  /// The changes of the import, item by item and property by property.
  ///
  /// - Complexity: O(*n*) in the length of the items.
  public var changes: [ItemChange] {
    var calendars = (EventCalendar(), EventCalendar())
    calendars.0.insert(before)
    calendars.1.insert(after)
    return CalendarDifference(from: calendars.0, to: calendars.1).items
  }
}

extension EventCalendar {
  /// Its series to be imported elsewhere, in the order in which their first items stand.
  public var importedSeries: [ImportedSeries] {
    var seen: Set<ItemID> = []
    return items.compactMap { item in
      guard seen.insert(ItemID(uid: item.uid, kind: item.kind)).inserted else { return nil }
      return series(uid: item.uid, kind: item.kind).map { ImportedSeries($0, isPublished: !method.isEmpty) }
    }
  }

  /// Imports a series in place of the present one of the same kind and UID.
  ///
  /// - Returns: The result, and the change of the calendar, which is empty where the outcome is `unchanged` or `older`.
  /// - Complexity: O(log *n* + *m*) for *m* items of the UID.
  public mutating func importSeries(
    _ series: ImportedSeries
  ) -> (result: ImportResult, change: CalendarChange) {
    let result = series.result(among: self.series(uid: series.uid, kind: series.kind)?.current ?? [])
    switch result.outcome {
    case .unchanged, .older: return (result, CalendarChange())
    case .added, .replaced:
      return (result, replace(uid: series.uid, kind: series.kind, by: result.after))
    }
  }
}

extension ImportedSeries {
  /// The result of an import where some items of the UID are present.
  public func result(among present: [Item]) -> ImportResult {
    let after = replacing(present)
    return ImportResult(outcome: outcome(present, after), before: present, after: after)
  }

  /// The items of the same UID after the import: of each identity the later state (RFC 5546 §2.1.5). An override that
  /// only one side has stays if that side's series is the later one, or if the override is later than that series. An
  /// item that differs in its DTSTAMP alone stays as it is, and so do alarms that are not the publisher's.
  private func replacing(_ present: [Item]) -> [Item] {
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

  private func outcome(_ before: [Item], _ after: [Item]) -> ImportResult.Outcome {
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
  func isLaterState(than other: Item) -> Bool {
    if sequence != other.sequence { return sequence > other.sequence }
    guard let stamp, let earlier = other.stamp, min(stamp, earlier).secondsSinceEpoch != 0 else {
      return false
    }
    return stamp > earlier
  }
}

extension Series {
  /// The item and its changed instances, without superseded ones.
  var current: [Item] { (main.map { [$0] } ?? []) + overrides }
}
