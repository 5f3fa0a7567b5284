/// One thing that was wrong with a text and was repaired in reading it.
///
/// Comes from `RecurrenceRule.repairing(_:)`.
public struct RecurrenceIssue: Sendable, Hashable {
  public let code: RecurrenceError.Code
  /// The part that was touched; `nil` for a name that is no part.
  public let part: RecurrenceRule.Part?
  /// UTF-8 bytes from the start of the text.
  public let offset: Int
  /// What would have been right, as a phrase.
  public let expected: String
  /// What was done, as a phrase.
  public let repair: String

  public init(
    _ code: RecurrenceError.Code, in part: RecurrenceRule.Part?, at offset: Int, expected: String,
    repair: String
  ) {
    self.code = code
    self.part = part
    self.offset = offset
    self.expected = expected
    self.repair = repair
  }
}

extension RecurrenceIssue: CustomStringConvertible {
  public var description: String {
    "\(code.rawValue) at offset \(offset): expected \(expected); \(repair)"
  }
}
