/// Why a text is not a colour, or why a colour cannot be used.
public struct ColorError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of fault it is; open, so that new ones can be added.
  public struct Code: RawRepresentable, Sendable, Hashable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The text is neither a CSS name nor a hexadecimal colour.
    public static let unknownName = Code(rawValue: "unknown_color")
    /// A `#` is followed by something else than 3, 4, 6 or 8 hexadecimal digits.
    public static let malformedHex = Code(rawValue: "malformed_color")
    /// The colour is a red, which is kept for days with several items.
    public static let reserved = Code(rawValue: "reserved_color")
  }

  public var code: Code
  /// Where in the text the fault lies, in UTF-8 bytes from its start.
  public var offset: Int
  /// What would have been accepted.
  public var expected: String

  public init(_ code: Code, at offset: Int = 0, expected: String) {
    self.code = code
    self.offset = offset
    self.expected = expected
  }

  public var description: String { "\(code.rawValue) at \(offset) (expected \(expected))" }
}
