import AlmanacEvents

/// A calendar into which new items can be put.
struct Shelf: Sendable, Hashable {
  let title: String
  let holding: Int
  /// Which calendar of a file.
  let calendar: Int
}

extension Ledger {
  /// In the order in which they were given.
  var shelves: [Shelf] {
    holdings.enumerated().flatMap { number, holding in
      switch holding {
      case .file(let file):
        let titles = file.calendars.isEmpty ? [file.stem] : file.calendars.map { $0.name }
        return titles.enumerated().map { Shelf(title: $1, holding: number, calendar: $0) }
      case .folder(let folder): return [Shelf(title: folder.title, holding: number, calendar: 0)]
      }
    }
  }

  /// The calendar of a name, or the first one.
  func shelf(named name: String?) throws(CommandError) -> Shelf {
    let shelves = shelves
    guard let name else {
      guard let first = shelves.first else {
        throw .usage("there is no calendar to write to", expected: "a file or a folder as --calendar")
      }
      return first
    }
    let named = shelves.filter { $0.title == name }
    guard let shelf = named.first else {
      let titles = shelves.map { $0.title }.joined(separator: ", ")
      throw .usage("there is no calendar named \(name)", expected: "one of: \(titles)")
    }
    return shelf
  }
}
