/// Why scheduling data was not accepted: a text that cannot be read, a change that does not fit the state.
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

    /// A text that is not in the form that is read here.
    public static let syntax = Code(rawValue: "syntax")
    /// Events that do not continue the state to which they are applied: somebody else was faster.
    public static let staleVersion = Code(rawValue: "stale_version")
    /// An event about something that the state does not hold.
    public static let notFound = Code(rawValue: "not_found")
    /// A calendar item that does not hold what was to be read from it.
    public static let notRepresented = Code(rawValue: "not_represented")
  }

  public let code: Code
  /// Where in a text, counted in bytes from 0; which of several, counted from 0, otherwise.
  public let position: Int
  /// A phrase for a person: what would be accepted.
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
