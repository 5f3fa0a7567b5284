/// A fault of a date, a time, a duration or a zone: its kind, its place, and what would be accepted.
///
/// One error type serves the whole module. `offset` is in UTF-8 bytes from the start of the text that was read, 0
/// where no text was read; `expected` is a phrase for a person.
public struct TimeError: Error, Sendable, Hashable {
  /// The kind of fault; new kinds may be added.
  public struct Code: RawRepresentable, Sendable, Hashable {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The text does not have the form of the value.
    public static let syntax = Code(rawValue: "syntax")
    /// A field has a value that its unit does not have (month 13, 30 February, hour 25).
    public static let outOfRange = Code(rawValue: "out_of_range")
    /// A zone name that is not in the database.
    public static let unknownZone = Code(rawValue: "unknown_zone")
    /// A zone file that is damaged or of an unsupported kind.
    public static let badZoneData = Code(rawValue: "bad_zone_data")
    /// A wall-clock time that its zone skips (a gap), where the caller refuses such times.
    public static let skippedTime = Code(rawValue: "skipped_time")
    /// A wall-clock time that its zone shows twice (a fold), where the caller refuses such times.
    public static let ambiguousTime = Code(rawValue: "ambiguous_time")
  }

  public let code: Code
  public let offset: Int
  public let expected: String

  /// Creates an error.
  public init(_ code: Code, at offset: Int = 0, expected: String) {
    self.code = code
    self.offset = offset
    self.expected = expected
  }
}

extension TimeError: CustomStringConvertible {
  public var description: String {
    "\(code.rawValue) at offset \(offset): expected \(expected)"
  }
}
