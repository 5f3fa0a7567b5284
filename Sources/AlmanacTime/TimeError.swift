/// A fault of a text that is read as a value, or of a value itself: its kind, its place, and what would be accepted.
///
/// Each kind of value has its codes: see `TimeError`, `RecurrenceError` and `ColorError`.
public struct TextError<Value>: Error, Sendable, Hashable {
  /// The kinds of faults of a value, open for new ones.
  public typealias Code = ErrorCode<Value>

  /// The kind of fault, such as `.syntax`.
  public let code: Code
  /// The UTF-8 bytes before the fault in the text that was read; 0 where no text was read.
  public let offset: Int
  /// The accepted input, as a phrase for a person.
  public let expected: String

  /// Creates a fault at a number of UTF-8 bytes in the text that was read, 0 where no text was read.
  public init(_ code: Code, at offset: Int = 0, expected: String) {
    self.code = code
    self.offset = offset
    self.expected = expected
  }
}

extension TextError: CustomStringConvertible {
  public var description: String {
    "\(code.rawValue) at offset \(offset): expected \(expected)"
  }
}

/// The kind of a fault of an operation or a value; new kinds may be added.
public struct ErrorCode<Subject>: RawRepresentable, Sendable, Hashable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

/// A fault of a date, a time, a duration or a zone.
public typealias TimeError = TextError<EventTime>

extension TimeError.Code {
  /// The text does not have the form of the value.
  public static var syntax: Self { Self(rawValue: "syntax") }
  /// A field has a value that its unit does not have (month 13, 30 February, hour 25).
  public static var outOfRange: Self { Self(rawValue: "out_of_range") }
  /// A zone name that is not in the database.
  public static var unknownZone: Self { Self(rawValue: "unknown_zone") }
  /// A zone file that is damaged or of an unsupported kind.
  public static var badZoneData: Self { Self(rawValue: "bad_zone_data") }
  /// A wall-clock time that its zone skips (a gap), where the caller refuses such times.
  public static var skippedTime: Self { Self(rawValue: "skipped_time") }
  /// A wall-clock time that its zone shows twice (a fold), where the caller refuses such times.
  public static var ambiguousTime: Self { Self(rawValue: "ambiguous_time") }
}
