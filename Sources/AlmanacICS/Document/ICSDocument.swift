internal import AlmanacComponents
public import AlmanacEvents
@_exported public import AlmanacMapping
public import AlmanacTime

/// An iCalendar document: the calendars that it holds, and its text.
///
/// ```swift
/// var document = try ICSDocument(parsing: bytes)
/// for diagnostic in document.diagnostics { print(diagnostic) }
/// try document.calendars[0].add(event, at: now)        // rewrites what changed, nothing else
/// let text = document.text                             // the rest as it was read, byte for byte
///
/// let export = ICSDocument([course]).text              // opens anywhere
/// ```
/// Where the trait `Libical` is on, libical reads and writes the typed values: times, durations, offsets, numbers. A
/// document is a value: copies are cheap and independent.
public struct ICSDocument: Sendable {
  /// What the reading found, in the order of the lines; empty for a document that was not read.
  public internal(set) var diagnostics: [Diagnostic]
  var raw: RawDocument
  var drafts: [CalendarDraft]
  /// Through which typed values pass.
  let door: any ValueDoor
  private var current: [EventCalendar]

  /// The calendars of the document. Setting them rewrites in the text those items, and those properties of a calendar,
  /// that are not as they were; calendars correspond by their place, items by kind, UID and recurrence id.
  ///
  /// Getting is O(1), setting O(items).
  public var calendars: [EventCalendar] {
    get { current }
    set {
      current = newValue
      update(to: newValue)
    }
  }

  /// Reads a document: UTF-8 with or without a byte order mark, UTF-16 or Windows-1252; lines ended by CRLF, LF or CR;
  /// several VCALENDARs, or components in none.
  ///
  /// What is broken is repaired or passed over component by component, with a ``Diagnostic`` each.
  /// - Throws: ``ICSError`` when there is no iCalendar in the bytes, for limits on the whole, and when a strict reader
  ///   meets something illegal.
  /// - Complexity: linear in the bytes.
  public init(parsing bytes: some Sequence<UInt8>, options: ICSOptions = .standard) throws(ICSError) {
    self = try DocumentReader.read(Array(bytes), options)
  }

  init(_ raw: RawDocument, _ drafts: [CalendarDraft], _ diagnostics: [Diagnostic], door: any ValueDoor) {
    (self.raw, self.drafts, self.diagnostics, self.door) = (raw, drafts, diagnostics, door)
    current = drafts.map(\.calendar)
  }

  /// Reads a document on several cores at once; the same as `init(parsing:options:)`, and worth it from a megabyte on.
  ///
  /// - Parameter tasks: How many at most work side by side.
  /// - Throws: As `init(parsing:options:)`.
  public static func parsing(
    _ bytes: [UInt8], tasks: Int = 8, options: ICSOptions = .standard
  ) async throws(ICSError) -> ICSDocument {
    try await DocumentReader.read(bytes, options, tasks: tasks)
  }

  /// Reads a document from a string.
  public init(parsing text: String, options: ICSOptions = .standard) throws(ICSError) {
    try self.init(parsing: Array(text.utf8), options: options)
  }

  /// A new document of some calendars: RFC 5545 with VERSION, PRODID and a VTIMEZONE for each zone in use.
  ///
  /// - Parameter diagnostics: What reading the calendars found, where they come from elsewhere.
  public init(_ calendars: [EventCalendar], diagnostics: [Diagnostic] = []) {
    self.init(RawDocument(), [], diagnostics, door: standardDoor)
    self.calendars = calendars
  }

  /// The document as UTF-8: what was read, byte for byte, but for what was changed since. Lines, new ones
  /// too, are ended as in what was read; those of a new document by CRLF. What is no text in any encoding, of which the
  /// reading reported, is as it was given.
  public var bytes: [UInt8] { raw.bytes }

  /// ``bytes`` as a string, with U+FFFD for what is no text.
  public var text: String { String(decoding: raw.decodedBytes, as: UTF8.self) }

  /// How a document is written.
  public enum Style: Sendable, Hashable {
    /// What was read stays as it is.
    case asRead
    /// Everything anew, for export: legal values, IANA names of zones, no VTIMEZONE more than is used. Alarms that never
    /// go off and words that their property does not have, which only the text keeps, are left out.
    case normalized
  }

  /// The text in a style; see ``bytes(_:at:)``.
  public func text(_ style: Style, at now: Instant? = nil) -> String {
    String(decoding: bytes(style, at: now), as: UTF8.self)
  }

  /// The text in a style, in UTF-8.
  ///
  /// - Parameter now: When it is written: the DTSTAMP (RFC 5545 §3.8.7.2) of what is written anew and has none, nor any
  ///   other time of its own. Without it no DTSTAMP is written there, though the standard asks for one.
  public func bytes(_ style: Style, at now: Instant? = nil) -> [UInt8] {
    guard style == .normalized else { return bytes }
    return calendars.reduce(into: []) {
      $0 += CalendarWriter($1, door: door, isLegalOnly: true, stamp: now).bytes
    }
  }
}

/// Documents are equal when their texts are.
extension ICSDocument: Hashable {
  public static func == (lhs: ICSDocument, rhs: ICSDocument) -> Bool { lhs.bytes == rhs.bytes }

  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
