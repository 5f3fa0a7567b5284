/// How much one document may hold before reading stops.
///
/// Going beyond `bytes`, `lines`, `components` or `calendars` ends the reading with a ``ContentError``. The other
/// limits hold for one component: one beyond them is kept as text, left unparsed and reported, and costs none of its
/// neighbours.
public struct ContentLimits: Sendable, Hashable {
  /// Bytes in the document, as given and after decoding.
  public var bytes: Int
  /// Physical lines in the document.
  public var lines: Int
  /// Components in the document, together with the lines that stand in none of them.
  public var components: Int
  /// VCALENDARs in the document.
  public var calendars: Int
  /// Components within components; a VEVENT in a VCALENDAR has depth 1.
  public var depth: Int
  /// Content lines in one component, those of its subcomponents included.
  public var properties: Int
  /// Bytes in one unfolded content line.
  public var lineLength: Int
  /// Parameters of one content line.
  public var parameters: Int
  /// Findings kept; more are counted only.
  public var findings: Int

  public init(
    bytes: Int = 2 << 30, lines: Int = 100_000_000, components: Int = 5_000_000,
    calendars: Int = 100_000, depth: Int = 16, properties: Int = 10_000, lineLength: Int = 32 << 20,
    parameters: Int = 100, findings: Int = 10_000
  ) {
    self.bytes = bytes
    self.lines = lines
    self.components = components
    self.calendars = calendars
    self.depth = depth
    self.properties = properties
    self.lineLength = lineLength
    self.parameters = parameters
    self.findings = findings
  }

  /// Generous for calendars in use, small enough that no file balloons memory.
  public static let standard = ContentLimits()
}

/// Why a document was not read at all.
public struct ContentError: Error, Sendable, Hashable {
  /// The limit that was reached; an open set.
  public struct Code: Sendable, Hashable {
    public let name: String
    public static let tooManyBytes = Code(name: "tooManyBytes")
    public static let tooManyLines = Code(name: "tooManyLines")
    public static let tooManyComponents = Code(name: "tooManyComponents")
    public static let tooManyCalendars = Code(name: "tooManyCalendars")

    /// What there is too much of.
    public var unit: String {
      switch self {
      case .tooManyBytes: "bytes"
      case .tooManyComponents: "components"
      case .tooManyCalendars: "calendars"
      default: "lines"
      }
    }
  }

  public let code: Code
  /// The physical line reached, from 1; 0 when none was read.
  public let line: Int
  /// The largest count that is accepted.
  public let limit: Int

  public init(code: Code, line: Int, limit: Int) {
    self.code = code
    self.line = line
    self.limit = limit
  }
}

extension ContentError: CustomStringConvertible {
  public var description: String {
    "too many \(code.unit): at most \(limit) are read" + (line > 0 ? " (line \(line))" : "")
  }
}
