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
  /// What is broken is left out property by property and component by component, with a ``Diagnostic`` each, whose line
  /// is the one of the JSON.
  /// - Throws: ``ICSError`` for what is no JSON or no jCal, and as `init(parsing:options:)`.
  public init(jCal bytes: some Sequence<UInt8>, options: ICSOptions = .standard) throws(ICSError) {
    let given = Array(bytes)
    guard given.contains(where: { $0 > 0x20 }) else { throw ICSError(.empty, expected: "a jCal object") }
    guard given.count <= options.limits.bytes else {
      throw ICSError(.tooManyBytes, expected: "at most \(options.limits.bytes) bytes")
    }
    // A component takes two arrays, its property's values two more.
    var json = JSONReader(
      given, depth: 2 * options.limits.depth + 8, keepsLines: true, findings: options.limits.diagnostics)
    let value: JSONValue
    do { value = try json.read() } catch {
      throw ICSError(.notJCal, line: error.line, expected: error.expected)
    }
    guard value != .array([]) else {
      throw ICSError(.empty, line: json.valueLines.first ?? 0, expected: "a jCal object")
    }
    let jCal: JCalReader.Result
    do { jCal = try JCalReader.read(value, options.limits, lines: json.valueLines) } catch {
      throw ICSError(.notJCal, line: error.line, expected: error.expected)
    }
    self.init(try Self.read(jCal, json.findings.map(\.diagnostic), options), options)
  }

  /// Reads the iCalendar that was made of jCal; lines are the JSON's.
  private static func read(
    _ jCal: JCalReader.Result, _ found: [Diagnostic], _ options: ICSOptions
  ) throws(ICSError) -> DocumentReader.Result {
    var lenient = options
    lenient.isStrict = false
    let read: DocumentReader.Result
    do { read = try DocumentReader.read(jCal.text, lenient) } catch {
      throw ICSError(error.code, line: jCal.lines.json(of: error.line), expected: error.expected)
    }
    let later = read.diagnostics.map { diagnostic in
      var diagnostic = diagnostic
      diagnostic.line = jCal.lines.json(of: diagnostic.line)
      return diagnostic
    }
    let all = found + jCal.diagnostics + later
    let order = all.indices.sorted { (all[$0].line, $0) < (all[$1].line, $1) }
    let sorted = order.prefix(options.limits.diagnostics).map { all[$0] }
    if options.isStrict, let first = sorted.first(where: { $0.severity > .note }) {
      throw ICSError(.refused, line: first.line, expected: "a legal document: \(first.description)")
    }
    return DocumentReader.Result(raw: read.raw, drafts: read.drafts, diagnostics: sorted)
  }

  /// The document as jCal (RFC 7265): one object, or an array where there are several calendars.
  ///
  /// Lines that are no properties and components without a legal name, which only a broken document has, are left out.
  public var jCal: String { jCalValue.written }

  var jCalValue: JSONValue {
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
      default: break
      }
      if raw.pieces[index].kind == .calendarEnd { finish() }
    }
    if !properties.isEmpty || !components.isEmpty { finish() }
    return calendars.count == 1 ? calendars[0] : .array(calendars)
  }
}
