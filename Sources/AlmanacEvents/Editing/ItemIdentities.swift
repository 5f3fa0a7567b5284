internal import AlmanacRecurrence
internal import AlmanacTime

/// What items and occurrences are called after a change, by what they were called before it: what bookings and
/// notes that hold an identity follow.
///
/// It is a value that answers for every occurrence, also of an endless series, and goes through changes that follow
/// each other and back again.
///
/// ```swift
/// let change = try course.edit(occurrence, scope: .thisAndFuture, at: now) { $0.start = $0.start.adding(.hours(1)) }
/// booking.occurrence = change.identities[booking.occurrence]        // nil: it does not take place any more
/// ```
public struct ItemIdentities: Sendable, Hashable {
  /// The changes in their order; of each the first passage by which an identity goes counts.
  var changes: [[Passage]]

  init(_ passages: [Passage] = []) {
    changes = passages.isEmpty ? [] : [passages]
  }

  /// Everything keeps its identity.
  public static let unchanged = ItemIdentities()

  /// The identity that stands for one from before; `nil` when what it named is gone.
  ///
  /// An occurrence of a series that happens only once now goes by the UID alone, and the other way round. Costs a
  /// look at the rules where they were changed.
  public subscript(old: ItemID) -> ItemID? {
    var id = old
    for passages in changes {
      guard let passage = passages.first(where: { $0.old.contains(id) }) else { continue }
      guard let next = passage.new(id) else { return nil }
      id = next
    }
    return id
  }

  /// From the identities after the change to those before it.
  public var inverse: ItemIdentities {
    var inverse = ItemIdentities()
    inverse.changes = changes.reversed().map { $0.compactMap { $0.inverse } }
    return inverse
  }

  /// Through this change, then another.
  public func followed(by next: ItemIdentities) -> ItemIdentities {
    var both = self
    both.changes += next.changes
    return both
  }
}

/// Where some identities go.
struct Passage: Sendable, Hashable {
  let old: Place
  /// `nil` when they are gone.
  let new: Place?
  /// Of recurrence ids.
  var move: StartMove?

  enum Place: Sendable, Hashable {
    /// By the UID and the kind alone.
    case item(SeriesID)
    case instances(Stretch)
  }

  /// Instances of a series.
  struct Stretch: Sendable, Hashable {
    let series: SeriesID
    /// Of the series, in whose form instances are recognised.
    let start: EventTime
    /// Included.
    var from: EventTime?
    /// Not beyond this one.
    var through: EventTime?
    /// Where only the instances of a set are meant, and these besides.
    var set: RecurrenceSet?
    var besides: [EventTime] = []
    /// By which the set is expanded.
    var systems = Uncompared(CalendarSystems.gregorian)
  }

  var inverse: Passage? {
    new.map { Passage(old: $0, new: old, move: move?.inverse) }
  }

  func new(_ id: ItemID) -> ItemID? {
    switch (new, old) {
    case (nil, _): return nil
    case (.item(let series), _): return series.instance(nil)
    case (.instances(let stretch), .item): return stretch.series.instance(stretch.from)
    case (.instances(let stretch), .instances(let before)):
      guard let instance = id.recurrenceID?.conformed(to: before.start) else { return nil }
      let moved = stretch.series.instance(move?.moved(instance) ?? instance)
      return stretch.contains(moved) ? moved : nil
    }
  }
}

extension Passage.Place {
  func contains(_ id: ItemID) -> Bool {
    switch self {
    case .item(let series): id.series == series && id.recurrenceID == nil
    case .instances(let stretch): stretch.contains(id)
    }
  }
}

extension Passage.Stretch {
  func contains(_ id: ItemID) -> Bool {
    guard id.series == series, let instance = id.recurrenceID?.conformed(to: start) else { return false }
    if let from, instance.key < from.conformed(to: start).key { return false }
    if let through, instance.key > through.conformed(to: start).key { return false }
    guard let set else { return true }
    return RecurrenceExpansion(set, calendars: systems.value).contains(instance)
      || besides.contains { $0.conformed(to: start).key == instance.key }
  }
}

extension Passage {
  /// One instance that is gone.
  static func gone(_ series: SeriesID, at id: EventTime, in start: EventTime) -> Passage {
    Passage(old: .instances(Stretch(series: series, start: start, from: id, through: id)), new: nil)
  }

  /// One instance that stays.
  static func kept(_ series: SeriesID, at id: EventTime) -> Passage {
    let place = Place.instances(Stretch(series: series, start: id, from: id, through: id))
    return Passage(old: place, new: place)
  }

  /// All of a series is gone.
  static func gone(_ series: SeriesID, in start: EventTime?) -> [Passage] {
    let item = Passage(old: .item(series), new: nil)
    guard let start else { return [item] }
    return [item, Passage(old: .instances(Stretch(series: series, start: start)), new: nil)]
  }
}
