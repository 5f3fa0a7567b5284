public import AlmanacTime

/// A text that cannot be read, or a change that does not fit the state to which it is applied.
///
/// Refusals of a request (full, too late, …) are not errors but values with every reason: `Unavailability`,
/// `BookingRefusal`, `SessionRefusal`.
public struct SchedulingError: Error, Sendable, Hashable {
  /// The kind of an error; the set of codes is open.
  public typealias Code = ErrorCode<SchedulingError>

  /// The kind of the error, such as `staleVersion`.
  public let code: Code
  /// The byte offset in a text, or the index of an event, counted from 0.
  public let position: Int
  /// The accepted input, as a phrase for a person.
  public let expected: String

  /// Creates an error; `position` is 0 where there is no text or event to point at.
  public init(_ code: Code, at position: Int = 0, expected: String) {
    self.code = code
    self.position = position
    self.expected = expected
  }
}

extension SchedulingError.Code {
  /// A text in another form than the expected one.
  public static var syntax: Self { Self(rawValue: "syntax") }
  /// Events or a decision for another version of the state, which has changed since.
  public static var staleVersion: Self { Self(rawValue: "stale_version") }
  /// An event or a request about something that does not exist.
  public static var notFound: Self { Self(rawValue: "not_found") }
  /// A pool without anybody who may serve.
  public static var emptyPool: Self { Self(rawValue: "empty_pool") }
  /// A number below or above what is possible.
  public static var outOfRange: Self { Self(rawValue: "out_of_range") }
  /// A search that was given up after the most steps that it may take.
  public static var budgetExceeded: Self { Self(rawValue: "budget_exceeded") }
  /// A request that was decided again and again, as others were faster each time or the store failed.
  public static var tooManyTries: Self { Self(rawValue: "too_many_tries") }
  /// A name or a thing that is given twice.
  public static var duplicate: Self { Self(rawValue: "duplicate") }
  /// A calendar item without the data to read, or a change that cannot be represented.
  public static var notRepresented: Self { Self(rawValue: "not_represented") }
}

extension SchedulingError: CustomStringConvertible {
  public var description: String { "\(code.rawValue) at \(position) (expected \(expected))" }
}

extension Optional {
  /// The value.
  ///
  /// - Throws: `SchedulingError` with code `notRepresented` where a calendar item has none.
  func represented(as expected: String) throws(SchedulingError) -> Wrapped {
    guard let self else { throw SchedulingError(.notRepresented, expected: expected) }
    return self
  }
}

/// A reason why something is refused: a code for scripts and a phrase for people.
public protocol SchedulingRefusal: Sendable, Hashable, CustomStringConvertible {
  /// The stable code that scripts rely on, and a phrase for a person.
  func wording(in words: SchedulingWords) -> (code: String, phrase: String)
}

extension SchedulingRefusal {
  /// The stable code that scripts rely on.
  public var code: String { wording(in: .plain).code }

  /// A phrase for a person, in English with instants in UTC.
  public var description: String { description(in: .plain) }

  /// A phrase for a person.
  public func description(in words: SchedulingWords) -> String { wording(in: words).phrase }
}
