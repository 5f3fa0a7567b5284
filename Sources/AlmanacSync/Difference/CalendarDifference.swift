internal import AlmanacComponents
public import AlmanacEvents
internal import AlmanacMapping
internal import AlmanacTime

/// The difference of two states of a calendar, item by item and property by property.
///
/// ```swift
/// let difference = CalendarDifference(from: stored, to: fetched)
/// for item in difference.items {
///   for change in item.properties { print(item.id, change.before, change.after) }
/// }
/// ```
/// DTSTAMP, the order of items and that of the values of a list are not differences.
public struct CalendarDifference: Sendable, Hashable {
  /// The changed properties of the calendar itself, and its free/busy and availability components.
  public let properties: [PropertyChange]
  /// The changed items: in the order of the first calendar, then the added ones in that of the second.
  public let items: [ItemChange]

  /// Whether both states have the same content; DTSTAMP and the order of items may differ.
  public var isEmpty: Bool { properties.isEmpty && items.isEmpty }

  /// - Complexity: O(*n*) in the number of items; properties are compared only for items that are not equal.
  public init(from before: EventCalendar, to after: EventCalendar) {
    properties = before.headerChanges(to: after)
    var text = FieldText()
    items = before.changedSeries(to: after).flatMap { series in
      ItemChange.pairs(
        before.items(uid: series.uid, kind: series.kind), after.items(uid: series.uid, kind: series.kind)
      ).compactMap { ItemChange($0, $1, &text) }
    }
  }
}

/// The difference of one item between two states of a calendar.
public struct ItemChange: Sendable, Hashable {
  /// The identity of the item, as the former state has it; of an added item, as the new state has it.
  public let id: ItemID
  /// `nil` for an added item.
  public let before: Item?
  /// `nil` for a removed item.
  public let after: Item?
  /// The changed properties; all of them for an added or removed item.
  public let properties: [PropertyChange]

  /// - Returns: `nil` where nothing but DTSTAMP differs.
  fileprivate init?(_ before: Item?, _ after: Item?, _ text: inout FieldText) {
    guard let one = before ?? after, let another = after ?? before else { return nil }
    let empty = Item(ItemContent(ItemFields()), one.kind)
    id = one.id
    (self.before, self.after) = (before, after)
    properties = text.changes(from: before ?? empty, to: after ?? empty)
    if before != nil, after != nil, one == another || properties.isEmpty { return nil }
  }

  /// The items of one identity on both sides, equal ones first.
  fileprivate static func pairs(_ before: [Item], _ after: [Item]) -> [(Item?, Item?)] {
    let start = (before + after).lazy.filter { $0.recurrenceID == nil }.compactMap(\.anchor).first
    func key(_ item: Item) -> InstanceKey? { item.recurrenceID.map { InstanceKey($0, in: start) } }
    let (old, new) = (before.map(DistinctItem.init), after.map(DistinctItem.init))
    let common = Set(old).intersection(new)
    let added = after.indices.filter { !common.contains(new[$0]) }
    var waiting = Dictionary(grouping: added) { key(after[$0]) }.mapValues { $0[...] }
    let pairs = old.filter { !common.contains($0) }.map { old -> (Item?, Item?) in
      (old.item, waiting[key(old.item)]?.popFirst().map { after[$0] })
    }
    return pairs + waiting.values.joined().sorted().map { (nil, after[$0]) }
  }
}

/// The change of one property, or of one entry of a list.
public struct PropertyChange: Sendable, Hashable {
  /// The iCalendar name of the property or of the component: `SUMMARY`, `VALARM`.
  public let name: String
  /// The key of the entry of a list, such as the address of an attendee; empty for a single value.
  public let key: String
  /// The content lines of the former state, not folded; empty where it is added.
  public let before: [String]
  /// The content lines of the new state, not folded; empty where it is removed.
  public let after: [String]
}

extension FieldText {
  /// The changes of all fields but the identity and DTSTAMP.
  fileprivate mutating func changes(from before: Item, to after: Item) -> [PropertyChange] {
    let (old, new) = (before.content, after.content)
    let fields = ItemTable.fields.filter {
      $0.role != .identity && $0.properties != [.dtstamp] && !$0.isEqual(old, new)
    }
    return fields.flatMap { field -> [PropertyChange] in
      switch field.merge {
      case .value:
        let lines = (lines(of: field, in: before), lines(of: field, in: after))
        return [PropertyChange(name: field.name, key: "", before: lines.0, after: lines.1)]
      case .entries(let entries):
        let pairs = EntryPair.pairs(entries.keys(old), entries.keys(new))
        return pairs.compactMap { pair in
          if let one = pair.before, let another = pair.after, entries.isEqual((old, one), (new, another)) {
            return nil
          }
          return PropertyChange(
            name: field.name, key: pair.key,
            before: pair.before.map { lines(of: field, entries, at: $0, in: before) } ?? [],
            after: pair.after.map { lines(of: field, entries, at: $0, in: after) } ?? [])
        }
      case .unmodelled:
        return PropertyChange.changes(from: stated(before), to: stated(after))
      }
    }
  }
}

extension PropertyChange {
  /// The changes of unmodelled content, or of the properties and components of a calendar.
  fileprivate static func changes(from before: StatedParts, to after: StatedParts) -> [PropertyChange] {
    let keys = UnmodelledPart.keys([before.parts, after.parts])
    return EntryPair.pairs(keys[0], keys[1]).compactMap { pair in
      let states = (pair.before.map { before.parts[$0] }, pair.after.map { after.parts[$0] })
      guard states.0 != states.1, let state = states.0 ?? states.1 else { return nil }
      return PropertyChange(
        name: state.title, key: pair.key, before: pair.before.map { before.lines[$0] } ?? [],
        after: pair.after.map { after.lines[$0] } ?? [])
    }
  }
}

/// Properties and components with their lines; parameters of an item have the value of their property there.
private typealias StatedParts = (parts: [UnmodelledPart], lines: [[String]])

extension FieldText {
  private mutating func stated(_ item: Item) -> StatedParts {
    let parts = item.unmodelled.parts
    var properties: [Property]?
    let lines = parts.map { part -> [String] in
      guard case .parameters(let kept) = part, kept.values.isEmpty else { return part.lines }
      let own = properties ?? self.properties(of: item)
      properties = own
      return own.all(named: kept.property).dropFirst(kept.occurrence).prefix(1).map {
        Property(kept.property, parameters: kept.parameters, value: $0.value).line
      }
    }
    return (parts, lines)
  }
}

/// The indices of one entry in two lists.
private struct EntryPair {
  let key: String
  var before: Int?
  var after: Int?

  /// The entries of two lists by key, repeated ones in order: those of the first list, then the added ones.
  static func pairs(_ before: [String], _ after: [String]) -> [EntryPair] {
    let (old, new) = (EntryKey.numbered(before), EntryKey.numbered(after))
    var indexByKey = Dictionary(firstOf: zip(new, new.indices))
    let pairs = old.enumerated().map {
      EntryPair(key: $1.text, before: $0, after: indexByKey.removeValue(forKey: $1))
    }
    return pairs + indexByKey.values.sorted().map { EntryPair(key: after[$0], after: $0) }
  }
}

extension EventCalendar {
  /// The changed properties of the calendar itself, by name, and its free/busy and availability components.
  fileprivate func headerChanges(to other: EventCalendar) -> [PropertyChange] {
    if CalendarField.content.allSatisfy({ $0.isEqual(self, other) }) { return [] }
    let (before, after) = (unstamped.headerParts, other.unstamped.headerParts)
    return PropertyChange.changes(from: (before, before.map(\.lines)), to: (after, after.map(\.lines)))
  }

  /// The calendar without DTSTAMP in its statements of busy and of available time.
  private var unstamped: EventCalendar {
    var calendar = self
    for index in freeBusy.indices { calendar.freeBusy[index].stamp = nil }
    for index in availabilities.indices {
      calendar.availabilities[index].stamp = nil
      for place in availabilities[index].windows.indices {
        calendar.availabilities[index].windows[place].stamp = nil
      }
    }
    return calendar
  }

  /// The properties and components of the calendar without its items, its revision and zones. All calendars have the
  /// same VERSION, PRODID and CALSCALE when they are written.
  private var headerParts: [UnmodelledPart] {
    var writer = ModelWriter(calendarZone: zone)
    let properties = writer.header(of: self).properties.filter { property in
      !CalendarField.revision.contains { property.isNamed($0.name) }
    }
    let components =
      freeBusy.map { writer.component(for: $0) } + availabilities.map { writer.component(for: $0) }
    return properties.map(UnmodelledPart.property)
      + (components + unmodelled.components).map(UnmodelledPart.component)
  }
}

extension UnmodelledPart {
  /// The name of the property or of the component.
  fileprivate var title: String {
    switch self {
    case .property(let property): property.name.uppercased()
    case .component(let component): component.name.uppercased()
    case .parameters(let kept): kept.property
    }
  }
}

extension EventCalendar {
  /// The identities of the items and series, without recurrence ids, that differ from those of another calendar, each
  /// once: in this calendar's order, then the added ones in the order of the other.
  ///
  /// - Complexity: O(*n*); items in the same order are compared without hashing.
  func changedSeries(to other: EventCalendar) -> [ItemID] {
    var (before, after) = (Array(items)[...], Array(other.items)[...])
    var changed: [ItemID] = []
    while let one = before.first, let another = after.first {
      if one != another {
        guard one.id == another.id else { break }
        changed.append(one.id)
      }
      before = before.dropFirst()
      after = after.dropFirst()
    }
    while let one = before.last, one == after.last {
      before = before.dropLast()
      after = after.dropLast()
    }
    // Equal items may be in another place, and several may have one identity.
    let (old, new) = (Dictionary(grouping: before, by: \.id), Dictionary(grouping: after, by: \.id))
    let ids = (before.lazy.map(\.id) + after.lazy.map(\.id)).uniqued { $0 }
    changed += ids.filter { !(old[$0] ?? []).hasSameElements(as: new[$0] ?? []) }
    return changed.map(\.series).uniqued { $0 }
  }
}

extension Array where Element: Hashable {
  /// Whether the other array has the same elements, each as often, in any order.
  func hasSameElements(as other: [Element]) -> Bool {
    if count != other.count || self == other { return count == other.count }
    let counts = [self, other].map { Dictionary($0.map { ($0, 1) }, uniquingKeysWith: +) }
    return count > 1 && counts[0] == counts[1]
  }
}

extension ItemID {
  /// The identity of the item or of the series as a whole.
  var series: ItemID { recurrenceID == nil ? self : ItemID(uid: uid, kind: kind) }
}

/// Writes single fields of items as content lines, not folded, for showing them.
struct FieldText {
  private var writer = ModelWriter()

  /// The lines of all properties and components of a field.
  mutating func lines(of field: ItemField, in item: Item) -> [String] {
    if case .unmodelled = field.merge { return item.unmodelled.parts.flatMap(\.lines) }
    var alone = context(of: item)
    field.copy(item.content, &alone)
    return lines(of: field, alone: Item(alone, item.kind))
  }

  /// The lines of one entry of a list.
  mutating func lines(of field: ItemField, _ entries: ItemEntries, at index: Int, in item: Item) -> [String] {
    var alone = context(of: item)
    entries.assign([(item.content, index)], &alone)
    return lines(of: field, alone: Item(alone, item.kind))
  }

  mutating func properties(of item: Item) -> [Property] { writer.component(for: item).properties }

  /// The content of an item reduced to the fields on which the form of others depends.
  private func context(of item: Item) -> ItemContent {
    var content = ItemContent(ItemFields())
    content.fields.start = item.start
    content.fields.summary = item.summary
    if let id = item.recurrenceID { content.series.recurrenceID = id }
    return content
  }

  private mutating func lines(of field: ItemField, alone item: Item) -> [String] {
    let tree = writer.component(for: item)
    let names = field.properties.map(\.text)
    return tree.properties.filter { names.contains($0.name) }.map(\.line)
      + tree.components.filter { $0.isNamed(field.name) }.flatMap(\.lines)
  }
}

extension Property {
  /// The content line, not folded.
  var line: String { LineWriter.lines { $0.write(self) }.joined() }
}

extension Component {
  /// The content lines, not folded.
  var lines: [String] { LineWriter.lines { $0.write(self) } }
}

extension LineWriter {
  /// The lines that are written, not folded.
  static func lines(_ write: (inout LineWriter) -> Void) -> [String] {
    var writer = LineWriter(ending: .lf, isFolding: false)
    write(&writer)
    return writer.bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }
}
