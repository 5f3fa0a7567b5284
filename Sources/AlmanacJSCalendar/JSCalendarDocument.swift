import AlmanacComponents
public import AlmanacEvents
@_exported public import AlmanacMapping
public import AlmanacTime

/// Calendars as JSCalendar (RFC 8984): what was read, or what is to be written.
///
/// ```swift
/// let document = try JSCalendarDocument(parsing: bytes)
/// for diagnostic in document.diagnostics { print(diagnostic) }
/// let text = JSCalendarDocument(document.calendars).text()
/// ```
/// A Group is a calendar; objects in none share one. What the model has no place for is kept as JSPROP properties, in
/// iCalendar too, and comes back when it is written.
public struct JSCalendarDocument: Sendable {
  public var calendars: [EventCalendar]
  /// What the reading found, in the order of the lines; empty for a document that was not read.
  public let diagnostics: [Diagnostic]

  public init(_ calendars: [EventCalendar]) { (self.calendars, diagnostics) = (calendars, []) }

  /// Reads an Event, a Task or a Group, or an array of several.
  ///
  /// What could not be understood is reported by a ``Diagnostic``, whose property is JSCalendar's and whose line is that of
  /// the property, or where the object has none, of its `uid`.
  /// - Throws: ``ICSError`` with code `not_jscalendar` for what is no JSON or no JSCalendar, for the limits on bytes,
  ///   calendars and components, and when a strict reader has something to report.
  public init(parsing bytes: some Sequence<UInt8>, options: ICSOptions = .standard) throws(ICSError) {
    let (given, limits) = (Array(bytes), options.limits)
    var json = try JSONReader(
      document: given, of: "JSCalendar", .notJSCalendar, depth: Self.jsonDepth, limits)
    let value = try json.read()
    let objects = value.elements ?? [value]
    guard !objects.isEmpty, objects.allSatisfy({ ["Event", "Task", "Group"].contains($0.text("@type")) })
    else {
      throw ICSError(.notJSCalendar, line: 1, expected: "objects whose @type is Event, Task or Group")
    }
    guard objects.count(where: { $0.text("@type") == "Group" }) <= limits.calendars else {
      throw ICSError(.tooManyCalendars, limit: limits.calendars)
    }
    guard objects.reduce(0, { $0 + max(1, $1["entries"]?.entryCount ?? 0) }) <= limits.components else {
      throw ICSError(.tooManyComponents, limit: limits.components)
    }
    var reader = JSCalendarReader(options, size: given.count)
    calendars = reader.calendars(of: objects)
    diagnostics = try options.settled(json.findings + reader.diagnostics)
  }

  /// Values within each other; JSCalendar's own objects need a dozen.
  private static let jsonDepth = 96

  /// The calendars as a Group, an array of them where there are several, and for a calendar that has no properties and
  /// holds one event or to-do, that alone.
  ///
  /// Changed instances of a series become `recurrenceOverrides`. What JSCalendar has no place for – `X-` properties,
  /// contacts, journal entries, busy time – stands as jCal in members `iCalComponent`.
  /// - Parameters:
  ///   - zones: Zones that are not in this database are defined in `timeZones`.
  ///   - uids: Gives a Group, which must have a `uid`, one where the calendar has none.
  public func text(zones: ZoneDatabase = .system, uids: UIDSource = .random) -> String {
    var writer = JSCalendarWriter(zones, uids: uids)
    let isOnly = calendars.count == 1
    let values = calendars.enumerated().map { writer.value(of: $1, number: $0, isOnly: isOnly) }
    return (isOnly ? values[0] : .array(values)).written
  }

  /// Whether bytes begin as JSCalendar does, and jCal does not: with an object, or an array of objects.
  public static func matches(_ bytes: some Sequence<UInt8>) -> Bool {
    for byte in bytes where byte > 0x20 && byte != UInt8(ascii: "[") && ![0xEF, 0xBB, 0xBF].contains(byte) {
      return byte == UInt8(ascii: "{")
    }
    return false
  }
}
