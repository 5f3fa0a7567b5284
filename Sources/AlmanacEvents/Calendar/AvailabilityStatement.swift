public import AlmanacTime

/// What somebody says about when they can be had: VAVAILABILITY of RFC 7953, as data.
///
/// Between its start and its end all time is taken (as `busyKind` says) but its windows.
public struct AvailabilityStatement: Sendable, Hashable {
  /// A time in which somebody can be had: AVAILABLE of RFC 7953 §3.1. It may repeat and be overridden.
  public struct Window: Sendable, Hashable {
    public var uid: String
    public var stamp: Instant?
    public var start: EventTime
    public var extent: Extent
    public var recurrence: Recurrence
    public var recurrenceID: EventTime?
    public var summary: String
    public var details: String
    public var location: String
    public var categories: [String]
    public var unmodelled: Unmodelled

    public init(
      from start: some EventTimeConvertible, extent: Extent = .implied, recurrence: Recurrence = .none,
      recurrenceID: EventTime? = nil, summary: String = "", details: String = "", location: String = "",
      categories: [String] = [], uid: String = "", stamp: Instant? = nil,
      unmodelled: Unmodelled = Unmodelled()
    ) {
      self.uid = uid
      self.stamp = stamp
      self.start = start.eventTime
      self.extent = extent
      self.recurrence = recurrence
      self.recurrenceID = recurrenceID
      self.summary = summary
      self.details = details
      self.location = location
      self.categories = categories
      self.unmodelled = unmodelled
    }
  }

  public var uid: String
  public var stamp: Instant?
  /// `nil` reaches back without end.
  public var start: EventTime?
  /// Without one it reaches on without end.
  public var extent: Extent
  /// How the time outside the windows is taken; absent means unavailable.
  public var busyKind: BusyKind?
  /// Of several statements the one with the higher priority holds: 1 highest, 0 lowest (RFC 7953 §4). Those of one
  /// priority together leave open what any of them does; what they close is taken as BUSY rather than
  /// BUSY-UNAVAILABLE, and as either rather than BUSY-TENTATIVE.
  public var priority: Int
  public var summary: String
  public var details: String
  public var location: String
  public var categories: [String]
  public var organizer: Organizer?
  public var url: String
  public var windows: [Window]
  public var unmodelled: Unmodelled

  public init(
    uid: String = "", stamp: Instant? = nil, from start: EventTime? = nil, extent: Extent = .implied,
    busyKind: BusyKind? = nil, priority: Int = 0, summary: String = "", details: String = "",
    location: String = "", categories: [String] = [], organizer: Organizer? = nil, url: String = "",
    windows: [Window] = [], unmodelled: Unmodelled = Unmodelled()
  ) {
    self.uid = uid
    self.stamp = stamp
    self.start = start
    self.extent = extent
    self.busyKind = busyKind
    self.priority = priority
    self.summary = summary
    self.details = details
    self.location = location
    self.categories = categories
    self.organizer = organizer
    self.url = url
    self.windows = windows
    self.unmodelled = unmodelled
  }
}
