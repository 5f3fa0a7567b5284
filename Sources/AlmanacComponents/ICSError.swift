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

  public let code: Code
  /// The line, from 1; 0 when no line was read.
  public let line: Int
  /// A phrase for people that states what would be accepted.
  public let expected: String

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
