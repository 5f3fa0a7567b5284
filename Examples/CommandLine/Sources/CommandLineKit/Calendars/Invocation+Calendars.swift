import AlmanacEvents
import AlmanacICS
import AlmanacJSCalendar

extension Invocation {
  /// The calendars that the options name, to be looked at.
  mutating func calendars(_ options: CalendarOptions) throws(CommandError) -> [EventCalendar] {
    var calendars: [EventCalendar] = []
    for holding in try holdings(options) { calendars += holding.calendars }
    return calendars
  }

  /// What stands at the places that the options name.
  mutating func holdings(_ options: CalendarOptions) throws(CommandError) -> [CalendarHolding] {
    var holdings: [CalendarHolding] = []
    for place in try places(options) { holdings += try self.holdings(at: place) }
    return try knowing(holdings)
  }

  private mutating func holdings(at place: CalendarPlace) throws(CommandError) -> [CalendarHolding] {
    let entry = place.path == "-" ? .other : Platform.entry(at: place.path)
    if entry == nil && place.isDefault { return [] }
    guard entry == .directory else { return [.file(try calendarFile(place.path))] }
    return try calendarFolders(place.path).map { .folder($0) }
  }

  /// A folder of items, or of folders of items.
  mutating func calendarFolders(
    _ path: String, keepsOriginals: Bool = false
  ) throws(CommandError) -> [CalendarFolder] {
    let listing: FolderListing
    do throws(FileError) { listing = try FolderListing(path) } catch { throw CommandError(error) }
    return calendarFolders(listing, keepsOriginals: keepsOriginals)
  }

  private mutating func calendarFolders(_ listing: FolderListing, keepsOriginals: Bool) -> [CalendarFolder] {
    var folder = CalendarFolder(path: listing.path, files: [])
    folder.name =
      listing.displayName.flatMap { path in told { (me) throws(CommandError) in try me.note(path) } }
      ?? nil
    if let path = listing.color { folder.color = color(path) }
    for path in listing.files {
      // One bad file does not cost the others.
      let file = told { (me) throws(CommandError) in
        try me.calendarFile(path, .found, keepsOriginal: keepsOriginals)
      }
      if let file { folder.files.append(file) }
    }
    var folders: [CalendarFolder] = []
    for inner in listing.folders { folders += calendarFolders(inner, keepsOriginals: keepsOriginals) }
    return folder.files.isEmpty && !folders.isEmpty ? folders : [folder] + folders
  }

  /// What a reading gives; what is wrong with it is told, and does not end the command.
  private mutating func told<Result>(
    _ read: (inout Invocation) throws(CommandError) -> Result
  ) -> Result? {
    do throws(CommandError) { return try read(&self) } catch {
      for complaint in error.complaints { complain(complaint) }
      return nil
    }
  }

  /// The one line of a small file; `nil` when it is empty.
  mutating func note(_ path: String) throws(CommandError) -> String? {
    let text = String(decoding: try read(path, .found, limit: 4096), as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).first.map { String($0).trimmed }
  }

  private mutating func color(_ path: String) -> CalendarColor? {
    let text = told { (me) throws(CommandError) in try me.note(path) } ?? nil
    let found = CollectionColor(text)
    if let diagnostic = found.diagnostic, diagnostic.severity > .note {
      complain(Complaint(diagnostic, in: path))
    }
    return found.color
  }

  /// Reads a file; what could not be understood in it is told, a zone that nobody knows too, as it changes when things
  /// happen; what was repaired is for `validate` to tell.
  mutating func calendarFile(
    _ path: String, _ origin: PathOrigin = .named, keepsOriginal: Bool = false
  ) throws(CommandError) -> CalendarFile {
    let bytes = try read(path, origin)
    do throws(ICSError) {
      let options = ICSOptions(uids: .seeded(Self.seed(of: path)))
      let document = try ICSDocument(reading: bytes, options: options)
      for diagnostic in document.diagnostics
      where diagnostic.severity == .error || diagnostic.code == .unknownZone {
        complain(Complaint(diagnostic, in: path))
      }
      return CalendarFile(path: path, document: document, original: keepsOriginal ? bytes : nil)
    } catch {
      throw .badData(Complaint(error, in: path))
    }
  }

  /// Items without a UID get the same one in each run, and those of other files others (FNV-1a of the path).
  private static func seed(of path: String) -> UInt64 {
    path.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}

extension ICSDocument {
  /// Reads iCalendar, jCal or JSCalendar, told apart by how they begin: iCalendar never begins as JSON does.
  init(reading bytes: [UInt8], options: ICSOptions = .standard) throws(ICSError) {
    if JSCalendarDocument.matches(bytes) {
      let read = try JSCalendarDocument(parsing: bytes, options: options)
      self.init(read.calendars, diagnostics: read.diagnostics)
    } else if bytes.isJCal {
      try self.init(jCal: bytes, options: options)
    } else {
      try self.init(parsing: bytes, options: options)
    }
  }
}

extension Complaint {
  /// What a reader found and what it did about it.
  init(_ diagnostic: Diagnostic, in file: String) {
    let place = [diagnostic.uid, diagnostic.property].filter { !$0.isEmpty }.joined(separator: " ")
    let what = [place, diagnostic.message].filter { !$0.isEmpty }.joined(separator: ": ")
    self.init(
      diagnostic.repair.isEmpty ? what : "\(what); \(diagnostic.repair)", file: file, line: diagnostic.line)
  }

  init(_ error: ICSError, in file: String) {
    let what =
      switch error.code {
      case .empty: "the file is empty"
      case .notICalendar: "this is not iCalendar"
      case .notJCal: "this is not jCal"
      case .notJSCalendar: "this is not JSCalendar"
      default: String(error.code.rawValue.map { $0 == "_" ? " " : $0 })
      }
    self.init(what, expected: error.expected, file: file, line: error.line > 0 ? error.line : nil)
  }
}
