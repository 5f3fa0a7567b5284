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
  /// Whether the document was changed after it was read, or is to be written to a new file.
  public private(set) var isChanged = false
  /// The bytes of the file as it was read or saved, where it is open to be changed; `nil` for a file that is to be made.
  private(set) var original: [UInt8]?
  /// The state of the file when it was read; `nil` for a file that is to be read again.
  private(set) var stamp: FileStamp?
  /// Interrupted changes of the file that this process may not complete.
  public private(set) var problems: [FileError] = []
  private var syntax = Syntax.iCalendar

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
    self = try InterruptedChanges.reading(CalendarLocation(path)) { (changes, _) throws(FileError) in
      var file = try CalendarFile(reading: path, .named, changes, keepsOriginal: true, options)
      file.problems = changes.problems
      return file
    }
  }

  /// Parses a content that was read elsewhere.
  ///
  /// - Parameter path: The name of the file in errors; `-` for standard input.
  public init(parsing bytes: [UInt8], path: String, options: Options = Options()) throws(FileError) {
    var parsing = options.parsing
    parsing.uids = .seeded(Fingerprint(path.utf8).hash)
    syntax = Syntax(of: bytes)
    do throws(ICSError) { document = try ICSDocument(reading: bytes, options: parsing) } catch {
      throw FileError(
        .badData, path, line: error.line, Self.reason(error), expected: error.expected, content: error)
    }
    self.path = path
    for index in document.calendars.indices where !document.calendars[index].calendarScales.isEmpty {
      document.calendars[index].calendarSystems = options.systems
    }
    isChanged = false
  }

  /// A file that is to be made, in iCalendar; ``save(_:at:timeout:)`` writes it.
  public init(path: String, document: ICSDocument) {
    self.path = path
    self.document = document
    isChanged = true
  }

  /// A file that is made when something is put into it.
  ///
  /// - Parameter original: The content of an empty file that is there; `nil` for none.
  init(path: String, original: [UInt8]?) {
    self.path = path
    self.original = original
    document = ICSDocument([EventCalendar()])
  }

  init(
    reading path: String, _ origin: FileSystem.Origin, _ interrupted: InterruptedChanges,
    keepsOriginal: Bool, _ options: Options
  ) throws(FileError) {
    let content = try Content(of: path, origin, interrupted, options)
    try self.init(content, path: path, keepsOriginal: keepsOriginal, options)
  }

  /// The bytes of a file, and its state when they were read.
  struct Content: Sendable {
    let bytes: [UInt8]
    let stamp: FileStamp?

    init(
      of path: String, _ origin: FileSystem.Origin, _ interrupted: InterruptedChanges, _ options: Options
    ) throws(FileError) {
      if let before = interrupted.content(of: path) {
        (bytes, stamp) = (before, nil)
      } else {
        (bytes, stamp) = try FileSystem.readStamped(path, origin, limit: options.limit)
      }
    }

    /// Whether the items of some UIDs may be in the file, by its lines alone. `false` only where it has items and all
    /// of them state other UIDs, and where it has no calendar with a name, which is shown as one of its own.
    func canHave(_ uids: Set<String>, _ options: Options) -> Bool {
      guard Syntax(of: bytes) == .iCalendar,
        let outline = try? DocumentOutline(bytes, limits: options.parsing.limits)
      else { return true }
      return outline.hasName || !outline.statesAllUIDs || outline.uids.isEmpty
        || !uids.isDisjoint(with: outline.uids)
    }
  }

  init(_ content: Content, path: String, keepsOriginal: Bool, _ options: Options) throws(FileError) {
    try self.init(parsing: content.bytes, path: path, options: options)
    original = keepsOriginal ? content.bytes : nil
    stamp = content.stamp
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
    let end = [UInt8(ascii: "\n")]
    switch syntax {
    case .iCalendar: return document.bytes
    case .jCal: return document.jCal.utf8 + end
    case .jsCalendar: return JSCalendarDocument(document.calendars).text().utf8 + end
    }
  }

  /// Writes the file, if it is new or was changed since it was opened.
  ///
  /// - Parameters:
  ///   - summary: The change in words, for the undo journal.
  ///   - now: The time of the change.
  ///   - timeout: The time to wait for another process.
  /// - Throws: ``FileError``; with code `conflict` when another program has changed the file since, or made it. The file
  ///   is then as it was.
  public mutating func save(
    _ summary: String = "", at now: Instant, timeout: Duration = .seconds(10)
  ) throws(FileError) {
    let location = CalendarLocation(path)
    guard let change = change(in: location) else { return }
    var transaction = try FileTransaction(on: [location], timeout: timeout)
    try transaction.commit([(0, change)], summary, at: now)
    problems = transaction.problems
    accept(change)
  }

  /// The change that writes the file; `nil` when there is nothing to be written.
  func change(in location: CalendarLocation) -> FileChange? {
    isChanged ? FileChange(path, in: location, before: original, after: content) : nil
  }

  /// Has a change that was made as the state from which later changes count.
  mutating func accept(_ change: FileChange) {
    (original, stamp, isChanged) = (change.after, nil, false)
  }

  /// Whether nothing is left that is worth a file.
  var isEmpty: Bool {
    document.calendars.allSatisfy { calendar in
      calendar.count == 0 && calendar.freeBusy.isEmpty && calendar.availabilities.isEmpty
        && calendar.unmodelled.components.isEmpty
    }
  }
}

/// The syntaxes of files of calendars, recognised by how they begin: iCalendar never begins as JSON does.
private enum Syntax: Sendable {
  case iCalendar, jCal, jsCalendar

  init(of bytes: [UInt8]) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let content = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    let isArray = content.first { $0 > 0x20 } == UInt8(ascii: "[")
    self = JSCalendarDocument.matches(bytes) ? .jsCalendar : isArray ? .jCal : .iCalendar
  }
}

extension ICSDocument {
  /// Reads iCalendar, jCal or JSCalendar, whichever it is.
  public init(reading bytes: [UInt8], options: ICSOptions = .standard) throws(ICSError) {
    switch Syntax(of: bytes) {
    case .iCalendar: try self.init(parsing: bytes, options: options)
    case .jCal: try self.init(jCal: bytes, options: options)
    case .jsCalendar:
      let read = try JSCalendarDocument(parsing: bytes, options: options)
      self.init(read.calendars, diagnostics: read.diagnostics)
    }
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
