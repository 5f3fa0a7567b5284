internal import AlmanacComponents
internal import AlmanacRecurrence
internal import AlmanacTime

/// A map from the identities of items and occurrences before a change to those after it, for bookings and notes that
/// refer to an identity.
///
/// The map covers every occurrence, also of an endless series, and can be joined with that of a later change and
/// inverted.
///
/// ```swift
/// let change = try course.edit(occurrence, scope: .thisAndFuture, at: now) { $0.move(to: friday) }
/// booking.occurrence = change.identities[booking.occurrence]        // nil: it no longer takes place
/// ```
public struct ItemIdentities: Sendable, Hashable {
  /// The changes in their order. For an identity, the first mapping of a change that contains it applies.
  var changes: [[IdentityMapping]]

  init(_ mappings: [IdentityMapping] = []) {
    changes = mappings.isEmpty ? [] : [mappings]
  }

  /// The map in which no identity changes.
  public static let unchanged = ItemIdentities()

  /// The new identity for one from before the change; `nil` when its item or occurrence is gone.
  ///
  /// A series reduced to one occurrence is identified by its UID alone, and vice versa. A look-up after a change of rules
  /// expands them.
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
    modified(self) { $0.changes += next.changes }
  }
}

/// The new identities of one item, or of the instances of a series.
struct IdentityMapping: Sendable, Hashable, Codable {
  let old: Span
  /// `nil` when they are gone.
  let new: Span?
  /// The move of recurrence ids.
  var move: StartMove?

  /// An item without a recurrence id, or instances of a series.
  struct Span: Sendable, Hashable {
    var series: SeriesID
    /// The start of the series, whose form recurrence ids take; `nil` for the item itself.
    var start: EventTime?
    /// The first of the instances; `nil` for no lower bound.
    var from: EventTime?
    /// The last of the instances; `nil` for no upper bound.
    var through: EventTime?
    /// If set, only the instances of this recurrence, and those in `additionalIDs`, are meant; `nil` for all instances.
    var recurrence: Recurrence?
    /// The time from which the recurrence counts, where it is another than `start`.
    var recurrenceStart: EventTime?
    var additionalIDs: [EventTime] = []
    /// The calendar systems by which the recurrence is expanded.
    @Uncompared var systems = CalendarSystems.gregorian
  }

  var inverse: IdentityMapping? {
    new.map { IdentityMapping(old: $0, new: old, move: move?.inverse) }
  }

  func new(_ id: ItemID) -> ItemID? {
    guard let new else { return nil }
    guard new.start != nil else { return new.series.instance(nil) }
    guard let start = old.start else { return new.series.instance(new.from) }
    guard let instance = id.recurrenceID?.conformed(to: start) else { return nil }
    let moved = new.series.instance(move?.moved(old.instance(at: instance, from: start)) ?? instance)
    return new.contains(moved) ? moved : nil
  }
}

extension IdentityMapping.Span {
  /// A recurrence id with the digits that the series has for it; without the recurrence, one at the time of day of the start.
  fileprivate func instance(at id: EventTime, from start: EventTime) -> EventTime {
    guard let time = id.zonedTime, time.zone.skippedTime(at: time.instant) != nil else { return id }
    return RecurrenceSet(start: recurrenceStart ?? start, recurrence ?? Recurrence(RecurrenceRule(.daily)))
      .instance(at: id)
  }

  func contains(_ id: ItemID) -> Bool {
    guard id.series == series else { return false }
    guard let start else { return id.recurrenceID == nil }
    guard let instance = id.recurrenceID?.conformed(to: start) else { return false }
    let key = InstanceKey(instance)
    if let from, key < InstanceKey(from, in: start) { return false }
    if let through, key > InstanceKey(through, in: start) { return false }
    guard let recurrence else { return true }
    let set = RecurrenceSet(start: recurrenceStart ?? start, recurrence)
    return RecurrenceExpansion(set, calendars: systems).contains(instance)
      || additionalIDs.contains { InstanceKey($0, in: start) == key }
  }
}

extension IdentityMapping {
  /// The mapping of a removed instance.
  static func gone(_ series: SeriesID, at id: EventTime, in start: EventTime) -> IdentityMapping {
    IdentityMapping(old: Span(series: series, start: start, from: id, through: id), new: nil)
  }

  /// The mapping of an unchanged instance.
  static func kept(_ series: SeriesID, at id: EventTime) -> IdentityMapping {
    let place = Span(series: series, start: id, from: id, through: id)
    return IdentityMapping(old: place, new: place)
  }

  /// The mappings of a removed series.
  static func gone(_ series: SeriesID, in start: EventTime?) -> [IdentityMapping] {
    let item = IdentityMapping(old: Span(series: series), new: nil)
    guard let start else { return [item] }
    return [item, IdentityMapping(old: Span(series: series, start: start), new: nil)]
  }
}

/// Coded as a list of changes, each a list of mappings: `old`, `new` unless the identities are gone, `move` (`from` and
/// `to`). A place is `uid`, with `kind` unless it is an event, alone, or with the instances of a series: `start`, `from`,
/// `through`, `recurrence`, `besides`.
extension ItemIdentities: Codable {
  public init(from decoder: any Decoder) throws {
    self.init()
    changes = try [[IdentityMapping]](from: decoder)
  }

  public func encode(to encoder: any Encoder) throws { try changes.encode(to: encoder) }
}

extension IdentityMapping.Span: TableCoded {
  static let codingTable = CodingTable<IdentityMapping.Span>(
    blank: Self(series: SeriesID(uid: "", kind: .event)),
    .required("uid", \.series.uid), .value("kind", \.series.kind, unless: .event),
    .optional("start", \.start), .optional("from", \.from), .optional("through", \.through),
    .optional("recurrence", \.recurrence), .optional("recurrenceStart", \.recurrenceStart),
    .list("besides", \.additionalIDs))
}
