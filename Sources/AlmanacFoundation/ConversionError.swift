public import AlmanacTime

/// The reason for which a value cannot be converted between Foundation and Almanac.
///
/// `code` is the kind of fault, open for new kinds; `field` names the property or rule part at fault (`month`, `BYSECOND`);
/// `expected` is a phrase for a person that states what would be accepted.
public struct ConversionError: Error, Sendable, Hashable {
  public typealias Code = ErrorCode<ConversionError>

  public let code: Code
  public let field: String
  public let expected: String

  public init(_ code: Code, in field: String, expected: String) {
    self.code = code
    self.field = field
    self.expected = expected
  }
}

extension ConversionError.Code {
  /// A field that is needed is not set.
  public static var missingField: Self { Self(rawValue: "missing_field") }
  /// A field has a value that the calendar or the clock does not have.
  public static var outOfRange: Self { Self(rawValue: "out_of_range") }
  /// The other side cannot express the value.
  public static var notExpressible: Self { Self(rawValue: "not_expressible") }
  /// A calendar that the other side does not have.
  public static var unknownCalendar: Self { Self(rawValue: "unknown_calendar") }
  /// A zone that the other side does not have.
  public static var unknownZone: Self { Self(rawValue: "unknown_zone") }
}

extension ConversionError: CustomStringConvertible {
  public var description: String {
    "\(code.rawValue) in \(field): expected \(expected)"
  }
}
