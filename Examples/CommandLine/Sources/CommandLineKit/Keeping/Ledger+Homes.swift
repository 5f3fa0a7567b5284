import AlmanacEvents

extension Ledger {
  /// Where all that a calendar has of a UID stands: in a folder its parts may be in several files, which are shown as
  /// one.
  struct Home: Sendable, Hashable {
    let uid: String
    /// Where the item itself is, and what is new of it goes.
    let spot: Spot
    /// Where anything of it is, in the order of the files.
    let parts: [Spot]
  }

  /// Where what has a UID is, to be changed.
  ///
  /// - Throws: As `spot(uid:kind:)` does.
  func home(uid: String, kind: Item.Kind? = nil) throws(CommandError) -> Home {
    home(uid, at: try spot(uid: uid, kind: kind))
  }

  /// Each UID of which parts stand in several files that are shown as one.
  func scatteredHomes() -> [Home] {
    spotsByUID.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.flatMap { uid, spots in
      homes(of: uid, at: spots).filter { $0.parts.count > 1 }
    }
  }

  /// - Parameter spots: All that have the UID.
  func homes(of uid: String, at spots: [Spot]) -> [Home] {
    var homes: [Home] = []
    for spot in spots where !homes.contains(where: { $0.parts.contains(spot) }) {
      let parts = companions(of: spot, among: spots)
      let main = parts.first { part in self[part].allSeries(uid: uid).contains { $0.main != nil } }
      homes.append(Home(uid: uid, spot: main ?? spot, parts: parts))
    }
    return homes
  }

  private func home(_ uid: String, at spot: Spot) -> Home {
    Home(uid: uid, spot: spot, parts: companions(of: spot, among: spots(uid: uid)))
  }

  /// Those of some calendars that are shown as one with a calendar, itself included.
  func companions(of spot: Spot, among spots: [Spot]) -> [Spot] {
    guard case .folder(let folder) = holdings[spot.holding], folder.joins(self[spot]) else { return [spot] }
    return spots.filter { $0.holding == spot.holding && folder.joins(self[$0]) }
  }

  /// What is shown of it; where it is in one file, with all else of that.
  subscript(_ home: Home) -> EventCalendar {
    let own = self[home.spot]
    guard home.parts.count > 1 else { return own }
    var joined = EventCalendar(name: own.name, color: own.color, zone: own.zone)
    joined.calendarSystems = own.calendarSystems
    for part in home.parts { joined.insert(items(of: home.uid, in: part)) }
    return joined
  }

  /// Changes what is shown of it, and brings each item back into the file in which it stands.
  mutating func change(
    _ home: Home, _ body: (inout EventCalendar) throws(EventError) -> CalendarChange
  ) throws(CommandError) -> CalendarChange {
    guard home.parts.count > 1 else { return try change(home.spot, body) }
    var joined = self[home]
    let change: CalendarChange
    do throws(EventError) { change = try body(&joined) } catch { throw CommandError(error) }
    var successors: [Item: Item] = [:]
    for step in change.steps { if let before = step.before { successors[before] = step.after } }
    var left = Array(joined.items)
    func take(_ item: Item?) -> Item? {
      left.firstIndex { $0 == item }.map { left.remove(at: $0) }
    }
    var contents = home.parts.map { part in
      (part, items(of: home.uid, in: part).compactMap { take($0) ?? take(successors[$0]) })
    }
    if let main = contents.firstIndex(where: { $0.0 == home.spot }) { contents[main].1 += left }
    for (part, items) in contents where items != self.items(of: home.uid, in: part) {
      _ = try self.change(part) { (calendar) throws(EventError) in
        try calendar.remove(uid: home.uid)
        calendar.insert(items)
      }
    }
    return change
  }

  private func items(of uid: String, in spot: Spot) -> [Item] {
    self[spot].items.filter { $0.uid.utf8.elementsEqual(uid.utf8) }
  }
}
