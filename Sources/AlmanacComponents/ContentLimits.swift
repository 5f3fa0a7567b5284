/// How much one document may hold before reading stops.
///
/// Going beyond `bytes`, `lines`, `components` or `calendars` ends the reading with a ``ContentError``. The other
/// limits hold for one component: one beyond them is kept as text, left unparsed and reported, and costs none of its
/// neighbours.
package struct ContentLimits: Sendable, Hashable {
  /// Bytes in the document, as given and after decoding.
  package var bytes: Int
  /// Physical lines in the document.
  package var lines: Int
  /// Components in the document, together with the lines that stand in none of them.
  package var components: Int
  /// VCALENDARs in the document.
  package var calendars: Int
  /// Components within components; a VEVENT in a VCALENDAR has depth 1.
  package var depth: Int
  /// Content lines in one component, those of its subcomponents included.
  package var properties: Int
  /// Bytes in one unfolded content line.
  package var lineLength: Int
  /// Parameters of one content line.
  package var parameters: Int
  /// Findings kept; more are counted only.
  package var findings: Int

  package init(
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
  package static let standard = ContentLimits()
}

/// Why a document was not read at all.
package struct ContentError: Error, Sendable, Hashable {
  /// The limit that was reached; an open set.
  package struct Code: Sendable, Hashable {
    package let name: String
    package static let tooManyBytes = Code(name: "tooManyBytes")
    package static let tooManyLines = Code(name: "tooManyLines")
    package static let tooManyComponents = Code(name: "tooManyComponents")
    package static let tooManyCalendars = Code(name: "tooManyCalendars")

    /// What there is too much of.
    package var unit: String {
      switch self {
      case .tooManyBytes: "bytes"
      case .tooManyComponents: "components"
      case .tooManyCalendars: "calendars"
      default: "lines"
      }
    }
  }

  package let code: Code
  /// The physical line reached, from 1; 0 when none was read.
  package let line: Int
  /// The largest count that is accepted.
  package let limit: Int

  package init(code: Code, line: Int, limit: Int) {
    self.code = code
    self.line = line
    self.limit = limit
  }
}

extension ContentError: CustomStringConvertible {
  package var description: String {
    "too many \(code.unit): at most \(limit) are read" + (line > 0 ? " (line \(line))" : "")
  }
}
