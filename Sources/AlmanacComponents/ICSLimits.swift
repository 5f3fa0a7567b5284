/// Limits on the size of one document.
///
/// Too many bytes, lines, components or calendars end the reading with an ``ICSError``. The other limits
/// apply to each component: one that exceeds them stays in the text, is missing from the model and is
/// reported by a ``Diagnostic``, without effect on other components; a JSCalendar object that exceeds them is
/// stored as JSON. A recurrence rule is read up to 16 KiB. The number of occurrences is limited by the query:
/// `OccurrenceQuery.limit`.
public struct ICSLimits: Sendable, Hashable {
  /// Bytes in the document, both as given and as UTF-8.
  public var bytes: Int
  /// Physical lines in the document.
  public var lines: Int
  /// Components in the document, plus the lines outside of them; not applied by a stream.
  public var components: Int
  /// VCALENDARs in the document; not applied by a stream.
  public var calendars: Int
  /// Bytes of one component for an `ICSStream`, which buffers no more of the document. In JSCalendar, added
  /// to sixteen times the document's size, also a limit of what overrides may repeat of their series; later
  /// overrides are stored as JSON.
  public var componentBytes: Int
  /// Nesting of components; a VEVENT in a VCALENDAR has depth 1.
  public var depth: Int
  /// Content lines in one component, subcomponents included; also those of a VCALENDAR itself. For a
  /// JSCalendar object, its members, nested ones included, and the lines of its iCalendar.
  public var properties: Int
  /// Bytes in one unfolded content line; enough for a file of 24 MB in BASE64.
  public var lineLength: Int
  /// Parameters of one content line; a line with more is skipped, and its component is read without it.
  public var parameters: Int
  /// Values in the lists of one property of a component: EXDATE, RDATE, CATEGORIES, RESOURCES,
  /// FREEBUSY. Further values stay in the text and are missing from the model. Also the
  /// overrides of a JSCalendar object.
  public var values: Int
  /// Diagnostics stored; further ones are dropped, apart from the first of each code that says that content is missing.
  public var diagnostics: Int

  /// Creates limits; each limit that is not given has its value in ``standard``.
  public init(
    bytes: Int = 2 << 30, lines: Int = 100_000_000, components: Int = 5_000_000,
    calendars: Int = 100_000, componentBytes: Int = 64 << 20, depth: Int = 16, properties: Int = 10_000,
    lineLength: Int = 32 << 20, parameters: Int = 100, values: Int = 100_000,
    diagnostics: Int = 10_000
  ) {
    (self.bytes, self.lines, self.components, self.calendars) = (bytes, lines, components, calendars)
    (self.componentBytes, self.depth, self.properties) = (componentBytes, depth, properties)
    (self.lineLength, self.parameters, self.values) = (lineLength, parameters, values)
    self.diagnostics = diagnostics
  }

  /// Limits that calendars in use stay within, small enough to bound the memory that a file can occupy.
  public static let standard = ICSLimits()
}

/// The reason that a document was not read at all: what was wrong, on which line, and what would be accepted.
///
/// Lesser faults are reported as a ``Diagnostic`` of the document that was read.
public struct ICSError: Error, Sendable, Hashable {
  /// The kind of fault; new kinds may be added.
  public struct Code: RawRepresentable, Sendable, Hashable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The document is empty.
    public static let empty = Code(rawValue: "empty")
    /// The document contains no component.
    public static let notICalendar = Code(rawValue: "not_icalendar")
    /// The document is not JSON, or not jCal.
    public static let notJCal = Code(rawValue: "not_jcal")
    /// The document is not JSON, or not JSCalendar.
    public static let notJSCalendar = Code(rawValue: "not_jscalendar")
    /// The document has more bytes than the limits allow.
    public static let tooManyBytes = Code(rawValue: "too_many_bytes")
    /// The document has more lines than the limits allow.
    public static let tooManyLines = Code(rawValue: "too_many_lines")
    /// The document has more components than the limits allow.
    public static let tooManyComponents = Code(rawValue: "too_many_components")
    /// The document has more calendars than the limits allow.
    public static let tooManyCalendars = Code(rawValue: "too_many_calendars")
    /// A strict reader found content that violates the RFCs.
    public static let refused = Code(rawValue: "refused")
  }

  /// The kind of fault.
  public let code: Code
  /// The line, from 1; 0 when no line was read.
  public let line: Int
  /// A phrase for people that states what would be accepted.
  public let expected: String

  /// Creates an error; `line` is 0 when no line was read, and `expected` is a phrase for people.
  public init(_ code: Code, line: Int = 0, expected: String) {
    (self.code, self.line, self.expected) = (code, line, expected)
  }
}

extension ICSError {
  /// - Parameter code: One of the `tooMany` codes.
  package init(_ code: Code, line: Int = 0, limit: Int) {
    self.init(code, line: line, expected: "at most \(limit) \(code.rawValue.dropFirst("too_many_".count))")
  }
}

extension ICSError: CustomStringConvertible {
  public var description: String {
    (line > 0 ? "line \(line): " : "") + "\(code.rawValue) (expected \(expected))"
  }
}
