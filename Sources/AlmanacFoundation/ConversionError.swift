public import AlmanacComponents
public import AlmanacEvents
public import AlmanacRecurrence
public import AlmanacScheduling
public import AlmanacTime
public import Foundation

/// The reason for which a value cannot be converted between Foundation and Almanac.
///
/// `code` is the kind of fault, open for new kinds; `field` names the property or rule part at fault (`month`, `BYSECOND`);
/// `expected` is a phrase for a person that states what would be accepted.
public struct ConversionError: Error, Sendable, Hashable {
  /// The kinds of faults, open for new ones: `.missingField`, `.outOfRange` and the others below.
  public typealias Code = ErrorCode<ConversionError>

  /// The kind of fault, such as `.notExpressible`.
  public let code: Code
  /// The property or the part of a rule at fault: `month`, `BYSECOND`; several are separated by commas.
  public let field: String
  /// A phrase for a person that states what would be accepted: `a month from 1 to 12`.
  public let expected: String

  /// Creates an error with the field at fault and a phrase for what would be accepted.
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

// MARK: Errors as Foundation shows them

/// `localizedDescription` is the description, in English: code, place and what would be accepted.
extension ConversionError: LocalizedError {
  public var errorDescription: String? { description }
}

extension TextError: LocalizedError {
  public var errorDescription: String? { description }
}

extension RecurrenceViolation: LocalizedError {
  public var errorDescription: String? { description }
}

extension EventError: LocalizedError {
  public var errorDescription: String? { description }
}

extension SchedulingError: LocalizedError {
  public var errorDescription: String? { description }
}

extension ICSError: LocalizedError {
  public var errorDescription: String? { description }
}
