internal import AlmanacComponents
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
/// When the file is saved, content that the model does not represent stays in place, and the syntax is preserved.
public struct CalendarFile: Sendable {
  /// The path of the file, as it was given; `-` for standard input.
  public let path: String
  /// The calendars of the file; a change marks the file as changed.
  public var document: ICSDocument {
    didSet { isChanged = true }
  }
  /// Whether the document was changed after it was read, or belongs to a new file.
  public private(set) var isChanged = false
  /// The bytes of the file when it was read or saved; `nil` for a new file, and for one that is open for reading only.
  private(set) var original: [UInt8]?
  /// The state of the file when it was read; `nil` if the next refresh must read it again.
  private(set) var stamp: FileStamp?
  /// Interrupted changes of the file that this process may not complete.
  public private(set) var problems: [FileError] = []
  private var syntax = Syntax.iCalendar

  /// The options for reading files.
  public struct Options: Sendable {
    /// The options of the parser. Items without a UID get one derived from the path, the same in each run. By default
    /// zones are those of the system, each of which is read once for all files.
    public var parsing: ICSOptions
    /// The calendar systems available to recurrence rules (RSCALE, RFC 7529).
    public var systems: CalendarSystems
    /// The maximum length of a file, in bytes.
    public var limit: Int

    /// Creates options; by default for Gregorian rules alone, and for files of up to 1 GiB.
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

  /// Reads a file to change it. If a change of it was interrupted, the content before that change is read.
  ///
  /// - Throws: ``FileError`` with code `unreadable` or `bad_data`; a file that the interrupted change creates is not there yet.
  public init(opening path: String, options: Options = Options()) throws(FileError) {
    self = try PendingChangeOverlay.reading(CalendarLocation(path)) { (overlay, _) throws(FileError) in
      var file = try CalendarFile(reading: path, .named, overlay, keepsOriginal: true, options)
      file.problems = overlay.problems
      return file
    }
  }

  /// Parses content that was read elsewhere.
  ///
  /// - Parameters:
  ///   - bytes: The content in any of the three formats.
  ///   - path: The name of the file in errors; `-` for standard input. The UIDs of items without one are derived from
  ///     it.
  ///   - options: The options of the parser. The limit of length has no effect, as no file is read.
  public init(parsing bytes: [UInt8], path: String, options: Options = Options()) throws(FileError) {
    var parsing = options.parsing
    parsing.uids = .seeded(path.utf8.stableHash)
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

  /// A new file in iCalendar; ``save(_:at:timeout:)`` writes it.
  public init(path: String, document: ICSDocument) {
    self.path = path
    self.document = document
    isChanged = true
  }

  /// A file that is written only once its document is changed.
  ///
  /// - Parameter original: Empty for an existing empty file; `nil` for no file.
  init(path: String, original: [UInt8]?) {
    self.path = path
    self.original = original
    document = ICSDocument([EventCalendar()])
  }

  init(
    reading path: String, _ origin: FileSystem.Origin, _ overlay: PendingChangeOverlay,
    keepsOriginal: Bool, _ options: Options
  ) throws(FileError) {
    let content = try Content(of: path, origin, overlay, options)
    try self.init(content, path: path, keepsOriginal: keepsOriginal, options)
  }

  /// The bytes of a file, and its state when they were read.
  struct Content: Sendable {
    let bytes: [UInt8]
    let stamp: FileStamp?

    init(
      of path: String, _ origin: FileSystem.Origin, _ overlay: PendingChangeOverlay, _ options: Options
    ) throws(FileError) {
      if let before = overlay.contentBefore(path) {
        guard let before else { throw FileSystem.noSuchFile(path, .unreadable) }
        (bytes, stamp) = (before, nil)
        return
      }
      let read = { () throws(FileError) in
        try FileSystem.readStamped(path, origin, limit: options.limit)
      }
      let content = overlay.isMade(path) ? try read() : try JournalSearch.readingWhole(path, read)
      (bytes, stamp) = (content.bytes, content.stamp)
    }

    /// Whether the file may have items of some UIDs, judged by its lines without parsing it. `false` only if it has
    /// items, all of which state other UIDs, and no calendar with a name, which is shown as a calendar of its own.
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
    case .empty: "the file has no text"
    case .notICalendar: "this is not iCalendar"
    case .notJCal: "this is not jCal"
    case .notJSCalendar: "this is not JSCalendar"
    default: String(error.code.rawValue.map { $0 == "_" ? " " : $0 })
    }
  }
}

extension CalendarFile {
  /// The name of the file without its directory and its extension; the name of a calendar that states none.
  public var stem: String { path == "-" ? "" : FileSystem.stem(of: path) }

  /// The calendars of the file; one without a name gets the ``stem``.
  public var calendars: [EventCalendar] {
    document.calendars.map { calendar in
      guard calendar.name.isEmpty else { return calendar }
      return modified(calendar) { $0.name = stem }
    }
  }

  /// The names of the calendar systems that its rules use (RSCALE, RFC 7529).
  public var calendarScales: Set<String> {
    document.calendars.reduce(into: []) { $0.formUnion($1.calendarScales) }
  }

  /// The bytes that are saved, in the syntax in which the file was read.
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
  /// - Throws: ``FileError``; with code `conflict` if another program has changed or created the file since. The file is
  ///   then not written.
  public mutating func save(
    _ summary: String = "", at now: Instant, timeout: Duration = .seconds(10)
  ) throws(FileError) {
    let location = CalendarLocation(path)
    guard let change = change(in: location) else { return }
    var transaction = try FileTransaction(on: [location], timeout: timeout)
    defer { problems = transaction.problems }
    try transaction.commit([(0, change)], summary, at: now)
    didWrite(change)
  }

  /// The change that writes the file; `nil` if it is unchanged.
  func change(in location: CalendarLocation) -> FileChange? {
    isChanged ? FileChange(path, in: location, before: original, after: content) : nil
  }

  /// Records that a change was made; later changes start from its result.
  mutating func didWrite(_ change: FileChange) {
    (original, stamp, isChanged) = (change.after, nil, false)
  }

  /// Whether no calendar of the file has content.
  var isEmpty: Bool { document.calendars.allSatisfy { $0.isWithoutComponents } }
}

extension EventCalendar {
  /// Whether the calendar has neither items nor other components.
  var isWithoutComponents: Bool {
    count == 0 && freeBusy.isEmpty && availabilities.isEmpty && unmodelled.components.isEmpty
  }
}

/// The syntax of a calendar file, recognised by its beginning: iCalendar never begins like JSON.
private enum Syntax: Sendable {
  case iCalendar, jCal, jsCalendar

  init(of bytes: [UInt8]) {
    let isArray = JSONReader.opening(of: bytes).first == UInt8(ascii: "[")
    self = JSCalendarDocument.matches(bytes) ? .jsCalendar : isArray ? .jCal : .iCalendar
  }
}

extension ICSDocument {
  /// Reads iCalendar, jCal or JSCalendar, recognised by its beginning.
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
  /// The RSCALE names of its rules (RFC 7529).
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

// MARK: Outline

/// The UIDs that a document states, found by scanning its lines without parsing the items.
///
/// ```swift
/// let outline = try DocumentOutline(bytes)
/// if outline.statesAllUIDs, !outline.uids.contains(uid) { return nil }   // not in the document
/// ```
struct DocumentOutline: Sendable, Hashable {
  /// The UIDs of events, to-dos and journal entries, as `ICSDocument` reads them, one per item.
  private(set) var uids: [String] = []
  /// Whether all these items state a UID. When the document is read, an item without one gets one.
  private(set) var statesAllUIDs = true
  /// Whether a calendar states a name.
  private(set) var hasName = false

  /// - Throws: ``ICSError`` if the document exceeds a limit.
  /// - Complexity: O(n) in the number of bytes; several times faster than parsing the document.
  init(_ bytes: [UInt8], limits: ICSLimits = .standard) throws(ICSError) {
    var scanner = ComponentScanner(try ContentSource(bytes, limits: limits), limits: limits)
    var table = LineTable()
    while let item = try scanner.next(into: &table) {
      switch item {
      case .line: table.withElement { add($0?.property) }
      case .component: table.withElement { add($0?.component) }
      case .calendarBegin, .calendarEnd, .refusedComponent: break
      }
    }
  }

  private mutating func add(_ property: PropertyView?) {
    if let name = property?.known, [.name, .calendarName].contains(name) { hasName = true }
  }

  private mutating func add(_ component: ComponentView?) {
    guard let component, let kind = component.kind, [.event, .todo, .journal].contains(kind) else { return }
    let uid = component.text(.uid) ?? ""
    if uid.isEmpty { statesAllUIDs = false } else { uids.append(uid) }
  }
}
