import AlmanacEvents
import AlmanacICS

extension Invocation {
  /// Opens the calendars that the options name to change them; no other run of the program changes them meanwhile.
  ///
  /// - Parameters:
  ///   - makesMissing: Whether a calendar that is not there is one to be made.
  ///   - isPreview: Whether the change is only shown: then nothing is locked, and nothing written.
  mutating func ledger(
    _ options: CalendarOptions, makesMissing: Bool = false, isPreview: Bool = false
  ) throws(CommandError) -> Ledger {
    let places = try changeablePlaces(options)
    if makesMissing {
      // Made at once, so that it can be locked.
      for place in places where place.isFolderToBe && Platform.entry(at: place.path) == nil {
        do throws(FileError) { try Platform.makeFolder(place.folder) } catch { throw CommandError(error) }
      }
    }
    let locks = isPreview ? nil : try lockAndRecover(places).locks
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
    let places = try places(options)
    if places.contains(where: { $0.path == "-" }) {
      throw .usage("standard input cannot be changed", expected: "a file or a folder as --calendar")
    }
    return places.filter { seen.insert(Platform.destination(of: $0.path)).inserted }
  }

  /// Locks the folders in which the files of places are, and completes or takes back what killed processes left half
  /// made there.
  ///
  /// - Returns: With the changes of files by which a change was taken back.
  mutating func lockAndRecover(
    _ places: [CalendarPlace]
  ) throws(CommandError) -> (locks: FolderLocks, takenBack: [FileChange]) {
    let interrupted = places.flatMap { UndoJournal.pendingPlaces(around: $0) }.filter { !places.contains($0) }
    let locks = try lock(places + interrupted)
    return (locks, try recover(places + interrupted))
  }

  /// Locks the folders in which the files of places are, and removes what killed processes left in them.
  private func lock(_ places: [CalendarPlace]) throws(CommandError) -> FolderLocks {
    do throws(FileError) {
      var folders = try Self.folders(of: places)
      while true {
        let locks = try FolderLocks(folders, patience: environment.patience)
        folders = try Self.folders(of: places)
        guard folders.isSubset(of: locks.folders) else { continue }
        for folder in folders {
          for name in (try? Platform.names(in: folder)) ?? [] where name.hasPrefix(AtomicFile.temporaryPrefix)
          {
            try? Platform.remove(folder + "/" + name)
          }
        }
        return locks
      }
    } catch {
      throw CommandError(error)
    }
  }

  /// The folders in which the files of places are, links followed.
  private static func folders(of places: [CalendarPlace]) throws(FileError) -> Set<String> {
    var folders: Set<String> = []
    for place in places {
      guard Platform.entry(at: place.path) == .directory else {
        if let folder = Platform.realPath(place.folder) { folders.insert(folder) }
        continue
      }
      for listing in try FolderListing(place.path).all {
        folders.insert(Platform.realPath(listing.path) ?? listing.path)
        for file in listing.files where Platform.target(ofLink: file) != nil {
          folders.insert(Platform.folder(of: Platform.destination(of: file)))
        }
      }
    }
    return folders
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
