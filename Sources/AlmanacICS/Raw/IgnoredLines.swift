import AlmanacComponents
import AlmanacEvents
import AlmanacMapping

/// The changes between two states of a document of lines that its items do not represent, because readers ignore them: a
/// PRIORITY that is not a number, a second SUMMARY, an end before the start, a line without a colon.
///
/// A merge of calendars does not see such lines; with their changes applied to its result nothing that a side wrote is
/// lost.
package struct IgnoredLineChanges: Sendable, Hashable {
  fileprivate struct Change: Sendable, Hashable {
    var removed: [Line]
    var added: [Line]
    /// The lines of times with which the added ones were read.
    var times: [TreePart]
  }

  /// A line that is ignored in its component.
  fileprivate struct Line: Sendable, Hashable {
    let name: PartName
    let content: [UInt8]
  }

  fileprivate var changes: [ItemID: Change] = [:]

  package init() {}

  package var isEmpty: Bool { changes.isEmpty }
}

extension ICSDocument {
  /// The changes of ignored lines since another state. Items that have an identity in common with others are omitted.
  ///
  /// - Complexity: O(*n*) in the number of bytes; O(1) if nothing was reported when the states were read.
  package func ignoredLineChanges(since base: ICSDocument?) -> IgnoredLineChanges {
    var found = IgnoredLineChanges()
    if diagnostics.isEmpty, base?.diagnostics.isEmpty ?? true { return found }
    let former = base?.itemPlaces ?? [:]
    for (id, place) in itemPlaces {
      guard let place else { continue }
      let before = former[id] ?? nil
      if let before, base?.text(of: before) == text(of: place) { continue }
      let (own, old) = (itemLines(at: place), before.flatMap { base?.itemLines(at: $0) })
      let (lines, formerLines) = (own.ignored.map(\.line), old?.ignored.map(\.line) ?? [])
      let change = IgnoredLineChanges.Change(
        removed: formerLines.subtracting(lines), added: lines.subtracting(formerLines), times: own.times)
      if !change.removed.isEmpty || !change.added.isEmpty { found.changes[id] = change }
    }
    return found
  }

  /// Removes and adds ignored lines in the text. The items are unchanged: a line of a time is not added to an item that has
  /// other times, in which it would take effect.
  package mutating func apply(_ changes: IgnoredLineChanges) {
    if changes.changes.isEmpty { return }
    for (id, place) in itemPlaces {
      guard let place, let change = changes.changes[id] else { continue }
      let own = itemLines(at: place)
      var rest = change.removed
      let removed = own.ignored.filter { part in
        rest.firstIndex(of: part.line).map { rest.remove(at: $0) } != nil
      }
      let added = change.added.subtracting(own.ignored.map(\.line)).filter { line in
        own.times == change.times || !ComponentMerge.namesOfTimes.contains(line.name)
      }
      if removed.isEmpty, added.isEmpty { continue }
      raw.replace(
        place.piece,
        with: own.written(without: Set(removed.map(\.place)), adding: added, raw.source.lineEnding))
    }
  }

  /// The place of an item: that of its calendar, its piece, and the item.
  private typealias ItemPlace = (draft: Int, piece: Int, item: Item)

  /// The places of the items by identity; `nil` for an identity that several have.
  private var itemPlaces: [ItemID: ItemPlace?] {
    var places: [ItemID: ItemPlace?] = [:]
    for (index, draft) in drafts.enumerated() {
      for (piece, item) in draft.components.items {
        places[item.id] = places.keys.contains(item.id) ? .some(nil) : (index, piece, item)
      }
    }
    return places
  }

  private func text(of place: ItemPlace) -> ArraySlice<UInt8> {
    switch raw.pieces[place.piece].text {
    case .source(let range): raw.source.bytes[range]
    case .replaced(let bytes): bytes[...]
    }
  }

  private func itemLines(at place: ItemPlace) -> ItemLines {
    let draft = drafts[place.draft]
    var writer = ModelWriter(
      TimeWriting(tzids: draft.tzids, definitions: draft.definitions, door: door), door: door,
      calendarZone: draft.calendar.zone)
    return ItemLines(raw.lines(of: place.piece), writer.component(for: place.item))
  }
}

/// The lines of an item's component, those that the item represents and those that readers ignore.
private struct ItemLines {
  let table: LineTable
  let parts: [RawPart]
  /// The ignored lines and their indices among the parts.
  private(set) var ignored: [(place: Int, line: IgnoredLineChanges.Line)] = []
  /// The lines of times that the item represents, as it is written.
  let times: [TreePart]

  /// - Parameter written: The component as written from the item.
  init(_ table: LineTable, _ written: Component) {
    self.table = table
    parts = RawPart.parts(of: table)
    let known = Dictionary(grouping: written.parts.filter { !$0.isComponent }, by: PartName.init)
    times = written.parts.filter { ComponentMerge.namesOfTimes.contains(PartName($0)) }
    let kind = ComponentKind.named(written.name)
    let places = Dictionary(grouping: parts.indices.filter { !parts[$0].name.isComponent }) { parts[$0].name }
    for (name, places) in places {
      for place in places.subtracting(represented(known[name] ?? [], by: places, name, kind))
      where !parts[place].isUndecoded {
        ignored.append((place, IgnoredLineChanges.Line(name: name, content: parts[place].content)))
      }
    }
    ignored.sort { $0.place < $1.place }
  }

  /// The places of the lines of a name that the item represents.
  private func represented(
    _ known: [TreePart], by places: [Int], _ name: PartName, _ kind: ComponentKind?
  ) -> [Int] {
    if known.count >= places.count { return places }
    let property = PropertyName.named(name.text)
    // A list is written in one line, in however many it is.
    if !known.isEmpty, property?.facts.structure == .list { return places }
    var matching = EditMatching(of: known.map(\.properties), in: places.map { parts[$0].part.properties })
    matching.matchAnywhere { $0 }
    let isRepeatable = property.map { !(kind.map($0.isSingle) ?? false) } ?? true
    if isRepeatable, matching.partners.contains(nil) { return places }
    matching.matchRest()
    return matching.partners.compactMap { $0.map { places[$0] } }
  }

  /// The text of the component without some of its parts and with more lines, each after the last one of its name.
  func written(
    without removed: Set<Int>, adding added: [IgnoredLineChanges.Line], _ ending: ContentSource.LineEnding
  ) -> [UInt8] {
    let firstComponent = parts.firstIndex(where: \.name.isComponent) ?? parts.count
    let lines = Dictionary(grouping: added) { line in
      parts.lastIndex { $0.name == line.name }.map { $0 + 1 } ?? firstComponent
    }
    var writer = LineWriter(ending: ending)
    writer.write(table, ending) { writer in
      for place in 0...parts.count {
        for line in lines[place] ?? [] { writer.write(line: line.content) }
        guard place < parts.count, !removed.contains(place) else { continue }
        writer.write(parts[place].lines, of: table, ending)
      }
    }
    return writer.bytes
  }
}

extension Array where Element: Hashable {
  /// The elements without as many equal ones as others have.
  fileprivate func subtracting(_ others: [Element]) -> [Element] {
    var counts = Dictionary(others.map { ($0, 1) }, uniquingKeysWith: +)
    return filter { element in
      guard let count = counts[element], count > 0 else { return true }
      counts[element] = count - 1
      return false
    }
  }
}
