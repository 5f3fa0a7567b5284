import AlmanacEvents
import AlmanacFiles

extension CalendarStore {
  /// The location of the items of a UID, to be changed.
  ///
  /// - Throws: A refusal when there is none, or several.
  func place(uid: String, kind: Item.Kind? = nil) throws(CommandError) -> ItemLocation {
    do throws(FileError) { return try location(uid: uid, kind: kind) } catch { throw CommandError(error) }
  }

  /// Checks that no two files of one folder have an item as a whole.
  ///
  /// - Throws: A refusal that names the files.
  func checkOneFile(_ place: ItemLocation, kind: Item.Kind? = nil) throws(CommandError) {
    do throws(FileError) { try requireOneFile(place, kind: kind) } catch { throw CommandError(error) }
  }

  /// Changes a calendar in its file.
  mutating func makeChange<Result>(
    _ position: Position, _ body: (inout EventCalendar) throws(EventError) -> Result
  ) throws(CommandError) -> Result {
    do throws(EventError) { return try change(position, body) } catch { throw CommandError(error) }
  }

  /// Changes the items of a location in their files.
  mutating func makeChange(
    _ place: ItemLocation, _ body: (inout EventCalendar) throws(EventError) -> CalendarChange
  ) throws(CommandError) -> CalendarChange {
    do throws(EventError) { return try change(place, body) } catch { throw CommandError(error) }
  }

  /// Removes the item of an identity, and nothing else of its UID.
  ///
  /// - Throws: A refusal where several files have the item.
  mutating func removeItem(_ id: ItemID) throws(CommandError) {
    _ = try place(uid: id.uid, kind: id.kind)
    do throws(EventError) { try remove(id) } catch { throw CommandError(error) }
  }

  /// The calendar of a name, or the first one.
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
