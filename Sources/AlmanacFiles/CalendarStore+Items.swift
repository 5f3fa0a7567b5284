public import AlmanacEvents
import AlmanacICS

// MARK: Positions of items

extension CalendarStore {
  /// The position of a calendar: its source, its file and its index in the file.
  public struct Position: Sendable, Hashable {
    let source: Int
    /// The index of the file in a directory.
    let file: Int
    let calendar: Int
  }

  /// The positions of all calendars of all files.
  public var positions: [Position] {
    sources.indices.flatMap { source in
      sources[source].files.enumerated().flatMap { file, content in
        content.document.calendars.indices.map { Position(source: source, file: file, calendar: $0) }
      }
    }
  }

  /// The calendar at a position.
  ///
  /// - Precondition: The position is one of the present ``positions``, which change when files are added or removed.
  public subscript(_ position: Position) -> EventCalendar {
    sources[position.source].files[position.file].document.calendars[position.calendar]
  }

  /// The positions of the items of each UID. UIDs of the same characters in other scalars share an entry;
  /// ``location(uid:kind:among:)`` selects the positions of one of them.
  public var positionsByUID: [String: [Position]] {
    var index: [String: [Position]] = [:]
    for position in positions {
      for item in self[position].items where index[item.uid]?.last != position {
        index[item.uid, default: []].append(position)
      }
    }
    return index
  }

  /// The positions of the items of a UID, of one kind or of any.
  public func positions(uid: String, kind: Item.Kind? = nil) -> [Position] {
    positions.filter { self[$0].series(uid: uid, kind: kind) != nil }
  }

  /// The kinds of the items of a UID.
  public func kinds(uid: String) -> [Item.Kind] {
    Item.Kind.allCases.filter { !positions(uid: uid, kind: $0).isEmpty }
  }

  /// The position of the item of a UID, for a change.
  ///
  /// - Parameters:
  ///   - uid: The UID.
  ///   - kind: The kind of the item; `nil` for any.
  ///   - candidates: The positions of the UID as ``positionsByUID`` has them; `nil` searches for them.
  /// - Throws: ``FileError`` with code `not_found`, `ambiguous` if it is in several calendars, or `ambiguous_kind`.
  public func position(
    uid: String, kind: Item.Kind? = nil, among candidates: [Position]? = nil
  ) throws(FileError) -> Position {
    let positions =
      candidates?.filter { self[$0].series(uid: uid, kind: kind) != nil } ?? positions(uid: uid, kind: kind)
    let mainPositions = positions.filter { self[$0].item(uid: uid, kind: kind) != nil }
    guard let position = mainPositions.first ?? positions.first else {
      throw FileError(
        .notFound, "", "there is no such item", expected: "the UID of an item of the calendars", uid: uid)
    }
    if kind == nil, positions.count > 1 {
      let kinds = kinds(uid: uid)
      if kinds.count > 1 {
        throw FileError(
          .ambiguousKind, "", "items of several kinds have this UID",
          expected: kinds.map { $0.rawValue }.joined(separator: " or "), uid: uid)
      }
    }
    if mainPositions.count > 1 {
      let together = positionsInCalendar(of: position, among: mainPositions)
      guard together.count == mainPositions.count else {
        throw FileError(
          .ambiguous, "", "several calendars have this item",
          expected: "one of: \(mainPositions.map { self[$0].name }.joined(separator: ", "))", uid: uid)
      }
      try requireOneFile(ItemLocation(uid: uid, main: position, parts: together), kind: kind)
    }
    return position
  }

  /// Checks that at most one file of a directory has the main item, so that it can be changed. Without a kind, each
  /// kind is checked.
  ///
  /// - Throws: ``FileError`` with code `ambiguous`.
  public func requireOneFile(_ location: ItemLocation, kind: Item.Kind? = nil) throws(FileError) {
    for kind in kind.map({ [$0] }) ?? Item.Kind.allCases {
      let mainPositions = location.parts.filter { self[$0].item(uid: location.uid, kind: kind) != nil }
      let paths = mainPositions.map { sources[$0.source].files[$0.file].path }
      guard let first = paths.first, paths.count > 1 else { continue }
      let duplicate = CalendarDirectory.Duplicate(uid: location.uid, kind: kind, paths: paths)
      let merge = duplicate.conflictCopies.isEmpty ? "" : "a merge of the conflict copies, or "
      throw FileError(
        .ambiguous, first, "several files of one folder have this item: \(paths.joined(separator: ", "))",
        expected: merge + "one of these files", uid: location.uid)
    }
  }

  /// The item of a UID.
  public func item(uid: String) -> Item? { firstItem { $0.item(uid: uid) } }

  /// The item of an identity.
  public func item(_ id: ItemID) -> Item? { firstItem { $0.item(id) } }

  private func firstItem(_ body: (EventCalendar) -> Item?) -> Item? {
    for position in positions {
      if let item = body(self[position]) { return item }
    }
    return nil
  }

  /// Changes a calendar in its file.
  public mutating func change<Result>(
    _ position: Position, _ body: (inout EventCalendar) throws(EventError) -> Result
  ) throws(EventError) -> Result {
    var calendar = self[position]
    let result = try body(&calendar)
    if calendar != self[position] {
      changeDocument(ofSource: position.source, file: position.file) {
        $0.calendars[position.calendar] = calendar
      }
    }
    return result
  }

  /// Removes the item of an identity; other items of its UID stay.
  public mutating func remove(_ id: ItemID) throws(EventError) {
    for position in positions where self[position].item(id) != nil {
      _ = try change(position) { (calendar) throws(EventError) in try calendar.remove(id) }
    }
  }

  /// The destination for new items in the calendar of a position.
  public func destination(beside position: Position) -> Destination {
    let path =
      switch sources[position.source] {
      case .file(let file): file.path
      case .directory(let directory): directory.path
      }
    return Destination(title: "", path: path, source: position.source, calendar: position.calendar)
  }
}

// MARK: Items whose parts are in several files

extension CalendarStore {
  /// The positions of all items of a UID in one calendar. In a directory they may be in several files that together are
  /// one calendar.
  public struct ItemLocation: Sendable, Hashable {
    /// The UID of the items.
    public let uid: String
    /// The position of the main item, where new overrides are added.
    public let main: Position
    /// The positions of the main item and its overrides, in the order of the files.
    public let parts: [Position]
  }

  /// The location of the items of a UID, for a change.
  ///
  /// - Parameters:
  ///   - uid: The UID.
  ///   - kind: The kind of the items; `nil` for any.
  ///   - candidates: The positions of the UID as ``positionsByUID`` has them, for the locations of many items; `nil` searches
  ///     for them.
  /// - Throws: The errors of ``position(uid:kind:among:)``.
  public func location(
    uid: String, kind: Item.Kind? = nil, among candidates: [Position]? = nil
  ) throws(FileError) -> ItemLocation {
    let position = try position(uid: uid, kind: kind, among: candidates)
    let parts = positionsInCalendar(of: position, among: candidates ?? positions(uid: uid))
    return ItemLocation(uid: uid, main: position, parts: parts)
  }

  /// The locations of items that are spread over several files.
  public func multiFileLocations() -> [ItemLocation] {
    positionsByUID.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.flatMap { uid, positions in
      locations(of: uid, at: positions).filter { $0.parts.count > 1 }
    }
  }

  /// The locations of the items of a UID, one per calendar. `positions` has all positions of the UID.
  public func locations(of uid: String, at positions: [Position]) -> [ItemLocation] {
    var locations: [ItemLocation] = []
    for position in positions where !locations.contains(where: { $0.parts.contains(position) }) {
      let parts = positionsInCalendar(of: position, among: positions)
      let main = parts.first { self[$0].item(uid: uid) != nil }
      locations.append(ItemLocation(uid: uid, main: main ?? position, parts: parts))
    }
    return locations
  }

  /// The positions in the same calendar as a position, itself included.
  private func positionsInCalendar(of position: Position, among positions: [Position]) -> [Position] {
    guard case .directory(let directory) = sources[position.source], directory.isMerged(self[position]) else {
      return [position]
    }
    return positions.filter { $0.source == position.source && directory.isMerged(self[$0]) }
  }

  /// The calendar of a location: if its items are in one file, the calendar there; otherwise a calendar of these items
  /// alone.
  public subscript(_ location: ItemLocation) -> EventCalendar {
    let own = self[location.main]
    guard location.parts.count > 1 else { return own }
    var joined = EventCalendar(name: own.name, color: own.color, zone: own.zone)
    joined.calendarSystems = own.calendarSystems
    joined.insert(location.parts.flatMap { items(of: location.uid, in: $0) })
    return joined
  }

  /// Changes the items of a location as one calendar, and stores each item in the file in which it was. In a directory,
  /// added items of another UID are stored in a file of their own.
  public mutating func change(
    _ location: ItemLocation, _ body: (inout EventCalendar) throws(EventError) -> CalendarChange
  ) throws(EventError) -> CalendarChange {
    let change =
      location.parts.count > 1
      ? try changeParts(of: location, body) : try self.change(location.main, body)
    guard case .directory = sources[location.main.source] else { return change }
    let new = Dictionary(grouping: change.added.filter { $0.uid != location.uid }) { $0.uid }
    for (uid, items) in new.sorted(by: { $0.key < $1.key }) {
      _ = try self.change(location.main) { (calendar) throws(EventError) in try calendar.remove(uid: uid) }
      insert([items], into: destination(beside: location.main))
    }
    return change
  }

  private mutating func changeParts(
    of location: ItemLocation, _ body: (inout EventCalendar) throws(EventError) -> CalendarChange
  ) throws(EventError) -> CalendarChange {
    var joined = self[location]
    let change = try body(&joined)
    var successors: [Item: Item] = [:]
    for step in change.steps { if let before = step.before { successors[before] = step.after } }
    var remaining = Array(joined.items)
    func remove(_ item: Item?) -> Item? {
      remaining.firstIndex { $0 == item }.map { remaining.remove(at: $0) }
    }
    var contents = location.parts.map { part in
      (part, items(of: location.uid, in: part).compactMap { remove($0) ?? remove(successors[$0]) })
    }
    if let main = contents.firstIndex(where: { $0.0 == location.main }) { contents[main].1 += remaining }
    for (part, items) in contents where items != self.items(of: location.uid, in: part) {
      _ = try self.change(part) { (calendar) throws(EventError) in
        try calendar.remove(uid: location.uid)
        calendar.insert(items)
      }
    }
    return change
  }

  private func items(of uid: String, in position: Position) -> [Item] {
    self[position].items.filter { $0.uid.utf8.elementsEqual(uid.utf8) }
  }
}
