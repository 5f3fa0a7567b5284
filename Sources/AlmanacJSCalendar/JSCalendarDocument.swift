import AlmanacComponents
public import AlmanacEvents
@_exported public import AlmanacMapping
public import AlmanacTime

/// A JSCalendar document (RFC 8984): calendars that were read or are to be written.
///
/// ```swift
/// let document = try JSCalendarDocument(parsing: bytes)
/// for diagnostic in document.diagnostics { print(diagnostic) }
/// let text = JSCalendarDocument(document.calendars).text()
/// ```
/// A Group is a calendar; objects outside of Groups share one. Content that the model does not represent is
/// stored as JSPROP properties, which iCalendar preserves too, and is restored on writing.
public struct JSCalendarDocument: Sendable {
  /// The calendars, one for each Group; objects outside of Groups share one.
  public var calendars: [EventCalendar]
  /// The diagnostics of reading, in the order of the lines; empty for a document that was not read.
  public let diagnostics: [Diagnostic]

  /// Creates a document to be written.
  public init(_ calendars: [EventCalendar]) { (self.calendars, diagnostics) = (calendars, []) }

  /// Reads an Event, a Task or a Group, or an array of several.
  ///
  /// Content that could not be read is reported by a `Diagnostic` with the JSCalendar name of the property
  /// and its line, or, if the object lacks the property, the line of its `uid`. So is an object of another type beside those
  /// that can be read.
  ///
  /// - Throws: `ICSError` with code `not_jscalendar` if the bytes are not JSON or not JSCalendar; with
  ///   other codes if they are empty, if a limit on bytes, calendars or components is exceeded, and, with
  ///   strict options, at the first warning or error.
  public init(parsing bytes: some Sequence<UInt8>, options: ICSOptions = .standard) throws(ICSError) {
    let (given, limits) = (Array(bytes), options.limits)
    // JSCalendar's own objects need a dozen levels.
    var json = try JSONReader(document: given, of: "JSCalendar", .notJSCalendar, depth: 96, limits)
    let value = try json.read()
    let objects = value.elements ?? [value]
    guard objects.contains(where: { ["Event", "Task", "Group"].contains($0.text("@type")) }) else {
      let line = objects.first.flatMap { SourceLines($0).line(of: "@type") } ?? 1
      throw ICSError(.notJSCalendar, line: line, expected: "objects whose @type is Event, Task or Group")
    }
    guard objects.count(where: { $0.text("@type") == "Group" }) <= limits.calendars else {
      throw ICSError(.tooManyCalendars, limit: limits.calendars)
    }
    guard objects.reduce(0, { $0 + max(1, $1["entries"]?.entryCount ?? 0) }) <= limits.components else {
      throw ICSError(.tooManyComponents, limit: limits.components)
    }
    var reader = JSCalendarReader(options, size: given.count)
    calendars = reader.calendars(of: objects)
    diagnostics = try options.sortedAndChecked(json.findings + reader.diagnostics)
  }

  /// Reads a document from a string.
  ///
  /// - Throws: As `init(parsing:options:)`.
  public init(parsing text: String, options: ICSOptions = .standard) throws(ICSError) {
    try self.init(parsing: Array(text.utf8), options: options)
  }

  /// The calendars as a Group, or as an array of Groups if there are several. A single calendar without
  /// properties of its own that contains one event or to-do is written as that object alone.
  ///
  /// Overrides of a series become `recurrenceOverrides`. Content that JSCalendar cannot represent – `X-`
  /// properties, contacts, journal entries, busy time – is stored as jCal in members `iCalComponent`.
  ///
  /// - Parameters:
  ///   - zones: The known zones; others are defined in `timeZones`.
  ///   - uids: The source of the `uid` that a Group requires, for calendars without one.
  public func text(zones: ZoneDatabase = .system, uids: UIDSource = .random) -> String {
    var writer = JSCalendarWriter(zones, uids: uids)
    let isOnly = calendars.count == 1
    let values = calendars.enumerated().map { writer.value(of: $1, number: $0, isOnly: isOnly) }
    return (isOnly ? values[0] : .array(values)).written
  }

  /// Whether bytes begin with an object or an array of objects, as JSCalendar does and jCal does not.
  public static func matches(_ bytes: some Sequence<UInt8>) -> Bool {
    let opening = JSONReader.opening(of: Array(bytes))
    return (opening.first == UInt8(ascii: "[") ? opening.dropFirst() : opening[...]).first
      == UInt8(ascii: "{")
  }
}
