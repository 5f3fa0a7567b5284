internal import AlmanacComponents
internal import AlmanacEvents
public import AlmanacMapping

extension ICSDocument {
  /// Reads jCal, the JSON form of iCalendar (RFC 7265): one object, or an array of several.
  ///
  /// ```swift
  /// let document = try ICSDocument(jCal: bytes)
  /// document.text                                   // the same as iCalendar
  /// ```
  /// Invalid properties and components are omitted one by one and reported by a ``Diagnostic``, whose line is
  /// that of the JSON.
  ///
  /// - Throws: ``ICSError`` if the bytes are not JSON or not jCal, and as `init(parsing:options:)`.
  public init(jCal bytes: some Sequence<UInt8>, options: ICSOptions = .standard) throws(ICSError) {
    // A component is nested in two arrays, the values of its properties in two more.
    var json = try JSONReader(
      document: Array(bytes), of: "jCal", .notJCal, depth: 2 * options.limits.depth + 8, keepsLines: true,
      options.limits)
    let value = try json.read()
    guard value != .array([]) else {
      throw ICSError(.empty, line: json.valueLines.first ?? 0, expected: "a jCal object")
    }
    let jCal = try JCalReader.read(value, options.limits, lines: json.valueLines)
    self = try Self.read(jCal, json.findings, options)
  }

  /// Reads the iCalendar text made from jCal, and converts line numbers to those of the JSON.
  private static func read(
    _ jCal: JCalReader.Result, _ found: [Diagnostic], _ options: ICSOptions
  ) throws(ICSError) -> ICSDocument {
    var lenient = options
    lenient.isStrict = false
    var document: ICSDocument
    do { document = try DocumentReader.read(jCal.text, lenient) } catch {
      throw ICSError(error.code, line: jCal.jsonLine(of: error.line), expected: error.expected)
    }
    for index in document.diagnostics.indices {
      document.diagnostics[index].line = jCal.jsonLine(of: document.diagnostics[index].line)
    }
    document.diagnostics = try options.settled(found + jCal.diagnostics + document.diagnostics)
    return document
  }

  /// The document as jCal (RFC 7265): one object, or an array if there are several calendars.
  ///
  /// Malformed lines and components without a legal name are omitted; only invalid documents contain them.
  public var jCal: String {
    var calendars: [JSONValue] = []
    var properties: [JSONValue] = []
    var components: [JSONValue] = []
    func finish() {
      calendars.append(.array([.string("vcalendar"), .array(properties), .array(components)]))
      properties.removeAll()
      components.removeAll()
    }
    for index in raw.pieces.indices {
      let table = raw.lines(of: index)
      switch raw.pieces[index].kind {
      case .component:
        let component = table.withComponent { $0.hasLegalName ? JCalWriter.component($0) : nil }
        if let component = component ?? nil { components.append(component) }
      case .line:
        if let property = table.withProperty({ JCalWriter.property($0) }) { properties.append(property) }
      case .calendarEnd: finish()
      case .calendarBegin, .refusedComponent: break
      }
    }
    if !properties.isEmpty || !components.isEmpty { finish() }
    return (calendars.count == 1 ? calendars[0] : .array(calendars)).written
  }
}
