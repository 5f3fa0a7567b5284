public import AlmanacEvents
public import AlmanacICS
import AlmanacJSCalendar
public import AlmanacRecurrence
public import AlmanacTime

/// A file of calendars: iCalendar, jCal or JSCalendar.
///
/// ```swift
/// var file = try CalendarFile(opening: "term.ics")
/// try file.document.calendars[0].add(event, at: now)
/// try file.save(at: now)
/// ```
///
/// The content of the file that the model does not know stays in place when it is saved, and so does its syntax.
public struct CalendarFile: Sendable {
  public let path: String
  /// The calendars of the file; a change marks the file as changed.
  public var document: ICSDocument {
    didSet { isChanged = true }
  }
  /// Whether the document was changed after it was read.
  public private(set) var isChanged = false
  /// The bytes that were read, where the file is open to be changed; `nil` for a file that is to be made.
  let original: [UInt8]?
  /// The state of the file when it was read; `nil` for a file that is to be read again.
  let stamp: FileStamp?

  /// The values by which files are read.
  public struct Options: Sendable {
    /// The options of the parser; the UIDs of items without one follow from the path, the same in each run. By default
    /// the zones of the system, each of which is read once for all files that are read with these options.
    public var parsing: ICSOptions
    /// The calendar systems that rules may count by.
    public var systems: CalendarSystems
    /// The most bytes of one file.
    public var limit: Int

    public init(
      parsing: ICSOptions = ICSOptions(zones: ZoneDatabase.system.caching()),
      systems: CalendarSystems = .gregorian,
      limit: Int = FileSystem.readingLimit
    ) {
      self.parsing = parsing
      self.systems = systems
      self.limit = limit
    }
  }

  /// Reads a file to change it. While a change of it is interrupted, it is read as it was before that change.
  ///
  /// - Throws: ``FileError`` with code `unreadable` or `bad_data`.
  public init(opening path: String, options: Options = Options()) throws(FileError) {
    let interrupted = InterruptedChanges(around: CalendarLocation(path))
    try self.init(reading: path, .named, interrupted, keepsOriginal: true, options)
  }

  /// Parses a content that was read elsewhere.
  ///
  /// - Parameter path: The name of the file in errors; `-` for standard input.
  public init(parsing bytes: [UInt8], path: String, options: Options = Options()) throws(FileError) {
    try self.init(parsing: bytes, path: path, original: nil, nil, options)
  }

  /// A file that is to be made.
  public init(path: String, document: ICSDocument) {
    self.init(path: path, document: document, original: nil)
  }

  init(path: String, document: ICSDocument, original: [UInt8]?, isChanged: Bool = false) {
    self.path = path
    self.document = document
    self.original = original
    self.isChanged = isChanged
    stamp = nil
  }

  init(
    reading path: String, _ origin: FileSystem.Origin, _ interrupted: InterruptedChanges,
    keepsOriginal: Bool, _ options: Options
  ) throws(FileError) {
    var (bytes, stamp): ([UInt8], FileStamp?) = ([], nil)
    if let before = interrupted.content(of: path) {
      bytes = before
    } else {
      (bytes, stamp) = try FileSystem.readStamped(path, origin, limit: options.limit)
    }
    try self.init(parsing: bytes, path: path, original: keepsOriginal ? bytes : nil, stamp, options)
  }

  init(
    parsing bytes: [UInt8], path: String, original: [UInt8]?, _ stamp: FileStamp?, _ options: Options
  ) throws(FileError) {
    var parsing = options.parsing
    parsing.uids = .seeded(Fingerprint(path.utf8).hash)
    do throws(ICSError) { document = try ICSDocument(reading: bytes, options: parsing) } catch {
      throw FileError(
        .badData, path, line: error.line, Self.reason(error), expected: error.expected, content: error)
    }
    for index in document.calendars.indices where !document.calendars[index].calendarScales.isEmpty {
      document.calendars[index].calendarSystems = options.systems
    }
    self.path = path
    self.original = original
    self.stamp = stamp
    isChanged = false
  }

  private static func reason(_ error: ICSError) -> String {
    switch error.code {
    case .empty: "the file is empty"
    case .notICalendar: "this is not iCalendar"
    case .notJCal: "this is not jCal"
    case .notJSCalendar: "this is not JSCalendar"
    default: String(error.code.rawValue.map { $0 == "_" ? " " : $0 })
    }
  }
}

extension CalendarFile {
  /// The name of the file without its directory and its ending: the name of a calendar without one of its own.
  public var stem: String {
    let name = path == "-" ? "" : FileSystem.name(of: path)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// Its calendars, each with a name.
  public var calendars: [EventCalendar] {
    document.calendars.map { calendar in
      guard calendar.name.isEmpty else { return calendar }
      var named = calendar
      named.name = stem
      return named
    }
  }

  /// The names of the calendar systems that its rules count by (RSCALE, RFC 7529).
  public var calendarScales: Set<String> {
    document.calendars.reduce(into: []) { $0.formUnion($1.calendarScales) }
  }

  /// The content of the file as it is saved: in the syntax in which it was read.
  public var content: [UInt8] {
    guard let original else { return document.bytes }
    let end = [UInt8(ascii: "\n")]
    if JSCalendarDocument.matches(original) {
      return JSCalendarDocument(document.calendars).text().utf8 + end
    }
    return original.isJCal ? document.jCal.utf8 + end : document.bytes
  }

  /// Writes the file, if it was changed since it was opened.
  ///
  /// - Parameters:
  ///   - summary: The change in words, for the undo journal.
  ///   - now: The time of the change.
  ///   - patience: The time to wait for another process.
  /// - Throws: ``FileError``; with code `conflict` when another program has changed the file since. The file is then as
  ///   it was.
  public mutating func save(
    _ summary: String = "", at now: Instant, patience: Duration = .seconds(10)
  ) throws(FileError) {
    guard isChanged else { return }
    let location = CalendarLocation(path)
    var transaction = try FileTransaction(on: [location], patience: patience)
    let after = content
    try transaction.commit(
      [(0, FileChange(path, in: location, before: original, after: after))], summary, at: now)
    self = CalendarFile(path: path, document: document, original: after)
  }

  /// Whether nothing is left that is worth a file.
  var isEmpty: Bool {
    document.calendars.allSatisfy { calendar in
      calendar.count == 0 && calendar.freeBusy.isEmpty && calendar.availabilities.isEmpty
        && calendar.unmodelled.components.isEmpty
    }
  }
}

extension ICSDocument {
  /// Reads iCalendar, jCal or JSCalendar, recognised by how they begin: iCalendar never begins as JSON does.
  public init(reading bytes: [UInt8], options: ICSOptions = .standard) throws(ICSError) {
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

extension [UInt8] {
  /// Whether it begins as jCal does and iCalendar never, behind a byte order mark or none.
  fileprivate var isJCal: Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return (starts(with: mark) ? dropFirst(mark.count) : self[...]).first { $0 > 0x20 } == UInt8(ascii: "[")
  }
}

extension EventCalendar {
  /// The names that its rules have as RSCALE (RFC 7529).
  fileprivate var calendarScales: Set<String> {
    var names: Set<String> = []
    for item in items where item.isRecurring {
      for rule in item.recurrence.rules + item.recurrence.exclusionRules {
        if let name = rule.calendarScale { names.insert(name.uppercased()) }
      }
    }
    return names
  }
}
