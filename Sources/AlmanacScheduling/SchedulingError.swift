/// A text that cannot be read, or a change that does not fit the state to which it is applied.
///
/// Refusals of a request (full, too late, …) are not errors but values with every reason: `Unavailability`,
/// `BookingRefusal`, `SessionRefusal`.
public struct SchedulingError: Error, Sendable, Hashable {
  /// The kind of a fault; new kinds may be added.
  public struct Code: RawRepresentable, Sendable, Hashable {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A text in another form than the expected one.
    public static let syntax = Code(rawValue: "syntax")
    /// Events or a decision for another version of the state, which has changed since.
    public static let staleVersion = Code(rawValue: "stale_version")
    /// An event or a request about something that does not exist.
    public static let notFound = Code(rawValue: "not_found")
    /// A calendar item without the data to read, or a change that cannot be represented.
    public static let notRepresented = Code(rawValue: "not_represented")
  }

  public let code: Code
  /// The byte offset in a text, or the index of an event, counted from 0.
  public let position: Int
  /// The accepted input, as a phrase for a person.
  public let expected: String

  public init(_ code: Code, at position: Int = 0, expected: String) {
    self.code = code
    self.position = position
    self.expected = expected
  }
}

extension SchedulingError: CustomStringConvertible {
  public var description: String { "\(code.rawValue) at \(position) (expected \(expected))" }
}
