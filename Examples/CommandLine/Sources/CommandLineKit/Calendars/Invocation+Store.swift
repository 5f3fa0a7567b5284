import AlmanacEvents
import AlmanacFiles

extension CalendarStore {
  /// The location of the items of a UID, for a change.
  ///
  /// - Throws: A refusal if there is none or there are several.
  func itemLocation(uid: String, kind: Item.Kind? = nil) throws(CommandError) -> ItemLocation {
    do throws(FileError) { return try location(uid: uid, kind: kind) } catch { throw CommandError(error) }
  }

  /// Checks that at most one file of a folder has the main item.
  ///
  /// - Throws: A refusal that names the files.
  func checkOneFile(_ location: ItemLocation, kind: Item.Kind? = nil) throws(CommandError) {
    do throws(FileError) { try requireOneFile(location, kind: kind) } catch { throw CommandError(error) }
  }

  /// Changes a calendar in its file.
  mutating func makeChange<Result>(
    _ position: Position, _ body: (inout EventCalendar) throws(EventError) -> Result
  ) throws(CommandError) -> Result {
    do throws(EventError) { return try change(position, body) } catch { throw CommandError(error) }
  }

  /// Changes the items of a location in their files.
  mutating func makeChange(
    _ location: ItemLocation, _ body: (inout EventCalendar) throws(EventError) -> CalendarChange
  ) throws(CommandError) -> CalendarChange {
    do throws(EventError) { return try change(location, body) } catch { throw CommandError(error) }
  }

  /// Removes the item of an identity; other items of its UID stay.
  ///
  /// - Throws: A refusal if several files have the item.
  mutating func removeItem(_ id: ItemID) throws(CommandError) {
    _ = try itemLocation(uid: id.uid, kind: id.kind)
    do throws(EventError) { try remove(id) } catch { throw CommandError(error) }
  }

  /// The calendar of a name; without a name the first one.
  func destination(named name: String?) throws(CommandError) -> Destination {
    guard let name else {
      guard let first = destinations.first else {
        throw .usage("there is no calendar to write to", expected: "a file or a folder as --calendar")
      }
      return first
    }
    guard let destination = destinations.first(where: { $0.title == name }) else {
      let titles = destinations.map { $0.title }.joined(separator: ", ")
      throw .usage("there is no calendar named \(name)", expected: "one of: \(titles)")
    }
    return destination
  }
}
