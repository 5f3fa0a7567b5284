/// The reason for which a value cannot be converted between Foundation and Almanac.
///
/// `code` is the kind of fault, open for new kinds; `field` names the property or rule part at fault (`month`, `BYSECOND`);
/// `expected` is a phrase for a person that states what would be accepted.
public struct ConversionError: Error, Sendable, Hashable {
  /// The kind of fault; new kinds may be added.
  public struct Code: RawRepresentable, Sendable, Hashable {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A field that is needed is not set.
    public static let missingField = Code(rawValue: "missing_field")
    /// A field has a value that the calendar or the clock does not have.
    public static let outOfRange = Code(rawValue: "out_of_range")
    /// The other side cannot express the value.
    public static let notExpressible = Code(rawValue: "not_expressible")
    /// A calendar that the other side does not have.
    public static let unknownCalendar = Code(rawValue: "unknown_calendar")
    /// A zone that the other side does not have.
    public static let unknownZone = Code(rawValue: "unknown_zone")
  }

  public let code: Code
  public let field: String
  public let expected: String

  public init(_ code: Code, in field: String, expected: String) {
    self.code = code
    self.field = field
    self.expected = expected
  }
}

extension ConversionError: CustomStringConvertible {
  public var description: String {
    "\(code.rawValue) in \(field): expected \(expected)"
  }
}
