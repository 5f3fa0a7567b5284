public import AlmanacTime

/// What somebody says about when they are busy: VFREEBUSY of RFC 5545 §3.6.4, as data.
public struct FreeBusy: Sendable, Hashable {
  public var uid: String
  public var stamp: Instant?
  /// From when on it speaks.
  public var start: Instant?
  /// Until when it speaks, not included.
  public var end: Instant?
  public var periods: [BusyPeriod]
  public var organizer: Organizer?
  public var attendees: [Attendee]
  public var contact: String
  public var url: String
  public var comments: [String]
  public var requestStatuses: [RequestStatus]
  public var unmodelled: Unmodelled

  public init(
    uid: String = "", stamp: Instant? = nil, from start: Instant? = nil, to end: Instant? = nil,
    periods: [BusyPeriod] = [], organizer: Organizer? = nil, attendees: [Attendee] = [], contact: String = "",
    url: String = "", comments: [String] = [], requestStatuses: [RequestStatus] = [],
    unmodelled: Unmodelled = Unmodelled()
  ) {
    self.uid = uid
    self.stamp = stamp
    self.start = start
    self.end = end
    self.periods = periods
    self.organizer = organizer
    self.attendees = attendees
    self.contact = contact
    self.url = url
    self.comments = comments
    self.requestStatuses = requestStatuses
    self.unmodelled = unmodelled
  }
}

/// A stretch of time and whether it is taken (FREEBUSY, RFC 5545 §3.8.2.6).
public struct BusyPeriod: Sendable, Hashable {
  public var start: Instant
  /// Not included.
  public var end: Instant
  public var kind: BusyKind
  /// What else its line says of it (X-SUMMARY), kept.
  public var parameters: [Parameter]

  public init(
    from start: Instant, to end: Instant, _ kind: BusyKind = .busy, parameters: [Parameter] = []
  ) {
    self.start = start
    self.end = end
    self.kind = kind
    self.parameters = parameters
  }
}

/// How a time is taken (FBTYPE and BUSYTYPE, RFC 5545 §3.2.9, RFC 7953 §3.2). Open: other words are kept and count
/// as busy.
public struct BusyKind: RawRepresentable, Sendable, Hashable, Codable {
  /// iCalendar's word in upper case.
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue.uppercased()
  }

  public static let free = BusyKind(rawValue: "FREE")
  public static let busy = BusyKind(rawValue: "BUSY")
  public static let unavailable = BusyKind(rawValue: "BUSY-UNAVAILABLE")
  public static let tentative = BusyKind(rawValue: "BUSY-TENTATIVE")
  /// Not known, as a series repeats too often to be expanded so far (`OccurrenceQuery.budget`). Other programs take it
  /// as busy.
  public static let unexpanded = BusyKind(rawValue: "X-ALMANAC-UNEXPANDED")
}
