import AlmanacEvents
import AlmanacICS

extension Invocation {
  /// Opens the calendars that the options name to change them; no other run of the program changes them meanwhile.
  ///
  /// - Parameter makesMissing: Whether a calendar that is not there is one to be made.
  mutating func ledger(_ options: CalendarOptions, makesMissing: Bool = false) throws(CommandError) -> Ledger
  {
    let places = try changeablePlaces(options)
    if makesMissing {
      // Made at once, so that it can be locked.
      for place in places where place.isFolderToBe && Platform.entry(at: place.path) == nil {
        do throws(FileError) { try Platform.makeFolder(place.folder) } catch { throw CommandError(error) }
      }
    }
    let locks = Self.lock(places)
    var holdings: [CalendarHolding] = []
    var numbers: [Int] = []
    for (number, place) in places.enumerated() {
      let found = try openHoldings(at: place, makesMissing: makesMissing)
      holdings += found
      numbers += found.map { _ in number }
    }
    let known = try knowing(holdings)
    return Ledger(places, zip(known, numbers).map { ($0, place: $1) }, locks: locks)
  }

  /// The places that the options name, each once.
  func changeablePlaces(_ options: CalendarOptions) throws(CommandError) -> [CalendarPlace] {
    var seen: Set<String> = []
    let places = CalendarPlace.places(options, environment.variables)
    if places.contains(where: { $0.path == "-" }) {
      throw .usage("standard input cannot be changed", expected: "a file or a folder as --calendar")
    }
    return places.filter { seen.insert(Platform.destination(of: $0.path)).inserted }
  }

  /// Locks the folders of places, always in the same order.
  static func lock(_ places: [CalendarPlace]) -> [FolderLock] {
    let folders = Set(places.compactMap { Platform.realPath($0.folder) })
    return folders.sorted().compactMap { FolderLock($0) }
  }

  private mutating func openHoldings(
    at place: CalendarPlace, makesMissing: Bool
  ) throws(CommandError) -> [CalendarHolding] {
    switch Platform.entry(at: place.path) {
    case .directory: return try calendarFolders(place.path, keepsOriginals: true).map { .folder($0) }
    case nil where makesMissing:
      return [.file(CalendarFile(path: place.path, document: ICSDocument([EventCalendar()])))]
    case nil where place.isDefault: return []
    default:
      if makesMissing, let bytes = try FileChange.content(of: place.path), bytes.isEmpty {
        let document = ICSDocument([EventCalendar()])
        return [.file(CalendarFile(path: place.path, document: document, original: []))]
      }
      return [.file(try calendarFile(place.path, keepsOriginal: true))]
    }
  }
}
