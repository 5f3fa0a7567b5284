/// Why a document was not read at all: what was wrong, on which line, and what would be accepted.
///
/// Everything less than that is a ``Diagnostic`` of a document that was read.
public struct ICSError: Error, Sendable, Hashable {
  /// The kind of fault; new kinds may be added.
  public struct Code: RawRepresentable, Sendable, Hashable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// There is nothing in it.
    public static let empty = Code(rawValue: "empty")
    /// There is no component in it.
    public static let notICalendar = Code(rawValue: "not_icalendar")
    /// It is no JSON, or JSON that is no jCal.
    public static let notJCal = Code(rawValue: "not_jcal")
    /// It is no JSON, or JSON that is no JSCalendar.
    public static let notJSCalendar = Code(rawValue: "not_jscalendar")
    /// It has more bytes than the limits allow.
    public static let tooManyBytes = Code(rawValue: "too_many_bytes")
    /// It has more lines than the limits allow.
    public static let tooManyLines = Code(rawValue: "too_many_lines")
    /// It has more components than the limits allow.
    public static let tooManyComponents = Code(rawValue: "too_many_components")
    /// It has more calendars than the limits allow.
    public static let tooManyCalendars = Code(rawValue: "too_many_calendars")
    /// A strict reader found something that is not as the RFCs have it.
    public static let refused = Code(rawValue: "refused")
  }

  public let code: Code
  /// From 1; 0 when no line was read.
  public let line: Int
  /// A phrase for a person: what would be accepted.
  public let expected: String

  public init(_ code: Code, line: Int = 0, expected: String) {
    self.code = code
    self.line = line
    self.expected = expected
  }
}

extension ICSError {
  /// - Parameter code: One of those that say of what there is too much.
  package init(_ code: Code, line: Int = 0, limit: Int) {
    self.init(code, line: line, expected: "at most \(limit) \(code.rawValue.dropFirst("too_many_".count))")
  }
}

extension ICSError: CustomStringConvertible {
  public var description: String {
    (line > 0 ? "line \(line): " : "") + "\(code.rawValue) (expected \(expected))"
  }
}
