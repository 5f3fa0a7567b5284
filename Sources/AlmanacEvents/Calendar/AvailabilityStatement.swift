public import AlmanacRecurrence
package import AlmanacComponents
public import AlmanacTime

/// A statement of the times at which somebody is available: VAVAILABILITY of RFC 7953.
///
/// Between its start and its end all time outside its windows is busy, in the way of `busyKind`.
public struct AvailabilityStatement: Sendable, Hashable {
  /// A time at which somebody is available: AVAILABLE of RFC 7953 §3.1. It may repeat and be overridden.
  public struct Window: Sendable, Hashable {
    /// The identity that a window shares with its overrides (UID); empty for a window that has none.
    public var uid: String
    /// The instant of this revision (DTSTAMP); `nil` when not stated.
    public var stamp: Instant?
    /// The start; of a repeating window, that of its first instance (DTSTART).
    public var start: EventTime
    /// The end or the length of each instance (DTEND or DURATION), with the meaning that it has for an event.
    public var extent: Extent
    /// The rules, added dates and exceptions by which the window repeats; `.none` for a single window.
    public var recurrence: Recurrence
    /// The instance that this window replaces (RECURRENCE-ID); `nil` for a window that is not an override.
    public var recurrenceID: EventTime?
    /// The title (SUMMARY); empty when not stated.
    public var summary = ""
    /// The long description (DESCRIPTION); empty when not stated.
    public var details = ""
    /// The location at which somebody is available (LOCATION); empty when not stated.
    public var location = ""
    /// The categories (CATEGORIES); empty when not stated.
    public var categories: [String] = []
    /// The unmodelled content of a file, stored to be written again.
    public var unmodelled = Unmodelled()

    /// Creates a window without texts, from the start of its first instance; a date or a floating time is read in the
    /// viewer's zone.
    public init(
      from start: some EventTimeConvertible, extent: Extent = .implied, recurrence: Recurrence = .none,
      uid: String = ""
    ) {
      (self.start, self.extent) = (start.eventTime, extent)
      self.recurrence = recurrence
      self.uid = uid
    }
  }

  /// The identity of the statement (UID); empty for one that has none.
  public var uid: String
  /// The instant of this revision (DTSTAMP); `nil` when not stated.
  public var stamp: Instant?
  /// The start of the time that the statement covers; `nil` for no lower bound.
  public var start: EventTime?
  /// The length of the time that the statement covers; `.implied` for no upper bound.
  public var extent: Extent
  /// The kind of busy time outside the windows (BUSYTYPE); `nil` means unavailable.
  public var busyKind: BusyKind?
  /// The priority among several statements: 1 is the highest, 0 the lowest (RFC 7953 §4). Time that any statement of
  /// one priority opens is open; other time has the strongest kind of the statements that cover it: BUSY, then
  /// BUSY-UNAVAILABLE, then BUSY-TENTATIVE.
  public var priority: Int
  /// The title (SUMMARY); empty when not stated.
  public var summary: String
  /// The long description (DESCRIPTION); empty when not stated.
  public var details = ""
  /// The location of the availability (LOCATION); empty when not stated.
  public var location = ""
  /// The categories (CATEGORIES); empty when not stated.
  public var categories: [String] = []
  /// The organizer (ORGANIZER); `nil` when not stated.
  public var organizer: Organizer?
  /// The URI of further information (URL); empty when not stated.
  public var url = ""
  /// The times that the statement leaves open, with the overrides of their instances (AVAILABLE).
  public var windows: [Window]
  /// The unmodelled content of a file, stored to be written again.
  public var unmodelled = Unmodelled()

  /// Creates a statement; without a start and an extent it covers all time, and without windows it closes all that it
  /// covers.
  public init(
    uid: String = "", from start: EventTime? = nil, extent: Extent = .implied, busyKind: BusyKind? = nil,
    priority: Int = 0, summary: String = "", windows: [Window] = []
  ) {
    self.uid = uid
    (self.start, self.extent) = (start, extent)
    self.busyKind = busyKind
    self.priority = priority
    self.summary = summary
    self.windows = windows
  }
}

/// Coded as an object with the keys `uid`, `stamp`, `start`, `end` or `duration`, `busyKind`, `priority`, `summary`,
/// `description`, `location`, `categories`, `organizer`, `url`, `windows`, `unmodelled`.
extension AvailabilityStatement: TableCoded {
  static let codingTable = CodingTable<AvailabilityStatement>(
    blank: AvailabilityStatement(),
    isStored: true, .text("uid", \.uid, [.uid]), .optional("stamp", \.stamp, [.dtstamp]),
    .optional("start", \.start, [.dtstart]), .extent(\.extent, [.dtend, .duration]),
    .optional("busyKind", \.busyKind, [.busyType]), .value("priority", \.priority, [.priority], unless: 0),
    .text("summary", \.summary, [.summary]), .text("description", \.details, [.description]),
    .text("location", \.location, [.location]), .list("categories", \.categories, [.categories]),
    .optional("organizer", \.organizer, [.organizer]), .text("url", \.url, [.url]),
    .list("windows", \.windows),
    .unmodelled(
      \.unmodelled,
      [
        .classification, .comment, .concept, .contact, .created, .lastModified, .link, .refid, .sequence,
      ]))

  /// The properties that the model represents, in the order in which they are written.
  package static var properties: [PropertyName] { codingTable.properties }
}

/// Coded as an object with the keys `start`, `end` or `duration`, `recurrence`, `recurrenceID`, `uid`, `stamp`,
/// `summary`, `description`, `location`, `categories`, `unmodelled`.
extension AvailabilityStatement.Window: TableCoded {
  static let codingTable = CodingTable<AvailabilityStatement.Window>(
    blank: AvailabilityStatement.Window(from: CivilDate.min),
    .text("uid", \.uid, [.uid]), .optional("stamp", \.stamp, [.dtstamp]),
    .optional("recurrenceID", \.recurrenceID, [.recurrenceID]), .required("start", \.start, [.dtstart]),
    .extent(\.extent, [.dtend, .duration]),
    .value("recurrence", \.recurrence, [.rrule, .exrule, .rdate, .exdate], unless: .none),
    .text("summary", \.summary, [.summary]), .text("description", \.details, [.description]),
    .text("location", \.location, [.location]), .list("categories", \.categories, [.categories]),
    .unmodelled(
      \.unmodelled, [.comment, .concept, .contact, .created, .lastModified, .link, .refid, .sequence]))

  /// The properties that the model represents, in the order in which they are written.
  package static var properties: [PropertyName] { codingTable.properties }
}
