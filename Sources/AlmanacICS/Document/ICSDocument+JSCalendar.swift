public import AlmanacEvents
import AlmanacMapping
public import AlmanacTime

extension ICSDocument {
  /// Reads JSCalendar (RFC 8984): an Event, a Task or a Group, or an array of several.
  ///
  /// ```swift
  /// let document = try ICSDocument(jsCalendar: bytes)
  /// document.text                                   // the same as iCalendar
  /// document.jsCalendar()                           // and back again
  /// ```
  /// A Group becomes a calendar; objects in none share one. What the model has no place for is kept as JSPROP
  /// properties and comes back with ``jsCalendar(zones:uids:)``; what could not be understood is told by a
  /// ``Diagnostic``, whose property is JSCalendar's and whose line is that of the property, or where the object has
  /// none, of its `uid`.
  /// - Throws: ``ICSError`` with code `not_jscalendar` for what is no JSON or no JSCalendar, for the limits on bytes,
  ///   calendars and components, and when a strict reader has something to tell.
  public init(jsCalendar bytes: some Sequence<UInt8>, options: ICSOptions = .standard) throws(ICSError) {
    let given = Array(bytes)
    guard given.contains(where: { $0 > 0x20 }) else {
      throw ICSError(.empty, expected: "a JSCalendar object")
    }
    guard given.count <= options.limits.bytes else {
      throw ICSError(.tooManyBytes, expected: "at most \(options.limits.bytes) bytes")
    }
    var json = JSONReader(given, depth: Self.jsonDepth, findings: options.limits.diagnostics)
    let value: JSONValue
    do { value = try json.read() } catch {
      throw ICSError(.notJSCalendar, line: error.line, expected: error.expected)
    }
    let objects = value.elements ?? [value]
    guard !objects.isEmpty, objects.allSatisfy({ ["Event", "Task", "Group"].contains($0.text("@type")) })
    else {
      throw ICSError(.notJSCalendar, line: 1, expected: "objects whose @type is Event, Task or Group")
    }
    let calendars = objects.count { $0.text("@type") == "Group" }
    guard calendars <= options.limits.calendars else {
      throw ICSError(.tooManyCalendars, expected: "at most \(options.limits.calendars) calendars")
    }
    let components = objects.reduce(0) { $0 + max(1, $1["entries"]?.entryCount ?? 0) }
    guard components <= options.limits.components else {
      throw ICSError(.tooManyComponents, expected: "at most \(options.limits.components) components")
    }
    var reader = JSCalendarReader(options, size: given.count)
    let read = reader.calendars(of: value)
    let order = (json.findings.map(\.diagnostic) + reader.diagnostics).enumerated().sorted {
      ($0.element.line, $0.offset) < ($1.element.line, $1.offset)
    }.prefix(options.limits.diagnostics)
    if options.isStrict, let first = order.first(where: { $0.element.severity > .note })?.element {
      throw ICSError(.refused, line: first.line, expected: "a legal document: \(first.description)")
    }
    self.init(read, diagnostics: order.map(\.element))
  }

  /// Values within each other; JSCalendar's own objects need a dozen.
  private static let jsonDepth = 96

  /// The calendars of the document as JSCalendar (RFC 8984): a Group, an array of them where there are several
  /// calendars, and for a calendar that has no properties and holds one event or to-do, that alone.
  ///
  /// Changed instances of a series become `recurrenceOverrides`. What JSCalendar has no place for – `X-` properties,
  /// contacts, journal entries, busy time – stands as jCal in members `iCalComponent`.
  /// - Parameters:
  ///   - zones: Zones that are not in this database are defined in `timeZones`.
  ///   - uids: Gives a Group, which must have a `uid`, one where the calendar has none.
  public func jsCalendar(zones: ZoneDatabase = .system, uids: UIDSource = .random) -> String {
    var writer = JSCalendarWriter(zones, uids: uids)
    let isOnly = calendars.count == 1
    let values = calendars.enumerated().map { writer.value(of: $1, number: $0, isOnly: isOnly) }
    return (values.count == 1 ? values[0] : .array(values)).written
  }

  /// Whether bytes begin as JSCalendar does, and jCal does not: with an object, or an array of objects.
  public static func isJSCalendar(_ bytes: some Sequence<UInt8>) -> Bool {
    for byte in bytes where byte > 0x20 && byte != UInt8(ascii: "[") && ![0xEF, 0xBB, 0xBF].contains(byte) {
      return byte == UInt8(ascii: "{")
    }
    return false
  }
}
