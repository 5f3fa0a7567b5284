public import AlmanacTime

/// A statement of busy and free time: VFREEBUSY of RFC 5545 §3.6.4.
public struct FreeBusy: Sendable, Hashable {
  /// The identity of the statement (UID), which an answer shares with its request; empty for one that has none.
  public var uid: String
  /// The instant at which the statement was made (DTSTAMP); `nil` when not stated.
  public var stamp: Instant?
  /// The start of the time that the statement covers.
  public var start: Instant?
  /// The end of the time that the statement covers, not included.
  public var end: Instant?
  /// The busy and free times, in the order in which they are written (FREEBUSY).
  public var periods: [BusyPeriod]
  /// The person whose busy time is published; in a request and its answer, the person who asks (ORGANIZER).
  public var organizer: Organizer?
  /// The people whose busy time is requested; in an answer, the one who answers; empty for published busy time
  /// (ATTENDEE).
  public var attendees: [Attendee] = []
  /// A person to ask about the statement, as text (CONTACT); empty when not stated.
  public var contact = ""
  /// The URI of the busy time (URL); empty when not stated.
  public var url = ""
  /// Remarks (COMMENT); empty when not stated.
  public var comments: [String] = []
  /// The results of a request for busy time, stated in its answer (REQUEST-STATUS).
  public var requestStatuses: [RequestStatus] = []
  /// The unmodelled content of a file, stored to be written again.
  public var unmodelled = Unmodelled()

  /// Creates a statement about the time from `start` up to `end`, which is not included.
  public init(
    uid: String = "", stamp: Instant? = nil, from start: Instant? = nil, to end: Instant? = nil,
    periods: [BusyPeriod] = [], organizer: Organizer? = nil
  ) {
    self.uid = uid
    self.stamp = stamp
    (self.start, self.end) = (start, end)
    self.periods = periods
    self.organizer = organizer
  }
}

/// A half-open range of time that is busy or free (FREEBUSY, RFC 5545 §3.8.2.6).
public struct BusyPeriod: Sendable, Hashable {
  /// The start, included.
  public var start: Instant
  /// The end, not included.
  public var end: Instant
  /// The kind of time; busy where a file states none (FBTYPE, RFC 5545 §3.2.9).
  public var kind: BusyKind
  /// All other parameters of its line, such as X-SUMMARY.
  public var parameters: [Parameter]

  /// Creates a period from `start` up to `end`, which is not included. A period that does not end after its start is
  /// not busy time.
  public init(from start: Instant, to end: Instant, _ kind: BusyKind = .busy, parameters: [Parameter] = []) {
    self.start = start
    self.end = end
    self.kind = kind
    self.parameters = parameters
  }

  /// The time from `start` up to `end`, half-open; empty for a period that does not end after its start.
  public var interval: Range<Instant> { start..<Swift.max(start, end) }
}

/// The kind of a range of busy or free time (FBTYPE and BUSYTYPE, RFC 5545 §3.2.9, RFC 7953 §3.2). Other values are
/// preserved and count as busy.
public struct BusyKind: RawRepresentable, Sendable, Hashable, Codable {
  /// iCalendar's value in upper case.
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue.uppercased() }

  /// `FREE`: not busy.
  public static let free = BusyKind(rawValue: "FREE")
  /// `BUSY`: busy with one or more events; the default of FBTYPE.
  public static let busy = BusyKind(rawValue: "BUSY")
  /// `BUSY-UNAVAILABLE`: busy, and not available for events; the default of BUSYTYPE.
  public static let unavailable = BusyKind(rawValue: "BUSY-UNAVAILABLE")
  /// `BUSY-TENTATIVE`: busy with events that are not confirmed; see ``BusyRules/countsTentative``.
  public static let tentative = BusyKind(rawValue: "BUSY-TENTATIVE")
  /// Unknown, as the instances of a series are not known this far (`Agenda.unexpanded`). Other programs read it as busy.
  public static let unexpanded = BusyKind(rawValue: "X-ALMANAC-UNEXPANDED")
}

/// Coded as an object with the keys `start`, `end`, `kind` (without one, `BUSY`), `parameters`.
extension BusyPeriod: TableCoded {
  static let codingTable = CodingTable<BusyPeriod>(
    blank: BusyPeriod(from: .min, to: .min),
    .required("start", \.start), .required("end", \.end), .value("kind", \.kind, unless: .busy),
    .list("parameters", \.parameters))
}

/// Coded as an object with the keys `uid`, `stamp`, `start`, `end`, `periods`, `organizer`, `attendees`, `contact`,
/// `url`, `comments`, `requestStatuses`, `unmodelled`.
extension FreeBusy: TableCoded {
  static let codingTable = CodingTable<FreeBusy>(
    blank: FreeBusy(),
    isStored: true, .text("uid", \.uid, [.uid]), .optional("stamp", \.stamp, [.dtstamp]),
    .optional("start", \.start, [.dtstart]), .optional("end", \.end, [.dtend]),
    .list("periods", \.periods, [.freebusy]), .optional("organizer", \.organizer, [.organizer]),
    .list("attendees", \.attendees, [.attendee]), .text("contact", \.contact, [.contact]),
    .text("url", \.url, [.url]), .list("comments", \.comments, [.comment]),
    .list("requestStatuses", \.requestStatuses, [.requestStatus]),
    .unmodelled(\.unmodelled, [.concept, .link, .refid, .styledDescription]))
}
