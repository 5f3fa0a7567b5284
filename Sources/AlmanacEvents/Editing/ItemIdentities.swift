internal import AlmanacRecurrence
internal import AlmanacTime

/// A map from the identities of items and occurrences before a change to those after it, for bookings and notes that
/// refer to an identity.
///
/// The map covers every occurrence, also of an endless series, and can be joined with that of a later change and
/// inverted.
///
/// ```swift
/// let change = try course.edit(occurrence, scope: .thisAndFuture, at: now) { $0.start = $0.start.adding(.hours(1)) }
/// booking.occurrence = change.identities[booking.occurrence]        // nil: it no longer takes place
/// ```
public struct ItemIdentities: Sendable, Hashable {
  /// The changes in their order; the first mapping of each that has an identity applies to it.
  var changes: [[IdentityMapping]]

  init(_ mappings: [IdentityMapping] = []) {
    changes = mappings.isEmpty ? [] : [mappings]
  }

  /// The map in which no identity changes.
  public static let unchanged = ItemIdentities()

  /// The new identity for one from before the change; `nil` when its item or occurrence is gone.
  ///
  /// The UID alone is the new identity of the last occurrence left of a series, and the other way round. A look-up
  /// after a change of rules expands them.
  public subscript(old: ItemID) -> ItemID? {
    var id = old
    for mappings in changes {
      guard let mapping = mappings.first(where: { $0.old.contains(id) }) else { continue }
      guard let next = mapping.new(id) else { return nil }
      id = next
    }
    return id
  }

  /// The map from the identities after the change to those before it.
  public var inverse: ItemIdentities {
    var inverse = ItemIdentities()
    inverse.changes = changes.reversed().map { $0.compactMap { $0.inverse } }
    return inverse
  }

  /// The map through this change and then another.
  public func followed(by next: ItemIdentities) -> ItemIdentities {
    var both = self
    both.changes += next.changes
    return both
  }
}

/// The new identities of one item, or of the instances of a series.
struct IdentityMapping: Sendable, Hashable {
  let old: Place
  /// `nil` when they are gone.
  let new: Place?
  /// The move of recurrence ids.
  var move: StartMove?

  enum Place: Sendable, Hashable {
    /// The item itself, without a recurrence id.
    case item(SeriesID)
    case instances(Instances)
  }

  /// Instances of a series.
  struct Instances: Sendable, Hashable {
    let series: SeriesID
    /// The start of the series, whose form recurrence ids take.
    let start: EventTime
    /// The first of the instances; `nil` for no lower bound.
    var from: EventTime?
    /// The last of the instances; `nil` for no upper bound.
    var through: EventTime?
    /// The recurrence set whose instances alone are meant, with those of `besides`; `nil` for all instances.
    var set: RecurrenceSet?
    var besides: [EventTime] = []
    /// The calendar systems by which the set is expanded.
    var systems = Uncompared(CalendarSystems.gregorian)
  }

  var inverse: IdentityMapping? {
    new.map { IdentityMapping(old: $0, new: old, move: move?.inverse) }
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

extension IdentityMapping.Place {
  func contains(_ id: ItemID) -> Bool {
    switch self {
    case .item(let series): id.series == series && id.recurrenceID == nil
    case .instances(let stretch): stretch.contains(id)
    }
  }
}

extension IdentityMapping.Instances {
  func contains(_ id: ItemID) -> Bool {
    guard id.series == series, let instance = id.recurrenceID?.conformed(to: start) else { return false }
    let key = InstanceKey(instance)
    if let from, key < InstanceKey(from, in: start) { return false }
    if let through, key > InstanceKey(through, in: start) { return false }
    guard let set else { return true }
    return RecurrenceExpansion(set, calendars: systems.value).contains(instance)
      || besides.contains { InstanceKey($0, in: start) == key }
  }
}

extension IdentityMapping {
  /// The mapping of one instance that is gone.
  static func gone(_ series: SeriesID, at id: EventTime, in start: EventTime) -> IdentityMapping {
    IdentityMapping(old: .instances(Instances(series: series, start: start, from: id, through: id)), new: nil)
  }

  /// The mapping of one instance that stays.
  static func kept(_ series: SeriesID, at id: EventTime) -> IdentityMapping {
    let place = Place.instances(Instances(series: series, start: id, from: id, through: id))
    return IdentityMapping(old: place, new: place)
  }

  /// The mappings of a series that is gone.
  static func gone(_ series: SeriesID, in start: EventTime?) -> [IdentityMapping] {
    let item = IdentityMapping(old: .item(series), new: nil)
    guard let start else { return [item] }
    return [item, IdentityMapping(old: .instances(Instances(series: series, start: start)), new: nil)]
  }
}

/// A value, such as functions, that has no part in the equality of the value that contains it.
struct Uncompared<Value: Sendable>: Sendable, Hashable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }

  static func == (one: Self, other: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

/// Coded as a list of changes, each a list of mappings: `old`, `new` unless the identities are gone, `move` (`from` and
/// `to`). A place is `uid`, with `kind` unless it is an event, alone, or with the instances of a series: `start`, `from`,
/// `through`, `recurrence`, `besides`.
extension ItemIdentities: Codable {
  public init(from decoder: any Decoder) throws {
    self.init()
    changes = try decoder.singleValueContainer().decode([[IdentityMapping]].self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(changes)
  }
}

extension IdentityMapping: Codable {}

extension IdentityMapping.Place: Codable {
  private enum Key: String, CodingKey {
    case uid, kind, start, from, through, recurrence, recurrenceStart, besides
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let series = SeriesID(
      uid: try container.decode(String.self, forKey: .uid),
      kind: try container.decodeIfPresent(Item.Kind.self, forKey: .kind) ?? .event)
    guard let start = try container.decodeIfPresent(EventTime.self, forKey: .start) else {
      self = .item(series)
      return
    }
    var stretch = IdentityMapping.Instances(series: series, start: start)
    stretch.from = try container.decodeIfPresent(EventTime.self, forKey: .from)
    stretch.through = try container.decodeIfPresent(EventTime.self, forKey: .through)
    if let recurrence = try container.decodeIfPresent(Recurrence.self, forKey: .recurrence) {
      let first = try container.decodeIfPresent(EventTime.self, forKey: .recurrenceStart) ?? start
      stretch.set = recurrence.set(from: first)
    }
    stretch.besides = try container.decodeIfPresent([EventTime].self, forKey: .besides) ?? []
    self = .instances(stretch)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .item(let series):
      try encode(series, to: &container)
    case .instances(let stretch):
      try encode(stretch.series, to: &container)
      try container.encode(stretch.start, forKey: .start)
      try container.encodeIfPresent(stretch.from, forKey: .from)
      try container.encodeIfPresent(stretch.through, forKey: .through)
      if let set = stretch.set {
        try container.encode(Recurrence(set), forKey: .recurrence)
        if set.start != stretch.start { try container.encode(set.start, forKey: .recurrenceStart) }
      }
      if !stretch.besides.isEmpty { try container.encode(stretch.besides, forKey: .besides) }
    }
  }
}

extension IdentityMapping.Place {
  private func encode(_ series: SeriesID, to container: inout KeyedEncodingContainer<Key>) throws {
    try container.encode(series.uid, forKey: .uid)
    if series.kind != .event { try container.encode(series.kind, forKey: .kind) }
  }
}
