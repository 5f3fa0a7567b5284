internal import AlmanacComponents
public import AlmanacEvents
@_exported public import AlmanacMapping
public import AlmanacTime

/// An iCalendar document: its calendars and its text.
///
/// ```swift
/// var document = try ICSDocument(parsing: bytes)
/// for diagnostic in document.diagnostics { print(diagnostic) }
/// try document.calendars[0].add(event, at: now)        // rewrites what changed, nothing else
/// let text = document.text                             // the rest as it was read, byte for byte
///
/// let export = ICSDocument([course]).text              // opens anywhere
/// ```
/// On Linux and macOS, with the package trait `Libical`, libical reads and writes typed values, one at a
/// time; Almanac does so elsewhere and where libical errs, and always reads and writes the lines and
/// components. A document is a value: copies are cheap and independent.
public struct ICSDocument: Sendable {
  /// The diagnostics of reading, in the order of the lines; empty for a document that was not read.
  public internal(set) var diagnostics: [Diagnostic]
  var raw: RawDocument
  var drafts: [CalendarDraft]
  /// The components outside of any VCALENDAR in whose place an empty calendar was written.
  var emptied: ComponentsWithoutCalendar?
  /// The UIDs of components that exceed the limits.
  private var refusedUIDs: Set<String> = []
  /// The door that reads and writes typed values.
  let door: any ValueDoor
  var current: [EventCalendar]

  /// The calendars of the document. Setting them rewrites in the text only the items and calendar properties
  /// that changed; calendars are matched by index, items by kind, UID and RECURRENCE-ID.
  ///
  /// - Complexity: O(1) for reading, O(n) in the number of items for setting.
  public var calendars: [EventCalendar] {
    get { current }
    set {
      current = newValue
      update(to: newValue)
    }
  }

  /// Reads a document: UTF-8 with or without a byte order mark, UTF-16 or Windows-1252; lines ended by CRLF,
  /// LF or CR; one or several VCALENDARs, or components outside of any.
  ///
  /// Invalid content is repaired or skipped, component by component, and reported by a `Diagnostic` each.
  ///
  /// - Throws: `ICSError` if the bytes contain no iCalendar, if a limit of the whole document is exceeded,
  ///   and, with strict options, at the first warning or error.
  /// - Complexity: O(n) in the number of bytes.
  public init(parsing bytes: some Sequence<UInt8>, options: ICSOptions = .standard) throws(ICSError) {
    self = try DocumentReader.read(Array(bytes), options)
  }

  /// - Parameter refusedUIDs: The UIDs of components that exceed the limits.
  init(
    _ raw: RawDocument, _ drafts: [CalendarDraft], _ diagnostics: [Diagnostic],
    refusedUIDs: Set<String> = [], door: any ValueDoor
  ) {
    (self.raw, self.drafts, self.diagnostics, self.door) = (raw, drafts, diagnostics, door)
    self.refusedUIDs = refusedUIDs
    current = drafts.map(\.calendar)
  }

  /// Reads a document with at most `tasks` concurrent tasks, with the same result as `init(parsing:options:)`; faster
  /// from about a megabyte on.
  ///
  /// - Throws: As `init(parsing:options:)`.
  public static func parsing(
    _ bytes: [UInt8], tasks: Int = 8, options: ICSOptions = .standard
  ) async throws(ICSError) -> ICSDocument {
    try await DocumentReader.read(bytes, options, tasks: tasks)
  }

  /// Reads a document from a string.
  ///
  /// - Throws: As `init(parsing:options:)`.
  public init(parsing text: String, options: ICSOptions = .standard) throws(ICSError) {
    try self.init(parsing: Array(text.utf8), options: options)
  }

  /// Creates a document of calendars: RFC 5545 with VERSION, PRODID and a VTIMEZONE for each zone in use. The
  /// diagnostics are those of reading the calendars from another format.
  public init(_ calendars: [EventCalendar], diagnostics: [Diagnostic] = []) {
    self.init(calendars, diagnostics, door: standardDoor)
  }

  package init(_ calendars: [EventCalendar], _ diagnostics: [Diagnostic] = [], door: any ValueDoor) {
    self.init(RawDocument(), [], diagnostics, door: door)
    self.calendars = calendars
  }

  /// The document as UTF-8: the bytes that were read, except for changes. Written lines have the line
  /// ending of the document, CRLF in a new document. Lines in an unknown encoding, which were reported,
  /// keep their original bytes.
  public var bytes: [UInt8] { raw.bytes }

  /// The document as a string, without a byte order mark and with U+FFFD for bytes in an unknown encoding.
  public var text: String { String(decoding: raw.decodedBytes, as: UTF8.self) }

  /// The ways to write a document.
  public enum Style: Sendable, Hashable {
    /// Content that was read is not changed.
    case asRead
    /// All content is written again for export: legal values, IANA names of zones, and VTIMEZONEs of zones in
    /// use only. Alarms without a TRIGGER that can be read, which never go off, and values that their property does not
    /// allow are omitted; neither are in the model.
    case normalized
  }

  /// The text in a style, as a string; see ``bytes(_:at:)``.
  public func text(_ style: Style, at now: Instant? = nil) -> String {
    String(decoding: bytes(style, at: now), as: UTF8.self)
  }

  /// The text in a style, as UTF-8.
  ///
  /// - Parameters:
  ///   - style: The way to write: with `.asRead` the result is ``bytes``, and `now` has no effect.
  ///   - now: The time of writing: the DTSTAMP (RFC 5545 §3.8.7.2) of rewritten components that have neither one nor
  ///     another time of change. If `nil`, such components get no DTSTAMP, although RFC 5545 requires one.
  public func bytes(_ style: Style, at now: Instant? = nil) -> [UInt8] {
    guard style == .normalized else { return bytes }
    return calendars.flatMap { calendar in
      var writer = ModelWriter(door: door, calendarZone: calendar.zone, stamp: now, isLegalOnly: true)
      return writer.lines(of: calendar)
    }
  }
}

extension ICSDocument {
  /// The zones that the text names by a region of several zones, such as "Romance Standard Time" for Paris and Madrid.
  package var zonesOfRegions: Set<Zone> {
    Set(drafts.flatMap { $0.tzids.filter { WindowsZones.ianaName(of: $0.value) != nil }.keys })
  }
}

// MARK: Content that is not read

extension ICSDocument {
  /// The diagnostic of content that the calendars lack though nobody deleted it: the text ends within a component, or has
  /// more of something than the limits allow (`ICSLimits`). `nil` for a document that was read completely.
  ///
  /// An item that such a document lacks must not count as deleted, for example where two states of a calendar are merged.
  public var incompleteness: Diagnostic? { diagnostics.first { $0.code.leavesGap } }

  /// The diagnostic of items that may be missing: as ``incompleteness``, but ignoring components without END in a calendar that
  /// has one, whose items are read as far as they go. `nil` if no item is missing.
  ///
  /// - Complexity: O(*n*) in the number of components if one has no END.
  public var missingContent: Diagnostic? {
    guard isCutOff else { return incompleteness }
    let lacksEnd = raw.pieces.contains { $0.kind == .calendarEnd && $0.length == 0 }
    return diagnostics.first { lacksEnd ? $0.code.leavesGap : $0.code.isOverLimits }
  }

  /// Whether the text ends within a component, so that the last item may lack properties, and others may be missing.
  public var isCutOff: Bool { diagnostics.contains { $0.code == .unterminatedComponent } }

  /// The UIDs of events, to-dos and journal entries that the text has and that are missing from the items of the calendars,
  /// or are read in part: those that exceed the limits, and those without a start, or an instance to change, that can be read.
  ///
  /// - Complexity: O(*n*) in the number of diagnostics and of components that are no items.
  public var unreadUIDs: Set<String> {
    let kinds = Item.Kind.allCases.map(\.component.name)
    let others = calendars.flatMap(\.unmodelled.components).filter { kinds.contains(where: $0.isNamed) }
    // JSON has no component for an object that cannot be read.
    let unread = diagnostics.lazy.filter {
      $0.code.isOverLimits || $0.severity == .error && $0.property == "@type"
    }
    return refusedUIDs.union(unread.map(\.uid)).union(others.compactMap { $0.value("UID") }).subtracting([""])
  }
}

/// Equality compares the texts of documents.
extension ICSDocument: Hashable {
  public static func == (lhs: ICSDocument, rhs: ICSDocument) -> Bool { lhs.bytes == rhs.bytes }

  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

// MARK: jCal

extension ICSDocument {
  /// Reads jCal, the JSON form of iCalendar (RFC 7265): one object, or an array of several.
  ///
  /// ```swift
  /// let document = try ICSDocument(jCal: bytes)
  /// document.text                                   // the same as iCalendar
  /// ```
  /// Invalid properties and components are omitted one by one and reported by a `Diagnostic`, whose line is
  /// that of the JSON.
  ///
  /// - Throws: `ICSError` if the bytes are not JSON or not jCal, and as `init(parsing:options:)`.
  public init(jCal bytes: some Sequence<UInt8>, options: ICSOptions = .standard) throws(ICSError) {
    // A component is nested in two arrays, the values of its properties in two more.
    var json = try JSONReader(
      document: Array(bytes), of: "jCal", .notJCal, depth: 2 * options.limits.depth + 8, isJCal: true,
      options.limits)
    let value = try json.read()
    guard value != .array([]) else {
      throw ICSError(.empty, line: json.valueLines.first ?? 0, expected: "a jCal object")
    }
    let jCal = try JCalReader(value, options.limits, lines: json.valueLines)
    self = try DocumentReader.read(jCal.items, json.findings + jCal.findings, options)
  }

  /// The document as jCal (RFC 7265): one object, or an array if there are several calendars.
  ///
  /// Malformed lines and components without a legal name are omitted; only invalid documents contain them.
  public var jCal: String { jCal(.asRead) }

  /// The document as jCal in a style; see ``jCal`` and ``bytes(_:at:)``.
  public func jCal(_ style: Style, at now: Instant? = nil) -> String {
    var bytes: [UInt8] = []
    writeJCal(style, at: now) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Passes the document as jCal in a style to a closure, in UTF-8 and in parts, so that it is never stored as a whole.
  ///
  /// ```swift
  /// document.writeJCal(.normalized, at: now) { output.append($0) }
  /// ```
  /// A part ends with a whole character. The parts together are ``jCal(_:at:)``.
  ///
  /// - Complexity: O(n) in the length of the text. The largest part has the components of one calendar, or is the whole
  ///   text if the lines that were read are written.
  public func writeJCal(_ style: Style, at now: Instant? = nil, to body: ([UInt8]) -> Void) {
    let isLegalOnly = style == .normalized
    guard raw.isNew || isLegalOnly else {
      let calendars = readCalendars
      var writer = JSONWriter()
      writer.write(calendars.count == 1 ? calendars[0] : .array(calendars))
      return body(writer.drain())
    }
    let isArray = calendars.count != 1
    if isArray { body(Array("[".utf8)) }
    for (index, calendar) in calendars.enumerated() {
      if index > 0 { body(Array(",".utf8)) }
      var writer = ModelWriter(
        door: door, calendarZone: calendar.zone, stamp: now, isLegalOnly: isLegalOnly)
      writer.writeJCal(of: calendar, to: body)
    }
    if isArray { body(Array("]".utf8)) }
  }

  /// The calendars as jCal, from the lines that were read.
  private var readCalendars: [JSONValue] {
    var calendars: [JSONValue] = []
    var properties: [JSONValue] = []
    var components: [JSONValue] = []
    func finish() {
      calendars.append(.array([.string("vcalendar"), .array(properties), .array(components)]))
      properties.removeAll()
      components.removeAll()
    }
    for (index, piece) in raw.pieces.enumerated() {
      // Components outside of a VCALENDAR are a calendar of their own.
      if piece.kind == .calendarEnd || piece.kind == .calendarBegin && !components.isEmpty { finish() }
      for table in raw.tables(of: index) {
        table.withElement { element in
          switch (piece.kind, element) {
          case (.component, .component(let component)?) where component.hasLegalName:
            components.append(JCalWriter.component(component))
          case (.line, .property(let property)?): properties.append(JCalWriter.property(property))
          default: break
          }
        }
      }
    }
    if !properties.isEmpty || !components.isEmpty { finish() }
    return calendars
  }
}

extension ModelWriter {
  /// Writes a calendar as `["vcalendar", [properties], [components]]`. One component after another is converted and written,
  /// as their trees need many times the memory of the text. The zones come first, and are those of the others.
  fileprivate mutating func writeJCal(of calendar: EventCalendar, to body: ([UInt8]) -> Void) {
    let separator = [UInt8(ascii: ",")]
    var hasComponents = false
    var components: [UInt8] = []
    func append(_ component: Component) {
      var json = JSONWriter()
      json.write(JCalWriter.component(component))
      if hasComponents { components += separator }
      components += json.drain()
      hasComponents = true
    }
    let header = header(of: calendar)
    forEachComponent(of: calendar, append)
    let others = components
    (components, hasComponents) = ([], false)
    for zone in zones() { append(zone) }
    if hasComponents, !others.isEmpty { components += separator }
    var json = JSONWriter()
    json.write(JCalWriter.component(header))
    // The header is `["vcalendar",[properties],[]]`.
    body(json.drain().dropLast(2) + components)
    body(others)
    body(Array("]]".utf8))
  }
}
