internal import AlmanacContentLines

/// How much one document may hold.
///
/// Too many bytes or lines end the reading with an ``ICSError``. The other limits hold for one component: one beyond
/// them stays in the text, is missing from the model, and costs none of its neighbours.
public struct ICSLimits: Sendable, Hashable {
  /// Bytes in the document, as given and as UTF-8.
  public var bytes: Int
  /// Physical lines in the document.
  public var lines: Int
  /// Components within components; a VEVENT in a VCALENDAR has depth 1.
  public var depth: Int
  /// Content lines in one component, those of its subcomponents included.
  public var properties: Int
  /// Bytes in one unfolded content line.
  public var lineLength: Int
  /// Parameters of one content line.
  public var parameters: Int
  /// Dates in the exceptions and additions of one component.
  public var values: Int
  /// Diagnostics kept.
  public var diagnostics: Int

  public init(
    bytes: Int = 2 << 30, lines: Int = 100_000_000, depth: Int = 16, properties: Int = 10_000,
    lineLength: Int = 10 << 20, parameters: Int = 100, values: Int = 100_000, diagnostics: Int = 10_000
  ) {
    self.bytes = bytes
    self.lines = lines
    self.depth = depth
    self.properties = properties
    self.lineLength = lineLength
    self.parameters = parameters
    self.values = values
    self.diagnostics = diagnostics
  }

  /// Generous for calendars in use, small enough that no file balloons memory.
  public static let standard = ICSLimits()

  var content: ContentLimits {
    ContentLimits(
      bytes: bytes, lines: lines, depth: depth, properties: properties, lineLength: lineLength,
      parameters: parameters, findings: diagnostics)
  }
}
