internal import AlmanacContentLines
internal import AlmanacEvents

extension ICSDocument {
  /// Reads jCal, the JSON form of iCalendar (RFC 7265): one object, or an array of several.
  ///
  /// ```swift
  /// let document = try ICSDocument(jCal: bytes)
  /// document.text                                   // the same as iCalendar
  /// ```
  /// - Throws: ``ICSError`` for what is no JSON or no jCal, and as `init(parsing:options:)`.
  public init(jCal bytes: some Sequence<UInt8>, options: ICSOptions = .standard) throws(ICSError) {
    let given = Array(bytes)
    guard given.contains(where: { $0 > 0x20 }) else { throw ICSError(.empty, expected: "a jCal object") }
    guard given.count <= options.limits.bytes else {
      throw ICSError(.tooManyBytes, expected: "at most \(options.limits.bytes) bytes")
    }
    let text: [UInt8]
    do {
      // A component takes two arrays, its property's values two more.
      var reader = JSONReader(given, depth: 2 * options.limits.depth + 8)
      let value = try reader.read()
      guard value != .array([]) else { throw ICSError(.empty, expected: "a jCal object") }
      text = try JCalReader.text(of: value)
    } catch let fault as JSONReader.Fault {
      throw ICSError(.notJCal, line: fault.line, expected: fault.expected)
    } catch let fault as JCalReader.Fault {
      throw ICSError(.notJCal, expected: fault.expected)
    } catch let error as ICSError {
      throw error
    } catch {
      throw ICSError(.notJCal, expected: "a jCal object")
    }
    try self.init(parsing: text, options: options)
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
      let lines = table.lines
      guard let first = lines.first else { continue }
      table.withBytes { bytes in
        switch raw.pieces[index].kind {
        case .component where JCalWriter.hasName(first, bytes):
          components.append(JCalWriter.component(lines, bytes))
        case .line where first.role == .property: properties.append(JCalWriter.property(first, bytes))
        default: break
        }
      }
      if raw.pieces[index].kind == .calendarEnd { finish() }
    }
    if !properties.isEmpty || !components.isEmpty { finish() }
    return calendars.count == 1 ? calendars[0] : .array(calendars)
  }
}
