import AlmanacEvents
import AlmanacFiles
import AlmanacScheduling
import AlmanacSync
import AlmanacTime

extension CalendarStore {
  /// The location of the items of a UID, for a change.
  ///
  /// - Throws: A refusal if there is none or there are several.
  func itemLocation(
    uid: String, kind: Item.Kind? = nil, among positions: [Position]? = nil
  ) throws(CommandError) -> ItemLocation {
    try FileError.refusing(location(uid: uid, kind: kind, among: positions))
  }

  /// Checks that at most one file of a folder has the main item.
  ///
  /// - Throws: A refusal that names the files.
  func checkOneFile(_ location: ItemLocation, kind: Item.Kind? = nil) throws(CommandError) {
    try FileError.refusing(requireOneFile(location, kind: kind))
  }

  /// Changes a calendar in its file.
  mutating func makeChange<Result>(
    _ position: Position, _ body: (inout EventCalendar) throws(EventError) -> Result
  ) throws(CommandError) -> Result {
    try EventError.refusing(change(position, body))
  }

  /// Changes the items of a location in their files.
  mutating func makeChange(
    _ location: ItemLocation, _ body: (inout EventCalendar) throws(EventError) -> CalendarChange
  ) throws(CommandError) -> CalendarChange {
    try EventError.refusing(change(location, body))
  }

  /// Removes the item of an identity; other items of its UID stay.
  ///
  /// - Throws: A refusal if several files have the item.
  mutating func removeItem(_ id: ItemID) throws(CommandError) {
    _ = try itemLocation(uid: id.uid, kind: id.kind)
    try EventError.refusing(remove(id))
  }

  /// The calendar of a name: the one that `almanac calendars` lists, its own or that of the configuration; without a name
  /// the first one.
  func destination(
    named name: String?, _ configuration: Configuration
  ) throws(CommandError) -> Destination {
    guard let name else {
      guard let first = destinations.first else {
        throw .usage("there is no calendar to write to", expected: "a file or a folder as --calendar")
      }
      return first
    }
    let named = destinations.map { destination in
      let stated = configuration.calendar(at: destination.path)
      let title = stated?.title(besides: destination.title) ?? destination.title
      return (names: [title, destination.title, stated?.name].compactMap { $0 }, destination)
    }
    // The name that is shown names one calendar before its file or folder does.
    let found =
      named.first { $0.names[0] == name } ?? named.first { $0.names.contains(name) }
      ?? named.first { $0.names[0].lowercased() == name.lowercased() }
    guard let (_, destination) = found else {
      let titles = named.map { $0.names[0] }.joined(separator: ", ")
      throw .usage("there is no calendar named \(name)", expected: "one of: \(titles)")
    }
    return destination
  }
}

extension CalendarStore {
  /// Imports series: a series whose UID is stored into its calendars, a new one into the destination.
  ///
  /// - Parameter me: The addresses of the owner of the calendars.
  /// - Throws: A refusal if two files of one folder have a series.
  /// - Returns: The results, in the order of the series.
  mutating func importAll(
    _ imported: [ImportedSeries], into destination: Destination, me: Set<String>
  ) throws(CommandError) -> [ImportResult] {
    let positionsByUID = positionsByUID
    var results = imported.map { $0.result(among: []) }
    var stored: [Position: [Int]] = [:]
    var new: [[Item]] = []
    // By bytes: texts of the same characters are equal, and not the same UID.
    var indexOfNew: [[UInt8]: Int] = [:]
    for (number, series) in imported.enumerated() {
      let uid = Array(series.uid.utf8)
      let positions = (positionsByUID[series.uid] ?? []).filter { self[$0].series(uid: series.uid) != nil }
      if !positions.isEmpty {
        for location in locations(of: series.uid, at: positions) {
          try checkOneFile(location, kind: series.kind)
          if location.parts.count == 1 {
            stored[location.main, default: []].append(number)
          } else {
            _ = try makeChange(location) { (calendar) throws(EventError) in
              let (result, change) = calendar.importSeries(series, me: me)
              results[number] = result
              return change
            }
          }
        }
      } else if let index = indexOfNew[uid] {
        results[number] = series.result(among: new[index], me: me)
        new[index] = results[number].after
      } else {
        indexOfNew[uid] = new.count
        new.append(results[number].after)
      }
    }
    for position in positions {
      guard let numbers = stored[position] else { continue }
      try makeChange(position) { (calendar) throws(EventError) in
        for number in numbers { results[number] = calendar.importSeries(imported[number], me: me).result }
      }
    }
    insert(new, into: destination)
    return results
  }
}

extension CalendarStore {
  /// The items of all files together.
  var everything: EventCalendar { EventCalendar(items: positions.flatMap { self[$0].items }) }

  /// The events of a UID in all files.
  func series(of uid: String) -> EventCalendar {
    let series = positions(uid: uid, kind: .event).flatMap { self[$0].allSeries(uid: uid, kind: .event) }
    return EventCalendar(items: series.flatMap(\.items))
  }

  /// Updates or adds the event of a session or a class in its file, as `EventCalendar.write` does.
  mutating func write(_ event: Event, changing base: Event? = nil, at now: Instant) throws(CommandError) {
    let location = try itemLocation(uid: event.uid, kind: .event)
    _ = try makeChange(location) { (calendar) throws(EventError) in
      try calendar.write(event, changing: base, at: now)
    }
  }
}
