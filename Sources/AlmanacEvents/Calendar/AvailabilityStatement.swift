public import AlmanacRecurrence
package import AlmanacComponents
public import AlmanacTime

/// A statement of the times at which somebody is available: VAVAILABILITY of RFC 7953.
///
/// Between its start and its end all time outside its windows is busy, in the way of `busyKind`.
public struct AvailabilityStatement: Sendable, Hashable {
  /// A time at which somebody is available: AVAILABLE of RFC 7953 §3.1. It may repeat and be overridden.
  public struct Window: Sendable, Hashable {
    public var uid: String
    public var stamp: Instant?
    public var start: EventTime
    public var extent: Extent
    public var recurrence: Recurrence
    public var recurrenceID: EventTime?
    public var summary = ""
    public var details = ""
    public var location = ""
    public var categories: [String] = []
    public var unmodelled = Unmodelled()

    public init(
      from start: some EventTimeConvertible, extent: Extent = .implied, recurrence: Recurrence = .none,
      uid: String = ""
    ) {
      (self.start, self.extent) = (start.eventTime, extent)
      self.recurrence = recurrence
      self.uid = uid
    }
  }

  public var uid: String
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
  public var summary: String
  public var details = ""
  public var location = ""
  public var categories: [String] = []
  public var organizer: Organizer?
  public var url = ""
  public var windows: [Window]
  public var unmodelled = Unmodelled()

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
