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
    let locks = try lock(places)
    try recover(places)
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
    try requireOutput(besides: places)
    return places.filter { seen.insert(Platform.destination(of: $0.path)).inserted }
  }

  /// Locks the folders in which the files of places are, and removes what killed processes left in them.
  func lock(_ places: [CalendarPlace]) throws(CommandError) -> FolderLocks {
    do throws(FileError) {
      var (folders, temporaries) = try Self.folders(of: places)
      while true {
        let locks = try FolderLocks(folders, patience: environment.patience)
        (folders, temporaries) = try Self.folders(of: places)
        guard folders.isSubset(of: locks.folders) else { continue }
        for path in temporaries { try? Platform.remove(path) }
        return locks
      }
    } catch {
      throw CommandError(error)
    }
  }

  private static func folders(
    of places: [CalendarPlace]
  ) throws(FileError) -> (folders: Set<String>, temporaries: [String]) {
    var folders: Set<String> = []
    var temporaries: [String] = []
    for place in places {
      guard Platform.entry(at: place.path) == .directory else {
        if let folder = Platform.realPath(place.folder) { folders.insert(folder) }
        continue
      }
      for listing in try FolderListing(place.path).all {
        folders.insert(Platform.realPath(listing.path) ?? listing.path)
        temporaries += listing.temporaries
      }
    }
    return (folders, temporaries)
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
