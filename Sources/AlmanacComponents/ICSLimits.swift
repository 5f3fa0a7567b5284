/// How much one document may hold.
///
/// Too many bytes, lines, components or calendars end the reading with an ``ICSError``. The other limits hold for one
/// component: one beyond them stays in the text, is missing from the model, is reported by a ``Diagnostic``, and costs none
/// of its neighbours; a JSCalendar object beyond them is kept as JSON. A recurrence rule is read up to 16 KiB, which is
/// more than any needs. How many occurrences are shown of what was read is limited where it is asked: `OccurrenceQuery.limit`.
public struct ICSLimits: Sendable, Hashable {
  /// Bytes in the document, as given and as UTF-8.
  public var bytes: Int
  /// Physical lines in the document.
  public var lines: Int
  /// Components in the document, together with the lines that are in none of them; a stream has no such limit.
  public var components: Int
  /// VCALENDARs in the document; a stream has no such limit.
  public var calendars: Int
  /// Bytes of one component for an ``ICSStream``, which holds no more of the document. Also, beside sixteen times the
  /// document, what the changed instances in JSCalendar may repeat of their series; later ones are kept as JSON.
  public var componentBytes: Int
  /// Components within components; a VEVENT in a VCALENDAR has depth 1.
  public var depth: Int
  /// Content lines in one component, those of its subcomponents included; also those of a VCALENDAR itself. For a
  /// JSCalendar object its members, or where they are objects and arrays what is in them, and the lines of its iCalendar.
  public var properties: Int
  /// Bytes in one unfolded content line: a file of 24 MB in BASE64.
  public var lineLength: Int
  /// Parameters of one content line; one beyond them is passed over, and its component is read without it.
  public var parameters: Int
  /// Values in the lists of one property of a component: EXDATE, RDATE, CATEGORIES, RESOURCES, FREEBUSY. What is beyond
  /// them stays in the text and is missing from the model. Also the changed instances of a JSCalendar object.
  public var values: Int
  /// Diagnostics kept.
  public var diagnostics: Int

  public init(
    bytes: Int = 2 << 30, lines: Int = 100_000_000, components: Int = 5_000_000,
    calendars: Int = 100_000, componentBytes: Int = 64 << 20, depth: Int = 16, properties: Int = 10_000,
    lineLength: Int = 32 << 20, parameters: Int = 100, values: Int = 100_000,
    diagnostics: Int = 10_000
  ) {
    self.bytes = bytes
    self.lines = lines
    self.components = components
    self.calendars = calendars
    self.componentBytes = componentBytes
    self.depth = depth
    self.properties = properties
    self.lineLength = lineLength
    self.parameters = parameters
    self.values = values
    self.diagnostics = diagnostics
  }

  /// Generous for calendars in use, small enough that no file balloons memory.
  public static let standard = ICSLimits()
}
