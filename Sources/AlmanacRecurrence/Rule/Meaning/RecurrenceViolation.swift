/// One way in which a rule breaks RFC 5545 §3.3.10 or RFC 7529.
public struct RecurrenceViolation: Sendable, Hashable {
  public let code: RecurrenceError.Code
  public let part: RecurrenceRule.Part
  /// What would be right, as a phrase.
  public let expected: String

  public init(_ code: RecurrenceError.Code, in part: RecurrenceRule.Part, expected: String) {
    self.code = code
    self.part = part
    self.expected = expected
  }
}

extension RecurrenceViolation: CustomStringConvertible {
  public var description: String { "\(code.rawValue) in \(part.name): expected \(expected)" }
}
