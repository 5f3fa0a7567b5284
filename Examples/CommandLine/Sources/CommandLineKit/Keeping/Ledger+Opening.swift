import AlmanacEvents
import AlmanacICS

extension Invocation {
  /// Opens the calendars that the options name to change them; no other run of the program changes them meanwhile.
  ///
  /// - Parameter makesMissing: Whether a calendar that is not there is one to be made.
  mutating func ledger(_ options: CalendarOptions, makesMissing: Bool = false) throws(CommandError) -> Ledger
  {
    let places = try changeablePlaces(options)
    let locks = Self.lock(places)
    var holdings: [(CalendarHolding, place: Int)] = []
    for (number, place) in places.enumerated() {
      for holding in try openHoldings(at: place, makesMissing: makesMissing) {
        holdings.append((holding, number))
      }
    }
    return Ledger(places, holdings, locks: locks)
  }

  /// The places that the options name, each once.
  func changeablePlaces(_ options: CalendarOptions) throws(CommandError) -> [CalendarPlace] {
    var seen: Set<String> = []
    let places = CalendarPlace.places(options, environment.variables)
    if places.contains(where: { $0.path == "-" }) {
      throw .usage("standard input cannot be changed", expected: "a file or a folder as --calendar")
    }
    return places.filter { seen.insert(Platform.realPath($0.path) ?? $0.path).inserted }
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
    case nil where makesMissing && place.isFolderToBe:
      return [.folder(CalendarFolder(path: place.path, files: []))]
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
