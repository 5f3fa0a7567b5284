import AlmanacEvents
import AlmanacICS

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
    for place in CalendarPlace.places(options, environment.variables) {
      holdings += try self.holdings(at: place)
    }
    return holdings
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
    var seen: Set<String> = []
    return try readFolders(path, keepsOriginals: keepsOriginals, seen: &seen)
  }

  /// - Parameter seen: The folders that were read, each of which is read once, whatever links lead to it.
  private mutating func readFolders(
    _ path: String, keepsOriginals: Bool, seen: inout Set<String>
  ) throws(CommandError) -> [CalendarFolder] {
    guard seen.insert(Platform.realPath(path) ?? path).inserted else { return [] }
    let names: [String]
    do throws(FileError) { names = try Platform.names(in: path) } catch { throw CommandError(error) }
    var folder = CalendarFolder(path: path, files: [])
    var folders: [CalendarFolder] = []
    for name in names where !name.hasPrefix(".") {
      let inner = path.hasSuffix("/") ? path + name : path + "/" + name
      if name == "displayname" {
        folder.name = try note(inner)
      } else if name == "color" {
        folder.color = try color(inner)
      } else if Platform.entry(at: inner) == .directory {
        folders += try readFolders(inner, keepsOriginals: keepsOriginals, seen: &seen)
      } else if name.hasSuffix(".ics") {
        do throws(CommandError) {
          folder.files.append(try calendarFile(inner, keepsOriginal: keepsOriginals))
        } catch {
          // One bad file does not cost the others.
          guard case .ended(_, let complaints) = error else { throw error }
          for complaint in complaints { complain(complaint) }
        }
      }
    }
    return folder.files.isEmpty && !folders.isEmpty ? folders : [folder] + folders
  }

  /// The one line of a small file; `nil` when it is empty.
  private mutating func note(_ path: String) throws(CommandError) -> String? {
    let text = String(decoding: try read(path), as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).first.map { String($0).trimmed }
  }

  private mutating func color(_ path: String) throws(CommandError) -> CalendarColor? {
    guard let text = try note(path) else { return nil }
    do throws(ColorError) { return try CalendarColor(text) } catch {
      complain(Complaint("\(text) is no colour", expected: error.expected, file: path, line: 1))
      return nil
    }
  }

  /// Reads a file; what could not be understood in it is told, what was repaired is for `validate` to tell.
  mutating func calendarFile(_ path: String, keepsOriginal: Bool = false) throws(CommandError) -> CalendarFile
  {
    let bytes = try read(path)
    do throws(ICSError) {
      let options = ICSOptions(uids: .seeded(Self.seed(of: path)))
      let document = try ICSDocument(reading: bytes, options: options)
      for diagnostic in document.diagnostics where diagnostic.severity == .error {
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
    if Self.isJSCalendar(bytes) {
      try self.init(jsCalendar: bytes, options: options)
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
