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
    let jCal = try JCalReader(value, options.limits, lines: json.valueLines)
    self = try DocumentReader.read(jCal.items, json.findings + jCal.findings, options)
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
      raw.lines(of: index).withElement { element in
        switch (raw.pieces[index].kind, element) {
        case (.component, .component(let component)?) where component.hasLegalName:
          components.append(JCalWriter.component(component))
        case (.line, .property(let property)?): properties.append(JCalWriter.property(property))
        case (.calendarEnd, _): finish()
        default: break
        }
      }
    }
    if !properties.isEmpty || !components.isEmpty { finish() }
    return (calendars.count == 1 ? calendars[0] : .array(calendars)).written
  }
}
